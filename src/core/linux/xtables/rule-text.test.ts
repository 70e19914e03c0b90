import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IpFamily } from '../../net/ip';
import { scanRestoreWords } from '../../lib/scan';
import { writtenOut } from './address-lists';
import { parseRule, parseRuleWords, printRule } from './rule-text';

const SAVED = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'testdata/saved/rules.txt'), 'utf8');

const printed = (text: string, family: IpFamily = 'ipv4'): string => printRule(parseRule(text, family).rule, family);
const notesOf = (text: string, family: IpFamily = 'ipv4'): string[] =>
  parseRule(text, family).notes.map(({ severity, message }) => `${severity} ${message.id}`);

/** What a person or a program writes, and what `iptables -S` of 1.8.9 shows. */
const NORMAL_FORMS: readonly (readonly [written: string, shown: string])[] = [
  ['', ''],
  ['-j ACCEPT', '-j ACCEPT'],
  ['-s 10.0.0.1 -j DROP', '-s 10.0.0.1/32 -j DROP'],
  ['-d 10.11.12.13/255.0.255.0', '-d 10.0.12.0/255.0.255.0'],
  ['-s 10/8', '-s 10.0.0.0/8'],
  ['-s 0.0.0.0/0 -j ACCEPT', '-j ACCEPT'],
  ['! -s 0.0.0.0/0', '! -s 0.0.0.0/0'],
  ['-s ! 127.0.0.0/8', '! -s 127.0.0.0/8'],
  ['--src 10.0.0.1 --dst 10.0.0.2', '-s 10.0.0.1/32 -d 10.0.0.2/32'],
  ['-o eth+ -i cni0 -d 10.0.0.2', '-d 10.0.0.2/32 -i cni0 -o eth+'],
  ['-i + -j X', '-j X'],
  ['-p 6 --dport http', '-p tcp -m tcp --dport 80'],
  ['-p tcp --dport 1024:', '-p tcp -m tcp --dport 1024:65535'],
  ['-p tcp --syn', '-p tcp -m tcp --tcp-flags FIN,SYN,RST,ACK SYN'],
  ['-p tcp -m tcp --tcp-flags ALL NONE', '-p tcp -m tcp --tcp-flags FIN,SYN,RST,PSH,ACK,URG NONE'],
  ['-p udp --sport ! 53', '-p udp -m udp ! --sport 53'],
  ['-p icmp --icmp-type ping', '-p icmp -m icmp --icmp-type 8'],
  ['-ptcp -jACCEPT', '-p tcp -j ACCEPT'],
  ['-p tcp --destination-port=80', '-p tcp -m tcp --dport 80'],
  [
    '-m comment --comment "x y" -m tcp -p tcp -d 10.96.0.41 --dport 80 -j C',
    '-d 10.96.0.41/32 -p tcp -m comment --comment "x y" -m tcp --dport 80 -j C',
  ],
  ['-m comment --comment a -m comment --comment b', '-m comment --comment a -m comment --comment b'],
  ['-m comment --comment "plain"', '-m comment --comment plain'],
  ['-m mark --mark 0x00004000/0x00004000', '-m mark --mark 0x4000/0x4000'],
  ['-m mark ! --mark 16384', '-m mark ! --mark 0x4000'],
  ['-j MARK --or-mark 0x00004000', '-j MARK --set-xmark 0x4000/0x4000'],
  ['-j MARK --xor-mark 0x00004000', '-j MARK --set-xmark 0x4000/0x0'],
  ['-j MARK --and-mark 0xff', '-j MARK --set-xmark 0x0/0xffffff00'],
  ['-j MARK --set-mark 0x1/0xf', '-j MARK --set-xmark 0x1/0xf'],
  ['-j CONNMARK --restore-mark', '-j CONNMARK --restore-mark --nfmask 0xffffffff --ctmask 0xffffffff'],
  ['-m conntrack --ctstate ESTABLISHED,RELATED', '-m conntrack --ctstate RELATED,ESTABLISHED'],
  ['-m state --state NEW,INVALID', '-m state --state INVALID,NEW'],
  ['-m statistic --mode random --probability 0.3333333333', '-m statistic --mode random --probability 0.33333333349'],
  ['-m statistic --mode random --probability 0.33333', '-m statistic --mode random --probability 0.33332999982'],
  ['-m statistic --mode nth --every 3 --packet 0', '-m statistic --mode nth --every 3 --packet 0'],
  ['-m recent --set', '-m recent --set --name DEFAULT --mask 255.255.255.255 --rsource'],
  [
    '-m recent --name KUBE-SEP-X --rcheck --seconds 10800 --reap -j KUBE-SEP-X',
    '-m recent --rcheck --seconds 10800 --reap --name KUBE-SEP-X --mask 255.255.255.255 --rsource -j KUBE-SEP-X',
  ],
  ['-m limit --limit 3/minute', '-m limit --limit 3/min'],
  ['-m limit --limit 1/s --limit-burst 5', '-m limit --limit 1/sec'],
  ['-m mac --mac-source 00:AA:bb:1:2:3', '-m mac --mac-source 00:aa:bb:01:02:03'],
  ['-m multiport -p tcp --dports 80,https', '-p tcp -m multiport --dports 80,443'],
  ['-m iprange --src-range 10.0.0.1-10.0.0.9', '-m iprange --src-range 10.0.0.1-10.0.0.9'],
  ['-m set --match-set KUBE-CLUSTER-IP dst,dst', '-m set --match-set KUBE-CLUSTER-IP dst,dst'],
  ['-m nfacct --nfacct-name ct_state', '-m nfacct --nfacct-name  ct_state'],
  ['-j REJECT', '-j REJECT --reject-with icmp-port-unreachable'],
  ['-p tcp -j DNAT --to 10.0.0.1:80', '-p tcp -j DNAT --to-destination 10.0.0.1:80'],
  ['-p tcp -j REDIRECT --to-port 8080', '-p tcp -j REDIRECT --to-ports 8080'],
  ['-j LOG --log-prefix  "in: " --log-level 4', '-j LOG --log-prefix "in: "'],
  ['-j LOG --log-level debug', '-j LOG --log-level 7'],
  ['-g CHAIN', '-g CHAIN'],
  ['-j KUBE-SVC-X # elsewhere', '-j KUBE-SVC-X'],
];

