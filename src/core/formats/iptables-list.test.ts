import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printRule } from '../linux/xtables/rule-text';
import { familyOfListing, IPTABLES_LIST } from './iptables-list';
import { IPTABLES_SAVE } from './iptables-save';
import { printRow } from './listing/print-listing';

const PLAIN = 'target     prot opt source               destination';
const VERBOSE = ' pkts bytes target     prot opt in     out     source               destination';

function listing(text: string) {
  const parsed = IPTABLES_LIST.parse(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

/** The rule a row of a `-v` listing lists, as iptables-save writes it. */
function rowToRule(row: string, family: 'ipv4' | 'ipv6' = 'ipv4', header = VERBOSE): string {
  const mark =
    family === 'ipv6'
      ? 'Chain Z (0 references)\n    0     0            all      *      *       ::/0                 ::/0\n'
      : '';
  const { value } = listing(`Chain X (1 references)\n${header}\n${row}\n${mark}`);
  const chain = [...(value[0]?.ruleset.tables.values() ?? [])][0]?.chains.get('X');
  return chain && chain.length > 0 ? printRule(chain.rule(0), family) : '';
}

describe('a row of iptables -L -n -v', () => {
  it.each([
    ['0 0 ACCEPT all -- lo * 0.0.0.0/0 0.0.0.0/0', '-i lo -j ACCEPT'],
    ['0 0 ACCEPT 0 -- lo * 0.0.0.0/0 0.0.0.0/0', '-i lo -j ACCEPT'],
    [
      '0 0 DROP 6 -- !docker0 eth0 !10.0.0.0/8 1.2.3.4',
      '! -s 10.0.0.0/8 -d 1.2.3.4/32 ! -i docker0 -o eth0 -p tcp -j DROP',
    ],
    ['0 0 ACCEPT !tcp -- * * 0.0.0.0/0 0.0.0.0/0', '! -p tcp -j ACCEPT'],
    ['0 0 DROP all -f * * 0.0.0.0/0 0.0.0.0/0', '-f -j DROP'],
    ['0 0  all -- * * 0.0.0.0/0 0.0.0.0/0 /* only counts */', '-m comment --comment "only counts"'],
    ['0 0 my-chain all -- * * 0.0.0.0/0 0.0.0.0/0 [goto] ', '-g my-chain'],
    ['0 0 ACCEPT tcp -- * * 0.0.0.0/0 0.0.0.0/0 tcp dpt:80', '-p tcp -m tcp --dport 80 -j ACCEPT'],
    [
      '0 0 ACCEPT tcp -- * * 0.0.0.0/0 0.0.0.0/0 tcp dpt:!53 flags:0x17/0x02',
      '-p tcp -m tcp ! --dport 53 --tcp-flags FIN,SYN,RST,ACK SYN -j ACCEPT',
    ],
    [
      '0 0 LOG_DROP tcp -- * * 0.0.0.0/0 0.0.0.0/0 state NEW tcp dpt:22flags: 0x17/0x02',
      '-p tcp -m state --state NEW -m tcp --dport 22 --tcp-flags FIN,SYN,RST,ACK SYN -j LOG_DROP',
    ],
    [
      '0 0 ACCEPT udp -- * * 0.0.0.0/0 0.0.0.0/0 udp spts:67:68 dpts:67:68',
      '-p udp -m udp --sport 67:68 --dport 67:68 -j ACCEPT',
    ],
    [
      '0 0 ACCEPT all -- * * 0.0.0.0/0 0.0.0.0/0 ctstate RELATED,ESTABLISHED',
      '-m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
    ],
    [
      '0 0 ACCEPT all -- * * 0.0.0.0/0 0.0.0.0/0 state RELATED,ESTABLISHED',
      '-m state --state RELATED,ESTABLISHED -j ACCEPT',
    ],
    [
      '0 0 DNAT tcp -- * * 0.0.0.0/0 0.0.0.0/0 /* default/web: */ tcp to:10.0.0.1:80',
      '-p tcp -m comment --comment "default/web:" -m tcp -j DNAT --to-destination 10.0.0.1:80',
    ],
    [
      '0 0 SNAT all -- * * 0.0.0.0/0 0.0.0.0/0 to:192.0.2.1 random-fully',
      '-j SNAT --to-source 192.0.2.1 --random-fully',
    ],
    ['0 0 MASQUERADE all -- * !docker0 172.17.0.0/16 0.0.0.0/0', '-s 172.17.0.0/16 ! -o docker0 -j MASQUERADE'],
    ['0 0 REDIRECT tcp -- * * 0.0.0.0/0 0.0.0.0/0 redir ports 15001', '-p tcp -j REDIRECT --to-ports 15001'],
    ['0 0 MARK all -- * * 0.0.0.0/0 0.0.0.0/0 MARK or 0x4000', '-j MARK --set-xmark 0x4000/0x4000'],
    ['0 0 MARK all -- * * 0.0.0.0/0 0.0.0.0/0 MARK and 0xfff1ffff', '-j MARK --set-xmark 0x0/0xe0000'],
    ['0 0 MARK all -- * * 0.0.0.0/0 0.0.0.0/0 MARK xset 0x40000/0xff0000', '-j MARK --set-xmark 0x40000/0xff0000'],
    ['0 0 DROP all -- * * 0.0.0.0/0 0.0.0.0/0 mark match ! 0x4000/0x4000', '-m mark ! --mark 0x4000/0x4000 -j DROP'],
    [
      '0 0 KUBE-SEP-A all -- * * 0.0.0.0/0 0.0.0.0/0 statistic mode random probability 0.10000000009',
      '-m statistic --mode random --probability 0.10000000009 -j KUBE-SEP-A',
    ],
    [
      '0 0 KUBE-NODEPORTS all -- * * 0.0.0.0/0 0.0.0.0/0 ADDRTYPE match dst-type LOCAL',
      '-m addrtype --dst-type LOCAL -j KUBE-NODEPORTS',
    ],
    [
      '0 0 REJECT tcp -- * * 0.0.0.0/0 0.0.0.0/0 tcp dpt:25 reject-with icmp-port-unreachable',
      '-p tcp -m tcp --dport 25 -j REJECT --reject-with icmp-port-unreachable',
    ],
    [
      '0 0 KUBE-SEP-A all -- * * 0.0.0.0/0 0.0.0.0/0 recent: CHECK seconds: 10800 reap name: KUBE-SEP-A side: source mask: 255.255.255.255',
      '-m recent --rcheck --seconds 10800 --reap --name KUBE-SEP-A --mask 255.255.255.255 --rsource -j KUBE-SEP-A',
    ],
    ['0 0 ACCEPT icmp -- * * 0.0.0.0/0 0.0.0.0/0 icmptype 3 code 4', '-p icmp -m icmp --icmp-type 3/4 -j ACCEPT'],
    [
      '0 0 LOG all -- * * 0.0.0.0/0 0.0.0.0/0 limit: avg 3/min burst 10 LOG flags 0 level 6 prefix "[UFW] "',
      '-m limit --limit 3/min --limit-burst 10 -j LOG --log-prefix "[UFW] " --log-level 6',
    ],
    ['0 0 CT all -- * * 0.0.0.0/0 0.0.0.0/0 NOTRACK', '-j NOTRACK'],
    ['0 0 DROP all -- * * 0.0.0.0/0 0.0.0.0/0 match-set bad src', '-m set --match-set bad src -j DROP'],
    [
      '14 824 SET tcp -- * * 0.0.0.0/0 65.21.94.13 tcp dpt:9001 #conn src/32 > 3 add-set tor-ddos src exist',
      '-d 65.21.94.13/32 -p tcp -m tcp --dport 9001 -m connlimit --connlimit-above 3 --connlimit-mask 32 --connlimit-saddr -j SET --add-set tor-ddos src --exist',
    ],
    [
      '0 0 SET 0 -- * * 0.0.0.0/0 0.0.0.0/0 #conn dst/24 <= 3 add-set a src exist timeout 30 del-set b dst,dst',
      '-m connlimit --connlimit-upto 3 --connlimit-mask 24 --connlimit-daddr -j SET --add-set a src --exist --timeout 30 --del-set b dst,dst',
    ],
    [
      '0 0 SET 6 -- * * 0.0.0.0/0 0.0.0.0/0 limit: up to 5/min burst 7 mode srcip-dstport srcmask 24 add-set a src',
      '-p tcp -m hashlimit --hashlimit-upto 5/min --hashlimit-burst 7 --hashlimit-mode srcip,dstport --hashlimit-srcmask 24 -j SET --add-set a src',
    ],
    [
      '0 0 DROP 6 -- * * 0.0.0.0/0 0.0.0.0/0 limit: above 5kb/s htable-size 99 htable-max 100 htable-gcinterval 500 htable-expire 5000',
      '-p tcp -m hashlimit --hashlimit-above 5kb/s --hashlimit-htable-size 99 --hashlimit-htable-max 100 --hashlimit-htable-gcinterval 500 --hashlimit-htable-expire 5000 -j DROP',
    ],
    [
      '0 0 ACCEPT 0 -- * * 0.0.0.0/0 0.0.0.0/0 match-set a src ! update-counters packets-gt 3',
      '-m set --match-set a src ! --update-counters --packets-gt 3 -j ACCEPT',
    ],
    [
      '0 0 ACCEPT 0 -- * * 0.0.0.0/0 0.0.0.0/0 ! connbytes 5 connbytes mode bytes connbytes direction original',
      '-m connbytes ! --connbytes 5 --connbytes-mode bytes --connbytes-dir original -j ACCEPT',
    ],
    ['0 0 ACCEPT 0 -- * * 0.0.0.0/0 0.0.0.0/0 DSCP match 0x05', '-m dscp --dscp 0x05 -j ACCEPT'],
    ['0 0 ACCEPT 0 -- * * 0.0.0.0/0 0.0.0.0/0 TTL match TTL > 5', '-m ttl --ttl-gt 5 -j ACCEPT'],
    ['5 300 DROP all -- * * 0.0.0.0/0 0.0.0.0/0 FROB 7 tcp', 'FROB 7 -m tcp -j DROP'],
  ])('%s', (row, rule) => {
    const words = (text: string): string[] => text.split(' ').toSorted();
    // What nobody knows stands behind the matches; everything else keeps its order.
    if (row.includes('FROB')) expect(words(rowToRule(row))).toEqual(words(rule));
    else expect(rowToRule(row)).toBe(rule);
    const { value } = listing(`Chain X (1 references)\n${VERBOSE}\n${row}\n`);
    const [table] = value[0]?.ruleset.tables.values() ?? [];
    const again = table?.chains.get('X')?.rule(0);
    // What is printed of the rule is read as the same rule.
    if (again && !row.includes('FROB')) expect(rowToRule(printRow(again, 'ipv4'))).toBe(rule);
  });

  it('reads ip6tables, whose opt column is empty', () => {
    const row = '0 0 ACCEPT tcp lo * ::/0 fd00::/8 tcp dpt:22';
    expect(rowToRule(row, 'ipv6')).toBe('-d fd00::/8 -i lo -p tcp -m tcp --dport 22 -j ACCEPT');
  });

  it('reads line numbers and large counters', () => {
    const header = 'num   pkts bytes target     prot opt in     out     source               destination';
    const { value } = listing(
      `Chain INPUT (policy DROP 1271M packets, 979G bytes)\n${header}\n1  535K 12M ACCEPT all -- * * 0.0.0.0/0 0.0.0.0/0`,
    );
    const chain = value[0]?.ruleset.tables.get('filter')?.chains.get('INPUT');
    expect(chain?.policy).toBe('DROP');
    expect(chain?.counters).toEqual({ packets: 1_271_000_000, bytes: 979_000_000_000 });
    expect(chain?.rule(0).counters).toEqual({ packets: 535_000, bytes: 12_000_000 });
  });
});

describe('what matches and targets print that few listings have', () => {
  const at = (rest: string, target = 'ACCEPT'): string => `0 0 ${target} all -- * * 0.0.0.0/0 0.0.0.0/0 ${rest}`;
  it.each([
    ['tos match0x10/0x3f', '-m tos --tos 0x10/0x3f'],
    ['tos match!0x10/0x3f', '-m tos ! --tos 0x10/0x3f'],
    ['tos match 0x10/0xff', '-m tos --tos 0x10/0xff'],
    ['helper match ! "ftp"', '-m helper ! --helper ftp'],
    ['realm ! 0x1/0x2a', '-m realm ! --realm 0x1/0x2a'],
    ['cgroup ! 7', '-m cgroup ! --cgroup 7'],
    ['cgroup system.slice/web', '-m cgroup --path "system.slice/web"'],
    ['cpu 3', '-m cpu --cpu 3'],
    ['u32 "0x0=0x0&&0x0=0x1"', '-m u32 --u32 "0x0=0x0&&0x0=0x1"'],
    ['ctexpire 7:9', '-m conntrack --ctexpire 7:9'],
    ['! ctorigdstport 80', '-m conntrack ! --ctorigdstport 80'],
    ['owner socket exists', '-m owner --socket-exists'],
    ['owner UID match 0 ! owner GID match 7', '-m owner --uid-owner 0 ! --gid-owner 7'],
    ['owner GID match 0-10 incl. suppl. groups', '-m owner --gid-owner 0-10 --suppl-groups'],
    ['STRING match  "a b" ALGO name bm', '-m string --string "a b" --algo bm'],
    ['STRING match ! "a" ALGO name kmp ICASE', '-m string ! --string "a" --algo kmp --icase'],
    ['STRING match  "|0a0b|" ALGO name bm', '-m string --hex-string "|0a0b|" --algo bm'],
    ['socket', '-m socket'],
    ['socket --transparent --nowildcard', '-m socket --transparent --nowildcard'],
    ['policy match dir in pol ipsec reqid 1 proto 50', '-m policy --dir in --pol ipsec --reqid 1 --proto esp'],
    [
      'policy match dir out pol ipsec strict reqid 1 spi 0x1 ! proto 108',
      '-m policy --dir out --pol ipsec --strict --reqid 1 --spi 0x1 ! --proto ipcomp',
    ],
    [
      'TIME from 01:02:03 to 04:05:06 on Mon,Fri on 1st,2nd,23rd starting from 2030-02-03 04:05:06 until date 2032-09-08 09:06:05 UTC',
      '-m time --timestart 01:02:03 --timestop 04:05:06 --monthdays 1,2,23 --weekdays Mon,Fri --datestart 2030-02-03T04:05:06 --datestop 2032-09-08T09:06:05',
    ],
    ['quota: 7 bytes', '-m quota --quota 7'],
  ])('%s', (rest, rule) => {
    expect(rowToRule(at(rest))).toBe(`${rule} -j ACCEPT`);
  });

  it.each([
    ['TOS', 'TOS set 0x10/0x3f', '--set-tos 0x10/0x3f'],
    ['DSCP', 'DSCP set 0x05', '--set-dscp 0x05'],
    ['TTL', 'TTL decrement by 1', '--ttl-dec 1'],
    ['TEE', 'TEE gw:10.1.1.1', '--gateway 10.1.1.1'],
    ['NFQUEUE', 'NFQUEUE num 7 bypass', '--queue-num 7 --queue-bypass'],
    ['NFQUEUE', 'NFQUEUE balance 0:6 bypass cpu-fanout', '--queue-balance 0:6 --queue-bypass --queue-cpu-fanout'],
    ['AUDIT', 'AUDIT accept', '--type accept'],
    ['CLASSIFY', 'CLASSIFY set 0:ffff', '--set-class 0000:ffff'],
    ['CT', 'CT expevents new', '--expevents new'],
  ])('%s: %s', (target, rest, options) => {
    expect(rowToRule(at(rest, target))).toBe(`-j ${target} ${options}`);
  });

  it.each([
    ['tcp', 'tcpmss match !42:1460', '-p tcp -m tcpmss ! --mss 42:1460'],
    ['tcp', 'ECN match !ECE CWR ECT=2', '-p tcp -m ecn ! --ecn-tcp-ece --ecn-tcp-cwr --ecn-ip-ect 2'],
    ['ah', 'ah spis:!1:9', '-p ah -m ah ! --ahspi 1:9'],
    ['esp', 'esp spi:7', '-p esp -m esp --espspi 7'],
  ])('%s: %s', (protocol, rest, rule) => {
    expect(rowToRule(at(rest).replace('all', protocol))).toBe(`${rule} -j ACCEPT`);
  });

  it('what a listing does not tell is not decided', () => {
    const { diagnostics } = listing(`Chain X (1 references)\n${VERBOSE}\n${at('quota: 7 bytes')}\n`);
    expect(diagnostics.map(({ message }) => message.id)).toEqual(['formats.iptables-list.option-unlisted']);
  });
});

describe('a listing without -v', () => {
  const text = `Chain FORWARD (policy DROP)\n${PLAIN}\nACCEPT     all  --  anywhere             anywhere\nDROP       ipencap--  loopback/8  ip-10-1-0-0.example.internal/16 /* x */ tcp dpt:ssh\n`;

  it('says that the interfaces are not there, and counts the rules as "may match"', () => {
    const { value, diagnostics } = listing(text);
    expect(diagnostics.map(({ message }) => message.id)).toContain('formats.iptables-list.no-interfaces');
    const rule = value[0]?.ruleset.tables.get('filter')?.chains.get('FORWARD')?.rule(0);
    expect(rule?.matches).toEqual([
      { match: 'unrecognised', spec: { name: 'interfaces not listed', words: ['-i', '?', '-o', '?'] } },
    ]);
  });

  it('reads the names it can, and a protocol that touches the next column', () => {
    const { value } = listing(text);
    const rule = value[0]?.ruleset.tables.get('filter')?.chains.get('FORWARD')?.rule(1);
    expect(rule && printRule(rule, 'ipv4')).toContain('-s 127.0.0.0/8 -d 10.1.0.0/16 -p ipencap');
  });

  it('keeps a host name nobody can resolve as something that may match', () => {
    const { diagnostics } = listing(
      `Chain INPUT (policy ACCEPT)\n${PLAIN}\nDROP  all  --  evil.example.com  anywhere\n`,
    );
    const note = diagnostics.find(({ message }) => message.id === 'formats.iptables-list.name-unknown');
    expect(note?.span).toMatchObject({ line: 3, column: 16 });
  });
});

describe('several listings in one text', () => {
  it('begins another one where a chain comes again, and tells tables by chains and targets', () => {
    const filter = `Chain INPUT (policy ACCEPT)\n${PLAIN}\n\nChain FORWARD (policy ACCEPT)\n${PLAIN}\n\nChain OUTPUT (policy ACCEPT)\n${PLAIN}\n`;
    const nat = `Chain PREROUTING (policy ACCEPT)\n${PLAIN}\n\nChain INPUT (policy ACCEPT)\n${PLAIN}\n\nChain POSTROUTING (policy ACCEPT)\n${PLAIN}\n`;
    expect(listing(`${filter}\n${nat}`).value.map(({ table }) => table)).toEqual(['filter', 'nat']);
  });

  it('joins a row that a narrow terminal broke', () => {
    const text = `Chain KUBE-POSTROUTING (1 references)\n${VERBOSE}\n    0     0 MASQUERADE  all  --  *      *       0.0.0.0/0            0.0.0.0/0            mark match\n0x4000/0x4000\n`;
    const { value, diagnostics } = listing(text);
    expect(diagnostics).toEqual([]);
    const rule = value[0]?.ruleset.tables.get('nat')?.chains.get('KUBE-POSTROUTING')?.rule(0);
    expect(rule && printRule(rule, 'ipv4')).toBe('-m mark --mark 0x4000/0x4000 -j MASQUERADE');
  });

  it('names lines that are no rows', () => {
    const { diagnostics } = listing(`Chain X (1 references)\n${PLAIN}\nand this is a remark\n`);
    expect(diagnostics.map(({ message, span }) => [message.id, span?.line])).toEqual([
      ['formats.iptables-list.not-a-row', 3],
    ]);
  });

  it('is an error only if there is no chain at all', () => {
    expect(IPTABLES_LIST.parse('hello').ok).toBe(false);
    expect(IPTABLES_LIST.parse('').ok).toBe(false);
  });
});

const DERIVED = join(process.env['RULEWALK_SHARED'] ?? '../shared', 'corpus/derived');

function* listingsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listingsIn(path);
    else if (path.endsWith('.L-nv')) yield path;
  }
}

