import { expand, type Dice, type Words } from './dice';

const ADDRESSES = [
  '10.244.1.5',
  '10.244.1.6',
  '192.168.10.50',
  '192.168.10.51',
  '10.96.0.10',
  '192.168.10.2',
  '10.244.1.1',
];

/** What packets of this step have, so that rules often fit them. */
const WORDS: Words = {
  not: '«¦¦¦! »',
  ip: (dice) => dice.pick(ADDRESSES),
  net: '«<ip>¦10.244.1.0/24¦192.168.10.0/24¦10.96.0.0/12¦0.0.0.0/1»',
  port: '«53¦80¦1000:2000¦8080¦30000:32767»',
  mark: '«0x1¦0x2¦0x4000/0x4000¦0x0/0x3»',
  device: '«eth0¦cni0¦eth+¦lo»',
  proto: '«-p udp -m udp¦-p tcp -m tcp»',
};

/** Tests whose answer neither the clock nor a draw decides. */
const MATCHES: readonly string[] = [
  '<not>-s <net>',
  '<not>-d <net>',
  '<proto> <not>--dport <port>',
  '<proto> <not>--sport <port>',
  '-p «udp¦tcp» -m multiport <not>--dports 53,80,1000:1500',
  '<not>-p «udp¦tcp»',
  '-m mark <not>--mark <mark>',
  '-m connmark <not>--mark <mark>',
  '-m conntrack <not>--ctstate «NEW¦ESTABLISHED¦RELATED,ESTABLISHED¦INVALID¦DNAT¦SNAT»',
  '-m conntrack --ctdir «ORIGINAL¦REPLY»',
  '-m conntrack <not>--ctorigdst <net>',
  '-m conntrack --ctorigdstport «53¦80¦8080»',
  '-m addrtype <not>--«src¦dst»-type «LOCAL¦UNICAST¦BROADCAST»',
  '-m statistic --mode nth --every «2¦3» --packet 0',
  '-m recent --set --name r',
  '-m recent <not>--rcheck --name r',
  '-m iprange <not>--src-range 10.244.1.1-10.244.1.5',
  '-m comment --comment x',
  '-m ttl --ttl-gt 60',
  '-m connbytes <not>--connbytes «1¦2:3¦:1» --connbytes-dir both --connbytes-mode packets',
  '-m pkttype --pkt-type unicast',
];

interface Place {
  readonly table: string;
  readonly hooks: readonly string[];
  readonly targets: readonly string[];
}

const ANY = [
  '-j ACCEPT',
  '-j RETURN',
  '',
  '-j SUB',
  '-g SUB',
  '-j MARK --set-xmark «0x1/0x3¦0x4000/0x4000»',
  '-j MARK --set-mark 2',
];
const PLACES: readonly Place[] = [
  { table: 'raw', hooks: ['PREROUTING', 'OUTPUT'], targets: [...ANY, '-j DROP', '-j NOTRACK'] },
  {
    table: 'mangle',
    hooks: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'],
    targets: [
      ...ANY,
      '-j CONNMARK --save-mark',
      '-j CONNMARK --set-mark 1',
      '-j CONNMARK --restore-mark',
      '-j CONNMARK --set-mark 1 --left-shift-mark 1',
    ],
  },
  { table: 'filter', hooks: ['INPUT', 'FORWARD', 'OUTPUT'], targets: [...ANY, '-j DROP', '-j DROP'] },
  {
    table: 'nat',
    hooks: ['PREROUTING', 'OUTPUT'],
    targets: [
      ...ANY,
      'N -j DNAT --to-destination <ip>',
      'P -j DNAT --to-destination <ip>:8080',
      'P -j REDIRECT --to-ports 80',
    ],
  },
  { table: 'nat', hooks: ['POSTROUTING'], targets: [...ANY, 'N -j MASQUERADE', 'N -j SNAT --to-source 192.168.10.2'] },
];

function randomLine(dice: Dice, { hooks, targets }: Place): string {
  const parts: string[] = [];
  let target = expand(dice.pick(targets), dice, WORDS);
  const isPorted = target.startsWith('P ');
  target = target.replace(/^[NP] /, '');
  if (isPorted) parts.push(dice.pick(['-p udp', '-p tcp']));
  for (let left = dice.int(0, 2); left > 0; left--) {
    const match = expand(dice.pick(MATCHES), dice, WORDS);
    const once = /^(?:! )?-[psd] /.exec(match)?.[0].slice(-3);
    if (!once || !parts.some((part) => part.includes(once))) parts.push(match);
  }
  const chain = dice.chance(0.2) && !/SUB/.test(target) ? 'SUB' : dice.pick(hooks);
  if (chain !== 'SUB' && chain !== 'OUTPUT' && chain !== 'POSTROUTING' && dice.chance(0.3))
    parts.push(expand('<not>-i <device>', dice, WORDS));
  return `-A ${chain} ${[...parts, target].join(' ')}`.trim();
}

/** The lines of random rules, table by table, each to be tried by itself. */
export function randomLines(dice: Dice): { readonly table: string; readonly line: string }[] {
  return PLACES.flatMap((place) =>
    Array.from({ length: dice.int(2, 6) }, () => ({ table: place.table, line: randomLine(dice, place) })),
  );
}

/** A packet that a socket sends. */
export interface SocketPacket {
  /** Where the sender is: behind a device of the router, or on the router. */
  readonly from: 'eth0' | 'cni0' | 'router';
  readonly proto: 'udp' | 'tcp';
  readonly src: string;
  readonly sport: number;
  readonly dst: string;
  readonly dport: number;
}

const SENDERS = [
  { from: 'eth0', sources: ['192.168.10.50', '192.168.10.51'] },
  { from: 'cni0', sources: ['10.244.1.5', '10.244.1.6'] },
  { from: 'router', sources: ['192.168.10.2', '10.244.1.1'] },
] as const;

/**
 * A packet; some repeat one before (of UDP: another SYN has a sequence number that is not known here). No two
 * that differ share a source port, so that nothing clashes.
 */
export function randomPacket(dice: Dice, index: number, earlier: readonly SocketPacket[]): SocketPacket {
  const repeatable = earlier.filter(({ proto }) => proto === 'udp');
  if (repeatable.length > 0 && dice.chance(0.25)) return dice.pick(repeatable);
  const { from, sources } = dice.pick(SENDERS);
  const src = dice.pick(sources);
  const others = ADDRESSES.filter((address) => address !== src && !(sources as readonly string[]).includes(address));
  return {
    from,
    proto: dice.pick(['udp', 'udp', 'tcp'] as const),
    src,
    sport: 20_000 + index,
    dst: dice.pick(others),
    dport: dice.pick([53, 80, 1200, 8080, 31_000]),
  };
}
