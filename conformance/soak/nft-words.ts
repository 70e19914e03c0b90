import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NFT_JSON } from '../../src/core/formats/nft-json';
import { readRuleset } from '../../src/core/linux/nftables/text/read-ruleset';
import { printNftRuleset } from '../../src/core/linux/nftables/text/print-ruleset';
import { NFT_TESTS_SUITE, readListings } from '../suites/nft-tests';
import { bareLines, idOf, printedAsWritten } from '../suites/nft-tests/listings';
import { Dice, expand, type Words } from './dice';
import { inNewNamespace, whyNot } from './kernel';
import { NFT_WORDS } from './nft-text';
import { skippedStep, Tally, type SoakStep } from './step';

/** What stands right of a field of numbers, of names, of addresses, of flags. */
const WORDS: Words = {
  ...NFT_WORDS,
  num: '«<most>¦!= <most>¦<least>-<most>¦!= <least>-<most>¦{ <least>, <most> }¦!= { 3, 7-12 }¦< <most>¦>= <least>»',
  proto: '«tcp¦!= udp¦{ icmp, esp, 99 }¦6-17¦"sctp"»',
  service: '«ssh¦{ http, https }¦22-80¦!= domain¦"ntp"»',
  flags: '«syn¦fin,syn¦== syn¦!= ack¦& (syn | ack) == syn¦& (fin | rst) == 0¦& syn != 0¦syn / syn,ack¦! rst»',
  v6: '«::1¦!= fd00::/8¦{ fe80::1, 2001:db8::/32 }¦fd00::1-fd00::9¦& ffff:: == fe80::»',
  mac: '«00:11:22:33:44:55¦01:00:5e:00:00:00/25¦!= 02:00:00:00:00:09/7¦!= aa:bb:cc:dd:ee:ff¦{ 1:2:3:4:5:6, 2:2:3:4:5:6 }»',
  mapped: 'tcp dport map { 80 : 0x1, 90-99 : 0x2 }',
};