/** Rules of `FILE.S` and of `FILE.L-nv`, side by side. */
function sideBySide(path: string): { listed: string; saved: string; row: string; printed: string }[] {
  const text = readFileSync(path, 'utf8');
  const { value } = listing(text);
  const family = value[0]?.family ?? 'ipv4';
  const [table = ''] = basename(path).split('.');
  const source = path.replace(/(\.legacy)?\.L-nv$/, '.S');
  if (!existsSync(source)) return [];
  const command = `# ${family === 'ipv6' ? 'ip6tables' : 'iptables'} -t ${table} -S\n`;
  const saved = IPTABLES_SAVE.parse(command + readFileSync(source, 'utf8'));
  if (!saved.ok) return [];
  const tables = [...saved.value.value.ruleset.tables.values()];
  return value.flatMap(({ ruleset }) =>
    [...ruleset.tables.values()].flatMap(({ chains }) =>
      [...chains.values()].flatMap((chain) =>
        Array.from({ length: chain.length }, (_, i) => {
          const other = tables[0]?.chains.get(chain.name);
          const same = other && i < other.length ? other.rule(i) : undefined;
          const line = chain.line(i) ?? 0;
          return {
            listed: printRule(chain.rule(i), family),
            saved: same ? printRule(same, family) : '',
            row: text.split('\n')[line - 1] ?? '',
            printed: printRow(chain.rule(i), family),
          };
        }),
      ),
    ),
  );
}

