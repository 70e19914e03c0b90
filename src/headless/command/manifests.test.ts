import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

const deployment = (name: string, ports: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: main${ports} }] }
`;
const SERVICE = `apiVersion: v1
kind: Service
metadata: { name: front, namespace: shop }
spec: { selector: { app: web }, ports: [{ port: 80, targetPort: 8080 }] }
`;
const files = {
  'm.yaml': [deployment('client', ''), deployment('web', ', ports: [{ containerPort: 8080 }]'), SERVICE].join('---\n'),
  'm.reach': 'shop/client -> shop/front\nnever outside -> web\nclient -> front\n',
};

it('a workload stands for its Pods, in flows and in statements', async () => {
  const walk = await ranCommand(['walk', 'm.yaml', '--from', 'shop/client', '--to', 'shop/front:80'], { files });
  expect(walk.out).toMatch(/^shop\/client-\w{5} -> shop\/front:80\/tcp/);
  const always = await ranCommand(['always', 'm.reach', 'm.yaml', '--json'], { files });
  const { statements } = JSON.parse(always.out) as { statements: { state: string; flows: number }[] };
  expect(statements.map(({ state }) => state)).toEqual(['holds', 'holds', 'holds']);
  expect(statements[0]?.flows).toBe(2);
});

it('what manifests do not tell is said, and decides the exit code unless it is accepted', async () => {
  const call = ['walk', 'm.yaml', '--from', 'shop/client', '--to', 'shop/front:80'];
  const strict = await ranCommand(call, { files });
  const accepting = await ranCommand([...call, '--accept-guesses'], { files });
  expect([strict.code, accepting.code]).toEqual([2, 0]);
  expect(accepting.out).toBe(strict.out);
  expect(accepting.out).toContain('is Ready: it is taken to be');
  const refused = await ranCommand([...call, '--accept-guesses'], {
    files: { 'm.yaml': files['m.yaml'].replace('targetPort: 8080', 'targetPort: 9090') },
  });
  expect(refused.code).toBe(1);
});

it('an answer about a whole cluster says what it rests on', async () => {
  for (const words of [
    ['always', 'm.reach', 'm.yaml'],
    ['reach', 'm.yaml'],
    ['changes', 'm.yaml', '--to', 'nftables@1.35'],
  ]) {
    const { out } = await ranCommand([...words, '--json'], { files });
    const { rests } = JSON.parse(out) as { rests: { says: string; settledBy?: string }[] };
    expect(rests.map(({ says }) => says).join('\n')).toContain('4 Pods are Ready: they are taken to be');
    expect(rests.filter(({ settledBy }) => settledBy !== undefined).length).toBeGreaterThan(2);
  }
  const { out } = await ranCommand(['always', 'shop.reach', 'cluster.yaml', '--json']);
  expect((JSON.parse(out) as { rests: { says: string }[] }).rests.map(({ says }) => says).join()).not.toContain(
    'Ready',
  );
});

it('objects beside rules give the names, and the rules are walked', async () => {
  const call = ['walk', 'worker-1.txt', 'cluster.yaml', '--from', 'shop/client', '--to', 'shop/web:http', '--json'];
  const { out } = await ranCommand(call);
  const { flows } = JSON.parse(out) as { flows: { flow: string; outcomes: { at: string; back: { is: string } }[] }[] };
  expect(flows[0]?.flow).toBe('10.244.1.9@cni0 -> 10.96.4.4:80/tcp');
  expect(flows[0]?.outcomes.length).toBeGreaterThan(0);
  expect((await ranCommand(['walk', 'worker-1.txt', 'cluster.yaml', '--to', 'shop/nobody:80'])).code).toBe(64);
});

it('says what comes back, also where nothing does', async () => {
  const { out } = await ranCommand(['walk', 'm.yaml', '--from', 'shop/client', '--to', 'shop/front:80', '--json'], {
    files,
  });
  const { flows } = JSON.parse(out) as { flows: { outcomes: { back: { is: string } }[] }[] };
  expect(flows[0]?.outcomes.map(({ back }) => back.is)).toEqual(['answer', 'answer']);
});

it('rules that are written without a configuration say so', async () => {
  const { err } = await ranCommand(['compile', 'cluster.yaml', '--node', 'worker-1']);
  expect(err).toContain('no clusterCIDR');
});

it('the line of a Service is the rule that asks for its address, not the name of its chain', async () => {
  const rules = readFileSync(fileURLToPath(new URL('../testdata/worker-1.txt', import.meta.url)), 'utf8').split('\n');
  const { out } = await ranCommand(['explain', 'worker-1.txt', '--json']);
  const { sentences } = JSON.parse(out) as { sentences: { about: string; says: string; lines: { line: number }[] }[] };
  const services = sentences.filter(({ about }) => about === 'service');
  expect(services.length).toBeGreaterThan(0);
  for (const { says, lines } of services) {
    const [, address = '?'] = / at ([\d.]+):/.exec(says) ?? [];
    expect(rules[(lines[0]?.line ?? 0) - 1]).toContain(address);
  }
});

it('a name that the texts have without an address is said to be named, and where', async () => {
  const text = '$ kubectl describe node far-1\nName: far-1\n$ curl far-1:31005\ncurl: (28) timed out\n';
  const call = ['walk', 'worker-1.txt', 'note.md', '--to', 'far-1:31005'];
  const { code, err } = await ranCommand(call, { files: { 'note.md': text } });
  expect([code, err]).toEqual([64, expect.stringContaining('far-1 is named (note.md:1)')]);
  const nowhere = await ranCommand(['walk', 'worker-1.txt', '--to', 'far-2:31005']);
  expect(nowhere.err).toContain('Nobody in the texts is called far-2');
});

it('objects that no walk can go by are named, not denied', async () => {
  const crds = `apiVersion: crd.projectcalico.org/v1
kind: IPPool
metadata: { name: pool }
spec: { cidr: 10.42.0.0/16 }
---
apiVersion: cilium.io/v2
kind: CiliumNode
metadata: { name: node-a }
spec: { ipam: { podCIDRs: [10.42.1.0/24] } }
`;
  const { err } = await ranCommand(['walk', 'crds.yaml'], { files: { 'crds.yaml': crds } });
  expect(err).toMatch(/by the objects in crds\.yaml alone \(IPPool, CiliumNode\)/);
  expect(err).not.toContain('No rule, device or object');
});
