import type { GlossaryTerm } from '../glossary';
import type * as EN from '../en/glossary';
import type { Translated } from '../translated';
import { HOOKS, TABLE_ORDER } from '../../core/linux/hooks';
import { HOOK_WORDS } from './glossary-hooks';

/** `INPUT: mangle, filter, security, nat; …`, as the engine asks them. */
const TABLES_AT_HOOKS = HOOKS.map((hook) => `${hook}: ${TABLE_ORDER[hook].join(', ')}`).join('; ');

/** Every term the page explains on hover, in the order the help dialog lists them. */
export const GLOSSARY_WORDS = {
  ...HOOK_WORDS,
  service:
    '계속 바뀌는 Pod 집합 앞에 놓이는 고정된 주소입니다. 이 주소에서 수신하는 프로세스는 없으며, 각 노드의 규칙이 이를 Pod 주소로 바꿉니다.',
  'cluster-ip':
    '클러스터 안에서 쓰는 Service의 가상 주소입니다. 어떤 장치에도 없고 규칙 안에만 있습니다. IPVS 모드에서는 모든 노드의 kube-ipvs0에도 있습니다.',
  'node-port':
    'Service를 위해 모든 노드가 받는 포트이며, 기본 범위는 30000부터 32767까지입니다. 노드의 어느 주소에서 받는지는 nodePortAddresses가 정합니다.',
  'endpoint-slice': 'Service 뒤에 있는 주소들과 각 주소의 ready, serving, terminating 상태를 담은 API 객체입니다.',
  pod: '네트워크 네임스페이스와 주소 하나를 함께 쓰는 하나 이상의 컨테이너입니다.',
  node: '클러스터를 이루는 머신입니다. 커널과 규칙, kube-proxy를 각각 따로 가집니다.',
  'kube-proxy':
    '모든 노드에서 Service와 EndpointSlice를 지켜보며 커널 규칙을 쓰는 프로그램입니다. 패킷을 직접 다루는 것은 userspace 모드뿐입니다.',
  netfilter: '다섯 개의 훅에서 패킷을 멈추고 그곳의 규칙에 비추어 보는 Linux 커널의 일부입니다.',
  hook: `패킷이 지나는 길의 다섯 지점 ${HOOKS.join(', ')} 가운데 하나입니다.`,
  table: `한 가지 목적을 위한 체인 모음입니다. 훅마다 그곳에 체인이 있는 테이블을 정해진 순서로 거칩니다. ${TABLES_AT_HOOKS}.`,
  chain: '규칙의 목록입니다. 하나가 결정할 때까지 처음부터 차례로 시험합니다.',
  rule: '조건과 타깃으로 이루어집니다. 모든 조건이 맞으면 타깃이 패킷의 처리를 정합니다.',
  policy: '어떤 규칙도 결정하지 않은 패킷에 대해 내장 체인이 내리는 결론입니다.',
  dnat: '목적지를 바꿔 씁니다. Service의 주소가 Pod의 주소가 되는 방법입니다.',
  snat: '출발지를 바꿔 써서 응답이 이 노드로 돌아오게 합니다.',
  masquerade: '패킷이 나가는 인터페이스의 주소로 하는 SNAT입니다.',
  mark: '한 노드 안에서 커널이 패킷에 붙여 두는 숫자입니다. kube-proxy는 나중에 MASQUERADE를 하도록 그중 한 비트(기본값 0x4000)를 설정합니다.',
  conntrack:
    '커널이 연결을 기억하는 곳입니다. 연결의 첫 패킷만 nat 테이블을 거치고, 이후 패킷과 응답은 항목을 따릅니다.',
  'conntrack-entry': '기억된 연결 하나로, 요청의 튜플과 응답에서 기대되는 튜플, 상태, 타이머를 담습니다.',
  tuple: '프로토콜, 출발지 주소와 포트, 목적지 주소와 포트로, 연결의 한 방향을 식별합니다.',
  hairpin:
    'Pod가 자신의 Service를 거쳐 자기 자신에게 닿는 경우입니다. 패킷이 브리지의 같은 포트로 나갔다가 돌아옵니다.',
  bridge: '커널 안의 스위치입니다. 브리지 CNI에서는 노드의 Pod들이 그 포트가 됩니다.',
  veth: '양쪽 끝이 있는 가상 케이블입니다. 한쪽은 Pod 안의 eth0이고 다른 쪽은 노드에 있습니다.',
  netns: '장치, 경로, 규칙을 따로 가지는 독립된 네트워크 스택입니다. Pod마다 하나씩, 노드에도 하나 있습니다.',
  route: '어떤 장치와 어떤 이웃을 거쳐 주소에 닿는지 말해 줍니다. 가장 길게 일치하는 프리픽스가 이깁니다.',
  'traffic-policy':
    'Cluster는 외부 트래픽을 모든 Pod로 보낼 수 있지만 출발지를 감춥니다. Local은 자기 노드의 Pod로만 보내며 출발지를 그대로 둡니다. 대개 type이 LoadBalancer인 Service에 쓰며, 로드 밸런서는 healthCheckNodePort로 노드마다 Pod가 있는지 묻습니다.',
  'session-affinity':
    'ClientIP로 두면 한동안 같은 출발지 주소를 같은 Pod로 보냅니다. iptables 모드에서는 recent 매치가, nftables 모드에서는 집합이, IPVS 모드에서는 persistent 가상 서버가 기억합니다.',
  'load-balancer': '클라우드나 MetalLB 같은 컨트롤러가 준 클러스터 밖의 주소도 가지는 Service입니다.',
  martian: '있을 수 없는 출발지: 그 장치로 들어올 수 없는 주소입니다. 커널은 그런 패킷을 폐기합니다.',
  iptables:
    '차례로 하나씩 시험하는 netfilter 규칙과 그것을 다루는 도구입니다. kube-proxy의 iptables 모드는 모든 Service를 이런 규칙의 체인으로 씁니다.',
  nftables: '커널에서 iptables를 잇는 규칙 체계입니다. Service가 아무리 많아도 맵에서 한 번의 조회로 찾습니다.',
  ipvs: '커널 안의 로드 밸런서입니다. 가상 서버와 실제 서버를 두고 rr 같은 스케줄러가 고릅니다. IPVS 모드에서는 IPVS가 Pod를 고르고 나머지는 iptables가 합니다.',
  'kube-ipvs0':
    'IPVS 모드가 Service의 주소를 붙여 두는 더미 장치입니다. 그래서 그 주소로 가는 패킷은 이 호스트의 것이 되어 IPVS가 기다리는 INPUT으로 옵니다. 이 장치로 나가는 패킷은 없습니다.',
  ipset:
    '규칙 하나가 한 번에 조회하는, 커널 안의 주소나 포트, 네트워크의 집합입니다. IPVS 모드는 Service를 집합에 둡니다.',
  cni: 'Pod에 장치와 주소, 경로를 주는 인터페이스와 그 플러그인입니다. kube-proxy가 하는 일이 아닙니다.',
  kubelet:
    '모든 노드에서 Pod를 시작하고 준비되었는지 알리는 프로그램입니다. KUBE-FIREWALL처럼 자신의 체인도 몇 개 만듭니다.',
  headless: 'clusterIP가 None인 Service입니다. kube-proxy는 아무것도 쓰지 않고, DNS가 Pod의 주소로 바로 응답합니다.',
  dns: 'Service로 패킷을 보내기 전에 그 이름을 clusterIP로 바꿉니다. DNS도 하나의 Service(보통 kube-dns)이며 CoreDNS Pod가 응답합니다.',
  ingress:
    '호스트와 경로에 따른 HTTP 규칙입니다. 컨트롤러의 Pod가 실행하며, 패킷은 그곳에서 끝나고 뒤의 Pod로 새 연결이 시작됩니다. kube-proxy는 Ingress를 모릅니다.',
  reject:
    '패킷을 끝내고 ICMP 오류나 TCP 리셋으로 보낸 쪽에 알리는 타깃입니다. DROP은 알리지 않습니다. kube-proxy는 엔드포인트가 없는 것을 이렇게 거부합니다.',
  'rfc-1918':
    '사설 네트워크를 위한 주소 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16입니다. 그중 하나로 착각하기 쉬운 192.167.0.0/16은 공인 주소라서, Pod에 이 주소를 쓰는 클러스터에서는 그 주소의 실제 호스트에 닿을 수 없습니다.',
  'proxy-mode':
    'kube-proxy가 노드에서 패킷을 나누는 방식입니다. iptables 모드와 userspace 모드는 iptables 규칙을 씁니다. IPVS 모드도 마스커레이드와 필터링은 ipset 집합과 함께 iptables에 맡깁니다. nftables 모드와 kernelspace 모드(Windows, HNS)는 iptables를 전혀 쓰지 않습니다.',
  privileged:
    '노드의 커널을 바꿀 수 있는 컨테이너입니다. kube-proxy의 Pod가 그런 경우이며 노드의 네트워크도 함께 씁니다. 그렇지 않으면 규칙이 패킷이 지나지 않는 자신의 네임스페이스에 쓰이게 됩니다. 애플리케이션 Pod에는 둘 다 필요 없습니다.',
  'network-device':
    '패킷이 들어오고 나가는 곳입니다. 물리 장치는 카드이고 lo, veth, bridge, dummy, 터널 같은 나머지는 커널이 만듭니다. 연결을 직접 받는 프록시는 장치의 주소에서 수신하지만 규칙에는 장치가 필요 없습니다. 그래서 Service의 주소는 어떤 장치에도 없습니다.',
  watch:
    'API 서버에 보내는 하나의 HTTP 요청으로, 응답이 끝나지 않습니다. 요청한 객체가 바뀔 때마다 그 응답의 다음 조각으로 옵니다. 그래서 kube-proxy는 다시 묻지 않고도 한 번의 지연 뒤에 새 엔드포인트를 압니다.',
  'system-call':
    '프로세스가 소켓의 데이터 같은 것을 커널에 요청하는 방법입니다. userspace 모드는 데이터 조각마다 여러 번 호출하고 커널과 프로세스 사이를 두 번 오갑니다. 커널 안의 규칙은 한 번도 필요 없습니다. 한 번에 걸리는 시간은 머신마다 달라서 이 페이지는 횟수만 셉니다.',
  'port-forward':
    'kubectl port-forward는 내 머신에 포트를 열고 그 데이터를 API 서버와 kubelet을 거쳐 Pod의 localhost로 나릅니다. Service도, 노드의 규칙도, Pod 네트워크도 거치지 않으므로 이들이 고장 나도 동작합니다.',
  'native-routing':
    '클러스터 옆의 네트워크가 Pod로 가는 길을 아는 경우입니다(클라우드 VPC의 경로나 BGP). 그러면 노드가 아닌 머신도 Pod 주소로 Pod에 닿습니다. Service 주소에는 여전히 닿지 못합니다. 그에 대한 규칙이 없기 때문입니다.',
  'service-mesh':
    '각 Pod 안의 프록시(Istio, Linkerd)가 Pod 안의 규칙으로 연결을 가로채고 엔드포인트를 직접 고릅니다. 그래서 kube-proxy의 규칙은 거치지 않습니다. 붙여 넣은 규칙에서 그 체인의 이름은 알려 주지만 프록시의 동작은 여기서 따라가지 않습니다.',
  'cni-plugin':
    '/opt/cni/bin에 있는 프로그램입니다. /etc/cni/net.d의 .conflist가 Pod마다 부를 플러그인을 차례로 적습니다. 먼저 Pod를 잇는 것(bridge, ptp, calico, flannel), 다음에 다른 것(hostPort를 위한 portmap, bandwidth)을 부릅니다. 무엇이 설치되어 있는지는 노드의 디스크에 달려 있으며, 적혀 있는데 없으면 Pod는 네트워크 없이 남습니다.',
  'cni-add':
    'CNI로 말하는 방법입니다. 컨테이너 런타임이 환경 변수 CNI_COMMAND=ADD(나중에는 DEL), CNI_CONTAINERID, CNI_NETNS, CNI_IFNAME을 주고 구성을 JSON으로 표준 입력에 넣어 플러그인을 실행합니다. 플러그인은 준 주소를 JSON으로 출력하거나 코드가 있는 오류를 출력합니다. 이들 없이 손으로 실행하면 그 오류가 나옵니다.',
  'external-dns':
    'Service와 Ingress의 주소를 클러스터 밖의 DNS 서버에 등록하는 컨트롤러입니다. 클러스터의 DNS는 그런 이름을 모릅니다. 그 이름에 대한 질의는 밖으로 나가며, 이 페이지에서는 거기서 끝납니다.',
  'network-policy':
    '어떤 Pod가 어떤 Pod와 통신해도 되는지 정합니다. kube-proxy는 읽지 않습니다. Calico의 Felix 같은 엔진이 그에 대한 체인을 쓰며 패킷은 Service 규칙의 앞이나 뒤에서 이를 지납니다. 붙여 넣은 체인(cali-pi-…, 프로필)으로 패킷의 길은 따라가지만 그 뒤의 객체를 되살리지는 않습니다.',
  hns: 'Windows의 Host Network Service입니다. 네트워크, 엔드포인트, 로드 밸런서 정책을 여기에 요청합니다. kernelspace 모드의 kube-proxy는 Service의 주소마다 정책을 요청합니다.',
  vswitch: 'Windows 노드의 가상 스위치입니다. Pod마다, 노드 자신과 바깥 네트워크가 그 포트입니다.',
  vfp: 'Windows 가상 스위치 안의 Virtual Filtering Platform입니다. 포트마다 규칙의 레이어가 있으며, 로드 밸런서 정책의 엔드포인트를 해시로 고르고 주소를 변환합니다.',
  dsr: 'Direct server return입니다. 응답이 로드 밸런서를 다시 거치지 않고 클라이언트로 갑니다. Windows(enableDSR)에서는 요청하는 Pod에서 목적지만 바뀌고 출발지는 그대로입니다.',
  'source-vip':
    'Windows 노드의 podCIDR에 속한 주소로, 오버레이에서 로드 밸런서 정책을 지난 패킷의 출발지가 됩니다. 그래서 응답이 그 노드로 돌아옵니다. kube-proxy에는 winkernel.sourceVip로 알려 줍니다.',
} satisfies Translated<typeof EN.GLOSSARY_WORDS>;

/** Terms that sentences of this language have a word of their own for. */
export const OWN_TERMS: Readonly<Partial<Record<GlossaryTerm, string>>> = {
  rule: '규칙',
  chain: '체인',
  table: '테이블',
  hook: '훅',
  route: '경로',
  mark: '마크',
  policy: '정책',
  bridge: '브리지',
  node: '노드',
};
