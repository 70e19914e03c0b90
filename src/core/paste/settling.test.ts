import { describe, expect, it } from 'vitest';
import { FORMATS } from '../formats';
import { formatCidr, formatIp } from '../net/ip';
import type { Netns } from '../linux/netns';
import { networkOfPasted, type PastedNetwork } from './pasted';
import type { PastedNode } from './pasted-types';
import { nodeText } from '../questions/reconstruct/testing/node-text';
import { SETTLING, type AssumptionKind } from './settling';
import { flowOf, ipAddr, pasted, sendPasted } from './testing/paste';

/** Texts that leave something open, what would settle it, and the value that is known then. */
interface Case {
  readonly texts: readonly string[];
  readonly id: string;
  /** Packets that are sent, where what is assumed is assumed of one. */
  readonly flows?: readonly string[];
  /** What the assumption's own command prints, and which texts come back for each of its lines. */
  readonly command: string;
  readonly prints: string;
  readonly known: (made: PastedNetwork) => unknown;
  readonly value: unknown;
  /** Node of each text of {@link prints}, where there are several. */
  readonly nodes?: readonly (string | undefined)[];
}

const node = ({ network }: PastedNetwork): Netns | undefined => network.netns.get('node');
const addressesOf = (made: PastedNetwork, device: string): readonly string[] =>
  node(made)
    ?.devices.find(({ name }) => name === device)
    ?.addresses.map((own) => `${formatIp(own.address)}/${own.prefix}`) ?? [];
const routesOf = (made: PastedNetwork, table = 'main'): readonly string[] =>
  (node(made)?.routes ?? []).flatMap((route) =>
    route.table === table ? [`${formatCidr(route.dst)} ${route.via ? formatIp(route.via) : ''} ${route.dev}`] : [],
  );
const chainLength = (made: PastedNetwork, table: 'nat' | 'filter', chain: string): number | undefined =>
  node(made)?.xtables.ipv4?.tables.get(table)?.chains.get(chain)?.length;
const endpoints = ({ found }: PastedNetwork, name: string): readonly string[] | undefined =>
  found.find((each) => each.name === name)?.endpoints;

const RULES = `*nat
:PREROUTING ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-MARK-MASQ - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-BBBBBBBBBBBBBBBB - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.0.9/32 -p tcp -m comment --comment "shop/web cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA ! -s 10.244.0.0/16 -d 10.96.0.9/32 -p tcp -m comment --comment "shop/web cluster IP" -m tcp --dport 80 -j KUBE-MARK-MASQ
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "shop/web -> 10.244.1.9:8080" -j KUBE-SEP-BBBBBBBBBBBBBBBB
-A KUBE-SEP-BBBBBBBBBBBBBBBB -p tcp -m comment --comment "shop/web" -m tcp -j DNAT --to-destination 10.244.1.9:8080
COMMIT
`;
const EXCERPT = RULES.split('\n')
  .filter((line) => line.startsWith('-A KUBE'))
  .join('\n');
const LISTING = `Chain FORWARD (policy ACCEPT)
target     prot opt source               destination
DOCKER-USER  all  --  0.0.0.0/0            0.0.0.0/0

Chain DOCKER (1 references)
target     prot opt source               destination
ACCEPT     tcp  --  0.0.0.0/0            172.17.0.2           tcp dpt:80
`;
const ADDR = ipAddr('10.0.0.5/24', '10.244.1.1/24');
const ROUTES = `default via 10.0.0.1 dev eth0
10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1
10.244.2.0/24 via 10.0.0.7 dev eth0
local 10.0.0.5 dev eth0 table local proto kernel scope host src 10.0.0.5
`;
const PODS = `NAME   READY   STATUS    RESTARTS   AGE   IP           NODE
a      1/1     Running   0          2m    10.244.1.9   worker-1
b      1/1     Running   0          2m    10.244.2.9   worker-2
`;
const PORTALS = `Chain KUBE-PORTALS-CONTAINER (1 references)
 pkts bytes target     prot opt in     out     source               destination
    0     0 REDIRECT   tcp  --  *      *       0.0.0.0/0            10.96.4.4            /* shop/cart: */ tcp dpt:80 redir ports 40001`;