const NORMAL_FORMS_6: readonly (readonly [written: string, shown: string])[] = [
  ['-s fd00::1 -p icmpv6', '-s fd00::1/128 -p ipv6-icmp'],
  ['-d ::/0 -j ACCEPT', '-j ACCEPT'],
  ['-d FD00:0:0::/48', '-d fd00::/48'],
  ['-p icmpv6 --icmpv6-type neighbour-solicitation', '-p ipv6-icmp -m icmp6 --icmpv6-type 135'],
  ['-j REJECT', '-j REJECT --reject-with icmp6-port-unreachable'],
  ['-j REJECT --reject-with icmp6-adm-prohibited', '-j REJECT --reject-with icmp6-adm-prohibited'],
  ['-p tcp -j DNAT --to-destination [fd00::1]:80', '-p tcp -j DNAT --to-destination [fd00::1]:80'],
  ['-j DNAT --to-destination [fd00::1]', '-j DNAT --to-destination fd00::1'],
  ['-m recent --set', '-m recent --set --name DEFAULT --mask ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff --rsource'],
];

describe('normal form', () => {
  it.each(NORMAL_FORMS)('%s', (written, shown) => {
    expect(printed(written)).toBe(shown);
    expect(notesOf(written).filter((note) => !note.startsWith('info'))).toEqual([]);
  });
  it.each(NORMAL_FORMS_6)('ip6tables %s', (written, shown) => {
    expect(printed(written, 'ipv6')).toBe(shown);
    expect(notesOf(written, 'ipv6').filter((note) => !note.startsWith('info'))).toEqual([]);
  });
  it.each([...NORMAL_FORMS, ...NORMAL_FORMS_6])('is stable: %s', (_written, shown) => {
    const family = NORMAL_FORMS_6.some((row) => row[1] === shown) ? 'ipv6' : 'ipv4';
    expect(printed(shown, family)).toBe(shown);
  });
});

