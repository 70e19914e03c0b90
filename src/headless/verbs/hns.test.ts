import { describe, expect, it } from 'vitest';
import type { Io } from '../verb';
import { HNS } from './hns';

const OBJECTS = `apiVersion: v1
kind: Node
metadata: {name: win1}
spec: {podCIDR: 10.244.1.0/24}
status: {addresses: [{type: InternalIP, address: 192.168.0.1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: default, labels: {app: web}}
spec: {nodeName: win1, containers: [{name: web, ports: [{containerPort: 8080}]}]}
status: {phase: Running, podIP: 10.244.1.5, podIPs: [{ip: 10.244.1.5}], conditions: [{type: Ready, status: "True"}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default}
spec: {clusterIP: 10.96.0.10, clusterIPs: [10.96.0.10], selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}
`;

async function run(options: Record<string, string | true>): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const io: Io = { read: () => OBJECTS, stdout: (text) => void (out += text), stderr: (text) => void (err += text) };
  return { code: await HNS.run({ files: ['-'], options }, io), out, err };
}

describe('headless hns', () => {
  it('prints endpoints and load balancers', async () => {
    const { code, out } = await run({ 'enable-dsr': true });
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(code).toBe(0);
    expect(lines).toMatchObject([
      { IpConfigurations: [{ IpAddress: '10.244.1.5' }] },
      { HostComputeEndpoints: ['10.244.1.5'], FrontendVIPs: ['10.96.0.10'], Flags: 1 },
    ]);
  });

  it.each([
    [{ network: 'overlay' }, '--source-vip'],
    [{ network: 'nat' }, 'l2bridge or overlay'],
    [{ node: 'other' }, 'win1'],
  ])('says what is wrong with %j', async (options, said) => {
    const { code, err } = await run(options);
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
  });
});