const CONFIG = `apiVersion: v1
data:
  config.conf: |-
    apiVersion: kubeproxy.config.k8s.io/v1alpha1
    clusterCIDR: 10.200.0.0/14
    kind: KubeProxyConfiguration
    mode: iptables
kind: ConfigMap
metadata:
  name: kube-proxy
  namespace: kube-system
`;
const SOCKETS = `Netid State  Recv-Q Send-Q Local Address:Port Peer Address:PortProcess
udp   UNCONN 0      0      127.0.0.53%lo:53        0.0.0.0:*
tcp   LISTEN 0      4096         0.0.0.0:9100      0.0.0.0:*    users:(("node_exporter",pid=71,fd=3))
tcp   LISTEN 0      4096               *:10256           *:*
`;
const SET_RULE = '-A INPUT -m set --match-set allowed src -j ACCEPT\n';
const IPVS = 'TCP  10.96.4.4:80 rr\n  -> 10.244.1.9:8080             Masq    1      0          0\n';
const service = (address: string): string =>
  `NAMESPACE   NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE   SELECTOR\nshop        web    ClusterIP   ${address}   <none>        80/TCP    9d    app=web\n`;
const listed = (places: string, namespaced = 'shop        web    '): string =>
  `NAMESPACE   NAME   ${'ENDPOINTS'.padEnd(34)}AGE\n${namespaced}${places.padEnd(34)}9d\n`;

/** A listing without -n, and an excerpt that shows no dispatch of one port. */
const NAMED = `Chain KUBE-SERVICES (2 references)
target     prot opt source               destination
KUBE-SVC-AAAAAAAAAAAAAAAA  tcp  --  anywhere             10.96.0.9            /* shop/web cluster IP */ tcp dpt:http
`;
const PORTLESS = `-A KUBE-SERVICES -d 10.96.0.9/32 -p tcp -m comment --comment "shop/web:metrics cluster IP" -m tcp --dport 9153 -j KUBE-SVC-CCCCCCCCCCCCCCCC
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "shop/web:dns -> 10.244.1.9:53" -j KUBE-SEP-BBBBBBBBBBBBBBBB
-A KUBE-SEP-BBBBBBBBBBBBBBBB -p udp -m comment --comment "shop/web:dns" -m udp -j DNAT --to-destination 10.244.1.9:53
`;

