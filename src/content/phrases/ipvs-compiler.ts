import type { PhraseBook } from './phrase-book';

/** Why each virtual server, real server and address of kube-proxy's ipvs mode is there. */
const SERVERS = {
  'kubernetes.ipvs.server-cluster-ip': {
    en: '{address} is the clusterIP of {service}: IPVS hands connections to its port {port} to an endpoint.',
    ko: '{address}은(는) {service}의 clusterIP입니다. IPVS가 포트 {port}(으)로 온 연결을 엔드포인트에 넘깁니다.',
  },
  'kubernetes.ipvs.server-external-ip': {
    en: '{address} is an external IP of {service}: IPVS hands connections to its port {port} to an endpoint.',
    ko: '{address}은(는) {service}의 externalIP입니다. IPVS가 포트 {port}(으)로 온 연결을 엔드포인트에 넘깁니다.',
  },
  'kubernetes.ipvs.server-load-balancer': {
    en: '{address} is the load balancer’s address of {service}: the node answers its port {port} itself, through IPVS.',
    ko: '{address}은(는) {service}의 로드 밸런서 주소입니다. 노드가 IPVS로 이 주소의 포트 {port}을(를) 직접 처리합니다.',
  },
  'kubernetes.ipvs.server-node-port': {
    en: '{nodePort} is the nodePort of {service}: each address of this node that answers nodePorts, like {address}, is a virtual server of its own.',
    ko: '{nodePort}은(는) {service}의 nodePort입니다. {address}처럼 nodePort에 응답하는 이 노드의 주소마다 가상 서버가 하나씩 있습니다.',
  },
  'kubernetes.ipvs.real-server': {
    en: '{endpoint} is a usable endpoint of {service}; it shares the connections with the others.',
    ko: '{endpoint}은(는) {service}에서 사용할 수 있는 엔드포인트이며, 다른 엔드포인트와 연결을 나눠 받습니다.',
  },
  'kubernetes.ipvs.real-server-local': {
    en: '{endpoint} is on this node, and the traffic policy of {service} allows only endpoints of this node.',
    ko: '{endpoint}은(는) 이 노드에 있으며, {service}의 트래픽 정책은 이 노드의 엔드포인트만 허용합니다.',
  },
  'kubernetes.ipvs.real-server-no-local': {
    en: 'The traffic policy of {service} is Local but this node has no endpoint of it: {endpoint} serves Pods of this node; answers to clients outside are lost.',
    ko: '{service}의 트래픽 정책은 Local이지만 이 노드에는 엔드포인트가 없습니다. {endpoint}은(는) 이 노드의 Pod를 위해 쓰이며, 외부 클라이언트로 가는 응답은 사라집니다.',
  },
  'kubernetes.ipvs.real-server-terminating': {
    en: '{endpoint} is no endpoint any more but still has connections: with weight 0 it keeps those and gets no new ones.',
    ko: '{endpoint}은(는) 더 이상 엔드포인트가 아니지만 아직 연결이 남아 있습니다. 가중치 0으로 기존 연결만 그대로 두고 새 연결은 받지 않습니다.',
  },
  'kubernetes.ipvs.bound-cluster-ip': {
    en: '{address} is the clusterIP of {service}: on kube-ipvs0 it is this node’s own, so packets to it reach INPUT, where IPVS waits.',
    ko: '{address}은(는) {service}의 clusterIP입니다. kube-ipvs0에 있으면 이 노드의 주소가 되므로, 이 주소로 가는 패킷이 IPVS가 기다리는 INPUT에 도달합니다.',
  },
  'kubernetes.ipvs.bound-external-ip': {
    en: '{address} is an external IP of {service} and on no other interface: on kube-ipvs0 packets to it reach INPUT, where IPVS waits.',
    ko: '{address}은(는) {service}의 externalIP이며 다른 인터페이스에는 없습니다. kube-ipvs0에 있으므로 이 주소로 가는 패킷이 IPVS가 기다리는 INPUT에 도달합니다.',
  },
  'kubernetes.ipvs.bound-load-balancer': {
    en: '{address} is the load balancer’s address of {service} and on no other interface: on kube-ipvs0 packets to it reach INPUT, where IPVS waits.',
    ko: '{address}은(는) {service}의 로드 밸런서 주소이며 다른 인터페이스에는 없습니다. kube-ipvs0에 있으므로 이 주소로 가는 패킷이 IPVS가 기다리는 INPUT에 도달합니다.',
  },
} as const satisfies PhraseBook;

