import { describe, expect, it } from 'vitest';
import { pasted, sendPasted, withFacts } from '../testing/paste';

/** A node with one Service of one Pod, and what `ip` shows of it; written for this test. */
const RULES = `*nat
:PREROUTING ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-MARK-MASQ - [0:0]
:KUBE-NODEPORTS - [0:0]
:KUBE-POSTROUTING - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-BBBBBBBBBBBBBBBB - [0:0]
-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A POSTROUTING -m comment --comment "kubernetes postrouting rules" -j KUBE-POSTROUTING
-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000
-A KUBE-POSTROUTING -m mark --mark 0x4000/0x4000 -j MASQUERADE
-A KUBE-NODEPORTS -p tcp -m comment --comment "default/web" -m tcp --dport 30080 -j KUBE-MARK-MASQ
-A KUBE-NODEPORTS -p tcp -m comment --comment "default/web" -m tcp --dport 30080 -j KUBE-SVC-BBBBBBBBBBBBBBBB
-A KUBE-SEP-AAAAAAAAAAAAAAAA -s 10.244.7.5/32 -m comment --comment "default/web" -j KUBE-MARK-MASQ
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m comment --comment "default/web" -m tcp -j DNAT --to-destination 10.244.7.5:8080
-A KUBE-SERVICES -d 10.96.1.2/32 -p tcp -m comment --comment "default/web cluster IP" -m tcp --dport 80 -j KUBE-SVC-BBBBBBBBBBBBBBBB
-A KUBE-SERVICES -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS
-A KUBE-SVC-BBBBBBBBBBBBBBBB -m comment --comment "default/web" -j KUBE-SEP-AAAAAAAAAAAAAAAA
COMMIT
`;
const LINKS = `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP
    inet 192.0.2.11/24 scope global eth0
5: cni0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP
    inet 10.244.7.1/24 scope global cni0
6: vethaaaa@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue master cni0 state UP
7: vethbbbb@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue master cni0 state UP
`;
const bridge = (
  mode: string,
): string => `6: vethaaaa@if3: <BROADCAST,UP> mtu 1500 master cni0 state forwarding priority 32 cost 2
    hairpin ${mode} guard off root_block off fastleave off learning on flood on
7: vethbbbb@if3: <BROADCAST,UP> mtu 1500 master cni0 state forwarding priority 32 cost 2
    hairpin ${mode} guard off root_block off fastleave off learning on flood on
`;
const files = (mode: 0 | 1): string =>
  `root@n:~# for i in /sys/devices/virtual/net/cni0/brif/*; do cat $i/hairpin_mode; done\n${mode}\n${mode}\n`;
const ITSELF = 'vethaaaa 10.244.7.5 -> 10.96.1.2:80/tcp';

const sent = (line: string, ...more: readonly string[]): readonly string[] =>
  sendPasted(pasted(RULES, LINKS, ...more), line).lines;
const guesses = (...more: readonly string[]): readonly string[] =>
  sendPasted(pasted(RULES, LINKS, ...more), ITSELF)
    .made.assumptions.map(({ id }) => id)
    .filter((id) => id.startsWith('hairpin:'));

describe('ports of a pasted bridge', () => {
  it('a packet that comes in by one is answered', () => {
    expect(sent('vethbbbb 10.244.7.9 -> 10.96.1.2:80/tcp')).toEqual([
      '1 DELIVERED pod:10.244.7.5 from 10.244.7.9 answered',
    ]);
  });

  it('two senders have the ports their flows name', () => {
    const { made } = sendPasted(pasted(RULES, LINKS), 'vethbbbb 10.244.7.9 -> 10.244.7.5:8080/tcp');
    const ports = made.network.netns.get('node')?.devices.filter(({ master }) => master === 'cni0') ?? [];
    expect(ports.map(({ name, peer }) => `${name} ${peer?.netns}`).toSorted()).toEqual([
      'vethaaaa pod:10.244.7.5',
      'vethbbbb pod:10.244.7.9',
    ]);
  });

  it.each([
    ['bridge -d link', bridge('off'), ['1 DROPPED bridge']],
    ['bridge -d link', bridge('on'), ['1 DELIVERED pod:10.244.7.5 from 10.244.7.1 answered']],
    ['/sys/…/hairpin_mode', files(0), ['1 DROPPED bridge']],
    ['/sys/…/hairpin_mode', files(1), ['1 DELIVERED pod:10.244.7.5 from 10.244.7.1 answered']],
  ])('%s tells hairpin mode, and nothing is guessed', (_name, text, lines) => {
    expect(sent(ITSELF, text)).toEqual(lines);
    expect(guesses(text)).toEqual([]);
  });

  it('without it hairpin mode is a guess that a person can correct', () => {
    expect(guesses()).toEqual(['hairpin:cni0']);
    const said = withFacts(pasted(RULES, LINKS), { hairpin: { cni0: false } });
    expect(sendPasted(said, ITSELF).lines).toEqual(['1 DROPPED bridge']);
    expect(sendPasted(said, ITSELF).made.assumptions.map(({ id }) => id)).not.toContain('hairpin:cni0');
  });
});

describe('an address a packet comes in for', () => {
  it('is taken to be the node’s own where no text names it', () => {
    const { lines, made } = sendPasted(pasted(RULES), 'eth0 198.51.100.50 -> 198.51.100.11:30080/tcp');
    expect(lines[0]).toMatch(/^1 DELIVERED pod:10\.244\.7\.5 .* answered$/);
    expect(made.assumptions.map(({ id }) => id)).toContain('address:eth0 198.51.100.11');
  });

  it('never sends a packet in circles, whatever is known', () => {
    for (const texts of [[RULES], [RULES, LINKS]]) {
      for (const target of ['198.51.100.11', '203.0.113.7', '192.0.2.77', '10.244.9.9']) {
        const { outcomes } = sendPasted(pasted(...texts), `eth0 198.51.100.50 -> ${target}:443/tcp`);
        expect(outcomes.map(({ disposition }) => disposition.kind)).not.toContain('TTL_EXCEEDED');
      }
    }
  });
});
