import type * as EN from '../../en/phrases/ebpf';
import type { Translated } from '../../translated';

/** Why cilium-agent wrote an entry of its load balancer's maps, and what it left out. */
export const EBPF_PHRASES = {
  'kubernetes.ebpf.rule.feeder': 'Cilium은 자신의 체인을 맨 앞에 둡니다.',
  'kubernetes.ebpf.rule.forward': '노드의 IP 스택을 지나는 Pod 패킷(legacy host routing)을 통과시킵니다.',
  'kubernetes.ebpf.rule.masquerade':
    'enable-bpf-masquerade 설정이 꺼져 있으므로 Pod가 클러스터 밖으로 보내는 패킷은 노드의 주소를 씁니다.',
  'kubernetes.ebpf.rule.proxy-return': 'Cilium 프록시의 응답은 출발지를 그대로 둡니다.',
  'kubernetes.ebpf.rule.host-to-pods':
    '노드가 Pod로 보내는 패킷은 cilium_host의 주소를 써서 응답이 터널로 돌아오게 합니다.',
  'kubernetes.ebpf.rule.loopback-to-pods': '127.0.0.1에서 온 패킷은 cilium_host의 주소를 씁니다.',
  'kubernetes.ebpf.cluster-ip':
    '서비스 {name}의 clusterIP입니다. 이 노드의 클라이언트는 연결할 때 이 항목을 찾습니다. bpf-lb-external-clusterip를 켜지 않으면 외부에서는 사용할 수 없습니다.',
  'kubernetes.ebpf.node-port':
    '서비스 {name}의 nodePort입니다. 소켓만 찾는 와일드카드 주소로 한 번, nodePort에 응답하는 노드 주소마다 한 번씩 기록됩니다.',
  'kubernetes.ebpf.load-balancer': '서비스 {name}의 로드 밸런서 주소입니다.',
  'kubernetes.ebpf.external-ip':
    '서비스 {name}의 external IP입니다. 노드 자신의 주소가 아니면 클러스터 안의 소켓은 이 주소를 변환하지 않습니다(CVE-2020-8554).',
  'kubernetes.ebpf.host-port': '이 노드에서 실행 중인 Pod {name}의 hostPort입니다.',
  'kubernetes.ebpf.wildcard':
    '{name}의 이 주소로 외부에서 들어온 나머지 패킷은 노드에 올라가거나 맴돌지 않고 폐기됩니다(1.19부터).',
  'kubernetes.ebpf.backend': '{name}의 엔드포인트입니다.',
  'kubernetes.ebpf.host-port-in-range':
    '에이전트는 hostPort {port}을(를) 기록하지 않습니다. node-port-range({from}–{to}) 안에 있기 때문입니다. 범위 밖의 포트를 선택하십시오.',
  'kubernetes.ebpf.frontend-taken':
    '{address}은(는) 이미 {owner}의 것이므로 에이전트는 {name}에 대해 기록하지 않습니다. 둘 중 하나에 다른 주소나 포트를 주십시오.',
  'kubernetes.ebpf.bad-flag':
    '{name}에 {value}을(를) 쓸 수 없습니다. 가능한 값: {known}. 에이전트가 시작되지 않습니다.',
} satisfies Translated<typeof EN.EBPF_PHRASES>;

