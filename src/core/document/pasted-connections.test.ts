import { describe, expect, it } from 'vitest';
import { explore, makeTrace } from '../sim/explore';
import type { Trace } from '../sim/trace';
import { formatEndpoint } from '../net/packet';
import { emptyDocument, type Document, type Flow } from './document';
import { derivePasted } from './derive-pasted';
import { resolveFlow } from './resolve-flow';

const RULES = `*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
-A PREROUTING -d 10.96.3.7/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.244.1.99:8080
-A POSTROUTING -s 10.244.0.0/16 -j MASQUERADE
COMMIT
`;
const ADDRESSES = `1: lo: <LOOPBACK,UP> mtu 65536
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,UP> mtu 1500
    inet 172.20.0.5/24 scope global eth0
3: cni0: <BROADCAST,UP> mtu 1500
    inet 10.244.1.1/24 scope global cni0
default via 172.20.0.1 dev eth0
10.244.0.0/16 via 172.20.0.6 dev eth0
10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1
172.20.0.0/24 dev eth0 proto kernel scope link src 172.20.0.5
`;
const KNOWN = `tcp      6 86392 ESTABLISHED src=10.244.1.9 dst=10.96.3.7 sport=41522 dport=80 src=10.244.2.5 dst=10.244.1.9 sport=8080 dport=41522 [ASSURED] mark=0 use=1
udp      17 20 src=10.244.1.9 dst=10.96.0.10 sport=5353 dport=53 [UNREPLIED] src=10.244.2.7 dst=10.244.1.9 sport=53 dport=5353 mark=0 use=1
`;

function pasted(connections = KNOWN, flows: readonly Flow[] = []): Document {
  const texts = [RULES + ADDRESSES + connections].map((text) => ({ id: 't', title: 't', text }));
  return { ...emptyDocument(), subject: 'pasted', pasted: { texts, facts: {} }, flows };
}

/** One packet of a listed connection; `which`: in the direction of its first packet, or against it. */
function send(document: Document, index: number, which: 'original' | 'reply', change: Partial<Flow> = {}): Trace {
  const ends = derivePasted(document).connections![index]![which];
  const { device, from, to, protocol, port, sourcePort } = ends;
  const flow: Flow = {
    id: 'f',
    from: { kind: 'interface', address: from, ...(device === undefined ? {} : { device }) },
    to: { kind: 'address', address: to },
    protocol,
    port,
    sourcePort,
    ongoing: true,
    ...change,
  };
  const opened = { ...document, flows: [flow] };
  const derived = derivePasted(opened);
  const sent = resolveFlow(opened, derived.network, flow);
  if (!sent.ok) throw new Error(sent.error.id);
  const input = { network: derived.network, flow: sent.value, seed: 1, state: derived.stateFor!(sent.value) };
  return makeTrace(input, explore(input).outcomes[0]!);
}

/** What happened in the node: `ESTABLISHED original`, `nat DST binding 10.244.2.5:8080`, the end. */
function printed({ legs }: Trace): string[] {
  return legs.flatMap(({ role, hops, disposition }) => [
    ...hops
      .filter(({ netns }) => netns === 'node')
      .flatMap(({ steps }) =>
        steps.flatMap((step): string[] => {
          if (step.kind === 'conntrack') return [`${role} ${step.ctState} ${step.direction}`];
          if (step.kind === 'rule') return [`${role} rule`];
          if (step.kind !== 'nat') return [];
          const { l4, src, dst } = step.packet;
          const [sport, dport] = 'sport' in l4 ? [l4.sport, l4.dport] : [0, 0];
          const changed = step.manip === 'DST' ? formatEndpoint(dst, dport) : formatEndpoint(src, sport);
          return [`${role} nat ${step.manip} ${step.by} ${changed}`];
        }),
      ),
    `${role} ${disposition.kind}`,
  ]);
}

it('a packet of a listed connection is ESTABLISHED, bound as it was, and no nat rule is asked', () => {
  expect(printed(send(pasted(), 0, 'original'))).toEqual([
    'request ESTABLISHED original',
    'request nat DST binding 10.244.2.5:8080',
    'request DELIVERED',
    'reply ESTABLISHED reply',
    'reply nat SRC binding 10.96.3.7:80',
    'reply DELIVERED',
  ]);
});

it('the other end sends as well', () => {
  expect(printed(send(pasted(), 0, 'reply'))).toEqual([
    'request ESTABLISHED reply',
    'request nat SRC binding 10.96.3.7:80',
    'request DELIVERED',
    'reply ESTABLISHED original',
    'reply nat DST binding 10.244.2.5:8080',
    'reply DELIVERED',
  ]);
});

