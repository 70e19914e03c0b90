import type { PhraseBook } from './phrase-book';

/** Why each rule and socket of kube-proxy's userspace mode is there, and what it refuses. */
export const USERSPACE_PHRASES = {
  'kubernetes.userspace.cluster-ip-container': {
    en: '{address} is the clusterIP of {service}: what comes in by a device for it is sent to kube-proxy’s own port {proxyPort}.',
    ko: '{address}은(는) {service}의 clusterIP입니다. 장치로 들어온 해당 패킷을 kube-proxy 자신의 포트 {proxyPort}(으)로 보냅니다.',
  },
  'kubernetes.userspace.cluster-ip-host': {
    en: '{address} is the clusterIP of {service}: what this node itself sends there goes to kube-proxy’s port {proxyPort} at the node’s address, because REDIRECT would lead to loopback.',
    ko: '{address}은(는) {service}의 clusterIP입니다. 이 노드가 직접 보내는 패킷은 노드 주소의 kube-proxy 포트 {proxyPort}(으)로 갑니다. REDIRECT를 쓰면 loopback으로 가기 때문입니다.',
  },
  'kubernetes.userspace.external-ip-outside': {
    en: '{address} is an external IP of {service}: packets that did not come in by a port of a bridge are sent to kube-proxy’s port {proxyPort}.',
    ko: '{address}은(는) {service}의 externalIP입니다. 브리지 포트로 들어오지 않은 패킷을 kube-proxy 포트 {proxyPort}(으)로 보냅니다.',
  },
  'kubernetes.userspace.external-ip-of-node': {
    en: 'If the external IP {address} of {service} is an address of this node, packets of bridged Pods are sent to kube-proxy’s port {proxyPort}, too.',
    ko: '{service}의 externalIP {address}이(가) 이 노드의 주소이면 브리지에 연결된 Pod의 패킷도 kube-proxy 포트 {proxyPort}(으)로 보냅니다.',
  },
  'kubernetes.userspace.external-ip-host': {
    en: 'If the external IP {address} of {service} is an address of this node, what the node itself sends there goes to kube-proxy’s port {proxyPort}.',
    ko: '{service}의 externalIP {address}이(가) 이 노드의 주소이면 노드가 직접 보내는 패킷을 kube-proxy 포트 {proxyPort}(으)로 보냅니다.',
  },
  'kubernetes.userspace.load-balancer-container': {
    en: '{address} is the load balancer’s address of {service}: the node answers for it itself, at kube-proxy’s port {proxyPort}. Source ranges are ignored in this mode.',
    ko: '{address}은(는) {service}의 로드 밸런서 주소입니다. 노드가 직접 kube-proxy 포트 {proxyPort}에서 처리합니다. 이 모드에서는 출발지 범위를 무시합니다.',
  },
  'kubernetes.userspace.load-balancer-host': {
    en: 'What this node itself sends to the load balancer address {address} of {service} goes to kube-proxy’s port {proxyPort}.',
    ko: '이 노드가 {service}의 로드 밸런서 주소 {address}(으)로 직접 보내는 패킷은 kube-proxy 포트 {proxyPort}(으)로 갑니다.',
  },
  'kubernetes.userspace.node-port-container': {
    en: '{nodePort} is the nodePort of {service}: what comes in for it on any address of this node is sent to kube-proxy’s port {proxyPort}.',
    ko: '{nodePort}은(는) {service}의 nodePort입니다. 이 노드의 어느 주소로 들어오든 kube-proxy 포트 {proxyPort}(으)로 보냅니다.',
  },
  'kubernetes.userspace.node-port-host': {
    en: 'What this node itself sends to nodePort {nodePort} of {service} goes to kube-proxy’s port {proxyPort}.',
    ko: '이 노드가 {service}의 nodePort {nodePort}(으)로 직접 보내는 패킷은 kube-proxy 포트 {proxyPort}(으)로 갑니다.',
  },
  'kubernetes.userspace.node-port-accept': {
    en: 'Packets for nodePort {nodePort} of {service} are on their way to port {proxyPort} when INPUT sees them: new connections are let in.',
    ko: '{service}의 nodePort {nodePort}(으)로 온 패킷은 INPUT에 이르면 이미 포트 {proxyPort}(으)로 가는 중입니다. 새 연결을 받아들입니다.',
  },
  'kubernetes.userspace.proxy-port': {
    en: 'kube-proxy listens on port {proxyPort} for {service}, takes the connection, and opens a second one to the endpoint whose turn it is.',
    ko: 'kube-proxy는 {service}을(를) 위해 포트 {proxyPort}에서 연결을 받고, 차례가 된 엔드포인트로 두 번째 연결을 엽니다.',
  },
  'kubernetes.userspace.claim-cluster-ip': {
    en: 'The clusterIP {address} of {service} is an address of this node: its port is held so that no other process takes it. Connections arrive at port {proxyPort}.',
    ko: '{service}의 clusterIP {address}이(가) 이 노드의 주소이므로 다른 프로세스가 쓰지 못하게 포트를 잡아 둡니다. 연결은 포트 {proxyPort}(으)로 옵니다.',
  },
  'kubernetes.userspace.claim-external-ip': {
    en: 'The external IP {address} of {service} is an address of this node: its port is held so that no other process takes it. Connections arrive at port {proxyPort}.',
    ko: '{service}의 externalIP {address}이(가) 이 노드의 주소이므로 다른 프로세스가 쓰지 못하게 포트를 잡아 둡니다. 연결은 포트 {proxyPort}(으)로 옵니다.',
  },
  'kubernetes.userspace.claim-load-balancer': {
    en: 'The load balancer’s address {address} of {service} is an address of this node: its port is held so that no other process takes it. Connections arrive at port {proxyPort}.',
    ko: '{service}의 로드 밸런서 주소 {address}이(가) 이 노드의 주소이므로 다른 프로세스가 쓰지 못하게 포트를 잡아 둡니다. 연결은 포트 {proxyPort}(으)로 옵니다.',
  },
  'kubernetes.userspace.claim-node-port': {
    en: 'nodePort {nodePort} of {service} is held so that no other process takes it. Connections arrive at port {proxyPort}.',
    ko: '{service}의 nodePort {nodePort}을(를) 다른 프로세스가 쓰지 못하게 잡아 둡니다. 연결은 포트 {proxyPort}(으)로 옵니다.',
  },
  'kubernetes.userspace.jump-portals-container': {
    en: 'Before all other rules, what comes in by a device is looked up among the addresses of Services.',
    ko: '다른 모든 규칙보다 먼저, 장치로 들어온 패킷을 Service 주소와 대조합니다.',
  },
  'kubernetes.userspace.jump-portals-host': {
    en: 'Before all other rules, what this node itself sends is looked up among the addresses of Services.',
    ko: '다른 모든 규칙보다 먼저, 이 노드가 보내는 패킷을 Service 주소와 대조합니다.',
  },
  'kubernetes.userspace.jump-nodeport-container': {
    en: 'Last, what comes in for an address of this node is looked up among the nodePorts.',
    ko: '마지막으로, 이 노드의 주소로 들어온 패킷을 nodePort와 대조합니다.',
  },
  'kubernetes.userspace.jump-nodeport-host': {
    en: 'Last, what this node sends to one of its own addresses is looked up among the nodePorts.',
    ko: '마지막으로, 이 노드가 자신의 주소로 보내는 패킷을 nodePort와 대조합니다.',
  },
  'kubernetes.userspace.jump-nodeport-non-local': {
    en: 'Connections to nodePorts from other machines are let in whatever other rules of INPUT say.',
    ko: 'INPUT의 다른 규칙과 상관없이 다른 머신에서 nodePort로 오는 연결을 받아들입니다.',
  },
  'kubernetes.userspace.sctp': {
    en: '{service} is SCTP, which the userspace mode does not support: nothing is written for it.',
    ko: '{service}은(는) SCTP인데 userspace 모드는 SCTP를 지원하지 않으므로 아무 규칙도 만들지 않습니다.',
  },
  'kubernetes.userspace.claimed': {
    en: '{owner} has {address} already, so {service} does not get it: its rules for it are not written.',
    ko: '{address}은(는) 이미 {owner}의 것이므로 {service}은(는) 쓸 수 없습니다. 해당 규칙을 만들지 않습니다.',
  },
  'kubernetes.userspace.no-port-left': {
    en: 'No proxy port is left in {range}, so nothing is written for {service}. Give a larger portRange.',
    ko: '{range}에 남은 proxy 포트가 없어 {service}에 대해 아무 규칙도 만들지 않습니다. portRange를 더 크게 지정하십시오.',
  },
  'kubernetes.userspace.bad-port-range': {
    en: 'portRange {range} is no range of ports. Write 40000-41000, 40000+1000, or nothing.',
    ko: 'portRange {range}은(는) 포트 범위가 아닙니다. 40000-41000이나 40000+1000으로 쓰거나 비워 두십시오.',
  },
  'kubernetes.userspace.bad-bind-address': {
    en: 'bindAddress {address} is no IP address. Leave it out to listen on all.',
    ko: 'bindAddress {address}은(는) IP 주소가 아닙니다. 모든 주소에서 받으려면 비워 두십시오.',
  },
  'kubernetes.userspace.other-family': {
    en: 'bindAddress {address} is of the other IP family: this mode serves one family only, so it writes nothing here.',
    ko: 'bindAddress {address}은(는) 다른 IP 패밀리의 주소입니다. 이 모드는 한 패밀리만 다루므로 여기에는 아무것도 만들지 않습니다.',
  },
  'kubernetes.userspace.loopback': {
    en: 'kube-proxy in userspace mode does not start with bindAddress {address}: redirected packets do not reach loopback. Leave it out, or give an address of the node.',
    ko: 'userspace 모드의 kube-proxy는 bindAddress {address}(으)로 시작하지 않습니다. 방향을 바꾼 패킷이 loopback에 닿지 않기 때문입니다. 비워 두거나 노드의 주소를 지정하십시오.',
  },
} as const satisfies PhraseBook;

