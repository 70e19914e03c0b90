import type * as EN from '../en/scenes';
import type { Translated } from '../translated';

/** Titles of scenes, and what is to be said beside them. */
export const SCENE_WORDS = {
  'a-headless-name': {
    title: '헤드리스 이름에는 포트가 없다',
    notes:
      '헤드리스 Service의 이름은 Pod들입니다. 80번 포트를 8080번으로 바꿀 규칙이 없어서 아무도 듣지 않는 포트에 닿습니다.',
  },
  'a-name': {
    title: '주소보다 먼저 이름',
    notes:
      '이름은 먼저 물어야 합니다. 묻는 곳도 평범한 Service입니다. 그 응답이 주소이고, 패킷은 그다음에야 출발합니다.',
  },
  affinity: {
    title: '다시 온 클라이언트',
    notes:
      'sessionAffinity ClientIP: 이 클라이언트가 왔었는지 보는 규칙이 추첨보다 먼저 있습니다. 조금 전에 왔으므로 그 Pod의 규칙이 ‘예’라고 하고, 추첨은 없습니다.',
  },
  'an-old-node-port': {
    title: '2018년의 노드 포트: 1.11',
    notes:
      'Kubernetes 1.11의 규칙입니다. 아직 KUBE-EXT 체인이 없어 KUBE-NODEPORTS가 직접 표시한 뒤 열 중 하나를 뽑습니다. 도착하는 것은 지금과 같습니다.',
  },
  'any-node': {
    title: '어느 노드든 된다',
    notes: 'node2에는 web의 Pod가 없어도 연결을 받습니다. 응답이 자신을 거쳐 돌아오도록 무엇을 하는지 보십시오.',
  },
  'arp-by-a-node': {
    title: '노드 하나가 주소에 응답한다',
    notes:
      'L2 모드의 MetalLB입니다. 앞에 선 머신은 없습니다. 노드 하나가 ARP에 응답해 모든 패킷을 받고, 그 노드의 규칙이 나눕니다.',
  },
  'asked-from-outside': {
    title: '바깥에서 부른 클러스터 IP',
    notes:
      '패킷은 어느 노드에도 닿지 않습니다. 어떤 장치에도 없는 주소라서 게이트웨이로 가는데, 게이트웨이는 포워딩하지 않습니다(ip_forward가 0). 이 주소를 아는 것은 노드의 규칙뿐입니다.',
  },
  'bridge-nf-off': {
    title: '아무에게도 묻지 않는 브리지',
    notes:
      'bridge-nf-call-iptables가 0이고 client와 Pod가 같은 노드에 있습니다. 돌아오는 길에 응답이 누구의 주소를 달고 있는지 보십시오.',
  },
  'by-path': {
    title: '호스트와 경로로 고르는 Ingress',
    notes:
      'Ingress는 바람일 뿐이고 일은 컨트롤러의 Pod가 합니다. 연결을 받아 호스트와 경로를 읽고 Pod로 바로 새 연결을 엽니다. Service cart의 주소도 kube-proxy의 규칙도 거치지 않습니다. 누가 물었는지는 X-Forwarded-For에 남습니다.',
  },
  'by-weight': {
    title: '가중치로 나누는 Gateway',
    notes:
      'HTTPRoute에는 Gateway와, 가중치를 단 Service들이 적혀 있습니다. Gateway의 Pod는 연결마다가 아니라 요청마다 뽑고, Pod로 바로 두 번째 연결을 엽니다. 가중치는 요청을 나눌 뿐, Service에 Pod가 몇 개인지는 따지지 않습니다. Gateway에서 Pod로 가는 길은 kube-proxy의 규칙을 거치지 않습니다.',
  },
  'calico-beside': {
    title: 'kube-proxy 옆의 네트워크 정책',
    notes:
      'kube-proxy는 Pod를 골라 패킷을 바꿨지만 Calico의 체인이 FORWARD에서 폐기합니다. 끝낸 규칙의 주인이 누구인지 읽어 보십시오.',
  },
  'dns-by-tcp': {
    title: '같은 이름을 TCP로',
    notes: 'TCP 53번은 같은 Service의 다른 포트이며, 규칙과 추첨도 따로 있습니다.',
  },
  'dns-by-udp': {
    title: '이름을 UDP로',
    notes: 'Pod는 이름에 연결하기 전에 여기에 묻습니다. kube-dns도 UDP 53번 포트의 평범한 Service입니다.',
  },
  'dns-on-the-node': {
    title: '연결 추적 없이 묻기',
    notes:
      'node-local-dns가 kube-dns의 주소를 자기 노드에 두고, NOTRACK이 질문을 conntrack 밖에 둡니다. Service의 규칙은 이 질문을 보지 못합니다. 캐시가 모르는 것은 TCP로 kube-dns-upstream에 묻습니다. 그때 conntrack에는 항목이 몇 개 있습니까?',
  },
  'docker-beside': {
    title: 'Docker가 바꾼 FORWARD DROP',
    notes: '붙여 넣은 실제 노드입니다. kube-proxy의 것은 모두 맞지만 Docker가 바꾼 정책 때문에 패킷이 폐기됩니다.',
  },
  elb: {
    title: '연결을 새로 여는 로드 밸런서',
    notes:
      '연결이 둘입니다. 클라이언트는 로드 밸런서와, 로드 밸런서는 Pod와 이야기합니다. 누가 물었는지는 노드에 닿기 전에 사라집니다.',
  },
  'external-ip': {
    title: 'externalIP로 오는 패킷',
    notes:
      'Service를 쓸 수 있는 사람은 externalIPs에 어떤 주소든 적을 수 있습니다. 그 주소로 가는 패킷은 어느 노드에 오든 규칙이 받습니다.',
  },
  'hairpin-off': {
    title: 'hairpin 모드가 꺼진 브리지 포트',
    notes:
      'hairpin 모드가 꺼져 있어 브리지는 들어온 포트로 프레임을 되돌려 보내지 못합니다. 그 전까지는 모두 정상입니다.',
  },
  'hairpin-seen': {
    title: '다른 Pod가 뽑히면',
    notes:
      '같은 Pod가 묻지만 이웃 Pod가 뽑힙니다. 자신에게 돌아오는 패킷에만 마크가 붙습니다. 앞 장면의 출발지와 비교해 보십시오.',
  },
  hairpin: {
    title: '자신에게 묻는 Pod',
    notes:
      'web의 유일한 Pod가 web에 묻습니다. 출발지를 바꾸지 않으면 응답이 Pod 밖으로 나가지 않으므로 규칙이 마크를 붙입니다.',
  },
  'healthy-nodes': {
    title: '정상인 노드만 패킷을 받는다',
    notes:
      'externalTrafficPolicy가 Local이면 상태 확인이 엔드포인트 없는 노드를 빼므로 아무것도 폐기되지 않고 출발지도 그대로입니다.',
  },
  'host-to-pod': {
    title: '노드가 물을 때',
    notes: '노드 자신이 묻습니다. 이 패킷은 PREROUTING을 지나지 않으므로 같은 규칙이 OUTPUT에도 걸려 있습니다.',
  },
  'in-iptables': {
    title: 'iptables, 추첨의 사다리',
    notes: '규칙마다 따로 추첨합니다. 이 순간에 머문 채 모드를 바꿔 보십시오.',
  },
  'in-nftables': {
    title: 'nftables, 추첨 한 번과 맵 하나',
    notes: '수 하나를 뽑아 맵 하나를 봅니다. Pod가 몇 개든 상관없습니다.',
  },
  'in-userspace': {
    title: 'userspace, 사이에 낀 프로세스',
    notes: 'Pod를 고르기 전에 패킷이 먼저 kube-proxy의 포트로 바뀝니다. kube-proxy는 두 번째 연결을 엽니다.',
  },
  'ipvs-rr': {
    title: 'IPVS, 차례대로',
    notes: 'rr은 차례를 돌립니다. 누구의 차례였는지는 규칙이 아니라 커널의 기억 속에 있습니다.',
  },
  'ipvs-lc': {
    title: 'IPVS, 연결이 가장 적은 곳',
    notes: 'lc는 서버마다 연결 수를 셉니다. 모두 없으면 목록의 첫 서버를 고릅니다.',
  },
  'ipvs-sh': {
    title: 'IPVS, 보낸 쪽에 따라',
    notes: 'sh는 보낸 쪽 주소로 수를 만듭니다. Pod가 그대로인 한 같은 클라이언트는 같은 Pod를 만납니다.',
  },
  'ipvs-dh': {
    title: 'IPVS, 목적지에 따라',
    notes: 'dh는 목적지로 수를 만드는데, 목적지는 누구에게나 Service입니다. Pod 하나가 모두 받습니다.',
  },
  'ipvs-wrr': {
    title: 'IPVS, 가중치를 둔 차례',
    notes: 'wrr은 가중치가 있는 rr입니다. kube-proxy는 모두 같은 가중치를 주므로 여전히 차례로 돌아갑니다.',
  },
  'ipvs-sed': {
    title: 'IPVS, 지연이 가장 짧은 곳',
    notes: 'sed는 연결이 하나 더 생기면 얼마나 바쁠지를 봅니다.',
  },
  'ipvs-nq': {
    title: 'IPVS, 기다리지 않게',
    notes: 'nq는 비교하기 전에 쉬는 서버가 있으면 그것을 고릅니다.',
  },
  'kubelet-chains': {
    title: 'kubelet의 체인',
    notes:
      '1.26까지 kubelet은 KUBE-MARK-DROP과 그 마크가 있는 패킷을 폐기하는 KUBE-FIREWALL의 규칙을 썼고, KUBE-MARK-MASQ도 kube-proxy와 똑같이 썼습니다. KUBE-FIREWALL 체인 자체는 지금도 씁니다. 여기서 마크가 붙고 KUBE-POSTROUTING의 규칙이 다시 뗍니다.',
  },
  'left-by-ipvs': {
    title: 'IPVS 모드가 남긴 것',
    notes:
      'kube-proxy를 --cleanup 없이 IPVS에서 iptables로 바꾸었습니다. kube-ipvs0에 주소가 남아 있어 패킷은 노드를 떠나지 않고, 함께 남은 KUBE-IPVS-FILTER가 Service 주소이지만 어느 Service의 포트도 아닌 패킷을 거부합니다.',
  },
  'load-balancer': {
    title: '로드 밸런서의 주소',
    notes: '로드 밸런서의 주소가 모든 노드의 규칙에 있습니다. 그 주소로 가는 패킷을 만난 노드가 직접 Pod를 고릅니다.',
  },
  'local-drops': {
    title: 'Pod 없는 Local',
    notes:
      '같은 Service라도 Pod가 없는 노드에서는 침묵입니다. 로드 밸런서의 상태 확인이 클라이언트를 이 노드에서 떼어 놓습니다.',
  },
  'local-keeps': {
    title: 'Pod 있는 Local',
    notes: 'externalTrafficPolicy가 Local이고 노드에 Pod가 있습니다. 마크가 없으니 Pod는 진짜 클라이언트를 봅니다.',
  },
  'nat-hides-the-source': {
    title: '자기 규칙이 있는 로드 밸런서',
    notes:
      '로드 밸런서가 마스커레이드합니다. Service의 정책이 무엇이든 Pod는 로드 밸런서를 봅니다. 응답은 따로 경로를 두지 않아도 돌아옵니다.',
  },
  'nat-keeps-the-source': {
    title: '목적지를 바꾸는 로드 밸런서',
    notes:
      '연결은 하나이고 바깥에서 변환됩니다. 로드 밸런서는 목적지를 노드 포트로 바꾸고 출발지는 그대로 둡니다. 그래서 응답도 로드 밸런서를 거쳐야 되돌려집니다.',
  },
  'no-device': {
    title: '어떤 장치에도 없는 주소',
    notes:
      'web의 주소가 어디에 설정되어 있는지 먼저 물어보십시오. 어디에도 없고 규칙 속에만 있습니다. 점선이 Service를 놓는 순간까지 따라가 보십시오.',
  },
  'no-dns': {
    title: '이름을 물을 곳이 없을 때',
    notes: 'web은 멀쩡하지만 kube-dns 뒤에 Pod가 없습니다. 물음이 거부되어 web으로는 아무것도 가지 않습니다.',
  },
  'no-rule': {
    title: '어느 규칙에도 없는 경로',
    notes:
      '연결은 맺어졌고 네트워크는 제 일을 다 했습니다. 404는 컨트롤러의 대답입니다. 이 호스트를 적은 Ingress가 없습니다. 엔드포인트 없는 Service라면 컨트롤러가 503으로 대답합니다.',
  },
  nobody: {
    title: '뒤에 아무도 없을 때',
    notes: '셀렉터에 맞는 Pod가 없습니다. kube-proxy가 REJECT를 쓰므로 클라이언트는 기다리지 않고 바로 압니다.',
  },
  'not-ready': {
    title: '준비되지 않은 Pod',
    notes: '준비되지 않은 Pod는 엔드포인트가 아닙니다. 그리로 가는 규칙이 없고 나머지가 몫을 나눕니다.',
  },
  'on-windows': {
    title: 'Windows 노드가 Pod를 고른다',
    notes:
      '여기에는 규칙이 없습니다. kube-proxy가 HNS에 로드 밸런서 정책을 요청했고, 가상 스위치의 VFP가 밖에서는 알 수 없는 해시로 엔드포인트 하나를 고릅니다. 기록한 것이 아니라 문서를 따른 것입니다.',
  },
  'one-pod': {
    title: 'Pod 하나, 추첨 없음',
    notes: '엔드포인트가 하나면 statistic이 필요 없습니다. 규칙은 언제나 ‘예’입니다.',
  },
  'ping-a-service': {
    title: 'ping에는 누가 응답할까',
    notes:
      'web에 ping을 보냅니다. 규칙은 TCP 80번 포트만 말하므로 아무도 받지 않습니다. 패킷은 기본 경로를 따라 게이트웨이까지 가지만, 게이트웨이는 포워딩하지 않으므로(ip_forward가 0) 거기서 사라집니다.',
  },
  'ping-in-ipvs': {
    title: 'IPVS 모드의 ping',
    notes:
      '같은 ping을 IPVS 모드에서 보냅니다. kube-ipvs0에 주소가 있어 패킷이 들어오지만, 가상 서버가 받지 않는 것은 KUBE-IPVS-FILTER가 거부합니다.',
  },
  'ping-in-old-ipvs': {
    title: '같은 ping을 1.24에서',
    notes:
      '그 필터가 없던 1.24 릴리스의 IPVS 모드입니다. kube-ipvs0의 주소로 노드가 직접 응답합니다. Pod는 본 적도 없으므로 ping은 Service에 대해 아무것도 알려 주지 않습니다.',
  },
  'policy-or-service': {
    title: '정책일까, Service일까',
    notes:
      'Service가 Pod를 고르고 목적지도 바꿨지만 패킷은 폐기됩니다. NetworkPolicy가 이 Pod를 선택하는데 client는 허용 대상이 아니기 때문입니다. 폐기한 체인은 누구의 것입니까?',
  },
  'proxy-stopped': {
    title: 'kube-proxy는 멈추고 규칙은 남고',
    notes:
      'kube-proxy는 패킷의 길에 없습니다. node1의 kube-proxy가 멈춰도 규칙은 여전히 web으로 이끕니다. 다만 멈춘 때의 규칙입니다. Pod가 더는 준비되지 않았는데도 node1은 그리로 보냅니다.',
  },
  'routed-from-outside': {
    title: '노드가 아니어도 Pod 네트워크에',
    notes:
      '클라우드의 라우팅 테이블이 각 노드의 Pod 네트워크를 그 노드로 보냅니다. BGP로도 그렇게 됩니다. 그래서 클러스터 밖의 머신이 Pod를 주소로 바로 부릅니다. Service도 규칙도 NAT도 없습니다.',
  },
  'source-ranges': {
    title: '목록에 없는 클라이언트',
    notes: 'loadBalancerSourceRanges는 203.0.113.0/24만 허용합니다. 이 클라이언트는 거기에 없습니다.',
  },
  'ten-pods': {
    title: 'Pod 열 개',
    notes:
      '추첨은 많아야 아홉 번입니다. 1/10, 1/9에서 1/2까지. 첫 번째는 연결마다 추첨하지만 아홉 번째까지 가는 것은 2/10입니다.',
  },
  'the-api-server': {
    title: 'kubernetes라는 Service',
    notes:
      'API 서버에도 Service를 거쳐 갑니다. 엔드포인트는 Pod 네트워크의 Pod가 아닙니다. 주소가 무엇으로 바뀌는지 보십시오.',
  },
  'three-networks': {
    title: '세 가지 네트워크',
    notes:
      'Service 없이 Pod가 Pod에 묻습니다. 노드의 네트워크, Pod의 네트워크, 그리고 이 패킷이 거치지 않는 Service의 네트워크를 세어 보십시오.',
  },
  'through-ipip': {
    title: 'Calico: 브리지 없이, IP 속의 IP로',
    notes:
      'Pod마다 자기만의 링크(cali*)와 어디에도 없는 게이트웨이 169.254.1.1이 있고, 다른 노드로 가는 패킷은 tunl0으로 나갑니다. 목적지는 어디에서 되돌려집니까?',
  },
  'through-vxlan': {
    title: '패킷 속의 패킷',
    notes:
      'node1이 묻고 Pod는 VXLAN 너머에 있습니다. Pod가 보는 출발지 주소는 무엇이고, 선 위에서 보이는 두 주소는 무엇입니까?',
  },
  'two-backends': {
    title: '한 노드의 두 백엔드',
    notes: 'iptables-legacy와 nf_tables에 규칙이 함께 있으면 커널은 둘 다 거칩니다. 한쪽만 보면 절반만 보는 것입니다.',
  },
  'two-pods': {
    title: 'Pod 둘, 추첨 한 번',
    notes: '1/2 추첨 한 번이면 충분하고, 남은 것은 추첨하지 않습니다. 결과가 나오기 전에 맞혀 보게 하십시오.',
  },
  'who-is-asking': {
    title: '누가 묻는 걸까',
    notes:
      'Pod의 로그에 무엇이 남을지 물어보십시오. 노드의 주소입니다. 응답이 돌아올 수 있도록 클라이언트의 주소를 바꿨기 때문입니다.',
  },
  'why-this-pod': {
    title: '왜 이 Pod일까',
    notes: 'Pod 셋, 추첨 두 번. 처음은 1/3, 그다음은 나머지의 1/2입니다. 두 번째가 왜 다시 1/3이 아닌지 물어보십시오.',
  },
  'why-userspace-went': {
    title: '왜 사라졌을까',
    notes:
      '모든 바이트가 프로세스를 지나고, Pod는 누가 물었는지 보지 못합니다. Kubernetes 1.26에서 이 모드는 사라졌습니다.',
  },
  'windows-source': {
    title: 'Windows에서 Pod에 보이는 상대',
    notes:
      'DSR이 아니면 응답이 이 노드를 거쳐 돌아와야 하므로 Pod에는 클라이언트가 아니라 노드가 보입니다. winkernel.enableDSR을 켜면 출발지가 그대로 남습니다.',
  },
} satisfies Translated<typeof EN.SCENE_WORDS>;