describe.skipIf(!existsSync(DERIVED))('the same rules seen through two commands', () => {
  it('a listing tells what iptables -S tells, but for what it leaves out', () => {
    let rows = 0;
    const differ = new Set<string>();
    for (const path of listingsIn(DERIVED)) {
      if (path.includes('.legacy.') || path.includes('tum-chair')) continue;
      for (const { listed, saved } of sideBySide(path)) {
        rows++;
        if (listed !== saved) differ.add(`${listed} | ${saved}`);
      }
    }
    expect(rows).toBeGreaterThan(3000);
    expect([...differ].filter((each) => !/TIME from|rt type/.test(each))).toEqual([]);
  });

  it('and is printed back as it was', () => {
    const plain = (row: string): string =>
      row
        .replace(/^\s*\S+\s+\S+\s/, '')
        .replace(/ +(\S+) +(--|-f|!f) /, ' P $2 ')
        .trimEnd();
    const differ = [...listingsIn(join(DERIVED, 'kube-iptables')), ...listingsIn(join(DERIVED, 'kube-calico'))]
      .filter((path) => !path.includes('.legacy.'))
      .flatMap((path) => sideBySide(path).filter(({ row, printed }) => plain(row) !== plain(printed)));
    expect(differ).toEqual([]);
  });
});