/** Why each ipset and each of its entries is there. */
const SETS = {
  'kubernetes.ipvs.entry-loop-back': {
    en: '{endpoint} is on this node: if it reaches itself through {service}, its packet needs another source.',
    ko: '{endpoint}은(는) 이 노드에 있습니다. {service}을(를) 거쳐 자기 자신에게 도달하면 패킷의 출발지를 바꿔야 합니다.',
  },
  'kubernetes.ipvs.entry-cluster-ip': {
    en: '{address} port {port} is the clusterIP of {service}.',
    ko: '{address}의 포트 {port}은(는) {service}의 clusterIP입니다.',
  },
  'kubernetes.ipvs.entry-external-ip': {
    en: '{address} port {port} is an external IP of {service} with policy Cluster: its packets get this node as their source.',
    ko: '{address}의 포트 {port}은(는) 정책이 Cluster인 {service}의 externalIP입니다. 이 패킷의 출발지는 이 노드가 됩니다.',
  },
  'kubernetes.ipvs.entry-external-ip-local': {
    en: '{address} port {port} is an external IP of {service} with policy Local: its packets keep their source.',
    ko: '{address}의 포트 {port}은(는) 정책이 Local인 {service}의 externalIP입니다. 이 패킷은 출발지를 그대로 둡니다.',
  },
  'kubernetes.ipvs.entry-load-balancer': {
    en: '{address} port {port} is the load balancer’s address of {service}.',
    ko: '{address}의 포트 {port}은(는) {service}의 로드 밸런서 주소입니다.',
  },
  'kubernetes.ipvs.entry-load-balancer-local': {
    en: 'externalTrafficPolicy of {service} is Local: packets to {address} port {port} keep their source.',
    ko: '{service}의 externalTrafficPolicy가 Local이므로 {address}의 포트 {port}(으)로 가는 패킷은 출발지를 그대로 둡니다.',
  },
  'kubernetes.ipvs.entry-source-ranges': {
    en: 'loadBalancerSourceRanges of {service}: only some sources may use {address} port {port}.',
    ko: '{service}의 loadBalancerSourceRanges에 따라 일부 출발지만 {address}의 포트 {port}을(를) 쓸 수 있습니다.',
  },
  'kubernetes.ipvs.entry-source-range': {
    en: '{source} may use {address} port {port} of {service}.',
    ko: '{source}은(는) {service}의 {address} 포트 {port}을(를) 쓸 수 있습니다.',
  },
  'kubernetes.ipvs.entry-source-node': {
    en: 'The source ranges of {service} contain this node, whose own packets to {address} may carry that very address as source.',
    ko: '{service}의 출발지 범위에 이 노드가 들어 있습니다. 노드가 {address}(으)로 보내는 패킷은 바로 그 주소를 출발지로 가질 수 있습니다.',
  },
  'kubernetes.ipvs.entry-node-port': {
    en: '{nodePort} is the nodePort of {service}: its packets get this node as their source, unless the policy is Local.',
    ko: '{nodePort}은(는) {service}의 nodePort입니다. 정책이 Local이 아니면 이 패킷의 출발지는 이 노드가 됩니다.',
  },
  'kubernetes.ipvs.entry-node-port-local': {
    en: 'externalTrafficPolicy of {service} is Local: packets to nodePort {nodePort} keep their source.',
    ko: '{service}의 externalTrafficPolicy가 Local이므로 nodePort {nodePort}(으)로 가는 패킷은 출발지를 그대로 둡니다.',
  },
  'kubernetes.ipvs.entry-health-check': {
    en: '{nodePort} is the healthCheckNodePort of {service}: the load balancer asks there whether this node has an endpoint.',
    ko: '{nodePort}은(는) {service}의 healthCheckNodePort입니다. 로드 밸런서가 이 포트로 이 노드에 엔드포인트가 있는지 묻습니다.',
  },
  'kubernetes.ipvs.set-KUBE-LOOP-BACK': {
    en: 'Endpoints of this node: who reaches itself gets another source.',
    ko: '이 노드의 엔드포인트입니다. 자기 자신에게 도달하면 출발지를 바꿉니다.',
  },
  'kubernetes.ipvs.set-KUBE-CLUSTER-IP': { en: 'Every clusterIP with its ports.', ko: '모든 clusterIP와 포트입니다.' },
  'kubernetes.ipvs.set-KUBE-EXTERNAL-IP': {
    en: 'External IPs with their ports where any endpoint may answer.',
    ko: '어느 엔드포인트나 응답할 수 있는 externalIP와 포트입니다.',
  },
  'kubernetes.ipvs.set-KUBE-EXTERNAL-IP-LOCAL': {
    en: 'External IPs with their ports where only endpoints of this node answer.',
    ko: '이 노드의 엔드포인트만 응답하는 externalIP와 포트입니다.',
  },
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER': {
    en: 'Load balancer addresses with their ports.',
    ko: '로드 밸런서 주소와 포트입니다.',
  },
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-FW': {
    en: 'Load balancer addresses that only some sources may use.',
    ko: '일부 출발지만 쓸 수 있는 로드 밸런서 주소입니다.',
  },
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-LOCAL': {
    en: 'Load balancer addresses where only endpoints of this node answer.',
    ko: '이 노드의 엔드포인트만 응답하는 로드 밸런서 주소입니다.',
  },
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-SOURCE-IP': {
    en: 'Load balancer addresses this node itself may use.',
    ko: '이 노드 자신이 쓸 수 있는 로드 밸런서 주소입니다.',
  },
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-SOURCE-CIDR': {
    en: 'Which networks may use which load balancer address.',
    ko: '어느 네트워크가 어느 로드 밸런서 주소를 쓸 수 있는지 담습니다.',
  },
  'kubernetes.ipvs.set-KUBE-NODE-PORT-TCP': { en: 'nodePorts of TCP.', ko: 'TCP nodePort입니다.' },
  'kubernetes.ipvs.set-KUBE-NODE-PORT-LOCAL-TCP': {
    en: 'nodePorts of TCP where only endpoints of this node answer.',
    ko: '이 노드의 엔드포인트만 응답하는 TCP nodePort입니다.',
  },
  'kubernetes.ipvs.set-KUBE-NODE-PORT-UDP': { en: 'nodePorts of UDP.', ko: 'UDP nodePort입니다.' },
  'kubernetes.ipvs.set-KUBE-NODE-PORT-LOCAL-UDP': {
    en: 'nodePorts of UDP where only endpoints of this node answer.',
    ko: '이 노드의 엔드포인트만 응답하는 UDP nodePort입니다.',
  },
  'kubernetes.ipvs.set-KUBE-NODE-PORT-SCTP-HASH': {
    en: 'nodePorts of SCTP on each address of this node: a bitmap of ports knows no SCTP.',
    ko: '이 노드의 주소마다 담은 SCTP nodePort입니다. 포트 비트맵은 SCTP를 다루지 못합니다.',
  },
  'kubernetes.ipvs.set-KUBE-NODE-PORT-LOCAL-SCTP-HASH': {
    en: 'nodePorts of SCTP where only endpoints of this node answer.',
    ko: '이 노드의 엔드포인트만 응답하는 SCTP nodePort입니다.',
  },
  'kubernetes.ipvs.set-KUBE-HEALTH-CHECK-NODE-PORT': {
    en: 'Ports on which load balancers check this node.',
    ko: '로드 밸런서가 이 노드를 검사하는 포트입니다.',
  },
  'kubernetes.ipvs.set-KUBE-IPVS-IPS': {
    en: 'Every address on kube-ipvs0.',
    ko: 'kube-ipvs0에 있는 모든 주소입니다.',
  },
} as const satisfies PhraseBook;

