import { hasPorts, type Packet } from '../../src/core/net/packet';
import { formatIp } from '../../src/core/net/ip';
import { LOOPBACK } from '../../src/core/linux/namespace';
import type { Leg } from '../../src/core/sim/trace';
import { replay } from '../suites/kernel/replay';
import { routerOf, type KernelRecord } from '../suites/kernel/record';
import { Dice } from './dice';
import { iptablesProgram, whyNot, run } from './kernel';
import {
  IPV4_GROUND,
  IPV6_GROUND,
  oddPacket,
  randomPacket,
  withPort,
  type RouterAddresses,
  type SocketPacket,
} from './packet-ground';
import { nftTool, xtablesTool, type RuleTool } from './rule-tools';
import { skippedStep, Tally, type SoakOptions, type SoakStep } from './step';
import { PacketNetns, recordedOf } from './places';

const PLACES = ['sent', 'local'] as const;
const KINDS = ['tcp', 'udp', 'icmp'] as const;
type At = (typeof PLACES)[number];
const SETS = PLACES.flatMap((at) => KINDS.map((kind) => [at, kind] as const));

/** What leaves the router, and what is delivered on it and goes no further, so that nobody answers. */
function watchOf({ family }: RouterAddresses): string {
  const [l3, icmp] = family === 'ipv6' ? ['ip6', 'icmpv6'] : ['ip', 'icmp'];
  const address = family === 'ipv6' ? 'ipv6_addr' : 'ipv4_addr';
  const ports = { key: 'th sport . th dport', type: 'inet_service . inet_service' };
  const of = {
    tcp: { ...ports, is: 'meta l4proto tcp' },
    udp: { ...ports, is: 'meta l4proto udp' },
    icmp: { key: `${icmp} type . ${icmp} code`, type: `${icmp}_type . ${icmp}_code`, is: `meta l4proto ${icmp}` },
  } as const;
  const set = ([at, kind]: readonly [At, keyof typeof of]): string =>
    `set ${at}_${kind} { type ${address} . ${address} . ${of[kind].type} . mark; flags dynamic; size 4096; }`;
  const watches = (at: At): string =>
    KINDS.map(
      (kind) => `${of[kind].is} add @${at}_${kind} { ${l3} saddr . ${l3} daddr . ${of[kind].key} . meta mark };`,
    ).join(' ');
  // Who is in a group of multicast tells so (MLD): that is no packet of this step.
  const quiet = `${l3} daddr ${family === 'ipv6' ? 'ff00::/8' : '224.0.0.0/4'} drop;`;
  return `table ${l3} watch {
${SETS.map(set).join('\n')}
chain post { type filter hook postrouting priority 2147483647; oifname "lo" accept; ${watches('sent')} }
chain in { type filter hook input priority 2147483647; ${watches('local')} drop; }
chain quiet_pre { type filter hook prerouting priority -2147483648; ${quiet} }
chain quiet_out { type filter hook output priority -2147483648; ${quiet} }
}
`;
}
const SILENT = 'table inet silent { chain in { type filter hook input priority -500; policy drop; }; }';

/** What became of a packet, by the kernel. */
interface Seen {
  /** `proto src:sport>dst:dport mark`, of what left the router and what was delivered on it. */
  readonly sent: readonly string[];
  readonly local: readonly string[];
  /** Rules by `table chain number`, with how many packets more they counted. */
  readonly hits: Readonly<Record<string, number>>;
}

/** An element of what is watched: addresses, ports or type and code, mark. */
const ELEMENT = /([\da-f.:]+) \. ([\da-f.:]+) \. (\d+) \. (\d+) \. (0x[0-9a-f]+|\d+)/g;

function watchedIn(text: string, at: At): string[] {
  const found = KINDS.flatMap((kind) => {
    const start = text.indexOf(`set ${at}_${kind} {`);
    const own = start < 0 ? '' : text.slice(start, text.indexOf('\n\t}', start));
    return [...own.matchAll(ELEMENT)].map(([, src = '', dst = '', a, b, mark]) =>
      kind === 'icmp'
        ? `icmp ${src}>${dst} type=${a} code=${b} ${Number(mark)}`
        : `${kind} ${src}:${a}>${dst}:${b} ${Number(mark)}`,
    );
  });
  return found.toSorted();
}

