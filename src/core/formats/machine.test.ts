import { describe, expect, it } from 'vitest';
import { formatCidr, formatIp } from '../net/ip';
import { IFCONFIG } from './ifconfig';
import { IP_ADDRESS } from './ip-address';
import { IP_ROUTE, makeRoute } from './ip-route';
import { IP_RULE } from './ip-rule';
import { devicesOfLinks } from './links/link';
import type { LineFormat, LinesParsed } from './lines/line-format';
import { ROUTE_N, routeOfRow } from './route-n';
import { keyOfSysctl, SYSCTL } from './sysctl';

function read<T>(format: LineFormat<string, T>, text: string): LinesParsed<T> & { readonly codes: readonly string[] } {
  const parsed = format.parse(text);
  if (!parsed.ok) throw new Error(parsed.error[0]?.message.id);
  const codes = parsed.value.diagnostics.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
  return { ...parsed.value, codes };
}

/** Printed and read back, it is the same text. */
function printed<T>(format: LineFormat<string, T>, text: string): string {
  return format.print(read(format, text).value);
}

const ADDR = `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
    inet 127.0.0.1/8 scope host lo
       valid_lft forever preferred_lft forever
    inet6 ::1/128 scope host
       valid_lft forever preferred_lft forever
2: ens5: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9001 qdisc mq state UP group default qlen 1000
    link/ether 0a:9b:38:f3:3d:6d brd ff:ff:ff:ff:ff:ff
    altname enp0s5
    inet 172.31.23.106/20 metric 100 brd 172.31.31.255 scope global dynamic ens5
       valid_lft 2141sec preferred_lft 2141sec
3: cni0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 8951 qdisc noqueue state UP group default qlen 1000
    link/ether 5e:c7:09:93:41:33 brd ff:ff:ff:ff:ff:ff
    inet 10.244.1.1/24 brd 10.244.1.255 scope global cni0
       valid_lft forever preferred_lft forever
4: veth1a2b@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 8951 qdisc noqueue master cni0 state UP group default
    link/ether 3a:26:c2:5b:d2:11 brd ff:ff:ff:ff:ff:ff link-netns cni-1
5: docker0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc noqueue state DOWN group default
    link/ether 02:42:5b:d2:11:aa brd ff:ff:ff:ff:ff:ff
    inet 172.17.0.1/16 brd 172.17.255.255 scope global docker0
       valid_lft forever preferred_lft forever
6: tun1: <POINTOPOINT,NOARP,UP,LOWER_UP> mtu 1480 qdisc noqueue state UNKNOWN
    link/ipip 10.0.0.5 peer 10.0.0.6
    inet 10.9.0.1 peer 10.9.0.2/32 scope global tun1
`;

describe('ip addr', () => {
  it('prints back what it read', () => {
    expect(printed(IP_ADDRESS, ADDR)).toBe(ADDR);
  });

  it('knows devices, addresses, what is up and who is in the bridge', () => {
    const devices = devicesOfLinks(read(IP_ADDRESS, ADDR).value, () => 'physical');
    expect(
      devices.map(({ name, kind, up, master, addresses }) =>
        [
          name,
          kind,
          up ? 'up' : 'down',
          master ?? '-',
          ...addresses.map((own) => `${formatIp(own.address)}/${own.prefix}`),
        ].join(' '),
      ),
    ).toEqual([
      'lo loopback up - 127.0.0.1/8 ::1/128',
      'ens5 physical up - 172.31.23.106/20',
      'cni0 bridge up - 10.244.1.1/24',
      'veth1a2b veth up cni0',
      'docker0 physical up - 172.17.0.1/16',
      'tun1 tunnel up - 10.9.0.1/32',
    ]);
  });

  it.each([
    ['lo               UNKNOWN        127.0.0.1/8 ::1/128', 'lo up 127.0.0.1/8 ::1/128'],
    ['eth0@if7         UP             10.244.0.5/24 metric 100 fe80::1/64', 'eth0 up 10.244.0.5/24 fe80::1/64'],
    ['tun0             UNKNOWN        10.8.0.6 peer 10.8.0.5/32', 'tun0 up 10.8.0.6/32'],
    ['eth1             DOWN', 'eth1 down '],
    ['eth0             UP             02:42:0a:00:00:05 <BROADCAST,MULTICAST,UP,LOWER_UP>', 'eth0 up '],
    [
      '2: eth0    inet 10.0.0.5/24 brd 10.0.0.255 scope global eth0\\       valid_lft forever preferred_lft forever',
      'eth0 up 10.0.0.5/24',
    ],
    ['2: eth0    inet6 fe80::5/64 scope link', 'eth0 up fe80::5/64'],
  ])('reads %s', (line, wanted) => {
    const { value } = read(IP_ADDRESS, line);
    const [device] = devicesOfLinks(value, () => 'physical');
    const addresses = device?.addresses.map((own) => `${formatIp(own.address)}/${own.prefix}`) ?? [];
    expect(`${device?.name} ${device?.up ? 'up' : 'down'} ${addresses.join(' ')}`).toBe(wanted);
    expect(printed(IP_ADDRESS, line)).toBe(`${line}\n`);
  });

  it('leaves prose, prompts and other output aside', () => {
    const { ignored, taken } = read(IP_ADDRESS, `$ ip a\r\n${ADDR}\nEverything is UP now, as you see.\n`);
    expect(ignored).toEqual([
      { from: 1, to: 1 },
      { from: 27, to: 27 },
    ]);
    expect(taken).toEqual([{ from: 2, to: 25 }]);
  });

  it('says which address it could not read', () => {
    const { codes } = read(IP_ADDRESS, '2: eth0: <UP> mtu 1500\n    inet 10.0.0.999/24 scope global eth0\n');
    expect(codes).toEqual(['invalid']);
  });
});

