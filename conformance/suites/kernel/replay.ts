import type { Choice } from '../../../src/core/linux/chain-walk';
import { snapshot } from '../../../src/core/linux/conntrack/table';
import type { Netns, Network } from '../../../src/core/linux/netns';
import { createState, type NetnsState, type PortDraw } from '../../../src/core/linux/state';
import type { Leg } from '../../../src/core/sim/trace';
import { runPacket } from '../../../src/core/sim/simulate';
import { expectOf, tupleText } from './expect';
import { packetFromText, packetOf, type Expectation, type KernelRecord } from './record';
import { listIpvsConnections } from '../../../src/core/linux/ipvs/connection-list';
import { editTable, type IpvsEdit } from '../../../src/core/linux/ipvs/protocol-state';
import { serverKey, serviceKey, type IpvsTable, type IpvsConnection } from '../../../src/core/linux/ipvs/service';
import { IPVSADM, readIpvsTable } from '../../../src/core/formats/ipvsadm';

/** What the simulator makes of one packet, or the first thing it could not know. */
export interface Replayed {
  readonly n: number;
  readonly expect: Expectation;
  /** What was walked: the packet, and what it made the router send. */
  readonly legs: readonly Leg[];
  /** The connections of IPVS afterwards, a line each; absent without IPVS. */
  readonly conns?: readonly string[];
  /** An option that is not simulated had a say. */
  readonly unknown?: string;
}

/** The port or id the kernel drew for a connection, as the record's entry shows it. */
function recordedDraw(expect: Expectation, draw: PortDraw): number | undefined {
  const entries = (expect['ct'] ?? []) as readonly { orig: string; reply: string }[];
  const wanted = tupleText(draw.original);
  const entry = entries.find(({ orig }) => orig === wanted);
  if (!entry) return undefined;
  const { l4 } = packetFromText(entry.reply);
  if (l4.proto === 'icmp' || l4.proto === 'icmpv6') return l4.id;
  if (!('sport' in l4)) return undefined;
  return draw.manip === 'SRC' ? l4.dport : l4.sport;
}

/**
 * Replays a record's packets in order in one namespace. What is not known does not hold, but for packets in
 * `holding`, where it does.
 */
export function replay(record: KernelRecord, netns: Netns, holding: ReadonlySet<number> = new Set()): Replayed[] {
  let router = netns;
  let current: Expectation = {};
  const fresh = createState();
  const state: NetnsState = {
    ...fresh,
    drawPort: (draw) => {
      const recorded = recordedDraw(current, draw);
      return recorded !== undefined && recorded >= draw.min && recorded < draw.min + draw.size
        ? recorded
        : fresh.drawPort(draw);
    },
  };
  const states = new Map([[netns.id, state]]);
  return record.packets.map((recorded) => {
    if (recorded.ctl) {
      router = control(router, state, recorded.ctl);
      return { n: recorded.n, expect: {}, legs: [] };
    }
    const network: Network = { netns: new Map([[router.id, router]]), segments: [] };
    current = recorded.expect;
    state.now = recorded.t ?? state.now;
    let unknown: string | undefined;
    const decide = (choice: Choice): number => {
      unknown ??= choice.where;
      return choice.kind === 'unknown' && !holding.has(recorded.n) ? 1 : 0;
    };
    const before = state.conntrack.entries().map(snapshot);
    const device = recorded.in.if ?? undefined;
    const legs = runPacket({
      network,
      netns: router,
      state: states,
      decide,
      packet: packetOf(recorded.in),
      mark: recorded.in.mark ?? 0,
      ...(device ? { device } : {}),
    });
    state.now += 10;
    const after = state.conntrack.entries().map(snapshot);
    const expect = expectOf({ legs, before, after, native: record.backend === 'native' });
    const conns = router.ipvs ? { conns: connectionTable(state) } : {};
    return { n: recorded.n, expect, legs, ...conns, ...(unknown ? { unknown } : {}) };
  });
}

/** The table a listing of `--nosort` shows, of which nothing was scheduled yet. */
export function freshTable(listing: string): IpvsTable {
  const parsed = IPVSADM.parse(`$ ipvsadm -Ln --nosort\n${listing}`);
  const services = parsed.ok ? parsed.value.value.flatMap((each) => readIpvsTable(each)?.services ?? []) : [];
  return { services: services.map((service) => ({ ...service, fresh: true as const })) };
}

/** `-a -t 10.96.0.1:80 -r 10.244.1.5:8080 -m -w 2`, `-e …`, `-d …`, `-D -t …` as an edit; undefined: `sleep 1`. */
function editOf(words: string): IpvsEdit | undefined {
  const [, verb = '', rest = ''] = /^-([aedD]) (.*)$/.exec(words) ?? [];
  if (verb === '') return undefined;
  // A saved line names the same service and server that the command does.
  const virtual = /(?:-[tuf]|--sctp-service) \S+/.exec(rest)?.[0] ?? '';
  const saved = `-A ${virtual} -s rr\n-a ${rest}\n`;
  const [service] = freshTable(verb === 'D' ? `-A ${virtual} -s rr\n` : saved).services;
  const server = service?.servers[0];
  if (!service) return undefined;
  const key = serviceKey(service);
  if (verb === 'D') return { kind: 'delete-service', service: key };
  if (!server) return undefined;
  if (verb === 'a') return { kind: 'add-server', service: key, server };
  if (verb === 'd') return { kind: 'delete-server', service: key, server: serverKey(server) };
  return { kind: 'edit-server', service: key, server: serverKey(server), weight: server.weight };
}

/** What `ipvsadm` did between two packets of a record. */
function control(netns: Netns, state: NetnsState, commands: readonly string[]): Netns {
  let table = netns.ipvs ?? { services: [] };
  for (const words of commands) {
    const seconds = /^sleep (\d+)$/.exec(words)?.[1];
    if (seconds !== undefined) state.now += Number(seconds) * 1000;
    const edit = editOf(words);
    const forget = ({
      protocol,
      client: src,
      clientPort: sport,
      virtual: dst,
      virtualPort: dport,
    }: IpvsConnection): void => {
      const found = state.conntrack.lookup({ id: 0 }, { protocol, src, sport, dst, dport });
      if (found?.direction === 'original') state.conntrack.kill(found.entry);
    };
    const flush = (netns.sysctls['net.ipv4.vs.expire_nodest_conn'] ?? 0) !== 0;
    if (edit) table = editTable({ table, state: state.ipvs, now: state.now, flush, forget }, edit);
  }
  return { ...netns, ipvs: table };
}

/** `TCP 192.168.10.50:1000 10.96.0.1:80 10.244.1.5:8080 SYN_RECV 59`: the connections, with the seconds that are left. */
function connectionTable({ ipvs, now }: NetnsState): string[] {
  return listIpvsConnections(ipvs, now)
    .map(({ protocol, client, virtual, server, state, seconds }) =>
      [protocol, client, virtual, server, state, seconds].join(' '),
    )
    .sort();
}