/** Every expression, field, datatype, range, name and map form of rules of IPv4 and of IPv6, and every statement. */
const BOTH: readonly string[] = [
  'tcp «sequence¦ackseq¦doff¦window¦checksum¦urgptr¦reserved» «5¦!= 5¦{ 3, 5 }¦2-5»',
  'tcp flags <flags>',
  '«tcp¦udp¦sctp¦dccp¦udplite¦th» «sport¦dport» <service>',
  'udp «length¦checksum» <num>',
  'udplite «csumcov¦checksum» <num>',
  'sctp «vtag¦checksum» <num>',
  'dccp type «request¦{ data, ack }¦!= sync»',
  'ah «hdrlength¦reserved¦spi¦sequence» <num>',
  'esp «spi¦sequence» <num>',
  'comp «flags¦cpi» <num>',
  'meta l4proto <proto>',
  'meta «length¦cpu¦cgroup» <num>',
  'meta «iiftype¦oiftype» «ether¦!= ppp¦{ ether, loopback }¦1-5»',
  '«iifgroup¦oifgroup» «"default"¦!= 5¦{ 0, 11-33 }¦0»',
  'meta «skuid¦skgid» «root¦!= 5¦{ 0, 7 }¦1-9»',
  'meta hour «"22:00"¦>= "06:30:10"¦"08:00"-"17:00"»',
  'meta day «"Monday"¦{ "Saturday", "Sunday" }¦3»',
  'meta time «< "2030-01-01 00:00:00"¦"2026-05-01 12:00:00"-"2027-05-01 12:00:00"»',
  'meta «iifkind¦oifkind» "bridge"',
  'meta mark <mapped>',
  'meta priority «1:2¦"1:2"¦root¦!= none¦1:2-3:4»',
  'ct «state¦status» «established,related¦«& 2 == 2¦!= 0¦! 4»»',
  'ct state «new¦{ new, invalid }¦vmap { new : accept, invalid : drop }»',
  'ct «original¦reply» «packets¦bytes¦avgpkt» <num>',
  'ct «bytes¦packets¦zone¦id» <num>',
  'ct expiration «30s¦1m-1h¦{ 33s, 55s }¦{ 33s-55s, 66s-88s }¦!= 2d»',
  'ct direction «original¦!= reply»',
  'ct helper "ftp"',
  'ct label 5',
  'fib saddr . iif «oif "lo"¦oifname "lo"¦oif missing¦type local»',
  'rt «classid 1¦classid "cosmos"»',
  'rt «nexthop <nexthop>¦ipsec exists»',
  'ipsec «in¦out» «reqid¦spi» <num>',
  'osf «ttl skip¦» name "Linux"',
  'socket «transparent 1¦mark 0x5¦wildcard 0»',
  'tcp option «maxseg size¦window count¦sack left¦sack2 right¦timestamp tsval¦sack-perm length¦mptcp subtype» «5¦!= 3»',
  'tcp option «maxseg¦eol¦sack-permitted¦255¦6» «exists¦missing»',
  'tcp option @255,8,8 255',
  'sctp chunk «data¦init¦sack¦shutdown-complete» exists',
  'sctp chunk «data tsn¦init num-outbound-streams¦abort flags¦asconf seqno» «1¦!= 4»',
  'numgen «inc¦random» mod 7 offset 3 «4¦!= 4¦4-6»',
  'jhash <addr> . tcp dport mod 5 seed 0xfeed «1¦!= 2»',
  'symhash mod 3 offset 1 2',
  '@th,16,16 «0x50¦!= 0x50¦{ 0x50, 0x51 }»',
  '@nh,«0,4¦64,8» «4¦!= 6»',
  '<addr> . tcp dport «{ <one> . 80 }¦{ <one> . 80-90 }¦vmap { <one> . 80 : accept, <one> . 81 : drop }»',
  'iifname «"eth0"¦"eth*"¦"eth\\*"¦{ "a", "b" }¦!= "lo"» oifname . meta mark { "a" . 0x1 }',
  'counter name "hits"',
  'counter name tcp dport map { 80 : "hits", 90 : "hits" }',
  'limit rate «over ¦»«10/second¦1 kbytes/second burst 3 kbytes¦4/week burst 9 packets¦1023 mbytes/hour»',
  'quota «over ¦»«25 mbytes¦1 kbytes used 0 bytes¦3 bytes»',
  'log «¦prefix "a: " level debug¦group 3 snaplen 20 queue-threshold 5¦flags all¦flags tcp sequence,options¦flags skuid flags ether¦level audit»',
  'ct count «over ¦»5 accept',
  'meta mark set «0x1¦meta mark | 0x10¦ct mark & 0xff¦(meta mark | 0x10) << 8¦<mapped>¦ct mark >> 8»',
  'ct mark set «0x1¦ct mark ^ 0x5¦meta mark»',
  'ct event set «new¦new,destroy,label»',
  'ct zone set 5',
  'ct label set 3',
  'meta «priority set «1:2¦"1:a"¦root»¦nftrace set 1¦pkttype set host»',
  'tcp option maxseg size set 1400',
  'reset tcp option «maxseg¦sack-perm¦123»',
  '«tcp¦udp» «sport¦dport» set 5',
  '«add¦update» @seen { <addr> «¦timeout 30s¦limit rate 1/second» }',
  'delete @seen { <addr> }',
  'meter m size 128 { <addr> «limit rate over 10/second¦timeout 30s counter¦ct count over 5» } drop',
  'dup to <one>',
  'notrack',
  'tcp dport 80 tproxy to :8080 accept',
  'tcp dport 80 jump { <addr> <one> drop; counter; }',
  'reject «¦with tcp reset»',
];

