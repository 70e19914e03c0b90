import { describe, expect, it } from 'vitest';
import { hash16 } from '../../lib/sha';
import type { NodeFacts } from '../../paste/pasted-types';
import { machinesOfPasted, observedOfPasted } from './observe-pasted';
import { reconstruct } from './reconstruct';

const RULES = `*nat
:PREROUTING ACCEPT [0:0]
:KUBE-MARK-MASQ - [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-CUXC5A3HHHVSSN62 - [0:0]
:KUBE-SEP-IY5EMZGCCC7HUEGX - [0:0]
:KUBE-SEP-PXTBVPH3FCPWYIRC - [0:0]
-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000
-A KUBE-SERVICES -d 10.96.0.10/32 -p tcp -m comment --comment "default/kuard: cluster IP" -m tcp --dport 80 -j KUBE-SVC-CUXC5A3HHHVSSN62
-A KUBE-SVC-CUXC5A3HHHVSSN62 -m comment --comment "default/kuard:" -m statistic --mode random --probability 0.50000000000 -j KUBE-SEP-IY5EMZGCCC7HUEGX
-A KUBE-SVC-CUXC5A3HHHVSSN62 -m comment --comment "default/kuard:" -j KUBE-SEP-PXTBVPH3FCPWYIRC
-A KUBE-SEP-IY5EMZGCCC7HUEGX -p tcp -m comment --comment "default/kuard:" -m tcp -j DNAT --to-destination 10.244.1.5:8080
-A KUBE-SEP-PXTBVPH3FCPWYIRC -p tcp -m comment --comment "default/kuard:" -m tcp -j DNAT --to-destination 10.244.2.7:8080
COMMIT
`;

/** The rules with endpoints on one node, and their chains named as kube-proxy names them. */
const HASHED = ['KUBE-SEP-IY5EMZGCCC7HUEGX', 'KUBE-SEP-PXTBVPH3FCPWYIRC'].reduce(
  (text, chain, index) => text.replaceAll(chain, sepOf(['10.244.1.5:8080', '10.244.1.9:8080'][index] ?? '')),
  RULES.replace('10.244.2.7', '10.244.1.9'),
);

function sepOf(place: string): string {
  return `KUBE-SEP-${hash16(`default/kuard:tcp${place}`)}`;
}

const ADDRESSES = `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000
    link/ether 52:54:00:12:34:56 brd ff:ff:ff:ff:ff:ff
    inet 10.0.2.15/24 brd 10.0.2.255 scope global dynamic eth0
3: eth1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000
    link/ether 52:54:00:12:34:57 brd ff:ff:ff:ff:ff:ff
    inet 192.168.56.11/24 brd 192.168.56.255 scope global eth1
4: docker0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc noqueue state DOWN group default
    link/ether 02:42:ac:11:00:01 brd ff:ff:ff:ff:ff:ff
    inet 172.17.0.1/16 brd 172.17.255.255 scope global docker0
5: cni0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue state UP group default qlen 1000
    link/ether 0a:58:0a:f4:01:01 brd ff:ff:ff:ff:ff:ff
    inet 10.244.1.1/24 brd 10.244.1.255 scope global cni0
`;

const ROUTES = `default via 10.0.2.2 dev eth0 proto dhcp src 10.0.2.15 metric 100
10.0.2.0/24 dev eth0 proto kernel scope link src 10.0.2.15 metric 100
10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1
10.244.2.0/24 via 192.168.56.12 dev eth1
192.168.56.0/24 dev eth1 proto kernel scope link src 192.168.56.11
`;

const CALICO = `default via 10.0.2.2 dev eth0 proto dhcp src 10.0.2.15 metric 100
10.0.2.0/24 dev eth0 proto kernel scope link src 10.0.2.15 metric 100
blackhole 10.244.1.0/26 proto bird
10.244.1.5 dev cali12d4a061371 scope link
`;

const IFCONFIG = `eth0      Link encap:Ethernet  HWaddr 52:54:00:12:34:56
          inet addr:172.20.0.9  Bcast:172.20.255.255  Mask:255.255.0.0
          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1
`;

function prompted(...parts: readonly (readonly [command: string, output: string])[]): string {
  return parts.map(([command, output]) => `root@worker-1:~# ${command}\n${output}`).join('');
}

