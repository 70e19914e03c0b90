import { readRuleset } from '../../src/core/linux/nftables/text/read-ruleset';
import { printNftRuleset } from '../../src/core/linux/nftables/text/print-ruleset';
import { Dice, expand, type Words } from './dice';
import { inNewNamespace, whyNot } from './kernel';
import { skippedStep, Tally, type SoakStep } from './step';

const ip = (dice: Dice): string =>
  [dice.pick([10, 172, 192, 1, 127]), dice.int(0, 255), dice.int(0, 255), dice.int(0, 255)].join('.');
const ip6 = (dice: Dice): string =>
  dice.pick([`fd00::${dice.int(1, 65_535).toString(16)}`, '::1', 'fe80::1', 'ff02::1']);

/** A set of at least two values: of a single one nft lists the value. */
function setOf(draw: (dice: Dice) => string): (dice: Dice) => string {
  return (dice) => {
    const values = new Set<string>();
    for (const wanted = dice.int(2, 5); values.size < wanted;) values.add(draw(dice));
    return `{ ${[...values].join(', ')} }`;
  };
}

const byte = (dice: Dice): string => String(dice.number(255));
const port = (dice: Dice): string => String(dice.number(65_535));

/** Values of nft rules. */
export const NFT_WORDS: Words = {
  ip,
  ips: setOf(ip),
  prefix: (dice) => `${ip(dice)}/${dice.int(1, 31)}`,
  range: (dice) => `10.${dice.int(0, 99)}.0.0-10.${dice.int(100, 255)}.1.2`,
  ip6,
  ip6s: setOf(ip6),
  port,
  ports: setOf(port),
  byte,
  bytes: setOf(byte),
  least: (dice) => String(dice.int(1, 100)),
  most: (dice) => String(dice.int(101, 255)),
  hex: (dice) => `0x${dice.int(0, 2 ** 32 - 1).toString(16)}`,
  small: (dice) => String(dice.int(1, 60)),
  not: '«¦¦!= »',
  numbers: '«<port>¦<not><ports>¦«<¦>¦<=¦>=¦!=» <most>¦<least>-<most>»',
  address: '«<ip>¦!= <prefix>¦<prefix>¦<not><ips>¦<range>»',
  device: '«"eth0"¦"veth*"¦lo¦"br-0"¦!= "cali*"»',
};

/** What a rule may test. */
export const NFT_MATCHES: readonly string[] = [
  'ip saddr <address>',
  'ip daddr <address>',
  'ip6 saddr <not><ip6>',
  'ip6 daddr <not><ip6s>',
  '«tcp¦udp¦sctp¦th» «dport¦sport» <numbers>',
  'meta l4proto «tcp¦{ tcp, udp }¦!= tcp¦132¦255»',
  'ip protocol «{ tcp, icmp }¦!= icmp¦50»',
  'meta mark «<hex>¦!= <hex>¦& 0x4000 == 0x4000¦1-10¦{ 1, 2, 3 }¦& 0xff != 0»',
  'ct state «new¦established,related¦{ new, established }¦!= invalid¦untracked»',
  'ct mark «0x1¦& 0x1 == 0x1¦!= 5»',
  'ct status «dnat¦dnat,snat¦!= confirmed»',
  'ct direction «original¦!= reply»',
  'iifname «<device>¦{ eth0, lo }¦{ "eth*", lo }»',
  'oifname «<device>¦{ eth1, a, lo }»',
  'iif lo',
  'oif != lo',
  '«iif¦oif» 0',
  'fib daddr type «local¦{ local, broadcast }¦!= local»',
  'fib saddr . iif oif «missing¦exists¦0¦!= 0»',
  'fib daddr . iif type «local¦!= { local, broadcast, multicast }»',
  'icmp type «echo-request¦{ echo-request, destination-unreachable }¦!= 3¦255»',
  'icmpv6 type «echo-request¦{ nd-neighbor-solicit, nd-router-advert }»',
  'tcp flags «syn¦syn,ack¦& (fin | syn | rst | ack) == syn¦& (syn | rst) != syn¦! syn¦fin,syn / fin,syn¦== syn»',
  'ip ttl <byte>',
  'ip ttl <not><bytes>',
  'ip length <numbers>',
  'ip dscp «cs1¦af41¦!= ef¦{ cs0, ef, 7 }¦0x2a¦7»',
  'meta pkttype «broadcast¦multicast»',
  'limit rate «5/second¦10/minute burst 3 packets¦over 3/hour¦10 mbytes/second¦5/week»',
  'numgen random mod 5 «0¦< 2¦!= 1»',
  'meta skuid «0¦1000¦!= 5¦0-100»',
  'meta length <numbers>',
  'ether saddr «00:11:22:33:44:55¦!= aa:bb:cc:dd:ee:ff»',
  'ip saddr . tcp dport { <ip> . 80, <ip> . 443, <ip> . 53 }',
  'ip saddr @addresses',
  'tcp dport @services',
];