const ROUTES = `default via 172.31.16.1 dev ens5 proto dhcp src 172.31.23.106 metric 100
10.244.0.0/24 via 10.0.0.2 dev ens5 onlink
10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1
172.31.19.13 dev eni1964f948075 scope link
blackhole 10.244.5.0/26 proto bird
throw 131.159.14.0/23
local 10.0.0.5 dev ens5 table local proto kernel scope host src 10.0.0.5
broadcast 10.0.0.255 dev ens5 table local proto kernel scope link src 10.0.0.5
10.55.0.0/16 proto static metric 20
\tnexthop via 10.0.0.2 dev ens5 weight 1
\tnexthop via 10.0.0.3 dev ens5 weight 2 onlink
unreachable 2002:a00::/24 dev lo metric 1024 error -101 pref medium
default via fe80::1 dev ens5 proto ra metric 1024 expires 1568sec mtu 1492 hoplimit 255
10.1.0.0/24 via inet6 fe80::7 dev ens5
2404:6800:4006:802::200e via fe80::1 dev ens5 metric 0
    cache mtu 1492 hoplimit 255
`;

describe('ip route', () => {
  it('prints back what it read', () => {
    expect(printed(IP_ROUTE, ROUTES)).toBe(ROUTES);
  });

  it.each([
    ['default via 10.0.0.1 dev eth0 ', 'main unicast 0.0.0.0/0 via 10.0.0.1 dev eth0'],
    ['default via 10.0.0.1 dev eth0  metric 3 ', 'main unicast 0.0.0.0/0 via 10.0.0.1 dev eth0 metric 3'],
    ['default dev tun0 scope link', 'main unicast 0.0.0.0/0 dev tun0 scope link'],
    ['# ip -6 route\ndefault dev tun0 metric 1', 'main unicast ::/0 dev tun0 metric 1'],
    ['$ ip route show table 500\nthrow 131.159.14.0/23', '500 throw 131.159.14.0/23'],
    ['$ ip r l t 500\nthrow 131.159.14.0/23', '500 throw 131.159.14.0/23'],
    ['$ ip ro s t 500\n$ ip r\n10.0.0.0/8 dev eth0 scope link', 'main unicast 10.0.0.0/8 dev eth0 scope link'],
    // `proto boot` is not printed (`print_route()` of iproute2): a prefix alone, told by what stands below it.
    ['10.0.0.0/8 \n\tnexthop via 10.0.0.2 dev eth0 weight 1', 'main unicast 10.0.0.0/8 nexthop 10.0.0.2 eth0 1'],
    ['10.0.0.0/8\n', ''],
    ['10.0.0.0/8\n\n\tnexthop via 10.0.0.2 dev eth0 weight 1', ''],
    ['10.0.0.0/8\n10.1.0.0/16 dev eth1 scope link', 'main unicast 10.1.0.0/16 dev eth1 scope link'],
    [
      '10.5.0.0/16 proto static\n\tnexthop via 10.0.0.2 dev eth0 weight 1',
      'main unicast 10.5.0.0/16 nexthop 10.0.0.2 eth0 1',
    ],
  ])('%s', (text, wanted) => {
    const parsed = IP_ROUTE.parse(text);
    const [listed] = parsed.ok ? parsed.value.value : [];
    const route = listed && makeRoute(listed);
    const line = route
      ? [
          route.table,
          route.type,
          formatCidr(route.dst),
          ...(route.via ? [`via ${formatIp(route.via)}`] : []),
          ...(route.dev === undefined ? [] : [`dev ${route.dev}`]),
          ...(route.nexthops ?? []).map(
            (way) => `nexthop ${way.via ? formatIp(way.via) : '-'} ${way.dev} ${way.weight}`,
          ),
          ...(route.scope === undefined ? [] : [`scope ${route.scope}`]),
          ...(route.metric === undefined ? [] : [`metric ${route.metric}`]),
        ].join(' ')
      : '';
    expect(line).toBe(wanted);
  });

  it('does not take prose for routes', () => {
    expect(IP_ROUTE.detect('The default route goes via the office.\n10.0.0.1 is the gateway\nbad dev here\n')).toBe(0);
  });

  it('reads a table of net-tools, old and new', () => {
    const text = `Kernel IP routing table
Destination     Gateway         Genmask         Flags Metric Ref    Use Iface
0.0.0.0         10.0.0.1        0.0.0.0         UG    100    0        0 eth0
10.0.0.0        0.0.0.0         255.255.255.0   U     100    0        0 eth0
10.66.0.0       -               255.255.0.0     !H    0      -        0 -
`;
    const { value, ignored } = read(ROUTE_N, text.replace(/10\.66.*\n/, ''));
    expect(
      value.map(routeOfRow).map(({ dst, via, dev }) => `${formatCidr(dst)} ${via ? formatIp(via) : '-'} ${dev}`),
    ).toEqual(['0.0.0.0/0 10.0.0.1 eth0', '10.0.0.0/24 - eth0']);
    expect(ignored).toEqual([]);
    expect(printed(ROUTE_N, text.replace(/10\.66.*\n/, ''))).toBe(text.replace(/10\.66.*\n/, ''));
  });
});