const CASES: Readonly<Record<AssumptionKind, readonly [Case, ...Case[]]>> = {
  interface: [
    {
      texts: [RULES],
      id: 'interface:eth0',
      command: 'ip addr',
      prints: ADDR,
      known: (made) => addressesOf(made, 'eth0'),
      value: ['10.0.0.5/24'],
    },
  ],
  address: [
    {
      texts: ['-A INPUT -i eth1 -d 203.0.113.0/24 -j DROP\n'],
      flows: ['eth1 198.51.100.7 -> 203.0.113.9:80/tcp'],
      id: 'address:eth1 203.0.113.9',
      command: 'ip addr',
      prints: ipAddr('10.0.0.5/24', '10.244.1.1/24').replaceAll('cni0', 'eth1'),
      known: (made) => addressesOf(made, 'eth1'),
      value: ['10.244.1.1/24'],
    },
  ],
  route: [
    {
      texts: [RULES],
      id: 'route:default',
      command: 'ip route show table all',
      prints: ROUTES,
      known: (made) => routesOf(made).includes('0.0.0.0/0 10.0.0.1 eth0'),
      value: true,
    },
  ],
  node: [
    {
      texts: [RULES, PODS],
      id: 'node:worker-2',
      command: 'ip route show table all',
      prints: ROUTES,
      known: (made) => routesOf(made).includes('10.244.2.0/24 10.0.0.7 eth0'),
      value: true,
    },
    {
      texts: [RULES, PODS],
      id: 'node:this',
      command: 'ip addr; ip route show table all',
      prints: `${ipAddr('10.0.0.7/24', '10.244.2.1/24')}\n`,
      known: (made) => node(made)?.title,
      value: 'worker-2',
    },
  ],
  rules: [
    {
      texts: [ADDR, '0:\tfrom all lookup local\n100:\tfrom all fwmark 0x1 lookup 7\n32766:\tfrom all lookup main\n'],
      id: 'rules:7',
      command: 'ip route show table all',
      prints: `default via 10.0.0.9 dev eth0 table 7\n${ROUTES}`,
      known: (made) => routesOf(made, '7'),
      value: ['0.0.0.0/0 10.0.0.9 eth0'],
    },
    {
      texts: [ADDR, '0:\tfrom all lookup local\n100:\tfrom all fwmark 0x1 lookup 7\n32766:\tfrom all lookup main\n'],
      id: 'rules:7',
      command: 'ip route show table all',
      prints: ROUTES,
      known: (made) => routesOf(made, '7'),
      value: [],
    },
  ],
  link: [
    {
      texts: [
        `root@n1:~# ip addr\n${ipAddr('10.1.0.5/24', '10.244.1.1/24')}`,
        `root@n2:~# ip addr\n${ipAddr('10.2.0.5/24', '10.244.2.1/24')}`,
      ],
      id: 'link:n1 n2',
      command: 'ip addr; ip route show table all',
      prints: `root@n2:~# ip addr\n${ipAddr('10.1.0.6/24', '10.244.2.1/24')}`,
      known: (made) => routesOf(made).includes('10.244.2.0/24 10.1.0.6 eth0'),
      value: true,
    },
  ],
  sysctl: [
    {
      texts: [RULES],
      id: 'sysctl:net.ipv4.ip_forward',
      command: 'sysctl net.ipv4.ip_forward',
      prints: 'net.ipv4.ip_forward = 0\n',
      known: (made) => node(made)?.sysctls['net.ipv4.ip_forward'],
      value: 0,
    },
    {
      texts: [nodeText('ipvs')],
      id: 'sysctl:net.ipv4.vs.conntrack',
      command: 'sysctl net.ipv4.vs.conntrack',
      prints: 'net.ipv4.vs.conntrack = 0\n',
      known: (made) => node(made)?.sysctls['net.ipv4.vs.conntrack'],
      value: 0,
    },
  ],
  hairpin: [
    {
      texts: [RULES, ADDR],
      id: 'hairpin:cni0',
      command: 'bridge -d link',
      prints: `4: veth1@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 master cni0 state forwarding priority 32 cost 2
    hairpin off guard off root_block off fastleave off learning on flood on mcast_flood on
`,
      known: (made) => node(made)?.devices.find(({ name }) => name === 'veth1')?.hairpin ?? false,
      value: false,
    },
  ],
  port: [
    {
      texts: [NAMED],
      id: 'port:http',
      command: 'iptables-save',
      prints: RULES.replaceAll('--dport 80 ', '--dport 8080 '),
      known: ({ found }) => found[0]?.port,
      value: 8080,
    },
    {
      texts: [PORTLESS],
      id: 'port:dns',
      command: 'iptables-save',
      prints: RULES.replaceAll('--dport 80 ', '--dport 5353 ')
        .replaceAll('-p tcp', '-p udp')
        .replaceAll('-m tcp', '-m udp'),
      known: ({ found }) => found[0]?.port,
      value: 5353,
    },
  ],
  podCIDR: [
    {
      texts: [RULES],
      id: 'podCIDR:10.244.0.0/16',
      command: 'kubectl -n kube-system get configmap kube-proxy -o yaml',
      prints: CONFIG,
      known: ({ podNetworks }) => podNetworks,
      value: ['10.200.0.0/14'],
    },
  ],
  set: [
    {
      texts: [SET_RULE],
      id: 'set:allowed',
      command: 'ipset save allowed',
      prints: 'create allowed hash:ip family inet hashsize 1024 maxelem 65536\nadd allowed 192.0.2.7\n',
      known: (made) =>
        node(made)
          ?.ipsets?.get('allowed')
          ?.members.map(({ element }) => element),
      value: ['192.0.2.7'],
    },
    {
      texts: [SET_RULE, SET_RULE.replace('allowed', 'other')],
      id: 'set:missing',
      command: 'ipset save',
      prints: 'create allowed hash:ip family inet\nadd allowed 192.0.2.7\ncreate other hash:ip family inet\n',
      known: (made) => [...(node(made)?.ipsets?.keys() ?? [])],
      value: ['allowed', 'other'],
    },
  ],
  mode: [
    {
      texts: ['3c89c920-c65a-4c81-a1de-056fe4097e95 |  10.96.0.41      | 11fcf2c4-30ff-42bb-bb29-56a0d0612582\n'],
      id: 'mode:kernelspace-ports',
      command: 'hnsdiag list loadbalancers -d',
      prints:
        '{"ID":"3c89c920-c65a-4c81-a1de-056fe4097e95","HostComputeEndpoints":["11fcf2c4"],"FrontendVIPs":["10.96.0.41"],"PortMappings":[{"Protocol":6,"InternalPort":8080,"ExternalPort":80}]}\n',
      known: ({ found }) => found.some(({ port }) => port === 80),
      value: true,
    },
    {
      texts: ['-A KUBE-SERVICES -m set --match-set KUBE-CLUSTER-IP dst,dst -j ACCEPT\n'],
      id: 'mode:ipvs',
      command: 'ipvsadm -Ln',
      prints: IPVS,
      known: (made) => node(made)?.ipvs?.services.length,
      value: 1,
    },
    {
      texts: [RULES, IPVS],
      id: 'mode:ipvs',
      command: 'kubectl -n kube-system get configmap kube-proxy -o yaml',
      prints: CONFIG,
      known: (made) => node(made)?.ipvs?.services.length,
      value: 1,
    },
    {
      texts: [PORTALS],
      id: 'mode:userspace',
      command: 'kubectl get endpoints -A -o wide',
      prints: listed('10.244.1.9:8080,10.244.2.9:8080', 'shop        cart   '),
      known: (made) => node(made)?.sockets.find(({ port }) => port === 40_001)?.proxy?.endpoints.length,
      value: 2,
    },
  ],
  object: [
    {
      texts: [RULES, service('10.96.0.7')],
      id: 'object:shop/web clusterIP',
      command: 'kubectl -n shop get svc web -o wide',
      prints: service('10.96.0.9'),
      known: ({ found }) => found[0]?.address,
      value: '10.96.0.9',
    },
    {
      texts: [RULES, listed('10.244.1.9:8080,10.244.2.9:8080')],
      id: 'object:shop/web endpoints',
      command: 'kubectl -n shop get endpoints web -o wide',
      prints: listed('10.244.1.9:8080'),
      known: (made) => endpoints(made, 'shop/web'),
      value: ['10.244.1.9:8080'],
    },
    {
      texts: [RULES, service('10.96.0.7').replace('web ', 'new ')],
      id: 'object:shop/new rules',
      command: 'iptables-save',
      prints: RULES.replaceAll('shop/web', 'shop/new').replaceAll('10.96.0.9', '10.96.0.7'),
      known: ({ found }) => found[0]?.address,
      value: '10.96.0.7',
    },
  ],
  pods: [
    {
      texts: [RULES, 'NAME   READY   STATUS    RESTARTS   AGE\na      1/1     Running   0          2m\n'],
      id: 'pods:addresses',
      command: 'kubectl get pods -A -o wide',
      prints: PODS,
      known: ({ network }) => network.netns.get('pod:10.244.1.9')?.title,
      value: 'default/a 10.244.1.9',
    },
  ],
  rule: [
    {
      texts: [EXCERPT],
      id: 'rule:nat PREROUTING',
      command: 'iptables-save -t nat',
      prints: RULES,
      known: (made) => chainLength(made, 'nat', 'PREROUTING'),
      value: 1,
    },
  ],
  table: [
    {
      texts: [RULES],
      id: 'table:ipv4 filter',
      command: 'iptables-save -t filter',
      prints: '*filter\n:INPUT ACCEPT [0:0]\n:FORWARD DROP [0:0]\n:OUTPUT ACCEPT [0:0]\n-A INPUT -j DROP\nCOMMIT\n',
      known: (made) => chainLength(made, 'filter', 'INPUT'),
      value: 1,
    },
    {
      texts: [PODS],
      id: 'table:rules',
      command: 'iptables-save',
      prints: RULES,
      known: (made) => chainLength(made, 'nat', 'PREROUTING'),
      value: 1,
    },
  ],
  host: [
    {
      texts: [ADDR],
      flows: ['eth0 10.0.0.9 -> 10.0.0.5:9100/tcp'],
      id: 'host:tcp 10.0.0.5 9100',
      command: 'ss -lntu',
      prints: SOCKETS,
      known: (made) => node(made)?.sockets.map(({ proto, port, owner }) => `${proto} ${port} ${owner}`),
      value: ['tcp 9100 node_exporter', 'tcp 10256 :10256', 'udp 53 :53'],
    },
    {
      texts: [ADDR],
      flows: ['eth0 10.0.0.9 -> 10.0.0.5:9100/udp'],
      id: 'host:udp 10.0.0.5 9100',
      command: 'ss -lntu',
      prints: SOCKETS,
      known: (made) => node(made)?.sockets.some(({ proto, port }) => proto === 'udp' && port === 9100),
      value: false,
    },
    {
      texts: [RULES, PODS],
      flows: ['eth0 10.0.0.9 -> 10.244.2.9:8080/tcp'],
      id: 'host:tcp 10.244.2.9 8080',
      command: 'kubectl -n default exec b -- ss -lntu',
      prints: `$ kubectl -n default exec b -- ss -lntu\n${SOCKETS.replace('9100', '8080')}`,
      known: ({ network }) => network.netns.get('pod:10.244.2.9')?.sockets.map(({ port }) => port),
      value: [8080],
    },
  ],
  interfaces: [
    {
      texts: [LISTING],
      id: 'interfaces:Docker',
      command: 'iptables-save',
      prints: `*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:DOCKER - [0:0]
-A FORWARD -j DOCKER-USER
-A DOCKER -d 172.17.0.2/32 ! -i docker0 -o docker0 -p tcp -m tcp --dport 80 -j ACCEPT
COMMIT
`,
      known: (made) => node(made)?.xtables.ipv4?.tables.get('filter')?.chains.get('DOCKER')?.rule(0).outdev?.name,
      value: 'docker0',
    },
  ],
};

