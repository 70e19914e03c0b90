import type * as EN from '../../en/phrases/release-changes-nftables';
import type { Translated } from '../../translated';

const NFTABLES = {
  'kubernetes.changes.nftables.clusterIPsCheck':
    '모든 clusterIP의 집합으로 어떤 Service에도 없는 포트로 가는 패킷을 거부합니다.',
  'kubernetes.changes.nftables.firewallChains':
    '출발지 범위를 변환 전에 Service마다의 체인으로 확인하므로 포워딩되는 패킷도 걸립니다.',
  'kubernetes.changes.nftables.splitChecks':
    'filter 체인의 우선순위가 −110이 되고, 엔드포인트 없는 Service와 nodePort를 따로 확인하며, INVALID 패킷은 건드리지 않습니다.',
  'kubernetes.changes.nftables.nodeIPDefault': 'nodePortAddresses가 없으면 nodePort는 노드 자신의 IP에서만 응답합니다.',
  'kubernetes.changes.nftables.ipMode': 'ipMode가 Proxy인 로드 밸런서 주소에는 원소를 만들지 않습니다.',
  'kubernetes.changes.nftables.primaryNodePortAddress':
    'nodePortAddresses에 노드 자신의 IP를 뜻하는 “primary”를 쓸 수 있습니다.',
  'kubernetes.changes.nftables.partialSync': '동기화할 때 바뀐 체인과 원소만 씁니다.',
  'kubernetes.changes.nftables.hourlyFullSync': '한 시간에 한 번 모든 것을 새로 씁니다.',
  'kubernetes.changes.nftables.filterAfterNat':
    'filter 체인이 변환 뒤인 우선순위 0에 있고, 출발지 범위만 변환 전에 확인합니다.',
  'kubernetes.changes.nftables.interfaceByName':
    '인터페이스를 이름(iifname)으로 맞추므로 규칙을 올릴 때 인터페이스가 없어도 됩니다.',
  'kubernetes.changes.nftables.masqueradesAnyPort':
    'clusterIP를 마스커레이드하는 규칙이 더 이상 프로토콜과 포트를 쓰지 않습니다.',
  'kubernetes.changes.nftables.plainFirewallElements': 'firewall-ips의 원소에 주석이 없습니다.',
  'kubernetes.changes.nftables.hairpinSet':
    '어피니티가 없으면 규칙 하나가 엔드포인트를 골라 변환합니다. 엔드포인트 체인의 마크 대신 hairpin 연결의 집합을 씁니다.',
  'kubernetes.changes.nftables.plainSingleEndpoint': '엔드포인트가 하나면 무작위 수 없이 바로 변환합니다.',
  'kubernetes.changes.nftables.nodePortKeywords':
    'nodePortAddresses에 “primary”, “localhost”, “all”을 범위와 섞어 쓸 수 있습니다.',
  'kubernetes.changes.nftables.namesLocalhostNodePorts':
    '전체 동기화마다 루프백의 nodePort를 거부하는 것들을 쓰고, 게이트 KubeProxyNFTablesLocalhostNodePorts가 꺼져 있으면 다시 지웁니다.',
  'kubernetes.changes.nftables.localhostNodePorts':
    '루프백의 nodePort: nodePortAddresses에 루프백이 있으면 kube-proxy가 자신의 소켓으로 TCP에 응답하고, 나머지는 규칙으로 거부합니다.',
  'kubernetes.changes.nftables.cutsComments': '주석을 nft가 받는 128바이트로 자릅니다.',
  'kubernetes.changes.nftables.hintsWithoutAnnotation':
    '준비된 엔드포인트 모두에 토폴로지 힌트가 있고 이 존을 가리키는 것이 있으면 애너테이션 없이도 힌트를 따릅니다.',
  'kubernetes.changes.nftables.nodeHints': '존 힌트보다 노드 힌트를 먼저 따릅니다.',
  'kubernetes.changes.nftables.serviceCIDRs':
    'ServiceCIDR 안에서 어떤 Service도 갖지 않은 주소로 가는 패킷을 폐기합니다.',
  'kubernetes.changes.nftables.zeroRangeIsAll':
    '모든 주소를 뜻하는 출발지 범위(0.0.0.0/0)는 제한이 없다는 뜻이 됩니다.',
  'kubernetes.changes.nftables.topologyMode': '애너테이션 topology-mode로도 힌트를 요청할 수 있습니다.',
  'kubernetes.changes.nftables.runningWins':
    '한 주소가 종료 중인 것과 실행 중인 것으로 두 번 나오면 실행 중인 쪽을 씁니다.',
  'kubernetes.changes.nftables.objectComments':
    '테이블, 체인, 집합에 주석이 붙습니다. 1.29는 nft 1.0.6에서 주석을 쓰지 않습니다.',
  'kubernetes.changes.nftables.familyNodePorts':
    'nodePortAddresses에 그 주소 체계의 CIDR이 없으면 그 체계의 모든 주소가 nodePort에 응답합니다.',
  'kubernetes.changes.nftables.storesElements':
    '공유 집합의 원소는 한 번만 넣고 바뀌면 먼저 지웁니다. 그래서 두 Service가 같은 주소와 포트를 가져도 됩니다.',
  'kubernetes.changes.nftables.readsSets': '시작할 때 집합을 비우지 않고 그 안에 있는 것을 읽습니다.',
};

