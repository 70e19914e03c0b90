import type { PhraseBook } from './phrase-book';

/** What is found odd about the rules of a node, and what to do about it. */
export const LINT_PHRASES = {
  'lint.stale-chain': {
    en: 'Nothing leads to {chain}: its Service or endpoint is gone.',
    ko: '{chain}(으)로 이어지는 규칙이 없습니다. Service나 엔드포인트가 없어졌습니다.',
  },
  'lint.no-endpoints': {
    en: '{name} has no endpoints: connections are refused.',
    ko: '{name}에 엔드포인트가 없어 연결이 거부됩니다.',
  },
  'lint.no-local-endpoints': {
    en: '{name} has no endpoints on this node and a policy of Local: packets are dropped here.',
    ko: '{name}의 정책이 Local인데 이 노드에 엔드포인트가 없어 패킷이 여기서 폐기됩니다.',
  },
  'lint.empty-service-chain': {
    en: '{chain} is used and has no rules: packets pass it untranslated and reach no endpoint.',
    ko: '{chain}은(는) 쓰이는데 규칙이 없습니다. 패킷이 변환되지 않고 지나가 엔드포인트에 닿지 못합니다.',
  },
  'lint.other-mode': {
    en: '{count, plural, one {# chain of {other} mode is} other {# chains of {other} mode are}} left over, though kube-proxy runs in {mode} mode.',
    ko: 'kube-proxy는 {mode} 모드로 실행 중인데 {other} 모드의 체인 {count}개가 남아 있습니다.',
  },
  'lint.other-mode-sets': {
    en: 'ipsets of IPVS mode are left over, though kube-proxy runs in {mode} mode: {sets}.',
    ko: 'kube-proxy는 {mode} 모드로 실행 중인데 IPVS 모드의 ipset이 남아 있습니다: {sets}.',
  },
  'lint.forward-drop-policy': {
    en: 'FORWARD has the policy DROP and never asks KUBE-FORWARD: of what is forwarded to Services and Pods, all that no rule before accepts is dropped.',
    ko: 'FORWARD의 정책이 DROP인데 KUBE-FORWARD로 이어지지 않습니다. Service와 Pod로 포워딩되는 트래픽 가운데 앞의 규칙이 허용하지 않은 것은 모두 폐기됩니다.',
  },
  'lint.forward-drop-rule': {
    en: 'Rule {rule} of FORWARD ends the way of every packet that comes to it, before KUBE-FORWARD is asked.',
    ko: 'FORWARD의 규칙 {rule}에 온 패킷은 KUBE-FORWARD로 가기 전에 모두 막힙니다.',
  },
  'lint.missing-jump': {
    en: "nat {from} does not lead to {to}: kube-proxy's rules there are never asked.",
    ko: 'nat {from}에서 {to}(으)로 이어지지 않아 kube-proxy의 규칙이 쓰이지 않습니다.',
  },
  'lint.jump-cut-off': {
    en: "Rule {rule} of nat {from} ends every packet's way before the jump to {to}.",
    ko: 'nat {from}의 규칙 {rule}이(가) {to}(으)로 가기 전에 모든 패킷을 끝냅니다.',
  },
  'lint.dangling-jump': {
    en: 'Table {table} has no chain {target}, but rules lead there: part of the dump is missing.',
    ko: '{table} 테이블에 {target} 체인이 없는데 규칙이 그리로 이어집니다. 덤프의 일부가 빠졌습니다.',
  },
  'lint.mark-overlap': {
    en: 'A rule of {chain} writes the mark bits {bits}, and kube-proxy masquerades by {own}: one undoes the other.',
    ko: '{chain}의 규칙이 마크 비트 {bits}을(를) 쓰는데 kube-proxy는 {own}(으)로 마스커레이드합니다. 서로 덮어씁니다.',
  },
  'lint.mark-cleared': {
    en: 'A rule of {chain} clears the mark bits {bits} of the packets it matches: kube-proxy does not masquerade them after it ({own}).',
    ko: '{chain}의 규칙이 일치하는 패킷의 마크 비트 {bits}을(를) 지웁니다. 그 뒤로 kube-proxy는 이 패킷을 마스커레이드하지 않습니다({own}).',
  },
  'lint.stale-connection': {
    en: 'The connection {from} to {to} leads to {leads}, which is no endpoint of {name} ({count} like it): nat is not asked again about packets of a known connection.',
    ko: '{from}에서 {to}(으)로 가는 연결이 {name}의 엔드포인트가 아닌 {leads}(으)로 이어집니다(이런 연결 {count}개). 이미 있는 연결의 패킷에는 nat 규칙을 다시 적용하지 않습니다.',
  },
  'lint.two-backends': {
    en: 'Rules of iptables-legacy and of iptables-nft are both there: the kernel asks both, each tool shows one.',
    ko: 'iptables-legacy와 iptables-nft의 규칙이 모두 있습니다. 커널은 둘 다 보지만 각 도구는 하나만 보여 줍니다.',
  },
  'lint.public-endpoints': {
    en: 'The endpoint {address} is in {network}, which is no private network (RFC 1918: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16): if it is not yours, its real hosts cannot be reached from here.',
    ko: '엔드포인트 {address}이(가) {network} 안에 있는데, 이는 사설 네트워크(RFC 1918: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16)가 아닙니다. 자신의 대역이 아니라면 그 주소의 실제 호스트에 여기서 닿을 수 없습니다.',
  },
  'lint.route-localnet-off': {
    en: 'kube-proxy means nodePorts to work on 127.0.0.1, but net.ipv4.conf.all.route_localnet is 0: they do not.',
    ko: 'kube-proxy는 127.0.0.1의 nodePort를 쓰려 하지만 net.ipv4.conf.all.route_localnet이 0이라 동작하지 않습니다.',
  },
  'lint.route-localnet-open': {
    en: '{sysctl} is 1 and no rule of KUBE-FIREWALL keeps outsiders from 127.0.0.0/8 (CVE-2020-8558).',
    ko: '{sysctl} 값이 1인데 외부에서 127.0.0.0/8로 오는 것을 막는 KUBE-FIREWALL 규칙이 없습니다(CVE-2020-8558).',
  },
  'lint.never-matches': {
    en: 'Rule {rule} of {chain} is never reached: rule {earlier} takes every packet it would match.',
    ko: '{chain}의 규칙 {rule}에는 패킷이 오지 않습니다. 규칙 {earlier}이(가) 먼저 모두 처리합니다.',
  },
  'lint.duplicate-rule': {
    en: 'Rule {rule} of {chain} repeats rule {first}.',
    ko: '{chain}의 규칙 {rule}은(는) 규칙 {first}을(를) 되풀이합니다.',
  },
  'lint.notrack-all': {
    en: 'raw {chain} leaves every packet untracked: the nat tables are not asked, and no Service that is made of their rules works.',
    ko: 'raw {chain}이(가) 모든 패킷을 추적에서 뺍니다. nat 테이블을 거치지 않으므로 그 규칙으로 만든 Service가 동작하지 않습니다.',
  },
  'lint.notrack-service': {
    en: "raw {chain} leaves packets for {address} untracked: kube-proxy's rules do not translate them (node-local DNS does so on purpose).",
    ko: 'raw {chain}이(가) {address}(으)로 가는 패킷을 추적하지 않게 합니다. kube-proxy의 규칙으로 변환되지 않습니다(node-local DNS는 일부러 그렇게 합니다).',
  },
  'lint.mesh-proxy': {
    en: "{owner}'s rules take the connections of a Pod to a proxy beside it, on port {ports}. Walks end there: which endpoint the proxy then connects to stands in its configuration and in no rule, and kube-proxy's odds do not hold for it. These rules are of the Pod's network, not of a node's.",
    ko: '{owner}의 규칙은 Pod의 연결을 그 옆의 프록시로 돌립니다(포트 {ports}). 패킷의 길은 거기서 끝납니다. 프록시가 다시 어느 엔드포인트로 연결하는지는 규칙이 아니라 프록시의 설정에 있으며 kube-proxy의 확률도 적용되지 않습니다. 이 규칙은 노드가 아니라 Pod 네트워크의 규칙입니다.',
  },
  'lint.rp-filter': {
    en: 'rp_filter is strict on {devices}: packets that come in by another device than answers leave by are dropped.',
    ko: '{devices}의 rp_filter가 엄격합니다. 응답이 나가는 장치와 다른 장치로 들어온 패킷은 폐기됩니다.',
  },
  'lint.stale-nft-chain': {
    en: 'Nothing leads to {chain}: its Service or endpoint is gone, and kube-proxy deletes the chain a little later.',
    ko: '{chain}(으)로 이어지는 규칙이 없습니다. Service나 엔드포인트가 없어졌고 kube-proxy가 잠시 뒤에 체인을 지웁니다.',
  },
  'lint.no-real-servers': {
    en: 'Virtual server {server} has no real servers: connections to it are refused.',
    ko: '가상 서버 {server}에 실제 서버가 없어 연결이 거부됩니다.',
  },
  'lint.no-weight': {
    en: '{count, plural, one {The only real server of {server} has weight 0: it takes} other {All # real servers of {server} have weight 0: they take}} no new connections.',
    ko: '{server}의 실제 서버 {count}개가 모두 가중치 0이라 새 연결을 받지 않습니다.',
  },
  'lint.missing-set': {
    en: '{count, plural, one {# rule asks} other {# rules ask}} ipset {set}, which is not among the sets pasted. The kernel keeps a set that is in use: the list is not whole, or of another moment.',
    ko: '규칙 {count}개가 ipset {set}을(를) 쓰는데 붙여 넣은 집합에 없습니다. 커널은 쓰이는 집합을 지우지 않으므로 목록이 일부이거나 다른 시점의 것입니다.',
  },
  'lint.other-mode-table': {
    en: 'Table {table} of nftables mode is left over with {count, plural, one {# chain} other {# chains}}, though kube-proxy runs in {mode} mode. The kernel asks both.',
    ko: 'kube-proxy는 {mode} 모드로 실행 중인데 nftables 모드의 테이블 {table}이(가) 체인 {count}개와 함께 남아 있습니다. 커널은 둘 다 봅니다.',
  },
  'lint.other-mode-servers': {
    en: '{count, plural, one {# virtual server of IPVS is} other {# virtual servers of IPVS are}} left over, though kube-proxy runs in {mode} mode.',
    ko: 'kube-proxy는 {mode} 모드로 실행 중인데 IPVS 가상 서버 {count}개가 남아 있습니다.',
  },
  'lint.next.paste-whole': {
    en: 'Paste the whole output of "iptables-save" or "nft list ruleset", taken as root.',
    ko: 'root로 실행한 "iptables-save"나 "nft list ruleset"의 출력 전체를 붙여 넣으십시오.',
  },
  'lint.next.remove-rule': {
    en: 'Find out which program or unit adds the rule twice; the second one can go.',
    ko: '어떤 프로그램이나 유닛이 규칙을 두 번 추가하는지 확인하십시오. 두 번째 규칙은 지워도 됩니다.',
  },
  'lint.next.restart': {
    en: 'Restart kube-proxy on this node: "kubectl -n kube-system delete pod" with the name of its Pod there.',
    ko: '이 노드의 kube-proxy를 다시 시작하십시오. "kubectl -n kube-system delete pod"에 그 Pod의 이름을 적으면 됩니다.',
  },
  'lint.next.forward': {
    en: 'Let FORWARD ask KUBE-FORWARD first, or accept the Pod CIDR: "iptables -I FORWARD -s \'<Pod CIDR>\' -j ACCEPT", and the same with -d.',
    ko: 'FORWARD가 KUBE-FORWARD를 먼저 보게 하거나 Pod CIDR을 허용하십시오. "iptables -I FORWARD -s \'<Pod CIDR>\' -j ACCEPT", -d도 같은 방식입니다.',
  },
  'lint.next.mark': {
    en: 'If these packets are meant to be masqueraded, give one of the two programs other bits: kube-proxy has "iptables.masqueradeBit", others have a setting of their own.',
    ko: '이 패킷을 마스커레이드해야 한다면 두 프로그램 가운데 하나가 다른 비트를 쓰게 하십시오. kube-proxy에는 "iptables.masqueradeBit"가 있고 다른 프로그램에도 설정이 있습니다.',
  },
  'lint.next.full-sync': {
    en: 'Look at the log of kube-proxy, then restart it: its first sync writes the jumps. Find out which program flushed or moved them.',
    ko: 'kube-proxy의 로그를 본 뒤 다시 시작하십시오. 첫 동기화가 점프를 다시 씁니다. 어떤 프로그램이 지우거나 옮겼는지도 확인하십시오.',
  },
  'lint.next.paste-sets': {
    en: 'Run "ipset save" right after "iptables-save" and paste both.',
    ko: '"iptables-save" 바로 뒤에 "ipset save"를 실행해 둘 다 붙여 넣으십시오.',
  },
  'lint.next.order': {
    en: 'If the later rule is meant, move it above the earlier one or make that one narrower.',
    ko: '뒤의 규칙이 필요하다면 앞의 규칙보다 위로 옮기거나 앞의 규칙을 더 좁게 만드십시오.',
  },
  'lint.next.endpoints': {
    en: 'See "kubectl get endpointslices" for the Service: its selector, and whether its Pods are ready.',
    ko: '해당 Service의 "kubectl get endpointslices"를 보고 셀렉터와 Pod의 준비 상태를 확인하십시오.',
  },
  'lint.next.local-endpoints': {
    en: 'Run a ready Pod of it here, have the balancer send only to nodes that answer its health check port, or set the policy to Cluster, which hides the client’s address.',
    ko: '이 노드에 준비된 Pod를 두거나, 밸런서가 헬스 체크 포트에 응답하는 노드로만 보내게 하거나, 정책을 Cluster로 바꾸십시오. Cluster면 클라이언트 주소가 가려집니다.',
  },
  'lint.next.mesh-proxy': {
    en: 'To see where the proxy leads, run "istioctl proxy-config endpoints POD" or "linkerd diagnostics endpoints SERVICE"; for what it opens, paste the rules of the node.',
    ko: '프록시가 어디로 보내는지 보려면 "istioctl proxy-config endpoints POD" 또는 "linkerd diagnostics endpoints SERVICE"를 실행하십시오. 프록시가 여는 연결을 따라가려면 노드의 규칙을 붙여 넣으십시오.',
  },
  'lint.next.notrack': {
    en: 'Narrow the rule to what needs it, or take it out of the raw table.',
    ko: '규칙을 필요한 대상으로만 좁히거나 raw 테이블에서 빼십시오.',
  },
  'lint.next.cleanup': {
    en: 'Stop kube-proxy, run "kube-proxy --cleanup" on this node, start it again. It removes the Services of the modes of this release. Up to 1.30 some chains stay that do nothing for a Service, such as KUBE-MARK-MASQ and the canaries; from 1.26 on it does not know userspace mode, whose KUBE-PORTALS and KUBE-NODEPORT chains are taken out by hand.',
    ko: 'kube-proxy를 멈추고 이 노드에서 "kube-proxy --cleanup"을 실행한 뒤 다시 시작하십시오. 그 릴리스에 있는 모드의 Service 규칙을 지웁니다. 1.30까지는 KUBE-MARK-MASQ나 카나리아처럼 Service에 아무 일도 하지 않는 체인 몇 개가 남습니다. 1.26부터는 userspace 모드를 모르므로 KUBE-PORTALS와 KUBE-NODEPORT 체인은 직접 지워야 합니다.',
  },
  'lint.next.public-endpoints': {
    en: 'See whose range it is with "whois". A new Pod network goes into a private range that nobody around uses.',
    ko: '"whois"로 누구의 대역인지 확인하십시오. 새 Pod 네트워크는 주변에서 쓰지 않는 사설 대역에 두십시오.',
  },
  'lint.next.route-localnet': {
    en: 'See "sysctl net.ipv4.conf.all.route_localnet" and kube-proxy\'s "iptables.localhostNodePorts".',
    ko: '"sysctl net.ipv4.conf.all.route_localnet"과 kube-proxy의 "iptables.localhostNodePorts"를 확인하십시오.',
  },
  'lint.next.rp-filter': {
    en: 'Where answers leave by another device, set rp_filter of that device to 2 (loose).',
    ko: '응답이 다른 장치로 나가는 곳에서는 그 장치의 rp_filter를 2(느슨함)로 바꾸십시오.',
  },
  'lint.next.stale-connection': {
    en: 'Delete the entry on the node with conntrack -D: nat is asked again about the next packet.',
    ko: '노드에서 conntrack -D로 항목을 지우십시오. 그러면 다음 패킷부터 nat 규칙을 다시 적용합니다.',
  },
  'lint.next.both': {
    en: 'Paste "iptables-legacy-save" and "iptables-nft-save"; then move all programs to one of the two.',
    ko: '"iptables-legacy-save"와 "iptables-nft-save"를 모두 붙여 넣고, 모든 프로그램이 둘 중 하나만 쓰게 하십시오.',
  },
} as const satisfies PhraseBook;
