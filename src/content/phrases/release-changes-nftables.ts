import type { PhraseBook } from './phrase-book';

const NFTABLES = {
  'kubernetes.changes.nftables.clusterIPsCheck': {
    en: 'A set of all clusterIPs lets packets to ports that no Service has be refused.',
    ko: '모든 clusterIP의 집합으로 어떤 Service에도 없는 포트로 가는 패킷을 거부합니다.',
  },
  'kubernetes.changes.nftables.firewallChains': {
    en: 'Source ranges are checked before translation, by a chain of each Service, so that forwarded packets are caught too.',
    ko: '출발지 범위를 변환 전에 Service마다의 체인으로 확인하므로 포워딩되는 패킷도 걸립니다.',
  },
  'kubernetes.changes.nftables.splitChecks': {
    en: 'Filter chains stand at −110; Services and nodePorts without endpoints have a chain each, and INVALID packets are left alone.',
    ko: 'filter 체인의 우선순위가 −110이 되고, 엔드포인트 없는 Service와 nodePort를 따로 확인하며, INVALID 패킷은 건드리지 않습니다.',
  },
  'kubernetes.changes.nftables.nodeIPDefault': {
    en: 'Without nodePortAddresses, nodePorts answer only on the node’s own IP.',
    ko: 'nodePortAddresses가 없으면 nodePort는 노드 자신의 IP에서만 응답합니다.',
  },
  'kubernetes.changes.nftables.ipMode': {
    en: 'Load balancer addresses with ipMode Proxy get no elements.',
    ko: 'ipMode가 Proxy인 로드 밸런서 주소에는 원소를 만들지 않습니다.',
  },
  'kubernetes.changes.nftables.primaryNodePortAddress': {
    en: 'nodePortAddresses takes “primary”: the node’s own IP.',
    ko: 'nodePortAddresses에 노드 자신의 IP를 뜻하는 “primary”를 쓸 수 있습니다.',
  },
  'kubernetes.changes.nftables.partialSync': {
    en: 'A sync writes only the chains and elements that changed.',
    ko: '동기화할 때 바뀐 체인과 원소만 씁니다.',
  },
  'kubernetes.changes.nftables.hourlyFullSync': {
    en: 'Everything is written anew once an hour.',
    ko: '한 시간에 한 번 모든 것을 새로 씁니다.',
  },
  'kubernetes.changes.nftables.filterAfterNat': {
    en: 'Filter chains stand at priority 0, after translation; only source ranges are checked before it.',
    ko: 'filter 체인이 변환 뒤인 우선순위 0에 있고, 출발지 범위만 변환 전에 확인합니다.',
  },
  'kubernetes.changes.nftables.interfaceByName': {
    en: 'Interfaces are matched by name (iifname), so they need not exist when the rules are loaded.',
    ko: '인터페이스를 이름(iifname)으로 맞추므로 규칙을 올릴 때 인터페이스가 없어도 됩니다.',
  },
  'kubernetes.changes.nftables.masqueradesAnyPort': {
    en: 'The rule that masquerades for a clusterIP no longer names protocol and port.',
    ko: 'clusterIP를 마스커레이드하는 규칙이 더 이상 프로토콜과 포트를 쓰지 않습니다.',
  },
  'kubernetes.changes.nftables.plainFirewallElements': {
    en: 'Elements of firewall-ips have no comment.',
    ko: 'firewall-ips의 원소에 주석이 없습니다.',
  },
  'kubernetes.changes.nftables.hairpinSet': {
    en: 'Without affinity one rule picks the endpoint and translates; a set of hairpin connections replaces marks in endpoint chains.',
    ko: '어피니티가 없으면 규칙 하나가 엔드포인트를 골라 변환합니다. 엔드포인트 체인의 마크 대신 hairpin 연결의 집합을 씁니다.',
  },
  'kubernetes.changes.nftables.plainSingleEndpoint': {
    en: 'A single endpoint is translated to directly, without a random number.',
    ko: '엔드포인트가 하나면 무작위 수 없이 바로 변환합니다.',
  },
  'kubernetes.changes.nftables.nodePortKeywords': {
    en: 'nodePortAddresses takes “primary”, “localhost” and “all”, in any mixture with ranges.',
    ko: 'nodePortAddresses에 “primary”, “localhost”, “all”을 범위와 섞어 쓸 수 있습니다.',
  },
  'kubernetes.changes.nftables.namesLocalhostNodePorts': {
    en: 'Every full sync names what refuses nodePorts on loopback, and takes it away while the gate KubeProxyNFTablesLocalhostNodePorts is off.',
    ko: '전체 동기화마다 루프백의 nodePort를 거부하는 것들을 쓰고, 게이트 KubeProxyNFTablesLocalhostNodePorts가 꺼져 있으면 다시 지웁니다.',
  },
  'kubernetes.changes.nftables.localhostNodePorts': {
    en: 'nodePorts on loopback: where nodePortAddresses names it kube-proxy answers TCP through a socket of its own, and all else is refused by rule.',
    ko: '루프백의 nodePort: nodePortAddresses에 루프백이 있으면 kube-proxy가 자신의 소켓으로 TCP에 응답하고, 나머지는 규칙으로 거부합니다.',
  },
  'kubernetes.changes.nftables.cutsComments': {
    en: 'Comments are cut to the 128 bytes nft takes.',
    ko: '주석을 nft가 받는 128바이트로 자릅니다.',
  },
  'kubernetes.changes.nftables.hintsWithoutAnnotation': {
    en: 'Topology hints count when every ready endpoint has one and some name this zone; no annotation is needed.',
    ko: '준비된 엔드포인트 모두에 토폴로지 힌트가 있고 이 존을 가리키는 것이 있으면 애너테이션 없이도 힌트를 따릅니다.',
  },
  'kubernetes.changes.nftables.nodeHints': {
    en: 'Hints for nodes are tried before hints for zones.',
    ko: '존 힌트보다 노드 힌트를 먼저 따릅니다.',
  },
  'kubernetes.changes.nftables.serviceCIDRs': {
    en: 'Packets to an address of a ServiceCIDR that no Service has are dropped.',
    ko: 'ServiceCIDR 안에서 어떤 Service도 갖지 않은 주소로 가는 패킷을 폐기합니다.',
  },
  'kubernetes.changes.nftables.zeroRangeIsAll': {
    en: 'A source range of all addresses (0.0.0.0/0) means that there is no restriction.',
    ko: '모든 주소를 뜻하는 출발지 범위(0.0.0.0/0)는 제한이 없다는 뜻이 됩니다.',
  },
  'kubernetes.changes.nftables.topologyMode': {
    en: 'The annotation topology-mode asks for hints too.',
    ko: '애너테이션 topology-mode로도 힌트를 요청할 수 있습니다.',
  },
  'kubernetes.changes.nftables.runningWins': {
    en: 'Of an address that is listed twice, terminating and running, the running one counts.',
    ko: '한 주소가 종료 중인 것과 실행 중인 것으로 두 번 나오면 실행 중인 쪽을 씁니다.',
  },
  'kubernetes.changes.nftables.objectComments': {
    en: 'Tables, chains and sets carry comments; 1.29 writes none with nft 1.0.6.',
    ko: '테이블, 체인, 집합에 주석이 붙습니다. 1.29는 nft 1.0.6에서 주석을 쓰지 않습니다.',
  },
  'kubernetes.changes.nftables.familyNodePorts': {
    en: 'Without a CIDR of its family in nodePortAddresses, every address of the family answers nodePorts.',
    ko: 'nodePortAddresses에 그 주소 체계의 CIDR이 없으면 그 체계의 모든 주소가 nodePort에 응답합니다.',
  },
  'kubernetes.changes.nftables.storesElements': {
    en: 'Elements of shared sets are added once, and one that changes is deleted first; so two Services may claim one address and port.',
    ko: '공유 집합의 원소는 한 번만 넣고 바뀌면 먼저 지웁니다. 그래서 두 Service가 같은 주소와 포트를 가져도 됩니다.',
  },
  'kubernetes.changes.nftables.readsSets': {
    en: 'When it starts it reads what stands in its sets instead of emptying them.',
    ko: '시작할 때 집합을 비우지 않고 그 안에 있는 것을 읽습니다.',
  },
} as const satisfies PhraseBook;

