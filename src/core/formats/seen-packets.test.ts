import { describe, expect, it } from 'vitest';
import { formatIp } from '../net/ip';
import { IPVS_LOG } from './ipvs-log';
import { NETFILTER_LOG } from './netfilter-log';
import type { SeenPacket } from './packets/seen-packet';
import { TCPDUMP } from './tcpdump';
import { XT_RECENT } from './xt-recent';

const show = ({ indev, outdev, src, dst, protocol, sport, dport, prefix, isAnswer }: SeenPacket): string =>
  `${indev ?? '-'}>${outdev ?? '?'} ${formatIp(src)}:${sport} ${formatIp(dst)}:${dport}/${protocol}${prefix === undefined ? '' : ` "${prefix}"`}${isAnswer ? ' answer' : ''}`;

function logged(text: string): readonly string[] {
  const read = NETFILTER_LOG.parse(text);
  return read.ok ? read.value.value.map(show) : [];
}

const TCP = 'LEN=60 TOS=0x00 PREC=0x00 TTL=64 ID=1 DF PROTO=TCP SPT=49720 DPT=10250 WINDOW=64860 RES=0x00 SYN URGP=0';

describe('lines of the target LOG', () => {
  it.each([
    [
      'syslog, with the device of a bridge',
      `Nov 21 09:14:02 node-1 kernel: in-drop: IN=cni0 OUT= PHYSIN=veth1 MAC=aa:bb:cc:00:11:22:aa:bb:cc:00:11:23:08:00 SRC=10.244.1.5 DST=192.168.10.11 ${TCP}`,
      'cni0> 10.244.1.5:49720 192.168.10.11:10250/tcp "in-drop:"',
    ],
    [
      'dmesg, ufw',
      `[12345.678901] [UFW BLOCK] IN=ens3 OUT= MAC=aa:bb SRC=198.51.100.9 DST=203.0.113.7 ${TCP}`,
      'ens3> 198.51.100.9:49720 203.0.113.7:10250/tcp "[UFW BLOCK]"',
    ],
    [
      'journald with the kernel’s time, forwarded',
      `2024-05-01T10:00:00.123456+02:00 worker kernel: [  99.100000] FWD IN=eth0 OUT=cali123 MAC=aa SRC=10.0.0.9 DST=10.244.1.5 ${TCP}`,
      'eth0>cali123 10.0.0.9:49720 10.244.1.5:10250/tcp "FWD"',
    ],
    [
      'IPv6 and UDP, made by the machine, without a prefix',
      'kernel: IN= OUT=eth0 SRC=fd00:0000:0000:0000:0000:0000:0000:0005 DST=fd00:0000:0000:0000:0000:0000:0000:0010 LEN=90 TC=0 HOPLIMIT=64 FLOWLBL=1 PROTO=UDP SPT=5353 DPT=53 LEN=50',
      '->eth0 fd00::5:5353 fd00::10:53/udp',
    ],
    [
      'an answer',
      `kernel: x: IN=eth0 OUT= SRC=10.0.0.1 DST=10.0.0.2 ${TCP.replace('SYN', 'ACK SYN')}`,
      'eth0> 10.0.0.1:49720 10.0.0.2:10250/tcp "x:" answer',
    ],
    [
      'an error of ICMP, and what it is about',
      'kernel: x: IN=eth0 OUT= SRC=10.0.0.1 DST=10.0.0.2 LEN=88 TOS=0x00 PREC=0xC0 TTL=64 ID=1 PROTO=ICMP TYPE=3 CODE=3 [SRC=10.0.0.2 DST=10.0.0.1 LEN=60 TOS=0x00 PREC=0x00 TTL=64 ID=1 PROTO=UDP SPT=1 DPT=2 LEN=40 ]',
      'eth0> 10.0.0.1:0 10.0.0.2:0/icmp "x:" answer',
    ],
  ])('%s', (_form, line, packet) => expect(logged(line)).toEqual([packet]));

  it('what breaks off is no packet', () => {
    expect(logged('kernel: x: IN=eth0 OUT= MAC=aa SRC=10.0.0.1 DST=10.0')).toEqual([]);
  });
});

