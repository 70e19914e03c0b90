import { describe, expect, it } from 'vitest';
import { cidr, ip } from '../../core/net/ip';
import type { Packet } from '../../core/net/packet';
import type { TraceStep } from '../../core/sim/trace';
import { captionPhrases, narrate, tell, type Form, type Narration, type PlacedStep } from '../../core/sim/narrate';
import { allPhrases, createSpeaker } from './index';

const CONTEXT = {
  service: (address: string) => (address === '10.96.0.10' ? 'web' : undefined),
  chains: new Map([['KUBE-SVC-AAA', 'web:http']]),
  titles: new Map([
    ['n1', 'node1'],
    ['p', 'client'],
  ]),
  odds: '1/3',
  called: (name: string) => name.replace(/^default\//, ''),
};

function packet(dst: string, dport: number, src = '10.244.1.9'): Packet {
  return {
    family: 'ipv4',
    src: ip(src),
    dst: ip(dst),
    ttl: 64,
    l4: { proto: 'tcp', sport: 41522, dport, flags: { syn: true }, seq: 0, ack: 0 },
  };
}

const TO_SERVICE = packet('10.96.0.10', 80);
const TO_POD = packet('10.244.2.7', 8080);
const CARRIER: Packet = {
  ...packet('172.18.0.3', 0, '172.18.0.2'),
  l4: { proto: 'udp', sport: 40_000, dport: 8472 },
  inner: { by: 'vxlan', vni: 1, packet: TO_POD },
};
const BASE = { packet: TO_SERVICE, mark: 0 };
const REF = { table: 'nat', chain: 'KUBE-SERVICES', index: 6 } as const;

const TUPLE = { protocol: 6, src: TO_SERVICE.src, sport: 41522, dst: TO_SERVICE.dst, dport: 80 };
/** An entry, as far as it is looked at. */
const ENTRY = { original: TUPLE, reply: TUPLE };

type Data = Record<string, unknown> & { kind: TraceStep['kind'] };
/** A step without its packet and mark, the leg it is in, its caption in English, and the steps after and before it where they count. */
type Case = readonly [Data, PlacedStep['role'], string, Data?, Data?];

const IPVS = { kind: 'ipvs', service: 'TCP 10.96.0.10:80', scheduler: 'rr', candidates: [] } as const;

const EBPF = { kind: 'ebpf', program: 'cil_from_netdev', lookups: [], reason: { id: 'sim.ebpf.no-frontend' } } as const;

const VFP = {
  kind: 'vfp',
  program: 'LB_DSR',
  device: 'vport1',
  lookups: [],
  reason: { id: 'sim.vfp.no-policy' },
} as const;

const CASES: readonly Case[] = [
  [
    {
      kind: 'rule',
      ref: { table: 'ip kube-proxy', chain: 'services', index: 0 },
      verdict: { kind: 'GOTO', chain: 'service-X-default/web/tcp/http' },
      lookup: { set: '@service-ips', key: '10.96.0.10 . tcp . 80', element: 'x', size: 10_000 },
    },
    'request',
    'One lookup in @service-ips, 10,000 elements, finds 10.96.0.10 . tcp . 80: on to service-X-default/web/tcp/http.',
  ],
  [
    { kind: 'originate', by: 'kube-proxy', reason: { id: 'sim.routing.local' } as const, odds: '1/3' },
    'request',
    'kube-proxy decides in user space, a chance of 1/3.',
  ],
  [
    { kind: 'originate', by: 'default/proxy', http: 404, reason: { id: 'sim.routing.local' } as const },
    'reply',
    'proxy answers by itself: 404.',
  ],
  [
    { kind: 'originate', by: 'default/client' },
    'request',
    'client sends to 10.96.0.10:80, the address of Service web.',
  ],
  [
    { kind: 'originate', by: 'default/client', asks: true },
    'request',
    'client asks for 10.96.0.10:80, the address of Service web, in a system call. There is no packet yet.',
  ],
  [
    {
      ...EBPF,
      program: 'cil_sock4_connect',
      did: 'translated',
      service: '10.96.0.10:80/TCP',
      chosen: '10.244.2.7:8080',
      odds: '1/3',
    },
    'request',
    'cil_sock4_connect finds 10.96.0.10:80/TCP and makes 10.244.2.7:8080 the destination, a chance of 1/3.',
  ],
  [{ ...EBPF, did: 'passed' }, 'request', 'cil_from_netdev lets it go on as it is.'],
  [
    { ...EBPF, did: 'spread', service: '172.18.0.2:30080/TCP', chosen: '10.244.2.7:8080', packet: TO_POD },
    'request',
    'cil_from_netdev finds 172.18.0.2:30080/TCP: the backend 10.244.2.7:8080 is on another node. It gets the source 10.244.1.9:41522 and goes out again.',
  ],
  [
    { ...EBPF, did: 'told', service: '172.18.0.2:30080/TCP' },
    'request',
    'cil_from_netdev finds 172.18.0.2:30080/TCP: a backend of another node, which is told whose address was asked. The source stays 10.244.1.9:41522.',
  ],
  [{ ...EBPF, did: 'masqueraded' }, 'request', 'cil_from_netdev gives it the source 10.244.1.9:41522.'],
  [
    { ...EBPF, did: 'restored' },
    'reply',
    'cil_from_netdev takes the translation back: it comes from 10.244.1.9:41522 and goes to 10.96.0.10:80.',
  ],
  [
    { ...EBPF, program: 'cil_sock4_getpeername', did: 'answered', service: '10.96.0.10:80' },
    'reply',
    'cil_sock4_getpeername tells the process that 10.96.0.10:80 answered.',
  ],
  [{ ...EBPF, did: 'delivered', device: 'lxc1' }, 'request', 'cil_from_netdev puts it into the Pod behind lxc1.'],
  [{ ...EBPF, did: 'wrapped' }, 'request', 'cil_from_netdev wraps it for the tunnel.'],
  [{ ...EBPF, did: 'refused' }, 'request', 'cil_from_netdev refuses it.'],
  [{ ...EBPF, did: 'dropped' }, 'request', 'cil_from_netdev drops it.'],
  [{ ...VFP, did: 'passed' }, 'request', 'The virtual switch passes it on as it is.'],
  [
    { ...VFP, did: 'translated', service: '10.96.0.10:80/TCP', chosen: '10.244.2.7:8080', odds: '1/3' },
    'request',
    'VFP finds the policy of 10.96.0.10:80/TCP (layer LB_DSR) and makes 10.244.2.7:8080 the destination, a chance of 1/3.',
  ],
  [
    { ...VFP, did: 'masqueraded' },
    'request',
    'VFP gives it the source 10.244.1.9:41522, so that the answer comes back to this node.',
  ],
  [
    { ...VFP, did: 'restored' },
    'reply',
    'VFP takes the translation back: it comes from 10.244.1.9:41522 and goes to 10.96.0.10:80.',
  ],
  [{ ...VFP, did: 'delivered' }, 'request', 'The virtual switch puts it out at port vport1.'],
  [{ kind: 'originate', by: 'default/client', packet: TO_POD }, 'request', 'client sends to 10.244.2.7:8080.'],
  [{ kind: 'originate', by: 'default/web-1' }, 'reply', 'web-1 answers to 10.96.0.10:80.'],
  [
    { kind: 'originate', by: 'default/client', name: 'web.default' },
    'request',
    'client asks 10.96.0.10:80, the address of Service web, for the name web.default.',
  ],
  [{ kind: 'originate', by: 'default/web-1', name: 'web.default' }, 'reply', 'web-1 answers to 10.96.0.10:80.'],
  [
    { kind: 'originate', by: 'default/client', name: 'web.default', reason: { id: 'sim.routing.local' } as const },
    'request',
    'client sends to 10.96.0.10:80, the address of Service web.',
  ],
  [{ kind: 'originate', by: 'node1' }, 'error', 'node1 sends an error back to 10.96.0.10:80.'],
  [{ kind: 'receive', device: 'veth1' }, 'request', 'It arrives at node1 by veth1.'],
  [
    { kind: 'bridge', bridge: 'cni0', action: 'up', reason: { id: 'sim.routing.local' } as const },
    'request',
    'The bridge cni0 hands it up to the host.',
  ],
  [
    {
      kind: 'bridge',
      bridge: 'cni0',
      action: 'forward',
      outPort: 'veth2',
      reason: { id: 'sim.routing.local' } as const,
    },
    'request',
    'The bridge cni0 sends it out of port veth2.',
  ],
  [
    { kind: 'bridge', bridge: 'cni0', action: 'discard', reason: { id: 'sim.routing.local' } as const },
    'request',
    'The bridge cni0 discards it.',
  ],
  [
    { kind: 'hook', hook: 'FORWARD', indev: 'cni0', outdev: 'eth0' },
    'request',
    'It reaches FORWARD, in by cni0, out by eth0: the tables there are asked in order.',
  ],
  [{ kind: 'hook', hook: 'OUTPUT' }, 'request', 'It reaches OUTPUT: the tables there are asked in order.'],
  [
    { kind: 'conntrack', ctState: 'NEW', direction: 'original', created: true },
    'request',
    'conntrack has no entry for it: NEW. One is made, and the nat table is asked this once.',
  ],
  [
    { kind: 'conntrack', ctState: 'ESTABLISHED', direction: 'reply', created: false, entry: ENTRY },
    'reply',
    'conntrack knows it as the way back: ESTABLISHED. The nat table is not asked.',
  ],
  [
    { kind: 'conntrack', ctState: 'ESTABLISHED', direction: 'original', created: false, entry: ENTRY },
    'request',
    'conntrack knows the connection: ESTABLISHED. The nat table is not asked again.',
  ],
  [
    { kind: 'conntrack', ctState: 'NEW', direction: 'original', created: false, entry: ENTRY },
    'request',
    'conntrack has its entry already, but has seen no answer to it: NEW.',
  ],
  [
    { kind: 'conntrack', ctState: 'RELATED', direction: 'reply', created: false, entry: ENTRY },
    'error',
    'conntrack knows the connection that it is about: RELATED.',
  ],
  [
    { kind: 'conntrack', ctState: 'UNTRACKED', direction: 'original', created: false },
    'request',
    'conntrack keeps no entry for it: UNTRACKED.',
  ],
  [
    { kind: 'rule', ref: REF, verdict: { kind: 'JUMP', chain: 'KUBE-SVC-AAA' } },
    'request',
    'nat KUBE-SERVICES rule 7 matches: on to web:http, KUBE-SVC-AAA.',
  ],
  [
    { kind: 'rule', ref: REF, verdict: { kind: 'GOTO', chain: 'OTHER' }, odds: '1/2' },
    'request',
    'nat KUBE-SERVICES rule 7 matches: on to OTHER, a chance of 1/2.',
  ],
  [
    { kind: 'rule', ref: REF, verdict: { kind: 'RETURN' } },
    'request',
    'nat KUBE-SERVICES rule 7 matches: back to the calling chain.',
  ],
  [
    { kind: 'rule', ref: REF, verdict: { kind: 'ACCEPT' } },
    'request',
    'nat KUBE-SERVICES rule 7 matches: the nat table lets it pass.',
  ],
  [
    { kind: 'rule', ref: REF, verdict: { kind: 'ACCEPT' } },
    'request',
    'nat KUBE-SERVICES rule 7 matches: it gives the connection a new destination.',
    { kind: 'nat', manip: 'DST', by: 'rule', before: TO_SERVICE, packet: TO_POD },
  ],
  [
    { kind: 'rule', ref: REF, verdict: { kind: 'DROP' } },
    'request',
    'nat KUBE-SERVICES rule 7 matches: it is dropped.',
  ],
  [
    { kind: 'rule', ref: REF, verdict: { kind: 'REJECT', with: 'icmp-port-unreachable' } },
    'request',
    'nat KUBE-SERVICES rule 7 matches: it is refused with icmp-port-unreachable.',
  ],
  [
    { kind: 'rule', ref: REF, verdict: { kind: 'STOLEN', by: 'DNAT' } },
    'request',
    'nat KUBE-SERVICES rule 7 matches: DNAT.',
  ],
  [
    { kind: 'rule', ref: REF, verdict: { kind: 'CONTINUE' }, markBefore: 0, mark: 0x4000 },
    'request',
    'nat KUBE-SERVICES rule 7 matches: its mark 0x0 becomes 0x4000.',
  ],
  [
    { kind: 'rule', ref: REF, verdict: { kind: 'CONTINUE' } },
    'request',
    'nat KUBE-SERVICES rule 7 matches and decides nothing; the next rule is asked.',
  ],
  [
    { kind: 'skip', table: 'nat', chain: 'KUBE-SERVICES', from: 0, to: 5 },
    'request',
    'nat KUBE-SERVICES rules 1 to 6 do not match.',
  ],
  [{ kind: 'skip', table: 'nat', chain: 'X', from: 2, to: 2 }, 'request', 'nat X rule 3 does not match.'],
  [{ kind: 'return', table: 'nat', chain: 'X' }, 'request', 'The end of nat X: back to the calling chain.'],
  [
    { kind: 'policy', table: 'filter', chain: 'FORWARD', verdict: { kind: 'ACCEPT' } },
    'request',
    'No rule of filter FORWARD decides: its policy is ACCEPT.',
  ],
  [
    { kind: 'nat', manip: 'DST', by: 'rule', before: TO_SERVICE, packet: TO_POD },
    'request',
    'DNAT: the destination 10.96.0.10:80 becomes 10.244.2.7:8080, a chance of 1/3.',
  ],
  [
    { kind: 'nat', manip: 'SRC', by: 'rule', before: TO_POD, packet: packet('10.244.2.7', 8080, '172.18.0.2') },
    'request',
    'SNAT: the source 10.244.1.9:41522 becomes 172.18.0.2:41522.',
  ],
  [
    { kind: 'nat', manip: 'SRC', by: 'binding', before: TO_POD, packet: packet('10.244.2.7', 8080, '10.96.0.10') },
    'reply',
    'conntrack translates it back: 10.244.1.9:41522 becomes 10.96.0.10:41522.',
  ],

  [
    { kind: 'nat', manip: 'SRC', by: 'binding', before: TO_POD, packet: packet('10.244.2.7', 8080, '10.96.0.10') },
    'request',
    'No rule is asked, the connection is bound: 10.244.1.9:41522 becomes 10.96.0.10:41522.',
  ],
  [
    { kind: 'routing', decision: 'local', again: false, reason: { id: 'sim.routing.local' } as const },
    'request',
    'Routing: its destination is this host.',
  ],
  [
    {
      kind: 'routing',
      decision: 'forward',
      again: false,
      device: 'eth0',
      reason: { id: 'sim.routing.local' } as const,
      route: { table: 'main', type: 'unicast', dst: cidr('10.244.2.0/24'), via: ip('172.18.0.3') },
    },
    'request',
    'Routing: 10.244.2.0/24 is reached through 172.18.0.3 by eth0.',
  ],
  [
    {
      kind: 'routing',
      decision: 'output',
      again: false,
      device: 'eth0',
      reason: { id: 'sim.routing.local' } as const,
      route: { table: 'main', type: 'unicast', dst: cidr('0.0.0.0/0'), via: ip('10.244.1.1') },
    },
    'request',
    'Routing: the default route leads out through 10.244.1.1 by eth0.',
  ],
  [
    { kind: 'routing', decision: 'none', again: false, reason: { id: 'sim.routing.local' } as const },
    'request',
    'Routing finds no way.',
  ],
  [
    { kind: 'routing', decision: 'output', again: true, device: 'cni0', reason: { id: 'sim.routing.local' } as const },
    'request',
    'The packet was changed, so routing is asked again: by cni0.',
  ],
  [
    { kind: 'transmit', device: 'eth0', to: { netns: 'p', device: 'eth0' } },
    'request',
    'It leaves by eth0 and goes to client.',
  ],
  [
    { kind: 'transmit', device: 'eth0', end: 'nobody' },
    'request',
    'It leaves by eth0, but nobody there answers for the next hop.',
  ],
  [
    { kind: 'transmit', device: 'flannel.1', end: 'tunnel' },
    'request',
    'It goes to the tunnel device flannel.1, which puts it into another packet.',
  ],
  [
    { kind: 'tunnel', device: 'flannel.1', action: 'wrap', by: 'vxlan', before: TO_POD, packet: CARRIER },
    'request',
    'flannel.1 wraps it: on the wire it is now a packet from 172.18.0.2 to 172.18.0.3, UDP port 8472, which the host sends as its own.',
  ],
  [
    { kind: 'tunnel', device: 'flannel.1', action: 'unwrap', by: 'vxlan', before: CARRIER, packet: TO_POD },
    'request',
    'It was for the tunnel: flannel.1 takes out the packet to 10.244.2.7:8080, which comes in anew by flannel.1.',
  ],
  [
    { kind: 'transmit', device: 'eth0', end: 'outside' },
    'request',
    'It leaves by eth0; what is behind it is not in the picture.',
  ],
  [
    { kind: 'transmit', device: 'cni0', end: 'bridge' },
    'request',
    'It goes to the bridge cni0, which looks for the port.',
  ],
  [
    { kind: 'deliver', to: 'default/web-1', packet: TO_POD },
    'request',
    'Delivered to web-1, which sees 10.244.1.9 as the sender.',
  ],
  [
    { kind: 'deliver', to: 'default/client', packet: packet('10.244.1.9', 41522, '10.96.0.10') },
    'reply',
    'The answer reaches client, from 10.96.0.10:41522: the address it had asked.',
  ],
  [
    { kind: 'deliver', to: 'default/client', packet: packet('10.244.1.9', 41522, '10.244.2.7') },
    'reply',
    'The answer reaches client: the packet came from 10.244.2.7:41522, the process sees 10.96.0.10:80.',
    undefined,
    { ...EBPF, did: 'answered', service: '10.96.0.10:80' },
  ],
  [{ kind: 'deliver', to: 'default/client' }, 'error', 'The error reaches client.'],
  [{ ...IPVS, at: 'in', from: 'scheduler' }, 'request', 'TCP 10.96.0.10:80 has no server that takes it.'],
  [
    { ...IPVS, at: 'in', from: 'scheduler', chosen: '10.244.2.7:8080', odds: '1/3' },
    'request',
    'IPVS finds TCP 10.96.0.10:80 in its hash table; rr chooses 10.244.2.7:8080, one of 0 servers, each in turn: whose turn it is nobody outside can know.',
  ],
  [
    { ...IPVS, at: 'in', from: 'template', chosen: '10.244.2.7:8080' },
    'request',
    'IPVS knows this connection to TCP 10.96.0.10:80: on to 10.244.2.7:8080.',
  ],
  [
    { ...IPVS, at: 'out', from: 'connection', before: TO_POD },
    'reply',
    'IPVS gives the answer its address back: 10.244.1.9:41522 becomes 10.244.1.9:41522.',
  ],
  [{ kind: 'stop', reason: { id: 'sim.routing.local' } as const }, 'request', 'It ends here.'],
  [
    { kind: 'stop', unknown: true, reason: { id: 'sim.routing.local' } as const },
    'request',
    'What becomes of it is not known.',
  ],
];

function stepOf([data, role]: Case, index = 0): PlacedStep {
  return { index, leg: 0, hop: 0, role, netns: 'n1', data: { ...BASE, ...data } as unknown as TraceStep };
}

function narrated(each: Case, names = CONTEXT): Narration {
  const [, role, , next, before] = each;
  const step = stepOf(each, before ? 1 : 0);
  const first = before ? [stepOf([before, role, ''])] : [];
  return narrate(step, [...first, step, ...(next ? [stepOf([next, role, ''], 1)] : [])], names);
}

const [english, korean] = [createSpeaker('en'), createSpeaker('ko')];

/** The forms a kind of step is told in; every one is captioned and listed. */
function formsOf(kind: TraceStep['kind']): readonly Form[] {
  const isRule = ['hook', 'rule', 'skip', 'return', 'policy'].includes(kind);
  const isWordless = kind === 'nat' || kind === 'stop';
  return ['caption', 'trace', ...(isRule ? [] : ['card' as const]), ...(isWordless ? [] : ['line' as const])];
}

/** Where compared, a hook tells what was asked there. */
const COUNTED = { rules: 3, lookups: 1 };

describe('what is said of a step', () => {
  it.each(CASES)('%# %o in the %s', (...each) => {
    const [data, , wanted] = each as unknown as Case;
    const narration = narrated(each as unknown as Case);
    const [caption] = captionPhrases(narration);
    expect(english(caption!)).toBe(wanted);
    for (const form of formsOf(data.kind)) {
      const told = tell({ ...narration, values: { ...narration.values, ...COUNTED } }, form);
      // A message whose values are missing is said as it is written.
      for (const text of [english(told), korean(told)]) expect(text).not.toMatch(/[{}]|undefined|^step\./);
    }
    expect(korean(caption!)).toMatch(/[가-힣]/);
  });

  it('has a case for all of it', () => {
    const ids = new Set<string>(CASES.map((each) => narrated(each).id));
    const written = Object.keys(allPhrases()).flatMap((id) => /^step\.(\w+)\.caption$/.exec(id)?.[1] ?? []);
    expect(new Set(written)).toEqual(ids);
  });

  it('is told nowhere in a form that nobody asks for', () => {
    const asked = new Set<string>(
      CASES.flatMap((each) => formsOf(each[0].kind).map((form) => tell(narrated(each), form).id)),
    );
    const written = Object.keys(allPhrases()).filter((id) => id.startsWith('step.'));
    expect(written.filter((id) => !asked.has(id))).toEqual([]);
  });

  it('does not speak of odds when there is one outcome', () => {
    const narration = narrated(
      [{ kind: 'nat', manip: 'DST', by: 'rule', before: TO_SERVICE, packet: TO_POD }, 'request', ''],
      { ...CONTEXT, odds: undefined as never },
    );
    expect(english(tell(narration, 'caption'))).toBe('DNAT: the destination 10.96.0.10:80 becomes 10.244.2.7:8080.');
  });
});

it.each([
  ['1/3', undefined, '1/3'],
  ['1/3', '715820724/2^31', '≈ 1/3'],
])('says odds of %s, drawn as %s, as %s', (odds, kernelOdds, about) => {
  const each: Case = [
    { kind: 'rule', ref: REF, verdict: { kind: 'GOTO', chain: 'OTHER' }, odds, kernelOdds },
    'request',
    '',
  ];
  expect(narrated(each).values).toMatchObject({ odds, about });
});

it('gives no odds to a rewrite towards a process that chooses later', () => {
  const request: Case = [
    { kind: 'nat', manip: 'DST', by: 'rule', before: TO_SERVICE, packet: TO_POD },
    'request',
    '',
    { kind: 'originate', by: 'kube-proxy', reason: { id: 'sim.routing.local' } as const, odds: '1/3' },
  ];
  expect(narrated(request).values['about']).toBe('none');
});