/** What a rule may do. */
export const NFT_STATEMENTS: readonly string[] = [
  'accept',
  'drop',
  'return',
  'jump one',
  'goto two',
  'counter',
  'counter packets <small> bytes <small> accept',
  'log«¦ prefix "x: "¦ level debug prefix "a"¦ group 3¦ level warn prefix "SCRIPT"¦ flags tcp sequence,options»',
  'meta mark set «0x1¦meta mark | 0x4000¦meta mark & 0xffff¦ct mark¦meta mark & 0xffffbfff | 0x1¦numgen inc mod 4»',
  'ct mark set «0x1¦meta mark¦ct mark | 5»',
  'queue num <small>',
  'ip ttl set 5',
  'ip dscp set «cs1¦7»',
  'tcp option maxseg size set rt mtu',
  'meta priority set «1:2¦none¦ffff:a»',
  'meta pkttype set host',
  'add @seen { ip saddr }',
  'update @seen { ip saddr timeout 30s }',
  'continue',
  'ip saddr vmap { <ip> : accept, <ip> : jump one }',
];

const RULES = 60;
const ROUNDS = 5;
const PROBE = 'nft add table ip probe';

const BASE = `table ip t {
  set addresses { type ipv4_addr; flags interval; elements = { 10.0.0.1, 10.1.0.0/16 } }
  set services { type inet_service; elements = { 80, 443 } }
  set seen { type ipv4_addr; flags dynamic,timeout; timeout 1m; size 100; }
  chain one { }
  chain two { }
  chain base { type filter hook forward priority filter; policy accept; }
}
`;

/** Rules are added one by one; what is refused is not there afterwards. */
const SCRIPT = `
ip link set lo up
printf '%s' "$1" | nft -f - || exit 1
while IFS= read -r rule; do printf 'add rule ip t base %s\\n' "$rule" | nft -f - 2>/dev/null && echo taken || echo refused; done
nft list ruleset`;

function randomRule(dice: Dice): string {
  const parts = [...dice.some(NFT_MATCHES, 3), dice.pick(NFT_STATEMENTS)];
  if (dice.chance(0.2)) parts.push('comment "a b; c"');
  return parts.map((part) => expand(part, dice, NFT_WORDS)).join(' ');
}

/** Random rules, loaded: what nft lists is what is printed here of that list. */
export const NFT_TEXT: SoakStep = {
  name: 'nft rules as nft lists them',
  run: ({ seed, size }) => {
    const reason = whyNot(PROBE);
    if (reason !== undefined) return skippedStep(reason);
    const tally = new Tally();
    for (let round = 0; round < ROUNDS * size; round++) {
      const dice = new Dice(seed + round);
      const rules = Array.from({ length: RULES }, () => randomRule(dice));
      const { stdout } = inNewNamespace(SCRIPT.replace('"$1"', `'${BASE}'`), rules.map((rule) => `${rule}\n`).join(''));
      const listed = stdout.slice(stdout.indexOf('table '));
      tally.skip('rules that the kernel or nft refuses', stdout.split('refused\n').length - 1);
      const printed = printNftRuleset(readRuleset(listed).ruleset).split('\n');
      for (const [at, line] of listed.trimEnd().split('\n').entries()) {
        // nft puts an empty line between two tables and none behind the last.
        const got = printed[at] ?? '';
        tally.check(got === line, () => `seed ${seed + round}\n  kernel  ${line.trim()}\n  here    ${got.trim()}`);
      }
    }
    return tally.result();
  },
};