const assumptionOf = (made: PastedNetwork, id: string): PastedNetwork['assumptions'][number] | undefined =>
  made.assumptions.find((each) => each.id === id);

function beside({ texts }: Case, more: string): PastedNode {
  return pasted(...texts, more);
}

describe('what is asked for is read, settles it and gives the value', () => {
  const all = Object.entries(CASES).flatMap(([kind, cases]) =>
    cases.map((each) => [`${kind}: ${each.id} by ${each.command}`, kind, each] as const),
  );

  it.each(all)('%s', (_name, kind, each) => {
    const flows = (each.flows ?? []).map(flowOf);
    const before = assumptionOf(networkOfPasted(pasted(...each.texts), flows), each.id);
    expect(before?.about).toBe(kind);
    expect(before?.settledBy).toBe(each.command);
    const made = networkOfPasted(beside(each, each.prints), flows);
    expect(assumptionOf(made, each.id)).toBeUndefined();
    expect(each.known(made)).toEqual(each.value);
  });

  it('every kind has a format that reads it', () => {
    const formats = new Set<string>(FORMATS.map(({ id }) => id));
    for (const { readBy } of Object.values(SETTLING)) {
      for (const id of readBy) expect(formats.has(id)).toBe(true);
    }
  });

  it('the pieces that settle are told as such formats', () => {
    for (const [kind, cases] of Object.entries(CASES)) {
      const { readBy } = SETTLING[kind as AssumptionKind];
      for (const each of cases) {
        const { texts } = networkOfPasted(pasted(each.prints));
        const read = texts.flatMap(({ parts, pieces = [] }) =>
          [...parts, ...pieces].map(({ format }): string => format),
        );
        expect([each.id, read.some((format) => (readBy as readonly string[]).includes(format))]).toEqual([
          each.id,
          true,
        ]);
      }
    }
  });
});

describe('what listens on a node that was listed', () => {
  it('takes what comes to its address; of any other port it is refused', () => {
    const ends = (line: string): string => sendPasted(pasted(ADDR, SOCKETS), line).lines.join();
    expect(ends('eth0 10.0.0.9 -> 10.0.0.5:9100/tcp')).toContain('DELIVERED node');
    expect(ends('eth0 10.0.0.9 -> 10.0.0.5:9101/tcp')).toContain('NO_SOCKET');
    // It is bound to lo.
    expect(ends('eth0 10.0.0.9 -> 10.0.0.5:53/udp')).toContain('NO_SOCKET');
  });
});
