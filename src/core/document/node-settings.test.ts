import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import { buildCluster, node, pod, service } from '../kubernetes/build';
import { nodeSettings, readNodeRoute, withNodeSettings, type NodeSettings } from '../kubernetes/network/node-settings';
import { validateCluster } from '../kubernetes/validate';
import type { ProxyModeId } from '../kubernetes/types';
import { printRuleset } from '../linux/xtables/ruleset-text';
import { explore } from '../sim/explore';
import { makeTrace } from '../sim/explore';
import { type Document, type Flow, emptyDocument } from './document';
import { createDerive } from './derive';
import { addNode, changeNodeSettings } from './edits/nodes';
import { replaceCluster } from './edits/cluster';
import { resolveFlow } from './resolve-flow';

const MODES: readonly ProxyModeId[] = ['iptables', 'ipvs', 'nftables'];
const HTTP = { name: 'c', ports: [{ name: 'http', containerPort: 8080 }] };
const OBJECTS = buildCluster(
  node('node-a', { addresses: ['192.168.10.11'], podCIDRs: ['10.244.1.0/24'] }),
  node('node-b', { addresses: ['192.168.10.12'], podCIDRs: ['10.244.2.0/24'] }),
  pod('web-1', { node: 'node-a', ips: ['10.244.1.5'], labels: { app: 'web' }, containers: [HTTP] }),
  pod('client', { node: 'node-a', ips: ['10.244.1.9'], containers: [{ name: 'c' }] }),
  pod('far', { node: 'node-b', ips: ['10.244.2.9'], containers: [{ name: 'c' }] }),
  service('web', { clusterIP: '10.96.50.10', selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] }),
);
const bench = (mode: ProxyModeId = 'iptables', objects = OBJECTS): Document =>
  replaceCluster(
    { ...emptyDocument(), mode, release: '1.33', kubeProxy: { mode, clusterCIDR: '10.244.0.0/16' } },
    objects,
  );

const flow = (from: Flow['from'], to: Flow['to'], port: number): Flow => ({ id: 'f', from, to, protocol: 'tcp', port });
const fromPod = (name: string): Flow['from'] => ({ kind: 'pod', namespace: 'default', name });
const WEB: Flow['to'] = { kind: 'service', namespace: 'default', name: 'web', via: 'clusterIP' };

/** How the flow ends: `DELIVERED default/web-1 from 10.244.1.9 answered`. */
function end(document: Document, sent: Flow): string {
  const { network } = createDerive()(document);
  const resolved = resolveFlow(document, network, sent);
  if (!resolved.ok) return resolved.error.id;
  const input = { network, flow: resolved.value, seed: 1 };
  const [outcome] = explore(input).outcomes;
  if (!outcome) return 'nothing';
  const { disposition, answered } = outcome;
  const last = makeTrace(input, outcome).legs.at(-1);
  const where = 'netns' in disposition ? ` ${disposition.netns}` : '';
  return `${disposition.kind}${where}${answered ? ' answered' : ''}${last ? '' : ' ?'}`;
}

const set = (document: Document, change: NodeSettings, name = 'node-a'): Document =>
  changeNodeSettings(document, change, name);

describe.each(MODES)('facts of a built node, %s', (mode) => {
  it('hairpin mode off: a Pod does not reach itself through its Service', () => {
    const itself = flow(fromPod('web-1'), WEB, 80);
    expect(end(bench(mode), itself)).toBe('DELIVERED default/web-1 answered');
    // IPVS takes the packet up to the node and routes it out again: the bridge has not seen it come in by the port.
    const off = end(set(bench(mode), { hairpin: false }), itself);
    if (mode === 'ipvs') expect(off).not.toContain('answered');
    else expect(off).toBe('DROPPED node-a');
  });

  it('bridge-nf-call-iptables 0: the answer of a Pod beside passes conntrack by, and is not known', () => {
    const beside = flow(fromPod('client'), WEB, 80);
    expect(end(bench(mode), beside)).toBe('DELIVERED default/web-1 answered');
    expect(end(set(bench(mode), { sysctls: { 'net.bridge.bridge-nf-call-iptables': 0 } }), beside)).toBe(
      'DELIVERED default/web-1',
    );
  });

  it('the policy of FORWARD, ip_forward and routes count', () => {
    const direct = flow(fromPod('far'), { kind: 'pod', namespace: 'default', name: 'web-1' }, 8080);
    expect(end(bench(mode), direct)).toBe('DELIVERED default/web-1 answered');
    expect(end(set(bench(mode), { forwardPolicy: 'DROP' }), direct)).toBe('DROPPED node-a');
    expect(end(set(bench(mode), { sysctls: { 'net.ipv4.ip_forward': 0 } }), direct)).not.toContain('DELIVERED');
    const blind = set(bench(mode), { routes: ['unreachable 10.244.1.0/24'] }, 'node-b');
    expect(end(blind, direct)).not.toContain('DELIVERED');
  });

  it('routed links reach the same Pods', () => {
    const routed = changeNodeSettings(bench(mode), { layout: 'routed' });
    for (const name of ['client', 'far', 'web-1']) {
      expect(end(routed, flow(fromPod(name), WEB, 80))).toBe('DELIVERED default/web-1 answered');
    }
    const devices =
      createDerive()(routed)
        .network.netns.get('node-a')
        ?.devices.map((device) => device.name) ?? [];
    expect(devices.some((name) => name.startsWith('cali'))).toBe(true);
    expect(devices).not.toContain('cni0');
  });
});

