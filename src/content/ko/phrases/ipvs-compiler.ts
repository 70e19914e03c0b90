import type * as EN from '../../en/phrases/ipvs-compiler';
import type { Translated } from '../../translated';

/** Why each virtual server, real server and address of kube-proxy's ipvs mode is there. */
const SERVERS = {
  'kubernetes.ipvs.server-cluster-ip':
    '{address}은(는) {service}의 clusterIP입니다. IPVS가 포트 {port}(으)로 온 연결을 엔드포인트에 넘깁니다.',
  'kubernetes.ipvs.server-external-ip':
    '{address}은(는) {service}의 externalIP입니다. IPVS가 포트 {port}(으)로 온 연결을 엔드포인트에 넘깁니다.',
  'kubernetes.ipvs.server-load-balancer':
    '{address}은(는) {service}의 로드 밸런서 주소입니다. 노드가 IPVS로 이 주소의 포트 {port}을(를) 직접 처리합니다.',
  'kubernetes.ipvs.server-node-port':
    '{nodePort}은(는) {service}의 nodePort입니다. {address}처럼 nodePort에 응답하는 이 노드의 주소마다 가상 서버가 하나씩 있습니다.',
  'kubernetes.ipvs.real-server':
    '{endpoint}은(는) {service}에서 사용할 수 있는 엔드포인트이며, 다른 엔드포인트와 연결을 나눠 받습니다.',
  'kubernetes.ipvs.real-server-local':
    '{endpoint}은(는) 이 노드에 있으며, {service}의 트래픽 정책은 이 노드의 엔드포인트만 허용합니다.',
  'kubernetes.ipvs.real-server-no-local':
    '{service}의 트래픽 정책은 Local이지만 이 노드에는 엔드포인트가 없습니다. {endpoint}은(는) 이 노드의 Pod를 위해 쓰이며, 외부 클라이언트로 가는 응답은 사라집니다.',
  'kubernetes.ipvs.real-server-terminating':
    '{endpoint}은(는) 더 이상 엔드포인트가 아니지만 아직 연결이 남아 있습니다. 가중치 0으로 기존 연결만 그대로 두고 새 연결은 받지 않습니다.',
  'kubernetes.ipvs.bound-cluster-ip':
    '{address}은(는) {service}의 clusterIP입니다. kube-ipvs0에 있으면 이 노드의 주소가 되므로, 이 주소로 가는 패킷이 IPVS가 기다리는 INPUT에 도달합니다.',
  'kubernetes.ipvs.bound-external-ip':
    '{address}은(는) {service}의 externalIP이며 다른 인터페이스에는 없습니다. kube-ipvs0에 있으므로 이 주소로 가는 패킷이 IPVS가 기다리는 INPUT에 도달합니다.',
  'kubernetes.ipvs.bound-load-balancer':
    '{address}은(는) {service}의 로드 밸런서 주소이며 다른 인터페이스에는 없습니다. kube-ipvs0에 있으므로 이 주소로 가는 패킷이 IPVS가 기다리는 INPUT에 도달합니다.',
};

