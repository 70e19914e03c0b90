import type * as EN from '../../en/phrases/release-changes';
import type { Translated } from '../../translated';

import { ERA_CHANGE_PHRASES } from './release-changes-eras';
import { OTHER_RELEASE_CHANGES } from './release-changes-nftables';

const IPTABLES = {
  ...ERA_CHANGE_PHRASES,
  'kubernetes.changes.iptables.preciseOdds':
    '엔드포인트를 고를 확률을 소수점 다섯 자리가 아니라 열 자리로 써서 몫이 훨씬 더 고르게 됩니다.',
  'kubernetes.changes.iptables.canaries': '각 테이블의 빈 체인 KUBE-PROXY-CANARY로 누군가 규칙을 비웠는지 알아냅니다.',
  'kubernetes.changes.iptables.ruleComments': '분배 규칙과 엔드포인트 규칙에 Service 이름이 다시 주석으로 붙습니다.',
  'kubernetes.changes.iptables.forwardRulesWithoutCidr':
    'KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 더 이상 클러스터 CIDR을 쓰지 않습니다.',
  'kubernetes.changes.iptables.localExternalIPs':
    'externalTrafficPolicy가 Local인 Service의 externalIP는 그 노드의 엔드포인트로만 갑니다.',
  'kubernetes.changes.iptables.unmarking': 'KUBE-POSTROUTING이 마스커레이드하기 전에 마크를 지웁니다.',
  'kubernetes.changes.iptables.noTrailingColon': '이름 없는 포트를 끝의 콜론 없이 쓰므로 체인 이름이 달라집니다.',
  'kubernetes.changes.iptables.externalForward':
    'FORWARD가 KUBE-EXTERNAL-SERVICES를 보고, INPUT은 더 이상 KUBE-SERVICES를 보지 않습니다.',
  'kubernetes.changes.iptables.healthChecks': 'filter의 KUBE-NODEPORTS 체인이 로드 밸런서의 상태 확인을 받아들입니다.',
  'kubernetes.changes.iptables.plainExternalIPs':
    'externalIP마다 점프가 둘에서 하나로 줄고, 브리지 포트를 더 이상 보지 않습니다.',
  'kubernetes.changes.iptables.masqueradeInChain':
    '마스커레이드를 정하는 규칙이 KUBE-SERVICES와 KUBE-NODEPORTS가 아니라 Service의 체인에 있습니다.',
  'kubernetes.changes.iptables.internalPolicy': 'internalTrafficPolicy Local이면 패킷이 노드를 벗어나지 않습니다.',
  'kubernetes.changes.iptables.bareAddresses':
    '주소 하나를 /32 없이 쓰고, KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 둘에서 하나가 됩니다.',
  'kubernetes.changes.iptables.externalChains':
    'KUBE-EXT와 KUBE-SVL이 KUBE-XLB를 대신하고, KUBE-FW는 출발지 범위가 있을 때만 만듭니다.',
  'kubernetes.changes.iptables.hints':
    'Service에 애너테이션이 있으면 토폴로지 힌트가 패킷을 노드의 존 안에 머물게 합니다.',
  'kubernetes.changes.iptables.dropsInFilter':
    '폐기하는 규칙이 filter에 있습니다. Local 정책 때문에 엔드포인트가 없으면 KUBE-SERVICES와 KUBE-EXTERNAL-SERVICES에서, 출발지 범위에 들지 않으면 KUBE-PROXY-FIREWALL에서 폐기합니다. kubelet의 KUBE-MARK-DROP은 더 이상 쓰지 않습니다.',
  'kubernetes.changes.iptables.terminatingEndpoints':
    '준비된 엔드포인트가 없으면 종료 중이지만 아직 응답하는 엔드포인트를 씁니다.',
  'kubernetes.changes.iptables.localhostOption': '127.0.0.1의 nodePort를 끌 수 있습니다(iptables.localhostNodePorts).',
  'kubernetes.changes.iptables.ownFirewall':
    'kube-proxy도 KUBE-FIREWALL을 만듭니다. kubelet은 더 이상 KUBE-MARK-DROP, KUBE-MARK-MASQ, KUBE-POSTROUTING을 만들지 않지만, 마크 규칙이 빠진 KUBE-FIREWALL과 KUBE-IPTABLES-HINT, KUBE-KUBELET-CANARY는 계속 만듭니다.',
  'kubernetes.changes.iptables.partialSync': '동기화할 때 바뀐 Service의 체인만 씁니다.',
  'kubernetes.changes.iptables.liberalOption':
    'kube-proxy가 시작할 때 conntrack이 TCP를 관대하게 다루고 있으면(conntrack.tcpBeLiberal) INVALID 패킷을 폐기하지 않습니다.',
  'kubernetes.changes.iptables.ipMode': 'ipMode가 Proxy인 로드 밸런서 주소에는 규칙을 만들지 않습니다.',
  'kubernetes.changes.iptables.primaryNodePortAddress':
    'nodePortAddresses에 노드 자신의 IP를 뜻하는 “primary”를 쓸 수 있습니다.',
  'kubernetes.changes.iptables.nodePortKeywords':
    'nodePortAddresses에 “primary”, “localhost”, “all”을 범위와 섞어 쓸 수 있습니다.',
  'kubernetes.changes.iptables.hourlyFullSync':
    '마지막 전체 동기화에서 한 시간 넘게 지난 뒤의 동기화는 모든 것을 새로 씁니다.',
  'kubernetes.changes.iptables.keepsLargePartial':
    '엔드포인트가 1,000개를 넘으면 한 시간이 지나도 전체 동기화를 하지 않습니다.',
  'kubernetes.changes.iptables.nfacct': 'nfacct가 폐기한 INVALID 패킷과 loopback의 nodePort 패킷을 셉니다.',
  'kubernetes.changes.iptables.hintsWithoutAnnotation':
    '준비된 엔드포인트 모두에 토폴로지 힌트가 있고 이 존을 가리키는 것이 있으면 애너테이션 없이도 힌트를 따릅니다.',
  'kubernetes.changes.iptables.nodeHints': '존 힌트보다 노드 힌트를 먼저 따릅니다.',
  'kubernetes.changes.iptables.zeroRangeIsAll':
    '모든 주소를 뜻하는 출발지 범위(0.0.0.0/0)는 제한이 없다는 뜻이 됩니다.',
  'kubernetes.changes.iptables.topologyMode': '애너테이션 topology-mode로도 힌트를 요청할 수 있습니다.',
  'kubernetes.changes.iptables.runningWins':
    '한 주소가 종료 중인 것과 실행 중인 것으로 두 번 나오면 실행 중인 쪽을 씁니다.',
  'kubernetes.changes.iptables.keepsNotReady':
    '준비되지 않은 엔드포인트도 체인을 가지며, 그런 엔드포인트만 있는 Service도 거부하지 않습니다.',
  'kubernetes.changes.iptables.ignoresNotReady': '준비되지 않은 엔드포인트는 더 이상 체인을 만들지 않습니다.',
  'kubernetes.changes.iptables.unaskedNodeIP':
    'bindAddress가 없으면 노드 IP를 0.0.0.0으로 여기므로, 노드를 포함하는 출발지 범위만으로는 더 이상 노드를 들여보내지 않습니다.',
  'kubernetes.changes.iptables.askedNodeIP':
    '노드 IP를 다시 알아내므로, 그것을 포함하는 출발지 범위가 노드를 들여보냅니다.',
};