describe.each(MODES)('a hostPort, %s', (mode) => {
  const mapped = { name: 'c', ports: [{ containerPort: 8080, hostPort: 443 }] };
  const objects = {
    ...OBJECTS,
    pods: OBJECTS.pods.map((each) =>
      each.metadata.name === 'web-1' ? { ...each, spec: { ...each.spec, containers: [mapped] } } : each,
    ),
  };
  const HOST: Flow['to'] = { kind: 'address', address: '192.168.10.11' };

  it('leads to the Pod from outside, from other Pods and from the node', () => {
    const document = bench(mode, objects);
    for (const from of [
      { kind: 'external' },
      fromPod('client'),
      fromPod('far'),
      { kind: 'node', name: 'node-a' },
    ] as const) {
      expect(end(document, flow(from, HOST, 443))).toBe('DELIVERED default/web-1 answered');
    }
    expect(end(bench(mode), flow({ kind: 'external' }, HOST, 443))).not.toContain('DELIVERED');
  });

  it('is written as the portmap plugin of CNI does', () => {
    const { network } = createDerive()(bench(mode, objects));
    const ruleset = network.netns.get('node-a')?.xtables.ipv4;
    const lines = ruleset ? printRuleset(ruleset, 'ipv4').split('\n') : [];
    const nat = lines
      .filter((line) => line.includes('CNI-') && line.startsWith('-A'))
      .map((line) => line.replaceAll(/CNI-DN-\w{21}/g, 'CNI-DN-X').replaceAll(/id: .*?"" /g, 'id" '));
    expect(nat.map((line) => line.replace(/ -m comment --comment ".*" -m multiport/, ' -m multiport'))).toEqual(
      expect.arrayContaining([
        '-A PREROUTING -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT',
        '-A OUTPUT -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT',
        '-A POSTROUTING -m comment --comment "CNI portfwd requiring masquerade" -j CNI-HOSTPORT-MASQ',
        '-A CNI-HOSTPORT-DNAT -p tcp -m multiport --dports 443 -j CNI-DN-X',
        '-A CNI-DN-X -s 10.244.1.0/24 -p tcp -m tcp --dport 443 -j CNI-HOSTPORT-SETMARK',
        '-A CNI-DN-X -s 127.0.0.1/32 -p tcp -m tcp --dport 443 -j CNI-HOSTPORT-SETMARK',
        '-A CNI-DN-X -p tcp -m tcp --dport 443 -j DNAT --to-destination 10.244.1.5:8080',
        '-A CNI-HOSTPORT-SETMARK -m comment --comment "CNI portfwd masquerade mark" -j MARK --set-xmark 0x2000/0x2000',
        '-A CNI-HOSTPORT-MASQ -m mark --mark 0x2000/0x2000 -j MASQUERADE',
      ]),
    );
  });
});

const SETTINGS: fc.Arbitrary<NodeSettings> = fc.record(
  {
    layout: fc.constantFrom('bridge' as const, 'routed' as const),
    hairpin: fc.boolean(),
    outsideRoutes: fc.boolean(),
    forwardPolicy: fc.constantFrom('ACCEPT' as const, 'DROP' as const),
    sysctls: fc.dictionary(
      fc.constantFrom('net.ipv4.ip_forward', 'net.ipv4.conf.eth0/7.rp_filter'.replace('/7', '')),
      fc.nat(9),
      { minKeys: 1 },
    ),
    routes: fc.array(
      fc.constantFrom('10.9.0.0/16 via 172.18.0.9 dev eth0', 'unreachable 10.1.0.0/16', 'default via 172.18.0.1'),
      { minLength: 1, maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);

describe('annotations', () => {
  it('say what was set, and leave others alone', () => {
    const given = node('n');
    const other = { ...given, metadata: { ...given.metadata, annotations: { 'example.com/own': 'kept' } } };
    fc.assert(
      fc.property(SETTINGS, (settings) => {
        const written = withNodeSettings(other, settings);
        expect(nodeSettings(written)).toEqual(settings);
        expect(written.metadata.annotations?.['example.com/own']).toBe('kept');
      }),
    );
  });

  it('never throw, and what cannot be meant is said', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        readNodeRoute(text);
        const given = node('n');
        const annotations = { 'rulewalk/routes': text, 'rulewalk/sysctls': text, 'rulewalk/hairpin-mode': text };
        nodeSettings({ ...given, metadata: { ...given.metadata, annotations } });
      }),
    );
    const odd = node('n');
    const bad = { ...odd, metadata: { ...odd.metadata, annotations: { 'rulewalk/hairpin-mode': 'perhaps' } } };
    expect(validateCluster(buildCluster(bad)).map(({ path }) => path)).toEqual([
      "metadata.annotations['rulewalk/hairpin-mode']",
    ]);
  });
});

test('a new node is made as the others are', () => {
  const routed = changeNodeSettings(bench(), { layout: 'routed', routes: ['10.1.0.0/16 via 172.18.0.9'] });
  const added = addNode(routed).cluster.nodes.at(-1);
  expect(added && nodeSettings(added)).toEqual({ layout: 'routed' });
  expect(changeNodeSettings(routed, { layout: 'routed' })).toBe(routed);
});
