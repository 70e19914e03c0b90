/** One word of the field: how it is written, and one or two sentences in each language. */
export interface GlossaryEntry {
  readonly term: string;
  readonly en: string;
  readonly ko: string;
}

/** Every term the page explains on hover, in the order the help dialog lists them. */
export const GLOSSARY = {
  service: {
    term: 'Service',
    en: 'A stable address in front of a changing set of Pods. No process listens on it: the rules of each node turn it into the address of a Pod.',
    ko: '계속 바뀌는 Pod 집합 앞에 놓이는 고정된 주소입니다. 이 주소에서 수신하는 프로세스는 없으며, 각 노드의 규칙이 이를 Pod 주소로 바꿉니다.',
  },
  'cluster-ip': {
    term: 'clusterIP',
    en: 'The virtual address of a Service inside the cluster. It is on no device; it exists only in the rules.',
    ko: '클러스터 안에서 쓰는 Service의 가상 주소입니다. 어떤 장치에도 없고 규칙 안에만 있습니다.',
  },
  'node-port': {
    term: 'nodePort',
    en: 'A port that every node answers for a Service, by default from 30000 to 32767.',
    ko: 'Service를 위해 모든 노드가 응답하는 포트이며, 기본 범위는 30000부터 32767까지입니다.',
  },
  'endpoint-slice': {
    term: 'EndpointSlice',
    en: 'The API object that lists which addresses stand behind a Service, and whether each is ready, serving or terminating.',
    ko: 'Service 뒤에 있는 주소들과 각 주소의 ready, serving, terminating 상태를 담은 API 객체입니다.',
  },
  pod: {
    term: 'Pod',
    en: 'One or more containers that share a network namespace and one address.',
    ko: '네트워크 네임스페이스와 주소 하나를 함께 쓰는 하나 이상의 컨테이너입니다.',
  },
  node: {
    term: 'Node',
    en: 'A machine of the cluster. It has its own kernel, its own rules and its own kube-proxy.',
    ko: '클러스터를 이루는 머신입니다. 커널과 규칙, kube-proxy를 각각 따로 가집니다.',
  },
  'kube-proxy': {
    term: 'kube-proxy',
    en: 'A program on every node that watches Services and EndpointSlices and writes kernel rules for them. It never touches a packet itself in iptables mode.',
    ko: '모든 노드에서 Service와 EndpointSlice를 지켜보며 커널 규칙을 쓰는 프로그램입니다. iptables 모드에서는 패킷을 직접 다루지 않습니다.',
  },
  netfilter: {
    term: 'netfilter',
    en: 'The part of the Linux kernel that stops a packet at five hooks and asks the rules there.',
    ko: '다섯 개의 훅에서 패킷을 멈추고 그곳의 규칙에 묻는 Linux 커널의 일부입니다.',
  },
  hook: {
    term: 'hook',
    en: 'One of five points on the way of a packet: PREROUTING, INPUT, FORWARD, OUTPUT, POSTROUTING.',
    ko: '패킷이 지나는 길의 다섯 지점 PREROUTING, INPUT, FORWARD, OUTPUT, POSTROUTING 가운데 하나입니다.',
  },
  table: {
    term: 'table',
    en: 'A set of chains for one purpose. At a hook the kernel asks them in a fixed order: raw, mangle, nat, filter.',
    ko: '한 가지 목적을 위한 체인 모음입니다. 커널은 훅마다 raw, mangle, nat, filter의 정해진 순서로 묻습니다.',
  },
  chain: {
    term: 'chain',
    en: 'A list of rules, tried from the first to the last until one decides.',
    ko: '규칙의 목록입니다. 하나가 결정할 때까지 처음부터 차례로 시험합니다.',
  },
  rule: {
    term: 'rule',
    en: 'Tests and a target. If every test holds, the target says what happens to the packet.',
    ko: '조건과 타깃으로 이루어집니다. 모든 조건이 맞으면 타깃이 패킷의 처리를 정합니다.',
  },
  policy: {
    term: 'policy',
    en: 'What a built-in chain says of a packet that no rule decided.',
    ko: '어떤 규칙도 결정하지 않은 패킷에 대해 내장 체인이 내리는 결론입니다.',
  },
  dnat: {
    term: 'DNAT',
    en: 'Rewrites the destination. This is how an address of a Service becomes the address of a Pod.',
    ko: '목적지를 바꿔 씁니다. Service의 주소가 Pod의 주소가 되는 방법입니다.',
  },
  snat: {
    term: 'SNAT',
    en: 'Rewrites the source, so that the reply comes back to this node.',
    ko: '출발지를 바꿔 써서 응답이 이 노드로 돌아오게 합니다.',
  },
  masquerade: {
    term: 'MASQUERADE',
    en: 'SNAT to the address of the interface the packet leaves by.',
    ko: '패킷이 나가는 인터페이스의 주소로 하는 SNAT입니다.',
  },
  mark: {
    term: 'mark',
    en: 'A number the kernel keeps beside a packet inside one node. kube-proxy sets 0x4000 to ask for MASQUERADE later.',
    ko: '한 노드 안에서 커널이 패킷에 붙여 두는 숫자입니다. kube-proxy는 나중에 MASQUERADE를 하도록 0x4000을 설정합니다.',
  },
  conntrack: {
    term: 'conntrack',
    en: 'The memory of connections in the kernel. Only the first packet of a connection asks the nat table; later packets and replies follow the entry.',
    ko: '커널이 연결을 기억하는 곳입니다. 연결의 첫 패킷만 nat 테이블에 묻고, 이후 패킷과 응답은 엔트리를 따릅니다.',
  },
  'conntrack-entry': {
    term: 'conntrack entry',
    en: 'One remembered connection: the tuple of the request, the tuple expected of the reply, a state and a timer.',
    ko: '기억된 연결 하나로, 요청의 튜플과 응답에서 기대되는 튜플, 상태, 타이머를 담습니다.',
  },
  tuple: {
    term: 'tuple',
    en: 'Protocol, source address and port, destination address and port: what identifies one direction of a connection.',
    ko: '프로토콜, 출발지 주소와 포트, 목적지 주소와 포트로, 연결의 한 방향을 식별합니다.',
  },
  hairpin: {
    term: 'hairpin',
    en: 'A Pod reaches itself through its own Service: the packet leaves and comes back by the same port of the bridge.',
    ko: 'Pod가 자신의 Service를 거쳐 자기 자신에게 닿는 경우입니다. 패킷이 브리지의 같은 포트로 나갔다가 돌아옵니다.',
  },
  bridge: {
    term: 'bridge',
    en: 'A switch inside the kernel. The Pods of a node are its ports.',
    ko: '커널 안의 스위치입니다. 노드의 Pod들이 그 포트가 됩니다.',
  },
  veth: {
    term: 'veth',
    en: 'A cable with two ends: one is eth0 inside the Pod, the other is on the node.',
    ko: '양쪽 끝이 있는 가상 케이블입니다. 한쪽은 Pod 안의 eth0이고 다른 쪽은 노드에 있습니다.',
  },
  netns: {
    term: 'network namespace',
    en: 'A network stack of its own: devices, routes, rules. Every Pod has one, the node has one.',
    ko: '장치, 경로, 규칙을 따로 가지는 독립된 네트워크 스택입니다. Pod마다 하나씩, 노드에도 하나 있습니다.',
  },
  route: {
    term: 'route',
    en: 'Says by which device, and through which neighbour, an address is reached. The longest matching prefix wins.',
    ko: '어떤 장치와 어떤 이웃을 거쳐 주소에 닿는지 말해 줍니다. 가장 길게 일치하는 프리픽스가 이깁니다.',
  },
  'traffic-policy': {
    term: 'externalTrafficPolicy',
    en: 'Cluster: a node may send outside traffic to any Pod, and hides the source. Local: only to its own Pods, and the source stays.',
    ko: 'Cluster는 외부 트래픽을 모든 Pod로 보낼 수 있지만 출발지를 감춥니다. Local은 자기 노드의 Pod로만 보내며 출발지를 유지합니다.',
  },
  'session-affinity': {
    term: 'sessionAffinity',
    en: 'ClientIP: the same source address is sent to the same Pod for a while, remembered by the recent match.',
    ko: 'ClientIP로 두면 recent 매치가 기억하는 동안 같은 출발지 주소가 같은 Pod로 보내집니다.',
  },
  'load-balancer': {
    term: 'LoadBalancer',
    en: 'A Service that also has an address outside the cluster, given by the cloud.',
    ko: '클라우드가 준 클러스터 밖의 주소도 가지는 Service입니다.',
  },
  martian: {
    term: 'martian source',
    en: 'A source address that cannot have come in by that device; the kernel drops the packet.',
    ko: '그 장치로 들어올 수 없는 출발지 주소입니다. 커널은 그런 패킷을 폐기합니다.',
  },
} as const satisfies Readonly<Record<string, GlossaryEntry>>;

export type GlossaryTerm = keyof typeof GLOSSARY;