const ONLY_IP: readonly string[] = [
  'ip «version¦hdrlength¦length¦id¦ttl¦checksum» <num>',
  'ip dscp «cs1¦0x2a¦{ af11, ef }¦3-8»',
  'ip ecn «ce¦ect0»',
  'ip protocol <proto>',
  'ip frag-off & 0x1fff != 0',
  'ip option «lsrr¦ra¦rr» «exists¦missing»',
  'ip option «lsrr addr¦ra value¦rr ptr» 1',
  'icmp type «echo-request¦{ echo-reply, 3 }¦3-11¦!= redirect»',
  'icmp «code¦checksum» <num>',
  'icmp type { echo-reply, echo-request } icmp «id¦sequence» <num>',
  'icmp «mtu¦gateway» <num>',
  'igmp «type membership-query¦mrt 5¦checksum 5¦group 5»',
  'ether «saddr¦daddr» <mac>',
  'ip saddr & 255.0.255.0 == 10.0.1.0',
  'ip «ttl¦id» set 5',
];

const ONLY_IP6: readonly string[] = [
  'ip6 «saddr¦daddr» <v6>',
  'ip6 «length¦hoplimit¦flowlabel» <num>',
  'ip6 nexthdr <proto>',
  'ip6 dscp «cs1¦0x2a»',
  'icmpv6 type «nd-router-advert¦{ echo-request, 2 }¦2-4»',
  'icmpv6 «code¦checksum¦mtu¦max-delay» <num>',
  'icmpv6 type { echo-request, echo-reply } icmpv6 «id¦sequence» <num>',
  'hbh «hdrlength <num>¦nexthdr tcp»',
  'dst «hdrlength <num>¦nexthdr { tcp, udp }»',
  'rt «type¦hdrlength¦seg-left» <num>',
  'frag «frag-off <num>¦reserved2 1¦more-fragments 1¦id 5¦nexthdr udp»',
  'mh «type binding-update¦type 3-5¦checksum 5¦reserved 3»',
  'srh «flags 5¦tag 5¦last-entry 1¦sid[1] dead::beef»',
  'exthdr «hbh¦frag¦dst¦mh¦rt» «exists¦missing»',
];

interface Family {
  readonly family: 'ip' | 'ip6';
  readonly own: readonly string[];
  readonly words: Words;
}

const FAMILIES: readonly Family[] = [
  { family: 'ip', own: ONLY_IP, words: { ...WORDS, addr: 'ip saddr', one: '192.0.2.1', nexthop: '192.0.2.1' } },
  { family: 'ip6', own: ONLY_IP6, words: { ...WORDS, addr: 'ip6 saddr', one: '2001:db8::1', nexthop: '2001:db8::1' } },
];

const baseOf = (family: 'ip' | 'ip6'): string => `table ${family} t {
  counter hits { packets 0 bytes 0 }
  set seen { type ${family === 'ip' ? 'ipv4_addr' : 'ipv6_addr'}; flags dynamic,timeout; timeout 1m; size 100; }
  chain base { type filter hook prerouting priority mangle; policy accept; }
}
`;

const printed = (text: string): string => printNftRuleset(readRuleset(text).ruleset);

function printedJson(text: string): string {
  const parsed = NFT_JSON.parse(text);
  return parsed.ok ? printNftRuleset(parsed.value.value.ruleset) : '';
}

/** The chain with the rule: JSON of nft 1.0.6 does not tell all flags of a set. */
const rulesOf = (text: string): string => bareLines(text.slice(text.indexOf('chain base')));

const LIST =
  'printf \'%s\' "$1" | nft -f - 2>/dev/null || { echo refused; exit 0; }; nft list ruleset; echo ====; nft -j list ruleset';

/** What the tool lists of a ruleset, as text and as JSON; undefined: it refuses it. */
function listed(text: string): { readonly text: string; readonly json: string } | undefined {
  const { stdout } = inNewNamespace(LIST.replace('"$1"', `'${text.replaceAll("'", '')}'`));
  const [asText = '', json = ''] = stdout.split('====\n');
  return stdout.startsWith('refused') ? undefined : { text: asText, json };
}

