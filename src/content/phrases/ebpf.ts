import type { PhraseBook } from './phrase-book';

/** Why cilium-agent wrote an entry of its load balancer's maps, and what it left out. */
export const EBPF_PHRASES = {
  'kubernetes.ebpf.rule.feeder': {
    en: 'Cilium puts its own chain first.',
    ko: 'Cilium은 자신의 체인을 맨 앞에 둡니다.',
  },
  'kubernetes.ebpf.rule.forward': {
    en: 'Packets of Pods that pass the IP stack of the node (legacy host routing) are let through.',
    ko: '노드의 IP 스택을 지나는 Pod 패킷(legacy host routing)을 통과시킵니다.',
  },
  'kubernetes.ebpf.rule.masquerade': {
    en: 'What a Pod sends out of the cluster gets the node’s address, since enable-bpf-masquerade is off.',
    ko: 'enable-bpf-masquerade 설정이 꺼져 있으므로 Pod가 클러스터 밖으로 보내는 패킷은 노드의 주소를 씁니다.',
  },
  'kubernetes.ebpf.rule.proxy-return': {
    en: 'Answers of Cilium’s proxy keep their source.',
    ko: 'Cilium 프록시의 응답은 출발지를 그대로 둡니다.',
  },
  'kubernetes.ebpf.rule.host-to-pods': {
    en: 'What the node sends to Pods gets the address of cilium_host, so that answers come back through the tunnel.',
    ko: '노드가 Pod로 보내는 패킷은 cilium_host의 주소를 써서 응답이 터널로 돌아오게 합니다.',
  },
  'kubernetes.ebpf.rule.loopback-to-pods': {
    en: 'What comes from 127.0.0.1 gets the address of cilium_host.',
    ko: '127.0.0.1에서 온 패킷은 cilium_host의 주소를 씁니다.',
  },
  'kubernetes.ebpf.cluster-ip': {
    en: 'The clusterIP of Service {name}. Clients on the node find it when they connect; from outside it is not routable unless bpf-lb-external-clusterip is on.',
    ko: '서비스 {name}의 clusterIP입니다. 이 노드의 클라이언트는 연결할 때 이 항목을 찾습니다. bpf-lb-external-clusterip를 켜지 않으면 외부에서는 사용할 수 없습니다.',
  },
  'kubernetes.ebpf.node-port': {
    en: 'The nodePort of Service {name}: once for any address, which only sockets look up, and once for each address of the node that answers nodePorts.',
    ko: '서비스 {name}의 nodePort입니다. 소켓만 찾는 와일드카드 주소로 한 번, nodePort에 응답하는 노드 주소마다 한 번씩 기록됩니다.',
  },
  'kubernetes.ebpf.load-balancer': {
    en: 'A load balancer address of Service {name}.',
    ko: '서비스 {name}의 로드 밸런서 주소입니다.',
  },
  'kubernetes.ebpf.external-ip': {
    en: 'An external IP of Service {name}. Sockets of the cluster leave it alone unless it is an address of their node (CVE-2020-8554).',
    ko: '서비스 {name}의 external IP입니다. 노드 자신의 주소가 아니면 클러스터 안의 소켓은 이 주소를 변환하지 않습니다(CVE-2020-8554).',
  },
  'kubernetes.ebpf.host-port': {
    en: 'A hostPort of Pod {name}, which runs on this node.',
    ko: '이 노드에서 실행 중인 Pod {name}의 hostPort입니다.',
  },
  'kubernetes.ebpf.wildcard': {
    en: 'Whatever else is sent from outside to this address of {name} is dropped, instead of going to the node itself or round in circles (from 1.19 on).',
    ko: '{name}의 이 주소로 외부에서 들어온 나머지 패킷은 노드에 올라가거나 맴돌지 않고 폐기됩니다(1.19부터).',
  },
  'kubernetes.ebpf.backend': {
    en: 'An endpoint of {name}.',
    ko: '{name}의 엔드포인트입니다.',
  },
  'kubernetes.ebpf.host-port-in-range': {
    en: 'The agent leaves hostPort {port} out, because it is within node-port-range ({from}–{to}). Choose a port outside of it.',
    ko: '에이전트는 hostPort {port}을(를) 기록하지 않습니다. node-port-range({from}–{to}) 안에 있기 때문입니다. 범위 밖의 포트를 선택하십시오.',
  },
  'kubernetes.ebpf.frontend-taken': {
    en: '{address} belongs to {owner} already, so the agent leaves it out for {name}. Give one of them another address or port.',
    ko: '{address}은(는) 이미 {owner}의 것이므로 에이전트는 {name}에 대해 기록하지 않습니다. 둘 중 하나에 다른 주소나 포트를 주십시오.',
  },
  'kubernetes.ebpf.bad-flag': {
    en: '{name} cannot be {value}: it takes {known}. The agent would not start.',
    ko: '{name}에 {value}을(를) 쓸 수 없습니다. 가능한 값: {known}. 에이전트가 시작되지 않습니다.',
  },
} as const satisfies PhraseBook;