/** Why each rule is there. */
const RULES = {
  'kubernetes.ipvs.jump-services-output': {
    en: 'Connections this node opens itself may be for a Service.',
    ko: '이 노드가 직접 여는 연결이 Service로 가는 것일 수 있습니다.',
  },
  'kubernetes.ipvs.jump-services-prerouting': {
    en: 'Connections that arrive at this node, from Pods or from outside, may be for a Service.',
    ko: 'Pod나 외부에서 이 노드에 도착한 연결이 Service로 가는 것일 수 있습니다.',
  },
  'kubernetes.ipvs.jump-postrouting': {
    en: 'Before a packet leaves, its source may have to become this node.',
    ko: '패킷이 나가기 전에 출발지를 이 노드로 바꿔야 할 수 있습니다.',
  },
  'kubernetes.ipvs.jump-forward': {
    en: 'Service traffic this node forwards passes whatever the policy of FORWARD is.',
    ko: '이 노드가 포워딩하는 Service 트래픽은 FORWARD의 정책과 관계없이 통과합니다.',
  },
  'kubernetes.ipvs.jump-health': {
    en: 'Load balancers ask this node whether it has endpoints; those packets are let in.',
    ko: '로드 밸런서가 이 노드에 엔드포인트가 있는지 묻습니다. 이런 패킷을 받아들입니다.',
  },
  'kubernetes.ipvs.jump-firewall': {
    en: 'Load balancer addresses may be open to some sources only.',
    ko: '로드 밸런서 주소는 일부 출발지에만 열려 있을 수 있습니다.',
  },
  'kubernetes.ipvs.jump-access': {
    en: 'Service addresses are this node’s own: what is not for a Service port must not reach the node’s own programs.',
    ko: 'Service 주소는 이 노드의 주소이기도 합니다. Service 포트로 가지 않는 패킷이 노드의 프로그램에 닿지 않게 합니다.',
  },
  'kubernetes.ipvs.jump-out-filter': {
    en: 'This node’s own connections to load balancer addresses are checked too.',
    ko: '이 노드가 로드 밸런서 주소로 여는 연결도 검사합니다.',
  },
  'kubernetes.ipvs.from-loopback': {
    en: 'What comes from the loopback address is left alone: nodePorts do not answer on localhost in this mode.',
    ko: '루프백 주소에서 온 패킷은 그대로 둡니다. 이 모드에서는 nodePort가 localhost에서 응답하지 않습니다.',
  },
  'kubernetes.ipvs.hairpin': {
    en: 'An endpoint that reached itself through a Service gets this node as its source; otherwise it would answer itself.',
    ko: 'Service를 거쳐 자기 자신에게 도달한 엔드포인트의 패킷은 출발지를 이 노드로 바꿉니다. 그렇지 않으면 스스로에게 응답하게 됩니다.',
  },
  'kubernetes.ipvs.to-load-balancer': {
    en: 'Packets to a load balancer address: whether their source is kept depends on the policy.',
    ko: '로드 밸런서 주소로 가는 패킷입니다. 출발지를 유지할지는 정책에 달려 있습니다.',
  },
  'kubernetes.ipvs.to-source-ranges': {
    en: 'Only some sources may use this load balancer address.',
    ko: '이 로드 밸런서 주소는 일부 출발지만 쓸 수 있습니다.',
  },
  'kubernetes.ipvs.in-range': {
    en: 'The source is in one of the allowed ranges.',
    ko: '출발지가 허용된 범위 안에 있습니다.',
  },
  'kubernetes.ipvs.from-node': {
    en: 'The node itself is allowed, with the very address it talks to as source.',
    ko: '노드 자신은 허용됩니다. 통신하는 바로 그 주소를 출발지로 가질 수 있습니다.',
  },
  'kubernetes.ipvs.out-of-range': {
    en: 'No range allowed the source: the packet is dropped.',
    ko: '출발지를 허용하는 범위가 없으므로 패킷을 폐기합니다.',
  },
  'kubernetes.ipvs.out-filter': {
    en: 'The source ranges of {service} do not contain this node: its own packets to {address} port {port} are dropped.',
    ko: '{service}의 출발지 범위에 이 노드가 없습니다. 노드가 {address}의 포트 {port}(으)로 보내는 패킷을 폐기합니다.',
  },
  'kubernetes.ipvs.load-balancer-local': {
    en: 'externalTrafficPolicy is Local: the source is kept.',
    ko: 'externalTrafficPolicy가 Local이므로 출발지를 그대로 둡니다.',
  },
  'kubernetes.ipvs.load-balancer-masquerade': {
    en: 'The endpoint may be on another node, so the answer has to come back through this one.',
    ko: '엔드포인트가 다른 노드에 있을 수 있으므로 응답이 이 노드를 거쳐 돌아오도록 합니다.',
  },
  'kubernetes.ipvs.node-port-local': {
    en: 'externalTrafficPolicy is Local: packets to this nodePort keep their source.',
    ko: 'externalTrafficPolicy가 Local이므로 이 nodePort로 온 패킷은 출발지를 그대로 둡니다.',
  },
  'kubernetes.ipvs.node-port-masquerade': {
    en: 'The endpoint may be on another node, so the answer to this nodePort has to come back through this one.',
    ko: '엔드포인트가 다른 노드에 있을 수 있으므로 이 nodePort의 응답이 이 노드를 거쳐 돌아오도록 합니다.',
  },
  'kubernetes.ipvs.masquerade-all': {
    en: 'masqueradeAll is on: every packet to a clusterIP gets this node as its source.',
    ko: 'masqueradeAll이 켜져 있어, clusterIP로 가는 모든 패킷의 출발지를 이 노드로 바꿉니다.',
  },
  'kubernetes.ipvs.masquerade-not-local': {
    en: 'Packets to a clusterIP from outside of the cluster’s Pods get this node as their source, so that the answers come back by the node that translates.',
    ko: '이 클러스터의 Pod가 아닌 출발지로 가는 응답은 변환한 노드를 거쳐 돌아와야 합니다. 이런 출발지에서 clusterIP로 가는 패킷은 출발지를 이 노드로 바꿉니다.',
  },
  'kubernetes.ipvs.masquerade-own': {
    en: 'kube-proxy cannot tell Pods from others here: only packets whose source became a Service address get another one.',
    ko: '여기에서는 kube-proxy가 Pod와 그 밖의 출발지를 구별할 수 없습니다. 출발지가 Service 주소가 된 패킷만 출발지를 바꿉니다.',
  },
  'kubernetes.ipvs.external-ip-masquerade': {
    en: 'The endpoint of an external IP may be on another node, so the answer has to come back through this one.',
    ko: 'externalIP의 엔드포인트가 다른 노드에 있을 수 있으므로 응답이 이 노드를 거쳐 돌아오도록 합니다.',
  },
  'kubernetes.ipvs.external-ip-from-outside': {
    en: 'What comes from outside, neither from a bridge nor from this node, goes on to the external IP.',
    ko: '브리지나 이 노드가 아닌 외부에서 온 패킷은 externalIP로 계속 갑니다.',
  },
  'kubernetes.ipvs.external-ip-of-node': {
    en: 'The external IP is an address of this node: the packet stays here.',
    ko: 'externalIP가 이 노드의 주소이므로 패킷은 이 노드에 남습니다.',
  },
  'kubernetes.ipvs.to-node-port': {
    en: 'Packets to an address of this node may be for a nodePort.',
    ko: '이 노드의 주소로 온 패킷은 nodePort로 가는 것일 수 있습니다.',
  },
  'kubernetes.ipvs.accept-service': {
    en: 'Packets to a Service address are accepted here, so that no rule of others below changes them before IPVS has them.',
    ko: 'Service 주소로 가는 패킷을 여기에서 받아들여, IPVS가 처리하기 전에 아래의 다른 규칙이 바꾸지 못하게 합니다.',
  },
  'kubernetes.ipvs.postrouting-unmarked': {
    en: 'Packets without the masquerade mark keep their source.',
    ko: '마스커레이드 마크가 없는 패킷은 출발지를 그대로 둡니다.',
  },
  'kubernetes.ipvs.postrouting-unmark': {
    en: 'The mark is taken off, so that it is not seen again.',
    ko: '다시 보이지 않도록 마크를 지웁니다.',
  },
  'kubernetes.ipvs.postrouting-masquerade': {
    en: 'What was marked gets this node’s address and a random port as its source.',
    ko: '표시되었던 패킷은 이 노드의 주소와 무작위 포트를 출발지로 갖게 됩니다.',
  },
  'kubernetes.ipvs.mark-masq': {
    en: 'Marks the packet; what is marked gets this node’s address as its source before it leaves.',
    ko: '패킷에 마크를 남깁니다. 마크가 있는 패킷은 나가기 전에 출발지가 이 노드의 주소로 바뀝니다.',
  },
  'kubernetes.ipvs.forward-marked': {
    en: 'Marked Service traffic is forwarded whatever the policy of FORWARD is.',
    ko: '표시된 Service 트래픽은 FORWARD의 정책과 관계없이 포워딩합니다.',
  },
  'kubernetes.ipvs.forward-established': {
    en: 'The rest of a connection passes once its first packet did, and so do its answers.',
    ko: '첫 패킷이 통과한 연결의 나머지 패킷과 응답도 통과합니다.',
  },
  'kubernetes.ipvs.health-check': {
    en: 'Load balancers may ask on these ports whether this node has endpoints.',
    ko: '로드 밸런서가 이 포트로 이 노드에 엔드포인트가 있는지 물을 수 있습니다.',
  },
  'kubernetes.ipvs.filter-service': {
    en: 'The packet is for the port of a Service: IPVS takes it.',
    ko: '패킷이 Service의 포트로 가므로 IPVS가 받습니다.',
  },
  'kubernetes.ipvs.filter-health-check': {
    en: 'Health checks of load balancers are let in.',
    ko: '로드 밸런서의 상태 확인을 받아들입니다.',
  },
  'kubernetes.ipvs.filter-reject': {
    en: 'What is new and for a Service address, but for no port of a Service, would reach this node’s own programs: it is refused.',
    ko: 'Service 주소로 가지만 Service의 포트가 아닌 새 연결은 이 노드의 프로그램에 닿게 되므로 거부합니다.',
  },
} as const satisfies PhraseBook;

/** What kube-proxy's ipvs mode leaves behind, and why. */
export const IPVS_COMPILER_PHRASES = { ...SERVERS, ...SETS, ...RULES };
