import { IPTABLES_SAVE } from '../../src/core/formats/iptables-save';
import { Dice, expand, type Words } from './dice';
import { inNewNamespace, iptablesProgram } from './kernel';
import { skippedStep, Tally, type SoakStep } from './step';

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
const IPTABLES_WORDS: Words = {
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

/** Matches that need a protocol begin with it. Words in quotation marks are of dice.ts. */
const MATCHES: readonly string[] = [
  '-p «tcp¦tcp¦6¦TCP» -m tcp«¦ <not>--dport <ports>»«¦ <not>--sport <ports>»«¦¦ <not>--tcp-flags «SYN,ACK SYN¦ALL NONE¦ALL SYN,FIN¦NONE NONE¦URG URG»¦ <not>--syn»«¦¦¦ --tcp-option <small>»',
  '-p «udp¦17» -m udp«¦ <not>--dport <ports>»«¦ <not>--source-port <ports>»',
  '-p «icmp¦1» -m icmp <not>--icmp-type «any¦0¦8¦3¦3/1¦echo-request¦ttl-exceeded¦redirect¦host-redirect¦255¦255/255¦0x8¦<byte>/<byte>»',
  '-p sctp -m sctp«¦ <not>--dport <range>»«¦ <not>--sport <range>»«¦ <not>--chunk-types «all¦any¦only» «DATA¦INIT,DATA¦DATA:UBE¦ABORT:t¦ALL¦NONE¦HEARTBEAT,SACK»»',
  '-p dccp -m dccp«¦ <not>--dport <range>»«¦ <not>--sport <range>»«¦ <not>--dccp-types «REQUEST¦RESPONSE,DATA¦INVALID¦DATA,ACK,DATA»»',
  '-p «esp¦50» -m esp <not>--espspi <range32>',
  '-p «ah¦51» -m ah <not>--ahspi <range32>',
  '-p «tcp¦udp¦sctp» -m multiport <not>«--ports¦--dports¦--sports» <portlist>',
  '-m addrtype <not>--src-type <types>«¦ <not>--dst-type <types>»«¦¦ --limit-iface-in¦ --limit-iface-out»',
  '-m conntrack <not>--ctstate <ctstates>«¦¦ <not>--ctproto «tcp¦17¦icmp»»«¦¦ <not>--ctorigsrc <ip>/<bits>»«¦¦ <not>--ctrepldst <ip>»«¦¦ <not>--ctorigdstport <range>»«¦¦ <not>--ctstatus <statuses>»«¦¦ <not>--ctexpire <range32>»«¦¦ --ctdir «ORIGINAL¦REPLY»»',
  '-m state <not>--state <states>',
  '-m mark <not>--mark <masked>',
  '-m connmark <not>--mark <masked>',
  '-m comment --comment <text>',
  '-m limit --limit <rate>«¦ --limit-burst <small>»',
  '«-p tcp ¦-p udp ¦»-m hashlimit «--hashlimit-upto¦--hashlimit-above» «<rate>¦<small>kb/s¦<small>mb/s¦<number>b/s»«¦ --hashlimit-burst «<small>¦2mb¦100mb»»«¦ --hashlimit-mode <modes>»«¦ --hashlimit-srcmask <bits>»«¦ --hashlimit-dstmask <bits>» --hashlimit-name <name>«¦¦ --hashlimit-htable-size <small>»«¦¦ --hashlimit-htable-expire <small>»«¦¦ --hashlimit-htable-gcinterval <small>»«¦¦¦ --hashlimit-rate-match»«¦¦¦ --hashlimit-rate-interval <small>»',
  '-m statistic --mode random <not>--probability «0¦1¦0.5¦0.33333¦0.1e-3¦<probability>»',
  '-m statistic --mode nth <not><nth>',
  '-m string <not>«--string <text>¦--hex-string "«|0a 0b|¦abc|00ff|def¦|41|¦a|7c|b»"» --algo «bm¦kmp»«¦ --from <count>»«¦ --to <count>»«¦ --icase»',
  '-m time«¦ --timestart «10:00¦00:00¦23:59:59¦9:5»»«¦ --timestop «10:00¦23:59:59¦18:30»»«¦ <not>--weekdays «Mon,Tue¦1,2,3¦Sa,Su¦Mon,Tue,Wed,Thu,Fri,Sat,Sun»»«¦ <not>--monthdays «1¦1,2,31¦15,16»»«¦ --datestart «2024¦2024-02-29¦2024-01-01T10:00:00»»«¦ --datestop «2030¦2038-01-19T03:14:07»»«¦¦ --kerneltz»«¦¦ --contiguous»',
  '-m tos <not>--tos «0x10¦16¦Minimize-Delay¦0x10/0x3f¦0/0¦255»',
  '-m dscp <not>«--dscp <dscp>¦--dscp-class «EF¦AF11¦CS0¦BE»»',
  '-m ttl «<not>--ttl-eq¦--ttl-gt¦--ttl-lt» <byte>',
  '-m length <not>--length <range>',
  '-m u32 <not>--u32 "<u32test>«¦&&<u32test>»"',
  '-m iprange <not>--src-range <iprange>«¦ <not>--dst-range <iprange>»',
  '-m mac <not>--mac-source <mac>',
  '-m physdev <not>--physdev-in <device>«¦ <not>--physdev-is-bridged»',
  '-m pkttype <not>--pkt-type «unicast¦broadcast¦multicast¦bcast¦host»',
  '-m policy --dir «in¦out» «--pol none¦--pol ipsec«¦ <not>--reqid <number32>»«¦ <not>--spi <number32>»«¦ --mode tunnel <not>--tunnel-src <ip>«¦/24»»»',
  '-m quota <not>--quota «0¦1¦1000¦18446744073709551615¦9007199254740993»',
  '-m realm <not>--realm «5¦0x5¦0x5/0xff¦1/1»',
  '-m recent «--set¦<not>--rcheck«¦ --seconds <small>«¦ --reap»»«¦ --hitcount 3»«¦ --rttl»¦--remove»«¦ --name r1»«¦ --rdest»«¦ --mask «255.255.255.0¦255.0.255.0»»',
  '-m connbytes <not>--connbytes «0¦10¦10:¦10:20¦:20¦<range32>¦18446744073709551615» --connbytes-dir «original¦reply¦both» --connbytes-mode «packets¦bytes¦avgpkt»',
  '-m connlimit «--connlimit-above¦--connlimit-upto¦! --connlimit-above» <count>«¦ --connlimit-mask <bits>»«¦ --connlimit-saddr¦ --connlimit-daddr»',
  '-m cpu <not>--cpu <number32>',
  '-m devgroup <not>--src-group «3¦0x3/0xff¦default¦0¦1/1»«¦ <not>--dst-group 3»',
  '-p tcp -m ecn«¦ <not>--ecn-tcp-cwr» <not>--ecn-ip-ect «0¦1¦3»',
  '-m helper <not>--helper «ftp¦sip¦ftp-2121»',
  '-p tcp -m osf <not>--genre «Linux¦Windows¦"Mac OS"»«¦ --ttl 1»«¦ --log 2»',
  '-p tcp -m socket«¦ --transparent»«¦ --nowildcard»«¦ --restore-skmark»',
  '-p tcp -m tcpmss <not>--mss <range>',
  '-m cgroup <not>--cgroup <number32>',
  '-m connlabel <not>--label «0¦5¦127»«¦ --set»',
  '-m owner <not>--uid-owner «0¦root¦1000-2000¦4294967294»',
  '-m rpfilter«¦ --loose»«¦ --validmark»«¦ --invert»',
  '-m set <not>--match-set «hip src¦hipport src,dst¦hnet dst»«¦ --return-nomatch¦ ! --update-counters¦ --packets-gt 5¦ ! --packets-eq 3»',
];

interface TargetSyntax {
  readonly tables: readonly string[];
  readonly template: string;
  /** What `-p` has to be. */
  readonly protocol?: string;
}

const ALL = ['filter', 'mangle', 'nat', 'raw'] as const;
const PORTS = '«tcp¦udp¦sctp»';
const TARGETS: readonly TargetSyntax[] = [
  { tables: ALL, template: '-j ACCEPT' },
  { tables: ['filter', 'mangle', 'raw'], template: '-j DROP' },
  { tables: ALL, template: '«-j RETURN¦¦-j OTHER¦-g OTHER»' },
  {
    tables: ALL,
    template:
      '-j LOG«¦ --log-prefix <text>»«¦ --log-level «4¦info¦debug¦WARN¦panic»»«¦ --log-tcp-options»«¦ --log-uid»',
  },
  {
    tables: ALL,
    template:
      '-j NFLOG«¦ --nflog-group <count>»«¦ --nflog-prefix <text>»«¦ «--nflog-range¦--nflog-size» <count>»«¦ --nflog-threshold <count>»',
  },
  {
    tables: ALL,
    template: '-j MARK «--set-mark <masked>¦--set-xmark <masked>¦--and-mark <mark>¦--or-mark <mark>¦--xor-mark <mark>»',
  },
  {
    tables: ['filter', 'mangle', 'nat'],
    template:
      '-j CONNMARK «--set-mark <masked>¦--set-xmark <masked>¦--save-mark«¦ --mask <mark>»¦--restore-mark«¦ --nfmask <mark> --ctmask <mark>»¦--or-mark <mark>»«¦¦¦ --left-shift-mark <bits>¦ --right-shift-mark <bits>»',
  },
  {
    tables: ['filter'],
    template: '-j REJECT«¦ --reject-with «net-unreach¦icmp-host-unreachable¦port-unreach¦admin-prohib»»',
  },
  { tables: ['filter'], protocol: 'tcp', template: '-j REJECT --reject-with «tcp-reset¦tcp-rst»' },
  {
    tables: ['nat'],
    protocol: PORTS,
    template:
      '-j DNAT --to-destination «<ip>«¦:80¦:80-90¦-255.255.255.255¦:1000-2000/1500»¦:80¦:80-90»«¦ --random¦ --persistent»',
  },
  {
    tables: ['nat'],
    protocol: PORTS,
    template: '-j SNAT --to-source <ip>«¦:80¦:80-90¦-255.255.255.255»«¦ --random¦ --random-fully¦ --persistent»',
  },
  {
    tables: ['nat'],
    protocol: PORTS,
    template: '-j MASQUERADE«¦ --to-ports 80¦ --to-ports 80-90¦ --random¦ --random-fully»',
  },
  {
    tables: ['nat'],
    protocol: PORTS,
    template: '-j REDIRECT«¦ --to-ports 80¦ --to-ports 80-90¦ --random¦ --to-ports http»',
  },
  { tables: ['nat'], template: '-j NETMAP --to «10.0.0.0/8¦10.1.2.3¦10.1.2.3/24¦10.0.0.0/255.0.255.0»' },
  {
    tables: ['raw'],
    template: '-j «NOTRACK¦TRACE¦CT «--notrack¦--zone 5¦--zone mark¦--zone-orig 5¦--ctevents new,destroy»»',
  },
  {
    tables: ['filter', 'mangle', 'raw'],
    template:
      '-j NFQUEUE«¦ --queue-num <count>«¦ --queue-bypass»¦ --queue-balance 1:<small>5¦ --queue-balance 1:3 --queue-bypass --queue-cpu-fanout»',
  },
  {
    tables: ['mangle'],
    template:
      '-j «CLASSIFY --set-class «1:2¦ffff:ffff¦a:b»¦DSCP «--set-dscp <dscp>¦--set-dscp-class EF»¦TOS «--set-tos «0x10¦0x10/0x3f¦Minimize-Delay¦255»¦--and-tos 0x3¦--xor-tos 3»¦TTL --ttl-set <small>¦CHECKSUM --checksum-fill»',
  },
  {
    tables: ['mangle'],
    protocol: 'tcp',
    template:
      '-j «TCPOPTSTRIP --strip-options «3¦mss¦wscale,mss,timestamp»¦TPROXY --on-port <count>«¦ --on-ip <ip>»«¦ --tproxy-mark <masked>»»',
  },
  {
    tables: ['filter', 'mangle'],
    template:
      '-j SET «--add-set hip src¦--del-set hip dst¦--add-set hipport src,dst --exist¦--add-set hip src --timeout 30¦--add-set hip src --del-set hnet dst»',
  },
  {
    tables: ['mangle'],
    protocol: PORTS,
    template:
      '-j HMARK --hmark-tuple «src,dst¦src,dst,sport,dport¦ct,src¦proto» --hmark-mod <small> --hmark-rnd <mark>«¦ --hmark-offset <count>»',
  },
  {
    tables: ['mangle'],
    template: '-j RATEEST --rateest-name <name> --rateest-interval «250ms¦0.5s¦1s¦0.3s» --rateest-ewmalog «1s¦4s¦16s»',
  },
];

/** A random rule for a table: what would follow `-A CHAIN`. */
interface RandomRule {
  readonly table: string;
  readonly text: string;
}

/** Options in any order among the matches, as people write them. */
export function randomRule(dice: Dice): RandomRule {
  const make = (template: string): string => expand(template, dice, IPTABLES_WORDS);
  const target = dice.pick(TARGETS);
  const parts: string[] = [];
  for (let left = dice.int(0, 3); left > 0; left--) {
    const match = make(dice.pick(MATCHES));
    if (!match.startsWith('-p ') || (!target.protocol && !parts.some((part) => part.startsWith('-p '))))
      parts.push(match);
  }
  const insert = (part: string): void => void parts.splice(dice.int(0, parts.length), 0, make(part));
  if (target.protocol) parts.unshift(`-p ${make(target.protocol)}`);
  else if (!parts.some((part) => part.startsWith('-p ')) && dice.chance(0.3))
    insert('<not>-p «tcp¦udp¦icmp¦132¦gre¦255¦vrrp»');
  if (dice.chance(0.4)) insert('«<not>-s ¦<not>--source »<ip>/<bits>');
  else if (dice.chance(0.3)) insert('-s <cidr>');
  if (dice.chance(0.4)) insert('«-d ¦--dst »<cidr>');
  if (dice.chance(0.3)) insert('<not>-i <device>');
  if (dice.chance(0.2)) insert('<not>-o <device>');
  if (dice.chance(0.05)) insert('<not>-f');
  return { table: dice.pick(target.tables), text: [...parts, make(target.template)].join(' ').trim() };
}

const RULES = 150;
const ROUNDS = 4;

/** Each rule in a chain of its own; what the kernel refuses is not there afterwards. */
function script(program: string): string {
  return `
for set in "hip hash:ip counters timeout 0 skbinfo" "hipport hash:ip,port counters" "hnet hash:net counters"; do ipset create $set 2>/dev/null; done
n=0
while IFS= read -r table && IFS= read -r rule; do
  n=$((n+1))
  printf '*%s\\n:OTHER - [0:0]\\n:R%s - [0:0]\\n-A R%s %s\\nCOMMIT\\n' "$table" $n $n "$rule" | ${program}-restore --noflush 2>/dev/null
done
for table in filter mangle nat raw; do ${program}-save -t $table; done`;
}

/** The \`-A\` lines of a text as they are printed here, without the chain's name. */
function printedRules(text: string): string[] {
  const parsed = IPTABLES_SAVE.parse(text);
  if (!parsed.ok) return [];
  return (IPTABLES_SAVE.print(parsed.value.value).match(/^-A .*$/gm) ?? []).map((line) =>
    line.replace(/^-A \S+ ?/, ''),
  );
}

const document = (table: string, rules: readonly string[]): string =>
  `# Generated by iptables-save\n*${table}\n${rules.map((rule) => `-A R ${rule}\n`).join('')}COMMIT\n`;

/** What was saved of each chain. */
function savedRules(text: string): ReadonlyMap<string, string[]> {
  const saved = new Map<string, string[]>();
  for (const [, chain = '', rule = ''] of text.matchAll(/^-A (R\d+) ?(.*)$/gm)) {
    saved.set(chain, [...(saved.get(chain) ?? []), rule]);
  }
  return saved;
}

function compare(tally: Tally, { table, text }: RandomRule, saved: readonly string[], seed: number): void {
  const wanted = saved.join('\n');
  for (const given of [[text], saved]) {
    const got = printedRules(document(table, given)).join('\n');
    tally.check(
      got === wanted,
      () => `seed ${seed}\n  given   ${given.join('\n')}\n  kernel  ${wanted}\n  here    ${got}`,
    );
  }
}

/** Random rules, loaded: what iptables-save prints of them is what is printed here, of the rule as given and as saved. */
export const IPTABLES_TEXT: SoakStep = {
  name: 'iptables rules as iptables-save prints them',
  run: ({ seed, size }) => {
    const program = iptablesProgram();
    if (program === undefined) return skippedStep('no iptables that loads rules in a namespace of its own');
    const tally = new Tally();
    for (let round = 0; round < ROUNDS * size; round++) {
      const dice = new Dice(seed + round);
      const rules = Array.from({ length: RULES }, () => randomRule(dice));
      const input = rules.map(({ table, text }) => `${table}\n${text}\n`).join('');
      const saved = savedRules(inNewNamespace(script(program), input).stdout);
      for (const [index, rule] of rules.entries()) {
        const lines = saved.get(`R${index + 1}`);
        if (lines) compare(tally, rule, lines, seed + round);
        else tally.skip('rules that the kernel or iptables refuses');
      }
    }
    return tally.result();
  },
};