describe('what cannot be read', () => {
  it.each([
    ['-m frobnicate --knob 3 ! --dial -j ACCEPT', 'warning xtables.unrecognised-match'],
    ['-j FANCY --knob 3', 'warning xtables.unrecognised-target'],
    ['-p tcp -m tcp --dport 99999 -j ACCEPT', 'error xtables.value-port'],
    ['-p tcp -m tcp --dport -j ACCEPT', 'error xtables.value-port'],
    ['-m comment --comment', 'error xtables.option-needs-value'],
    ['-s', 'error xtables.option-needs-value'],
    ['-s <private_ip> -j DROP', 'error xtables.value-address-ipv4'],
    ['-s fd00::1 -j DROP', 'error xtables.value-address-ipv4'],
    ['-d voip.example.com', 'error xtables.value-address-ipv4'],
    ['-i averyveryverylongname', 'error xtables.value-interface'],
    ['-p nonsense', 'error xtables.value-protocol'],
    ['-p tcp --knob 3', 'error xtables.option-unknown'],
    ['-m tcp --dport 80', 'error xtables.needs-protocol'],
    ['-p udp -m tcp --dport 80', 'error xtables.needs-protocol'],
    ['-j DNAT --to-destination 10.0.0.1:80', 'error xtables.needs-protocol'],
    ['-m mark', 'error xtables.option-required'],
    ['-m addrtype', 'error xtables.option-one-of'],
    ['-m recent --set --rcheck', 'error xtables.option-exclusive'],
    ['-j DNAT --to-destination 10.0.0.1 --to-destination 10.0.0.2', 'error xtables.option-twice'],
    ['-s 10.0.0.1 -s 10.0.0.2', 'error xtables.option-twice'],
    ['-j ACCEPT -j DROP', 'error xtables.option-twice'],
    ['-m statistic --mode random ! --mode nth', 'error xtables.option-not-negatable'],
    ['oops -j ACCEPT', 'error xtables.stray-word'],
    ['-j REJECT --reject-with fire', 'error xtables.value-reject'],
  ])('%s: %s', (text, note) => expect(notesOf(text)).toContain(note));

  it.each([
    ['-m frobnicate --knob "a b" ! --dial -j ACCEPT', '-m frobnicate --knob "a b" ! --dial -j ACCEPT'],
    ['-s <private_ip> -p tcp --dport 80 -j DROP', '-p tcp -s <private_ip> -m tcp --dport 80 -j DROP'],
    ['-p tcp --dport 99999 -j ACCEPT', '-p tcp -m tcp --dport 99999 -j ACCEPT'],
    ['-j FANCY --knob 3 on', '-j FANCY --knob 3 on'],
    ['-j DNAT --to-destination nowhere', '-j DNAT --to-destination nowhere'],
    ['-m mac --mac-source XX:XX:XX:XX:XX:XX -j RETURN', '-m mac --mac-source XX:XX:XX:XX:XX:XX -j RETURN'],
  ])('is kept word for word: %s', (text, shown) => expect(printed(text)).toBe(shown));

  it('is pointed at', () => {
    const text = '-p tcp -m tcp --dport 99999 -j ACCEPT';
    const [note] = parseRule(text, 'ipv4').notes;
    expect(text.slice(note?.start, note?.end)).toBe('-m tcp --dport 99999');
  });

  it('never throws and never loses a word', () => {
    const piece = fc.oneof(
      fc.constantFrom('-s', '-d', '-p', 'tcp', '-m', '-j', '!', '--dport', '80', '10.0.0.1', 'comment', '--comment'),
      fc.constantFrom('mark', '--mark', 'recent', '--set', 'MARK', '--set-mark', '-g', '--', '-', '"', '# x', '-m set'),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { rule } = parseRule(pieces.join(' '), 'ipv4');
        const once = printRule(rule, 'ipv4');
        expect(typeof once).toBe('string');
        expect(printRule(parseRule(pieces.join(' '), 'ipv4').rule, 'ipv4')).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what iptables-save prints of a rule', () => {
  const pairs = Array.from(SAVED.matchAll(/^< -A \S+ (.*)\n> -A \S+ ?(.*)$/gm), ([, given = '', saved = '']) => [
    given,
    saved,
  ]);
  it('was recorded', () => expect(pairs.length).toBeGreaterThan(60));
  it.each(pairs)('%s', (given, saved) => {
    expect(printRule(parseRuleWords(scanRestoreWords(given), 'ipv4').rule, 'ipv4')).toBe(saved);
    expect(printed(saved)).toBe(saved);
  });
});

describe('lists of addresses', () => {
  const part = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 32 }))
    .map(([a, b]) => `${a}.0.0.0/${b}`);
  const list = fc.array(part, { minLength: 1, maxLength: 4 });
  it('are a rule for each source with each destination, sources outermost', () => {
    fc.assert(
      fc.property(list, list, fc.boolean(), (from, to, turned) => {
        const options = [`-s ${from.join(',')}`, `--dst ${to.join(',')}`];
        const text = `-p tcp ${(turned ? options.toReversed() : options).join(' ')} -m comment --comment "-s a,b" -j ACCEPT`;
        const wanted = from.flatMap((src) =>
          to.map((dst) => printed(`-s ${src} -d ${dst} -p tcp -m comment --comment "-s a,b" -j ACCEPT`)),
        );
        const single = from.length * to.length === 1;
        expect((writtenOut(text) ?? [text]).map((rule) => printed(rule))).toEqual(wanted);
        expect(writtenOut(text) === undefined).toBe(single);
      }),
    );
  });
  it.each([
    '! -s 10.0.0.1,10.0.0.2',
    '-s 10.0.0.1,',
    '-s ! 1.1.1.1,2.2.2.2',
    '-m addrtype --dst-type LOCAL,UNICAST',
    `-s ${Array.from({ length: 1025 }, (_, i) => `10.0.${i >> 8}.${i & 255}`).join(',')}`,
  ])('are none, or refused: %s', (text) => expect(writtenOut(text)).toBeUndefined());
});