it('what nobody answered yet is NEW, and bound all the same', () => {
  expect(printed(send(pasted(), 1, 'original')).slice(0, 3)).toEqual([
    'request NEW original',
    'request nat DST binding 10.244.2.7:53',
    // UNREPLIED: no text tells who is there, or that anybody is.
    'request LEFT',
  ]);
});

it('another source port is another connection: the rules decide', () => {
  const trace = printed(send(pasted(), 0, 'original', { sourcePort: 41_523 }));
  expect(trace).toContain('request rule');
  expect(trace).not.toContain('request nat DST binding 10.244.2.5:8080');
});

it('thousands of entries: those of the flow’s hosts count', () => {
  const many = Array.from(
    { length: 3000 },
    (_, i) =>
      `udp 17 20 src=10.9.${i >> 8}.${i & 255} dst=10.8.0.1 sport=${2000 + i} dport=53 src=10.8.0.1 dst=10.9.${i >> 8}.${i & 255} sport=53 dport=${2000 + i} mark=0 use=1`,
  ).join('\n');
  expect(printed(send(pasted(`${KNOWN}${many}\n`), 0, 'original'))[1]).toBe('request nat DST binding 10.244.2.5:8080');
});

describe('connections of IPVS', () => {
  const IPVS = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
TCP  10.96.3.7:80 rr
  -> 10.244.2.5:8080              Masq    1      1          0
  -> 10.244.2.6:8080              Masq    1      0          0
  -> 10.244.2.7:8080              Masq    1      0          0
TCP  10.96.3.8:80 rr persistent 10800
  -> 10.244.2.5:8080              Masq    1      1          0
  -> 10.244.2.6:8080              Masq    1      0          0
`;
  const KNOWN_TO_IPVS = `IPVS connection entries
pro expire state       source             virtual            destination
TCP 14:57  ESTABLISHED 10.244.1.9:41522   10.96.3.7:80       10.244.2.6:8080
TCP 179:59 NONE        10.244.1.9:0       10.96.3.8:80       10.244.2.6:8080
`;
  const VIP = ADDRESSES.replace(
    'default via',
    `4: kube-ipvs0: <BROADCAST,NOARP> mtu 1500
    inet 10.96.3.7/32 scope global kube-ipvs0
    inet 10.96.3.8/32 scope global kube-ipvs0
default via`,
  );
  const text = VIP + IPVS + KNOWN_TO_IPVS;
  const document: Document = { ...pasted(), pasted: { texts: [{ id: 't', title: 't', text }], facts: {} } };

  /** The servers a packet may reach. */
  function servers(flow: Partial<Flow>): string[] {
    const ends = derivePasted(document).connections![0]!.original;
    const sent: Flow = {
      id: 'f',
      from: { kind: 'interface', address: ends.from, device: ends.device! },
      to: { kind: 'address', address: ends.to },
      protocol: ends.protocol,
      port: ends.port,
      ...flow,
    };
    const opened = { ...document, flows: [sent] };
    const { network, stateFor } = derivePasted(opened);
    const resolved = resolveFlow(opened, network, sent);
    if (!resolved.ok) return [resolved.error.id];
    const { outcomes } = explore({ network, flow: resolved.value, seed: 1, state: stateFor!(resolved.value) });
    return outcomes.map(({ disposition }) => disposition.netns).toSorted();
  }

  it('are listed with their state; templates are none', () => {
    const { connections = [] } = derivePasted(document);
    expect(connections.map(({ by, state, reply: { from, port } }) => [by, state, from, port])).toEqual([
      ['ipvs', 'ESTABLISHED', '10.244.2.6', 41522],
    ]);
  });

  it('a packet of one goes to its server, another is given to any', () => {
    expect(servers({ sourcePort: 41_522, ongoing: true })).toEqual(['pod:10.244.2.6']);
    expect(servers({ sourcePort: 41_523 })).toHaveLength(3);
  });

  it('a template keeps the client with its server', () => {
    const to = { kind: 'address', address: '10.96.3.8' } as const;
    expect(servers({ to, sourcePort: 50_000 })).toEqual(['pod:10.244.2.6']);
  });
});

describe('a segment out of the window of a known connection (tcp_in_window)', () => {
  const DROP = `*filter
:FORWARD ACCEPT [0:0]
-A FORWARD -m conntrack --ctstate INVALID -j DROP
COMMIT
`;
  const out = { segment: 'out-of-window' } as const;

  it('is INVALID: nat lets it be, and who gets it resets it', () => {
    expect(printed(send(pasted(), 0, 'reply', out))).toEqual([
      'request INVALID original',
      'request NO_SOCKET',
      'error INVALID original',
      // The server, which does have a connection with that address and port, takes it: the connection is lost.
      'error DELIVERED',
    ]);
    const [request] = send(pasted(), 0, 'reply', out).legs;
    expect(request!.disposition).toMatchObject({ reason: { id: 'sim.socket.untranslated' } });
  });

  it('a rule that drops what is INVALID keeps it from there', () => {
    const { texts } = pasted().pasted;
    const document = {
      ...pasted(),
      pasted: { texts: texts.map((each) => ({ ...each, text: DROP + each.text })), facts: {} },
    };
    expect(printed(send(document, 0, 'reply', out)).at(-1)).toBe('request DROPPED');
    expect(printed(send(document, 0, 'reply'))).toContain('request ESTABLISHED reply');
  });

  it('where nf_conntrack_tcp_be_liberal is 1 it is translated as any other', () => {
    const document = pasted(`net.netfilter.nf_conntrack_tcp_be_liberal = 1\n${KNOWN}`);
    expect(printed(send(document, 0, 'reply', out))).toContain('request ESTABLISHED reply');
  });
});

describe('of two machines', () => {
  const ENTRY = KNOWN.split('\n')[0]!;
  const OTHER =
    'tcp 6 86392 ESTABLISHED src=10.244.1.9 dst=10.244.2.5 sport=41522 dport=8080 src=10.244.2.5 dst=10.244.1.9 sport=8080 dport=41522 [ASSURED] mark=0 use=1';
  const FAR = ADDRESSES.replace('172.20.0.5/24', '172.20.0.6/24')
    .replace('10.244.1.1/24', '10.244.2.1/24')
    .replace('10.244.0.0/16 via 172.20.0.6', '10.244.0.0/16 via 172.20.0.5')
    .replace('10.244.1.0/24 dev cni0', '10.244.2.0/24 dev cni0')
    .replace('src 10.244.1.1', 'src 10.244.2.1')
    .replace('src 172.20.0.5', 'src 172.20.0.6');
  const text = `root@a:~# iptables-save
${RULES}root@a:~# ip addr; ip route; conntrack -L
${ADDRESSES}${ENTRY}
root@b:~# iptables-save
${RULES}root@b:~# ip addr; ip route; conntrack -L
${FAR}${OTHER}
`;
  const both: Document = { ...pasted(), pasted: { texts: [{ id: 't', title: 't', text }], facts: {} } };

  it('each machine’s list is there, and says whose it is', () => {
    const { connections = [] } = derivePasted(both);
    expect(connections.map(({ node, original: { to } }) => `${node} ${to}`)).toEqual(['a 10.96.3.7', 'b 10.244.2.5']);
  });

  it('a packet of the second one’s begins there, and both machines know it', () => {
    const { connections = [], network, stateFor } = derivePasted(both);
    const ends = connections[1]!.reply;
    const flow: Flow = {
      id: 'f',
      from: { kind: 'interface', address: ends.from, device: ends.device!, node: ends.node! },
      to: { kind: 'address', address: ends.to },
      protocol: ends.protocol,
      port: ends.port,
      sourcePort: ends.sourcePort,
      ongoing: true,
    };
    const sent = resolveFlow({ ...both, flows: [flow] }, derivePasted({ ...both, flows: [flow] }).network, flow);
    expect([network.netns.has('node:b'), sent.ok]).toEqual([true, true]);
    if (!sent.ok) return;
    expect([...stateFor!(sent.value).keys()]).toEqual(['node', 'node:b']);
    const input = {
      network: derivePasted({ ...both, flows: [flow] }).network,
      flow: sent.value,
      seed: 1,
      state: stateFor!(sent.value),
    };
    const hops = makeTrace(input, explore(input).outcomes[0]!).legs[0]!.hops;
    const seen = hops.map(({ netns, steps }) => [
      netns,
      steps.flatMap((step) => (step.kind === 'conntrack' ? [`${step.ctState} ${step.direction}`] : []))[0],
    ]);
    expect(seen.filter(([netns]) => String(netns).startsWith('node'))).toEqual([
      ['node:b', 'ESTABLISHED reply'],
      ['node', 'ESTABLISHED reply'],
    ]);
  });
});