function nodeOf(texts: readonly string[], facts: NodeFacts = {}) {
  const pasted = { texts: texts.map((text, i) => ({ id: `text-${i + 1}`, title: '', text })), facts };
  return observedOfPasted(pasted).node;
}

const ALL = prompted(['ip addr', ADDRESSES], ['ip route', ROUTES], ['iptables-save -t nat', RULES]);

describe('the node of what was pasted', () => {
  it.each([
    ['rules only', [RULES], undefined],
    ['one text with prompts', [ALL], { name: 'worker-1', addresses: ['192.168.56.11'], podCIDRs: ['10.244.1.0/24'] }],
    [
      'the same with CRLF',
      [ALL.replaceAll('\n', '\r\n')],
      { name: 'worker-1', addresses: ['192.168.56.11'], podCIDRs: ['10.244.1.0/24'] },
    ],
    ['several texts', [RULES, ADDRESSES, ROUTES], { addresses: ['192.168.56.11'], podCIDRs: ['10.244.1.0/24'] }],
    ['addresses without routes', [RULES, ADDRESSES], { addresses: ['10.0.2.15'], podCIDRs: ['10.244.1.0/24'] }],
    ['old ifconfig', [RULES, IFCONFIG], { addresses: ['172.20.0.9'] }],
    [
      'a route a Pod',
      [RULES, ADDRESSES.replace(/5: cni0[^]*/, ''), CALICO],
      { addresses: ['10.0.2.15'], podCIDRs: ['10.244.1.0/26'], pods: ['10.244.1.5/32'] },
    ],
  ] as const)('%s', (_name, texts, expected) => {
    expect(nodeOf(texts)).toEqual(expected);
  });

  it('is the first of several, and no rule is of another', () => {
    const other = ALL.replaceAll('worker-1', 'worker-2').replaceAll('10.96.0.10', '10.96.0.99');
    const texts = [ALL, other].map((text, i) => ({ id: `text-${i}`, title: '', text }));
    const observed = observedOfPasted({ texts, facts: {} });
    expect(observed.node?.name).toBe('worker-1');
    expect(reconstruct(observed)?.cluster.services.map(({ spec }) => spec.clusterIP)).toEqual(['10.96.0.10']);
  });

  it('is what a person says it is', () => {
    const facts = { interfaces: [{ name: 'eth0', addresses: ['10.9.9.9/24'] }] };
    expect(nodeOf([RULES], facts)).toEqual({ addresses: ['10.9.9.9'] });
  });

  it('has the endpoints of its part of the Pod network', () => {
    const made = reconstruct(observedOfPasted({ texts: [{ id: 'a', title: '', text: ALL }], facts: {} }));
    const places = made?.cluster.pods.map(({ status, spec }) => `${status?.podIP} on ${spec.nodeName}`);
    expect(places).toEqual(['10.244.1.5 on worker-1', '10.244.2.7 on other-node']);
    const told = made?.inferences.filter(({ about }) => about === 'Node worker-1') ?? [];
    expect(told.map(({ field, value, certainty }) => `${field} ${value} ${certainty}`)).toEqual([
      'metadata.name worker-1 told',
      'status.addresses 192.168.56.11 told',
      'spec.podCIDRs 10.244.1.0/24 told',
    ]);
  });

  it('is corrected by a person', () => {
    const observed = observedOfPasted({ texts: [{ id: 'a', title: '', text: ALL }], facts: {} });
    const made = reconstruct(observed, {
      node: { name: 'n7', addresses: ['192.0.2.7'], podCIDRs: ['10.244.2.0/24'] },
      release: '1.17',
    });
    expect(made?.release.release).toBe('1.17');
    expect(made?.cluster.nodes[0]?.status.addresses?.[0]?.address).toBe('192.0.2.7');
    expect(made?.cluster.pods.map(({ spec }) => spec.nodeName)).toEqual(['other-node', 'n7']);
    const told = made?.inferences.filter(({ about }) => about === 'Node n7') ?? [];
    expect(told.every(({ evidence }) => evidence[0]?.kind === 'person')).toBe(true);
  });
});

