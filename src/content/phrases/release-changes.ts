import type { PhraseBook } from './phrase-book';
import { below } from './prefix';

const IPTABLES = below('kubernetes.changes.iptables', {
  preciseOdds: {
    en: 'The odds of an endpoint are written with ten decimals instead of five, so that shares are equal.',
    ko: '엔드포인트를 고를 확률을 소수점 다섯 자리가 아니라 열 자리로 써서 몫이 같아집니다.',
  },
  canaries: {
    en: 'An empty chain KUBE-PROXY-CANARY in each table tells kube-proxy when somebody flushed its rules.',
    ko: '각 테이블의 빈 체인 KUBE-PROXY-CANARY로 누군가 규칙을 비웠는지 알아냅니다.',
  },
  ruleComments: {
    en: 'Balancing and endpoint rules carry the name of their Service again.',
    ko: '분배 규칙과 엔드포인트 규칙에 Service 이름이 다시 주석으로 붙습니다.',
  },
  forwardRulesWithoutCidr: {
    en: 'The rules of KUBE-FORWARD for known connections no longer name a cluster CIDR.',
    ko: 'KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 더 이상 클러스터 CIDR을 쓰지 않습니다.',
  },
  localExternalIPs: {
    en: 'External IPs of a Service with externalTrafficPolicy Local lead to endpoints of the node only.',
    ko: 'externalTrafficPolicy가 Local인 Service의 externalIP는 그 노드의 엔드포인트로만 갑니다.',
  },
  unmarking: {
    en: 'KUBE-POSTROUTING takes the masquerade mark off before it masquerades.',
    ko: 'KUBE-POSTROUTING이 마스커레이드하기 전에 표시를 지웁니다.',
  },
  noTrailingColon: {
    en: 'Unnamed ports are written without a colon at the end, so their chains get other names.',
    ko: '이름 없는 포트를 끝의 콜론 없이 쓰므로 체인 이름이 달라집니다.',
  },
  externalForward: {
    en: 'FORWARD looks at KUBE-EXTERNAL-SERVICES, and INPUT no longer at KUBE-SERVICES.',
    ko: 'FORWARD가 KUBE-EXTERNAL-SERVICES를 보고, INPUT은 더 이상 KUBE-SERVICES를 보지 않습니다.',
  },
  healthChecks: {
    en: 'A chain KUBE-NODEPORTS in filter lets health checks of load balancers in.',
    ko: 'filter의 KUBE-NODEPORTS 체인이 로드 밸런서의 상태 확인을 받아들입니다.',
  },
  plainExternalIPs: {
    en: 'One rule for an external IP instead of two; bridge ports are no longer looked at.',
    ko: 'externalIP마다 규칙이 둘에서 하나로 줄고, 브리지 포트를 더 이상 보지 않습니다.',
  },
  masqueradeInChain: {
    en: 'What decides about masquerading stands in the chains of a Service instead of KUBE-SERVICES and KUBE-NODEPORTS.',
    ko: '마스커레이드를 정하는 규칙이 KUBE-SERVICES와 KUBE-NODEPORTS가 아니라 Service의 체인에 있습니다.',
  },
  internalPolicy: {
    en: 'internalTrafficPolicy Local keeps packets on the node.',
    ko: 'internalTrafficPolicy Local이면 패킷이 노드를 벗어나지 않습니다.',
  },
  bareAddresses: {
    en: 'Single addresses are written without /32, and one rule of KUBE-FORWARD lets known connections pass instead of two.',
    ko: '주소 하나를 /32 없이 쓰고, KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 둘에서 하나가 됩니다.',
  },
  externalChains: {
    en: 'KUBE-EXT and KUBE-SVL replace KUBE-XLB, and KUBE-FW is there only with source ranges.',
    ko: 'KUBE-EXT와 KUBE-SVL이 KUBE-XLB를 대신하고, KUBE-FW는 출발지 범위가 있을 때만 만듭니다.',
  },
  hints: {
    en: 'Topology hints keep packets in the node’s zone, where the Service is annotated for it.',
    ko: 'Service에 애너테이션이 있으면 토폴로지 힌트가 패킷을 노드의 존 안에 머물게 합니다.',
  },
  dropsInFilter: {
    en: 'What no endpoint may take is dropped in filter (KUBE-PROXY-FIREWALL); kubelet’s mark for dropping is not used any more.',
    ko: '받을 엔드포인트가 없는 패킷을 filter(KUBE-PROXY-FIREWALL)에서 폐기합니다. kubelet의 폐기 표시는 더 이상 쓰지 않습니다.',
  },
  terminatingEndpoints: {
    en: 'Endpoints that are terminating but still serve are used where no others are ready.',
    ko: '준비된 엔드포인트가 없으면 종료 중이지만 아직 응답하는 엔드포인트를 씁니다.',
  },
  localhostOption: {
    en: 'nodePorts on 127.0.0.1 can be switched off (iptables.localhostNodePorts).',
    ko: '127.0.0.1의 nodePort를 끌 수 있습니다(iptables.localhostNodePorts).',
  },
  ownFirewall: {
    en: 'kube-proxy makes KUBE-FIREWALL itself, and kubelet makes no chains any more.',
    ko: 'kube-proxy가 KUBE-FIREWALL을 직접 만들고 kubelet은 더 이상 체인을 만들지 않습니다.',
  },
  partialSync: {
    en: 'A sync writes only the chains of Services that changed.',
    ko: '동기화할 때 바뀐 Service의 체인만 씁니다.',
  },
  liberalOption: {
    en: 'INVALID packets are not dropped where conntrack is liberal about TCP (conntrack.tcpBeLiberal).',
    ko: 'conntrack이 TCP를 관대하게 다루면(conntrack.tcpBeLiberal) INVALID 패킷을 폐기하지 않습니다.',
  },
  ipMode: {
    en: 'Load balancer addresses with ipMode Proxy get no rules.',
    ko: 'ipMode가 Proxy인 로드 밸런서 주소에는 규칙을 만들지 않습니다.',
  },
  primaryNodePortAddress: {
    en: 'nodePortAddresses takes “primary”: the node’s own IP.',
    ko: 'nodePortAddresses에 노드 자신의 IP를 뜻하는 “primary”를 쓸 수 있습니다.',
  },
  nfacct: {
    en: 'nfacct counts dropped INVALID packets and nodePort packets on loopback.',
    ko: 'nfacct가 폐기한 INVALID 패킷과 loopback의 nodePort 패킷을 셉니다.',
  },
  hintsWithoutAnnotation: {
    en: 'Topology hints count whenever all endpoints have them; no annotation is needed.',
    ko: '모든 엔드포인트에 토폴로지 힌트가 있으면 애너테이션 없이도 힌트를 따릅니다.',
  },
  nodeHints: {
    en: 'Hints for nodes are tried before hints for zones.',
    ko: '존 힌트보다 노드 힌트를 먼저 따릅니다.',
  },
});