const QUIET_IPV4 = [
  'net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0',
  'net.ipv6.conf.default.disable_ipv6=1 net.ipv6.conf.all.disable_ipv6=1',
  'net.ipv4.conf.all.send_redirects=0 net.ipv4.conf.default.send_redirects=0 net.ipv4.icmp_ratelimit=0',
];
const QUIET_IPV6 = [
  'net.ipv6.conf.default.accept_dad=0 net.ipv6.conf.all.accept_dad=0',
  'net.ipv6.conf.default.addr_gen_mode=1 net.ipv6.conf.all.addr_gen_mode=1 net.ipv6.conf.default.router_solicitations=0',
  'net.ipv6.icmp.ratelimit=0',
];

/** A router between two silent networks, in namespaces that end with it. */
class Router {
  private readonly places: Readonly<Record<SocketPacket['from'], PacketNetns>>;
  private counters: ReadonlyMap<string, number> = new Map();
  private readonly tool: RuleTool;

  private constructor(tool: RuleTool) {
    this.tool = tool;
    this.places = { eth0: new PacketNetns(), cni0: new PacketNetns(), router: new PacketNetns() };
  }

  static async make(tool: RuleTool): Promise<Router> {
    const router = new Router(tool);
    const { eth0, cni0, router: own } = router.places;
    for (const place of [eth0, cni0, own]) await place.heard();
    const { ground } = tool;
    const isV6 = ground.family === 'ipv6';
    const quiet = (isV6 ? QUIET_IPV6 : QUIET_IPV4).map((settings) => `sysctl -qw ${settings}`);
    const address = (text: string, name: string): string =>
      `ip addr add ${text} ${isV6 ? 'nodad' : 'brd +'} dev ${name}`;
    own.shell(
      [
        ...quiet,
        `sysctl -qw net.${isV6 ? 'ipv6.conf.all.forwarding' : 'ipv4.ip_forward'}=1`,
        'ip link set lo up',
        `ip link add eth0 type veth peer name uplink netns ${eth0.pid}`,
        `ip link add cni0 type veth peer name uplink netns ${cni0.pid}`,
        ...['eth0', 'cni0'].map((name) => `ip link set ${name} arp off address 02:00:00:00:00:01 up`),
        ...(['eth0', 'cni0'] as const).map((name) => address(`${ground.own[name]}/${ground.prefix}`, name)),
        `ip route add default via ${ground.gateway} dev eth0`,
      ].join('\n'),
    );
    for (const name of ['eth0', 'cni0'] as const) {
      router.places[name].shell(
        [
          ...quiet,
          'ip link set lo up; ip link set uplink arp off address 02:00:00:00:00:01 up',
          ...ground.behind[name].map((text) => `ip addr add ${text}/${isV6 ? '128 nodad' : 32} dev uplink`),
          `ip ${isV6 ? '-6 ' : ''}route add default dev uplink`,
          'nft -f -',
        ].join('\n'),
        SILENT,
      );
    }
    own.shell('nft -f -', watchOf(ground));
    return router;
  }

  /** Loads rules one by one; the kernel's own print of those it took. */
  load(lines: readonly string[]): string {
    const saved = this.places.router.shell(this.tool.load, lines.map((line) => `${line}\n`).join(''));
    this.counters = this.tool.counters(this.look());
    return saved;
  }

  /** One look at everything that packets change; what was watched is forgotten by it. */
  private look(): string {
    const l3 = this.tool.ground.family === 'ipv6' ? 'ip6' : 'ip';
    const watched = SETS.map(
      ([at, kind]) => `nft -n list set ${l3} watch ${at}_${kind}; nft flush set ${l3} watch ${at}_${kind}`,
    );
    return this.places.router.shell([this.tool.list, ...watched].join('\n'));
  }

  /** The rules that count, by `table chain number`. */
  get counted(): ReadonlySet<string> {
    return new Set(this.counters.keys());
  }

  /** Sends a packet and looks at what it changed. */
  async send(packet: SocketPacket): Promise<Seen> {
    await this.places[packet.from].send(packet);
    const text = this.look();
    const before = this.counters;
    this.counters = this.tool.counters(text);
    const hits: Record<string, number> = {};
    for (const [rule, count] of this.counters) {
      const more = count - (before.get(rule) ?? 0);
      if (more > 0) hits[rule] = more;
    }
    return { sent: watchedIn(text, 'sent'), local: watchedIn(text, 'local'), hits };
  }

