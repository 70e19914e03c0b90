import { describe, expect, it } from 'vitest';
import { buildCluster, node, pod, service } from '../kubernetes/build';
import { POD_LAYOUT_IDS, type PodLayoutId } from '../kubernetes/network/layouts';
import { POD_OVERLAY_IDS, type PodOverlayId } from '../kubernetes/network/overlays';
import type { ProxyModeId } from '../kubernetes/types';
import { explore, makeTrace } from '../sim/explore';
import type { Trace } from '../sim/trace';
import { formatIp } from '../net/ip';
import type { Packet } from '../net/packet';
import { createDerive } from './derive';
import { type Document, emptyDocument, type Flow } from './document';
import { replaceCluster } from './edits/cluster';
import { changeNodeSettings } from './edits/nodes';
import { resolveFlow } from './resolve-flow';

const HTTP = { name: 'c', ports: [{ name: 'http', containerPort: 8080 }] };
const OBJECTS = buildCluster(
  node('node-a', { addresses: ['192.168.10.11', 'fd00:10::11'], podCIDRs: ['10.244.1.0/24', 'fd00:244:1::/64'] }),
  node('node-b', { addresses: ['192.168.10.12', 'fd00:10::12'], podCIDRs: ['10.244.2.0/24', 'fd00:244:2::/64'] }),
  pod('web', { node: 'node-a', ips: ['10.244.1.5', 'fd00:244:1::5'], labels: { app: 'web' }, containers: [HTTP] }),
  pod('near', { node: 'node-a', ips: ['10.244.1.9', 'fd00:244:1::9'], containers: [{ name: 'c' }] }),
  pod('far', { node: 'node-b', ips: ['10.244.2.9', 'fd00:244:2::9'], containers: [{ name: 'c' }] }),
  service('web', {
    type: 'NodePort',
    clusterIP: '10.96.50.10',
    selector: { app: 'web' },
    ports: [{ port: 80, targetPort: 8080, nodePort: 30_080 }],
  }),
);

interface Net {
  readonly layout: PodLayoutId;
  readonly overlay: PodOverlayId;
  readonly mode?: ProxyModeId;
  readonly release?: string;
}

function bench({ layout, overlay, mode = 'iptables', release = '1.33' }: Net): Document {
  const empty = { ...emptyDocument(), mode, release, kubeProxy: { mode, clusterCIDR: '10.244.0.0/16' } };
  return changeNodeSettings(replaceCluster(empty, OBJECTS), { layout, overlay });
}

const flow = (from: Flow['from'], to: Flow['to'], port: number): Flow => ({ id: 'f', from, to, protocol: 'tcp', port });
const fromPod = (name: string): Flow['from'] => ({ kind: 'pod', namespace: 'default', name });
const toPod = (name: string): Flow['to'] => ({ kind: 'pod', namespace: 'default', name });
const WEB: Flow['to'] = { kind: 'service', namespace: 'default', name: 'web', via: 'clusterIP' };
const NODE_PORT: Flow['to'] = { kind: 'service', namespace: 'default', name: 'web', via: 'nodePort', node: 'node-b' };

function walk(document: Document, sent: Flow): Trace {
  const { network } = createDerive()(document);
  const resolved = resolveFlow(document, network, sent);
  if (!resolved.ok) throw new Error(resolved.error.id);
  const input = { network, flow: resolved.value, seed: 1 };
  const [outcome] = explore(input).outcomes;
  const trace = outcome && makeTrace(input, outcome);
  if (!trace) throw new Error('no outcome');
  return trace;
}

const seen = ({ legs: [request] }: Trace): string => {
  const last = request?.hops.at(-1)?.steps.at(-1);
  return last ? `${request?.disposition.kind} from ${formatIp(last.packet.src)}` : 'nothing';
};

const NETS = POD_LAYOUT_IDS.flatMap((layout) => POD_OVERLAY_IDS.map((overlay) => ({ layout, overlay })));
const NODE_B_SEEN = { direct: () => '192.168.10.12', ipip: () => '10.244.2.0', vxlan: () => '10.244.2.0' };

describe.each(NETS)('$layout, $overlay', (net) => {
  const document = bench(net);

  it('joins Pods of one node and of two', () => {
    for (const from of ['near', 'far']) {
      const trace = walk(document, flow(fromPod(from), toPod('web'), 8080));
      expect(seen(trace)).toBe(`DELIVERED from ${from === 'near' ? '10.244.1.9' : '10.244.2.9'}`);
      expect(trace.legs.map(({ role, disposition }) => `${role} ${disposition.kind}`)).toEqual([
        'request DELIVERED',
        'reply DELIVERED',
      ]);
    }
  });

  it('is reached by its addresses from outside where routers there know them, and not else', () => {
    const direct = flow({ kind: 'external' }, toPod('web'), 8080);
    expect(walk(document, direct).legs.at(-1)?.disposition.kind).toBe('NO_ROUTE');
    const known = walk(changeNodeSettings(document, { outsideRoutes: true }), direct);
    expect(known.legs.map(({ role, disposition }) => `${role} ${disposition.kind}`)).toEqual([
      'request DELIVERED',
      'reply DELIVERED',
    ]);
    expect(known.legs[0]?.hops.map(({ netns }) => netns)).toEqual(['client', 'gateway', 'node-a', 'default/web']);
    const client = known.legs[0]?.hops[0]?.steps[0]?.packet.src;
    expect(seen(known)).toBe(`DELIVERED from ${client ? formatIp(client) : ''}`);
  });

  it('carries Services, and a masqueraded source is that of the way out', () => {
    for (const from of ['near', 'far']) {
      expect(walk(document, flow(fromPod(from), WEB, 80)).legs.at(-1)?.disposition.kind).toBe('DELIVERED');
    }
    const outside = walk(document, flow({ kind: 'external' }, NODE_PORT, 80));
    expect(seen(outside)).toBe(`DELIVERED from ${NODE_B_SEEN[net.overlay]()}`);
    expect(outside.legs.map(({ disposition }) => disposition.kind)).toEqual(['DELIVERED', 'DELIVERED']);
  });
});

