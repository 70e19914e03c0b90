import { describe, expect, it } from 'vitest';
import { formatIp } from '../../net/ip';
import { endsOfOffer } from '../offers';
import { networkOfPasted } from '../pasted';
import { pasted, sendPasted } from '../testing/paste';

const SERVICE = (service: string, ...endpoints: readonly string[]): string => {
  const six = service.includes(':');
  const at = (address: string): string => (six ? `[${address}]` : address);
  return `*nat
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
${endpoints.map((_, i) => `:KUBE-SEP-AAAAAAAAAAAAAAA${'ABC'[i]} - [0:0]\n`).join('')}-A PREROUTING -j KUBE-SERVICES
-A OUTPUT -j KUBE-SERVICES
-A KUBE-SERVICES -d ${service}/${six ? 128 : 32} -p tcp -m comment --comment "shop/front:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA
${endpoints
  .map((address, i) => {
    const odds =
      i < endpoints.length - 1
        ? ` -m statistic --mode random --probability ${(1 / (endpoints.length - i)).toFixed(11)}`
        : '';
    return `-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "shop/front:http -> ${at(address)}:8080"${odds} -j KUBE-SEP-AAAAAAAAAAAAAAA${'ABC'[i]}
-A KUBE-SEP-AAAAAAAAAAAAAAA${'ABC'[i]} -p tcp -m comment --comment "shop/front:http" -m tcp -j DNAT --to-destination ${at(address)}:8080
`;
  })
  .join('')}COMMIT
`;
};

const CALICO = `root@node-a:~# ip route
default via 192.168.10.1 dev ens192 proto dhcp src 192.168.10.13 metric 100
blackhole 172.16.5.64/26 proto 80
172.16.5.66 dev cali6a4b1c22d3e scope link
172.16.5.70 dev calid00d00d00d0 scope link
172.16.7.0/26 via 192.168.10.12 dev tunl0 proto bird onlink
192.168.10.0/24 dev ens192 proto kernel scope link src 192.168.10.13 metric 100
root@node-a:~# sysctl net.ipv4.conf.all.rp_filter
net.ipv4.conf.all.rp_filter = 1
`;
const AWS = `[ec2-user@node-b ~]$ ip -br a
lo               UNKNOWN        127.0.0.1/8
ens5             UP             10.0.1.10/24
eni0a1b2c3d4e5@if3 UP
eni1f2e3d4c5b6@if3 UP
ens6             UP             10.0.1.44/24
[ec2-user@node-b ~]$ ip route
default via 10.0.1.1 dev ens5
10.0.1.0/24 dev ens5 proto kernel scope link src 10.0.1.10
10.0.1.77 dev eni1f2e3d4c5b6 scope link
10.0.1.23 dev eni0a1b2c3d4e5 scope link
169.254.169.254 dev ens5
[ec2-user@node-b ~]$ iptables-save -t nat
`;
const AZURE = `root@aks-1:~# ip -br addr
lo               UNKNOWN        127.0.0.1/8
eth0             UP             10.240.0.4/16
azv1234abcd@if3  UP
azv1234abce@if3  UP
root@aks-1:~# ip neigh
10.240.0.10 dev azv1234abcd lladdr 12:34:56:78:9a:bc PERMANENT
10.240.0.11 dev azv1234abce FAILED
10.240.0.99 dev eth0 lladdr 12:34:56:78:9a:bd STALE
root@aks-1:~# iptables-save -t nat
`;
const GKE = `gke-node-1 ~ # ip route
default via 10.128.0.1 dev eth0 proto dhcp src 10.128.0.7 metric 1024
10.4.1.9 dev gke9f8e7d6c5b4 scope link
10.4.1.2 dev gke0a1b2c3d4e5 scope link
10.128.0.1 dev eth0 proto dhcp scope link src 10.128.0.7 metric 1024
`;
const SIX = `root@node-a:~# ip -6 route
fd00:1::/64 dev eth0 proto kernel metric 256 pref medium
fd00:2:1::6 dev lxc1f2e3d4c5b6 metric 1024 pref medium
fd00:2:1::5 dev lxc0a1b2c3d4e5 metric 1024 pref medium
default via fd00:1::1 dev eth0 metric 1024 pref medium
root@node-a:~# ip -br addr
lo               UNKNOWN        127.0.0.1/8 ::1/128
eth0             UP             fd00:1::11/64
lxc0a1b2c3d4e5@if3 UP   fe80::ecee:eeff:feee:eeee/64
lxc1f2e3d4c5b6@if3 UP   fe80::ecee:eeff:feee:eeee/64
root@node-a:~# ip6tables-save -t nat
`;
const GET = `root@node-a:~# ip route get 10.244.1.5
10.244.1.5 dev cali0a1b2c3d4e5 src 192.168.10.11 uid 0 
    cache 
root@node-a:~# ip route get 8.8.8.8
8.8.8.8 via 192.168.10.254 dev eth0 src 192.168.10.11 uid 0 
    cache 
root@node-a:~# iptables-save -t nat
`;
const BRIDGED = `root@node-a:~# ip route
default via 192.168.10.1 dev eth0
10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1
192.168.10.0/24 dev eth0 proto kernel scope link src 192.168.10.11
root@node-a:~# arp -n
Address                  HWtype  HWaddress           Flags Mask            Iface
192.168.10.1             ether   0a:00:00:00:00:01   C                     eth0
10.244.1.9               ether   0a:00:00:00:00:09   C                     cni0
root@node-a:~# iptables-save -t nat
`;

