import { hasPorts, type Packet } from '../../core/net/packet';
import { formatIp } from '../../core/net/ip';
import type { Leg } from '../../core/sim/trace';
import { replay } from '../conformance/kernel/replay';
import { routerOf, type KernelRecord } from '../conformance/kernel/record';
import { Dice } from './dice';
import { iptablesProgram, whyNot } from './kernel';
import { IPV4_GROUND, IPV6_GROUND, randomPacket, withPort, type Ground, type SocketPacket } from './packet-ground';
import { Router, type Seen } from './router';
import { nftTool, xtablesTool, type RuleTool } from './rule-tools';
import { skippedStep, Tally, type SoakOptions, type SoakStep } from './step';

const ROUNDS = 5;
const PACKETS = 14;

function topologyOf({ own, prefix, gateway, family }: Ground): KernelRecord['topo'] {
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

function recordOf(ground: Ground, { rules, packets, seen }: Played): KernelRecord {
  return {
    id: 'soak',
    fam: ground.family === 'ipv6' ? 'ip6' : 'ip',
    topo: topologyOf(ground),
    rules,
    packets: packets.map(({ from, ...packet }, n) => ({
      n,
      in: {
        ...packet,
        if: from === 'router' ? null : from,
        ...(packet.proto === 'tcp' ? { flags: 'S', seq: 1000 } : {}),
      },
      expect: { ct: drawnIn(packet, seen[n]) },
    })),
  };
}

/** The source port the kernel drew, as it is seen on the packet that left: it cannot be known before. */
function drawnIn(packet: Omit<SocketPacket, 'from'>, seen: Seen | undefined): readonly Record<string, string>[] {
  const { proto, src, sport, dst, dport } = packet;
  return (seen?.sent ?? []).flatMap((sent) => {
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

async function playRound(tally: Tally, tool: RuleTool, seed: number): Promise<void> {
  const dice = new Dice(seed);
  const router = await Router.make(tool);
  try {
    const rules = router.load(tool.draw(dice));
    tally.check(router.counted.size > 0, () => `seed ${seed}: no rule was loaded`);
    const packets: SocketPacket[] = [];
    const seen: Seen[] = [];
    for (let n = 0; n < PACKETS; n++) {
      const packet = randomPacket(dice, tool.ground, packets);
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
  const netns = routerOf(record, { common: { sysctl: {} }, topologies: {} }, tool.rules(rules));
  for (const { n, legs, unknown } of replay(record, netns)) {
    if (unknown !== undefined) {
      tally.skip(`packets behind what is not known: ${unknown}`, packets.length - n);
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

async function play(tools: readonly RuleTool[], { seed, size }: SoakOptions): Promise<ReturnType<Tally['result']>> {
  const reason = whyNot(WATCHES);
  if (reason !== undefined) return skippedStep(`needs nft, ip and nsenter to watch packets: ${reason}`);
  const tally = new Tally();
  for (let round = 0; round < ROUNDS * size; round++) {
    for (const tool of tools) await playRound(tally, tool, seed + round);
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
