import { describe, expect, it } from 'vitest';
import { formatIp } from '../net/ip';
import { IPSET_LIST } from './ipset-list';
import { IPSET_SAVE } from './ipset-save';
import { detectFormats } from './index';
import { IPVSADM, readIpvsTable } from './ipvsadm';
import { IPVSADM_CONNECTIONS } from './ipvsadm-connections';
import type { LineFormat, LinesParsed } from './lines/line-format';

function read<T>(format: LineFormat<string, T>, text: string): LinesParsed<T> & { readonly codes: readonly string[] } {
  const parsed = format.parse(text);
  if (!parsed.ok) throw new Error(parsed.error[0]?.message.id);
  const codes = parsed.value.diagnostics.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
  return { ...parsed.value, codes };
}

const SAVE = `create allow hash:net family inet hashsize 1024 maxelem 65536 timeout 0 bucketsize 12 initval 0x8c48e8f6
add allow 10.0.0.0/8 timeout 0
add allow 10.1.0.0/16 timeout 30 nomatch
create why hash:ip,port family inet6 hashsize 1024 maxelem 65536 counters comment
add why fd00::1,tcp:80 packets 5 bytes 300 comment "the web; not nomatch at all"
create ports bitmap:port range 0-65535
add ports 80
create both list:set size 8
add both allow
`;

describe('ipset save', () => {
  it('prints back what it read', () => {
    const { value, codes, ignored } = read(IPSET_SAVE, SAVE);
    expect(IPSET_SAVE.print(value)).toBe(SAVE.replace('timeout 30 nomatch', 'timeout 30 nomatch'));
    expect([codes, ignored]).toEqual([[], []]);
    expect(value.get('allow')?.members[1]).toEqual({ element: '10.1.0.0/16', nomatch: true, options: 'timeout 30' });
    expect(value.get('why')?.members[0]?.nomatch).toBe(false);
  });

  it('reads commands and old names of types', () => {
    const text =
      'root@gw:~# ipset -N black iphash\nroot@gw:~# ipset -A black 10.0.0.9\n/sbin/ipset add -exist black 10.0.0.10\n';
    expect(IPSET_SAVE.print(read(IPSET_SAVE, text).value)).toBe(
      'create black hash:ip\nadd black 10.0.0.9\nadd black 10.0.0.10\n',
    );
  });

  it('reads what a log quotes of a restore: a set is filled under another name and changes places', () => {
    const quoted =
      'I0627 09:33:40.6   3448 x.go:2] running ipset command: args=[restore -exist] stdin ```create TMP-A hash:ip family inet6\nflush TMP-A\nadd TMP-A fd00::7\ncreate inet6:shop-vip hash:ip family inet6\ncreate inet6:other hash:ip family inet6\nswap TMP-A inet6:shop-vip\nflush TMP-A\nswap TMP-B inet6:other\n';
    const sets = read(IPSET_SAVE, quoted).value;
    expect([...sets].map(([name, set]) => [name, set.name, set.members.map(({ element }) => element)])).toEqual([
      ['TMP-A', 'TMP-A', []],
      ['inet6:shop-vip', 'inet6:shop-vip', ['fd00::7']],
      ['TMP-B', 'TMP-B', []],
    ]);
  });

  it('leaves rules of iptables alone', () => {
    expect(IPSET_SAVE.detect('-N KUBE-SERVICES\n-A KUBE-SERVICES -j RETURN\n')).toBe(0);
    expect(read(IPSET_SAVE, 'create a hash:ip\n-A a -s 10.0.0.1 -j DROP\n').ignored).toEqual([{ from: 2, to: 2 }]);
  });
});

const LIST = `Name: KUBE-CLUSTER-IP
Type: hash:ip,port
Revision: 5
Header: family inet hashsize 1024 maxelem 65536
Size in memory: 600
References: 2
Number of entries: 2
Members:
10.96.98.173,tcp:80
10.97.229.148,tcp:80

Name: KUBE-NODE-PORT-TCP
Type: bitmap:port
Revision: 3
Header: range 0-65535
Size in memory: 8268
References: 1
Number of entries: 1
Members:
30781
`;