const RULES = `0:\tfrom all lookup local
512:\tfrom all to 172.31.19.13 lookup main
1024:\tfrom all fwmark 0x80/0x80 lookup main
1536:\tfrom 172.31.20.89 to 10.0.0.0/8 lookup 2
2000:\tnot from all fwmark 0x8000 lookup 51820
2001:\tfrom all iif eth1 lookup 100
3000:\tfrom all oif eth2 lookup 100
3001:\tfrom all lookup main suppress_prefixlength 0
4000:\tfrom all uidrange 0-99 lookup 7
4001:\tfrom all ipproto tcp dport 80-90 unreachable
4002:\tfrom all tos 0x10 goto 32766
32766:\tfrom all lookup main
`;

describe('ip rule', () => {
  it('prints back what it read', () => {
    expect(printed(IP_RULE, RULES)).toBe(RULES);
  });

  it('says which rules are not simulated', () => {
    const { codes, value } = read(IP_RULE, RULES);
    expect(codes).toEqual(['not-simulated']);
    expect(value[2]?.rule).toEqual({ priority: 1024, lookup: 'main', fwmark: { value: 128, mask: 128 } });
    expect(value[4]?.rule).toMatchObject({ not: true, fwmark: { value: 0x8000, mask: 0xffffffff } });
    expect(value[9]?.rule).toMatchObject({ ipproto: 6, dport: { min: 80, max: 90 }, action: 'unreachable' });
  });
});

