import { expect, it } from 'vitest';
import { pasted, sendPasted } from '../testing/paste';

const PORTMAP = `# iptables -t nat -S | grep CNI-
-N CNI-DN-0a1b2c3d4e5f6a7b8c9d0
-N CNI-HOSTPORT-DNAT
-A CNI-DN-0a1b2c3d4e5f6a7b8c9d0 -s 10.77.4.0/24 -p tcp -m tcp --dport 8443 -j CNI-HOSTPORT-SETMARK
-A CNI-DN-0a1b2c3d4e5f6a7b8c9d0 -p tcp -m tcp --dport 8443 -j DNAT --to-destination 10.77.4.15:443
-A CNI-HOSTPORT-DNAT -p tcp -m multiport --dports 8443 -j CNI-DN-0a1b2c3d4e5f6a7b8c9d0
-N CNI-HOSTPORT-SETMARK
-A CNI-HOSTPORT-SETMARK -j MARK --set-xmark 0x2000/0x2000
`;

it('a host port leads to a Pod of the machine, in the network that its rules name', () => {
  const { lines, made } = sendPasted(pasted(PORTMAP), 'eth0 192.0.2.10 -> 10.0.0.10:8443/tcp');
  expect(lines).toEqual(['1 DELIVERED pod:10.77.4.15 from 192.0.2.10 answered']);
  expect(made.assumptions.map(({ value }) => value)).toContain('cni0 10.77.4.1/24');
});

it('as CRI-O has it, too', () => {
  const rules = `*nat
:PREROUTING ACCEPT [0:0]
:KUBE-HOSTPORTS - [0:0]
:KUBE-HP-ABCDEFGHIJKLMNOP - [0:0]
-A PREROUTING -m addrtype --dst-type LOCAL -j KUBE-HOSTPORTS
-A KUBE-HOSTPORTS -p tcp -m comment --comment "p_default_8080_0_ hostport 8080" -m tcp --dport 8080 -j KUBE-HP-ABCDEFGHIJKLMNOP
-A KUBE-HP-ABCDEFGHIJKLMNOP -p tcp -m tcp -j DNAT --to-destination 10.85.0.9:80
COMMIT
`;
  const { lines } = sendPasted(pasted(rules), 'eth0 192.0.2.10 -> 10.0.0.10:8080/tcp');
  expect(lines).toEqual(['1 DELIVERED pod:10.85.0.9 from 192.0.2.10 answered']);
});

const RULE = `*nat
:PREROUTING ACCEPT [0:0]
:DOOR - [0:0]
-A PREROUTING -m addrtype --dst-type LOCAL -j DOOR
-A DOOR -p udp -m udp --dport 30053 -j DNAT --to-destination 10.244.1.9:53
COMMIT
`;
const ends = (text: string): unknown =>
  sendPasted(pasted(text), 'eth0 192.0.2.10 -> 10.0.0.10:30053/udp').outcomes.map(
    ({ disposition, answered }) => `${disposition.kind} ${answered ? 'answered' : ''}`,
  );

it('of somebody whom only a rule names it is not known by which way the answer comes', () => {
  expect(ends(RULE)).toEqual(['LEFT ']);
});

it('where a listed route leads there, it is', () => {
  const routes = `$ ip route
default via 10.0.0.1 dev eth0
10.0.0.0/24 dev eth0 proto kernel scope link src 10.0.0.10
10.244.1.0/24 dev br0 proto kernel scope link src 10.244.1.1
`;
  expect(ends(routes + RULE)).toEqual(['DELIVERED answered']);
});