describe('ipset list', () => {
  it('prints back what it read', () => {
    const { value, codes, ignored } = read(IPSET_LIST, LIST);
    expect(IPSET_LIST.print(value)).toBe(LIST);
    expect([codes, ignored]).toEqual([[], []]);
  });

  it('is the set that ipset save prints', () => {
    const sets = new Map(read(IPSET_LIST, LIST).value.map(({ set }) => [set.name, set]));
    expect(IPSET_SAVE.print(sets)).toBe(`create KUBE-CLUSTER-IP hash:ip,port family inet hashsize 1024 maxelem 65536
add KUBE-CLUSTER-IP 10.96.98.173,tcp:80
add KUBE-CLUSTER-IP 10.97.229.148,tcp:80
create KUBE-NODE-PORT-TCP bitmap:port range 0-65535
add KUBE-NODE-PORT-TCP 30781
`);
  });

  it('says that more are listed than are told, and uses all', () => {
    const text = LIST.replace('Number of entries: 2', 'Number of entries: 1');
    const { value } = read(IPSET_LIST, text);
    expect(value[0]).toMatchObject({ complete: true });
    expect(value[0]?.set.members).toHaveLength(2);
    const parsed = IPSET_LIST.parse(text);
    const said = parsed.ok ? parsed.value.diagnostics.map(({ message }) => message.id) : [];
    expect(said).toContain('formats.ipset-list.miscounted');
  });

  it.each([
    ['fewer members than told', LIST.replace('10.97.229.148,tcp:80\n', ''), [false, true]],
    ['an elision', LIST.replace('10.97.229.148,tcp:80', '...'), [false, true]],
    ['no members at all (-t)', LIST.replace(/Members:\n30781\n/, ''), [true, false]],
    ['a prompt glued below', `${LIST}root@node1:~#\n`, [true, true]],
  ])('knows what is missing: %s', (_name, text, complete) => {
    expect(read(IPSET_LIST, text).value.map((each) => each.complete)).toEqual(complete);
  });
});

const LN = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
TCP  10.96.0.1:443 rr persistent 10800
  -> 10.0.0.1:6443                Masq    1      2          0
UDP  10.96.0.10:53 sh (sh-port)
TCP  [fd00::a]:80 wrr persistent 300 mask 64
  -> [fd00:1::5]:8080             Masq    0      0          0
FWM  7 mh ops
  -> 10.0.0.9:0                   Route   3      0          12
`;

const SN = `-A -t 10.96.0.1:443 -s rr -p 10800
-a -t 10.96.0.1:443 -r 10.0.0.1:6443 -m -w 1
-A -u 10.96.0.10:53 -s sh -b sh-port
-A -f 7 -s mh -o
-a -f 7 -r 10.0.0.9:0 -g -w 3
`;

const STATS = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port               Conns   InPkts  OutPkts  InBytes OutBytes
  -> RemoteAddress:Port
TCP  10.96.0.1:443                       5       40       38     4096      12K
  -> 10.0.0.1:6443                       5       40       38     4096      12K
`;

/** `6 10.96.0.1:443 rr p10800 -> 10.0.0.1:6443 masq 1`, one a service. */
function services(text: string): string[] {
  return read(IPVSADM, text).value.flatMap((listing) =>
    (readIpvsTable(listing)?.services ?? []).map(
      ({ protocol, address, port, fwmark, scheduler, persistentSeconds, servers }) =>
        [
          address ? `${protocol} ${formatIp(address)}:${port}` : `mark ${fwmark}`,
          scheduler,
          ...(persistentSeconds === undefined ? [] : [`p${persistentSeconds}`]),
          ...servers.map(
            (server) => `-> ${formatIp(server.address)}:${server.port} ${server.forward} ${server.weight}`,
          ),
        ].join(' '),
    ),
  );
}

const PROC = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port Forward Weight ActiveConn InActConn
TCP  0A600001:01BB rr persistent 10800 FFFFFF00
  -> 0A000002:192B      Masq    1      3          4
  -> 0A000001:192B      Masq    1      0          0
TCP  [fd00:0000:0000:0000:0000:0000:0000:0011]:0050 wrr persistent 60 80000000
  -> [fd00:0000:0000:0000:0000:0000:0000:0022]:1F90      Masq    0      0          0