const IPVS = below('kubernetes.changes.ipvs', {
  forwardRulesWithoutCidr: {
    en: 'The rules of KUBE-FORWARD for known connections no longer name a cluster CIDR.',
    ko: 'KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 더 이상 클러스터 CIDR을 쓰지 않습니다.',
  },
  localExternalIPs: {
    en: 'External IPs of a Service with externalTrafficPolicy Local have a set of their own and lead to endpoints of the node only.',
    ko: 'externalTrafficPolicy가 Local인 Service의 externalIP는 따로 집합을 두고 그 노드의 엔드포인트로만 보냅니다.',
  },
  unmarking: {
    en: 'KUBE-POSTROUTING takes the masquerade mark off before it masquerades.',
    ko: 'KUBE-POSTROUTING이 마스커레이드하기 전에 표시를 지웁니다.',
  },
  healthChecks: {
    en: 'KUBE-NODE-PORT in filter and a set let health checks of load balancers in.',
    ko: 'filter의 KUBE-NODE-PORT와 집합 하나가 로드 밸런서의 상태 확인을 받아들입니다.',
  },
  localFallback: {
    en: 'With policy Local on a node without endpoints, those of the whole cluster are used.',
    ko: 'Local 정책인데 노드에 엔드포인트가 없으면 클러스터 전체의 엔드포인트를 씁니다.',
  },
  keepsLocalnet: {
    en: 'The sysctl route_localnet is left alone.',
    ko: 'sysctl route_localnet을 건드리지 않습니다.',
  },
  skipsLoopback: {
    en: 'nodePorts have no virtual servers on loopback addresses, where they never worked.',
    ko: 'nodePort가 동작하지 않던 loopback 주소에는 가상 서버를 만들지 않습니다.',
  },
  keepsConnReuse: {
    en: 'The sysctl conn_reuse_mode is left alone on kernels from 5.9 on.',
    ko: '커널 5.9부터는 sysctl conn_reuse_mode를 건드리지 않습니다.',
  },
  internalPolicy: {
    en: 'internalTrafficPolicy Local keeps packets on the node.',
    ko: 'internalTrafficPolicy Local이면 패킷이 노드를 벗어나지 않습니다.',
  },
  singleForwardRule: {
    en: 'One rule of KUBE-FORWARD lets known connections pass instead of two.',
    ko: 'KUBE-FORWARD에서 이미 아는 연결을 통과시키는 규칙이 둘에서 하나가 됩니다.',
  },
  dropsInFilter: {
    en: 'Source ranges are checked and dropped in filter (KUBE-PROXY-FIREWALL) instead of nat.',
    ko: '출발지 범위를 nat이 아니라 filter(KUBE-PROXY-FIREWALL)에서 확인하고 폐기합니다.',
  },
  accessFilter: {
    en: 'KUBE-IPVS-FILTER refuses packets to a Service’s address on ports it does not have.',
    ko: 'KUBE-IPVS-FILTER가 Service 주소의 없는 포트로 가는 패킷을 거부합니다.',
  },
  ownFirewall: {
    en: 'kubelet makes no chains any more.',
    ko: 'kubelet이 더 이상 체인을 만들지 않습니다.',
  },
  bindsOnlyForeign: {
    en: 'Addresses that another interface has are not bound to kube-ipvs0 as well.',
    ko: '다른 인터페이스에 있는 주소는 kube-ipvs0에 다시 붙이지 않습니다.',
  },
  maglev: {
    en: 'The scheduler mh also looks at the source port.',
    ko: '스케줄러 mh가 출발지 포트도 봅니다.',
  },
  outFilter: {
    en: 'KUBE-IPVS-OUT-FILTER keeps the node from reaching a guarded load balancer address with that address as source.',
    ko: 'KUBE-IPVS-OUT-FILTER는 노드가 제한된 로드 밸런서 주소에 그 주소를 출발지로 삼아 닿지 못하게 합니다.',
  },
  ipMode: {
    en: 'Load balancer addresses with ipMode Proxy get no virtual servers.',
    ko: 'ipMode가 Proxy인 로드 밸런서 주소에는 가상 서버를 만들지 않습니다.',
  },
  primaryNodePortAddress: {
    en: 'nodePortAddresses takes “primary”: the node’s own IP.',
    ko: 'nodePortAddresses에 노드 자신의 IP를 뜻하는 “primary”를 쓸 수 있습니다.',
  },
  hints: {
    en: 'Topology hints keep packets in the node’s zone, where the Service is annotated for it.',
    ko: 'Service에 애너테이션이 있으면 토폴로지 힌트가 패킷을 노드의 존 안에 머물게 합니다.',
  },
  terminatingEndpoints: {
    en: 'Endpoints that are terminating but still serve are used where no others are ready.',
    ko: '준비된 엔드포인트가 없으면 종료 중이지만 아직 응답하는 엔드포인트를 씁니다.',
  },
  hintsWithoutAnnotation: {
    en: 'Topology hints count whenever all endpoints have them; no annotation is needed.',
    ko: '모든 엔드포인트에 토폴로지 힌트가 있으면 애너테이션 없이도 힌트를 따릅니다.',
  },
  nodeHints: {
    en: 'Hints for nodes are tried before hints for zones.',
    ko: '존 힌트보다 노드 힌트를 먼저 따릅니다.',
  },
});

