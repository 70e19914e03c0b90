import { describe, expect, test } from 'vitest';
import type { Document } from '../document/document';
import type { ScriptAction, ScriptEvent } from '../document/script';
import { NEWEST_RELEASE } from '../kubernetes/release';
import type { ProxyModeId } from '../kubernetes/types';
import { clusterDocument, lived } from './testing/documents';
import type { Lived } from './timeline';

/** From 1.37 on a kube-proxy ends, and is started again, when its Node is deleted or has other addresses. */

const MODES: readonly ProxyModeId[] = ['iptables', 'nftables', 'ipvs'];
const DELETED: ScriptEvent = { at: 2000, do: 'delete-node', node: 'node2' };
const CHANGED: ScriptEvent = { at: 2000, do: 'change-node-addresses', node: 'node2', addresses: ['192.0.2.1'] };
const RESTARTED: ScriptEvent = { at: 6000, do: 'restart-proxy', node: 'node2' };
const LATER: ScriptEvent = { at: 10_000, do: 'delete-pod', pod: 'default/web0' };

/** Somebody outside asks node2's nodePort five times a second; what happens to its Node. */
function documentOf([mode, release]: readonly [ProxyModeId, string], ...events: readonly ScriptEvent[]): Document {
  const port = { port: 80, targetPort: 8080, nodePort: 30_080 } as const;
  const made = clusterDocument(
    {
      duration: 20_000,
      events: [...events, LATER],
      clients: [{ flow: 'np', perSecond: 5, sends: 'new' }],
      delays: { watch: 0 },
    },
    {
      service: { type: 'NodePort', ports: [port] },
      document: { mode, release, kubeProxy: { mode, clusterCIDR: '10.244.0.0/16' } },
    },
  );
  const to = { kind: 'service', namespace: 'default', name: 'web0', via: 'nodePort', node: 'node2' } as const;
  return { ...made, flows: [{ id: 'np', from: { kind: 'external' }, to, protocol: 'tcp', port: 80 }] };
}

const when = ({ events }: Lived, id: string, lane = 'kube-proxy node2'): readonly number[] =>
  events.filter((event) => event.lane === lane && event.says.id === id).map(({ at }) => at);
const starts = ({ control }: Lived, node: string, from: number): readonly boolean[] =>
  control.syncs.filter((sync) => sync.node === node && sync.start >= from && sync.start < 9000).map(({ full }) => full);
/** How many requests were answered from one moment to another. */
const served = ({ requests }: Lived, from: number, until: number): number =>
  requests.filter(({ at, outcome }) => at >= from && at < until && outcome === 'served').length;

describe.each(MODES)('%s', (mode) => {
  test.each([
    ['timeline.ends-deleted', DELETED],
    ['timeline.ends-addresses', CHANGED],
  ] as const)('%s: from 1.37 on, on that node only', (says, event) => {
    const [before, now] = ['1.36', '1.37'].map((release) => lived(documentOf([mode, release], event)));
    if (!before || !now) throw new Error('two releases');
    expect(when(before, says)).toEqual([]);
    expect(when(now, says)).toEqual([2000]);
    expect(when(now, says, 'kube-proxy node1')).toEqual([]);
  });

  test('an address: it is started again and writes everything; its rules are those of the new one', () => {
    const after = lived(documentOf([mode, '1.37'], CHANGED));
    expect(when(after, 'timeline.listed')).toEqual([3500]);
    expect(starts(after, 'node2', 3500)[0]).toBe(true);
    expect(served(after, 0, 2000)).toBe(10);
    // nftables answers nodePorts at the primary address alone, and no interface has that one.
    expect(served(after, 4000, 10_000)).toBe(mode === 'nftables' ? 0 : 30);
  });

  test('no Node: what it wrote stays as it was, and nobody writes anew', () => {
    const after = lived(documentOf([mode, '1.37'], DELETED));
    expect(when(after, 'timeline.no-node')).toEqual([3500]);
    expect(starts(after, 'node2', 2000)).toEqual([]);
    expect(served(after, 2000, 10_000)).toBe(40);
    expect(after.control.seen.get('node1')).toBeGreaterThan(after.control.seen.get('node2') ?? Infinity);
  });

  test('1.36: who is started again by hand has read the new address, too', () => {
    const kept = lived(documentOf([mode, '1.36'], CHANGED));
    const again = lived(documentOf([mode, '1.36'], CHANGED, RESTARTED));
    expect(served(kept, 2000, 10_000)).toBe(40);
    expect(served(again, 8000, 10_000)).toBe(mode === 'nftables' ? 0 : 10);
  });
});

test('the newest release does so, too', () => {
  const after = lived(documentOf(['nftables', NEWEST_RELEASE], CHANGED));
  expect(when(after, 'timeline.ends-addresses')).toEqual([2000]);
});

test.each<[string, ScriptAction]>([
  ['the same addresses', { do: 'change-node-addresses', node: 'node2', addresses: ['172.18.0.3'] }],
  ['another node', { do: 'change-node-addresses', node: 'node3', addresses: ['192.0.2.1'] }],
  ['a node that takes no new Pods', { do: 'drain', node: 'node2' }],
])('%s: nothing ends', (_name, action) => {
  const event: ScriptEvent = { at: 2000, ...action };
  const after = lived(documentOf(['iptables', '1.37'], event));
  expect(when(after, 'timeline.ends-addresses')).toEqual([]);
});

test('a watch that was lost: it ends when it hears of it', () => {
  const deaf: ScriptEvent = { at: 1000, do: 'lose-watch', node: 'node2', forMs: 4000 };
  const after = lived(documentOf(['iptables', '1.37'], deaf, CHANGED));
  expect(when(after, 'timeline.ends-addresses')).toEqual([5000]);
});

test('Pods of a Node that was deleted are collected and made elsewhere', () => {
  const made = documentOf(['iptables', '1.37'], DELETED);
  const script = { ...made.script, duration: 60_000, events: [DELETED], clients: made.script?.clients ?? [] };
  const { control } = lived({ ...made, script });
  const gone = control.puts.filter((put) => put.kind === 'pod' && put.at === 42_000 && !put.after);
  expect(gone.length).toBeGreaterThan(0);
  const ends = [...control.lives.values()].filter(({ node, from }) => node === 'node2' && from === -Infinity);
  for (const { until } of ends) expect(until).toBeLessThan(60_000);
  expect([...control.lives.values()].filter(({ node, from }) => node === 'node2' && from > 2000)).toEqual([]);
});
