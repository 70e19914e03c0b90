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
