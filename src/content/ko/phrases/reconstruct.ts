import type * as EN from '../../en/phrases/reconstruct';
import type { Translated } from '../../translated';

/** What is said when a dump is turned into a cluster that can be edited. */
export const RECONSTRUCT_PHRASES = {
  'reconstruct.clue.said': '이 규칙에는 {sign}이(가) 있습니다.',
  'reconstruct.made-up.name': '규칙에 이름이 없어서 규칙에 있는 값으로 만든 이름입니다. 원하는 대로 바꾸십시오.',
  'reconstruct.made-up.namespace':
    '주석에 Service의 네임스페이스가 없습니다. kube-proxy는 항상 네임스페이스를 쓰므로 누군가 텍스트에서 지운 것입니다. 실제 이름으로 바꾸십시오.',
  'reconstruct.made-up.kubernetes':
    '규칙에 이름이 없습니다. 어느 클러스터에서나 Service 대역의 첫 주소와 443 포트는 API 서버의 것입니다.',
  'reconstruct.made-up.node-name':
    '규칙에는 노드의 이름이 없습니다. "root@node1:~#" 같은 프롬프트까지 붙여 넣으면 알 수 있습니다.',
  'reconstruct.made-up.node-address':
    '규칙에는 노드 자신의 주소가 없으므로 규칙에 맞는 주소를 넣었습니다. 노드에서 "ip -br addr"를 실행해 붙여 넣으면 확정됩니다.',
  'reconstruct.not-carried.pod-names':
    'Pod 이름: 규칙에는 주소만 있습니다. 여기 있는 Pod는 Service 이름에 번호를 붙인 것입니다.',
  'reconstruct.not-carried.selectors': '셀렉터와 레이블: 여기 있는 Service에는 대신 EndpointSlice를 직접 붙였습니다.',
  'reconstruct.not-carried.readiness':
    '트래픽을 받지 않던 엔드포인트: 준비되지 않았거나 힌트로 제외된 것입니다. 보이는 것은 준비된 것으로 봅니다.',
  'reconstruct.not-carried.headless':
    '헤드리스 Service와 ExternalName Service: kube-proxy는 이들에 대해 아무것도 쓰지 않습니다.',
  'reconstruct.not-carried.named-target-ports': '대상 포트의 이름: 규칙에는 번호만 있습니다.',
  'reconstruct.not-carried.topology': '존, 힌트, trafficDistribution: 그 결과로 남은 엔드포인트만 보입니다.',
  'reconstruct.not-carried.allocation':
    'nodePort가 없는 로드 밸런서가 일부러 할당하지 않은 것인지, 다른 방법으로 주소를 얻은 것인지는 알 수 없습니다.',
  'reconstruct.not-carried.other-nodes':
    '다른 노드: 노드 하나의 규칙입니다. 이 노드에 없는 엔드포인트는 "other-node"에 두었습니다.',
  'reconstruct.not-carried.proxied-ingress':
    'ipMode가 Proxy인 로드 밸런서 주소와 호스트 이름: kube-proxy가 쓰지 않습니다.',
  'reconstruct.not-carried.node-cidr':
    '로컬 프리픽스가 Pod 네트워크 전체인지 이 노드의 몫인지(detectLocalMode NodeCIDR)는 알 수 없어 ClusterCIDR로 보았습니다.',
  'reconstruct.not-carried.names': '주석에 없는 Service와 포트의 이름: 해시나 주소로 만들었습니다.',
  'reconstruct.not-carried.locality':
    '일부 엔드포인트가 어느 노드에 있는지: Local 정책, 집합, Pod CIDR 어디에도 없습니다. "other-node"에 두었습니다.',
  'reconstruct.not-carried.silent-services':
    '엔드포인트가 없는 Service의 정책과 세션 어피니티: 거부 규칙은 어떤 값이든 똑같습니다.',
  'reconstruct.not-carried.remote-endpoints':
    'Local 정책 때문에 빠진 다른 노드의 엔드포인트 주소: 문서용 대역의 주소 하나로 대신했습니다.',
  'reconstruct.not-carried.node-address': '노드 자신의 주소: 그 노드의 "ip -br addr"를 붙여 넣으십시오.',
  'reconstruct.not-carried.missing-endpoints':
    'KUBE-SEP 체인이 텍스트에 없는 엔드포인트: "iptables-save -t nat" 전체를 붙여 넣으십시오.',
  'reconstruct.not-carried.userspace-endpoints':
    '엔드포인트: userspace 모드의 규칙은 kube-proxy 프로세스로만 이어지고, 엔드포인트는 그 프로세스만 압니다. "kubectl get endpoints -A -o yaml"을 참고해 클러스터를 연 뒤 추가하십시오.',
  'reconstruct.not-carried.userspace-policies':
    '세션 어피니티, 트래픽 정책, 소스 대역: 이 모드는 어떤 값이든 같은 규칙을 씁니다.',
  'reconstruct.not-carried.ipvs-links':
    '어떤 nodePort와 외부 주소가 어느 Service의 것인지: IPVS에는 이름이 없어 실제 서버가 같은 것끼리 묶었습니다.',
  'reconstruct.difference.missing-chain': 'kube-proxy라면 {chain} 체인이 있어야 하는데 없습니다.',
  'reconstruct.difference.renamed':
    '{chain} 체인에 kube-proxy가 {expected}에 쓸 규칙이 들어 있습니다. 다른 이름이 해시되었습니다.',
  'reconstruct.difference.other-mode':
    '{chain} 체인(규칙 {rules}개)은 {mode} 모드의 것입니다. 모드를 바꾸기 전의 것이 남았습니다.',
  'reconstruct.difference.other-mode-rule': '{chain}의 이 규칙은 {mode} 모드의 체인으로 이어집니다.',
  'reconstruct.difference.stale-chain':
    '{chain}(규칙 {rules}개)로 이어지는 규칙이 없습니다. Service나 엔드포인트가 없어졌는데 체인이 지워지지 않았습니다.',
  'reconstruct.difference.unreadable-chain':
    '{chain} 체인(규칙 {rules}개)은 쓰이고 있지만 읽어 낸 내용으로는 다시 만들어지지 않습니다.',
  'reconstruct.difference.old-chain':
    '이 릴리스의 kube-proxy는 {chain}(규칙 {rules}개)을 만들지 않습니다. 다른 릴리스가 남긴 것입니다.',
  'reconstruct.difference.foreign-chain': '{chain} 체인(규칙 {rules}개)은 다른 프로그램({owner})의 것입니다.',
  'reconstruct.difference.foreign-rule': '{chain}의 이 규칙은 kube-proxy의 것이 아닙니다({owner}).',
  'reconstruct.difference.moved': '규칙은 있지만 {chain} 안에서 위치가 다릅니다.',
  'reconstruct.difference.missing-rule': 'kube-proxy라면 {chain}에 이 규칙을 쓰는데 여기에는 없습니다.',
  'reconstruct.difference.extra-rule': 'kube-proxy라면 {chain}에 이 규칙을 쓰지 않습니다.',
  'reconstruct.difference.unaddressed':
    '{name}의 규칙인데 클러스터 IP를 알려 주는 규칙이 없습니다. 클러스터 IP가 없는 Service는 kube-proxy가 쓰지 않으므로 이 규칙은 비교하지 않았습니다. kube-proxy는 이런 규칙을 씁니다.',
} satisfies Translated<typeof EN.RECONSTRUCT_PHRASES>;