describe('what the bench knew of the endpoints', () => {
  const podIPs = (text: string): (string | undefined)[] => {
    const observed = observedOfPasted({ texts: [{ id: 'a', title: '', text }], facts: {} });
    return reconstruct(observed)?.cluster.pods.map(({ status }) => status?.podIP) ?? [];
  };
  const SEP = new RegExp(String.raw`^(?::|-A )${sepOf('10.244.1.9:8080')} .*\n`, 'gm');
  const LOCAL = (prefix: string): string =>
    RULES.replace(
      '-A KUBE-SVC-CUXC5A3HHHVSSN62 -m comment --comment "default/kuard:" -m statistic',
      `-A KUBE-SVC-CUXC5A3HHHVSSN62 ! -s ${prefix} -d 10.96.0.10/32 -p tcp -m comment --comment "default/kuard: cluster IP" -m tcp --dport 80 -j KUBE-MARK-MASQ\n$&`,
    );

  it('stays: an endpoint proven by its chain’s name is a Pod, too', () => {
    const part = HASHED.replace(SEP, '');
    expect(part.length).toBeLessThan(HASHED.length);
    expect(podIPs(part)).toEqual(['10.244.1.5', '10.244.1.9']);
  });

  it('stays: where only this node’s part of the Pod network is local, Pods of others are Pods', () => {
    expect(podIPs(LOCAL('10.244.1.0/24'))).toEqual(['10.244.1.5', '10.244.2.7']);
    expect(podIPs(LOCAL('10.9.0.0/16'))).toEqual([]);
  });
});

describe('texts of several machines', () => {
  const far = ADDRESSES.replace('192.168.56.11', '192.168.56.12').replace('10.244.1.1/24', '10.244.2.1/24');
  const routes = ROUTES.replaceAll('10.244.1', '10.244.9')
    .replaceAll('10.244.2.0/24 via 192.168.56.12', '10.244.1.0/24 via 192.168.56.11')
    .replaceAll('10.244.9', '10.244.2');
  const other = RULES.replace('10.244.1.5', '10.244.1.6').replace('IY5EMZGCCC7HUEGX', 'NOT5EMZGCCC7HUEG');
  const text = `${prompted(['iptables-save', RULES], ['ip addr', ADDRESSES], ['ip route', ROUTES])}root@worker-2:~# iptables-save
${other}root@worker-2:~# ip addr
${far}root@worker-2:~# ip route
${routes}`;
  const pasted = { texts: [{ id: 't', title: 't', text }], facts: {} };

  it('the others are Nodes too, with what their listings tell, and Pods of their part are on them', () => {
    const made = reconstruct(observedOfPasted(pasted));
    const nodes = made?.cluster.nodes.map(({ metadata, status, spec }) => [
      metadata.name,
      (status.addresses ?? []).map(({ address }) => address).join(' '),
      spec?.podCIDRs?.join(' '),
    ]);
    expect(nodes).toEqual([
      ['worker-1', '192.168.56.11', '10.244.1.0/24'],
      ['worker-2', '192.168.56.12', '10.244.2.0/24'],
    ]);
    expect(made?.cluster.pods.map(({ spec, status }) => `${spec.nodeName} ${status?.podIP}`)).toEqual([
      'worker-1 10.244.1.5',
      'worker-2 10.244.2.7',
    ]);
    const told = made?.inferences.filter(({ about }) => about === 'Node worker-2');
    expect(told?.map(({ field, value, evidence: [first] }) => [field, value, first])).toEqual([
      ['metadata.name', 'worker-2', { kind: 'node', name: 'worker-2' }],
      ['status.addresses', '192.168.56.12', { kind: 'node', name: 'worker-2' }],
      ['spec.podCIDRs', '10.244.2.0/24', { kind: 'node', name: 'worker-2' }],
    ]);
  });

  it('a person chooses whose rules are read', () => {
    expect(machinesOfPasted(pasted)).toEqual(['worker-1', 'worker-2']);
    const made = reconstruct(observedOfPasted(pasted, 'worker-2'));
    expect([made?.node, made?.cluster.nodes.map(({ metadata }) => metadata.name)]).toEqual([
      'worker-2',
      ['worker-2', 'worker-1'],
    ]);
    expect(made?.cluster.pods.map(({ spec, status }) => `${spec.nodeName} ${status?.podIP}`)).toEqual([
      'worker-1 10.244.1.6',
      'worker-2 10.244.2.7',
    ]);
  });
});
