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
    ko: 'externalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. {address}(으)로 오는 패킷은 폐기되고, 로드 밸런서의 상태 검사도 이 노드에서는 실패합니다.',
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
    en: 'Who is not a Pod of this cluster could not be answered directly: packets to {service} are marked to get this node as their source.',
    ko: '이 클러스터의 Pod가 아닌 출발지에는 응답이 바로 돌아갈 수 없습니다. {service}(으)로 가는 이런 패킷은 출발지가 이 노드로 바뀌도록 표시합니다.',
  },
  'external-masquerade': {
    en: 'externalTrafficPolicy is Cluster: the endpoint may be on another node, so the answer to {service} has to come back through this one.',
    ko: 'externalTrafficPolicy가 Cluster이므로 엔드포인트가 다른 노드에 있을 수 있습니다. {service}의 응답이 이 노드를 거쳐 돌아오도록 합니다.',
  },
} as const;