/** Why each ipset and each of its entries is there. */
const SETS = {
  'kubernetes.ipvs.entry-loop-back':
    '{endpoint}은(는) 이 노드에 있습니다. {service}을(를) 거쳐 자기 자신에게 도달하면 패킷의 출발지를 바꿔야 합니다.',
  'kubernetes.ipvs.entry-cluster-ip': '{address}의 포트 {port}은(는) {service}의 clusterIP입니다.',
  'kubernetes.ipvs.entry-external-ip':
    '{address}의 포트 {port}은(는) 정책이 Cluster인 {service}의 externalIP입니다. 이 패킷의 출발지는 이 노드가 됩니다.',
  'kubernetes.ipvs.entry-external-ip-local':
    '{address}의 포트 {port}은(는) 정책이 Local인 {service}의 externalIP입니다. 이 패킷은 출발지를 그대로 둡니다.',
  'kubernetes.ipvs.entry-load-balancer': '{address}의 포트 {port}은(는) {service}의 로드 밸런서 주소입니다.',
  'kubernetes.ipvs.entry-load-balancer-local':
    '{service}의 externalTrafficPolicy가 Local이므로 {address}의 포트 {port}(으)로 가는 패킷은 출발지를 그대로 둡니다.',
  'kubernetes.ipvs.entry-source-ranges':
    '{service}의 loadBalancerSourceRanges에 따라 일부 출발지만 {address}의 포트 {port}을(를) 쓸 수 있습니다.',
  'kubernetes.ipvs.entry-source-range': '{source}은(는) {service}의 {address} 포트 {port}을(를) 쓸 수 있습니다.',
  'kubernetes.ipvs.entry-source-node':
    '{service}의 출발지 범위에 이 노드가 들어 있습니다. 노드가 {address}(으)로 보내는 패킷은 바로 그 주소를 출발지로 가질 수 있습니다.',
  'kubernetes.ipvs.entry-node-port':
    '{nodePort}은(는) {service}의 nodePort입니다. 정책이 Local이 아니면 이 패킷의 출발지는 이 노드가 됩니다.',
  'kubernetes.ipvs.entry-node-port-local':
    '{service}의 externalTrafficPolicy가 Local이므로 nodePort {nodePort}(으)로 가는 패킷은 출발지를 그대로 둡니다.',
  'kubernetes.ipvs.entry-health-check':
    '{nodePort}은(는) {service}의 healthCheckNodePort입니다. 로드 밸런서가 이 포트로 이 노드에 엔드포인트가 있는지 묻습니다.',
  'kubernetes.ipvs.set-KUBE-LOOP-BACK': '이 노드의 엔드포인트입니다. 자기 자신에게 도달하면 출발지를 바꿉니다.',
  'kubernetes.ipvs.set-KUBE-CLUSTER-IP': '모든 clusterIP와 포트입니다.',
  'kubernetes.ipvs.set-KUBE-EXTERNAL-IP': '어느 엔드포인트나 응답할 수 있는 externalIP와 포트입니다.',
  'kubernetes.ipvs.set-KUBE-EXTERNAL-IP-LOCAL': '이 노드의 엔드포인트만 응답하는 externalIP와 포트입니다.',
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER': '로드 밸런서 주소와 포트입니다.',
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-FW': '일부 출발지만 쓸 수 있는 로드 밸런서 주소입니다.',
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-LOCAL': '이 노드의 엔드포인트만 응답하는 로드 밸런서 주소입니다.',
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-SOURCE-IP': '이 노드 자신이 쓸 수 있는 로드 밸런서 주소입니다.',
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-SOURCE-CIDR':
    '어느 네트워크가 어느 로드 밸런서 주소를 쓸 수 있는지 담습니다.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-TCP': 'TCP nodePort입니다.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-LOCAL-TCP': '이 노드의 엔드포인트만 응답하는 TCP nodePort입니다.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-UDP': 'UDP nodePort입니다.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-LOCAL-UDP': '이 노드의 엔드포인트만 응답하는 UDP nodePort입니다.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-SCTP-HASH':
    '이 노드의 주소마다 담은 SCTP nodePort입니다. 포트 비트맵은 SCTP를 다루지 못합니다.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-LOCAL-SCTP-HASH': '이 노드의 엔드포인트만 응답하는 SCTP nodePort입니다.',
  'kubernetes.ipvs.set-KUBE-HEALTH-CHECK-NODE-PORT': '로드 밸런서가 이 노드를 검사하는 포트입니다.',
  'kubernetes.ipvs.set-KUBE-IPVS-IPS': 'kube-ipvs0에 있는 모든 주소입니다.',
};

