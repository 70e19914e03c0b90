import { Memo } from '../../lib/memo';
import type { Netns } from '../../linux/netns';
import { EMPTY_NETNS } from '../../linux/xtables/testing/walk-text';
import { device, readRoute, readRules } from '../../sim/testing/bench';

/** Rules as kube-proxy writes them, of two Services and a nodePort, with a firewall of their node's own. */
export const KUBE_RULES = `*nat
:PREROUTING ACCEPT
:INPUT ACCEPT
:OUTPUT ACCEPT
:POSTROUTING ACCEPT
:SVCS -
:PORTS -
:EXT -
:MARKED -
:SVC1 -
:SVC2 -
:SEP1 -
:SEP2 -
:SEP4 -
-A PREROUTING -j SVCS
-A OUTPUT -j SVCS
-A POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN
-A POSTROUTING -j MARK --set-xmark 0x4000/0x0
-A POSTROUTING -j MASQUERADE --random-fully
-A SVCS -d 10.96.0.10/32 -p tcp -m tcp --dport 80 -j SVC1
-A SVCS -d 10.96.0.11/32 -p udp -m udp --dport 53 -j SVC2
-A SVCS -m addrtype --dst-type LOCAL -j PORTS
-A PORTS -p tcp -m tcp --dport 30080 -j EXT
-A EXT -j MARKED
-A EXT -j SVC1
-A MARKED -j MARK --set-xmark 0x4000/0x4000
-A SVC1 ! -s 10.244.0.0/16 -d 10.96.0.10/32 -p tcp -m tcp --dport 80 -j MARKED
-A SVC1 -m statistic --mode random --probability 0.33333333349 -j SEP1
-A SVC1 -j SEP2
-A SVC2 -j SEP4
-A SEP1 -s 10.244.0.5/32 -j MARKED
-A SEP1 -p tcp -m tcp -j DNAT --to-destination 10.244.0.5:8080
-A SEP2 -s 10.244.1.5/32 -j MARKED
-A SEP2 -p tcp -m tcp -j DNAT --to-destination 10.244.1.5:8080
-A SEP4 -p udp -m udp -j DNAT --to-destination 10.244.1.9:53
COMMIT
*filter
:INPUT ACCEPT
:FORWARD DROP
:OUTPUT ACCEPT
:FIREWALL -
-A INPUT -j FIREWALL
-A OUTPUT -j FIREWALL
-A INPUT -p tcp -m tcp --dport 22 -m limit --limit 3/sec -j DROP
-A FORWARD -m conntrack --ctstate INVALID -j DROP
-A FORWARD -m mark --mark 0x4000/0x4000 -j ACCEPT
-A FORWARD -s 10.244.0.0/16 -j ACCEPT
-A FORWARD -d 10.244.0.0/16 -p tcp -j ACCEPT
-A FORWARD -d 10.96.0.12/32 -p tcp -m tcp --dport 80 -j REJECT --reject-with icmp-port-unreachable
-A FIREWALL ! -s 127.0.0.0/8 -d 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP
COMMIT
`;

/** A node with a bridge, two networks and these rules. */
export function nodeWith(rules: string, more: Partial<Netns> = {}): Netns {
  return {
    ...EMPTY_NETNS,
    devices: [
      device('lo', ['127.0.0.1/8'], { kind: 'loopback' }),
      device('eth0', ['192.168.0.10/24']),
      device('cni0', ['10.244.0.1/24'], { kind: 'bridge' }),
    ],
    routes: [readRoute('default via 192.168.0.1 dev eth0'), readRoute('10.244.1.0/24 via 192.168.0.11 dev eth0')],
    sysctls: { 'net.ipv4.ip_forward': 1, 'net.ipv4.conf.all.route_localnet': 1 },
    xtables: { ipv4: readRules(rules) },
    memo: new Memo(),
    ...more,
  };
}

/** The same rules over IPv6: each address of theirs has one there. */
export function overSix(rules: string): string {
  return rules
    .replaceAll(/\b10\.96\.0\.(\d+)\/32/g, 'fd00:96::$1/128')
    .replaceAll('10.96.0.0/16', 'fd00:96::/112')
    .replaceAll(/\b10\.244\.(\d)\.(\d+)\/32/g, 'fd00:244:$1::$2/128')
    .replaceAll('10.244.0.0/16', 'fd00:244::/32')
    .replaceAll('127.0.0.0/8', '::1/128')
    .replaceAll(/\b10\.244\.(\d)\.(\d+):(\d+(?:-\d+)?)/g, '[fd00:244:$1::$2]:$3')
    .replaceAll('icmp-port-unreachable', 'icmp6-port-unreachable');
}

/** The node's twin over IPv6: two networks, a router, several addresses on one device. */
export function nodeOverSix(rules: string, more: Partial<Netns> = {}): Netns {
  return {
    ...EMPTY_NETNS,
    devices: [
      device('lo', ['::1/128'], { kind: 'loopback' }),
      device('eth0', ['fd00:192::10/64', '2001:db8:1::10/64', 'fe80::10/64']),
      device('cni0', ['fd00:244:0::1/64', 'fe80::1/64'], { kind: 'bridge' }),
    ],
    routes: [readRoute('default via fe80::fe dev eth0'), readRoute('fd00:244:1::/64 via fd00:192::11 dev eth0')],
    sysctls: { 'net.ipv6.conf.all.forwarding': 1 },
    xtables: { ipv6: readRules(overSix(rules), 'ipv6') },
    memo: new Memo(),
    ...more,
  };
}
