import { expand, type Dice, type Words } from './dice';
import { addressesOf, withPort, type RouterAddresses } from './packet-ground';

interface Chain {
  readonly name: string;
  readonly declared: string;
  readonly statements: readonly string[];
}

/**
 * What a rule does. What it counts stands where nothing behind it can end the rule, so that it counted means that the
 * simulator says it matched.
 */
const ANY: readonly string[] = [
  'counter accept',
  'counter return',
  'counter',
  'counter jump sub',
  'counter goto sub',
  'counter continue',
  'meta mark set «1¦meta mark or 0x4000¦meta mark and 0xffff¦meta mark xor 0x3» counter',
  'add @seen { <l3> saddr } counter',
  '<l3> «saddr¦daddr» vmap { <ip> : accept, <ip> : drop }',
  'meta l4proto { tcp, udp } th dport vmap { 53 : jump sub, 80 : drop, 1000-2000 : return }',
];
const MARKS = ['ct mark set «1¦meta mark» counter', 'meta mark set ct mark counter'];
const DENY = ['counter drop', 'counter reject', '<reject>'];
const DNAT = [
  'counter <dnat> to <ip>',
  'meta l4proto «tcp¦udp» counter <dnat> to <ip8080>',
  'meta l4proto «tcp¦udp» counter <dnat> to <ips8080>',
  'meta l4proto «tcp¦udp» counter redirect to :«80¦8000-8010»',
  'counter <dnat> to numgen inc mod 2 map { 0 : <ip>, 1 : <ip> }',
  'meta l4proto { tcp, udp } <dnat> to th dport map { 53 : <ip>, 80 : <ip> }',
];
const SNAT = [
  'counter masquerade',
  'meta l4proto «tcp¦udp» counter masquerade to :40000-40100',
  'counter <snat> to <own>',
  'meta l4proto «tcp¦udp» counter <snat> to <own5000>',
];

const base = (name: string, type: string, hook: string, priority: string): string =>
  `chain ${name} { type ${type} hook ${hook} priority ${priority}; policy accept; }`;

const CHAINS: readonly Chain[] = [
  { name: 'sub', declared: 'chain sub { }', statements: ANY.filter((each) => !each.includes('sub')) },
  {
    name: 'raw_pre',
    declared: base('raw_pre', 'filter', 'prerouting', '-300'),
    statements: [...ANY, 'counter drop', 'notrack counter'],
  },
  { name: 'raw_out', declared: base('raw_out', 'filter', 'output', '-300'), statements: [...ANY, 'notrack counter'] },
  { name: 'mangle_pre', declared: base('mangle_pre', 'filter', 'prerouting', '-150'), statements: [...ANY, ...MARKS] },
  { name: 'mangle_out', declared: base('mangle_out', 'route', 'output', '-150'), statements: [...ANY, ...MARKS] },
  { name: 'dnat_pre', declared: base('dnat_pre', 'nat', 'prerouting', '-100'), statements: [...ANY, ...DNAT, ...DNAT] },
  { name: 'dnat_out', declared: base('dnat_out', 'nat', 'output', '-100'), statements: [...ANY, ...DNAT] },
  { name: 'filter_in', declared: base('filter_in', 'filter', 'input', '0'), statements: [...ANY, ...MARKS, ...DENY] },
  {
    name: 'filter_fwd',
    declared: base('filter_fwd', 'filter', 'forward', '0'),
    statements: [...ANY, ...MARKS, ...DENY],
  },
  {
    name: 'filter_out',
    declared: base('filter_out', 'filter', 'output', '0'),
    statements: [...ANY, ...MARKS, ...DENY],
  },
  { name: 'post', declared: base('post', 'filter', 'postrouting', '-150'), statements: [...ANY, ...MARKS] },
  { name: 'snat_post', declared: base('snat_post', 'nat', 'postrouting', '100'), statements: [...ANY, ...SNAT] },
];

/** The chains that rules are added to. */
export const NFT_CHAINS = CHAINS.map(({ declared }) => declared).join('\n');

/**
 * Tests whose answer neither the clock nor a draw decides. `th` of an ICMP message reads its checksum, which covers an id that the
 * sender's kernel draws: there it is asked of what has ports.
 */
