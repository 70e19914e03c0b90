import type { PhraseBook } from './phrase-book';

/** Sentences on a node that does not hold what the objects of its cluster ask for. */
export const DRIFT_PHRASES = {
  'drift.late.chain': {
    en: 'chain {name} is not there',
    ko: '체인 {name}이(가) 없습니다',
  },
  'drift.late.rule': {
    en: 'a rule of {name} is not there',
    ko: '{name}의 규칙 하나가 없습니다',
  },
  'drift.late.set': { en: 'set {name} is not there', ko: '집합 {name}이(가) 없습니다' },
  'drift.late.element': {
    en: 'an element of {name} is not there',
    ko: '{name}의 원소 하나가 없습니다',
  },
  'drift.late.server': { en: 'a virtual server is not there', ko: '가상 서버 하나가 없습니다' },
  'drift.late.table': { en: 'table {name} is not there', ko: '테이블 {name}이(가) 없습니다' },
  'drift.stale.chain': {
    en: 'no object asks for chain {name}',
    ko: '체인 {name}을(를) 요구하는 객체가 없습니다',
  },
  'drift.stale.rule': {
    en: 'no object asks for this rule of {name}',
    ko: '{name}의 이 규칙을 요구하는 객체가 없습니다',
  },
  'drift.stale.set': { en: 'no object asks for set {name}', ko: '집합 {name}을(를) 요구하는 객체가 없습니다' },
  'drift.stale.element': {
    en: 'no object asks for this element of {name}',
    ko: '{name}의 이 원소를 요구하는 객체가 없습니다',
  },
  'drift.stale.server': {
    en: 'no object asks for this virtual server',
    ko: '이 가상 서버를 요구하는 객체가 없습니다',
  },
  'drift.stale.table': {
    en: 'no object asks for table {name}',
    ko: '테이블 {name}을(를) 요구하는 객체가 없습니다',
  },
  'drift.foreign.known': { en: '{writer} wrote it', ko: '{writer}이(가) 썼습니다' },
  'drift.foreign.unknown': {
    en: 'kube-proxy does not write it, and its name tells of no program',
    ko: 'kube-proxy가 쓰는 것이 아니며, 이름으로는 어떤 프로그램인지 알 수 없습니다',
  },
  'drift.taken.random-fully': {
    en: 'masquerading without --random-fully, as an iptables before 1.6.2 has kube-proxy write it',
    ko: '--random-fully 없는 마스커레이드(iptables 1.6.2 이전에서 kube-proxy가 쓰는 형태)',
  },
  'drift.taken.nfacct': {
    en: 'the counters of nfacct, which kube-proxy leaves out where the kernel has none',
    ko: 'nfacct 카운터(커널에 없으면 kube-proxy가 쓰지 않음)',
  },
  'drift.taken.shared-address': {
    en: 'which of the Services that ask for one address has its virtual server, which kube-proxy leaves to chance',
    ko: '같은 주소를 요구하는 Service 가운데 가상 서버를 갖는 것(kube-proxy가 우연에 맡김)',
  },
  'drift.cannot.nothing': {
    en: 'The texts hold nothing of kube-proxy. If none of its rules is there, say in which mode it runs: --mode iptables.',
    ko: '텍스트에 kube-proxy의 것이 없습니다. 규칙이 하나도 없는 것이 맞다면 어떤 모드인지 알려 주십시오: --mode iptables.',
  },
  'drift.cannot.mode': {
    en: 'What {mode} mode writes is not compared here: iptables, ipvs, nftables and userspace are.',
    ko: '{mode} 모드가 쓰는 것은 여기서 비교하지 않습니다. iptables, ipvs, nftables, userspace를 비교합니다.',
  },
  'drift.cannot.not-of-mode': {
    en: 'The texts hold no rules that could be those of {mode} mode: give iptables-save, nft list ruleset, or ipset save and ipvsadm -Ln of the node.',
    ko: '텍스트에 {mode} 모드의 규칙일 만한 것이 없습니다. 노드의 iptables-save, nft list ruleset, 또는 ipset save와 ipvsadm -Ln을 주십시오.',
  },
  'drift.cannot.two-backends': {
    en: 'Both tools of iptables have rules, and the texts do not tell which of them kube-proxy uses: give the rules of one.',
    ko: 'iptables의 두 도구에 모두 규칙이 있고 kube-proxy가 어느 쪽을 쓰는지 텍스트로는 알 수 없습니다. 한쪽의 규칙만 주십시오.',
  },
  'drift.cannot.endpoints': {
    en: 'Where the endpoints of {count, plural, one {# Service} other {# Services}} are, no object tells, and the node does not hold what it would without any: give EndpointSlices or Pods, as "kubectl get nodes,svc,endpointslices -A -o yaml" prints them.',
    ko: 'Service {count}개의 엔드포인트가 어디인지 알려 주는 객체가 없고, 노드의 규칙은 엔드포인트가 없을 때의 규칙과 다릅니다. "kubectl get nodes,svc,endpointslices -A -o yaml"이 출력하는 EndpointSlice나 Pod를 주십시오.',
  },
  'drift.cannot.node-ports': {
    en: 'All that differs are nodePorts, and no rule tells whether nodePortAddresses leaves all of its addresses out: give the configuration of kube-proxy with --config.',
    ko: '다른 것은 모두 nodePort인데, nodePortAddresses가 노드의 주소를 모두 제외한 것인지 규칙으로는 알 수 없습니다. --config로 kube-proxy의 설정을 주십시오.',
  },
  'drift.cannot.gate': {
    en: 'All that differs would be as it should with the feature gate {gate} at {value}, and no rule tells how it is set: give the configuration of kube-proxy with --config.',
    ko: '기능 게이트 {gate}이(가) {value}(이)라면 다른 것이 모두 맞게 되는데, 어떻게 설정했는지 규칙으로는 알 수 없습니다. --config로 kube-proxy의 설정을 주십시오.',
  },
  'drift.cannot.services': {
    en: 'The objects hold no Service: give those of the whole cluster, as "kubectl get nodes,svc,endpointslices -A -o yaml" prints them.',
    ko: '객체에 Service가 없습니다. "kubectl get nodes,svc,endpointslices -A -o yaml"이 출력하는 클러스터 전체의 객체를 주십시오.',
  },
  'drift.cannot.no-such-node': {
    en: 'The cluster has no Node {node}: it has {nodes}.',
    ko: '클러스터에 {node} Node가 없습니다. 있는 것은 {nodes}입니다.',
  },
  'drift.cannot.unnamed-node': {
    en: 'The texts are of {node}, and the cluster has no Node of that name or address: it has {nodes}. Say which it is with --node.',
    ko: '텍스트는 {node}의 것인데 클러스터에 그런 이름이나 주소의 Node가 없습니다. 있는 것은 {nodes}입니다. --node로 알려 주십시오.',
  },
  'drift.cannot.which-node': {
    en: 'Nothing in the texts tells which Node they are of: {nodes}. Say it with --node, name the file after it, or put its "ip addr" beside the rules.',
    ko: '텍스트로는 어느 Node의 것인지 알 수 없습니다: {nodes}. --node로 알려 주거나, 파일 이름을 Node 이름으로 하거나, 그 노드의 "ip addr"를 함께 주십시오.',
  },
  'drift.cannot.no-nodes': {
    en: 'The objects hold no Node{nodes}: what kube-proxy writes hangs on its own. "kubectl get nodes -o yaml" prints them.',
    ko: '객체에 Node가 없습니다{nodes}. kube-proxy가 쓰는 규칙은 자기 Node에 달려 있습니다. "kubectl get nodes -o yaml"이 출력합니다.',
  },
  'drift.cannot.service': {
    en: '{service} is on the node and not in the file, which is therefore not of the whole cluster: every cluster has it. What the node holds of other namespaces is not judged either: {names}.',
    ko: '{service}이(가) 노드에는 있고 파일에는 없습니다. 어느 클러스터에나 있는 Service이므로 이 파일은 클러스터 전체가 아닙니다. 파일에 없는 네임스페이스의 것도 판단하지 않습니다: {names}.',
  },
  'drift.unsaid.family': {
    en: 'No rule of {family} is in the texts: of it nothing is said.',
    ko: '텍스트에 {family} 규칙이 없어 이것에 대해서는 말할 수 없습니다.',
  },
  'drift.unsaid.table': {
    en: 'Of table {table} ({family}) only a part is in the texts, or nothing: what is not there cannot be missed.',
    ko: '{family} {table} 테이블은 텍스트에 일부만 있거나 없습니다. 보이지 않는 것이 빠진 것인지는 말할 수 없습니다.',
  },
  'drift.unsaid.sets': {
    en: 'No ipset is in the texts: of what the rules of IPVS mode ask in sets nothing is said ("ipset save" prints them).',
    ko: '텍스트에 ipset이 없어 IPVS 모드의 규칙이 묻는 집합에 대해서는 말할 수 없습니다("ipset save"가 출력합니다).',
  },
  'drift.unsaid.servers': {
    en: 'No virtual server is in the texts: of IPVS itself nothing is said ("ipvsadm -Ln" prints them).',
    ko: '텍스트에 가상 서버가 없어 IPVS 자체에 대해서는 말할 수 없습니다("ipvsadm -Ln"이 출력합니다).',
  },
  'drift.walked.part': {
    en: 'No packet was walked: only a part of the rules is in the texts.',
    ko: '텍스트에 규칙의 일부만 있어 패킷을 따라가지 않았습니다.',
  },
  'drift.walked.userspace': {
    en: 'No packet was walked: on which ports kube-proxy listens in userspace mode is drawn at every start.',
    ko: '패킷을 따라가지 않았습니다. userspace 모드에서 kube-proxy가 듣는 포트는 시작할 때마다 새로 정해집니다.',
  },
  'drift.walked.same': {
    en: 'Of {count, plural, one {# packet} other {# packets}} that were walked on both sides none ends otherwise.',
    ko: '양쪽에서 따라가 본 패킷 {count}개는 모두 결과가 같습니다.',
  },
  'drift.walked.writers': {
    en: 'Rules of other programs that name themselves were left out of the walks: {writers}.',
    ko: '이름을 밝히는 다른 프로그램의 규칙은 빼고 따라갔습니다: {writers}.',
  },
  'drift.walked.servers': {
    en: 'kube-ipvs0 was taken to have the addresses of the virtual servers that are there.',
    ko: 'kube-ipvs0에는 지금 있는 가상 서버의 주소가 있다고 보았습니다.',
  },
} as const satisfies PhraseBook;