FWM  0000000A sh
`;

const listOf = (servers: readonly string[]): string =>
  `TCP  10.96.0.1:80 rr\n${servers.map((place) => `  -> ${place} Masq 1 2 5\n`).join('')}`;

describe('the order of the list in the kernel', () => {
  const orderOf = (text: string): string => {
    const [listing] = read(IPVSADM, text).value;
    const [service] = (listing && readIpvsTable(listing)?.services) ?? [];
    const places = service?.servers.map(({ address, port }) => `${formatIp(address)}:${port}`) ?? [];
    return service?.unordered ? `any of ${places.length}` : places.join(' ');
  };

  it.each([
    ['sorted, as ipvsadm -Ln does', listOf(['10.0.0.1:80', '10.0.0.2:80', '10.0.0.10:80']), 'any of 3'],
    ['not sorted: it can only be the kernel’s', listOf(['10.0.0.2:80', '10.0.0.1:80']), '10.0.0.2:80 10.0.0.1:80'],
    ['--nosort', `$ ipvsadm -Ln --nosort\n${listOf(['10.0.0.1:80', '10.0.0.2:80'])}`, '10.0.0.1:80 10.0.0.2:80'],
    [
      '-Sn',
      '-A -t 10.96.0.1:80 -s rr\n-a -t 10.96.0.1:80 -r 10.0.0.1:80 -m -w 1\n-a -t 10.96.0.1:80 -r 10.0.0.2:80 -m -w 1\n',
      '10.0.0.1:80 10.0.0.2:80',
    ],
    ['/proc/net/ip_vs', PROC, '10.0.0.2:6443 10.0.0.1:6443'],
  ])('%s', (_name, text, expected) => {
    expect(orderOf(text)).toBe(expected);
  });

  it('comes with the connections that servers have', () => {
    const [listing] = read(IPVSADM, PROC).value;
    const servers = (listing && readIpvsTable(listing)?.services[0]?.servers) ?? [];
    expect(servers.map(({ connections }) => connections)).toEqual([
      { active: 3, inactive: 4 },
      { active: 0, inactive: 0 },
    ]);
  });
});

describe('ipvsadm', () => {
  it.each([
    ['-Ln', LN],
    ['-Sn', SN],
    ['-Ln --stats', STATS, 'not-simulated'],
    ['/proc/net/ip_vs', PROC],
  ])('%s prints back what it read', (_name, text, ...said) => {
    const { value, codes, ignored } = read(IPVSADM, text);
    expect(IPVSADM.print(value)).toBe(text);
    expect([codes, ignored]).toEqual([said, []]);
  });

  it('says that counters are no rules, unless the listing beside them tells the rest', () => {
    const rate = STATS.replace(/Conns.*/, 'CPS    InPPS   OutPPS    InBPS   OutBPS');
    expect(read(IPVSADM, rate).codes).toEqual(['not-simulated']);
    expect(read(IPVSADM, `${LN}\n${STATS}`).codes).toEqual([]);
  });

  it('reads services and servers from either form', () => {
    const common = ['6 10.96.0.1:443 rr p10800 -> 10.0.0.1:6443 masq 1', '17 10.96.0.10:53 sh'];
    expect(services(LN)).toEqual([
      ...common,
      '6 fd00::a:80 wrr p300 -> fd00:1::5:8080 masq 0',
      'mark 7 mh -> 10.0.0.9:0 route 3',
    ]);
    expect(services(SN)).toEqual([...common, 'mark 7 mh -> 10.0.0.9:0 route 3']);
  });

  it('has no table of counters alone: they do not tell the scheduler', () => {
    expect(services(STATS)).toEqual([]);
  });

  it('tells nodes apart, with headers and without', () => {
    const one = 'TCP  10.254.0.1:443 rr\n  -> 172.27.137.229:6443          Masq    1      0          0\n';
    const node = `IP Virtual Server version 1.2.1 (size=4096)\n${one}`;
    expect(read(IPVSADM, `>>> a\n${node}>>> b\n${node}`).value).toHaveLength(2);
    expect(read(IPVSADM, one + one).value).toHaveLength(2);
  });

  it('reads names of ports and says what it cannot read', () => {
    const text = `-A -t 192.168.1.112:http -s rr\n-a -t 192.168.1.112:http -r 10.0.0.64:8080 -m -w 1\n-A -t vip.example:80 -s rr\n`;
    expect(services(text)).toEqual(['6 192.168.1.112:80 rr -> 10.0.0.64:8080 masq 1']);
    expect(read(IPVSADM, text).codes).toEqual(['invalid']);
    expect(read(IPVSADM, 'TCP  10.0.0.1:80 rr\n  -> 10.0.0.2:80  FullNat 1 0 0\n').codes).toEqual(['not-simulated']);
    expect(read(IPVSADM, 'TCP  10.0.0.1:80 rr\n').codes).toEqual([]);
    expect(read(IPVSADM, '  -> 10.0.0.2:80  Masq 1 0 0\n').codes).toEqual(['invalid']);
  });
});

const LNC = `IPVS connection entries
pro expire state       source             virtual            destination
TCP 14:57  ESTABLISHED 10.244.1.5:51234   10.96.0.1:443      10.0.0.1:6443
TCP 179:59 NONE        10.244.1.5:0       10.96.0.1:443      10.0.0.1:6443
UDP 04:58  UDP         [fd00::9]:5353     [fd00::a]:53       [fd00::5]:53
IP  09:12  ERR!        10.244.1.5:0       0.0.0.7:0          10.0.0.9:0 sip 1234@x
`;

describe('ipvsadm -Lnc', () => {
  it('prints back what it read', () => {
    const { value, codes, ignored } = read(IPVSADM_CONNECTIONS, LNC);
    expect(IPVSADM_CONNECTIONS.print(value)).toBe(LNC);
    expect([codes, ignored]).toEqual([[], []]);
  });

  it('reads ends, states and the time that is left', () => {
    const { value } = read(IPVSADM_CONNECTIONS, LNC);
    expect(
      value.map(({ protocol, expires, state, client, server, rest, span }) =>
        [protocol, expires, state, client.port, server.port, rest, span.line].join(' ').replaceAll(/ +/g, ' '),
      ),
    ).toEqual([
      'TCP 897 ESTABLISHED 51234 6443 3',
      'TCP 10799 NONE 0 6443 4',
      'UDP 298 UDP 5353 53 5',
      'IP 552 ERR! 0 0 sip 1234@x 6',
    ]);
  });

  it('is told from the listing of services, and by its lines alone', () => {
    const alone = LNC.split('\n').slice(2).join('\n');
    expect([LNC, alone, LN].map((text) => detectFormats(text)[0]?.id)).toEqual([
      'ipvsadm-connections',
      'ipvsadm-connections',
      'ipvsadm',
    ]);
  });

  it('says what names hide, and where', () => {
    const text = LNC.replace('10.96.0.1:443 ', 'kubernetes:https');
    const { value, diagnostics } = read(IPVSADM_CONNECTIONS, text);
    expect(value).toHaveLength(3);
    expect(diagnostics.map(({ code, span }) => [code, text.slice(span?.start, span?.end)])).toEqual([
      ['invalid', 'kubernetes:https'],
      ['unrecognised', ''],
    ]);
  });
});

it('commands of ipvsadm are carried out: what is deleted is gone', () => {
  const text = `ipvsadm -A -t 10.96.50.10:80 -s rr
ipvsadm -a -t 10.96.50.10:80 -r 10.244.1.6:8080 -m
ipvsadm -a -t 10.96.50.10:80 -r 10.244.1.7:8080 -m
ipvsadm -d -t 10.96.50.10:80 -r 10.244.1.7:8080
ipvsadm -A -u 10.96.0.10:53 -s rr
ipvsadm --delete-service -u 10.96.0.10:53
`;
  const read = IPVSADM.parse(text);
  const [listing] = read.ok ? read.value.value : [];
  expect(
    listing?.services.map(({ service, servers }) => [service.port, servers.map(({ server }) => server.port)]),
  ).toEqual([[80, [8080]]]);
  expect(listing?.services[0]?.servers).toHaveLength(1);
});