/** Why a program of eBPF did what it did. */
export const SIM_EBPF_PHRASES = {
  'sim.ebpf.untouched-pod-socket':
    'Pod의 소켓은 건드리지 않습니다(bpf-lb-sock-hostns-only). Pod 인터페이스의 프로그램이 변환합니다.',
  'sim.ebpf.untouched-protocol': '소켓에서는 TCP와 UDP만 변환합니다.',
  'sim.ebpf.untouched-no-service': '이 주소와 포트를 가진 프런트엔드가 없으므로 그대로 보냅니다.',
  'sim.ebpf.untouched-external-ip': '이 노드의 주소가 아닌 external IP는 건드리지 않고(CVE-2020-8554) 그대로 보냅니다.',
  'sim.ebpf.untouched-host-port': '이 노드의 주소가 아닌 hostPort는 건드리지 않습니다.',
  'sim.ebpf.untouched-loopback-only': '이 hostPort는 loopback으로만 닿을 수 있습니다.',
  'sim.ebpf.by-connection': '이미 아는 연결이므로 백엔드를 그대로 씁니다.',
  'sim.ebpf.by-affinity': '세션 어피니티에 따라 이 클라이언트가 마지막에 쓴 백엔드를 고릅니다.',
  'sim.ebpf.by-random': '활성 슬롯 가운데 하나를 같은 확률로 뽑습니다.',
  'sim.ebpf.by-maglev': 'Maglev 표에서 클라이언트의 주소와 포트가 가리키는 자리에 이 백엔드가 있습니다.',
  'sim.ebpf.no-backend-socket':
    '{service}에 활성 백엔드가 없어 connect()가 EHOSTUNREACH(“No route to host”)로 실패합니다. 패킷은 나가지 않습니다.',
  'sim.ebpf.no-backend':
    '{service}에 활성 백엔드가 없어 TCP에도 ICMP port unreachable로 응답합니다(service-no-backend-response: reject).',
  'sim.ebpf.getpeername': '패킷은 {from}에서 왔지만 getpeername()은 요청했던 주소인 {service}을(를) 돌려줍니다.',
  'sim.ebpf.recvmsg': '데이터그램은 {from}에서 왔지만 recvmsg()는 요청했던 주소인 {service}을(를) 보여 줍니다.',
  'sim.ebpf.no-frontend': '목적지가 프런트엔드가 아니거나 여기서 변환하는 대상이 아닙니다.',
  'sim.ebpf.drop': '프로그램이 응답 없이 폐기합니다: {why}.',
  'sim.ebpf.to-endpoint':
    '이 노드의 엔드포인트(cilium_lxc)이므로 인터페이스 뒤로 바로 넣고 netfilter 훅을 거치지 않습니다.',
  'sim.ebpf.restored': '이 Pod에서 변환한 연결의 응답이므로 출발지를 다시 서비스 주소로 바꿉니다.',
  'sim.ebpf.redirect': '프로그램이 직접 경로를 찾아 {device}(으)로 넘기므로 netfilter 훅을 거치지 않습니다.',
  'sim.ebpf.no-route': '프로그램이 경로를 찾지 못했습니다.',
  'sim.ebpf.tunnel':
    '이 주소는 {node} 뒤에 있습니다(cilium_ipcache). 회선에서는 노드 사이의 패킷이고 이 패킷은 그 안에 들어 있습니다.',
  'sim.ebpf.dsr': '패킷에 {service}을(를) 실어 보내므로 백엔드의 노드가 클라이언트에 직접 응답합니다.',
  'sim.ebpf.dsr-geneve':
    '패킷을 Geneve로 감싸 백엔드의 노드로 보내며, Geneve 옵션(클래스 0x014b, 유형 0x81)에 {service}을(를) 싣습니다. 그 노드가 클라이언트에 직접 응답합니다.',
  'sim.ebpf.reverse-snat':
    '여기서 출발지를 바꾼 패킷의 응답이므로(cilium_snat_v4_external) 목적지를 다시 클라이언트로 바꿉니다.',
  'sim.ebpf.reverse-dnat': '여기서 변환한 연결이므로 응답의 출발지를 서비스 주소로 바꿉니다(cilium_lb4_reverse_nat).',
  'sim.ebpf.masquerade': 'Pod의 패킷이 클러스터를 나가므로 장치의 프로그램이 노드 주소를 출발지로 씁니다.',
  'sim.ebpf.from-host': '노드에서 Pod로 가는 길인 cilium_host입니다.',
  'sim.ebpf.dsr-inside':
    '다른 노드가 어떤 서비스를 요청했는지 알려 주었고(DSR) 요청한 쪽도 이 노드의 Pod입니다. 이때 응답이 어떻게 서비스 주소를 갖게 되는지는 소스에서 확인하지 못했습니다.',
  'sim.ebpf.dsr-in-tunnel':
    'DSR은 Pod가 라우팅되는 곳에서는 IP 옵션으로, Geneve 터널에서는 Geneve로 서비스를 알립니다(bpf-lb-dsr-dispatch). 이 터널에서 어떻게 되는지는 소스에서 확인하지 못했습니다.',
  'sim.ebpf.hairpin-six':
    'Pod 자신이 백엔드로 선택되었습니다. IPv4에서는 169.254.42.1을 출발지로 쓰지만 IPv6에는 그런 주소가 없으며, 이 패킷이 어떻게 되는지는 소스에서 확인하지 못했습니다.',
  'sim.ebpf.no-endpoint':
    '경로는 cilium_host로 이어지지만 이 노드의 엔드포인트가 아닙니다. 이후의 동작은 소스에서 확인하지 못했습니다.',
} satisfies Translated<typeof EN.SIM_EBPF_PHRASES>;