  end(): void {
    for (const place of Object.values(this.places)) place.end();
  }
}

const ROUNDS = 5;
const PACKETS = 14;

function topologyOf({ own, prefix, gateway, family }: RouterAddresses): KernelRecord['topo'] {
  return {
    interfaces: (['eth0', 'cni0'] as const).map((name) => ({ name, addrs: [`${own[name]}/${prefix}`] })),
    routes: [{ dst: 'default', via: gateway, dev: 'eth0' }],
    sysctl: family === 'ipv6' ? {} : { 'net.ipv4.conf.all.rp_filter': 0, 'net.ipv4.conf.default.rp_filter': 0 },
  };
}

interface Played {
  readonly rules: string;
  readonly packets: readonly SocketPacket[];
  readonly seen: readonly Seen[];
  readonly counted: ReadonlySet<string>;
  readonly seed: number;
}

function recordOf(ground: RouterAddresses, { rules, packets, seen }: Played): KernelRecord {
  return {
    id: 'soak',
    fam: ground.family === 'ipv6' ? 'ip6' : 'ip',
    topo: topologyOf(ground),
    rules,
    packets: packets.map((packet, n) => ({ n, in: recordedOf(packet), expect: { ct: drawnIn(packet, seen[n]) } })),
  };
}

/** The port the kernel drew, as it is seen on the packet where it left or was delivered: it cannot be known before. */
function drawnIn(packet: Omit<SocketPacket, 'from'>, seen: Seen | undefined): readonly Record<string, string>[] {
  const { proto, src, sport, dst, dport } = packet;
  return [...(seen?.sent ?? []), ...(seen?.local ?? [])].flatMap((sent) => {
    const [, from = '', fromPort = '', to = '', toPort = ''] = /^(?:udp|tcp) (\S+):(\d+)>(\S+):(\d+) /.exec(sent) ?? [];
    if (from === '') return [];
    const orig = `${proto} ${withPort(src, String(sport))}>${withPort(dst, String(dport))}`;
    return [{ orig, reply: `${proto} ${withPort(to, toPort)}>${withPort(from, fromPort)}` }];
  });
}

function seenText({ src, dst, l4 }: Packet, mark: number): string {
  if (hasPorts(l4)) return `${l4.proto} ${formatIp(src)}:${l4.sport}>${formatIp(dst)}:${l4.dport} ${mark}`;
  return l4.proto === 'icmp' || l4.proto === 'icmpv6'
    ? `icmp ${formatIp(src)}>${formatIp(dst)} type=${l4.type} code=${l4.code} ${mark}`
    : l4.proto;
}

/** What the simulator walked, as the kernel was seen. */
function asSeen(legs: readonly Leg[], counted: ReadonlySet<string>): Seen {
  const hits: Record<string, number> = {};
  const ends = { LEFT: new Set<string>(), DELIVERED: new Set<string>() };
  for (const { hops, disposition } of legs) {
    const steps = hops.flatMap((hop) => hop.steps);
    for (const step of steps) {
      const rule = step.kind === 'rule' ? `${step.ref.table} ${step.ref.chain} ${step.ref.index + 1}` : '';
      if (counted.has(rule)) hits[rule] = (hits[rule] ?? 0) + 1;
    }
    const last = steps.at(-1);
    if (last && (disposition.kind === 'LEFT' || disposition.kind === 'DELIVERED'))
      ends[disposition.kind].add(seenText(last.packet, last.mark));
  }
  return { sent: [...ends.LEFT].toSorted(), local: [...ends.DELIVERED].toSorted(), hits };
}