/** Reasons below the figures of scenes, shown once the question is answered: why it ended so, where the moment does not say. */
export const SCENE_REASONS = {
  'a-name':
    '이름을 먼저 물었고, 그 물음도 kube-dns로 가는 패킷이었습니다. 앞 장면으로 돌아가 보십시오. 그때 받은 응답, 곧 web의 주소를 이 패킷이 싣고 있고, 규칙이 보는 것도 그 주소입니다.',
  'asked-from-outside':
    '게이트웨이는 패킷이 끝나는 자리일 뿐, 까닭이 아닙니다. web의 주소는 어느 장치에도 없고, 그것을 Pod의 주소로 바꾸는 것은 노드의 규칙인데 이 패킷은 노드에 닿지 않습니다. 바깥에서 쓰라고 있는 것은 노드 포트, 외부 IP, 로드 밸런서입니다.',
  'ping-a-service':
    '패킷은 게이트웨이에서 끝나지만, 까닭은 node1에 있습니다. web에 대한 kube-proxy의 규칙은 TCP 80번 포트에 대한 것이고 ping은 ICMP입니다. 맞는 규칙이 없어 주소가 그대로 남고, 그 주소는 어느 장치에도 없습니다. 게이트웨이가 패킷을 넘겨 준다 해도 web의 Pod에는 닿지 못합니다.',
  'two-backends':
    'kube-proxy의 규칙은 iptables-legacy에 있고, 그 FORWARD는 이 패킷을 보내 줍니다. 거부한 규칙은 nf_tables에 있습니다. 커널은 둘 다 묻습니다.',
} satisfies Translated<typeof EN.SCENE_REASONS>;