describe('ifconfig', () => {
  const NEW = `eth0: flags=4163<UP,BROADCAST,RUNNING,MULTICAST>  mtu 1500
        inet 10.0.0.5  netmask 255.255.255.0  broadcast 10.0.0.255
        inet6 fe80::1  prefixlen 64  scopeid 0x20<link>
        ether 02:42:0a:00:00:05  txqueuelen 1000  (Ethernet)
        RX packets 12  bytes 3456 (3.4 KB)
`;
  const OLD = `eth0      Link encap:Ethernet  HWaddr 02:42:0A:00:00:01  
          inet addr:10.0.0.1  Bcast:10.0.0.255  Mask:255.255.255.0
          inet6 addr: fe80::42:aff:fe00:1/64 Scope:Link
          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1
          RX packets:8 errors:0 dropped:0 overruns:0 frame:0
`;

  it.each([
    ['new', NEW, 'eth0 up 10.0.0.5/24 fe80::1/64'],
    ['old', OLD, 'eth0 up 10.0.0.1/24 fe80::42:aff:fe00:1/64'],
  ])('reads the %s form, and its own print again', (_name, text, wanted) => {
    const line = (source: string): string => {
      const [device] = devicesOfLinks(read(IFCONFIG, source).value, () => 'physical');
      const addresses = device?.addresses.map((own) => `${formatIp(own.address)}/${own.prefix}`) ?? [];
      return `${device?.name} ${device?.up ? 'up' : 'down'} ${addresses.join(' ')}`;
    };
    expect(line(text)).toBe(wanted);
    expect(line(printed(IFCONFIG, text))).toBe(wanted);
    expect(read(IFCONFIG, text).ignored).toEqual([]);
  });
});

describe('sysctl', () => {
  const values = (text: string): string[] =>
    read(SYSCTL, text).value.map((each) => `${keyOfSysctl(each)}=${each.missing ? 'missing' : each.value}`);

  it.each([
    ['sysctl NAME', 'net.ipv4.ip_forward = 1', ['net.ipv4.ip_forward=1']],
    ['sysctl.conf', 'net.ipv4.ip_forward=1', ['net.ipv4.ip_forward=1']],
    ['a device with a dot', 'net.ipv4.conf.eth0/100.rp_filter = 2', ['net.ipv4.conf.eth0.100.rp_filter=2']],
    [
      'cat below a prompt',
      'root@n1:~# cat /proc/sys/net/ipv4/ip_forward\n0\nroot@n1:~# ls\n1',
      ['net.ipv4.ip_forward=0'],
    ],
    [
      'cat of several',
      '$ cat /proc/sys/net/ipv4/vs/conntrack /proc/sys/net/ipv4/conf/eth0.100/rp_filter\n1\n2',
      ['net.ipv4.vs.conntrack=1', 'net.ipv4.conf.eth0.100.rp_filter=2'],
    ],
    ['sysctl -n', '# sysctl -n net.ipv4.ip_forward\n1', ['net.ipv4.ip_forward=1']],
    ['grep .', '/proc/sys/net/ipv4/conf/cni0/rp_filter:1', ['net.ipv4.conf.cni0.rp_filter=1']],
    [
      'what is not there',
      'sysctl: cannot stat /proc/sys/net/bridge/bridge-nf-call-iptables: No such file or directory',
      ['net.bridge.bridge-nf-call-iptables=missing'],
    ],
  ])('%s', (_name, text, wanted) => {
    expect(values(text)).toEqual(wanted);
  });

  it('takes no number that nobody asked for', () => {
    expect(SYSCTL.parse('$ ls /proc/sys/net\n1\n').ok).toBe(false);
  });
});

describe('what is read is printed so that it is read again', () => {
  it.each([
    [
      'a name with its peer that fills its column',
      'lo UNKNOWN 127.0.0.1/8\nfull text\nveth1234567890a@if4711 UP\n',
      'if4711',
    ],
    ['two blanks behind a long name', 'lo UNKNOWN 127.0.0.1/8\nfull text\nlonger-than-any-column   UP\n', 'longer'],
  ])('ip -br: %s', (_, text, name) => {
    const once = printed(IP_ADDRESS, text);
    expect(once).toContain(name);
    expect(printed(IP_ADDRESS, once)).toBe(once);
  });

  it.each([399, 401])('sysctl: a value of %i digits alone on its line', (digits) => {
    const text = `$ cat /proc/sys/net/ipv4/vs/conntrack\n${'9'.repeat(digits)}\nnet.ipv4.ip_forward = 1\n`;
    const once = printed(SYSCTL, text);
    expect(once).toContain('ip_forward');
    expect(printed(SYSCTL, once)).toBe(once);
  });
});
