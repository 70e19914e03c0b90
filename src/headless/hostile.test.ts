import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acts, HOSTILE } from '../core/lib/testing/hostile';
import { main } from './main';

const NODE = `apiVersion: v1
kind: Node
metadata: {name: node1}
spec: {podCIDR: 10.244.0.0/24}
status: {addresses: [{type: InternalIP, address: 172.18.0.2}]}
`;
const service = (name: string): string =>
  `${NODE}---
apiVersion: v1
kind: Service
metadata: {name: ${JSON.stringify(name)}, namespace: default}
spec: {clusterIP: 10.96.0.9, ports: [{port: 80, targetPort: 8080, protocol: TCP}]}
`;
const CONFIG = `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clusterCIDR: "10.0.0.0/8 -j ACCEPT\\n-A KUBE-INJECTED -j ACCEPT"
detectLocalMode: BridgeInterface
detectLocal: {bridgeInterface: "eth0 -j ACCEPT\\n-A KUBE-INJECTED -j ACCEPT\\n#"}
`;

let folder = '';
let said: { out: string; err: string };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  said = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said.out += String(text))) || true);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said.err += String(text))) || true);
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function run(text: string, ...words: readonly string[]): Promise<number> {
  const file = join(folder, 'in.yaml');
  writeFileSync(file, text);
  return main(words.map((word) => (word === '-' ? file : word)));
}

describe('on a terminal', () => {
  it.each(HOSTILE)('a Service called %j is refused in one line that acts on nothing', async (name) => {
    await run(service(name), 'compile', '--form', 'restore', '-');
    expect(acts(said.out + said.err)).toBe(false);
    expect(said.err.split('\n').filter((line) => line.startsWith('error invalid 9:'))).toHaveLength(1);
    for (const line of said.err.trimEnd().split('\n')) expect(line).toMatch(/^(?:error|warning|info) \S+ \d+:\d+ /);
    expect(said.out).not.toMatch(/INJECTED|^-I |10\.96\.0\.9/m);
  });

  it('a configuration that would write rules of its own is refused, in a file and among objects', async () => {
    const file = join(folder, 'conf.yaml');
    writeFileSync(file, CONFIG);
    expect(await run(NODE, 'compile', '--config', file, '-')).toBe(2);
    expect(said.out).toBe('');
    expect(said.err).toContain('clusterCIDR is “10.0.0.0/8 -j ACCEPT');
    await run(`${CONFIG}---\n${NODE}`, 'compile', '-');
    expect(said.err).toContain('detectLocal.bridgeInterface is “eth0 -j ACCEPT');
    expect(said.out).not.toContain('INJECTED');
  });

  it('JSON stays the same JSON, with what would act escaped', async () => {
    const rule = '*nat\n-A PREROUTING -m comment --comment "a\u009b31m\u202eb" -j ACCEPT\nCOMMIT\n';
    await run(rule, 'parse', '-');
    expect(acts(said.out + said.err)).toBe(false);
  });
});
