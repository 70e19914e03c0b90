import type { PhraseBook } from './phrase-book';
import { ERA_CHANGE_PHRASES } from './release-changes-eras';
import { OTHER_RELEASE_CHANGES } from './release-changes-nftables';

const IPTABLES = {
  ...ERA_CHANGE_PHRASES,
  'kubernetes.changes.iptables.preciseOdds': {
    en: 'The odds of an endpoint are written with ten decimals instead of five, so that shares come far closer to equal.',
    ko: '엔드포인트를 고를 확률을 소수점 다섯 자리가 아니라 열 자리로 써서 몫이 훨씬 더 고르게 됩니다.',
  },
  'kubernetes.changes.iptables.canaries': {
    en: 'An empty chain KUBE-PROXY-CANARY in each table tells kube-proxy when somebody flushed its rules.',
    ko: '각 테이블의 빈 체인 KUBE-PROXY-CANARY로 누군가 규칙을 비웠는지 알아냅니다.',
  },
  'kubernetes.changes.iptables.ruleComments': {
    en: 'Balancing and endpoint rules carry the name of their Service again.',
    ko: '분배 규칙과 엔드포인트 규칙에 Service 이름이 다시 주석으로 붙습니다.',
  },
  'kubernetes.changes.iptables.forwardRulesWithoutCidr': {
    en: 'The rules of KUBE-FORWARD for known connections no longer name a cluster CIDR.',
    ko: 'KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 더 이상 클러스터 CIDR을 쓰지 않습니다.',
  },
  'kubernetes.changes.iptables.localExternalIPs': {
    en: 'External IPs of a Service with externalTrafficPolicy Local lead to endpoints of the node only.',
    ko: 'externalTrafficPolicy가 Local인 Service의 externalIP는 그 노드의 엔드포인트로만 갑니다.',
  },
  'kubernetes.changes.iptables.unmarking': {
    en: 'KUBE-POSTROUTING takes the masquerade mark off before it masquerades.',
    ko: 'KUBE-POSTROUTING이 마스커레이드하기 전에 마크를 지웁니다.',
  },
  'kubernetes.changes.iptables.noTrailingColon': {
    en: 'Unnamed ports are written without a colon at the end, so their chains get other names.',
    ko: '이름 없는 포트를 끝의 콜론 없이 쓰므로 체인 이름이 달라집니다.',
  },
  'kubernetes.changes.iptables.externalForward': {
    en: 'FORWARD looks at KUBE-EXTERNAL-SERVICES, and INPUT no longer at KUBE-SERVICES.',
    ko: 'FORWARD가 KUBE-EXTERNAL-SERVICES를 보고, INPUT은 더 이상 KUBE-SERVICES를 보지 않습니다.',
  },
  'kubernetes.changes.iptables.healthChecks': {
    en: 'A chain KUBE-NODEPORTS in filter lets health checks of load balancers in.',
    ko: 'filter의 KUBE-NODEPORTS 체인이 로드 밸런서의 상태 확인을 받아들입니다.',
  },
  'kubernetes.changes.iptables.plainExternalIPs': {
    en: 'One jump for an external IP instead of two; bridge ports are no longer looked at.',
    ko: 'externalIP마다 점프가 둘에서 하나로 줄고, 브리지 포트를 더 이상 보지 않습니다.',
  },
  'kubernetes.changes.iptables.masqueradeInChain': {
    en: 'What decides about masquerading stands in the chains of a Service instead of KUBE-SERVICES and KUBE-NODEPORTS.',
    ko: '마스커레이드를 정하는 규칙이 KUBE-SERVICES와 KUBE-NODEPORTS가 아니라 Service의 체인에 있습니다.',
  },
  'kubernetes.changes.iptables.internalPolicy': {
    en: 'internalTrafficPolicy Local keeps packets on the node.',
    ko: 'internalTrafficPolicy Local이면 패킷이 노드를 벗어나지 않습니다.',
  },
  'kubernetes.changes.iptables.bareAddresses': {
    en: 'Single addresses are written without /32, and one rule of KUBE-FORWARD lets known connections pass instead of two.',
    ko: '주소 하나를 /32 없이 쓰고, KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 둘에서 하나가 됩니다.',
  },
  'kubernetes.changes.iptables.externalChains': {
    en: 'KUBE-EXT and KUBE-SVL replace KUBE-XLB, and KUBE-FW is there only with source ranges.',
    ko: 'KUBE-EXT와 KUBE-SVL이 KUBE-XLB를 대신하고, KUBE-FW는 출발지 범위가 있을 때만 만듭니다.',
  },
  'kubernetes.changes.iptables.hints': {
    en: 'Topology hints keep packets in the node’s zone, where the Service is annotated for it.',
    ko: 'Service에 애너테이션이 있으면 토폴로지 힌트가 패킷을 노드의 존 안에 머물게 합니다.',
  },
  'kubernetes.changes.iptables.dropsInFilter': {
    en: 'Drops stand in filter: where a policy Local leaves no endpoint, in KUBE-SERVICES and KUBE-EXTERNAL-SERVICES; where source ranges refuse, in KUBE-PROXY-FIREWALL. kubelet’s KUBE-MARK-DROP is not used any more.',
    ko: '폐기하는 규칙이 filter에 있습니다. Local 정책 때문에 엔드포인트가 없으면 KUBE-SERVICES와 KUBE-EXTERNAL-SERVICES에서, 출발지 범위에 들지 않으면 KUBE-PROXY-FIREWALL에서 폐기합니다. kubelet의 KUBE-MARK-DROP은 더 이상 쓰지 않습니다.',
  },
  'kubernetes.changes.iptables.terminatingEndpoints': {
    en: 'Endpoints that are terminating but still serve are used where no others are ready.',
    ko: '준비된 엔드포인트가 없으면 종료 중이지만 아직 응답하는 엔드포인트를 씁니다.',
  },
  'kubernetes.changes.iptables.localhostOption': {
    en: 'nodePorts on 127.0.0.1 can be switched off (iptables.localhostNodePorts).',
    ko: '127.0.0.1의 nodePort를 끌 수 있습니다(iptables.localhostNodePorts).',
  },
  'kubernetes.changes.iptables.ownFirewall': {
    en: 'kube-proxy makes KUBE-FIREWALL, too. kubelet no longer makes KUBE-MARK-DROP, KUBE-MARK-MASQ and KUBE-POSTROUTING; KUBE-FIREWALL without the rule for the mark, KUBE-IPTABLES-HINT and KUBE-KUBELET-CANARY it still makes.',
    ko: 'kube-proxy도 KUBE-FIREWALL을 만듭니다. kubelet은 더 이상 KUBE-MARK-DROP, KUBE-MARK-MASQ, KUBE-POSTROUTING을 만들지 않지만, 마크 규칙이 빠진 KUBE-FIREWALL과 KUBE-IPTABLES-HINT, KUBE-KUBELET-CANARY는 계속 만듭니다.',
  },
  'kubernetes.changes.iptables.partialSync': {
    en: 'A sync writes only the chains of Services that changed.',
    ko: '동기화할 때 바뀐 Service의 체인만 씁니다.',
  },
  'kubernetes.changes.iptables.liberalOption': {
    en: 'INVALID packets are not dropped where conntrack was liberal about TCP when kube-proxy started (conntrack.tcpBeLiberal).',
    ko: 'kube-proxy가 시작할 때 conntrack이 TCP를 관대하게 다루고 있으면(conntrack.tcpBeLiberal) INVALID 패킷을 폐기하지 않습니다.',
  },
  'kubernetes.changes.iptables.ipMode': {
    en: 'Load balancer addresses with ipMode Proxy get no rules.',
    ko: 'ipMode가 Proxy인 로드 밸런서 주소에는 규칙을 만들지 않습니다.',
  },
  'kubernetes.changes.iptables.primaryNodePortAddress': {
    en: 'nodePortAddresses takes “primary”: the node’s own IP.',
    ko: 'nodePortAddresses에 노드 자신의 IP를 뜻하는 “primary”를 쓸 수 있습니다.',
  },
  'kubernetes.changes.iptables.nodePortKeywords': {
    en: 'nodePortAddresses takes “primary”, “localhost” and “all”, in any mixture with ranges.',
    ko: 'nodePortAddresses에 “primary”, “localhost”, “all”을 범위와 섞어 쓸 수 있습니다.',
  },
  'kubernetes.changes.iptables.hourlyFullSync': {
    en: 'A sync that comes more than an hour after the last full one writes everything anew.',
    ko: '마지막 전체 동기화에서 한 시간 넘게 지난 뒤의 동기화는 모든 것을 새로 씁니다.',
  },
  'kubernetes.changes.iptables.keepsLargePartial': {
    en: 'With more than 1,000 endpoints no sync is full because an hour has passed.',
    ko: '엔드포인트가 1,000개를 넘으면 한 시간이 지나도 전체 동기화를 하지 않습니다.',
  },
  'kubernetes.changes.iptables.nfacct': {
    en: 'nfacct counts dropped INVALID packets and nodePort packets on loopback.',
    ko: 'nfacct가 폐기한 INVALID 패킷과 loopback의 nodePort 패킷을 셉니다.',
  },
  'kubernetes.changes.iptables.hintsWithoutAnnotation': {
    en: 'Topology hints count when every ready endpoint has one and some name this zone; no annotation is needed.',
    ko: '준비된 엔드포인트 모두에 토폴로지 힌트가 있고 이 존을 가리키는 것이 있으면 애너테이션 없이도 힌트를 따릅니다.',
  },
  'kubernetes.changes.iptables.nodeHints': {
    en: 'Hints for nodes are tried before hints for zones.',
    ko: '존 힌트보다 노드 힌트를 먼저 따릅니다.',
  },
  'kubernetes.changes.iptables.zeroRangeIsAll': {
    en: 'A source range of all addresses (0.0.0.0/0) means that there is no restriction.',
    ko: '모든 주소를 뜻하는 출발지 범위(0.0.0.0/0)는 제한이 없다는 뜻이 됩니다.',
  },
  'kubernetes.changes.iptables.topologyMode': {
    en: 'The annotation topology-mode asks for hints too.',
    ko: '애너테이션 topology-mode로도 힌트를 요청할 수 있습니다.',
  },
  'kubernetes.changes.iptables.runningWins': {
    en: 'Of an address that is listed twice, terminating and running, the running one counts.',
    ko: '한 주소가 종료 중인 것과 실행 중인 것으로 두 번 나오면 실행 중인 쪽을 씁니다.',
  },
  'kubernetes.changes.iptables.keepsNotReady': {
    en: 'Endpoints that are not ready have chains too, and a Service that only has those is not refused.',
    ko: '준비되지 않은 엔드포인트도 체인을 가지며, 그런 엔드포인트만 있는 Service도 거부하지 않습니다.',
  },
  'kubernetes.changes.iptables.ignoresNotReady': {
    en: 'Endpoints that are not ready leave no chains any more.',
    ko: '준비되지 않은 엔드포인트는 더 이상 체인을 만들지 않습니다.',
  },
  'kubernetes.changes.iptables.unaskedNodeIP': {
    en: 'Without a bind address kube-proxy takes its node’s IP for 0.0.0.0, so source ranges that hold the node no longer let it in by themselves.',
    ko: 'bindAddress가 없으면 노드 IP를 0.0.0.0으로 여기므로, 노드를 포함하는 출발지 범위만으로는 더 이상 노드를 들여보내지 않습니다.',
  },
  'kubernetes.changes.iptables.askedNodeIP': {
    en: 'kube-proxy asks for its node’s IP again; source ranges that hold it let the node in.',
    ko: '노드 IP를 다시 알아내므로, 그것을 포함하는 출발지 범위가 노드를 들여보냅니다.',
  },
} as const satisfies PhraseBook;

