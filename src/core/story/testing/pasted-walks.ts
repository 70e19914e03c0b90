import { createDerive } from '../../document/derive';
import { emptyDocument, type Document } from '../../document/document';
import { addFlow } from '../../document/edits/cluster';
import { addPasted } from '../../document/edits/pasted';
import type { SuggestedFlow } from '../../paste/summaries';

/** A text as it is pasted, with the packet that the page offers first, or another of those it offers. */
export function pastedWalk(text: string, nth = 0): Document {
  const document = addPasted(emptyDocument(), [{ title: 'node', text }]);
  const offered = createDerive()(document).suggested[nth];
  if (!offered) throw new Error(`no packet ${nth} is offered`);
  return addFlow(document, flowOf(offered));
}

function flowOf({ from: address, device, enters, to, protocol, port }: SuggestedFlow) {
  const sends = { ...(device === undefined ? {} : { device }), ...(enters === undefined ? {} : { enters }) };
  return {
    from: { kind: 'interface', address, ...sends },
    to: { kind: 'address', address: to },
    protocol,
    port,
  } as const;
}

/** The line a LOG rule wrote, and the rules: the policy behind it drops. */
export const LOGGED = `Nov 21 09:14:02 node-1 kernel: in-drop: IN=cni0 OUT= PHYSIN=veth11112222 MAC=aa:bb:cc:00:11:22:aa:bb:cc:00:11:23:08:00 SRC=10.244.1.5 DST=192.168.10.11 LEN=60 TOS=0x00 PREC=0x00 TTL=64 ID=1 DF PROTO=TCP SPT=49720 DPT=10250 WINDOW=64860 RES=0x00 SYN URGP=0
# iptables -S
-P INPUT DROP
-P FORWARD ACCEPT
-P OUTPUT ACCEPT
-A INPUT -i lo -j ACCEPT
-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A INPUT -s 192.168.10.0/24 -p tcp -m tcp --dport 22 -j ACCEPT
-A INPUT -j LOG --log-prefix "in-drop: "
`;

/** NOTRACK on the way out: a rule for known connections does not know the answer, and the next one drops it. */
export const UNTRACKED = `root@node-a:~# iptables-save
*raw
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
-A PREROUTING -d 169.254.20.10/32 -p udp -m udp --dport 53 -j NOTRACK
-A OUTPUT -s 169.254.20.10/32 -p udp -m udp --sport 53 -j NOTRACK
COMMIT
*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:to-pod - [0:0]
-A OUTPUT -d 10.244.1.5/32 -j to-pod
-A to-pod -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A to-pod -m comment --comment "no ingress" -j DROP
COMMIT
root@node-a:~# ip -br addr
lo               UNKNOWN        127.0.0.1/8
eth0             UP             192.168.10.11/24
nodelocaldns     DOWN           169.254.20.10/32
veth11112222@if3 UP
root@node-a:~# ip route
default via 192.168.10.1 dev eth0
192.168.10.0/24 dev eth0 proto kernel scope link src 192.168.10.11
10.244.1.5 dev veth11112222 scope link
`;

/** A route with two next hops and a source of its own, and MASQUERADE, which asks the device. */
export const TWO_NEXTHOPS = `node-a:/# iptables-save -t nat
*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-KUBELET-CANARY - [0:0]
:KUBE-MARK-MASQ - [0:0]
:KUBE-NODEPORTS - [0:0]
:KUBE-POSTROUTING - [0:0]
:KUBE-PROXY-CANARY - [0:0]
:KUBE-SEP-WWD72BXZ6SRSIL3O - [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-2CMXP7HKUVJN7L6M - [0:0]
-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A OUTPUT -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A POSTROUTING -m comment --comment "kubernetes postrouting rules" -j KUBE-POSTROUTING
-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000
-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN
-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0
-A KUBE-POSTROUTING -m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully
-A KUBE-SEP-WWD72BXZ6SRSIL3O -s 10.244.1.6/32 -m comment --comment "shop/front" -j KUBE-MARK-MASQ
-A KUBE-SEP-WWD72BXZ6SRSIL3O -p tcp -m comment --comment "shop/front" -m tcp -j DNAT --to-destination 10.244.1.6:80
-A KUBE-SERVICES -d 10.96.50.10/32 -p tcp -m comment --comment "shop/front cluster IP" -m tcp --dport 80 -j KUBE-SVC-2CMXP7HKUVJN7L6M
-A KUBE-SERVICES -m comment --comment "kubernetes service nodeports; NOTE: this must be the last rule in this chain" -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS
-A KUBE-SVC-2CMXP7HKUVJN7L6M ! -s 10.244.0.0/16 -d 10.96.50.10/32 -p tcp -m comment --comment "shop/front cluster IP" -m tcp --dport 80 -j KUBE-MARK-MASQ
-A KUBE-SVC-2CMXP7HKUVJN7L6M -m comment --comment "shop/front -> 10.244.1.6:80" -j KUBE-SEP-WWD72BXZ6SRSIL3O
COMMIT
node-a:/# ip -br addr
lo               UNKNOWN        127.0.0.1/8 192.0.2.1/32
eth1@if9         UP             192.168.1.2/31
eth2@if11        UP             192.168.2.2/31
node-a:/# ip route
default proto bgp src 192.0.2.1 metric 20
\tnexthop via 192.168.1.3 dev eth1 weight 1
\tnexthop via 192.168.2.3 dev eth2 weight 1
192.168.1.2/31 dev eth1 proto kernel scope link src 192.168.1.2
192.168.2.2/31 dev eth2 proto kernel scope link src 192.168.2.2
10.244.1.0/24 proto bgp src 192.0.2.1 metric 20
\tnexthop via 192.168.1.3 dev eth1 weight 1
\tnexthop via 192.168.2.3 dev eth2 weight 1
`;

/** Pods on links of their own, without a bridge; nat alone is told. */
export const OWN_LINKS = `root@node-a:~# iptables-save -t nat
*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A OUTPUT -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.50.10/32 -p tcp -m comment --comment "shop/front:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "shop/front:http -> 10.244.1.6:8080" -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m comment --comment "shop/front:http" -m tcp -j DNAT --to-destination 10.244.1.6:8080
COMMIT
root@node-a:~# ip -br addr
lo               UNKNOWN        127.0.0.1/8
eth0             UP             192.168.10.11/24
cali0a1b2c3d4e5@if3 UP
cali1f2e3d4c5b6@if3 UP
root@node-a:~# ip route
default via 192.168.10.1 dev eth0
192.168.10.0/24 dev eth0 proto kernel scope link src 192.168.10.11
10.244.1.5 dev cali0a1b2c3d4e5 scope link
10.244.1.6 dev cali1f2e3d4c5b6 scope link
`;
