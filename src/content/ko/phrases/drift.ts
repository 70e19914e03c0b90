import type * as EN from '../../en/phrases/drift';
import type { Translated } from '../../translated';

/** Sentences on a node that does not hold what the objects of its cluster ask for. */
export const DRIFT_PHRASES = {
  'drift.late.chain': '체인 {name}이(가) 없습니다',
  'drift.late.rule': '{name}의 규칙 하나가 없습니다',
  'drift.late.set': '집합 {name}이(가) 없습니다',
  'drift.late.element': '{name}의 원소 하나가 없습니다',
  'drift.late.server': '가상 서버 하나가 없습니다',
  'drift.late.table': '테이블 {name}이(가) 없습니다',
  'drift.stale.chain': '체인 {name}을(를) 요구하는 객체가 없습니다',
  'drift.stale.rule': '{name}의 이 규칙을 요구하는 객체가 없습니다',
  'drift.stale.set': '집합 {name}을(를) 요구하는 객체가 없습니다',
  'drift.stale.element': '{name}의 이 원소를 요구하는 객체가 없습니다',
  'drift.stale.server': '이 가상 서버를 요구하는 객체가 없습니다',
  'drift.stale.table': '테이블 {name}을(를) 요구하는 객체가 없습니다',
  'drift.foreign.known': '{writer}이(가) 썼습니다',
  'drift.foreign.unknown': 'kube-proxy가 쓰는 것이 아니며, 이름으로는 어떤 프로그램인지 알 수 없습니다',
  'drift.taken.random-fully': '--random-fully 없는 마스커레이드(iptables 1.6.2 이전에서 kube-proxy가 쓰는 형태)',
  'drift.taken.nfacct': 'nfacct 카운터(커널에 없으면 kube-proxy가 쓰지 않음)',
  'drift.taken.shared-address': '같은 주소를 요구하는 Service 가운데 가상 서버를 갖는 것(kube-proxy가 우연에 맡김)',
  'drift.cannot.nothing':
    '텍스트에 kube-proxy의 것이 없습니다. 규칙이 하나도 없는 것이 맞다면 어떤 모드인지 알려 주십시오: --mode iptables.',
  'drift.cannot.mode':
    '{mode} 모드가 쓰는 것은 여기서 비교하지 않습니다. iptables, ipvs, nftables, userspace를 비교합니다.',
  'drift.cannot.not-of-mode':
    '텍스트에 {mode} 모드의 규칙일 만한 것이 없습니다. 노드의 iptables-save, nft list ruleset, 또는 ipset save와 ipvsadm -Ln을 주십시오.',
  'drift.cannot.two-backends':
    'iptables의 두 도구에 모두 규칙이 있고 kube-proxy가 어느 쪽을 쓰는지 텍스트로는 알 수 없습니다. 한쪽의 규칙만 주십시오.',
  'drift.cannot.endpoints':
    'Service {count}개의 엔드포인트가 어디인지 알려 주는 객체가 없고, 노드의 규칙은 엔드포인트가 없을 때의 규칙과 다릅니다. "kubectl get nodes,svc,endpointslices -A -o yaml"이 출력하는 EndpointSlice나 Pod를 주십시오.',
  'drift.cannot.node-ports':
    '다른 것은 모두 nodePort인데, nodePortAddresses가 노드의 주소를 모두 제외한 것인지 규칙으로는 알 수 없습니다. --config로 kube-proxy의 설정을 주십시오.',
  'drift.cannot.gate':
    '기능 게이트 {gate}이(가) {value}(이)라면 다른 것이 모두 맞게 되는데, 어떻게 설정했는지 규칙으로는 알 수 없습니다. --config로 kube-proxy의 설정을 주십시오.',
  'drift.cannot.services':
    '객체에 Service가 없습니다. "kubectl get nodes,svc,endpointslices -A -o yaml"이 출력하는 클러스터 전체의 객체를 주십시오.',
  'drift.cannot.no-such-node': '클러스터에 {node} Node가 없습니다. 있는 것은 {nodes}입니다.',
  'drift.cannot.unnamed-node':
    '텍스트는 {node}의 것인데 클러스터에 그런 이름이나 주소의 Node가 없습니다. 있는 것은 {nodes}입니다. --node로 알려 주십시오.',
  'drift.cannot.which-node':
    '텍스트로는 어느 Node의 것인지 알 수 없습니다: {nodes}. --node로 알려 주거나, 파일 이름을 Node 이름으로 하거나, 그 노드의 "ip addr"를 함께 주십시오.',
  'drift.cannot.no-nodes':
    '객체에 Node가 없습니다{nodes}. kube-proxy가 쓰는 규칙은 자기 Node에 달려 있습니다. "kubectl get nodes -o yaml"이 출력합니다.',
  'drift.cannot.service':
    '{service}이(가) 노드에는 있고 파일에는 없습니다. 어느 클러스터에나 있는 Service이므로 이 파일은 클러스터 전체가 아닙니다. 파일에 없는 네임스페이스의 것도 판단하지 않습니다: {names}.',
  'drift.unsaid.family': '텍스트에 {family} 규칙이 없어 이것에 대해서는 말할 수 없습니다.',
  'drift.unsaid.table':
    '{family} {table} 테이블은 텍스트에 일부만 있거나 없습니다. 보이지 않는 것이 빠진 것인지는 말할 수 없습니다.',
  'drift.unsaid.sets':
    '텍스트에 ipset이 없어 IPVS 모드의 규칙이 참조하는 집합에 대해서는 말할 수 없습니다("ipset save"가 출력합니다).',
  'drift.unsaid.servers':
    '텍스트에 가상 서버가 없어 IPVS 자체에 대해서는 말할 수 없습니다("ipvsadm -Ln"이 출력합니다).',
  'drift.walked.part': '텍스트에 규칙의 일부만 있어 패킷을 따라가지 않았습니다.',
  'drift.walked.userspace':
    '패킷을 따라가지 않았습니다. userspace 모드에서 kube-proxy가 듣는 포트는 시작할 때마다 새로 정해집니다.',
  'drift.walked.same': '양쪽에서 따라가 본 패킷 {count}개는 모두 결과가 같습니다.',
  'drift.walked.writers': '이름을 밝히는 다른 프로그램의 규칙은 빼고 따라갔습니다: {writers}.',
  'drift.walked.servers': 'kube-ipvs0에는 지금 있는 가상 서버의 주소가 있다고 보았습니다.',
} satisfies Translated<typeof EN.DRIFT_PHRASES>;