const MATCHES: readonly string[] = [
  '<l3> «saddr¦daddr» «¦!= »<net>',
  '<l3> «saddr¦daddr» { <ip>, <ip> }',
  '<l3> «saddr¦daddr» @nets',
  '<l3> saddr @seen',
  '«udp¦tcp¦<ports> th» dport «¦!= »«53¦80¦1000-2000¦{ 53, 80, 1000-1500 }»',
  '<ports> th sport «¦!= »20000-20004',
  '<ports> th dport «<¦>¦<=¦>=» «53¦80¦1200¦8080»',
  '<ports> th dport and «1¦0x50¦0xff00» «==¦!=» «0¦1¦0x50¦0x1f00»',
  '<l3> «saddr¦daddr» «¦!= »«<range>¦{ <range>, <service> }»',
  '<l3> «saddr¦daddr» and «<hostmask>¦<netmask>» «==¦!=» «<one>¦<netmasked>»',
  // nft lists a mask without holes as a prefix: these stay masks.
  '<l3> «saddr¦daddr» and <holes> «==¦!=» <holed>',
  '<l3> «saddr¦daddr» and <lowbits> «==¦!=» «<low>¦<one>»',
  'tcp flags «syn¦ack¦syn,ack¦! ack¦== syn¦!= syn¦syn / syn,ack¦& (syn | ack | fin) == syn¦& rst != 0»',
  'meta mark «<¦>¦<=¦>=» «0¦1¦0x4000»',
  'meta mark «¦!= »«0-0x3fff¦1-0x4001¦{ 0-1, 0x4000-0x4003 }»',
  'meta mark and «1¦0x4001» «!= 0¦== 1¦== 0x4000»',
  'ct mark and 0x1 «==¦!=» «0¦1»',
  'ct status «and dnat == 0¦and 0x30 != 0¦seen-reply¦confirmed»',
  'fib daddr type { local, broadcast }',
  'fib daddr . iif type «local¦unicast¦!= local»',
  'fib «saddr¦daddr» oifname «eth0¦cni0¦!= cni0»',
  'fib saddr oif «eth0¦!= cni0¦missing¦exists»',
  'fib saddr . mark oif exists',
  '<ports> <l3> saddr . th dport { <ip> . 80, <ip> . 53, <ip> . 8080 }',
  '<ports> <l3> daddr . meta l4proto . th dport { <ip> . udp . 53, <ip> . tcp . 80 }',
  'meta l4proto «udp¦tcp¦{ tcp, udp }¦!= tcp»',
  'meta nfproto <nfproto>',
  'meta mark «¦!= »«0¦1¦0x4000»',
  'meta mark and 0x4000 == 0x4000',
  'ct mark «¦!= »«0¦1»',
  'ct state «new¦established¦related,established¦invalid¦untracked¦!= new»',
  'ct direction «original¦reply»',
  'ct status «dnat¦snat¦!= dnat»',
  'ct original <l3> daddr <net>',
  'ct original proto-dst «53¦80»',
  'fib «saddr¦daddr» type «local¦unicast¦broadcast¦!= local»',
  'fib saddr . iif oif «missing¦exists»',
  'iifname «eth0¦cni0¦"eth*"¦!= lo¦lo»',
  'oifname «eth0¦cni0¦"eth*"¦!= lo¦lo»',
  'iif «¦!= »lo',
  'meta pkttype «host¦!= broadcast»',
  'numgen inc mod 2 «0¦1»',
];

function wordsOf(ground: RouterAddresses, family: 'ip' | 'ip6' | 'inet'): Words {
  const isV6 = ground.family === 'ipv6';
  const l3 = isV6 ? 'ip6' : 'ip';
  const ip = (dice: Dice): string => dice.pick(addressesOf(ground));
  const side = family === 'inet' ? ` ${l3}` : '';
  const icmp = isV6 ? 'icmpv6 type «no-route¦admin-prohibited»' : 'icmp type «host-unreachable¦admin-prohibited»';
  return {
    l3,
    ip,
    ports: 'meta l4proto { tcp, udp }',
    range: ground.range,
    service: ground.service,
    hostmask: isV6 ? '::1' : '0.0.0.1',
    netmask: isV6 ? 'ffff:ffff:ffff:ffff::' : '255.255.255.0',
    one: isV6 ? '::1' : '0.0.0.1',
    holes: isV6 ? 'ffff:0:ffff:ffff::' : '255.0.255.0',
    holed: isV6 ? 'fd00::' : '10.0.1.0',
    lowbits: isV6 ? '::6' : '0.0.0.6',
    low: isV6 ? '::4' : '0.0.0.4',
    netmasked: isV6 ? 'fd00:244::' : '10.244.1.0',
    net: `«<ip>¦${ground.nets}»`,
    ip8080: (dice) => withPort(ip(dice), '8080'),
    ips8080: (dice) => withPort(ip(dice), '8080-8090'),
    own: ground.own.eth0,
    own5000: withPort(ground.own.eth0, '50000-50010'),
    dnat: `dnat${side}`,
    snat: `snat${side}`,
    nfproto: isV6 ? 'ipv6' : 'ipv4',
    reject: `«counter reject with ${icmp}¦meta l4proto tcp counter reject with tcp reset»`,
  };
}

/** The rules of every chain: `filter_fwd ip saddr 10.0.0.1 counter drop`, each to be added by itself. */
export function randomNftRules(dice: Dice, ground: RouterAddresses, family: 'ip' | 'ip6' | 'inet'): string[] {
  const words = wordsOf(ground, family);
  const ruleOf = (name: string, parts: readonly string[]): string =>
    [name, ...parts.map((part) => expand(part, dice, words))].join(' ');
  return CHAINS.flatMap(({ name, statements }) => [
    // Every packet that comes here answers these: what a test is wrong about is seen whatever else the rules do.
    ...Array.from({ length: dice.int(3, 6) }, () => ruleOf(name, [dice.pick(MATCHES), 'counter'])),
    ...Array.from({ length: dice.int(1, 5) }, () => {
      const matches = Array.from({ length: dice.int(0, 2) }, () => dice.pick(MATCHES));
      return ruleOf(name, [...matches, dice.pick(statements)]);
    }),
  ]);
}

/** The sets that rules ask. */
export function nftSets({ family, behind, own }: RouterAddresses): string {
  const type = family === 'ipv6' ? 'ipv6_addr' : 'ipv4_addr';
  const size = family === 'ipv6' ? '/64' : '/24';
  return `set nets { type ${type}; flags interval; elements = { ${behind.cni0[0]}, ${own.eth0.replace(/2$/, family === 'ipv6' ? '' : '0')}${size} } }
set seen { type ${type}; flags dynamic; size 100; }`;
}
