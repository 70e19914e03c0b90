import { describe, expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

const ran = async (verb: string, text: string): Promise<string> => {
  const { out, err } = await ranCommand([verb, 'post.txt'], { files: { 'post.txt': text } });
  return `${out}${err}`.replaceAll(/\s+/g, ' ');
};

const SERVICE = `apiVersion: v1
kind: Service
metadata:
  name: till
spec:
  type: LoadBalancer
  ports: [{ port: 80, targetPort: 8080 }]
  selector: { app: till }
`;
const workload = (kind: string, name: string): string => `apiVersion: apps/v1
kind: ${kind}
metadata:
  name: ${name}
spec:
  replicas: 2
  selector: { matchLabels: { app: till } }
  template:
    metadata: { labels: { app: till } }
    spec: { containers: [{ name: till, image: till, ports: [{ containerPort: 8080 }] }] }
`;
const table = (first: string, second: string): string =>
  `NAME READY STATUS RESTARTS AGE IP NODE
${first}   1/1   Running   0   13m   10.244.1.28   shelf-1
${second}   1/1   Running   0   13m   10.244.2.5   shelf-2
`
    .replaceAll(/ +(?=READY|STATUS|RESTARTS|AGE|IP|NODE)/g, '   ')
    .trimStart();

const post = (kind: string, name: string, rows: string): string =>
  `That is what I have:\n\n\`\`\`yaml\n${SERVICE}---\n${workload(kind, name)}\`\`\`\n\n\`\`\`\n$ kubectl get pods -o wide\n${rows}\`\`\`\n`;

describe('rows of Pods beside the document of their workload', () => {
  it.each([
    ['Deployment', 'till-web', 'till-web-77d8468669-5dbrg', 'till-web-77d8468669-747gb'],
    ['StatefulSet', 'drawer', 'drawer-0', 'drawer-1'],
  ])('are the Pods of a %s: none are made up beside them', async (kind, name, first, second) => {
    const text = post(kind, name, table(first, second));
    expect(await ran('explain', text)).toContain('A cluster of 2 Nodes, 2 Pods, ');
    const walked = await ran('walk', text);
    expect(walked).toContain('arrives at 10.244.');
    expect(walked).not.toContain('hangs on a guess');
  });

  it('are nobody’s under another name', async () => {
    const text = post('Deployment', 'till-web', table('lamp-77d8468669-5dbrg', 'lamp-77d8468669-747gb'));
    expect(await ran('explain', text)).toContain('2 Nodes, 4 Pods');
  });
});

describe('an address that a Service asks for', () => {
  it.each(['metallb.universe.tf/loadBalancerIPs', 'metallb.io/loadBalancerIPs', 'kube-vip.io/loadbalancerIPs'])(
    '%s',
    async (key) => {
      const text = `${SERVICE.replace('  name: till\n', `  name: till\n  annotations: { ${key}: 192.0.2.77 }\n`)}---\n${workload('Deployment', 'till')}`;
      const { out } = await ranCommand(['walk', 'post.txt', '--from', 'outside', '--to', '192.0.2.77:80'], {
        files: { 'post.txt': text },
      });
      expect(out.replaceAll(/\s+/g, ' ')).toContain('asks for till');
    },
  );
});

const POOL = `apiVersion: metallb.io/v1beta1
kind: IPAddressPool
metadata:
  name: counter
  namespace: metallb-system
spec:
  addresses: [192.0.2.70-192.0.2.79]
`;
const ADVERTISEMENT = 'apiVersion: metallb.io/v1beta1\nkind: L2Advertisement\nmetadata:\n  name: counter\n';

it('a pool that nothing announces is told of, and is not called useless', async () => {
  const alone = await ran('explain', `${SERVICE}---\n${POOL}`);
  expect(alone).toContain('The pool counter of MetalLB stands in the texts without an L2Advertisement');
  expect(alone).toContain('get l2advertisements,bgpadvertisements');
  expect(alone).not.toContain('not evaluated here');
  expect(await ran('explain', `${SERVICE}---\n${POOL}---\n${ADVERTISEMENT}`)).not.toContain('The pool counter');
});

it('a Service beside a pasted rule is still told', async () => {
  const rule = `$ iptables -t nat -L POSTROUTING
Chain POSTROUTING (policy ACCEPT)
target     prot opt source               destination
SNAT       tcp  --  10.42.4.83           anywhere             tcp dpt:8080 to:192.0.2.7
`;
  const said = await ran('explain', `I have this:\n\n\`\`\`yaml\n${SERVICE}\`\`\`\n\n\`\`\`\n${rule}\`\`\`\n`);
  expect(said).toContain('default/till: LoadBalancer at ?');
  expect(said).toContain('translates the source');
});
