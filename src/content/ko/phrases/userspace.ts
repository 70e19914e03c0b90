import type * as EN from '../../en/phrases/userspace';
import type { Translated } from '../../translated';

/** Why each rule and socket of kube-proxy's userspace mode is there, and what it refuses. */
export const USERSPACE_PHRASES = {
  'kubernetes.userspace.cluster-ip-container':
    '{address}은(는) {service}의 clusterIP입니다. 장치로 들어온 해당 패킷을 kube-proxy 자신의 포트 {proxyPort}(으)로 보냅니다.',
  'kubernetes.userspace.cluster-ip-host':
    '{address}은(는) {service}의 clusterIP입니다. 이 노드가 직접 보내는 패킷은 노드 주소의 kube-proxy 포트 {proxyPort}(으)로 갑니다. REDIRECT를 쓰면 loopback으로 가기 때문입니다.',
  'kubernetes.userspace.external-ip-outside':
    '{address}은(는) {service}의 externalIP입니다. 브리지 포트로 들어오지 않은 패킷을 kube-proxy 포트 {proxyPort}(으)로 보냅니다.',
  'kubernetes.userspace.external-ip-of-node':
    '{service}의 externalIP {address}이(가) 이 노드의 주소이면 브리지에 연결된 Pod의 패킷도 kube-proxy 포트 {proxyPort}(으)로 보냅니다.',
  'kubernetes.userspace.external-ip-host':
    '{service}의 externalIP {address}이(가) 이 노드의 주소이면 노드가 직접 보내는 패킷을 kube-proxy 포트 {proxyPort}(으)로 보냅니다.',
  'kubernetes.userspace.load-balancer-container':
    '{address}은(는) {service}의 로드 밸런서 주소입니다. 노드가 직접 kube-proxy 포트 {proxyPort}에서 처리합니다. 이 모드에서는 출발지 범위를 무시합니다.',
  'kubernetes.userspace.load-balancer-host':
    '이 노드가 {service}의 로드 밸런서 주소 {address}(으)로 직접 보내는 패킷은 kube-proxy 포트 {proxyPort}(으)로 갑니다.',
  'kubernetes.userspace.node-port-container':
    '{nodePort}은(는) {service}의 nodePort입니다. 이 노드의 어느 주소로 들어오든 kube-proxy 포트 {proxyPort}(으)로 보냅니다.',
  'kubernetes.userspace.node-port-host':
    '이 노드가 {service}의 nodePort {nodePort}(으)로 직접 보내는 패킷은 kube-proxy 포트 {proxyPort}(으)로 갑니다.',
  'kubernetes.userspace.node-port-accept':
    '{service}의 nodePort {nodePort}(으)로 온 패킷은 INPUT에 이르면 이미 포트 {proxyPort}(으)로 가는 중입니다. 새 연결을 받아들입니다.',
  'kubernetes.userspace.proxy-port':
    'kube-proxy는 {service}을(를) 위해 포트 {proxyPort}에서 연결을 받고, 차례가 된 엔드포인트로 두 번째 연결을 엽니다.',
  'kubernetes.userspace.claim-cluster-ip':
    '{service}의 clusterIP {address}이(가) 이 노드의 주소이므로 다른 프로세스가 쓰지 못하게 포트를 잡아 둡니다. 연결은 포트 {proxyPort}(으)로 옵니다.',
  'kubernetes.userspace.claim-external-ip':
    '{service}의 externalIP {address}이(가) 이 노드의 주소이므로 다른 프로세스가 쓰지 못하게 포트를 잡아 둡니다. 연결은 포트 {proxyPort}(으)로 옵니다.',
  'kubernetes.userspace.claim-load-balancer':
    '{service}의 로드 밸런서 주소 {address}이(가) 이 노드의 주소이므로 다른 프로세스가 쓰지 못하게 포트를 잡아 둡니다. 연결은 포트 {proxyPort}(으)로 옵니다.',
  'kubernetes.userspace.claim-node-port':
    '{service}의 nodePort {nodePort}을(를) 다른 프로세스가 쓰지 못하게 잡아 둡니다. 연결은 포트 {proxyPort}(으)로 옵니다.',
  'kubernetes.userspace.jump-portals-container':
    '다른 모든 규칙보다 먼저, 장치로 들어온 패킷을 Service 주소와 대조합니다.',
  'kubernetes.userspace.jump-portals-host':
    '다른 모든 규칙보다 먼저, 이 노드가 보내는 패킷을 Service 주소와 대조합니다.',
  'kubernetes.userspace.jump-nodeport-container': '마지막으로, 이 노드의 주소로 들어온 패킷을 nodePort와 대조합니다.',
  'kubernetes.userspace.jump-nodeport-host': '마지막으로, 이 노드가 자신의 주소로 보내는 패킷을 nodePort와 대조합니다.',
  'kubernetes.userspace.jump-nodeport-non-local':
    'INPUT의 다른 규칙과 상관없이 다른 머신에서 nodePort로 오는 연결을 받아들입니다.',
  'kubernetes.userspace.sctp':
    '{service}은(는) SCTP인데 userspace 모드는 SCTP를 지원하지 않으므로 아무 규칙도 만들지 않습니다.',
  'kubernetes.userspace.claimed':
    '{address}은(는) 이미 {owner}의 것이므로 {service}은(는) 쓸 수 없습니다. 해당 규칙을 만들지 않습니다.',
  'kubernetes.userspace.no-port-left':
    '{range}에 남은 proxy 포트가 없어 {service}에 대해 아무 규칙도 만들지 않습니다. portRange를 더 크게 지정하십시오.',
  'kubernetes.userspace.bad-port-range':
    'portRange {range}은(는) 포트 범위가 아닙니다. 40000-41000이나 40000+1000으로 쓰거나 비워 두십시오.',
  'kubernetes.userspace.bad-bind-address':
    'bindAddress {address}은(는) IP 주소가 아닙니다. 모든 주소에서 받으려면 비워 두십시오.',
  'kubernetes.userspace.other-family':
    'bindAddress {address}은(는) 다른 IP 패밀리의 주소입니다. 이 모드는 한 패밀리만 다루므로 여기에는 아무것도 만들지 않습니다.',
  'kubernetes.userspace.loopback':
    'userspace 모드의 kube-proxy는 bindAddress {address}(으)로 시작하지 않습니다. 방향을 바꾼 패킷이 loopback에 닿지 않기 때문입니다. 비워 두거나 노드의 주소를 지정하십시오.',
} satisfies Translated<typeof EN.USERSPACE_PHRASES>;