/** What a walk passes on nodes, shortly: `node-b OUTPUT outer`, `node-a unwrap`. */
function stationsOf({ legs: [request] }: Trace): string[] {
  return (request?.hops ?? []).flatMap(({ netns, steps }) =>
    steps.flatMap((step) => {
      const which = step.packet.inner ? ' outer' : '';
      if (step.kind === 'hook') return [`${netns} ${step.hook}${which}`];
      return step.kind === 'tunnel' ? [`${netns} ${step.action} ${step.device}`] : [];
    }),
  );
}

describe('a packet in a tunnel', () => {
  it.each([
    ['bridge', 'vxlan', 'flannel.1'],
    ['routed', 'vxlan', 'vxlan.calico'],
    ['routed', 'ipip', 'tunl0'],
    ['ptp', 'ipip', 'flannel.ipip'],
  ] as const)('%s, %s: the hooks of both ends are asked of both packets, by %s', (layout, overlay, device) => {
    const trace = walk(bench({ layout, overlay }), flow(fromPod('far'), toPod('web'), 8080));
    expect(stationsOf(trace).filter((text) => !text.startsWith('default/'))).toEqual([
      'node-b PREROUTING',
      'node-b FORWARD',
      'node-b POSTROUTING',
      `node-b wrap ${device}`,
      'node-b OUTPUT outer',
      'node-b POSTROUTING outer',
      'node-a PREROUTING outer',
      'node-a INPUT outer',
      `node-a unwrap ${device}`,
      'node-a PREROUTING',
      'node-a FORWARD',
      'node-a POSTROUTING',
    ]);
  });

  it('has the outer header of its kind: ports, network and TTL', () => {
    const outer = (overlay: PodOverlayId): Packet | undefined =>
      walk(bench({ layout: 'routed', overlay }), flow(fromPod('far'), toPod('web'), 8080))
        .legs[0]?.hops.flatMap(({ steps }) => steps)
        .find(({ kind }) => kind === 'tunnel')?.packet;
    expect(outer('vxlan')).toMatchObject({ ttl: 64, l4: { proto: 'udp', dport: 4789 }, inner: { vni: 4096 } });
    // IP in IP takes over the TTL of what it carries, one hop on its way already.
    expect(outer('ipip')).toMatchObject({
      ttl: 63,
      l4: { proto: 'other', protocol: 4 },
      inner: { packet: { ttl: 63 } },
    });
  });

  it('keeps the mark of what it carries: kube-proxy 1.16 masquerades the outer packet as well, 1.33 does not', () => {
    const outerNats = (release: string): number =>
      walk(bench({ layout: 'bridge', overlay: 'vxlan', release }), flow({ kind: 'external' }, NODE_PORT, 80))
        .legs[0]?.hops.flatMap(({ steps }) => steps)
        .filter(({ kind, packet }) => kind === 'nat' && packet.inner).length ?? -1;
    expect([outerNats('1.16'), outerNats('1.33')]).toEqual([1, 0]);
  });

  it('ends at a node that has no such tunnel', () => {
    const mixed = changeNodeSettings(bench({ layout: 'bridge', overlay: 'vxlan' }), { overlay: undefined }, 'node-a');
    const { legs } = walk(mixed, flow(fromPod('far'), toPod('web'), 8080));
    expect(legs.map(({ role, disposition }) => `${role} ${disposition.kind}`)).toEqual([
      'request NO_SOCKET',
      'error DELIVERED',
    ]);
  });

  it('is cut off where INPUT takes no outer packets', () => {
    const dropping = changeNodeSettings(
      bench({ layout: 'bridge', overlay: 'vxlan' }),
      { routes: ['blackhole 192.168.10.11'] },
      'node-b',
    );
    expect(walk(dropping, flow(fromPod('far'), toPod('web'), 8080)).legs[0]?.disposition.kind).toBe('DROPPED');
  });

  it('goes over IPv6 as well, by a device of its own', () => {
    const to: Flow['to'] = { kind: 'address', address: 'fd00:244:1::5' };
    for (const overlay of POD_OVERLAY_IDS) {
      const trace = walk(bench({ layout: 'bridge', overlay }), flow(fromPod('far'), to, 8080));
      expect(trace.legs.map(({ disposition }) => disposition.kind)).toEqual(['DELIVERED', 'DELIVERED']);
      const wraps = stationsOf(trace).filter((text) => text.includes('wrap'));
      expect(wraps).toEqual(overlay === 'vxlan' ? ['node-b wrap flannel-v6.1', 'node-a unwrap flannel-v6.1'] : []);
    }
  });
});

it.each(POD_OVERLAY_IDS)('what a walk without data does not show of a tunnel is said: %s', (overlay) => {
  const said = (sender: string): boolean =>
    walk(bench({ layout: 'bridge', overlay }), flow(fromPod(sender), toPod('web'), 8080)).assumptions.some(
      ({ id }) => id === 'sim.tunnel.headers-only',
    );
  expect(said('far')).toBe(overlay === 'ipip' || overlay === 'vxlan');
  expect(said('near')).toBe(false);
});
