import type { Dice, Words } from './dice';

const octet = (dice: Dice): number => dice.int(0, 255);
const ip = (dice: Dice): string =>
  dice.pick([
    `10.${octet(dice)}.${octet(dice)}.${octet(dice)}`,
    '192.168.1.1',
    '0.0.0.0',
    '255.255.255.255',
    '127.0.0.1',
    '224.0.0.1',
  ]);

const based = (value: number, dice: Dice): string =>
  dice.pick([String(value), String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`]);

/** `a`, `a:b`, `a:`, `:b`. */
function range(max: number): (dice: Dice) => string {
  return (dice) => {
    const [a = 0, b = 0] = [dice.number(max), dice.number(max)].toSorted((x, y) => x - y);
    return dice.pick([String(a), `${a}:${b}`, `${a}:${a}`, `${a}:`, `:${b}`]);
  };
}

function cidr(dice: Dice): string {
  const mask = dice.pick(['255.255.0.0', '255.0.255.0', '0.0.0.255', '0.0.0.0']);
  const one = `${ip(dice)}/${dice.int(0, 32)}`;
  return dice.pick([one, one, one, ip(dice), `${ip(dice)}/${mask}`, `${ip(dice)},${ip(dice)}`]);
}

function ipRange(dice: Dice): string {
  const [a = 0, b = 0] = [dice.int(0, 2 ** 32 - 1), dice.int(0, 2 ** 32 - 1)].toSorted((x, y) => x - y);
  const text = (value: number): string => [24, 16, 8, 0].map((bits) => (value >>> bits) & 255).join('.');
  return dice.chance(0.8) ? `${text(a)}-${text(b)}` : text(a);
}

const list = (words: string, most: number) => (dice: Dice) => dice.some(words.split(' '), most).join(',');
const upTo = (max: number) => (dice: Dice) => String(dice.number(max));

/** Values of options, as people and programs write them. */
export const IPTABLES_WORDS: Words = {
  not: '«¦¦¦¦! »',
  ip,
  cidr,
  iprange: ipRange,
  range: range(65_535),
  range32: range(2 ** 32 - 1),
  ports: '«<range>¦<range>¦<range>¦ssh¦http¦http:https¦:domain¦ntp:»',
  number: (dice) => based(dice.number(65_535), dice),
  byte: (dice) => based(dice.number(255), dice),
  dscp: (dice) => based(dice.number(63), dice),
  number32: (dice) => based(dice.number(2 ** 32 - 1), dice),
  count: upTo(65_535),
  small: (dice) => String(dice.int(1, 200)),
  bits: upTo(32),
  mark: (dice) => based(dice.pick([0, 1, 0x4000, 0xffffffff, dice.int(0, 2 ** 32 - 1), dice.int(0, 300)]), dice),
  masked: '<mark>«¦/<mark>»',
  text: '«abc¦"a b"¦"a\\"b"¦x-y_z¦"it\'s"¦"<SCRIPT>"¦a,b¦"  lead"¦"trail "¦"#hash"¦"a\\\\b"¦"!"¦"-j DROP"¦"%s"¦"한글"¦\'q\'¦"$HOME `x`"¦"*"»',
  device: '«eth0¦lo¦eth+¦+¦cali12345678901¦veth+¦a.b-c»',
  name: (dice) => `n${dice.int(0, 10 ** 9)}`,
  probability: (dice) => (dice.int(0, 10 ** 11) / 10 ** 11).toFixed(11),
  states: list('INVALID NEW ESTABLISHED RELATED UNTRACKED', 4),
  ctstates: list('INVALID NEW ESTABLISHED RELATED UNTRACKED SNAT DNAT', 4),
  statuses: list('NONE EXPECTED SEEN_REPLY ASSURED CONFIRMED', 3),
  types: list('UNSPEC UNICAST LOCAL BROADCAST ANYCAST MULTICAST BLACKHOLE UNREACHABLE PROHIBIT THROW', 3),
  modes: list('srcip dstip srcport dstport', 4),
  portlist: (dice) =>
    Array.from({ length: dice.int(1, 7) }, () => dice.pick([String(dice.number(65_535)), 'http', '80:443'])).join(','),
  mac: (dice) => Array.from({ length: 6 }, () => dice.int(0, 255).toString(16).padStart(2, '0')).join(':'),
  nth: (dice) => {
    const every = dice.int(1, 200);
    return `--every ${every}${dice.chance(0.7) ? ` --packet ${dice.int(0, every - 1)}` : ''}`;
  },
  rate: '<small>«/s¦/sec¦/second¦/m¦/minute¦/min¦/h¦/hour¦/d¦/day¦»',
  u32test: '<byte>«¦&<byte>¦>>2¦<<1¦@<bits>»=«<number32>¦1:<number>»',
};