/** Why a program of eBPF did what it did. */
export const SIM_EBPF_PHRASES = {
  'sim.ebpf.untouched-pod-socket': {
    en: 'Sockets of Pods are left alone (bpf-lb-sock-hostns-only): the program at the interface of the Pod translates.',
    ko: 'Pod의 소켓은 건드리지 않습니다(bpf-lb-sock-hostns-only). Pod 인터페이스의 프로그램이 변환합니다.',
  },
  'sim.ebpf.untouched-protocol': {
    en: 'Sockets are translated for TCP and UDP only.',
    ko: '소켓에서는 TCP와 UDP만 변환합니다.',
  },
  'sim.ebpf.untouched-no-service': {
    en: 'No frontend has this address and port: it is sent as it is.',
    ko: '이 주소와 포트를 가진 프런트엔드가 없으므로 그대로 보냅니다.',
  },
  'sim.ebpf.untouched-external-ip': {
    en: 'An external IP that is no address of this node is left alone (CVE-2020-8554): it is sent as it is.',
    ko: '이 노드의 주소가 아닌 external IP는 건드리지 않고(CVE-2020-8554) 그대로 보냅니다.',
  },
  'sim.ebpf.untouched-host-port': {
    en: 'A hostPort of an address that is not this node’s is left alone.',
    ko: '이 노드의 주소가 아닌 hostPort는 건드리지 않습니다.',
  },
  'sim.ebpf.untouched-loopback-only': {
    en: 'This hostPort is reached through loopback only.',
    ko: '이 hostPort는 loopback으로만 닿을 수 있습니다.',
  },
  'sim.ebpf.by-connection': {
    en: 'The connection is known: it keeps its backend.',
    ko: '이미 아는 연결이므로 백엔드를 그대로 씁니다.',
  },
  'sim.ebpf.by-affinity': {
    en: 'Session affinity: this client had this backend last.',
    ko: '세션 어피니티에 따라 이 클라이언트가 마지막에 쓴 백엔드를 고릅니다.',
  },
  'sim.ebpf.by-random': {
    en: 'One of the active slots is drawn, each as likely as the others.',
    ko: '활성 슬롯 가운데 하나를 같은 확률로 뽑습니다.',
  },
  'sim.ebpf.by-maglev': {
    en: 'The Maglev table has this backend at the place of the client’s address and port.',
    ko: 'Maglev 표에서 클라이언트의 주소와 포트가 가리키는 자리에 이 백엔드가 있습니다.',
  },
  'sim.ebpf.no-backend-socket': {
    en: '{service} has no active backend: connect() fails with EHOSTUNREACH, “No route to host”. No packet is sent.',
    ko: '{service}에 활성 백엔드가 없어 connect()가 EHOSTUNREACH(“No route to host”)로 실패합니다. 패킷은 나가지 않습니다.',
  },
  'sim.ebpf.no-backend': {
    en: '{service} has no active backend: it answers with ICMP port unreachable, also for TCP (service-no-backend-response: reject).',
    ko: '{service}에 활성 백엔드가 없어 TCP에도 ICMP port unreachable로 응답합니다(service-no-backend-response: reject).',
  },
  'sim.ebpf.getpeername': {
    en: 'The packet comes from {from}. getpeername() answers {service}, the address that was asked for.',
    ko: '패킷은 {from}에서 왔지만 getpeername()은 요청했던 주소인 {service}을(를) 돌려줍니다.',
  },
  'sim.ebpf.recvmsg': {
    en: 'The datagram comes from {from}. recvmsg() shows {service}, the address that was asked for.',
    ko: '데이터그램은 {from}에서 왔지만 recvmsg()는 요청했던 주소인 {service}을(를) 보여 줍니다.',
  },
  'sim.ebpf.no-frontend': {
    en: 'Its destination is no frontend, or not one that is translated here.',
    ko: '목적지가 프런트엔드가 아니거나 여기서 변환하는 대상이 아닙니다.',
  },
  'sim.ebpf.drop': {
    en: 'Dropped by the program without an answer: {why}.',
    ko: '프로그램이 응답 없이 폐기합니다: {why}.',
  },
  'sim.ebpf.to-endpoint': {
    en: 'The Pod is an endpoint of this node (cilium_lxc): the packet is put behind its interface, and no hook of netfilter is asked.',
    ko: '이 노드의 엔드포인트(cilium_lxc)이므로 인터페이스 뒤로 바로 넣고 netfilter 훅을 거치지 않습니다.',
  },
  'sim.ebpf.restored': {
    en: 'It answers a connection that was translated at this Pod: its source is the service’s address again.',
    ko: '이 Pod에서 변환한 연결의 응답이므로 출발지를 다시 서비스 주소로 바꿉니다.',
  },
  'sim.ebpf.redirect': {
    en: 'The program looks the route up itself and hands the packet to {device}: the hooks of netfilter are not passed.',
    ko: '프로그램이 직접 경로를 찾아 {device}(으)로 넘기므로 netfilter 훅을 거치지 않습니다.',
  },
  'sim.ebpf.no-route': {
    en: 'The program found no route for it.',
    ko: '프로그램이 경로를 찾지 못했습니다.',
  },
  'sim.ebpf.tunnel': {
    en: 'The address is behind {node} (cilium_ipcache): on the wire it is a packet from node to node, and this one is inside.',
    ko: '이 주소는 {node} 뒤에 있습니다(cilium_ipcache). 회선에서는 노드 사이의 패킷이고 이 패킷은 그 안에 들어 있습니다.',
  },
  'sim.ebpf.dsr': {
    en: 'The packet carries {service}: the backend’s node answers the client by itself.',
    ko: '패킷에 {service}을(를) 실어 보내므로 백엔드의 노드가 클라이언트에 직접 응답합니다.',
  },
  'sim.ebpf.dsr-geneve': {
    en: 'The packet is wrapped in Geneve to the backend’s node and carries {service} in an option of it (class 0x014b, type 0x81): that node answers the client by itself.',
    ko: '패킷을 Geneve로 감싸 백엔드의 노드로 보내며, Geneve 옵션(클래스 0x014b, 유형 0x81)에 {service}을(를) 싣습니다. 그 노드가 클라이언트에 직접 응답합니다.',
  },
  'sim.ebpf.reverse-snat': {
    en: 'It answers a packet whose source was translated here (cilium_snat_v4_external): its destination is the client again.',
    ko: '여기서 출발지를 바꾼 패킷의 응답이므로(cilium_snat_v4_external) 목적지를 다시 클라이언트로 바꿉니다.',
  },
  'sim.ebpf.reverse-dnat': {
    en: 'The connection was translated here: the answer gets the service’s address as its source (cilium_lb4_reverse_nat).',
    ko: '여기서 변환한 연결이므로 응답의 출발지를 서비스 주소로 바꿉니다(cilium_lb4_reverse_nat).',
  },
  'sim.ebpf.masquerade': {
    en: 'A Pod’s packet leaves the cluster: the program at the device gives it the node’s address.',
    ko: 'Pod의 패킷이 클러스터를 나가므로 장치의 프로그램이 노드 주소를 출발지로 씁니다.',
  },
  'sim.ebpf.from-host': {
    en: 'The node’s own way to Pods: cilium_host.',
    ko: '노드에서 Pod로 가는 길인 cilium_host입니다.',
  },
  'sim.ebpf.dsr-inside': {
    en: 'Another node told this one which service was asked (DSR), and who asked is a Pod here: how the answer gets the service’s address then was not read in the sources.',
    ko: '다른 노드가 어떤 서비스를 요청했는지 알려 주었고(DSR) 요청한 쪽도 이 노드의 Pod입니다. 이때 응답이 어떻게 서비스 주소를 갖게 되는지는 소스에서 확인하지 못했습니다.',
  },
  'sim.ebpf.dsr-in-tunnel': {
    en: 'Direct return (DSR) tells the service by an IP option where Pods are routed, and by Geneve in a tunnel of Geneve (bpf-lb-dsr-dispatch). Which of both this tunnel would have was not read in the sources.',
    ko: 'DSR은 Pod가 라우팅되는 곳에서는 IP 옵션으로, Geneve 터널에서는 Geneve로 서비스를 알립니다(bpf-lb-dsr-dispatch). 이 터널에서 어떻게 되는지는 소스에서 확인하지 못했습니다.',
  },
  'sim.ebpf.hairpin-six': {
    en: 'The Pod is its own backend. For IPv4 the program takes 169.254.42.1 as the source then; for IPv6 there is no such address, and what becomes of the packet was not read in the sources.',
    ko: 'Pod 자신이 백엔드로 선택되었습니다. IPv4에서는 169.254.42.1을 출발지로 쓰지만 IPv6에는 그런 주소가 없으며, 이 패킷이 어떻게 되는지는 소스에서 확인하지 못했습니다.',
  },
  'sim.ebpf.no-endpoint': {
    en: 'The route leads to cilium_host, but the address is no endpoint of this node. What becomes of it was not read in the sources.',
    ko: '경로는 cilium_host로 이어지지만 이 노드의 엔드포인트가 아닙니다. 이후의 동작은 소스에서 확인하지 못했습니다.',
  },
} as const satisfies PhraseBook;
