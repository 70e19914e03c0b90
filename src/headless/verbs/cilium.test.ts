import { describe, expect, it } from 'vitest';
import { CILIUM } from './cilium';

const OBJECTS = `apiVersion: v1
kind: Node
metadata: {name: node1}
spec: {podCIDR: 10.244.1.0/24}
status: {addresses: [{type: InternalIP, address: 192.168.0.1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: default, labels: {app: web}}
spec: {nodeName: node1, containers: [{name: web, ports: [{containerPort: 8080}]}]}
status: {phase: Running, podIP: 10.244.1.5, podIPs: [{ip: 10.244.1.5}], conditions: [{type: Ready, status: "True"}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default}
spec: {type: NodePort, clusterIP: 10.96.0.10, clusterIPs: [10.96.0.10], selector: {app: web}, ports: [{port: 80, targetPort: 8080, nodePort: 30080}]}
`;

async function run(options: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const texts: Readonly<Record<string, string>> = {
    '-': OBJECTS,
    dsr: 'kind: ConfigMap\ndata: {bpf-lb-mode: dsr}\n',
    bad: 'bpf-lb-mode: fast\n',
  };
  const io = {
    read: (file: string): string => texts[file] ?? '',
    stdout: (text: string): void => void (out += text),
    stderr: (text: string): void => void (err += text),
  };
  const code = await CILIUM.run({ files: ['-'], options }, io);
  return { code, out, err };
}

describe('headless cilium', () => {
  it('prints the maps of a node, with flags of a ConfigMap', async () => {
    const { code, out } = await run({ config: 'dsr' });
    expect(code).toBe(0);
    expect(out).toContain(
      'SVC: ID=3 ADDR=10.96.0.10:80/TCP SLOT=0 LBALG=undef AFFTimeout=0 COUNT=1 QCOUNT=0 FLAGS=ClusterIP+non-routable+dsr',
    );
    expect(out).toContain('BE: ID=1 ADDR=10.244.1.5:8080/TCP STATE=active');
  });

  it('walks a flow: one line a way it can go', async () => {
    const { out } = await run({ flow: 'outside:192.0.2.9@node1 -> 192.168.0.1:30080/tcp' });
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toMatchObject([
      { probability: '1', end: 'delivered', from: '192.0.2.9', to: '10.244.1.5', answeredBy: '192.168.0.1:30080' },
    ]);
  });

  it.each([
    [{ config: 'bad' }, 1, 'bpf-lb-mode'],
    [{ release: '1.30' }, 2, '1.12 to 1.20'],
    [{ flow: 'here -> there' }, 2, '--flow'],
    [{ node: 'node9' }, 2, 'node1'],
  ])('says what is wrong with %j', async (options, code, said) => {
    const result = await run(options);
    expect([result.code, result.err]).toEqual([code, expect.stringContaining(said)]);
  });
});
