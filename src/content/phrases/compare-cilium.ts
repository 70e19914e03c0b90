import { below } from './phrase-book';

/** Why a flow ends otherwise with Cilium than with kube-proxy. */
export const CILIUM_DIFFERENCE_PHRASES = below('compare.cilium', {
  ping: {
    en: 'Rules and maps are for TCP, UDP and SCTP ports: an echo request to the address is nobody’s. With Cilium it leaves by the default route; with IPVS the node itself answers, since the address is on kube-ipvs0.',
    ko: '규칙과 맵은 TCP·UDP·SCTP 포트에만 있으므로 이 주소로 보낸 echo 요청은 누구의 것도 아닙니다. Cilium에서는 기본 경로로 나가고, IPVS에서는 주소가 kube-ipvs0에 있어 노드가 직접 응답합니다.',
  },
  loopback: {
    en: 'Cilium translates where the process connects, so nodePorts work on 127.0.0.1 without route_localnet; kube-proxy’s iptables mode needs that sysctl, and nftables mode and IPVS have no such nodePort.',
    ko: 'Cilium은 프로세스가 연결하는 순간 주소를 바꾸므로 route_localnet 없이도 127.0.0.1의 nodePort를 쓸 수 있습니다. kube-proxy의 iptables 모드는 그 sysctl이 필요하고, nftables 모드와 IPVS에는 그런 nodePort가 없습니다.',
  },
  'before-routing': {
    en: 'Cilium puts the Pod’s address in before the kernel looks for a route, so the source is chosen for the way to the Pod; kube-proxy’s rules come after that choice, made for the way to the Service.',
    ko: 'Cilium은 커널이 경로를 찾기 전에 Pod 주소로 바꾸므로 출발지 주소도 Pod로 가는 경로에 맞게 정해집니다. kube-proxy의 규칙은 서비스로 가는 경로에 맞춰 출발지를 정한 뒤에 적용됩니다.',
  },
  hairpin: {
    en: 'The Pod got its own Service: kube-proxy masquerades that, since the answer would never pass the node again. Cilium translated in the system call, and the packet stays within the Pod, from its own address (or from 169.254.42.1 where sockets are not used).',
    ko: 'Pod가 자기 서비스로 돌아왔습니다. kube-proxy는 응답이 노드를 다시 지나지 않으므로 마스커레이드합니다. Cilium은 시스템 호출에서 주소를 바꾸므로 패킷이 Pod 안에 머물고 출발지도 자기 주소입니다(소켓을 쓰지 않으면 169.254.42.1).',
  },
  'local-keeps': {
    en: 'With policy Cluster kube-proxy masquerades whatever comes from outside. Cilium leaves the client’s address where the endpoint is on the node that was asked.',
    ko: '정책이 Cluster이면 kube-proxy는 외부에서 온 모든 패킷을 마스커레이드합니다. Cilium은 엔드포인트가 요청받은 노드에 있으면 클라이언트 주소를 그대로 둡니다.',
  },
  'remote-source': {
    en: 'To an endpoint on another node both put a node’s address in; Cilium takes the one it routes by (in a tunnel cilium_host’s), kube-proxy that of the device the packet leaves by.',
    ko: '다른 노드의 엔드포인트로 보낼 때는 둘 다 노드 주소로 바꿉니다. Cilium은 라우팅에 쓰는 주소(터널에서는 cilium_host의 주소)를, kube-proxy는 패킷이 나가는 디바이스의 주소를 씁니다.',
  },
  'at-once': {
    en: 'With Cilium the client’s own node knows every nodePort and load balancer address, so the packet goes to the Pod at once, from the client’s own address. kube-proxy’s rules masquerade it.',
    ko: 'Cilium에서는 클라이언트의 노드가 모든 nodePort와 로드 밸런서 주소를 알고 있으므로 패킷이 클라이언트 주소를 단 채 곧바로 Pod로 갑니다. kube-proxy의 규칙은 이를 마스커레이드합니다.',
  },
  masquerade: {
    en: 'This kube-proxy is told to masquerade it (masqueradeAll, or a sender that is no local traffic to it); Cilium has no such setting for what goes to a clusterIP.',
    ko: '이 kube-proxy는 마스커레이드하도록 설정되어 있습니다(masqueradeAll이거나, 보낸 쪽을 로컬 트래픽으로 보지 않음). Cilium에는 clusterIP로 가는 패킷에 대한 그런 설정이 없습니다.',
  },
  'external-ip': {
    en: 'Sockets of the cluster leave externalIPs alone (CVE-2020-8554): the packet goes to whoever has that address. kube-proxy takes it for the Service from inside, too.',
    ko: '클러스터 안의 소켓은 externalIP를 변환하지 않으므로(CVE-2020-8554) 패킷은 실제로 그 주소를 가진 쪽으로 갑니다. kube-proxy는 안에서 보낸 것도 서비스로 보냅니다.',
  },
  'no-endpoints': {
    en: 'Nobody is there with either. kube-proxy’s rule answers with an ICMP error; with Cilium the system call fails before a packet exists.',
    ko: '둘 다 받을 곳이 없습니다. kube-proxy의 규칙은 ICMP 오류로 응답하고, Cilium에서는 패킷이 생기기 전에 시스템 호출이 실패합니다.',
  },
  'local-refuses': {
    en: 'Policy Local and no endpoint on this node: kube-proxy drops in silence, so that load balancers notice by their health check; Cilium refuses with ICMP as where there are no endpoints at all.',
    ko: '정책이 Local인데 이 노드에 엔드포인트가 없습니다. kube-proxy는 로드 밸런서가 상태 확인으로 알아차리도록 조용히 폐기하고, Cilium은 엔드포인트가 아예 없을 때처럼 ICMP로 거부합니다.',
  },
  'internal-local': {
    en: 'With Cilium internalTrafficPolicy Local holds for every address of the Service that is asked from inside, also nodePorts and load balancer addresses; with kube-proxy only for the clusterIP.',
    ko: 'Cilium에서 internalTrafficPolicy Local은 nodePort와 로드 밸런서 주소를 포함해 안에서 요청하는 모든 서비스 주소에 적용됩니다. kube-proxy에서는 clusterIP에만 적용됩니다.',
  },
  'taken-for-local': {
    en: 'This kube-proxy takes the sender for one of its own Pods (detectLocalMode, clusterCIDR), for whom policy Local does not hold. Cilium goes by where the packet came in.',
    ko: '이 kube-proxy는 보낸 쪽을 자기 Pod로 봅니다(detectLocalMode, clusterCIDR). Pod에는 정책 Local이 적용되지 않습니다. Cilium은 패킷이 들어온 곳을 기준으로 합니다.',
  },
  'way-back': {
    en: 'kube-proxy of the node that was asked chooses the endpoint and does not masquerade what comes from Pods: an endpoint on a third node answers past it, from an address the client never asked. With Cilium the client’s own node chose, and its answer is translated there.',
    ko: '요청받은 노드의 kube-proxy가 엔드포인트를 고르고, Pod에서 온 패킷은 마스커레이드하지 않습니다. 그래서 다른 노드의 엔드포인트는 그 노드를 거치지 않고 클라이언트가 묻지 않은 주소로 응답합니다. Cilium에서는 클라이언트의 노드가 고르고 응답도 거기서 되돌립니다.',
  },
  sctp: {
    en: 'Cilium has no SCTP Services unless enable-sctp is on.',
    ko: 'Cilium은 enable-sctp를 켜지 않으면 SCTP 서비스를 처리하지 않습니다.',
  },
  'ranges-inside': {
    en: 'loadBalancerSourceRanges: Cilium checks them where packets come in from outside; sockets of the cluster are not asked. kube-proxy’s rules ask everybody.',
    ko: 'loadBalancerSourceRanges: Cilium은 외부에서 패킷이 들어오는 곳에서만 검사하고 클러스터 안의 소켓은 검사하지 않습니다. kube-proxy의 규칙은 모두를 검사합니다.',
  },
  'ranges-everywhere': {
    en: 'loadBalancerSourceRanges: this release of Cilium checks them at every address of the Service that is asked from outside, nodePorts too; kube-proxy only at the load balancer’s.',
    ko: 'loadBalancerSourceRanges: 이 Cilium 버전은 nodePort를 포함해 외부에서 요청하는 모든 서비스 주소에서 검사합니다. kube-proxy는 로드 밸런서 주소에서만 검사합니다.',
  },
  zones: {
    en: 'kube-proxy follows the zone hints of the slices; Cilium does where enable-service-topology is on.',
    ko: 'kube-proxy는 슬라이스의 zone 힌트를 따르고, Cilium은 enable-service-topology를 켠 경우에만 따릅니다.',
  },
});
