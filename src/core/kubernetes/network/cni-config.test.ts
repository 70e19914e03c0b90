import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDocument, type Document, type Flow } from '../../document/document';
import { createDerive } from '../../document/derive';
import { replaceCluster } from '../../document/edits/cluster';
import { changeNodeSettings } from '../../document/edits/nodes';
import { resolveFlow } from '../../document/resolve-flow';
import { printRuleset } from '../../linux/xtables/ruleset-text';
import { explore } from '../../sim/explore';
import { buildCluster, node, pod, service } from '../build';
import { CNI_PLUGINS } from './cni-names';
import { cniRemarks, readCni, type CniNetwork } from './cni-config';
import { nodeSettings, withNodeSettings } from './node-settings';

const WEB_PORTS = [{ name: 'http', containerPort: 8080, hostPort: 8081 }];
const OBJECTS = buildCluster(
  node('node-a', { addresses: ['192.168.10.11'], podCIDRs: ['10.244.1.0/24'] }),
  node('node-b', { addresses: ['192.168.10.12'], podCIDRs: ['10.244.2.0/24'] }),
  pod('web-1', {
    node: 'node-a',
    ips: ['10.244.1.5'],
    labels: { app: 'web' },
    containers: [{ name: 'c', ports: WEB_PORTS }],
  }),
  pod('client', { node: 'node-b', ips: ['10.244.2.9'], containers: [{ name: 'c' }] }),
  service('web', { clusterIP: '10.96.50.10', selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] }),
);
const kubeProxy = { mode: 'iptables', clusterCIDR: '10.244.0.0/16' } as const;
const BENCH = replaceCluster({ ...emptyDocument(), release: '1.33', kubeProxy }, OBJECTS);

const cniOf = (...plugins: readonly object[]): CniNetwork => {
  const cni = readCni(JSON.stringify({ cniVersion: '0.3.1', name: 'net', plugins }));
  if (!cni) throw new Error('no configuration');
  return cni;
};
const laid = (...plugins: readonly object[]): Document => changeNodeSettings(BENCH, { cni: cniOf(...plugins) });
const PORTMAP = { type: 'portmap', capabilities: { portMappings: true } };
const OPEN = { type: 'bridge', isDefaultGateway: true, ipam: { type: 'host-local', subnet: '10.244.1.0/24' } };

const fromPod = (name: string): Flow['from'] => ({ kind: 'pod', namespace: 'default', name });
const outside: Flow['from'] = { kind: 'external' };
const hostPort: Flow['to'] = { kind: 'address', address: '192.168.10.11' };
const itself: Flow['to'] = { kind: 'service', namespace: 'default', name: 'web', via: 'clusterIP' };
const client: Flow['to'] = { kind: 'pod', namespace: 'default', name: 'client' };

/** `DELIVERED default/web-1` and who the far end sees. */
function end(document: Document, from: Flow['from'], to: Flow['to'], port = 80): string {
  const { network } = createDerive()(document);
  const resolved = resolveFlow(document, network, { id: 'f', from, to, protocol: 'tcp', port });
  if (!resolved.ok) return resolved.error.id;
  const [outcome] = explore({ network, flow: resolved.value, seed: 1 }).outcomes;
  if (!outcome) return 'nothing';
  const { disposition } = outcome;
  return `${disposition.kind} ${'netns' in disposition ? disposition.netns : ''}`;
}

const nat = (document: Document, name = 'node-a'): string => {
  const ruleset = createDerive()(document).network.netns.get(name)?.xtables.ipv4;
  return ruleset ? printRuleset(ruleset, 'ipv4') : '';
};
const device = (document: Document, netns: string, name: string) =>
  createDerive()(document)
    .network.netns.get(netns)
    ?.devices.find((each) => each.name === name);

