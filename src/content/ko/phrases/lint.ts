import type * as EN from '../../en/phrases/lint';
import type { Translated } from '../../translated';

/** What is found odd about the rules of a node, and what to do about it. */
export const LINT_PHRASES = {
  'lint.stale-chain': '{chain}(으)로 이어지는 규칙이 없습니다. Service나 엔드포인트가 없어졌습니다.',
  'lint.no-endpoints': '{name}에 엔드포인트가 없어 연결이 거부됩니다.',
  'lint.no-local-endpoints': '{name}의 정책이 Local인데 이 노드에 엔드포인트가 없어 패킷이 여기서 폐기됩니다.',
  'lint.empty-service-chain':
    '{chain}은(는) 쓰이는데 규칙이 없습니다. 패킷이 변환되지 않고 지나가 엔드포인트에 닿지 못합니다.',
  'lint.other-mode': 'kube-proxy는 {mode} 모드로 실행 중인데 {other} 모드의 체인 {count}개가 남아 있습니다.',
  'lint.other-mode-sets': 'kube-proxy는 {mode} 모드로 실행 중인데 IPVS 모드의 ipset이 남아 있습니다: {sets}.',
  'lint.forward-drop-policy':
    'FORWARD의 정책이 DROP인데 KUBE-FORWARD로 이어지지 않습니다. Service와 Pod로 포워딩되는 트래픽 가운데 앞의 규칙이 허용하지 않은 것은 모두 폐기됩니다.',
  'lint.forward-drop-rule':
    'FORWARD의 규칙 {rule}에 온 패킷은 {own, select, none {모두 막히며, 이 테이블에는 KUBE-FORWARD 체인이 없습니다} other {KUBE-FORWARD로 가기 전에 모두 막힙니다}}.',
  'lint.missing-jump': 'nat {from}에서 {to}(으)로 이어지지 않아 kube-proxy의 규칙이 쓰이지 않습니다.',
  'lint.jump-cut-off': 'nat {from}의 규칙 {rule}이(가) {to}(으)로 가기 전에 모든 패킷을 끝냅니다.',
  'lint.dangling-jump': '{table} 테이블에 {target} 체인이 없는데 규칙이 그리로 이어집니다. 덤프의 일부가 빠졌습니다.',
  'lint.mark-overlap':
    '{chain}의 규칙이 마크 비트 {bits}을(를) 쓰는데 kube-proxy는 {own}(으)로 마스커레이드합니다. 서로 덮어씁니다.',
  'lint.mark-cleared':
    '{chain}의 규칙이 일치하는 패킷의 마크 비트 {bits}을(를) 지웁니다. 그 뒤로 kube-proxy는 이 패킷을 마스커레이드하지 않습니다({own}).',
  'lint.stale-connection':
    '{from}에서 {to}(으)로 가는 연결이 {name}의 엔드포인트가 아닌 {leads}(으)로 이어집니다(이런 연결 {count}개). 이미 있는 연결의 패킷에는 nat 규칙을 다시 적용하지 않습니다.',
  'lint.nat-hook':
    '{chain}에서 {verb}(으)로 이어집니다. 이 체인은 {hook} 훅의 {type} 유형인데, 커널은 {hooks} 훅의 nat 유형 체인에서만 {verb}을(를) 받고 이런 규칙은 거부합니다(Operation not supported).',
  'lint.two-backends':
    'iptables-legacy와 iptables-nft의 규칙이 모두 있습니다. 커널은 둘 다 보지만 각 도구는 하나만 보여 줍니다.',
  'lint.public-endpoints':
    '엔드포인트 {address}이(가) {network} 안에 있는데, 이는 사설 네트워크(RFC 1918: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16)가 아닙니다. 자신의 대역이 아니라면 그 주소의 실제 호스트에 여기서 닿을 수 없습니다.',
  'lint.route-localnet-off':
    'kube-proxy는 127.0.0.1의 nodePort를 쓰려 하지만 net.ipv4.conf.all.route_localnet이 0이라 동작하지 않습니다.',
  'lint.route-localnet-open':
    '{sysctl} 값이 1인데 외부에서 127.0.0.0/8로 오는 것을 막는 KUBE-FIREWALL 규칙이 없습니다(CVE-2020-8558).',
  'lint.covered':
    '{chain}의 규칙 {rule}에는 정할 패킷이 남지 않습니다. 앞에 있는 규칙이 맞는 패킷을 모두 처리합니다: {by}.',
  'lint.never-matches': '{chain}의 규칙 {rule}에는 패킷이 오지 않습니다. 규칙 {earlier}이(가) 먼저 모두 처리합니다.',
  'lint.duplicate-rule': '{chain}의 규칙 {rule}은(는) 규칙 {first}을(를) 되풀이합니다.',
  'lint.notrack-all':
    'raw {chain}이(가) 모든 패킷을 추적에서 뺍니다. nat 테이블을 거치지 않으므로 그 규칙으로 만든 Service가 동작하지 않습니다.',
  'lint.notrack-service':
    'raw {chain}이(가) {address}(으)로 가는 패킷을 추적하지 않게 합니다. kube-proxy의 규칙으로 변환되지 않습니다(node-local DNS는 일부러 그렇게 합니다).',
  'lint.mesh-proxy':
    '{owner}의 규칙은 Pod의 연결을 그 옆의 프록시로 돌립니다(포트 {ports}). 패킷의 길은 거기서 끝납니다. 프록시가 다시 어느 엔드포인트로 연결하는지는 규칙이 아니라 프록시의 설정에 있으며 kube-proxy의 확률도 적용되지 않습니다. 이 규칙은 노드가 아니라 Pod 네트워크의 규칙입니다.',
  'lint.rp-filter': '{devices}의 rp_filter가 엄격합니다. 응답이 나가는 장치와 다른 장치로 들어온 패킷은 폐기됩니다.',
  'lint.refused-packets': '규칙 {rule}이(가) 패킷 {count}개를 막은 것이 카운터에 보입니다({words}).',
  'lint.refused-policy':
    '{table} {chain}의 정책이 패킷 {count}개를 폐기한 것이 카운터에 보입니다. 허용한 규칙이 없습니다.',
  'lint.stale-nft-chain':
    '{chain}(으)로 이어지는 규칙이 없습니다. Service나 엔드포인트가 없어졌고 kube-proxy가 잠시 뒤에 체인을 지웁니다.',
  'lint.no-real-servers': '가상 서버 {server}에 실제 서버가 없어 연결이 거부됩니다.',
  'lint.no-weight': '{server}의 실제 서버 {count}개가 모두 가중치 0이라 새 연결을 받지 않습니다.',
  'lint.missing-set':
    '규칙 {count}개가 ipset {set}을(를) 쓰는데 붙여 넣은 집합에 없습니다. 커널은 쓰이는 집합을 지우지 않으므로 목록이 일부이거나 다른 시점의 것입니다.',
  'lint.other-mode-table':
    'kube-proxy는 {mode} 모드로 실행 중인데 nftables 모드의 테이블 {table}이(가) 체인 {count}개와 함께 남아 있습니다. 커널은 둘 다 봅니다.',
  'lint.other-mode-servers': 'kube-proxy는 {mode} 모드로 실행 중인데 IPVS 가상 서버 {count}개가 남아 있습니다.',
  'lint.next.paste-whole': 'root로 실행한 "iptables-save"나 "nft list ruleset"의 출력 전체를 붙여 넣으십시오.',
  'lint.next.remove-rule':
    '어떤 프로그램이나 유닛이 규칙을 두 번 추가하는지 확인하십시오. 두 번째 규칙은 지워도 됩니다.',
  'lint.next.restart':
    '이 노드의 kube-proxy를 다시 시작하십시오. "kubectl -n kube-system delete pod"에 그 Pod의 이름을 적으면 됩니다.',
  'lint.next.forward':
    'FORWARD가 KUBE-FORWARD를 먼저 보게 하거나 Pod CIDR을 허용하십시오. "iptables -I FORWARD -s \'<Pod CIDR>\' -j ACCEPT", -d도 같은 방식입니다.',
  'lint.next.mark':
    '이 패킷을 마스커레이드해야 한다면 두 프로그램 가운데 하나가 다른 비트를 쓰게 하십시오. kube-proxy에는 "iptables.masqueradeBit"가 있고 다른 프로그램에도 설정이 있습니다.',
  'lint.next.full-sync':
    'kube-proxy의 로그를 본 뒤 다시 시작하십시오. 첫 동기화가 점프를 다시 씁니다. 어떤 프로그램이 지우거나 옮겼는지도 확인하십시오.',
  'lint.next.paste-sets': '"iptables-save" 바로 뒤에 "ipset save"를 실행해 둘 다 붙여 넣으십시오.',
  'lint.next.order': '뒤의 규칙이 필요하다면 앞의 규칙보다 위로 옮기거나 앞의 규칙을 더 좁게 만드십시오.',
  'lint.next.endpoints': '해당 Service의 "kubectl get endpointslices"를 보고 셀렉터와 Pod의 준비 상태를 확인하십시오.',
  'lint.next.local-endpoints':
    '이 노드에 준비된 Pod를 두거나, 밸런서가 상태 확인 포트에 응답하는 노드로만 보내게 하거나, 정책을 Cluster로 바꾸십시오. Cluster면 Pod에서 클라이언트 주소를 볼 수 없습니다.{patch, select, none {} other { {patch}}}',
  'lint.next.mesh-proxy':
    '프록시가 어디로 보내는지 보려면 "istioctl proxy-config endpoints POD" 또는 "linkerd diagnostics endpoints SERVICE"를 실행하십시오. 프록시가 여는 연결을 따라가려면 노드의 규칙을 붙여 넣으십시오.',
  'lint.next.notrack': '규칙을 필요한 대상으로만 좁히거나 raw 테이블에서 빼십시오.',
  'lint.next.cleanup':
    'kube-proxy를 멈추고 이 노드에서 "kube-proxy --cleanup"을 실행한 뒤 다시 시작하십시오. 그 릴리스에 있는 모드의 Service 규칙을 지웁니다. 1.30까지는 KUBE-MARK-MASQ나 카나리아처럼 Service에 아무 일도 하지 않는 체인 몇 개가 남습니다. 1.26부터는 userspace 모드를 모르므로 KUBE-PORTALS와 KUBE-NODEPORT 체인은 직접 지워야 합니다.',
  'lint.next.public-endpoints':
    '"whois"로 누구의 대역인지 확인하십시오. 새 Pod 네트워크는 주변에서 쓰지 않는 사설 대역에 두십시오.',
  'lint.next.route-localnet':
    '"sysctl net.ipv4.conf.all.route_localnet"과 kube-proxy의 "iptables.localhostNodePorts"를 확인하십시오.',
  'lint.next.rp-filter': '응답이 다른 장치로 나가는 곳에서는 그 장치의 rp_filter를 2(느슨함)로 바꾸십시오.',
  'lint.next.nat-hook': '{verb}을(를) {hooks} 훅의 nat 유형 체인에 넣으십시오.',
  'lint.next.stale-connection':
    '노드에서 {command}을(를) 실행해 항목을 지우십시오. 그러면 다음 패킷부터 nat 규칙을 다시 적용합니다.',
  'lint.next.refused-packets':
    '찾는 패킷이 그 가운데 있는지는 시도 앞뒤의 그 체인의 iptables -nvL 출력에서 카운터가 느는지 보면 알 수 있습니다. 그렇다면 이 규칙을 쓴 프로그램의 설정으로 그 앞에 허용하는 규칙을 두십시오.',
  'lint.next.both':
    '"iptables-legacy-save"와 "iptables-nft-save"를 모두 붙여 넣고, 모든 프로그램이 둘 중 하나만 쓰게 하십시오.',
} satisfies Translated<typeof EN.LINT_PHRASES>;