/** Why kube-proxy listens on a port beside the rules it writes, up to 1.23. */
export const HELD_PORT_PHRASES = {
  'kubernetes.held.node-port':
    '1.23까지의 kube-proxy는 {service}의 nodePort {port}을(를) 다른 프로세스가 쓰지 못하게 열어 둡니다. 패킷은 여기에 닿기 전에 규칙이 가져갑니다.',
  'kubernetes.held.external-ip':
    '{service}의 externalIP {address}이(가) 이 노드의 주소이므로 1.23까지의 kube-proxy는 다른 프로세스가 쓰지 못하게 포트 {port}을(를) 열어 둡니다.',
  'kubernetes.held.taken-external-ip':
    '{owner}도 {node}의 포트 {port}에서 듣고 있고, 어느 쪽이 먼저인지는 알 수 없습니다. {address}:{port}이(가) 이미 쓰이고 있으면 1.23까지의 kube-proxy는 {service}의 이 externalIP에 대한 규칙을 만들지 않습니다. 여기서는 비어 있었던 것으로 보고 규칙을 보여 줍니다.',
  'kubernetes.held.taken-node-port':
    '{owner}도 {node}의 포트 {port}에서 듣고 있습니다. 1.23까지의 kube-proxy는 이 포트가 이미 쓰이고 있으면 {service}의 nodePort를 건너뛴다고 기록하지만 규칙은 그대로 만듭니다. 이 포트로 온 패킷은 {owner}이(가) 아니라 Service로 갑니다.',
  'kubernetes.held.taken-old-node-port':
    '{owner}도 {node}의 포트 {port}에서 듣고 있고, 어느 쪽이 먼저인지는 알 수 없습니다. 이 포트가 이미 쓰이고 있으면 1.9까지의 kube-proxy는 {service}의 처리를 거기서 그만두어 nodePort 규칙도 엔드포인트 규칙도 만들지 않습니다. 여기서는 비어 있었던 것으로 보고 규칙을 보여 줍니다.',
} satisfies Translated<typeof EN.HELD_PORT_PHRASES>;