const IPVS = {
  'kubernetes.changes.ipvs.randomPorts': '마스커레이드할 때 출발지 포트를 무작위로 고릅니다(--random-fully).',
  'kubernetes.changes.ipvs.forwardRulesWithoutCidr':
    'KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 더 이상 클러스터 CIDR을 쓰지 않습니다.',
  'kubernetes.changes.ipvs.localExternalIPs':
    'externalTrafficPolicy가 Local인 Service의 externalIP는 따로 집합을 두고 그 노드의 엔드포인트로만 보냅니다.',
  'kubernetes.changes.ipvs.unmarking': 'KUBE-POSTROUTING이 마스커레이드하기 전에 마크를 지웁니다.',
  'kubernetes.changes.ipvs.healthChecks':
    'filter의 KUBE-NODE-PORT와 집합 하나가 로드 밸런서의 상태 확인을 받아들입니다.',
  'kubernetes.changes.ipvs.localFallback':
    'Local 정책인데 노드에 엔드포인트가 없으면 클러스터 전체의 엔드포인트를 씁니다.',
  'kubernetes.changes.ipvs.keepsLocalnet': 'sysctl route_localnet을 건드리지 않습니다.',
  'kubernetes.changes.ipvs.skipsLoopback': 'nodePort가 동작하지 않던 loopback 주소에는 가상 서버를 만들지 않습니다.',
  'kubernetes.changes.ipvs.keepsConnReuse': '커널 5.9부터는 sysctl conn_reuse_mode를 건드리지 않습니다.',
  'kubernetes.changes.ipvs.internalPolicy': 'internalTrafficPolicy Local이면 패킷이 노드를 벗어나지 않습니다.',
  'kubernetes.changes.ipvs.singleForwardRule':
    'KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 둘에서 하나가 됩니다.',
  'kubernetes.changes.ipvs.dropsInFilter':
    '출발지 범위를 nat이 아니라 filter(KUBE-PROXY-FIREWALL)에서 확인하고 폐기합니다.',
  'kubernetes.changes.ipvs.accessFilter': 'KUBE-IPVS-FILTER가 Service 주소의 없는 포트로 가는 패킷을 거부합니다.',
  'kubernetes.changes.ipvs.ownFirewall':
    'kubelet은 더 이상 KUBE-MARK-DROP, KUBE-MARK-MASQ, KUBE-POSTROUTING을 만들지 않지만, 마크 규칙이 빠진 KUBE-FIREWALL과 KUBE-IPTABLES-HINT, KUBE-KUBELET-CANARY는 계속 만듭니다.',
  'kubernetes.changes.ipvs.bindsOnlyForeign': '다른 인터페이스에 있는 주소는 kube-ipvs0에 다시 붙이지 않습니다.',
  'kubernetes.changes.ipvs.maglev': '스케줄러 mh가 출발지 포트도 봅니다.',
  'kubernetes.changes.ipvs.outFilter':
    'KUBE-IPVS-OUT-FILTER는 노드가 제한된 로드 밸런서 주소에 그 주소를 출발지로 삼아 닿지 못하게 합니다.',
  'kubernetes.changes.ipvs.ipMode': 'ipMode가 Proxy인 로드 밸런서 주소에는 가상 서버를 만들지 않습니다.',
  'kubernetes.changes.ipvs.primaryNodePortAddress':
    'nodePortAddresses에 노드 자신의 IP를 뜻하는 “primary”를 쓸 수 있습니다.',
  'kubernetes.changes.ipvs.nodePortKeywords':
    'nodePortAddresses에 “primary”, “localhost”, “all”을 범위와 섞어 쓸 수 있습니다.',
  'kubernetes.changes.ipvs.hints': 'Service에 애너테이션이 있으면 토폴로지 힌트가 패킷을 노드의 존 안에 머물게 합니다.',
  'kubernetes.changes.ipvs.terminatingEndpoints':
    '준비된 엔드포인트가 없으면 종료 중이지만 아직 응답하는 엔드포인트를 씁니다.',
  'kubernetes.changes.ipvs.hintsWithoutAnnotation':
    '준비된 엔드포인트 모두에 토폴로지 힌트가 있고 이 존을 가리키는 것이 있으면 애너테이션 없이도 힌트를 따릅니다.',
  'kubernetes.changes.ipvs.nodeHints': '존 힌트보다 노드 힌트를 먼저 따릅니다.',
  'kubernetes.changes.ipvs.zeroRangeIsAll': '모든 주소를 뜻하는 출발지 범위(0.0.0.0/0)는 제한이 없다는 뜻이 됩니다.',
  'kubernetes.changes.ipvs.topologyMode': '애너테이션 topology-mode로도 힌트를 요청할 수 있습니다.',
  'kubernetes.changes.ipvs.runningWins':
    '한 주소가 종료 중인 것과 실행 중인 것으로 두 번 나오면 실행 중인 쪽을 씁니다.',
  'kubernetes.changes.ipvs.externalIPLocalSet':
    '정책이 Local인 Service의 externalIP를 담는 집합 KUBE-EXTERNAL-IP-LOCAL이 생깁니다.',
  'kubernetes.changes.ipvs.loopBackOfNotReady': 'KUBE-LOOP-BACK에 준비되지 않은 엔드포인트도 들어갑니다.',
  'kubernetes.changes.ipvs.loopBackOfTerminating': 'KUBE-LOOP-BACK에 종료 중인 엔드포인트도 들어갑니다.',
  'kubernetes.changes.ipvs.namesChains':
    '동기화 텍스트가 kube-proxy의 체인을 하나씩 선언합니다. 전에는 한 체인만 거듭 선언했습니다.',
  'kubernetes.changes.ipvs.leavesMarkDrop': 'KUBE-MARK-DROP은 kubelet에 맡깁니다.',
  'kubernetes.changes.ipvs.sctpLocalFirst':
    '정책이 Local인 SCTP nodePort는 표시하기 전에 통과시키므로 출발지 주소가 남습니다.',
  'kubernetes.changes.ipvs.internalPolicyOnlyInside':
    'internalTrafficPolicy Local은 clusterIP의 엔드포인트만 줄입니다.',
  'kubernetes.changes.ipvs.filterHealthChecks': 'KUBE-IPVS-FILTER가 상태 확인을 통과시킵니다.',
  'kubernetes.changes.ipvs.filterLocalExternalIPs':
    'KUBE-IPVS-FILTER가 정책이 Local인 Service의 externalIP를 알아봅니다.',
  'kubernetes.changes.ipvs.unaskedNodeIP':
    'bindAddress가 없으면 노드 IP를 0.0.0.0으로 여기므로, 노드를 포함하는 출발지 범위만으로는 더 이상 노드를 들여보내지 않습니다.',
  'kubernetes.changes.ipvs.askedNodeIP':
    '노드 IP를 다시 알아내므로, 그것을 포함하는 출발지 범위가 노드를 들여보냅니다.',
  'kubernetes.changes.ipvs.addsInAnyOrder':
    '실제 서버를 무작위 순서로 추가합니다. 전에는 텍스트 순서로 정렬해 추가했습니다.',
};

/** What a release of kube-proxy writes otherwise than the one before it, by mode. */
export const RELEASE_CHANGE_PHRASES = { ...IPTABLES, ...IPVS, ...OTHER_RELEASE_CHANGES } satisfies Translated<
  typeof EN.RELEASE_CHANGE_PHRASES
>;