const USERSPACE = {
  'kubernetes.changes.userspace.noTrailingColon': '이름 없는 포트를 끝의 콜론 없이 씁니다.',
};

const EBPF = {
  'kubernetes.changes.ebpf.internalPolicy': 'internalTrafficPolicy: Local을 따릅니다.',
  'kubernetes.changes.ebpf.protocolInKey': '키에서 같은 포트의 TCP와 UDP를 구별합니다.',
  'kubernetes.changes.ebpf.deniedRanges': 'src-ranges-policy: deny가 있으면 출발지 범위를 반대로 적용합니다.',
  'kubernetes.changes.ebpf.algorithmAnnotation': 'Service마다 알고리즘을 정할 수 있습니다(lb-algorithm).',
  'kubernetes.changes.ebpf.ipMode': 'ipMode: Proxy인 로드 밸런서 주소는 맵에 넣지 않습니다.',
  'kubernetes.changes.ebpf.frontendsHaveOwners': '주소와 포트는 먼저 가진 Service의 것이 됩니다.',
  'kubernetes.changes.ebpf.wildcardEntries':
    '외부에서 clusterIP나 로드 밸런서 주소의 다른 포트로 온 패킷을 폐기합니다.',
  'kubernetes.changes.ebpf.keepsNotServing': '종료 중이어도 준비된 엔드포인트는 활성으로 봅니다.',
  'kubernetes.changes.ebpf.rangesOfVips':
    'bpf-lb-source-range-all-types를 켜지 않으면 출발지 범위를 로드 밸런서 주소에서만 확인합니다.',
  'kubernetes.changes.ebpf.rangesOfExternalIPs': 'external IP에서도 출발지 범위를 확인합니다.',
  'kubernetes.changes.ebpf.hybridSetsDsr': 'hybrid 모드에서 DSR을 쓰는 프런트엔드에 표시를 합니다.',
  'kubernetes.changes.ebpf.zoneSafeguard':
    '모든 엔드포인트에 힌트가 있고 이 영역을 가리키는 힌트가 있을 때만 영역을 따릅니다.',
  'kubernetes.changes.ebpf.sameNode': 'trafficDistribution: PreferSameNode와 PreferSameZone을 따릅니다.',
  'kubernetes.changes.ebpf.quarantinedSlots': '상태 확인에 실패한 백엔드의 슬롯에 따로 표시가 있습니다.',
};

const KERNELSPACE = {
  'kubernetes.changes.kernelspace.directReturn':
    'winkernel.enableDSR을 따릅니다. 그전에는 기능 게이트 WinDSR이 필요했습니다.',
};

/** Of nftables, userspace, eBPF and kernelspace mode. */
export const OTHER_RELEASE_CHANGES = { ...NFTABLES, ...USERSPACE, ...EBPF, ...KERNELSPACE } satisfies Translated<
  typeof EN.OTHER_RELEASE_CHANGES
>;