/** One rule: as it is listed it is printed, as JSON it is read alike, and what is made of the rule as written means the same. */
function tryRule(family: 'ip' | 'ip6', rule: string, tally: Tally): void {
  const written = `${baseOf(family)}add rule ${family} t base ${rule}\n`;
  const real = listed(written);
  if (!real) return tally.skip('rules that the kernel or nft refuses');
  tally.check(
    bareLines(printed(real.text)) === bareLines(real.text),
    () => `listed ${family} ${rule}\n${real.text}\n${printed(real.text)}`,
  );
  tally.check(
    rulesOf(printedJson(real.json)) === rulesOf(real.text),
    () => `json ${family} ${rule}\n${printedJson(real.json)}`,
  );
  const again = listed(printed(written));
  tally.check(again !== undefined && again.text === real.text, () => `written ${family} ${rule}\n${printed(written)}`);
}

const PROBE = 'nft add table ip probe';

/** Every word of nft, loaded, listed and read back, by the tool of this machine. */
export const NFT_WORDS_STEP: SoakStep = {
  name: 'every word of nft as nft lists it',
  run: ({ seed, size }) => {
    const reason = whyNot(PROBE);
    if (reason !== undefined) return skippedStep(reason);
    const tally = new Tally();
    for (const { family, own, words } of FAMILIES) {
      const dice = new Dice(seed);
      for (const template of [...BOTH, ...own]) {
        const rules = new Set(Array.from({ length: Math.ceil(2 * size) }, () => expand(template, dice, words)));
        for (const rule of rules) tryRule(family, rule, tally);
      }
    }
    return tally.result();
  },
};

const TESTS = join(process.env['RULEWALK_SHARED'] ?? '../shared', 'corpus', 'nft-tests');

/** Rules of the tests of nftables and iptables, where they are at hand. */
export const NFT_TESTS_STEP: SoakStep = {
  name: 'rules of the tests of nftables and iptables',
  run: () => {
    if (!existsSync(TESTS)) return skippedStep('nft-tests are not at hand');
    const tally = new Tally();
    for (const { name, passed, skipped, failures } of NFT_TESTS_SUITE.run(TESTS)) {
      // What is written is listed by nft in words of its own; the meaning is held by the step below.
      if (name === 'written') continue;
      for (let i = 0; i < passed; i++) tally.check(true, () => '');
      for (const { id, diff } of failures) tally.check(false, () => `${id}\n${diff}`);
      if (skipped > 0) tally.skip(`${name}: not known, or known to differ`, skipped);
    }
    return tally.result();
  },
};

/** `ct original saddr`, which is listed as `ct original ip saddr`. */
const OLD_NAME = /\bct (?:original|reply) [sd]addr\b/;

/**
 * Where nft lists a rule of its tests in other words than those it is printed in here (what a word implies, said or left
 * out; the order of a set): what is printed is loaded, and listed as the rule is.
 */
export const NFT_TESTS_LOADED: SoakStep = {
  name: 'rules of the tests of nftables, printed and loaded',
  run: () => {
    const reason = existsSync(TESTS) ? whyNot(PROBE) : 'nft-tests are not at hand';
    if (reason !== undefined) return skippedStep(reason);
    const tally = new Tally();
    for (const listing of readListings(TESTS)) {
      const text = printedAsWritten(listing);
      if (bareLines(text) === bareLines(listing.list)) continue;
      if (OLD_NAME.test(listing.rule)) {
        tally.skip('nft 1.0.6 leaves "meta nfproto" out before "ct original saddr", not before what it calls that now');
        continue;
      }
      const again = listed(text);
      tally.check(
        again !== undefined && bareLines(again.text) === bareLines(listing.list),
        () => `${idOf(listing)}\n  printed\n${text}\n  nft lists\n${again?.text ?? 'refused'}`,
      );
    }
    return tally.result();
  },
};