const USERSPACE = {
  'kubernetes.changes.userspace.noTrailingColon': {
    en: 'Unnamed ports are written without a colon at the end.',
    ko: '이름 없는 포트를 끝의 콜론 없이 씁니다.',
  },
} as const satisfies PhraseBook;

const EBPF = {
  'kubernetes.changes.ebpf.internalPolicy': {
    en: 'internalTrafficPolicy: Local counts.',
    ko: 'internalTrafficPolicy: Local을 따릅니다.',
  },
  'kubernetes.changes.ebpf.protocolInKey': {
    en: 'Keys tell TCP and UDP of one port apart.',
    ko: '키에서 같은 포트의 TCP와 UDP를 구별합니다.',
  },
  'kubernetes.changes.ebpf.deniedRanges': {
    en: 'src-ranges-policy: deny turns source ranges round.',
    ko: 'src-ranges-policy: deny가 있으면 출발지 범위를 반대로 적용합니다.',
  },
  'kubernetes.changes.ebpf.algorithmAnnotation': {
    en: 'A Service may name its algorithm (lb-algorithm).',
    ko: 'Service마다 알고리즘을 정할 수 있습니다(lb-algorithm).',
  },
  'kubernetes.changes.ebpf.ipMode': {
    en: 'ipMode: Proxy keeps a load balancer’s address out of the maps.',
    ko: 'ipMode: Proxy인 로드 밸런서 주소는 맵에 넣지 않습니다.',
  },
  'kubernetes.changes.ebpf.frontendsHaveOwners': {
    en: 'An address and port belong to the Service that had them first.',
    ko: '주소와 포트는 먼저 가진 Service의 것이 됩니다.',
  },
  'kubernetes.changes.ebpf.wildcardEntries': {
    en: 'Packets from outside to other ports of a clusterIP or load balancer address are dropped.',
    ko: '외부에서 clusterIP나 로드 밸런서 주소의 다른 포트로 온 패킷을 폐기합니다.',
  },
  'kubernetes.changes.ebpf.keepsNotServing': {
    en: 'Endpoints that are ready count as active though they terminate.',
    ko: '종료 중이어도 준비된 엔드포인트는 활성으로 봅니다.',
  },
  'kubernetes.changes.ebpf.rangesOfVips': {
    en: 'Source ranges are checked at load balancer addresses only, unless bpf-lb-source-range-all-types is on.',
    ko: 'bpf-lb-source-range-all-types를 켜지 않으면 출발지 범위를 로드 밸런서 주소에서만 확인합니다.',
  },
  'kubernetes.changes.ebpf.rangesOfExternalIPs': {
    en: '… and at external IPs.',
    ko: 'external IP에서도 출발지 범위를 확인합니다.',
  },
  'kubernetes.changes.ebpf.hybridSetsDsr': {
    en: 'Hybrid mode marks the frontends that use DSR.',
    ko: 'hybrid 모드에서 DSR을 쓰는 프런트엔드에 표시를 합니다.',
  },
  'kubernetes.changes.ebpf.zoneSafeguard': {
    en: 'Zones count only where every endpoint has a hint and one names this zone.',
    ko: '모든 엔드포인트에 힌트가 있고 이 영역을 가리키는 힌트가 있을 때만 영역을 따릅니다.',
  },
  'kubernetes.changes.ebpf.sameNode': {
    en: 'trafficDistribution: PreferSameNode and PreferSameZone count.',
    ko: 'trafficDistribution: PreferSameNode와 PreferSameZone을 따릅니다.',
  },
  'kubernetes.changes.ebpf.quarantinedSlots': {
    en: 'The slot of a backend that a health check gave up has a bit of its own.',
    ko: '상태 확인에 실패한 백엔드의 슬롯에 따로 표시가 있습니다.',
  },
} as const satisfies PhraseBook;

const KERNELSPACE = {
  'kubernetes.changes.kernelspace.directReturn': {
    en: 'winkernel.enableDSR counts; before it needed the feature gate WinDSR.',
    ko: 'winkernel.enableDSR을 따릅니다. 그전에는 기능 게이트 WinDSR이 필요했습니다.',
  },
} as const satisfies PhraseBook;

/** Of nftables, userspace, eBPF and kernelspace mode. */
export const OTHER_RELEASE_CHANGES = { ...NFTABLES, ...USERSPACE, ...EBPF, ...KERNELSPACE };