describe('the family of a listing', () => {
  it('is told by a set that it asks, where addresses are names', () => {
    const text = `Chain INPUT (policy ACCEPT)\ntarget prot opt source destination\nSHOP  all  --  anywhere  anywhere  match-set inet6:shop-vip dst\n`;
    expect(familyOfListing(text)).toBe('ipv6');
  });

  const rule = (text: string): string => `Chain INPUT (policy ACCEPT)\ntarget prot opt source destination\n${text}\n`;
  it.each<[what: string, text: string, family: 'ipv4' | 'ipv6']>([
    ['its addresses', rule('ACCEPT tcp -- 0.0.0.0/0 10.0.0.1 tcp dpt:80'), 'ipv4'],
    ['its addresses', rule('ACCEPT tcp -- ::/0 fd00:0:0:0:0:0:0:1 tcp dpt:80'), 'ipv6'],
    ['a comment tells nothing', rule('ACCEPT all -- 0.0.0.0/0 0.0.0.0/0 /* fd00::1/64 */'), 'ipv4'],
    [
      'an option gives way to source and destination',
      rule('LOG all -- 0.0.0.0/0 0.0.0.0/0 LOG prefix "fd00::/8 "'),
      'ipv4',
    ],
    ['the tool above it', `# ip6tables -L\n${rule('ACCEPT all -- anywhere anywhere')}`, 'ipv6'],
    ['the tool above it', `# iptables -L\n${rule('ACCEPT all -- anywhere anywhere /* ::/0 */')}`, 'ipv4'],
    ['what only ip6tables prints', rule('ACCEPT ipv6-icmp -- anywhere anywhere'), 'ipv6'],
    ['nothing', rule('ACCEPT all -- anywhere anywhere'), 'ipv4'],
  ])('by %s: %s', (_what, text, family) => {
    expect(familyOfListing(text)).toBe(family);
  });
});
