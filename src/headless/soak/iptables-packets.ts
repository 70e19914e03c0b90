import { replay } from '../conformance/kernel/replay';
import { routerOf, type KernelRecord } from '../conformance/kernel/record';
import { rulesetOf } from '../conformance/recorded-rules';
import { Dice } from './dice';
import { iptablesProgram, whyNot } from './kernel';
import { randomLines, randomPacket, type SocketPacket } from './packet-rules';
import { Router, type Seen } from './router';
import { skippedStep, Tally, type SoakStep } from './step';

const ROUNDS = 5;
const PACKETS = 14;

const TOPOLOGY: KernelRecord['topo'] = {
  interfaces: [
    { name: 'eth0', addrs: ['192.168.10.2/24'] },
    { name: 'cni0', addrs: ['10.244.1.1/24'] },
  ],
  routes: [{ dst: 'default', via: '192.168.10.1', dev: 'eth0' }],
  sysctl: { 'net.ipv4.conf.all.rp_filter': 0, 'net.ipv4.conf.default.rp_filter': 0 },
};

function recordOf(rules: string, packets: readonly SocketPacket[]): KernelRecord {
  return {
    id: 'soak',
    fam: 'ip',
    topo: TOPOLOGY,
    rules,
    packets: packets.map(({ from, ...packet }, n) => ({
      n,
      in: {
        ...packet,
        if: from === 'router' ? null : from,
        ...(packet.proto === 'tcp' ? { flags: 'S', seq: 1000 } : {}),
      },
      expect: {},
    })),
  };
}

type Visits = readonly { readonly ev: readonly string[] }[];

/** What the simulator said, as the kernel was seen. */
function asSeen(expect: Readonly<Record<string, unknown>>): Seen {
  const hits: Record<string, number> = {};
  for (const { ev } of [...((expect['trace'] ?? []) as Visits), ...((expect['respTrace'] ?? []) as Visits)]) {
    for (const event of ev) {
      const rule = /^\S+ \S+ \d+/.exec(event)?.[0];
      if (rule !== undefined) hits[rule] = (hits[rule] ?? 0) + 1;
    }
  }
  const packet = `${(typeof expect['pkt'] === 'string' ? expect['pkt'] : '')
    .split(' ')
    .slice(0, 2)
    .join(' ')} ${Number(expect['mark'] ?? 0)}`;
  const isSent = expect['verdict'] === 'sent';
  return { sent: isSent ? [packet] : [], local: expect['verdict'] === 'local' ? [packet] : [], hits };
}

const text = ({ sent, local, hits }: Seen): string =>
  JSON.stringify([sent, local, Object.entries(hits).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

async function playRound(tally: Tally, program: string, seed: number): Promise<void> {
  const dice = new Dice(seed);
  const router = await Router.make(program);
  try {
    const rules = router.load(randomLines(dice));
    const packets: SocketPacket[] = [];
    const seen: Seen[] = [];
    for (let n = 0; n < PACKETS; n++) {
      const packet = randomPacket(dice, n, packets);
      packets.push(packet);
      seen.push(await router.send(packet));
    }
    compare(tally, recordOf(rules, packets), { packets, seen, seed });
  } finally {
    router.end();
  }
}

interface Played {
  readonly packets: readonly SocketPacket[];
  readonly seen: readonly Seen[];
  readonly seed: number;
}

function compare(tally: Tally, record: KernelRecord, { packets, seen, seed }: Played): void {
  const netns = routerOf(
    record,
    { common: { sysctl: {} }, topologies: {} },
    { xtables: rulesetOf(record.rules, 'ipv4') },
  );
  for (const { n, expect, unknown } of replay(record, netns)) {
    if (unknown !== undefined) {
      tally.skip('packets behind something that is not known', packets.length - n);
      return;
    }
    const [kernel, here] = [text(seen[n] as Seen), text(asSeen(expect))];
    tally.check(kernel === here, () => {
      const rules = record.rules.split('\n').filter((line) => /^(?:\*|-A)/.test(line));
      return `seed ${seed} packet ${n} ${JSON.stringify(packets[n])}\n  kernel  ${kernel}\n  here    ${here}\n    ${rules.join('\n    ')}`;
    });
    // What follows would only say it again.
    if (kernel !== here) return;
  }
}

/**
 * Random rules and random packets of real sockets through a router: which rules counted, what left it or was
 * delivered on it, with which addresses and mark.
 */
export const IPTABLES_PACKETS: SoakStep = {
  name: 'packets through random iptables rules',
  run: async ({ seed, size }) => {
    const program = iptablesProgram();
    if (program === undefined) return skippedStep('no iptables that loads rules in a namespace of its own');
    const reason = whyNot(
      'nft add table ip probe && ip link add name eth7 type veth peer name eth8 && nsenter -t $$ -n true',
    );
    if (reason !== undefined) return skippedStep(`needs nft, ip and nsenter to watch packets: ${reason}`);
    const tally = new Tally();
    for (let round = 0; round < ROUNDS * size; round++) await playRound(tally, program, seed + round);
    return tally.result();
  },
};
