import type * as EN from '../../en/phrases/release-changes-eras';
import type { Translated } from '../../translated';

/** What iptables mode of 1.2 to 1.16 changed; `kubernetes.changes.iptables.<name>`. */
export const ERA_CHANGE_PHRASES = {
  'kubernetes.changes.iptables.firewallChains':
    'KUBE-FW가 로드 밸런서의 출발지 범위를, KUBE-XLB가 Local 정책(1.7까지는 애너테이션)을 맡고, 거부한 것은 KUBE-MARK-DROP에서 마크합니다.',
  'kubernetes.changes.iptables.affinityHours':
    'sessionAffinity ClientIP가 세 시간 동안 유지됩니다. 그전에는 3분이었습니다.',
  'kubernetes.changes.iptables.refusesNodePorts': '엔드포인트가 없는 Service는 nodePort도 거부합니다.',
  'kubernetes.changes.iptables.refusesExternalIPs': '엔드포인트가 없는 Service는 externalIP도 거부합니다.',
  'kubernetes.changes.iptables.inputRefuses':
    'INPUT도 filter의 KUBE-SERVICES를 보므로 nodePort에서 거부할 것이 실제로 거부됩니다.',
  'kubernetes.changes.iptables.affinityTimeouts':
    'sessionAffinityConfig로 클라이언트가 한 엔드포인트에 머무는 시간을 정합니다.',
  'kubernetes.changes.iptables.forwardChain':
    'KUBE-FORWARD가 FORWARD의 정책과 상관없이 마크된 패킷과 클러스터 CIDR의 이미 아는 연결을 통과시킵니다.',
  'kubernetes.changes.iptables.localAffinity':
    'Local 정책에서 노드의 엔드포인트를 고를 때도 sessionAffinity ClientIP를 지킵니다.',
  'kubernetes.changes.iptables.externalServices':
    '밖에서 오는 것은 KUBE-EXTERNAL-SERVICES에서 거부하고, INPUT은 KUBE-SERVICES 대신 그 체인을 봅니다.',
  'kubernetes.changes.iptables.onlyServed':
    '엔드포인트가 없는 Service는 nat에 규칙을 남기지 않습니다. 그전에는 빈 체인으로 이어졌습니다.',
  'kubernetes.changes.iptables.onlyNew': '거부할지는 연결을 시작하는 패킷(ctstate NEW)만 봅니다.',
  'kubernetes.changes.iptables.masqueradesLoopback':
    'Local 정책에서 127.0.0.1이 nodePort로 보낸 것을 마스커레이드합니다. 그전에는 마션 패킷이 되었습니다.',
  'kubernetes.changes.iptables.refusesForwarded':
    'FORWARD와 INPUT이 KUBE-SERVICES를 보므로 Pod가 보낸 것도 엔드포인트 없는 Service에서 거부됩니다.',
  'kubernetes.changes.iptables.refusesBalancers': '엔드포인트가 없는 Service는 로드 밸런서 주소도 거부합니다.',
  'kubernetes.changes.iptables.commentsLost':
    '1.18까지 이어지는 실수로 분배 규칙과 엔드포인트 규칙에서 Service 이름이 빠집니다.',
  'kubernetes.changes.iptables.invalidDrops': 'KUBE-FORWARD가 conntrack이 INVALID라고 하는 패킷을 폐기합니다.',
  'kubernetes.changes.iptables.localBalancers':
    '노드 자신이 로드 밸런서 주소나 nodePort로 보낸 것에는 Local 정책을 적용하지 않습니다(KUBE-XLB).',
  'kubernetes.changes.iptables.randomPorts': '마스커레이드할 때 출발지 포트를 무작위로 고릅니다(--random-fully).',
} satisfies Translated<typeof EN.ERA_CHANGE_PHRASES>;
