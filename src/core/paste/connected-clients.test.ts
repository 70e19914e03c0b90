import { expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';

const NODE = `# ip -br addr
lo               UNKNOWN        127.0.0.1/8
eth0             UP             172.20.8.17/22
cni0             UP             10.42.3.1/24
# ipvsadm -Ln
IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
TCP  10.103.0.9:443 rr
  -> 10.42.3.30:8443              Masq    1      2          0
  -> 10.42.3.31:8443              Masq    1      2          0
TCP  10.103.7.9:443 rr
  -> 10.42.3.22:8443              Masq    1      0          0
# ipset save
create KUBE-CLUSTER-IP hash:ip,port family inet hashsize 1024 maxelem 65536
add KUBE-CLUSTER-IP 10.103.0.9,tcp:443
add KUBE-CLUSTER-IP 10.103.7.9,tcp:443
# iptables -t nat -S KUBE-SERVICES
-N KUBE-SERVICES
-A KUBE-SERVICES ! -s 10.42.0.0/16 -m set --match-set KUBE-CLUSTER-IP dst,dst -j KUBE-MARK-MASQ
-A KUBE-SERVICES -m set --match-set KUBE-CLUSTER-IP dst,dst -j ACCEPT
# conntrack -L
`;
const entry = (src: string, dst: string): string =>
  `tcp      6 86393 ESTABLISHED src=${src} dst=${dst} sport=41822 dport=443 src=10.42.3.22 dst=${src} sport=8443 dport=41822 [ASSURED] mark=0 use=1\n`;
const first = (text: string): unknown => {
  const [offer] = networkOfPasted(pasted(text)).suggested;
  return `${offer?.from} ${offer?.device} -> ${offer?.to}:${offer?.port}`;
};

it.each([
  ['a Pod of the machine asks one Service', [entry('10.42.3.19', '10.103.7.9')], '10.42.3.19 cni0 -> 10.103.7.9:443'],
  [
    'several Services are asked',
    [entry('10.42.3.19', '10.103.0.9'), entry('10.42.3.19', '10.103.7.9')],
    '10.42.3.19 cni0 -> 10.103.0.9:443',
  ],
  ['an endpoint asks', [entry('10.42.3.22', '10.103.7.9')], '10.42.3.2 cni0 -> 10.103.7.9:443'],
  ['a Pod of another machine asks', [entry('10.42.7.7', '10.103.7.9')], '10.42.3.2 cni0 -> 10.103.7.9:443'],
  ['nobody asks', [], '10.42.3.2 cni0 -> 10.103.0.9:443'],
])('conntrack names the sender and the Service where %s', (_, entries, expected) => {
  expect(first(NODE + entries.join(''))).toBe(expected);
});