/** Why each rule is there. */
const RULES = {
  'kubernetes.ipvs.jump-services-output': '이 노드가 직접 여는 연결이 Service로 가는 것일 수 있습니다.',
  'kubernetes.ipvs.jump-services-prerouting': 'Pod나 외부에서 이 노드에 도착한 연결이 Service로 가는 것일 수 있습니다.',
  'kubernetes.ipvs.jump-postrouting': '패킷이 나가기 전에 출발지를 이 노드로 바꿔야 할 수 있습니다.',
  'kubernetes.ipvs.jump-forward': '이 노드가 포워딩하는 Service 트래픽은 FORWARD의 정책과 관계없이 통과합니다.',
  'kubernetes.ipvs.jump-health': '로드 밸런서가 이 노드에 엔드포인트가 있는지 묻습니다. 이런 패킷을 받아들입니다.',
  'kubernetes.ipvs.jump-firewall': '로드 밸런서 주소는 일부 출발지에만 열려 있을 수 있습니다.',
  'kubernetes.ipvs.jump-access':
    'Service 주소는 이 노드의 주소이기도 합니다. Service 포트로 가지 않는 패킷이 노드의 프로그램에 닿지 않게 합니다.',
  'kubernetes.ipvs.jump-out-filter': '이 노드가 로드 밸런서 주소로 여는 연결도 검사합니다.',
  'kubernetes.ipvs.from-loopback':
    '루프백 주소에서 온 패킷은 그대로 둡니다. 이 모드에서는 nodePort가 localhost에서 응답하지 않습니다.',
  'kubernetes.ipvs.hairpin':
    'Service를 거쳐 자기 자신에게 도달한 엔드포인트의 패킷은 출발지를 이 노드로 바꿉니다. 그렇지 않으면 스스로에게 응답하게 됩니다.',
  'kubernetes.ipvs.to-load-balancer': '로드 밸런서 주소로 가는 패킷입니다. 출발지를 유지할지는 정책에 달려 있습니다.',
  'kubernetes.ipvs.to-source-ranges': '이 로드 밸런서 주소는 일부 출발지만 쓸 수 있습니다.',
  'kubernetes.ipvs.in-range': '출발지가 허용된 범위 안에 있습니다.',
  'kubernetes.ipvs.from-node': '노드 자신은 허용됩니다. 통신하는 바로 그 주소를 출발지로 가질 수 있습니다.',
  'kubernetes.ipvs.out-of-range': '출발지를 허용하는 범위가 없으므로 패킷을 폐기합니다.',
  'kubernetes.ipvs.out-filter':
    '{service}의 출발지 범위에 이 노드가 없습니다. 노드가 {address}의 포트 {port}(으)로 보내는 패킷을 폐기합니다.',
  'kubernetes.ipvs.load-balancer-local': 'externalTrafficPolicy가 Local이므로 출발지를 그대로 둡니다.',
  'kubernetes.ipvs.load-balancer-masquerade':
    '엔드포인트가 다른 노드에 있을 수 있으므로 응답이 이 노드를 거쳐 돌아오도록 합니다.',
  'kubernetes.ipvs.node-port-local':
    'externalTrafficPolicy가 Local이므로 이 nodePort로 온 패킷은 출발지를 그대로 둡니다.',
  'kubernetes.ipvs.node-port-masquerade':
    '엔드포인트가 다른 노드에 있을 수 있으므로 이 nodePort의 응답이 이 노드를 거쳐 돌아오도록 합니다.',
  'kubernetes.ipvs.masquerade-all':
    'masqueradeAll이 켜져 있어, clusterIP로 가는 모든 패킷의 출발지를 이 노드로 바꿉니다.',
  'kubernetes.ipvs.masquerade-not-local':
    '이 클러스터의 Pod가 아닌 출발지로 가는 응답은 변환한 노드를 거쳐 돌아와야 합니다. 이런 출발지에서 clusterIP로 가는 패킷은 출발지를 이 노드로 바꿉니다.',
  'kubernetes.ipvs.masquerade-own':
    '여기에서는 kube-proxy가 Pod와 그 밖의 출발지를 구별할 수 없습니다. 출발지가 Service 주소가 된 패킷만 출발지를 바꿉니다.',
  'kubernetes.ipvs.external-ip-masquerade':
    'externalIP의 엔드포인트가 다른 노드에 있을 수 있으므로 응답이 이 노드를 거쳐 돌아오도록 합니다.',
  'kubernetes.ipvs.external-ip-from-outside': '브리지나 이 노드가 아닌 외부에서 온 패킷은 externalIP로 계속 갑니다.',
  'kubernetes.ipvs.external-ip-of-node': 'externalIP가 이 노드의 주소이므로 패킷은 이 노드에 남습니다.',
  'kubernetes.ipvs.to-node-port': '이 노드의 주소로 온 패킷은 nodePort로 가는 것일 수 있습니다.',
  'kubernetes.ipvs.accept-service':
    'Service 주소로 가는 패킷을 여기에서 받아들여, IPVS가 처리하기 전에 아래의 다른 규칙이 바꾸지 못하게 합니다.',
  'kubernetes.ipvs.postrouting-unmarked': '마스커레이드 마크가 없는 패킷은 출발지를 그대로 둡니다.',
  'kubernetes.ipvs.postrouting-unmark': '다시 보이지 않도록 마크를 지웁니다.',
  'kubernetes.ipvs.postrouting-masquerade': '표시되었던 패킷은 이 노드의 주소와 무작위 포트를 출발지로 갖게 됩니다.',
  'kubernetes.ipvs.mark-masq':
    '패킷에 마크를 남깁니다. 마크가 있는 패킷은 나가기 전에 출발지가 이 노드의 주소로 바뀝니다.',
  'kubernetes.ipvs.forward-marked': '표시된 Service 트래픽은 FORWARD의 정책과 관계없이 포워딩합니다.',
  'kubernetes.ipvs.forward-established': '첫 패킷이 통과한 연결의 나머지 패킷과 응답도 통과합니다.',
  'kubernetes.ipvs.health-check': '로드 밸런서가 이 포트로 이 노드에 엔드포인트가 있는지 물을 수 있습니다.',
  'kubernetes.ipvs.filter-service': '패킷이 Service의 포트로 가므로 IPVS가 받습니다.',
  'kubernetes.ipvs.filter-health-check': '로드 밸런서의 상태 확인을 받아들입니다.',
  'kubernetes.ipvs.filter-reject':
    'Service 주소로 가지만 Service의 포트가 아닌 새 연결은 이 노드의 프로그램에 닿게 되므로 거부합니다.',
};

/** What kube-proxy's ipvs mode leaves behind, and why. */
export const IPVS_COMPILER_PHRASES = { ...SERVERS, ...SETS, ...RULES } satisfies Translated<
  typeof EN.IPVS_COMPILER_PHRASES
>;
