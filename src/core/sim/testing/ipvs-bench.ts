import type { IpSet } from '../../linux/ipset/ip-set';
import type { IpvsService } from '../../linux/ipvs/service';
import type { Network } from '../../linux/netns';
import { ip } from '../../net/ip';
import { parseEndpoint } from '../../net/packet';
import { device, host, network, readRoute, listeningSocket } from './bench';

/** `TCP 10.96.0.1:80 rr persistent=60 mask=24 unordered : 10.244.1.5:8080*1 10.244.2.5:8080*0`; `FWM 7 …` by a mark. */
export function readIpvsService(line: string): IpvsService {
  const [head = '', list = ''] = line.split(' : ');
  const [kind = '', name = '', scheduler = 'rr', ...words] = head.split(' ');
  const word = (key: string): string | undefined =>
    words.find((each) => each.startsWith(`${key}=`))?.slice(key.length + 1);
  const at = parseEndpoint(name);
  const servers = list
    .split(' ')
    .filter(Boolean)
    .map((text) => {
      const [place = '', weight = '1'] = text.split('*');
      const found = parseEndpoint(place);
      if (!found) throw new Error(text);
      return { ...found, weight: Number(weight), forward: (word('forward') ?? 'masq') as 'masq' };
    });
  const flags = word('flags');
  return {
    ...(kind === 'FWM' ? { fwmark: Number(name) } : { protocol: { TCP: 6, UDP: 17, SCTP: 132 }[kind] ?? 0, ...at }),
    scheduler,
    ...(flags ? { flags: flags.split(',') } : {}),
    ...(word('persistent') ? { persistentSeconds: Number(word('persistent')) } : {}),
    ...(words.includes('unordered') ? { unordered: true } : {}),
    ...(word('mask') ? { netmask: Number(word('mask')) } : {}),
    servers,
  };
}

/** The rules of ipvs mode that decide about sources, as kube-proxy writes them. */
export const IPVS_RULES = `*filter
:INPUT ACCEPT
:FORWARD ACCEPT
:OUTPUT ACCEPT
COMMIT
*nat
:PREROUTING ACCEPT
:INPUT ACCEPT
:OUTPUT ACCEPT
:POSTROUTING ACCEPT
:KUBE-MARK-MASQ -
:KUBE-POSTROUTING -
:KUBE-SERVICES -
-A PREROUTING -j KUBE-SERVICES
-A OUTPUT -j KUBE-SERVICES
-A POSTROUTING -j KUBE-POSTROUTING
-A KUBE-SERVICES ! -s 10.244.0.0/16 -m set --match-set KUBE-CLUSTER-IP dst,dst -j KUBE-MARK-MASQ
-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000
-A KUBE-POSTROUTING -m set --match-set KUBE-LOOP-BACK dst,dst,src -j MASQUERADE
-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN
-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0
-A KUBE-POSTROUTING -j MASQUERADE
COMMIT`;

function set(name: string, type: string, elements: readonly string[]): readonly [string, IpSet] {
  return [
    name,
    { name, type, family: 'ipv4', options: '', members: elements.map((element) => ({ element, nomatch: false })) },
  ];
}

export interface IpvsBench {
  readonly services: readonly string[];
  readonly sysctls?: Readonly<Record<string, number>>;
  readonly save?: string;
  /** May the bridges send frames back where they came from? */
  readonly hairpin?: boolean;
  /** Addresses of kube-ipvs0. */
  readonly bound?: readonly string[];
}

/**
 * node1 with kube-ipvs0 and Pods a (10.244.1.5) and b (10.244.1.6), node2 with Pod c (10.244.2.5), a client
 * on the wire. Everybody listens on 8080 and 53, node1 itself on 6443.
 */
export function ipvsBench(bench: IpvsBench): Network {
  const { services, sysctls = {}, save = IPVS_RULES, bound = ['10.96.0.1'], hairpin = false } = bench;
  const pod = (id: string, node: string, address: string, gateway: string) =>
    host(id, {
      kind: 'pod',
      devices: [device('eth0', [`${address}/24`], { kind: 'veth', peer: { netns: node, device: `veth-${id}` } })],
      routes: [readRoute(`default via ${gateway} dev eth0`)],
      sockets: [listeningSocket('tcp', 8080, id), listeningSocket('udp', 53, id)],
      sysctls: {},
    });
  const port = (id: string) =>
    device(`veth-${id}`, [], { kind: 'veth', master: 'cni0', hairpin, peer: { netns: id, device: 'eth0' } });
  const kernel = { 'net.ipv4.ip_forward': 1, 'net.bridge.bridge-nf-call-iptables': 1 };
  const sets = new Map([
    set(
      'KUBE-CLUSTER-IP',
      'hash:ip,port',
      bound.flatMap((address) => [`${address},tcp:80`, `${address},udp:53`]),
    ),
    set('KUBE-LOOP-BACK', 'hash:ip,port,ip', ['10.244.1.5,tcp:8080,10.244.1.5', '10.244.1.6,tcp:8080,10.244.1.6']),
  ]);
  const node1 = host('node1', {
    devices: [
      device('eth0', ['172.18.0.2/16'], { segment: 'wire' }),
      device('cni0', ['10.244.1.1/24'], { kind: 'bridge' }),
      port('a'),
      port('b'),
      device('kube-ipvs0', bound, { kind: 'dummy', up: false }),
    ],
    routes: [readRoute('10.244.2.0/24 via 172.18.0.3 dev eth0')],
    sockets: [listeningSocket('tcp', 6443, 'kube-apiserver')],
    sysctls: { ...kernel, 'net.ipv4.vs.conntrack': 1, 'net.ipv4.vs.expire_nodest_conn': 1, ...sysctls },
    save,
    ipsets: sets,
    ipvs: { services: services.map(readIpvsService) },
  });
  const node2 = host('node2', {
    devices: [
      device('eth0', ['172.18.0.3/16'], { segment: 'wire' }),
      device('cni0', ['10.244.2.1/24'], { kind: 'bridge' }),
      port('c'),
    ],
    routes: [readRoute('10.244.1.0/24 via 172.18.0.2 dev eth0')],
    sysctls: kernel,
  });
  const client = host('client', {
    kind: 'client',
    devices: [device('eth0', ['172.18.0.9/16'], { segment: 'wire' })],
    routes: [readRoute('10.96.0.0/16 via 172.18.0.2 dev eth0'), readRoute('default via 172.18.0.1 dev eth0')],
    sysctls: {},
  });
  const pods = [pod('a', 'node1', '10.244.1.5', '10.244.1.1'), pod('b', 'node1', '10.244.1.6', '10.244.1.1')];
  return network(node1, node2, ...pods, pod('c', 'node2', '10.244.2.5', '10.244.2.1'), client);
}

export const VIP = ip('10.96.0.1');