describe('an option nobody knows', () => {
  it.each([
    '-p tcp -m tcp --dport 80 --later 3 -j ACCEPT',
    '-p tcp -m tcp --dport 80 -j DNAT --to-destination 10.0.0.1 --later',
    '-m conntrack ! --later NEW --ctstate NEW -j CONNMARK --set-xmark 0x1/0xff',
    '-j ACCEPT --later 1 2',
  ])('%s: kept where it stood, and said', (text) => {
    expect(printed(text)).toBe(text);
    expect(notesOf(text)).toContain('error xtables.option-unknown');
    const { matches, target } = parseRule(text, 'ipv4').rule;
    expect([...matches.map(({ match }) => match), target?.target]).toContain('unrecognised');
  });
  it('goto takes chains', () => {
    expect(notesOf('-g ACCEPT')).toEqual(['error xtables.goto-no-chain']);
    expect(printed('-g ACCEPT')).toBe('-g ACCEPT');
  });
});

describe('round trip', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const address = fc.tuple(octet, octet, octet, octet).map((parts) => `${parts.join('.')}/32`);
  const port = fc.integer({ min: 0, max: 65535 });
  const negation = fc.constantFrom('', '! ');
  const mark = fc.integer({ min: 0, max: 0xffffffff }).map((value) => `0x${value.toString(16)}`);
  const header = fc.tuple(
    fc.option(fc.tuple(negation, address).map(([not, value]) => `${not}-s ${value}`)),
    fc.option(fc.tuple(negation, address).map(([not, value]) => `${not}-d ${value}`)),
    fc.option(negation.map((not) => `${not}-i eth0`)),
    fc.option(fc.constant('-o cni+')),
  );
  const match = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }).map((text) => {
      const quoted = `"${text.replaceAll(/["\\']/g, String.raw`\$&`)}"`;
      return `-m comment --comment ${/^[-\w]+$/.test(text) ? text : quoted}`;
    }),
    fc.tuple(negation, port).map(([not, value]) => `-m tcp ${not}--dport ${value}`),
    fc.tuple(port, port).map((pair) => {
      const [low = 0, high = 0] = pair.toSorted((a, b) => a - b);
      return `-m multiport --dports ${low === high ? low : `${low}:${high}`}`;
    }),
    fc.tuple(negation, mark, mark).map(([not, value, mask]) => {
      return `-m mark ${not}--mark ${mask === '0xffffffff' ? value : `${value}/${mask}`}`;
    }),
    fc
      .subarray(['INVALID', 'NEW', 'RELATED', 'ESTABLISHED', 'UNTRACKED', 'SNAT', 'DNAT'], { minLength: 1 })
      .map((states) => `-m conntrack --ctstate ${states.join(',')}`),
    fc
      .integer({ min: 0, max: 2 ** 31 })
      .map((stored) => `-m statistic --mode random --probability ${(stored / 2 ** 31).toFixed(11)}`),
  );
  const target = fc.oneof(
    fc.constantFrom('-j ACCEPT', '-j KUBE-SVC-X', '-g A', '-j MASQUERADE --random-fully', ''),
    fc.tuple(mark, mark).map(([value, mask]) => `-j MARK --set-xmark ${value}/${mask}`),
    fc.tuple(address, port).map(([to, at]) => `-j DNAT --to-destination ${to.replace('/32', '')}:${at}`),
  );
  const rule = fc.tuple(header, fc.array(match, { maxLength: 4 }), target).map(([tests, matches, last]) => {
    const needsTcp = [...tests.filter((test) => test !== null), '-p tcp', ...matches, last];
    return needsTcp.filter((part) => part !== '').join(' ');
  });

  it('prints a canonical rule as it stands', () => {
    fc.assert(
      fc.property(rule, (text) => {
        const parsed = parseRule(text, 'ipv4');
        expect(parsed.notes.filter(({ severity }) => severity !== 'info')).toEqual([]);
        expect(printRule(parsed.rule, 'ipv4')).toBe(text);
        expect(parseRule(printRule(parsed.rule, 'ipv4'), 'ipv4').rule).toEqual(parsed.rule);
      }),
      { numRuns: 2000 },
    );
  });
});
