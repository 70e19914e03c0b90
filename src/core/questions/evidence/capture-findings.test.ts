import { describe, expect, it } from 'vitest';
import { findOfCaptures } from './capture-findings';

const ids = (...lines: readonly string[]) => findOfCaptures([{ text: lines.join('\n') }]).map(({ id }) => id);
const dump = (at: string, words: string) => `09:14:${at}.123456 IP ${words}`;
const ASKS = '192.0.2.7.41000 > 10.97.4.4.80: Flags [S], seq 1, win 64240, length 0';

describe('what a capture proves', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['silence', [dump('01', ASKS), dump('02', ASKS), dump('04', ASKS)], ['capture-unanswered']],
    ['an answer', [dump('01', ASKS), dump('01', '10.97.4.4.80 > 192.0.2.7.41000: Flags [S.], seq 9, ack 2')], []],
    [
      'an answer that does not arrive',
      [1, 2].flatMap((at) => [
        dump(`0${at}`, ASKS),
        dump(`0${at}`, '10.97.4.4.80 > 192.0.2.7.41000: Flags [S.], seq 9, ack 2'),
      ]),
      ['capture-repeated'],
    ],
    [
      'a refusal',
      [dump('01', ASKS), dump('01', '10.97.4.4.80 > 192.0.2.7.41000: Flags [R.], seq 0')],
      ['capture-refused'],
    ],
    [
      'an answer of somebody else',
      [dump('01', ASKS), dump('01', '10.244.1.9.8080 > 192.0.2.7.41000: Flags [S.], seq 9, ack 2')],
      ['capture-other'],
    ],
    [
      'an answer that the client disowns, where the Pod’s side was captured',
      [
        dump('01', '192.0.2.7.41900 > 10.244.1.9.80: Flags [S], seq 1'),
        dump('01', '10.244.1.9.80 > 192.0.2.7.41900: Flags [S.], seq 9, ack 2'),
        dump('01', '192.0.2.7.41900 > 10.244.1.9.80: Flags [R], seq 2'),
        dump('05', ASKS),
      ],
      ['capture-other'],
    ],
    [
      'an answer at another port that the client disowns',
      [
        dump('01', '192.0.2.7.41900 > 10.244.1.9.8080: Flags [S], seq 1'),
        dump('01', '10.244.1.9.8080 > 192.0.2.7.41900: Flags [S.], seq 9, ack 2'),
        dump('01', '192.0.2.7.41900 > 10.244.1.9.8080: Flags [R], seq 2'),
        dump('05', ASKS),
      ],
      ['capture-unanswered'],
    ],
    [
      'a packet that was sent on and answered',
      [
        dump('01', ASKS),
        dump('01', '192.0.2.7.41000 > 10.244.1.9.8080: Flags [S], seq 1'),
        dump('01', '10.244.1.9.8080 > 192.0.2.7.41000: Flags [S.], seq 9, ack 2'),
      ],
      [],
    ],
    [
      'datagrams',
      [
        dump('01', '192.0.2.7.41000 > 10.97.0.10.53: 7+ A? shelf. (24)'),
        dump('06', '192.0.2.7.41000 > 10.97.0.10.53: 7+ A? shelf. (24)'),
      ],
      ['capture-udp'],
    ],
    [
      'datagrams with an answer',
      [
        dump('01', '192.0.2.7.41000 > 10.97.0.10.53: 7+ A? shelf. (24)'),
        dump('06', '192.0.2.7.41000 > 10.97.0.10.53: 7+ A? shelf. (24)'),
        dump('06', '10.97.0.10.53 > 192.0.2.7.41000: 7 1/0/0 A 192.0.2.80 (40)'),
      ],
      [],
    ],
    [
      'an error',
      [dump('01', '192.0.2.9 > 192.0.2.7: ICMP 10.97.4.4 unreachable - need to frag (mtu 1450), length 36')],
      ['capture-icmp'],
    ],
    [
      'a question of ARP',
      ['1', '2'].map((at) => `09:14:0${at}.1234 ARP, Request who-has 192.0.2.80 tell 192.0.2.7, length 28`),
      ['capture-arp'],
    ],
    [
      'a question of ARP with an answer',
      [
        '09:14:01.1234 ARP, Request who-has 192.0.2.80 tell 192.0.2.7, length 28',
        '09:14:02.1234 ARP, Request who-has 192.0.2.80 tell 192.0.2.7, length 28',
        '09:14:02.2234 ARP, Reply 192.0.2.80 is-at 02:00:00:00:00:09, length 28',
      ],
      [],
    ],
  ])('%s', (_, lines, expected) => expect(ids(...lines)).toEqual(expected));

  it('reads two lines of -v as one packet, with the time of the first', () => {
    const asks = (at: string) =>
      `09:14:${at}.123456 02:00:00:00:00:01 > 02:00:00:00:00:02, ethertype IPv4 (0x0800), length 74: (tos 0x0, ttl 64, proto TCP (6), length 60)\n    ${ASKS}`;
    const [found] = findOfCaptures([{ text: `${asks('01')}\n${asks('02')}` }]);
    expect([found?.id, found?.says.values?.['count']]).toEqual(['capture-unanswered', 2]);
  });

  it('reads rows of Wireshark', () => {
    const row = (at: number, words: string) => `${at} ${at}.25 192.0.2.7 192.0.2.80 TCP 74 ${words}`;
    expect(ids(row(1, '41000 → 80 [SYN] Seq=0'), row(2, '[TCP Retransmission] 41000 → 80 [SYN] Seq=0'))).toEqual([
      'capture-unanswered',
    ]);
  });

  it('inside of a tunnel tells TCP alone from no way at all', () => {
    const outer = '09:14:01.1234 IP 192.0.2.7.41000 > 192.0.2.8.4789: VXLAN, flags [I] (0x08), vni 1';
    const inner = 'IP 10.244.1.0.40000 > 10.244.2.9.80: Flags [S], seq 1, length 0';
    const reply = 'IP 10.244.2.9 > 10.244.1.0: ICMP echo reply, id 1, seq 1, length 64';
    expect(ids(outer, inner, outer, reply)).toEqual(['capture-tunnel']);
    expect(ids(outer, inner)).toEqual(['capture-unanswered']);
  });

  const told = (...lines: readonly string[]) =>
    findOfCaptures([{ text: lines.join('\n') }]).map(({ id, says }): Readonly<Record<string, unknown>> => ({
      id,
      ...says.values,
    }));

  it.each<[string, readonly string[]]>([
    ['an answer that came twice to one question', ['[S]', '[S.]', '[S.]']],
    ['a question that came twice, with one answer', ['[S]', '[S]', '[S.]']],
  ])('%s is no answer that stays away', (_, flags) => {
    const lines = flags.map((flag) =>
      dump('01', flag === '[S]' ? ASKS : `10.97.4.4.80 > 192.0.2.7.41000: Flags ${flag}, seq 9, ack 2`),
    );
    expect(ids(...lines)).toEqual([]);
  });

  it.each([
    ['that go to everybody', '224.0.0.251.9999'],
    ['of a tunnel', '192.0.2.8.8472'],
  ])('datagrams %s are not asked', (_, to) => {
    const sent = dump('01', `192.0.2.7.41000 > ${to}: UDP, length 50`);
    expect(ids(sent, sent)).toEqual([]);
    const asked = sent.replace(to, '192.0.2.8.9999');
    expect(ids(asked, asked)).toEqual(['capture-udp']);
  });

  it('knows a resolver by its five seconds', () => {
    const asks = (at: string) => dump(at, '192.0.2.7.41000 > 10.97.0.10.53: 7+ A? shelf. (24)');
    expect(told(asks('01'), asks('06'))[0]).toMatchObject({ resolver: 'yes', host: '10.97.0.10', port: '53' });
    expect(told(asks('01'), asks('03'))[0]).toMatchObject({ resolver: 'no' });
  });

  it.each([
    ['10.97.4.4 udp port 53 unreachable', 'port', 'none'],
    ['10.97.4.4 unreachable - need to frag (mtu 1450)', 'mtu', '1450'],
    ['host 10.97.4.4 unreachable - admin prohibited', 'prohibited', 'none'],
    ['host 10.97.4.4 unreachable', 'host', 'none'],
  ])('the error “%s” is of %s', (words, why, mtu) => {
    expect(told(dump('01', `192.0.2.9 > 192.0.2.7: ICMP ${words}, length 36`))).toEqual([
      { id: 'capture-icmp', by: '192.0.2.9', to: '192.0.2.7', what: words, why, mtu },
    ]);
  });

  it('one question at the end of a capture is none beside others', () => {
    const other = '192.0.2.7.41001 > 10.97.4.5.80: Flags [S], seq 1';
    const refused = '10.97.4.5.80 > 192.0.2.7.41001: Flags [R.], seq 0';
    expect(ids(dump('01', other), dump('01', refused), dump('02', ASKS))).toEqual(['capture-refused']);
  });

  it('says where a packet was sent on to, and of none that it went back', () => {
    const on = '192.0.2.7.41000 > 10.244.1.9.8080: Flags [S], seq 1';
    const lines = ['01', '02'].flatMap((at) => [dump(at, ASKS), dump(at, on)]);
    expect(told(...lines).map((each) => [each['id'], each['to'], each['leads']])).toEqual([
      ['capture-unanswered', '10.97.4.4:80', '10.244.1.9:8080'],
      ['capture-unanswered', '10.244.1.9:8080', 'none'],
    ]);
  });

  it('tells two of a kind', () => {
    const asks = ['1', '2', '3'].map((end) => dump('01', `192.0.2.7.41000 > 10.97.4.${end}.80: Flags [S], seq 1`));
    expect(ids(...asks, ...asks)).toEqual(['capture-unanswered', 'capture-unanswered']);
  });

  it('of no capture says nothing', () => expect(ids('A > B: it does not work', 'x.y > z: Flags')).toEqual([]));
});
