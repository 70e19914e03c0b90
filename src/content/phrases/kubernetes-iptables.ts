import { below, type PhraseBook } from './phrase-book';

/** Why a rule is there: what iptables mode and nftables mode say alike. */
export const SHARED_REASONS = {
  'cluster-ip': {
    en: '{address} is the Service’s clusterIP: packets to it enter the chain of {service}.',
    ko: '{address}은(는) Service의 clusterIP입니다. 이 주소로 가는 패킷은 {service}의 체인으로 들어갑니다.',
  },
  'cluster-ip-no-endpoints': {
    en: '{service} has no endpoint that could take a packet to {address}, so it is refused at once.',
    ko: '{service}에는 {address}(으)로 가는 패킷을 받을 엔드포인트가 없으므로 곧바로 거부합니다.',
  },
  'cluster-ip-no-local-endpoints': {
    en: 'internalTrafficPolicy is Local and this node has no endpoint of {service}: packets to {address} are dropped.',
    ko: 'internalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. {address}(으)로 가는 패킷은 폐기됩니다.',
  },
  'external-ip': {
    en: '{address} is an external IP of {service}: packets that reach this node for it are taken.',
    ko: '{address}은(는) {service}의 externalIP입니다. 이 노드에 도착한 해당 패킷을 받아들입니다.',
  },
  'external-ip-no-endpoints': {
    en: '{service} has no endpoints, so packets to its external IP {address} are refused.',
    ko: '{service}에 엔드포인트가 없으므로 externalIP {address}(으)로 오는 패킷을 거부합니다.',
  },
  'load-balancer': {
    en: '{address} is the load balancer’s address of {service}: the node answers for it itself.',
    ko: '{address}은(는) {service}의 로드 밸런서 주소입니다. 노드가 직접 이 주소를 처리합니다.',
  },
  'load-balancer-firewalled': {
    en: 'Packets to the load balancer address {address} of {service} are first checked against the allowed source ranges.',
    ko: '{service}의 로드 밸런서 주소 {address}(으)로 가는 패킷은 먼저 허용된 출발지 범위와 대조합니다.',
  },
  'load-balancer-no-endpoints': {
    en: '{service} has no endpoints, so packets to its load balancer address {address} are refused.',
    ko: '{service}에 엔드포인트가 없으므로 로드 밸런서 주소 {address}(으)로 오는 패킷을 거부합니다.',
  },
  'load-balancer-no-local-endpoints': {
    en: 'externalTrafficPolicy is Local and this node has no endpoint of {service}: packets to {address} are dropped, and the balancer’s health check fails here.',
    ko: 'externalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. {address}(으)로 오는 패킷은 폐기되고, 로드 밸런서의 상태 확인도 이 노드에서는 실패합니다.',
  },
  'node-port': {
    en: '{nodePort} is the nodePort of {service}: packets to it on this node’s addresses are taken.',
    ko: '{nodePort}은(는) {service}의 nodePort입니다. 이 노드의 주소로 온 해당 포트의 패킷을 받아들입니다.',
  },
  'node-port-no-endpoints': {
    en: '{service} has no endpoints, so packets to its nodePort {nodePort} are refused.',
    ko: '{service}에 엔드포인트가 없으므로 nodePort {nodePort}(으)로 오는 패킷을 거부합니다.',
  },
  'node-port-no-local-endpoints': {
    en: 'externalTrafficPolicy is Local and this node has no endpoint of {service}: packets to nodePort {nodePort} are dropped.',
    ko: 'externalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. nodePort {nodePort}(으)로 오는 패킷은 폐기됩니다.',
  },
  'masquerade-all': {
    en: 'masqueradeAll is on: every packet to the clusterIP of {service} gets this node as its source.',
    ko: 'masqueradeAll이 켜져 있어, {service}의 clusterIP로 가는 모든 패킷의 출발지를 이 노드로 바꿉니다.',
  },
  'masquerade-not-local': {
    en: 'Packets to {service} from outside of the cluster’s Pods are marked to get this node as their source, so that the answers come back by the node that translates.',
    ko: '이 클러스터의 Pod가 아닌 출발지로 가는 응답은 변환한 노드를 거쳐 돌아와야 합니다. {service}(으)로 가는 이런 패킷에는 출발지를 이 노드로 바꾸라는 마크를 붙입니다.',
  },
  'external-masquerade': {
    en: 'externalTrafficPolicy is Cluster: the endpoint may be on another node, so the answer of {service} has to come back through this one.',
    ko: 'externalTrafficPolicy가 Cluster이므로 엔드포인트가 다른 노드에 있을 수 있습니다. {service}의 응답이 이 노드를 거쳐 돌아오도록 합니다.',
  },
} as const;