describe('who is behind a device of the machine, as its listings tell', () => {
  it.each([
    [
      'Calico, blackhole, rp_filter',
      CALICO,
      SERVICE('10.96.50.10', '172.16.5.70', '172.16.7.9'),
      'cali6a4b1c22d3e 172.16.5.66',
    ],
    [
      'AWS, Pods in the node’s own subnet, two interfaces',
      AWS,
      SERVICE('172.20.5.1', '10.0.1.77', '10.0.2.9'),
      'eni0a1b2c3d4e5 10.0.1.23',
    ],
    ['Azure, by neighbours that answered', AZURE, SERVICE('10.0.50.10', '10.240.0.99'), 'azv1234abcd 10.240.0.10'],
    ['GKE', GKE, SERVICE('10.8.0.10', '10.4.1.9'), 'gke0a1b2c3d4e5 10.4.1.2'],
    ['Cilium with endpoint routes, IPv6', SIX, SERVICE('fd00:96::10', 'fd00:2:1::6'), 'lxc0a1b2c3d4e5 fd00:2:1::5'],
    ['ip route get', GET, SERVICE('10.96.50.10', '10.244.2.6'), 'cali0a1b2c3d4e5 10.244.1.5'],
    ['a bridge and arp -n', BRIDGED, SERVICE('10.96.50.10', '10.244.1.6'), 'cni0 10.244.1.9'],
  ])('%s: that Pod is offered as the sender, on that link, and answered', (_, machine, rules, sender) => {
    const node = pasted(machine + rules);
    const [offer] = networkOfPasted(node).suggested;
    const { device, from, to, port } = offer!;
    expect(`${device} ${from}`).toBe(sender);
    const { made, outcomes } = sendPasted(node, `${device} ${from} -> ${to}:${port}/tcp`);
    expect(outcomes.map(({ answered }) => answered)).not.toContain(false);
    const onLink = [...made.network.netns.values()].filter(({ devices }) =>
      devices.some(({ peer }) => peer?.device === device),
    );
    expect(onLink.map(({ id }) => id)).toEqual(device === 'cni0' ? [] : [`pod:${from}`]);
    const own = made.network.netns.get('node')!.devices.map(({ name }) => name);
    expect(own.filter((name) => /^(?:cali|eni|azv|gke|lxc)/.test(name) && !machine.includes(name))).toEqual([]);
  });

  it('an answer of ip route get is no table: the gateway and the node’s address are those it names', () => {
    const { network } = networkOfPasted(pasted(GET + SERVICE('10.96.50.10', '10.244.2.6')));
    const { devices, routes } = network.netns.get('node')!;
    expect(devices.find(({ name }) => name === 'eth0')?.addresses.map(({ address }) => formatIp(address))).toEqual([
      '192.168.10.11',
    ]);
    expect(routes.find(({ dst }) => dst.prefix === 0)?.via).toEqual(expect.objectContaining({ family: 'ipv4' }));
    expect(formatIp(routes.find(({ dst }) => dst.prefix === 0)!.via!)).toBe('192.168.10.254');
  });

  it('an answer that comes to an invented gateway leaves what is known; it is not lost for want of a route', () => {
    const { outcomes } = sendPasted(
      pasted(CALICO + SERVICE('10.96.50.10', '203.0.113.5')),
      'cali6a4b1c22d3e 172.16.5.66 -> 10.96.50.10:80/tcp',
    );
    const kinds = outcomes.map(({ disposition }) => disposition.kind);
    expect(kinds).not.toContain('NO_ROUTE');
  });
});