const NFTABLES = below('kubernetes.changes.nftables', {
  clusterIPsCheck: {
    en: 'A set of all clusterIPs lets packets to ports that no Service has be refused.',
    ko: '모든 clusterIP의 집합으로 어떤 Service에도 없는 포트로 가는 패킷을 거부합니다.',
  },
  firewallChains: {
    en: 'Source ranges are checked before translation, by a chain of each Service, so that forwarded packets are caught too.',
    ko: '출발지 범위를 변환 전에 Service마다의 체인으로 확인하므로 포워딩되는 패킷도 걸립니다.',
  },
  splitChecks: {
    en: 'Filter chains stand at −110; Services and nodePorts without endpoints have a chain each, and INVALID packets are left alone.',
    ko: 'filter 체인의 우선순위가 −110이 되고, 엔드포인트 없는 Service와 nodePort를 따로 확인하며, INVALID 패킷은 건드리지 않습니다.',
  },
  nodeIPDefault: {
    en: 'Without nodePortAddresses, nodePorts answer only on the node’s own IP.',
    ko: 'nodePortAddresses가 없으면 nodePort는 노드 자신의 IP에서만 응답합니다.',
  },
  ipMode: {
    en: 'Load balancer addresses with ipMode Proxy get no elements.',
    ko: 'ipMode가 Proxy인 로드 밸런서 주소에는 원소를 만들지 않습니다.',
  },
  primaryNodePortAddress: {
    en: 'nodePortAddresses takes “primary”: the node’s own IP.',
    ko: 'nodePortAddresses에 노드 자신의 IP를 뜻하는 “primary”를 쓸 수 있습니다.',
  },
  partialSync: {
    en: 'A sync writes only the chains and elements that changed.',
    ko: '동기화할 때 바뀐 체인과 원소만 씁니다.',
  },
  hourlyFullSync: {
    en: 'Everything is written anew once an hour.',
    ko: '한 시간에 한 번 모든 것을 새로 씁니다.',
  },
  filterAfterNat: {
    en: 'Filter chains stand at priority 0, after translation; only source ranges are checked before it.',
    ko: 'filter 체인이 변환 뒤인 우선순위 0에 있고, 출발지 범위만 변환 전에 확인합니다.',
  },
  interfaceByName: {
    en: 'Interfaces are matched by name (iifname), so they need not exist when the rules are loaded.',
    ko: '인터페이스를 이름(iifname)으로 맞추므로 규칙을 올릴 때 인터페이스가 없어도 됩니다.',
  },
  masqueradesAnyPort: {
    en: 'The rule that masquerades for a clusterIP no longer names protocol and port.',
    ko: 'clusterIP를 마스커레이드하는 규칙이 더 이상 프로토콜과 포트를 쓰지 않습니다.',
  },
  plainFirewallElements: {
    en: 'Elements of firewall-ips have no comment.',
    ko: 'firewall-ips의 원소에 주석이 없습니다.',
  },
  hairpinSet: {
    en: 'Without affinity one rule picks the endpoint and translates; a set of hairpin connections replaces marks in endpoint chains.',
    ko: 'affinity가 없으면 규칙 하나가 엔드포인트를 골라 변환합니다. 엔드포인트 체인의 표시 대신 hairpin 연결의 집합을 씁니다.',
  },
  plainSingleEndpoint: {
    en: 'A single endpoint is translated to directly, without a random number.',
    ko: '엔드포인트가 하나면 무작위 수 없이 바로 변환합니다.',
  },
  cutsComments: {
    en: 'Comments are cut to the 128 bytes nft takes.',
    ko: '주석을 nft가 받는 128바이트로 자릅니다.',
  },
  hintsWithoutAnnotation: {
    en: 'Topology hints count whenever all endpoints have them; no annotation is needed.',
    ko: '모든 엔드포인트에 토폴로지 힌트가 있으면 애너테이션 없이도 힌트를 따릅니다.',
  },
  nodeHints: {
    en: 'Hints for nodes are tried before hints for zones.',
    ko: '존 힌트보다 노드 힌트를 먼저 따릅니다.',
  },
  serviceCIDRs: {
    en: 'Packets to an address of a ServiceCIDR that no Service has are dropped.',
    ko: 'ServiceCIDR 안에서 어떤 Service도 갖지 않은 주소로 가는 패킷을 폐기합니다.',
  },
});

const USERSPACE = below('kubernetes.changes.userspace', {
  noTrailingColon: {
    en: 'Unnamed ports are written without a colon at the end.',
    ko: '이름 없는 포트를 끝의 콜론 없이 씁니다.',
  },
});

/** What a release of kube-proxy writes otherwise than the one before it, by mode. */
export const RELEASE_CHANGE_PHRASES: PhraseBook = { ...IPTABLES, ...IPVS, ...NFTABLES, ...USERSPACE };
