import { SHARED_REASONS } from './kubernetes-iptables';
import { below, type PhraseBook } from './phrase-book';

/** Why each rule, set and element of kube-proxy's nftables mode is there. */
export const NFTABLES_PHRASES = {
  ...below('kubernetes.nftables', SHARED_REASONS),
  'kubernetes.nftables.active-cluster-ip': {
    en: '{address} is the clusterIP of {service}: packets to it that no rule has taken are for a port that is not there, and are refused.',
    ko: '{address}은(는) {service}의 clusterIP입니다. 이 주소로 가는데 어떤 규칙도 받지 않은 패킷은 없는 포트로 가는 것이므로 거부합니다.',
  },
  'kubernetes.nftables.external-ip-no-local-endpoints': {
    en: 'externalTrafficPolicy is Local and this node has no endpoint of {service}: packets to {address} that were not translated are dropped.',
    ko: 'externalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. {address}(으)로 가면서 변환되지 않은 패킷은 폐기됩니다.',
  },
  'kubernetes.nftables.source-ranges': {
    en: 'loadBalancerSourceRanges of {service} allows only {sources}: packets from elsewhere are dropped before they are translated.',
    ko: '{service}의 loadBalancerSourceRanges는 {sources}만 허용합니다. 다른 출발지의 패킷은 변환되기 전에 폐기됩니다.',
  },
  'kubernetes.nftables.external-from-pod': {
    en: 'Pods of this cluster that use an outside address of {service} still reach every endpoint, whatever the policy.',
    ko: '이 클러스터의 Pod가 {service}의 외부 주소를 쓰더라도 정책과 관계없이 모든 엔드포인트에 도달합니다.',
  },
  'kubernetes.nftables.external-masquerade-node': {
    en: 'The node itself may be sent to an endpoint elsewhere: its packets to {service} get the address they leave with.',
    ko: '노드 자신의 패킷은 다른 노드의 엔드포인트로 갈 수 있습니다. {service}(으)로 가는 이런 패킷은 나가는 주소를 출발지로 갖게 합니다.',
  },
  'kubernetes.nftables.external-from-node': {
    en: 'The node itself still reaches every endpoint of {service}, whatever the policy.',
    ko: '노드 자신은 정책과 관계없이 {service}의 모든 엔드포인트에 도달합니다.',
  },
  'kubernetes.nftables.external-to-local': {
    en: 'externalTrafficPolicy is Local: what comes from outside for {service} goes on in {chain}, to endpoints of this node only, and keeps its source.',
    ko: 'externalTrafficPolicy가 Local이므로 외부에서 {service}(으)로 온 패킷은 {chain}에서 이 노드의 엔드포인트로만 가고 출발지를 그대로 둡니다.',
  },
  'kubernetes.nftables.external-to-cluster': {
    en: 'externalTrafficPolicy is Cluster: what comes from outside for {service} goes on in {chain}, to any endpoint.',
    ko: 'externalTrafficPolicy가 Cluster이므로 외부에서 {service}(으)로 온 패킷은 {chain}에서 아무 엔드포인트로나 갑니다.',
  },
  'kubernetes.nftables.affinity-set': {
    en: 'sessionAffinity is ClientIP: the clients that were sent to {endpoint} stand here for {seconds} seconds after their last connection.',
    ko: 'sessionAffinity가 ClientIP이므로 {endpoint}(으)로 보낸 클라이언트가 마지막 연결 후 {seconds}초 동안 여기에 남습니다.',
  },
  'kubernetes.nftables.affinity': {
    en: 'A client that was sent to {endpoint} in the last {seconds} seconds is sent there again.',
    ko: '최근 {seconds}초 안에 {endpoint}(으)로 보낸 클라이언트는 다시 그곳으로 보냅니다.',
  },
  'kubernetes.nftables.remember': {
    en: 'Remembers for {seconds} seconds that this client was sent to {endpoint}.',
    ko: '이 클라이언트를 {endpoint}(으)로 보냈다는 것을 {seconds}초 동안 기억합니다.',
  },
  'kubernetes.nftables.balance': {
    en: 'One random number picks one of {count} endpoints of {service}; each is meant to have the same chance.',
    ko: '난수 하나로 {service}의 엔드포인트 {count}개 중 하나를 고릅니다. 모두 같은 확률이 되게 하려는 것입니다.',
  },
  'kubernetes.nftables.balance-only': {
    en: '{service} has only {count} endpoint to choose: every packet goes there.',
    ko: '{service}에는 고를 수 있는 엔드포인트가 {count}개뿐이므로 모든 패킷이 그곳으로 갑니다.',
  },
  'kubernetes.nftables.hairpin': {
    en: '{address} asks itself through the Service: without another source it would answer itself and the answer would be lost.',
    ko: '{address}이(가) Service를 거쳐 자신에게 묻습니다. 출발지를 바꾸지 않으면 스스로에게 응답하게 되어 응답이 사라집니다.',
  },
  'kubernetes.nftables.hairpin-connection': {
    en: 'If {address} reaches itself through the Service, the packet gets another source; only endpoints of this node can.',
    ko: '{address}이(가) Service를 거쳐 자기 자신에게 도달하면 출발지를 바꿉니다. 이 노드의 엔드포인트만 그럴 수 있습니다.',
  },
  'kubernetes.nftables.dnat': {
    en: 'The destination becomes {endpoint}.',
    ko: '목적지를 {endpoint}(으)로 바꿉니다.',
  },
  'kubernetes.nftables.set-cluster-ips': {
    en: 'Every clusterIP in use.',
    ko: '사용 중인 모든 clusterIP입니다.',
  },
  'kubernetes.nftables.set-nodeport-ips': {
    en: 'The addresses of this node on which nodePorts answer.',
    ko: '이 노드에서 nodePort가 응답하는 주소들입니다.',
  },
  'kubernetes.nftables.set-no-endpoint-services': {
    en: 'Addresses and ports of Services that nobody on this node may answer, and what becomes of packets to them.',
    ko: '이 노드에서 아무도 응답할 수 없는 Service의 주소와 포트, 그리고 그곳으로 가는 패킷의 처리를 담습니다.',
  },
  'kubernetes.nftables.set-no-endpoint-nodeports': {
    en: 'nodePorts of Services that nobody on this node may answer, and what becomes of packets to them.',
    ko: '이 노드에서 아무도 응답할 수 없는 Service의 nodePort, 그리고 그곳으로 가는 패킷의 처리를 담습니다.',
  },
  'kubernetes.nftables.set-firewall-ips': {
    en: 'Load balancer addresses that only some sources may use, each with the chain that checks the source.',
    ko: '일부 출발지만 쓸 수 있는 로드 밸런서 주소와, 출발지를 검사하는 체인을 담습니다.',
  },
  'kubernetes.nftables.set-service-ips': {
    en: 'Every address and port of a Service with the chain it leads to: one lookup, however many Services there are.',
    ko: 'Service의 모든 주소와 포트, 그리고 이어지는 체인을 담습니다. Service가 아무리 많아도 한 번만 조회합니다.',
  },
  'kubernetes.nftables.set-service-nodeports': {
    en: 'Every nodePort with the chain it leads to.',
    ko: '모든 nodePort와 이어지는 체인을 담습니다.',
  },
  'kubernetes.nftables.set-hairpin-connections': {
    en: 'Connections of endpoints of this node to themselves.',
    ko: '이 노드의 엔드포인트가 자기 자신에게 맺는 연결들입니다.',
  },
  'kubernetes.nftables.set-localhost-nodeport-reject-ports': {
    en: 'nodePorts that nobody answers on loopback, each with the chain that refuses it.',
    ko: '루프백에서 아무도 응답하지 않는 nodePort와, 이를 거부하는 체인을 담습니다.',
  },
  'kubernetes.nftables.lookup-localhost': {
    en: 'New connections to a nodePort on loopback that nobody answers are refused, so that the caller knows at once.',
    ko: '루프백에서 아무도 응답하지 않는 nodePort로 가는 새 연결을 거부하여 보낸 쪽이 곧바로 알게 합니다.',
  },
  'kubernetes.nftables.reject-localhost': {
    en: 'Counted, and refused: nftables mode translates no nodePort on loopback.',
    ko: '세고 거부합니다. nftables 모드는 루프백의 nodePort를 변환하지 않습니다.',
  },
  'kubernetes.nftables.node-port-localhost': {
    en: 'On loopback nobody answers the nodePort {nodePort} of {service}: connections there are refused.',
    ko: '루프백에서는 {service}의 nodePort {nodePort}에 아무도 응답하지 않으므로 그곳으로 가는 연결을 거부합니다.',
  },
  'kubernetes.nftables.localhost-socket': {
    en: 'nodePortAddresses names loopback and the gate KubeProxyNFTablesLocalhostNodePorts is on: kube-proxy itself listens there on the nodePort {nodePort} of {service}, and dials an endpoint for each connection.',
    ko: 'nodePortAddresses에 루프백이 있고 게이트 KubeProxyNFTablesLocalhostNodePorts가 켜져 있습니다. kube-proxy가 그곳에서 {service}의 nodePort {nodePort}을(를) 직접 열고, 연결마다 엔드포인트로 새 연결을 엽니다.',
  },
  'kubernetes.nftables.jump-nodeport-endpoints': {
    en: 'New connections to this node are checked for nodePorts that nobody may answer.',
    ko: '이 노드로 오는 새 연결이 아무도 응답할 수 없는 nodePort로 가는지 검사합니다.',
  },
  'kubernetes.nftables.jump-service-endpoints': {
    en: 'New connections are checked for Services that nobody may answer.',
    ko: '새 연결이 아무도 응답할 수 없는 Service로 가는지 검사합니다.',
  },
  'kubernetes.nftables.jump-firewall': {
    en: 'The source of new connections to load balancer addresses is checked before the destination is rewritten.',
    ko: '로드 밸런서 주소로 가는 새 연결은 목적지를 바꾸기 전에 출발지를 검사합니다.',
  },
  'kubernetes.nftables.jump-services-output': {
    en: 'Connections this node opens itself may be for a Service.',
    ko: '이 노드가 직접 여는 연결이 Service로 가는 것일 수 있습니다.',
  },
  'kubernetes.nftables.jump-services-prerouting': {
    en: 'Connections that arrive at this node, from Pods or from outside, may be for a Service.',
    ko: 'Pod나 외부에서 이 노드에 도착한 연결이 Service로 가는 것일 수 있습니다.',
  },
  'kubernetes.nftables.jump-endpoints': {
    en: 'New connections to Services or nodePorts that nobody may answer are refused or dropped.',
    ko: '아무도 응답할 수 없는 Service나 nodePort로 가는 새 연결을 거부하거나 폐기합니다.',
  },
  'kubernetes.nftables.jump-forward': {
    en: 'What this node forwards is first rid of packets that belong to no connection.',
    ko: '이 노드가 포워딩하는 트래픽에서 어떤 연결에도 속하지 않는 패킷을 먼저 걸러 냅니다.',
  },
  'kubernetes.nftables.drop-invalid': {
    en: 'conntrack could not place the packet in its connection. Forwarded untranslated, its receiver would answer with a reset, which would end the real connection: it is dropped.',
    ko: 'conntrack이 패킷을 연결에 맞추지 못했습니다. 변환하지 않고 포워딩하면 받는 쪽이 리셋으로 응답해 실제 연결이 끊기므로 폐기합니다.',
  },
  'kubernetes.nftables.lookup-firewall-allow': {
    en: 'Who is among the allowed sources of the destination goes on.',
    ko: '목적지에 허용된 출발지이면 계속 진행합니다.',
  },
  'kubernetes.nftables.firewall-drop': {
    en: 'Whoever comes to the end was not allowed.',
    ko: '여기까지 온 패킷은 허용되지 않은 것입니다.',
  },
  'kubernetes.nftables.allowed-source': {
    en: '{source} may use the load balancer addresses of {service}.',
    ko: '{source}은(는) {service}의 로드 밸런서 주소를 쓸 수 있습니다.',
  },
  'kubernetes.nftables.allowed-node': {
    en: 'This node is allowed, and its own packets to {address} of {service} may carry that very address as source.',
    ko: '이 노드는 허용되어 있으며, 노드가 {service}의 {address}(으)로 보내는 패킷은 출발지가 바로 그 주소일 수 있습니다.',
  },
  'kubernetes.nftables.set-firewall': {
    en: 'Load balancer addresses that only some sources may use.',
    ko: '일부 출발지에만 허용된 로드 밸런서 주소입니다.',
  },
  'kubernetes.nftables.set-firewall-allow': {
    en: 'Which sources may use which load balancer address.',
    ko: '어떤 출발지가 어떤 로드 밸런서 주소를 쓸 수 있는지 나타냅니다.',
  },
  'kubernetes.nftables.jump-masquerading': {
    en: 'Before a packet leaves, its source may have to become this node.',
    ko: '패킷이 나가기 전에 출발지를 이 노드로 바꿔야 할 수 있습니다.',
  },
  'kubernetes.nftables.jump-cluster-ips': {
    en: 'What still has a clusterIP as its destination here was translated by nobody.',
    ko: '여기에서 목적지가 여전히 clusterIP인 패킷은 아무도 변환하지 않은 것입니다.',
  },
  'kubernetes.nftables.masquerading-marked': {
    en: 'Packets with the masquerade mark get this node’s address as their source; the mark is taken off.',
    ko: '마스커레이드 마크가 있는 패킷은 마크를 지우고 출발지를 이 노드의 주소로 바꿉니다.',
  },
  'kubernetes.nftables.masquerading-hairpin': {
    en: 'A Pod that reached itself through a Service gets another source, so that the answer comes back through this node.',
    ko: 'Service를 거쳐 자기 자신에게 도달한 Pod의 패킷은 응답이 이 노드를 거쳐 돌아오도록 출발지를 바꿉니다.',
  },
  'kubernetes.nftables.mark-for-masquerade': {
    en: 'Marks the packet; what is marked gets this node’s address as its source before it leaves.',
    ko: '패킷에 마크를 남깁니다. 마크가 있는 패킷은 나가기 전에 출발지가 이 노드의 주소로 바뀝니다.',
  },
  'kubernetes.nftables.masquerading-unmarked': {
    en: 'Packets without the masquerade mark keep their source.',
    ko: '마스커레이드 마크가 없는 패킷은 출발지를 그대로 둡니다.',
  },
  'kubernetes.nftables.masquerading-unmark': {
    en: 'The mark is taken off, so that it is not seen again.',
    ko: '다시 보이지 않도록 마크를 지웁니다.',
  },
  'kubernetes.nftables.masquerading-masquerade': {
    en: 'What was marked gets this node’s address and a random port as its source.',
    ko: '마크가 있던 패킷은 이 노드의 주소와 무작위 포트를 출발지로 갖게 됩니다.',
  },
  'kubernetes.nftables.invalid-port': {
    en: 'A clusterIP answers only on the ports of its Service; any other port is refused.',
    ko: 'clusterIP는 Service의 포트에서만 응답합니다. 다른 포트는 거부합니다.',
  },
  'kubernetes.nftables.unallocated': {
    en: 'No Service has this address of {ranges}: packets to it would find nobody and are dropped.',
    ko: '{ranges} 안의 이 주소를 가진 Service가 없습니다. 받을 곳이 없는 패킷이므로 폐기합니다.',
  },
  'kubernetes.nftables.node-port-address': {
    en: '{address} is an address of this node on which nodePorts answer.',
    ko: '{address}은(는) 이 노드에서 nodePort가 응답하는 주소입니다.',
  },
  'kubernetes.nftables.reject': {
    en: 'The sender is told at once that nobody is there.',
    ko: '받을 곳이 없다는 것을 보낸 쪽에 곧바로 알립니다.',
  },
  'kubernetes.nftables.lookup-no-endpoints': {
    en: 'Looks up whether the destination is a Service that nobody may answer.',
    ko: '목적지가 아무도 응답할 수 없는 Service인지 조회합니다.',
  },
  'kubernetes.nftables.lookup-no-endpoints-nodeport': {
    en: 'Looks up whether the port is a nodePort that nobody may answer.',
    ko: '포트가 아무도 응답할 수 없는 nodePort인지 조회합니다.',
  },
  'kubernetes.nftables.lookup-firewall': {
    en: 'Looks up whether only some sources may use the destination.',
    ko: '목적지가 일부 출발지에만 허용된 것인지 조회합니다.',
  },
  'kubernetes.nftables.lookup-service': {
    en: 'Looks up the Service by address, protocol and port: one step, however many Services there are.',
    ko: '주소, 프로토콜, 포트로 Service를 조회합니다. Service가 아무리 많아도 한 단계입니다.',
  },
  'kubernetes.nftables.lookup-nodeport': {
    en: 'Looks up the nodePort, if the packet is for an address of this node that answers nodePorts.',
    ko: 'nodePort가 응답하는 이 노드의 주소로 온 패킷이면 nodePort를 조회합니다.',
  },
  'kubernetes.nftables.mark-all-cluster-ips': {
    en: 'masqueradeAll is on: every packet to a clusterIP gets this node as its source.',
    ko: 'masqueradeAll이 켜져 있어, clusterIP로 가는 모든 패킷의 출발지를 이 노드로 바꿉니다.',
  },
  'kubernetes.nftables.mark-cluster-ips-from-outside': {
    en: 'Packets to any clusterIP from outside of the cluster’s Pods are marked to get this node as their source, so that the answers come back by the node that translates.',
    ko: '이 클러스터의 Pod가 아닌 출발지로 가는 응답은 변환한 노드를 거쳐 돌아와야 합니다. 이런 출발지에서 clusterIP로 가는 패킷은 출발지가 이 노드로 바뀌도록 마크를 붙입니다.',
  },
  'kubernetes.nftables.refused-interface': {
    en: 'nft refuses the whole transaction: kube-proxy {release} writes “iif {name}”, and iif takes no pattern. Use detectLocalMode ClusterCIDR, or a release that writes iifname: 1.33.6, 1.34.2 and later.',
    ko: 'nft가 트랜잭션 전체를 거부합니다. kube-proxy {release}은(는) “iif {name}”을(를) 쓰는데 iif에는 패턴을 쓸 수 없습니다. detectLocalMode를 ClusterCIDR로 바꾸거나, iifname을 쓰는 릴리스(1.33.6, 1.34.2와 그 이후)를 쓰십시오.',
  },
  'kubernetes.nftables.refused-comment': {
    en: 'nft refuses the whole transaction: the comment “{service}” is longer than {limit} bytes. Choose a shorter name for the namespace, the Service or the port.',
    ko: 'nft가 트랜잭션 전체를 거부합니다. 주석 “{service}”이(가) {limit}바이트를 넘습니다. 네임스페이스, Service 또는 포트의 이름을 줄이십시오.',
  },
  'kubernetes.nftables.refused-conflict': {
    en: 'nft refuses the whole transaction: {key} of {map} has another verdict already and cannot also become “{value}”. Two Services claim the same address or port; change one of them.',
    ko: 'nft가 트랜잭션 전체를 거부합니다. {map}의 {key}에는 이미 다른 판정이 있어 “{value}”을(를) 더할 수 없습니다. 두 Service가 같은 주소나 포트를 쓰고 있으므로 하나를 바꾸십시오.',
  },
} as const satisfies PhraseBook;
