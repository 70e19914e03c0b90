import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { createSpeaker } from '../../../content/phrases';
import { derivePasted } from '../../document/derive-pasted';
import { createDeriveWith } from '../../document/derive-cluster';
import { emptyDocument, type Document, type Flow } from '../../document/document';
import { changeKubeProxy } from '../../document/edits/cluster';
import { changeNodeSettings } from '../../document/edits/nodes';
import { addPasted } from '../../document/edits/pasted';
import { applyChange } from './candidate';
import { whatFlips, type Flips } from './what-flips';

const say = createSpeaker('en');
const derive = createDeriveWith(derivePasted);

function flipsOf(document: Document): Flips {
  const steps = whatFlips({ document, flowId: document.flows[0]!.id }, derive);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value!;
}

/** Verdict that is known before anything is tried. */
function getsThrough(document: Document): boolean | undefined {
  return whatFlips({ document, flowId: document.flows[0]!.id }, derive).next().value?.through;
}

/** What turns it round, as it is said, in order; each was applied to a copy and the flow got through. */
function mends(document: Document): string[] {
  const { found, through } = flipsOf(document);
  expect(through).toBe(false);
  const flips = found.filter(({ effect }) => effect === 'flips');
  for (const { change } of flips) expect(getsThrough(applyChange(document, change))).toBe(true);
  return flips.map(({ says }) => say(says));
}

const base = EXAMPLES.find(({ id }) => id === 'web-two-nodes')!.document('en');
const asking = (document: Document, flow: Omit<Flow, 'id'>): Document => ({
  ...document,
  flows: [{ ...flow, id: 'f' }],
});
const onNode1 = base.cluster.pods.find(
  ({ metadata: { labels }, spec }) => labels?.app === 'web' && spec.nodeName === 'node1',
)!;
const toPod = (name: string): Flow['to'] => ({ kind: 'pod', namespace: 'default', name });
const nodePort: Flow['to'] = { kind: 'service', namespace: 'default', name: 'web', via: 'nodePort', node: 'node1' };

describe('nodePortAddresses', () => {
  it.each(['iptables', 'ipvs', 'nftables'] as const)('%s: a value that holds the address asked comes first', (mode) => {
    const document = asking(
      changeKubeProxy({ ...base, mode, release: '1.33' }, { nodePortAddresses: ['10.0.0.0/8'] }),
      { from: { kind: 'external' }, to: nodePort, protocol: 'tcp', port: 80 },
    );
    const [first, second, third] = mends(document);
    expect(first).toMatch(/^kube-proxy: nodePortAddresses → 10\.0\.0\.0\/8, 172\.18\.0\.0\/\d+$/);
    expect(second).toMatch(/^kube-proxy: nodePortAddresses → 10\.0\.0\.0\/8, 172\.18\.0\.\d+\/32$/);
    expect(third).toBe('kube-proxy: nodePortAddresses not set');
  });
});

describe('routes of a built node', () => {
  const flow = {
    from: { kind: 'node', name: 'node2' },
    to: toPod(onNode1.metadata.name),
    protocol: 'tcp',
    port: 8080,
  } as const;
  const said = (...routes: string[]): Document => asking(changeNodeSettings(base, { routes }, 'node2'), flow);

  it.each([
    'unreachable 10.244.1.0/24',
    'unreachable POD/32',
    '10.244.1.0/24 via 172.18.0.254 dev eth0',
    'blackhole POD/31',
  ])('%s: taken back, or the right one', (line) => {
    const wrong = line.replace('10.244.1.0/24', podCidr()).replace('POD', onNode1.status?.podIP ?? '');
    const all = mends(said(wrong));
    expect(all[0]).toBe(`Without the route on node2: ${wrong}`);
    expect(all[1]).toMatch(/^Route on node2: 10\.244\.\d\.\d+\/\d+ via 172\.18\.0\.\d+ dev eth0$/);
  });

  const podCidr = (): string =>
    base.cluster.nodes.find(({ metadata }) => metadata.name === 'node1')!.spec.podCIDR ?? '';
});

/** Two machines on one wire whose listings show their routes: `more` of the first. */
const machine = (name: string, own: number, more = ''): string => `root@${name}:~# ip addr
1: lo: <LOOPBACK,UP> mtu 65536
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,UP> mtu 1500
    inet 192.168.10.${own}/24 scope global eth0
3: cni0: <BROADCAST,UP> mtu 1500
    inet 10.244.${own}.1/24 scope global cni0
root@${name}:~# ip route
${more}192.168.10.0/24 dev eth0 scope link
10.244.${own}.0/24 dev cni0 scope link
root@${name}:~# iptables-save
*nat
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A OUTPUT -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.0.20/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "default/web:http" -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m comment --comment "default/web:http" -m tcp -j DNAT --to-destination 10.244.2.5:8080
COMMIT
`;

describe('routes of pasted nodes', () => {
  const paste = (node1: string, node2: string): Document =>
    asking(
      addPasted(emptyDocument(), [
        { title: 'a', text: machine('node-a', 1, node1) },
        { title: 'b', text: machine('node-b', 2, node2) },
      ]),
      {
        from: { kind: 'interface', node: 'node-a', device: 'cni0', address: '10.244.1.9' },
        to: { kind: 'address', address: '10.96.0.20' },
        protocol: 'tcp',
        port: 80,
      },
    );
  const back = '10.244.1.0/24 via 192.168.10.1 dev eth0\n';
  const there = '10.244.2.0/24 via 192.168.10.2 dev eth0\n';

  it.each([
    ['a missing one', '', back, 'Route on node-a: 10.244.2.0/24 via 192.168.10.2 dev eth0'],
    [
      'a wrong one',
      '10.244.2.0/25 via 192.168.10.77 dev eth0\n',
      back,
      'Route on node-a: 10.244.2.0/25 via 192.168.10.2 dev eth0',
    ],
    ['the way back', there, '', 'Route on node-b: 10.244.1.0/24 via 192.168.10.1 dev eth0'],
  ])('%s', (_, node1, node2, wanted) => {
    expect(mends(paste(node1, node2))[0]).toBe(wanted);
  });

  it('none where the way was right', () => {
    const { through, found } = flipsOf(paste(there, back));
    expect(through).toBe(true);
    expect(found.filter(({ says }) => says.id === 'document.why.route')).toEqual([]);
  });
});