const text = ({ sent, local, hits }: Seen): string =>
  JSON.stringify([sent, local, Object.entries(hits).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/** Which packet comes next, after those that were sent and what the router made of them. */
type NextPacket = (
  dice: Dice,
  ground: RouterAddresses,
  before: readonly SocketPacket[],
  seen: readonly Seen[],
) => SocketPacket;

const nextOdd: NextPacket = (dice, ground, before, seen) =>
  oddPacket(
    dice,
    ground,
    seen.flatMap(({ sent }) => sent),
    before.length,
  );

async function playRound(tally: Tally, tool: RuleTool, seed: number, next: NextPacket): Promise<void> {
  const dice = new Dice(seed);
  const router = await Router.make(tool);
  try {
    const rules = router.load(tool.draw(dice));
    tally.check(router.counted.size > 0, () => `seed ${seed}: no rule was loaded`);
    const packets: SocketPacket[] = [];
    const seen: Seen[] = [];
    for (let n = 0; n < PACKETS; n++) {
      const packet = next(dice, tool.ground, packets, seen);
      packets.push(packet);
      seen.push(await router.send(packet));
    }
    compare(tally, tool, { rules, packets, seen, counted: router.counted, seed });
  } finally {
    router.end();
  }
}

function compare(tally: Tally, tool: RuleTool, played: Played): void {
  const { packets, seen, counted, seed, rules } = played;
  const record = recordOf(tool.ground, played);
  const router = routerOf(record, { common: { sysctl: {} }, topologies: {} }, tool.rules(rules));
  const netns = { ...router, devices: [LOOPBACK, ...router.devices] };
  for (const { n, legs, unknown } of replay(record, netns)) {
    if (unknown !== undefined) {
      tally.skip(`packets behind what is not known: ${tool.ruleAt(rules, unknown)}`, packets.length - n);
      return;
    }
    const [kernel, here] = [text(seen[n] as Seen), text(asSeen(legs, counted))];
    tally.check(
      kernel === here,
      () =>
        `seed ${seed} packet ${n} ${JSON.stringify(packets[n])}\n  kernel  ${kernel}\n  here    ${here}\n${rules.replaceAll(/^/gm, '    ')}`,
    );
    // What follows would only say it again.
    if (kernel !== here) return;
  }
}

const WATCHES = 'nft add table ip probe && ip link add name eth7 type veth peer name eth8 && nsenter -t $$ -n true';

async function play(
  tools: readonly RuleTool[],
  { seed, size }: SoakOptions,
  next: NextPacket = randomPacket,
): Promise<ReturnType<Tally['result']>> {
  const reason = whyNot(WATCHES);
  if (reason !== undefined) return skippedStep(`needs nft, ip and nsenter to watch packets: ${reason}`);
  const tally = new Tally();
  for (let round = 0; round < ROUNDS * size; round++) {
    for (const tool of tools) await playRound(tally, tool, seed + round, next);
  }
  return tally.result();
}

/**
 * Random rules and random packets of real sockets through a router: which rules counted, what left it or was
 * delivered on it, what it answered, with which addresses and mark. Of IPv4 and of IPv6.
 */
export const IPTABLES_PACKETS: SoakStep = {
  name: 'packets through random iptables rules',
  run: (options) => {
    const program = iptablesProgram();
    if (program === undefined) return skippedStep('no iptables that loads rules in a namespace of its own');
    const of6 = program.replace(/^ip/, 'ip6');
    return play([xtablesTool(program, IPV4_GROUND), xtablesTool(of6, IPV6_GROUND)], options);
  },
};

/**
 * The same with packets no socket makes, put on the wire as they are: odd TCP flags, sources that are 0.0.0.0, loopback,
 * multicast or the router's own, answers from the side they do not belong to.
 */
export const ODD_PACKETS: SoakStep = {
  name: 'odd packets through random iptables rules',
  run: (options) => {
    const program = iptablesProgram();
    if (program === undefined) return skippedStep('no iptables that loads rules in a namespace of its own');
    if (!run('python3', ['-c', 'import socket; socket.AF_PACKET']).ok)
      return skippedStep('no python3 to put packets on a wire with');
    const of6 = program.replace(/^ip/, 'ip6');
    return play([xtablesTool(program, IPV4_GROUND), xtablesTool(of6, IPV6_GROUND)], options, nextOdd);
  },
};

/** The same of nftables: tables of one family, and those of both. */
export const NFT_PACKETS: SoakStep = {
  name: 'packets through random nft rules',
  run: (options) =>
    play(
      [
        nftTool('ip', IPV4_GROUND),
        nftTool('inet', IPV4_GROUND),
        nftTool('ip6', IPV6_GROUND),
        nftTool('inet', IPV6_GROUND),
      ],
      options,
    ),
};
