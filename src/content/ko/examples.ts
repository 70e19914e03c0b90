import type * as EN from '../en/examples';
import type { Translated } from '../translated';

/** Titles of examples, and one sentence on each. */
export const EXAMPLE_WORDS = {
  'cni-config': {
    title: 'CNI 설정대로',
    about:
      '노드마다 .conflist가 다릅니다. 하나는 portmap이 있는 브리지, 하나는 단순한 링크입니다. 장치와, kube-proxy 체인 곁의 hostPort 체인과, 바깥으로 나갈 때 누가 주소를 바꾸는지 보십시오.',
  },
  'docker-forward-drop': {
    title: 'Docker가 DROP으로 바꾼 FORWARD 정책',
    about:
      '노드 한 대의 덤프입니다. 노드 포트는 패킷에 마크가 있어서 동작하지만, 다른 노드의 Pod를 부르는 Pod의 패킷은 정책까지 내려가 폐기됩니다.',
  },
  'empty-service': {
    title: '엔드포인트가 없는 Service',
    about:
      'Service가 고르는 레이블을 가진 Pod가 없습니다. Pod는 FORWARD에서, 노드는 OUTPUT에서, 외부 클라이언트는 INPUT이나 FORWARD에서 거부됩니다.',
  },
  'headless-and-externalname': {
    title: '헤드리스와 ExternalName',
    about:
      'db는 헤드리스이고 docs는 ExternalName입니다. 둘 다 보낼 주소가 없고 규칙에도 나오지 않습니다. db의 Pod는 직접 호출합니다.',
  },
  ingress: {
    title: '호스트와 경로로',
    about:
      'Ingress와 HTTPRoute입니다. 컨트롤러의 Pod가 연결을 받아 요청을 읽고 Pod로 바로 두 번째 연결을 엽니다. 맞는 규칙이 없으면 404로 응답합니다.',
  },
  'ip-masq-agent': {
    title: '바깥으로 마스커레이드: ip-masq-agent',
    about:
      'nonMasqueradeCIDRs는 nat POSTROUTING의 규칙입니다. 같은 Pod가 사설 네트워크에는 자기 주소로, 다른 곳에는 노드의 주소로 묻습니다. kube-proxy의 마스커레이드는 그 앞에 있습니다. 203.0.113.9로 가는 길은 gateway에서 끝납니다. 그림에 그 주소를 가진 곳이 없습니다.',
  },
  'kuard-2019': {
    title: '2019년의 클러스터: Kubernetes 1.11',
    about:
      '그때의 kube-proxy 규칙과 Pod 열 개, IP-in-IP를 쓰는 Calico, 그리고 주소 없이 이름만 있는 클라우드 로드 밸런서입니다. 밸런서는 노드 포트로 묻습니다.',
  },
  'kube-proxy-per-node': {
    title: '노드마다 다르게 설정한 kube-proxy',
    about:
      '한 노드는 모든 것을 마스커레이드하고, 한 노드는 127.0.0.1에서만 노드 포트를 엽니다. 패킷이 처음 들어온 노드가 그 운명을 정합니다.',
  },
  'load-balancer-nat': {
    title: 'NAT하는 로드 밸런서',
    about:
      '모두 목적지를 노드 포트나 Pod로 바꿉니다. keeps는 출발지를 두므로 노드의 응답이 로드 밸런서를 거쳐야 하고, hides는 마스커레이드하므로 Pod는 로드 밸런서를 보며, straight는 노드 포트 없이 Pod로 보냅니다.',
  },
  'load-balancer-outside': {
    title: '바깥의 로드 밸런서',
    about:
      'elb는 연결을 받아 노드 포트 30361로 새 연결을 열고, pass는 정상인 노드로 패킷을 그대로 넘겨 출발지를 지키며, metal은 노드 하나가 ARP에 응답하는 주소입니다.',
  },
  'load-balancer-proxy': {
    title: 'ipMode와 PROXY protocol',
    about:
      '누가 물었는지 PROXY protocol로 알리는 로드 밸런서입니다. ipMode가 VIP이면 노드가 그 주소에 직접 응답해 클러스터 안의 Pod는 로드 밸런서를 거치지 않고, Proxy이면 거칩니다.',
  },
  'load-balancer-source-ranges': {
    title: 'loadBalancerSourceRanges',
    about:
      '203.0.113.0/24만 로드 밸런서 주소를 쓸 수 있습니다. 다른 주소는 KUBE-PROXY-FIREWALL에서 폐기되지만 노드 포트로는 들어옵니다.',
  },
  names: {
    title: '이름으로 보내기',
    about:
      'Pod는 web에 보내기 전에 역시 Service인 kube-dns에 묻습니다. 헤드리스 이름은 Pod들이고, SRV 레코드는 포트까지 말하며, hostNetwork는 다른 곳에 묻습니다.',
  },
  'node-local-dns': {
    title: '노드마다 DNS 캐시',
    about:
      '두 노드가 kube-dns의 주소를 직접 가집니다. 질문은 추적되지 않은 채 node-local-dns에서 끝나고, 모르는 것만 TCP로 다른 Service의 규칙을 지나 나갑니다.',
  },
  'pod-networks': {
    title: '네트워크 속의 네트워크: VXLAN',
    about:
      'Calico 방식의 링크와 두 노드 사이의 VXLAN입니다. 바깥 패킷과 안쪽 패킷, Pod가 보는 주소, 클러스터를 떠나는 패킷을 비교해 보십시오.',
  },
  'rule-writers': {
    title: '규칙을 쓰는 또 다른 프로그램',
    about:
      'Docker, firewalld, 다른 모드가 남긴 규칙이 저마다의 노드에서 kube-proxy 곁에 있습니다. 각각이 패킷에 무엇을 하는지, 어떤 지적이 충돌을 알리는지 보십시오.',
  },
  'session-affinity': {
    title: 'sessionAffinity: ClientIP',
    about:
      '확률로 고르기 전에 각 엔드포인트가 이 클라이언트를 본 적이 있는지 먼저 확인합니다. 첫 연결은 기록이 없어 새로 고른 뒤 기억됩니다.',
  },
  'source-ip-lost': {
    title: '사라진 출발지 주소',
    about:
      '유일한 Pod는 node1에 있고 클라이언트는 node2를 호출합니다. KUBE-MARK-MASQ가 패킷에 마크를 붙이고 MASQUERADE가 클라이언트 주소를 node2의 주소로 바꿉니다.',
  },
  'ten-endpoints': {
    title: '엔드포인트 열 개, 각각 1/10',
    about:
      '규칙에는 0.1, 0.111, 0.125 … 0.5가 차례로 적혀 있고 마지막에는 확률이 없습니다. 차례로 물으면 모든 Pod가 똑같이 1/10이 됩니다.',
  },
  'traffic-policy-local': {
    title: 'externalTrafficPolicy: Local',
    about:
      'Pod는 node1에서만 실행됩니다. node1은 응답하고 Pod는 클라이언트 주소를 그대로 봅니다. node2는 외부에서 온 패킷을 폐기합니다.',
  },
  'web-two-nodes': {
    title: '노드 두 개 위의 web Service',
    about:
      'Pod가 Service web을 호출합니다. 어떤 장치에도 없는 주소가 세 Pod 가운데 하나의 주소로 바뀌는 과정을 보십시오.',
  },
} satisfies Translated<typeof EN.EXAMPLE_WORDS>;