const ROUTER = `*filter
:FORWARD ACCEPT [0:0]
:KUBE-POD-FW-AXS3KQXAGC5AMVVJ - [0:0]
:KUBE-ROUTER-FORWARD - [0:0]
-A FORWARD -m comment --comment "kube-router netpol - TEMCG2JMHZYE7H7T" -j KUBE-ROUTER-FORWARD
-A KUBE-POD-FW-AXS3KQXAGC5AMVVJ -m comment --comment "rule to REJECT traffic destined for POD name:web-0 namespace: shop" -m mark ! --mark 0x10000/0x10000 -j REJECT --reject-with icmp-port-unreachable
-A KUBE-ROUTER-FORWARD -d 10.42.1.7/32 -m comment --comment "rule to jump traffic destined to POD name:web-0 namespace: shop to chain KUBE-POD-FW-AXS3KQXAGC5AMVVJ" -j KUBE-POD-FW-AXS3KQXAGC5AMVVJ
-A KUBE-ROUTER-FORWARD -s 10.42.1.7/32 -m comment --comment "rule to jump traffic from POD name:web-0 namespace: shop to chain KUBE-POD-FW-AXS3KQXAGC5AMVVJ" -j KUBE-POD-FW-AXS3KQXAGC5AMVVJ
COMMIT
`;
const FLOATING = `*nat
:POSTROUTING ACCEPT [0:0]
:cali-fip-snat - [0:0]
-A POSTROUTING -j cali-fip-snat
-A cali-fip-snat -s 10.65.0.2/32 -d 10.65.0.2/32 -j SNAT --to-source 198.51.100.77
COMMIT
`;
const AMBIENT = `*nat
:POSTROUTING ACCEPT [0:0]
:ISTIO_POSTRT - [0:0]
-A POSTROUTING -j ISTIO_POSTRT
-A ISTIO_POSTRT -p tcp -m set --match-set istio-inpod-probes-v4 dst -j SNAT --to-source 169.254.7.127
COMMIT
create istio-inpod-probes-v4 hash:ip family inet hashsize 1024 maxelem 65536 comment
add istio-inpod-probes-v4 10.244.0.7 comment "1f2e3d4c"
`;

describe('addresses that writers name are Pods, not the node’s', () => {
  const ownAddresses = (text: string): string[] => {
    const node = pasted(text);
    const [offer] = networkOfPasted(node).suggested;
    const { network } = networkOfPasted(node, offer ? [endsOfOffer(offer)] : []);
    const { devices } = network.netns.get('node')!;
    return devices.flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address)));
  };

  it.each([
    ['kube-router', ROUTER, '10.42.1.7'],
    ['Calico’s floating address', FLOATING, '198.51.100.77'],
    ['Istio’s own source of probes', AMBIENT, '169.254.7.127'],
    ['Istio’s Pods', AMBIENT, '10.244.0.7'],
  ])('%s', (_, text, address) => {
    expect(ownAddresses(text)).not.toContain(address);
  });

  it('kube-router’s Pod has its name, is behind its bridge, and sends', () => {
    const [offer] = networkOfPasted(pasted(ROUTER)).suggested;
    expect(`${offer?.device} ${offer?.from}`).toBe('kube-bridge 10.42.1.7');
    const { network } = networkOfPasted(pasted(ROUTER), [endsOfOffer(offer!)]);
    expect(network.netns.get('pod:10.42.1.7')?.title).toBe('shop/web-0 10.42.1.7');
  });
});

const TWO_WIRES = `root@gw:~# ip addr
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN
    inet 127.0.0.1/8 scope host lo
2: ens3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP
    inet 192.168.7.2/24 scope global ens3
3: ens4: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP
    inet 172.20.0.1/16 scope global ens4
4: br7: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP
    bridge
    inet 10.7.0.1/24 scope global br7
`;
const ROUTES_OF_WIRES = `root@gw:~# ip route
default via 192.168.7.1 dev ens3
192.168.7.0/24 dev ens3 proto kernel scope link src 192.168.7.2
172.20.0.0/16 dev ens4 proto kernel scope link src 172.20.0.1
10.7.0.0/24 dev br7 proto kernel scope link src 10.7.0.1
`;
const STRICT = `root@gw:~# sysctl net.ipv4.conf.all.rp_filter
net.ipv4.conf.all.rp_filter = 1
`;
const OPEN = `*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
COMMIT
`;

describe('a sender behind a device that its routes do not lead to', () => {
  // kernel/scenarios.jsonl S-33: rp_filter=1 drops after PREROUTING.
  it.each([
    ['ens4', '192.168.7.50', 'MARTIAN'],
    ['br7', '192.168.7.50', 'MARTIAN'],
    ['ens3', '192.168.7.50', 'DELIVERED'],
    ['ens4', '172.20.9.9', 'DELIVERED'],
    ['ens3', '203.0.113.5', 'DELIVERED'],
  ])('is dropped by rp_filter where the routes are listed: %s %s', (device, from, end) => {
    const node = pasted(TWO_WIRES + ROUTES_OF_WIRES + STRICT + OPEN);
    const { outcomes } = sendPasted(node, `${device} ${from} -> 192.168.7.2:22/tcp`);
    expect(outcomes.map(({ disposition }) => disposition.kind)).toEqual([end]);
  });

  it('has a route where none is listed', () => {
    const { outcomes } = sendPasted(pasted(TWO_WIRES + STRICT + OPEN), 'ens4 198.51.100.9 -> 172.20.0.1:22/tcp');
    expect(outcomes.map(({ disposition }) => disposition.kind)).toEqual(['DELIVERED']);
  });
});
