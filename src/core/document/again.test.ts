import { describe, expect, it } from 'vitest';
import { SESSION_AFFINITY } from '../../content/examples/session-affinity';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import { pasted } from '../paste/testing/paste';
import { formatIp } from '../net/ip';
import { explore, makeTrace } from '../sim/explore';
import { decodeDocument } from './codec';
import { createDerive } from './derive';
import { derivePasted } from './derive-pasted';
import { emptyDocument, encodeDocument, type Document, type Flow, type FlowBefore } from './document';
import { resolveFlow } from './resolve-flow';

const DOCUMENT = SESSION_AFFINITY.document();
const [FLOW] = DOCUMENT.flows as [Flow];
const PODS = DOCUMENT.cluster.pods.filter(({ metadata }) => metadata.name.startsWith('cart'));

/** `1 cart-…`, one line an outcome: its odds, and who got it. */
function ends(document: Document, flow: Flow): readonly string[] {
  const { network, stateFor } = document.subject === 'pasted' ? derivePasted(document) : createDerive()(document);
  const sent = resolveFlow(document, network, flow);
  if (!sent.ok) return [sent.error.id];
  const state = stateFor?.(sent.value);
  const input = { network, flow: sent.value, seed: 1, ...(state ? { state } : {}) };
  return explore(input).outcomes.map((outcome) => {
    const said = makeTrace(input, outcome).assumptions.some(({ id }) => id === 'sim.flow.never-there') ? ' never' : '';
    return `${outcome.probability ?? '?'} ${outcome.arrived ? formatIp(outcome.arrived.dst) : outcome.disposition.kind}${said}`;
  });
}

const address = (pod: (typeof PODS)[number]): string => pod.status?.podIPs?.[0]?.ip ?? '';

describe.each(['iptables', 'ipvs', 'nftables', 'userspace', 'ebpf', 'kernelspace'] as const)('in %s mode', (mode) => {
  const release = { userspace: '1.25', ebpf: '1.18' }[mode as string] ?? '1.33';
  const document: Document = { ...DOCUMENT, mode, release };
  const sent = (again: FlowBefore): readonly string[] => ends(document, { ...FLOW, again });

  it.each(PODS.map((pod) => [address(pod), pod] as const))('a client that was at %s gets to it', (ip, pod) => {
    const to = { kind: 'pod', namespace: 'default', name: pod.metadata.name } as const;
    expect(sent({ to })).toEqual([`1 ${ip}`]);
    expect(sent({ to, seconds: 10_700 })).toEqual([`1 ${ip}`]);
  });

  it('is forgotten after three hours', () => {
    const to = { kind: 'address', address: address(PODS[1]!) } as const;
    if (mode === 'kernelspace') return;
    const forgotten = sent({ to, seconds: 10_801 });
    expect(new Set(forgotten.map((end) => end.split(' ')[1]))).toEqual(
      new Set(ends(document, FLOW).map((end) => end.split(' ')[1])),
    );
  });
});

it('a Pod that nobody behind the Service is: said, and sent as one that is new', () => {
  const to = { kind: 'address', address: '10.244.9.9' } as const;
  expect(ends(DOCUMENT, { ...FLOW, again: { to } })).toEqual(ends(DOCUMENT, FLOW).map((end) => `${end} never`));
});

it('a Service that remembers nobody draws anew', () => {
  const document = WEB_TWO_NODES.document();
  const flow = document.flows.find(({ from, to }) => from.kind === 'pod' && to.kind === 'service')!;
  const all = ends(document, flow);
  const to = { kind: 'address', address: all[0]!.split(' ')[1]! } as const;
  expect(ends(document, { ...flow, again: { to } })).toEqual(all);
});

it('is saved', () => {
  const again: FlowBefore = { to: { kind: 'pod', namespace: 'default', name: 'cart' }, seconds: 30 };
  const document = { ...DOCUMENT, flows: [{ ...FLOW, again }] };
  const read = decodeDocument(encodeDocument(document));
  expect(read.ok && read.value.flows[0]!.again).toEqual(again);
});

describe('lists of xt_recent beside rules', () => {
  const RULES = `*nat
:PREROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-BBBBBBBBBBBBBBBB - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.3.7/32 -p tcp -m comment --comment "shop/cart cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m recent --rcheck --seconds 10800 --reap --name KUBE-SEP-AAAAAAAAAAAAAAAA --mask 255.255.255.255 --rsource -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m recent --rcheck --seconds 10800 --reap --name KUBE-SEP-BBBBBBBBBBBBBBBB --mask 255.255.255.255 --rsource -j KUBE-SEP-BBBBBBBBBBBBBBBB
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m statistic --mode random --probability 0.50000000000 -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -j KUBE-SEP-BBBBBBBBBBBBBBBB
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m recent --set --name KUBE-SEP-AAAAAAAAAAAAAAAA --mask 255.255.255.255 --rsource -m tcp -j DNAT --to-destination 10.244.1.8:8080
-A KUBE-SEP-BBBBBBBBBBBBBBBB -p tcp -m recent --set --name KUBE-SEP-BBBBBBBBBBBBBBBB --mask 255.255.255.255 --rsource -m tcp -j DNAT --to-destination 10.244.1.7:8080
COMMIT
`;
  const LIST =
    '$ cat /proc/net/xt_recent/KUBE-SEP-BBBBBBBBBBBBBBBB\nsrc=10.244.1.9 ttl: 64 last_seen: 4299 oldest_pkt: 1 4299\n';
  const flow = (from: string): Flow => ({
    id: 'f',
    from: { kind: 'interface', device: 'cni0', address: from },
    to: { kind: 'address', address: '10.96.3.7' },
    protocol: 'tcp',
    port: 80,
  });
  const send = (from: string, again?: FlowBefore): readonly string[] => {
    const one = { ...flow(from), ...(again ? { again } : {}) };
    return ends({ ...emptyDocument(), subject: 'pasted', pasted: pasted(RULES, LIST), flows: [one] }, one);
  };
  const [a, b] = ['10.244.1.8', '10.244.1.7'];

  it('whoever is in none is drawn for', () => expect(send('10.244.1.5')).toEqual([`1/2 ${a}`, `1/2 ${b}`]));
  it('when one came is not told, so whether three hours are over is not known', () =>
    expect(send('10.244.1.9')).toEqual([`? ${b}`, `? ${a}`, `? ${b}`]));
  it('when it came, where, may be said', () => {
    const to = { kind: 'address', address: b } as const;
    expect(send('10.244.1.9', { to, seconds: 60 })).toEqual([`1 ${b}`]);
    expect(send('10.244.1.5', { to, seconds: 60 })).toEqual([`1 ${b}`]);
    expect(send('10.244.1.5', { to: { kind: 'address', address: a } })).toEqual([`1 ${a}`]);
    expect(send('10.244.1.5', { to, seconds: 10_801 })).toEqual([`1/2 ${a}`, `1/2 ${b}`]);
  });
});