describe('a CNI configuration lays a node’s Pod network', () => {
  it.each([
    ['bridge', [{ ...OPEN, bridge: 'mybr' }], 'mybr'],
    ['flannel', [{ type: 'flannel', delegate: { hairpinMode: true } }, PORTMAP], 'cni0'],
    ['ptp', [{ type: 'ptp' }], undefined],
    ['calico', [{ type: 'calico', ipam: { type: 'calico-ipam' }, mtu: 1440, policy: { type: 'k8s' } }], undefined],
  ] as const)('%s', (type, plugins, bridge) => {
    const { netns } = createDerive()(laid(...plugins)).network;
    const devices = netns.get('node-a')?.devices ?? [];
    expect(devices.find(({ kind }) => kind === 'bridge')?.name).toBe(bridge);
    const links = devices.filter(({ kind }) => kind === 'veth').map(({ name }) => name.slice(0, 4));
    expect(links).toEqual([type === 'calico' ? 'cali' : 'veth']);
    expect(end(laid(...plugins), fromPod('client'), itself)).toBe('DELIVERED default/web-1');
    if (type === 'calico') expect(netns.get('default/web-1')?.devices[1]?.mtu).toBe(1440);
  });

  it('hairpinMode, isGateway and the default route are the configuration’s', () => {
    expect(end(laid({ ...OPEN, hairpinMode: true }), fromPod('web-1'), itself)).toBe('DELIVERED default/web-1');
    expect(end(laid(OPEN), fromPod('web-1'), itself)).toBe('DROPPED node-a');
    expect(device(laid({ type: 'bridge' }), 'node-a', 'cni0')?.addresses).toEqual([]);
    expect(end(laid({ type: 'bridge' }), fromPod('web-1'), itself)).toBe('NO_ROUTE default/web-1');
    expect(device(laid(OPEN), 'node-a', 'cni0')?.addresses).toHaveLength(1);
  });

  it('ipMasq masquerades what leaves the Pods’ network, a chain a Pod', () => {
    const masq = nat(laid({ ...OPEN, ipMasq: true }));
    expect(masq).toMatch(
      /-A POSTROUTING -s 10\.244\.1\.5\/32 -m comment --comment "name: \\"net\\" id: \\"\w+\\"" -j CNI-\w{24}/,
    );
    expect(masq).toMatch(/-A CNI-\w{24} -d 10\.244\.1\.0\/24 .* -j ACCEPT/);
    expect(masq).toMatch(/-A CNI-\w{24} ! -d 224\.0\.0\.0\/4 .* -j MASQUERADE/);
    expect(end(laid({ ...OPEN, ipMasq: true }), fromPod('web-1'), client, 1)).toContain('default/client');
    expect(nat(laid(OPEN))).not.toContain('CNI-');
  });

  it('without portmap no hostPort is open; snat, markMasqBit, the chain and conditions are its own', () => {
    const [closed, open] = [laid(OPEN), laid(OPEN, PORTMAP)];
    expect(end(closed, outside, hostPort, 8081)).not.toContain('web-1');
    expect(end(open, outside, hostPort, 8081)).toBe('DELIVERED default/web-1');
    expect(nat(open)).toContain(
      '-A CNI-HOSTPORT-SETMARK -m comment --comment "CNI portfwd masquerade mark" -j MARK --set-xmark 0x2000/0x2000',
    );
    expect(nat(laid(OPEN, { ...PORTMAP, markMasqBit: 5 }))).toContain('--set-xmark 0x20/0x20');
    const bare = nat(laid(OPEN, { ...PORTMAP, snat: false }));
    expect(bare).toContain('-j DNAT --to-destination 10.244.1.5:8080');
    expect(bare).not.toMatch(/SETMARK|CNI-HOSTPORT-MASQ/);
    const chain = nat(laid(OPEN, { ...PORTMAP, externalSetMarkChain: 'KUBE-MARK-MASQ' }));
    expect(chain).toMatch(/-A CNI-DN-\w+ .*-j KUBE-MARK-MASQ/);
    expect(chain).not.toContain('CNI-HOSTPORT-MASQ');
    const only = laid(OPEN, { ...PORTMAP, conditionsV4: ['!', '-d', '192.168.10.11'] });
    expect(end(only, outside, hostPort, 8081)).not.toContain('web-1');
  });

  it('says what of it changes no walk, and what it cannot lay', () => {
    const said = (document: Document): readonly string[] =>
      createDerive()(document).findings.flatMap(({ message: { id, values } }) =>
        id.includes('validate.cni-')
          ? [`${id.replace('kubernetes.validate.cni-', '')} ${values?.['plugin'] ?? ''}`]
          : [],
      );
    const one = (text: readonly string[]): readonly string[] => [...new Set(text)];
    expect(one(said(laid(OPEN, PORTMAP, { type: 'bandwidth' })))).toEqual(['silent bandwidth']);
    expect(one(said(laid({ type: 'macvlan' }, PORTMAP)))).toEqual(['main macvlan']);
    expect(one(said(laid({ ...OPEN, promiscMode: true })))).toEqual(['promiscuous bridge', 'ports portmap']);
  });

  it('is kept as it was written; taken away, nothing of what it chose stays', () => {
    const cni = cniOf({ type: 'ptp' }, PORTMAP);
    const plain = node('n', { addresses: ['192.168.10.11'] });
    const told = withNodeSettings(plain, { cni });
    expect(told.metadata.annotations).toEqual({ 'rulewalk/cni-conflist': cni.text });
    expect(nodeSettings(told)).toEqual({ cni, layout: 'ptp' });
    expect(
      withNodeSettings(withNodeSettings(told, { forwardPolicy: 'DROP' }), { cni: undefined }).metadata.annotations,
    ).toEqual({
      'rulewalk/forward-policy': 'DROP',
    });
  });

  it('never throws, whatever is written', () => {
    fc.assert(fc.property(fc.json(), (text) => void readCni(text)));
    const plugin = fc.dictionary(
      fc.constantFrom('type', 'bridge', 'mtu', 'ipam', 'delegate', 'markMasqBit', 'conditionsV4'),
      fc.jsonValue(),
    );
    fc.assert(fc.property(fc.array(plugin), (plugins) => void readCni(JSON.stringify({ cniVersion: '1', plugins }))));
  });
});

it.each([
  ['a chained one first', [PORTMAP, OPEN], ['cni-misplaced portmap']],
  ['one that cannot be laid first', [{ type: 'macvlan' }, PORTMAP], ['cni-main macvlan']],
  ['the usual order', [OPEN, PORTMAP, { type: 'bandwidth' }], ['cni-silent bandwidth']],
  ['a stranger behind', [OPEN, { type: 'istio-cni' }, PORTMAP], ['cni-strange istio-cni']],
])('what is said of plugins in an order: %s', (_order, plugins, said) => {
  expect(cniRemarks(cniOf(...plugins)).map((remark) => remark.join(' '))).toEqual(said);
});

it('knows each CNI plugin by one line', () => {
  expect(CNI_PLUGINS.filter((name, at) => CNI_PLUGINS.indexOf(name) !== at)).toEqual([]);
});