const IPVS = {
  'kubernetes.changes.ipvs.randomPorts': {
    en: 'Masquerading picks source ports at random (--random-fully).',
    ko: '마스커레이드할 때 출발지 포트를 무작위로 고릅니다(--random-fully).',
  },
  'kubernetes.changes.ipvs.forwardRulesWithoutCidr': {
    en: 'The rules of KUBE-FORWARD for known connections no longer name a cluster CIDR.',
    ko: 'KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 더 이상 클러스터 CIDR을 쓰지 않습니다.',
  },
  'kubernetes.changes.ipvs.localExternalIPs': {
    en: 'External IPs of a Service with externalTrafficPolicy Local have a set of their own and lead to endpoints of the node only.',
    ko: 'externalTrafficPolicy가 Local인 Service의 externalIP는 따로 집합을 두고 그 노드의 엔드포인트로만 보냅니다.',
  },
  'kubernetes.changes.ipvs.unmarking': {
    en: 'KUBE-POSTROUTING takes the masquerade mark off before it masquerades.',
    ko: 'KUBE-POSTROUTING이 마스커레이드하기 전에 마크를 지웁니다.',
  },
  'kubernetes.changes.ipvs.healthChecks': {
    en: 'KUBE-NODE-PORT in filter and a set let health checks of load balancers in.',
    ko: 'filter의 KUBE-NODE-PORT와 집합 하나가 로드 밸런서의 상태 확인을 받아들입니다.',
  },
  'kubernetes.changes.ipvs.localFallback': {
    en: 'With policy Local on a node without endpoints, those of the whole cluster are used.',
    ko: 'Local 정책인데 노드에 엔드포인트가 없으면 클러스터 전체의 엔드포인트를 씁니다.',
  },
  'kubernetes.changes.ipvs.keepsLocalnet': {
    en: 'The sysctl route_localnet is left alone.',
    ko: 'sysctl route_localnet을 건드리지 않습니다.',
  },
  'kubernetes.changes.ipvs.skipsLoopback': {
    en: 'nodePorts have no virtual servers on loopback addresses, where they never worked.',
    ko: 'nodePort가 동작하지 않던 loopback 주소에는 가상 서버를 만들지 않습니다.',
  },
  'kubernetes.changes.ipvs.keepsConnReuse': {
    en: 'The sysctl conn_reuse_mode is left alone on kernels from 5.9 on.',
    ko: '커널 5.9부터는 sysctl conn_reuse_mode를 건드리지 않습니다.',
  },
  'kubernetes.changes.ipvs.internalPolicy': {
    en: 'internalTrafficPolicy Local keeps packets on the node.',
    ko: 'internalTrafficPolicy Local이면 패킷이 노드를 벗어나지 않습니다.',
  },
  'kubernetes.changes.ipvs.singleForwardRule': {
    en: 'One rule of KUBE-FORWARD lets known connections pass instead of two.',
    ko: 'KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 둘에서 하나가 됩니다.',
  },
  'kubernetes.changes.ipvs.dropsInFilter': {
    en: 'Source ranges are checked and dropped in filter (KUBE-PROXY-FIREWALL) instead of nat.',
    ko: '출발지 범위를 nat이 아니라 filter(KUBE-PROXY-FIREWALL)에서 확인하고 폐기합니다.',
  },
  'kubernetes.changes.ipvs.accessFilter': {
    en: 'KUBE-IPVS-FILTER refuses packets to a Service’s address on ports it does not have.',
    ko: 'KUBE-IPVS-FILTER가 Service 주소의 없는 포트로 가는 패킷을 거부합니다.',
  },
  'kubernetes.changes.ipvs.ownFirewall': {
    en: 'kubelet no longer makes KUBE-MARK-DROP, KUBE-MARK-MASQ and KUBE-POSTROUTING; KUBE-FIREWALL without the rule for the mark, KUBE-IPTABLES-HINT and KUBE-KUBELET-CANARY it still makes.',
    ko: 'kubelet은 더 이상 KUBE-MARK-DROP, KUBE-MARK-MASQ, KUBE-POSTROUTING을 만들지 않지만, 마크 규칙이 빠진 KUBE-FIREWALL과 KUBE-IPTABLES-HINT, KUBE-KUBELET-CANARY는 계속 만듭니다.',
  },
  'kubernetes.changes.ipvs.bindsOnlyForeign': {
    en: 'Addresses that another interface has are not bound to kube-ipvs0 as well.',
    ko: '다른 인터페이스에 있는 주소는 kube-ipvs0에 다시 붙이지 않습니다.',
  },
  'kubernetes.changes.ipvs.maglev': {
    en: 'The scheduler mh also looks at the source port.',
    ko: '스케줄러 mh가 출발지 포트도 봅니다.',
  },
  'kubernetes.changes.ipvs.outFilter': {
    en: 'KUBE-IPVS-OUT-FILTER keeps the node from reaching a guarded load balancer address with that address as source.',
    ko: 'KUBE-IPVS-OUT-FILTER는 노드가 제한된 로드 밸런서 주소에 그 주소를 출발지로 삼아 닿지 못하게 합니다.',
  },
  'kubernetes.changes.ipvs.ipMode': {
    en: 'Load balancer addresses with ipMode Proxy get no virtual servers.',
    ko: 'ipMode가 Proxy인 로드 밸런서 주소에는 가상 서버를 만들지 않습니다.',
  },
  'kubernetes.changes.ipvs.primaryNodePortAddress': {
    en: 'nodePortAddresses takes “primary”: the node’s own IP.',
    ko: 'nodePortAddresses에 노드 자신의 IP를 뜻하는 “primary”를 쓸 수 있습니다.',
  },
  'kubernetes.changes.ipvs.nodePortKeywords': {
    en: 'nodePortAddresses takes “primary”, “localhost” and “all”, in any mixture with ranges.',
    ko: 'nodePortAddresses에 “primary”, “localhost”, “all”을 범위와 섞어 쓸 수 있습니다.',
  },
  'kubernetes.changes.ipvs.hints': {
    en: 'Topology hints keep packets in the node’s zone, where the Service is annotated for it.',
    ko: 'Service에 애너테이션이 있으면 토폴로지 힌트가 패킷을 노드의 존 안에 머물게 합니다.',
  },
  'kubernetes.changes.ipvs.terminatingEndpoints': {
    en: 'Endpoints that are terminating but still serve are used where no others are ready.',
    ko: '준비된 엔드포인트가 없으면 종료 중이지만 아직 응답하는 엔드포인트를 씁니다.',
  },
  'kubernetes.changes.ipvs.hintsWithoutAnnotation': {
    en: 'Topology hints count when every ready endpoint has one and some name this zone; no annotation is needed.',
    ko: '준비된 엔드포인트 모두에 토폴로지 힌트가 있고 이 존을 가리키는 것이 있으면 애너테이션 없이도 힌트를 따릅니다.',
  },
  'kubernetes.changes.ipvs.nodeHints': {
    en: 'Hints for nodes are tried before hints for zones.',
    ko: '존 힌트보다 노드 힌트를 먼저 따릅니다.',
  },
  'kubernetes.changes.ipvs.zeroRangeIsAll': {
    en: 'A source range of all addresses (0.0.0.0/0) means that there is no restriction.',
    ko: '모든 주소를 뜻하는 출발지 범위(0.0.0.0/0)는 제한이 없다는 뜻이 됩니다.',
  },
  'kubernetes.changes.ipvs.topologyMode': {
    en: 'The annotation topology-mode asks for hints too.',
    ko: '애너테이션 topology-mode로도 힌트를 요청할 수 있습니다.',
  },
  'kubernetes.changes.ipvs.runningWins': {
    en: 'Of an address that is listed twice, terminating and running, the running one counts.',
    ko: '한 주소가 종료 중인 것과 실행 중인 것으로 두 번 나오면 실행 중인 쪽을 씁니다.',
  },
  'kubernetes.changes.ipvs.externalIPLocalSet': {
    en: 'A set KUBE-EXTERNAL-IP-LOCAL for external IPs of Services with policy Local.',
    ko: '정책이 Local인 Service의 externalIP를 담는 집합 KUBE-EXTERNAL-IP-LOCAL이 생깁니다.',
  },
  'kubernetes.changes.ipvs.loopBackOfNotReady': {
    en: 'KUBE-LOOP-BACK has endpoints that are not ready too.',
    ko: 'KUBE-LOOP-BACK에 준비되지 않은 엔드포인트도 들어갑니다.',
  },
  'kubernetes.changes.ipvs.loopBackOfTerminating': {
    en: 'KUBE-LOOP-BACK has endpoints that are terminating too.',
    ko: 'KUBE-LOOP-BACK에 종료 중인 엔드포인트도 들어갑니다.',
  },
  'kubernetes.changes.ipvs.namesChains': {
    en: 'The text of a sync names each chain of kube-proxy once; before, it named one of them again and again.',
    ko: '동기화 텍스트가 kube-proxy의 체인을 하나씩 선언합니다. 전에는 한 체인만 거듭 선언했습니다.',
  },
  'kubernetes.changes.ipvs.leavesMarkDrop': {
    en: 'KUBE-MARK-DROP is left to kubelet.',
    ko: 'KUBE-MARK-DROP은 kubelet에 맡깁니다.',
  },
  'kubernetes.changes.ipvs.sctpLocalFirst': {
    en: 'SCTP nodePorts of policy Local are let off before they are marked, so the source stays.',
    ko: '정책이 Local인 SCTP nodePort는 표시하기 전에 통과시키므로 출발지 주소가 남습니다.',
  },
  'kubernetes.changes.ipvs.internalPolicyOnlyInside': {
    en: 'internalTrafficPolicy Local cuts the endpoints of the clusterIP only.',
    ko: 'internalTrafficPolicy Local은 clusterIP의 엔드포인트만 줄입니다.',
  },
  'kubernetes.changes.ipvs.filterHealthChecks': {
    en: 'KUBE-IPVS-FILTER lets health checks through.',
    ko: 'KUBE-IPVS-FILTER가 상태 확인을 통과시킵니다.',
  },
  'kubernetes.changes.ipvs.filterLocalExternalIPs': {
    en: 'KUBE-IPVS-FILTER knows external IPs of Services with policy Local.',
    ko: 'KUBE-IPVS-FILTER가 정책이 Local인 Service의 externalIP를 알아봅니다.',
  },
  'kubernetes.changes.ipvs.unaskedNodeIP': {
    en: 'Without a bind address kube-proxy takes its node’s IP for 0.0.0.0, so source ranges that hold the node no longer let it in by themselves.',
    ko: 'bindAddress가 없으면 노드 IP를 0.0.0.0으로 여기므로, 노드를 포함하는 출발지 범위만으로는 더 이상 노드를 들여보내지 않습니다.',
  },
  'kubernetes.changes.ipvs.askedNodeIP': {
    en: 'kube-proxy asks for its node’s IP again; source ranges that hold it let the node in.',
    ko: '노드 IP를 다시 알아내므로, 그것을 포함하는 출발지 범위가 노드를 들여보냅니다.',
  },
  'kubernetes.changes.ipvs.addsInAnyOrder': {
    en: 'Real servers are added in a random order; before, sorted as text.',
    ko: '실제 서버를 무작위 순서로 추가합니다. 전에는 텍스트 순서로 정렬해 추가했습니다.',
  },
} as const satisfies PhraseBook;

/** What a release of kube-proxy writes otherwise than the one before it, by mode. */
export const RELEASE_CHANGE_PHRASES = { ...IPTABLES, ...IPVS, ...OTHER_RELEASE_CHANGES };