/** Why each rule of kube-proxy's iptables mode is there. */
export const IPTABLES_PHRASES = {
  ...below('kubernetes.iptables', SHARED_REASONS),
  'kubernetes.iptables.external-ip-no-local-endpoints': {
    en: 'externalTrafficPolicy is Local and this node has no endpoint of {service}: packets to {address} are dropped.',
    ko: 'externalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. {address}(으)로 오는 패킷은 폐기됩니다.',
  },
  'kubernetes.iptables.not-in-source-ranges': {
    en: 'Whoever is not in loadBalancerSourceRanges was not translated and still wants {address}: the packet is dropped.',
    ko: 'loadBalancerSourceRanges에 없는 출발지의 패킷은 변환되지 않아 목적지가 여전히 {address}입니다. 이런 패킷은 폐기합니다.',
  },
  'kubernetes.iptables.node-port-counted': {
    en: 'Counts connections to nodePort {nodePort} of {service} that came through localhost, then takes them.',
    ko: 'localhost를 거쳐 {service}의 nodePort {nodePort}(으)로 들어온 연결 수를 센 다음 받아들입니다.',
  },
  'kubernetes.iptables.health-check': {
    en: 'The load balancer asks this node on port {nodePort} whether it has endpoints of {service}: that question is always let in.',
    ko: '로드 밸런서는 포트 {nodePort}(으)로 이 노드에 {service}의 엔드포인트가 있는지 묻습니다. 이 질의는 항상 허용합니다.',
  },
  'kubernetes.iptables.external-from-pod': {
    en: 'A Pod that uses an external address of {service} is treated as if it had used the clusterIP: all endpoints count.',
    ko: 'Pod가 {service}의 외부 주소를 사용하면 clusterIP를 사용한 것처럼 다룹니다. 모든 엔드포인트가 대상이 됩니다.',
  },
  'kubernetes.iptables.external-masquerade-node': {
    en: 'A process on this node that uses an external address of {service} may be sent to another node: its source is replaced, so that the answer comes back by this one.',
    ko: '이 노드의 프로세스가 {service}의 외부 주소를 사용하면 다른 노드로 보내질 수 있으므로, 응답이 이 노드를 거쳐 돌아오도록 출발지를 바꿉니다.',
  },
  'kubernetes.iptables.external-from-node': {
    en: 'A process on this node that uses an external address of {service} reaches all endpoints.',
    ko: '이 노드의 프로세스가 {service}의 외부 주소를 사용하면 모든 엔드포인트에 도달할 수 있습니다.',
  },
  'kubernetes.iptables.external-to-local': {
    en: 'externalTrafficPolicy is Local: traffic from outside goes only to endpoints of {service} on this node and keeps its source.',
    ko: 'externalTrafficPolicy가 Local이므로 외부 트래픽은 이 노드에 있는 {service}의 엔드포인트로만 가며 출발지가 유지됩니다.',
  },
  'kubernetes.iptables.external-to-cluster': {
    en: 'externalTrafficPolicy is Cluster: traffic from outside goes to any endpoint of {service}.',
    ko: 'externalTrafficPolicy가 Cluster이므로 외부 트래픽은 {service}의 어느 엔드포인트로든 갑니다.',
  },
  'kubernetes.iptables.source-range': {
    en: '{source} may use the load balancer’s address of {service}.',
    ko: '{source}은(는) {service}의 로드 밸런서 주소를 사용할 수 있습니다.',
  },
  'kubernetes.iptables.source-range-node': {
    en: 'This node is allowed, and its own packets may carry the address {address} of {service} as their source.',
    ko: '이 노드는 허용되어 있으며, 노드가 보낸 패킷은 {service}의 주소 {address}을(를) 출발지로 가질 수 있습니다.',
  },
  'kubernetes.iptables.source-range-rest': {
    en: 'Counts only: whoever comes this far is in none of the ranges of {service} and is dropped in KUBE-PROXY-FIREWALL.',
    ko: '세기만 하는 규칙입니다. 여기까지 온 패킷은 {service}의 어느 범위에도 속하지 않으며 KUBE-PROXY-FIREWALL에서 폐기됩니다.',
  },
  'kubernetes.iptables.source-range-drop': {
    en: 'Whoever comes this far is in none of the allowed ranges of {service}: the packet is marked for dropping.',
    ko: '여기까지 온 패킷은 {service}의 허용된 어느 범위에도 속하지 않으므로 폐기하도록 표시합니다.',
  },
  'kubernetes.iptables.no-local-endpoints': {
    en: 'The policy is Local and this node has no endpoint of {service}: the packet is marked for dropping.',
    ko: '정책이 Local인데 이 노드에는 {service}의 엔드포인트가 없으므로 패킷을 폐기하도록 표시합니다.',
  },
  'kubernetes.iptables.load-balancer-masquerade': {
    en: 'externalTrafficPolicy is Cluster: the answer of {service} has to come back through this node.',
    ko: 'externalTrafficPolicy가 Cluster이므로 {service}의 응답이 이 노드를 거쳐 돌아와야 합니다.',
  },
  'kubernetes.iptables.node-port-masquerade': {
    en: 'What came in by nodePort {nodePort} of {service} may go to another node: its answer has to come back through this one.',
    ko: '{service}의 nodePort {nodePort}(으)로 들어온 패킷은 다른 노드로 갈 수 있으므로 응답이 이 노드를 거쳐 돌아오게 합니다.',
  },
  'kubernetes.iptables.node-port-masquerade-localhost': {
    en: 'What came in by nodePort {nodePort} of {service} on localhost cannot be answered to 127.0.0.1: its source is replaced.',
    ko: 'localhost에서 {service}의 nodePort {nodePort}(으)로 들어온 패킷은 127.0.0.1로 응답할 수 없으므로 출발지를 바꿉니다.',
  },
  'kubernetes.iptables.external-ip-masquerade': {
    en: 'The answer to whoever used the external IP {address} of {service} has to come back through this node.',
    ko: '{service}의 externalIP {address}을(를) 사용한 쪽으로의 응답이 이 노드를 거쳐 돌아와야 합니다.',
  },
  'kubernetes.iptables.external-ip-from-outside': {
    en: 'Packets for the external IP {address} of {service} that came neither over a bridge nor from this node are taken.',
    ko: '브리지나 이 노드에서 오지 않은, {service}의 externalIP {address}(으)로 가는 패킷을 받아들입니다.',
  },
  'kubernetes.iptables.external-ip-of-node': {
    en: 'This node has the external IP {address} of {service} itself: packets for it are taken.',
    ko: '이 노드가 {service}의 externalIP {address}을(를) 직접 가지고 있으므로 해당 패킷을 받아들입니다.',
  },
  'kubernetes.iptables.mark-drop': {
    en: 'kubelet’s mark for packets that KUBE-FIREWALL drops.',
    ko: 'KUBE-FIREWALL이 폐기할 패킷에 kubelet이 남기는 표시입니다.',
  },
  'kubernetes.iptables.drop-marked': {
    en: 'Drops what was marked in KUBE-MARK-DROP. kubelet writes this rule.',
    ko: 'KUBE-MARK-DROP에서 표시된 패킷을 폐기합니다. kubelet이 쓰는 규칙입니다.',
  },
  'kubernetes.iptables.jump-drop': {
    en: 'kubelet’s jump to the rules that drop marked packets.',
    ko: '표시된 패킷을 폐기하는 규칙으로 가는 kubelet의 점프입니다.',
  },
  'kubernetes.iptables.affinity': {
    en: 'sessionAffinity is ClientIP: whoever was sent to {endpoint} in the last {seconds} s is sent there again.',
    ko: 'sessionAffinity가 ClientIP이므로 최근 {seconds}초 안에 {endpoint}(으)로 보내진 클라이언트는 다시 그곳으로 보냅니다.',
  },
  'kubernetes.iptables.balance': {
    en: 'Takes one in {left} of the packets that come this far, so that {endpoint} is meant to get 1/{count} of all connections.',
    ko: '여기까지 온 패킷 가운데 1/{left}을(를) 가져갑니다. {endpoint}에 전체 연결의 1/{count}을(를) 주려는 것입니다.',
  },
  'kubernetes.iptables.balance-last': {
    en: 'Whatever the rules before did not take, which is meant to be 1/{count}, goes to {endpoint}.',
    ko: '앞의 규칙들이 가져가지 않은 나머지, 즉 1/{count}(으)로 의도한 몫을 {endpoint}(으)로 보냅니다.',
  },
  'kubernetes.iptables.balance-only': {
    en: 'There is one endpoint: everything goes to {endpoint}.',
    ko: '엔드포인트가 하나뿐이므로 모두 {endpoint}(으)로 갑니다.',
  },
  'kubernetes.iptables.hairpin': {
    en: 'The Pod {address} asks itself through the Service: without another source the answer would never leave it.',
    ko: 'Pod {address}이(가) Service를 통해 자신에게 묻습니다. 출발지를 바꾸지 않으면 응답이 Pod 밖으로 나오지 않습니다.',
  },
  'kubernetes.iptables.dnat': {
    en: 'Rewrites the destination to {endpoint}. Conntrack remembers it, so the rest of the connection follows.',
    ko: '목적지를 {endpoint}(으)로 바꿉니다. conntrack이 이를 기억하므로 연결의 나머지 패킷도 그대로 따라갑니다.',
  },
  'kubernetes.iptables.dnat-affinity': {
    en: 'Writes the client down for session affinity and rewrites the destination to {endpoint}.',
    ko: '세션 어피니티를 위해 클라이언트를 기록하고 목적지를 {endpoint}(으)로 바꿉니다.',
  },
  'kubernetes.iptables.jump-external': {
    en: 'New connections to addresses from outside that no endpoint can take are refused here.',
    ko: '받을 수 있는 엔드포인트가 없는 외부 주소로의 새 연결을 여기에서 거부합니다.',
  },
  'kubernetes.iptables.jump-health': {
    en: 'Lets the load balancers’ health checks in.',
    ko: '로드 밸런서의 상태 확인을 허용합니다.',
  },
  'kubernetes.iptables.jump-refused': {
    en: 'New connections to clusterIPs that no endpoint can take are refused here.',
    ko: '받을 수 있는 엔드포인트가 없는 clusterIP로의 새 연결을 여기에서 거부합니다.',
  },
  'kubernetes.iptables.jump-forward': {
    en: 'Forwarded Service traffic is let through whatever the policy of FORWARD is.',
    ko: 'FORWARD의 정책과 관계없이 Service 트래픽의 포워딩을 허용합니다.',
  },
  'kubernetes.iptables.jump-firewall': {
    en: 'New connections to load balancer addresses from outside the allowed ranges are dropped here.',
    ko: '허용된 범위 밖에서 로드 밸런서 주소로 오는 새 연결을 여기에서 폐기합니다.',
  },
  'kubernetes.iptables.jump-services-output': {
    en: 'Connections of this node’s own processes are looked up among the Services.',
    ko: '이 노드의 프로세스가 만드는 연결을 Service 가운데에서 찾습니다.',
  },
  'kubernetes.iptables.jump-services-prerouting': {
    en: 'Connections that arrive, from Pods or from outside, are looked up among the Services before they are routed.',
    ko: 'Pod나 외부에서 도착한 연결을 라우팅하기 전에 Service 가운데에서 찾습니다.',
  },
  'kubernetes.iptables.jump-postrouting': {
    en: 'What was marked on the way gets this node as its source when it leaves.',
    ko: '도중에 표시된 패킷은 나갈 때 출발지가 이 노드로 바뀝니다.',
  },
  'kubernetes.iptables.jump-localnet': {
    en: 'Packets from elsewhere to 127.0.0.0/8 are stopped.',
    ko: '다른 곳에서 127.0.0.0/8로 오는 패킷을 막습니다.',
  },
  'kubernetes.iptables.localnet': {
    en: 'nodePorts answer on localhost, which needs route_localnet: without this rule neighbours could reach 127.0.0.1 of this node.',
    ko: 'nodePort가 localhost에서도 응답하려면 route_localnet이 필요합니다. 이 규칙이 없으면 이웃 호스트가 이 노드의 127.0.0.1에 도달할 수 있습니다.',
  },
  'kubernetes.iptables.drop-invalid': {
    en: 'A packet that conntrack cannot place would pass untranslated. Its receiver, who knows of no such connection, would answer it with a reset, and the reset would end the real one: it is dropped.',
    ko: 'conntrack이 어느 연결에도 속하지 않는다고 본 패킷은 변환되지 않은 채 지나갑니다. 받는 쪽은 그런 연결을 모르므로 리셋으로 응답하고, 그 리셋이 실제 연결을 끊습니다. 그래서 폐기합니다.',
  },
  'kubernetes.iptables.forward-marked': {
    en: 'Marked packets belong to a Service: they may be forwarded.',
    ko: '표시된 패킷은 Service에 속하므로 포워딩을 허용합니다.',
  },
  'kubernetes.iptables.forward-established': {
    en: 'Connections that are known, and what belongs to them, may be forwarded.',
    ko: '이미 알려진 연결과 그에 딸린 패킷의 포워딩을 허용합니다.',
  },
  'kubernetes.iptables.postrouting-unmarked': {
    en: 'What was not marked keeps its source.',
    ko: '표시되지 않은 패킷은 출발지를 그대로 둡니다.',
  },
  'kubernetes.iptables.postrouting-unmark': {
    en: 'Takes the mark off, so that the packet is not translated again if it passes once more inside a tunnel.',
    ko: '터널 안에서 다시 지나갈 때 또 변환되지 않도록 마크를 지웁니다.',
  },
  'kubernetes.iptables.postrouting-masquerade': {
    en: 'Replaces the source by this node’s address, with a random port.',
    ko: '출발지를 이 노드의 주소와 임의의 포트로 바꿉니다.',
  },
  'kubernetes.iptables.mark-masq': {
    en: 'Sets the mark by which KUBE-POSTROUTING knows what to masquerade.',
    ko: 'KUBE-POSTROUTING이 마스커레이드할 패킷을 알아볼 수 있도록 마크를 남깁니다.',
  },
  'kubernetes.iptables.nodeports': {
    en: 'No Service address matched. If the packet is for an address of this node, its port may still be a nodePort.',
    ko: '일치하는 Service 주소가 없었습니다. 이 노드의 주소로 가는 패킷이라면 포트가 nodePort일 수 있습니다.',
  },
  'kubernetes.iptables.nodeports-at': {
    en: 'nodePortAddresses names {address}: nodePorts answer there.',
    ko: 'nodePortAddresses에 {address}이(가) 있으므로 이 주소에서 nodePort가 응답합니다.',
  },
} as const satisfies PhraseBook;
