import { describe, expect, it } from 'vitest';
import { formatIp } from '../net/ip';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';

const HEAD = `IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
`;
const DIRECT = `${HEAD}TCP  192.0.2.80:443 wlc persistent 50
  -> 192.0.2.81:443               Route   1      3          12
`;
const TUNNEL = `${HEAD}TCP  203.0.113.5:80 rr
  -> 198.51.100.81:80             Tunnel  1      3          12
  -> 198.51.100.82:80             Tunnel  0      0          0
`;
const MARKED = `${HEAD}FWM  7 sh
  -> 10.1.1.81:0                  Masq    1      3          12
`;
const NAT6 = `${HEAD}TCP  [2001:db8::80]:443 wlc
  -> [fd00::81]:443               Masq    1      3          12
`;
const KUBE = `${HEAD}TCP  10.96.0.1:443 rr
  -> 192.168.1.10:6443            Masq    1      4          0
`;

describe('virtual servers of nobody who is kube-proxy', () => {
  it.each([
    ['direct routing', DIRECT, { schedulers: ['wlc'], ways: ['Route'], isPersistent: true }],
    ['tunnels', TUNNEL, { schedulers: ['rr'], ways: ['Tunnel'], isPersistent: false }],
    ['a firewall mark', MARKED, { schedulers: ['sh'], ways: ['Masq'] }],
    [
      'masquerading in turn, at a public address alone',
      `${HEAD}TCP  198.51.100.5:6443 rr\n  -> 10.0.0.11:6443              Masq    1      3          12\n`,
      { schedulers: ['rr'], ways: ['Masq'] },
    ],
    [
      'commands, of IPv6 alone',
      'root@lb:~# ipvsadm --add-service --udp-service [2001:db8::53]:53 --scheduler wrr\nroot@lb:~# ipvsadm -a -u [2001:db8::53]:53 -r [2001:db8:5::5]:53 -g -w 3\n',
      { schedulers: ['wrr'], ways: ['Route'] },
    ],
    [
      'weights, at a private address',
      'ipvsadm -A -t 192.168.77.5:443 -s wrr\nipvsadm -a -t 192.168.77.5:443 -r 192.168.77.21:443 -m -w 3\nipvsadm -a -t 192.168.77.5:443 -r 192.168.77.22:443 -m -w 0\n',
      { schedulers: ['wrr'], ways: ['Masq'] },
    ],
    ['IPv6, as ipvsadm schedules by itself', NAT6, { schedulers: ['wlc'], ways: ['Masq'] }],
  ])('%s: a director, nothing of a Kubernetes node is made up, and a client outside asks it', (_, text, told) => {
    const { identities, network, assumptions, suggested } = networkOfPasted(pasted(text));
    expect(identities[0]?.director).toMatchObject(told);
    expect(identities[0]?.proxy).toBeUndefined();
    const devices = network.netns.get('node')!.devices.map(({ name }) => name);
    expect(devices.filter((name) => name !== 'lo' && name !== 'eth0')).toEqual([]);
    expect(assumptions.filter(({ about }) => about === 'podCIDR')).toEqual([]);
    for (const { device } of suggested) expect(device).toBe('eth0');
    if (!text.includes('FWM')) expect(suggested.length).toBeGreaterThan(0);
  });

  it.each([
    ['its Services', KUBE],
    [
      'its device',
      `${NAT6.replace('wlc', 'wlc')}# ip -br addr\nlo  UNKNOWN 127.0.0.1/8\nkube-ipvs0  DOWN  10.96.0.1/32\n`,
    ],
    ['its sets', `${DIRECT}create KUBE-CLUSTER-IP hash:ip,port family inet hashsize 1024 maxelem 65536\n`],
  ])('kube-proxy, by %s', (_, text) => {
    const { identities } = networkOfPasted(pasted(text));
    expect(identities[0]).toMatchObject({ proxy: { mode: 'ipvs' } });
  });
});

describe('a host that is none of Kubernetes', () => {
  const nat = (rule: string): string => `*nat\n:PREROUTING ACCEPT [0:0]\n:POSTROUTING ACCEPT [0:0]\n${rule}\nCOMMIT\n`;
  it.each([
    ['a router', nat('-A POSTROUTING -o ppp0 -j MASQUERADE'), { router: 'ppp0', others: [] }],
    [
      'a router by SNAT',
      nat('-A POSTROUTING -s 10.0.0.0/8 -j SNAT --to-source 203.0.113.9'),
      { router: '*', others: [] },
    ],
    [
      'Docker Swarm',
      nat(
        ':DOCKER-INGRESS - [0:0]\n-A PREROUTING -j DOCKER-INGRESS\n-A DOCKER-INGRESS -p tcp -m tcp --dport 8080 -j DNAT --to-destination 172.18.0.2:8080',
      ),
      { others: ['Docker Swarm'] },
    ],
    ['WireGuard', nat('-A POSTROUTING -s 10.8.0.0/24 -o wg0 -j MASQUERADE'), { others: ['WireGuard'] }],
    [
      'libvirt',
      nat(':LIBVIRT_PRT - [0:0]\n-A POSTROUTING -j LIBVIRT_PRT\n-A LIBVIRT_PRT -s 192.168.122.0/24 -j MASQUERADE'),
      { others: ['libvirt'] },
    ],
  ])('%s', (_, text, told) => {
    const { identities } = networkOfPasted(pasted(text));
    expect(identities[0]).toMatchObject(told);
    expect(identities[0]?.proxy).toBeUndefined();
  });
});

it('makes up the node’s network where no virtual server and no server of one is', () => {
  const text = `${HEAD}TCP  10.0.0.1:443 rr persistent 10800
  -> 192.168.0.1:6443             Masq    1      1          0
UDP  10.0.0.10:53 rr
  -> 192.168.100.2:53             Masq    1      0          0
`;
  const { network, assumptions } = networkOfPasted(pasted(text));
  const devices = network.netns
    .get('node')!
    .devices.map(({ name, addresses }) => [name, ...addresses.map(({ address }) => formatIp(address))].join(' '));
  expect(devices).toContain('eth0 172.31.0.10');
  expect(devices).toContain('kube-ipvs0 10.0.0.1 10.0.0.10');
  expect(assumptions.map(({ value }) => value)).toContain('default via 172.31.0.1 dev eth0');
});