/** Why kube-proxy listens on a port beside the rules it writes, up to 1.23. */
export const HELD_PORT_PHRASES = {
  'kubernetes.held.node-port': {
    en: 'kube-proxy up to 1.23 listens on nodePort {port} of {service}, only so that no other process takes it. Rules take packets before they come here.',
    ko: '1.23까지의 kube-proxy는 {service}의 nodePort {port}을(를) 다른 프로세스가 쓰지 못하게 열어 둡니다. 패킷은 여기에 닿기 전에 규칙이 가져갑니다.',
  },
  'kubernetes.held.external-ip': {
    en: 'The external IP {address} of {service} is this node’s own: kube-proxy up to 1.23 listens on its port {port}, only so that no other process takes it.',
    ko: '{service}의 externalIP {address}이(가) 이 노드의 주소이므로 1.23까지의 kube-proxy는 다른 프로세스가 쓰지 못하게 포트 {port}을(를) 열어 둡니다.',
  },
  'kubernetes.held.taken-external-ip': {
    en: '{owner} listens on port {port} of {node}, too, and nobody told who was first. A kube-proxy up to 1.23 that finds {address}:{port} taken writes no rules for this external IP of {service}; here they are shown as if it had been free.',
    ko: '{owner}도 {node}의 포트 {port}에서 듣고 있고, 어느 쪽이 먼저인지는 알 수 없습니다. {address}:{port}이(가) 이미 쓰이고 있으면 1.23까지의 kube-proxy는 {service}의 이 externalIP에 대한 규칙을 만들지 않습니다. 여기서는 비어 있었던 것으로 보고 규칙을 보여 줍니다.',
  },
  'kubernetes.held.taken-node-port': {
    en: '{owner} listens on port {port} of {node}, too. A kube-proxy up to 1.23 that finds it taken logs that it skips the nodePort of {service}, and writes its rules all the same: what comes for the port goes to the Service, not to {owner}.',
    ko: '{owner}도 {node}의 포트 {port}에서 듣고 있습니다. 1.23까지의 kube-proxy는 이 포트가 이미 쓰이고 있으면 {service}의 nodePort를 건너뛴다고 기록하지만 규칙은 그대로 만듭니다. 이 포트로 온 패킷은 {owner}이(가) 아니라 Service로 갑니다.',
  },
  'kubernetes.held.taken-old-node-port': {
    en: '{owner} listens on port {port} of {node}, too, and nobody told who was first. A kube-proxy up to 1.9 that finds it taken leaves {service} there: no rules for its nodePort, and none for its endpoints; here they are shown as if it had been free.',
    ko: '{owner}도 {node}의 포트 {port}에서 듣고 있고, 어느 쪽이 먼저인지는 알 수 없습니다. 이 포트가 이미 쓰이고 있으면 1.9까지의 kube-proxy는 {service}의 처리를 거기서 그만두어 nodePort 규칙도 엔드포인트 규칙도 만들지 않습니다. 여기서는 비어 있었던 것으로 보고 규칙을 보여 줍니다.',
  },
} as const satisfies PhraseBook;
