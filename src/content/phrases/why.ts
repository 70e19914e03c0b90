import type { PhraseBook } from './phrase-book';

/** Why a chain exists, and changes that were simulated to see whether they turn a flow's outcome round. */
export const WHY_PHRASES: PhraseBook = {
  'kubernetes.host-port.shared': {
    en: 'CNI’s portmap plugin has this rule on every node where a Pod has a hostPort, here {pod} with {port}. kube-proxy did not write it.',
    ko: 'hostPort가 있는 Pod가 실행되는 노드마다 CNI의 portmap 플러그인이 두는 규칙입니다. 여기서는 {pod}의 {port}번입니다. kube-proxy가 쓴 규칙이 아닙니다.',
  },
  'kubernetes.host-port.entry': {
    en: 'CNI’s portmap plugin leads port {port} of the node to the chain of Pod {pod}.',
    ko: 'CNI의 portmap 플러그인이 노드의 {port}번 포트를 Pod {pod}의 체인으로 이끕니다.',
  },
  'kubernetes.host-port.mark': {
    en: 'What comes from the Pods’ own network or from the node’s loopback is masqueraded, or the answer of {pod} would not come back this way.',
    ko: 'Pod 자신의 네트워크나 노드의 루프백에서 온 패킷은 마스커레이드합니다. 그러지 않으면 {pod}의 응답이 이 길로 돌아오지 않습니다.',
  },
  'kubernetes.host-port.dnat': {
    en: 'hostPort {port} of Pod {pod}: the packet goes on to the Pod.',
    ko: 'Pod {pod}의 hostPort {port}번입니다. 패킷은 이 Pod로 갑니다.',
  },
  'kubernetes.chain.own': {
    en: 'The chain {chain} holds rules for this port of {service} alone; packets come here only by a jump.',
    ko: '{chain} 체인에는 {service}의 이 포트만을 위한 규칙이 있습니다. 패킷은 점프로만 여기에 옵니다.',
  },
  'kubernetes.chain.shared': {
    en: 'kube-proxy makes the chain {chain} in this mode whatever Services there are; all of them share it.',
    ko: 'kube-proxy는 어떤 Service가 있든 이 모드에서 {chain} 체인을 만들며, 모든 Service가 함께 씁니다.',
  },
  'kubernetes.chain.kernel': {
    en: "{chain} is the kernel's own chain: the hook enters here, and kube-proxy adds its jumps.",
    ko: '{chain}은(는) 커널의 체인입니다. 훅이 여기로 들어오며, kube-proxy는 점프 규칙을 추가합니다.',
  },
  'document.why.service': {
    en: 'Service {name}: {field} → {value}',
    ko: 'Service {name}의 {field} 변경 → {value}',
  },
  'document.why.pod-ready': { en: 'Pod {name} becomes ready', ko: 'Pod {name}이(가) 준비 상태가 됩니다' },
  'document.why.pod-unready': {
    en: 'Pod {name} is not ready any more',
    ko: 'Pod {name}이(가) 준비되지 않은 상태가 됩니다',
  },
  'document.why.pods-unready': {
    en: 'All {count} ready Pods of the Service are not ready any more',
    ko: 'Service의 준비된 Pod {count}개가 모두 준비되지 않은 상태가 됩니다',
  },
  'document.why.pod-kept': { en: 'Pod {name} is not terminating', ko: 'Pod {name}이(가) 종료 중이 아니게 됩니다' },
  'document.why.pod-moved': { en: 'Pod {name} runs on {node}', ko: 'Pod {name}이(가) {node}에서 실행됩니다' },
  'document.why.scaled': {
    en: 'Deployment {name}: replicas → {count}',
    ko: 'Deployment {name}의 replicas 변경 → {count}',
  },
  'document.why.config': { en: 'kube-proxy: {field} → {value}', ko: 'kube-proxy의 {field} 변경 → {value}' },
  'document.why.by-node': { en: 'The caller asks {node} instead', ko: '호출자가 {node}(으)로 요청합니다' },
  'document.why.from-node': { en: '{node} sends it instead', ko: '{node}이(가) 대신 보냅니다' },
  'document.why.from': { en: 'It comes in by {from} instead', ko: '대신 {from}(으)로 들어옵니다' },
  'document.why.from-here': { en: 'The node itself sends it, from {from}', ko: '노드 자신이 {from}에서 보냅니다' },
  'document.why.mode': { en: 'kube-proxy runs in {mode} mode', ko: 'kube-proxy를 {mode} 모드로 실행합니다' },
  'document.why.rule-out': { en: 'Without the rule {rule}: {text}', ko: '규칙 {rule} 제거: {text}' },
  'document.why.policy': { en: 'Policy of {table} {chain} → {value}', ko: '{table} {chain}의 정책 → {value}' },
  'document.why.test-out': { en: 'The rule {rule} without its test {test}', ko: '규칙 {rule}에서 조건 {test} 제거' },
  'document.why.sysctl': { en: 'Sysctl {name} = {value}', ko: 'sysctl {name} = {value}' },
};