describe('lines of tcpdump', () => {
  const seen = (text: string): readonly string[] => {
    const read = TCPDUMP.parse(text);
    return read.ok ? read.value.value.map(show) : [];
  };
  it.each([
    [
      'of one device',
      'listening on eth0, link-type EN10MB (Ethernet), capture size 262144 bytes\n09:14:02.123456 IP 10.244.1.5.49720 > 10.96.50.10.80: Flags [S], seq 1, win 64860, length 0',
      ['eth0>? 10.244.1.5:49720 10.96.50.10:80/tcp'],
    ],
    [
      'of all devices: each names its own',
      '09:14:02.123456 cni0  In  IP 10.244.1.5.49720 > 10.96.50.10.80: Flags [S], length 0\n09:14:02.123457 eth0  Out IP 10.0.0.1.49720 > 10.244.2.6.8080: Flags [S], length 0',
      ['cni0>? 10.244.1.5:49720 10.96.50.10:80/tcp', '->? 10.0.0.1:49720 10.244.2.6:8080/tcp'],
    ],
    [
      'IPv6, answers, names, ICMP',
      '09:14:02.123456 IP6 fd00::5.49720 > fd00::10.53: 1234+ A? web. (30)\n09:14:02.123457 IP 10.96.0.10.53 > 10.244.1.5.49720: 1234 1/0/0 A 10.0.0.1 (46)\n09:14:02.123456 IP 10.244.1.5 > 10.96.0.10: ICMP echo request, id 1, seq 1, length 64',
      [
        '->? fd00::5:49720 fd00::10:53/udp',
        '->? 10.96.0.10:53 10.244.1.5:49720/udp answer',
        '->? 10.244.1.5:0 10.96.0.10:0/icmp',
      ],
    ],
    [
      'in two lines, as -v prints',
      '09:14:02.123456 IP (tos 0x0, ttl 64, id 1, offset 0, flags [DF], proto TCP (6), length 60)\n    10.244.1.5.49720 > 10.96.50.10.80: Flags [S.], cksum 0x1 (correct), seq 1',
      ['->? 10.244.1.5:49720 10.96.50.10:80/tcp answer'],
    ],
    [
      'with addresses of the wire',
      '09:14:02.123456 02:42:ac:12:00:02 > 02:42:ac:12:00:01, ethertype IPv4 (0x0800), length 74: 10.244.1.5.49720 > 10.96.50.10.80: Flags [S], length 0',
      ['->? 10.244.1.5:49720 10.96.50.10:80/tcp'],
    ],
  ])('%s', (_form, text, packets) => expect(seen(text)).toEqual(packets));
});

it('IPVS without a server, and who xt_recent remembers', () => {
  const log = IPVS_LOG.parse(
    '[ 8.5] IPVS: wrr: UDP [fd00::10]:53 - no destination available\n[ 9.0] IPVS: ipvs loaded.\n',
  );
  expect(log.ok && log.value.value.map(({ protocol, address, port }) => [protocol, formatIp(address), port])).toEqual([
    ['udp', 'fd00::10', 53],
  ]);
  const text =
    '# cat /proc/net/xt_recent/KUBE-SEP-A\nsrc=10.244.1.9 ttl: 64 last_seen: 4299114881 oldest_pkt: 2 4299114880, 4299114881\n';
  const recent = XT_RECENT.parse(text);
  expect(
    recent.ok && recent.value.value.map(({ address, list, ttl, stamps }) => [formatIp(address), list, ttl, stamps]),
  ).toEqual([['10.244.1.9', 'KUBE-SEP-A', 64, 2]]);
});

it.each([
  ['grep', '/proc/net/xt_recent/KUBE-SEP-A:src=10.244.1.9 ttl: 64 last_seen: 42 oldest_pkt: 1 42\n'],
  ['by hand', 'KUBE-SEP-A: src=10.244.1.9 ttl: 64 last_seen: 42 oldest_pkt: 1 42\n'],
])('who xt_recent remembers, with the list before the line: %s', (_how, text) => {
  const recent = XT_RECENT.parse(text);
  expect(recent.ok && recent.value.value.map(({ address, list }) => [formatIp(address), list])).toEqual([
    ['10.244.1.9', 'KUBE-SEP-A'],
  ]);
});
