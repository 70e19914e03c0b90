import type { PhraseBook } from './index';
import { below } from './prefix';

/** What is found odd about the rules of a node, and what to do about it. */
export const LINT_PHRASES: PhraseBook = below('lint', {
  'stale-chain': {
    en: 'Nothing leads to {chain}: its Service or endpoint is gone. Restarting kube-proxy removes it.',
    ko: '{chain}로 이어지는 규칙이 없습니다. Service나 엔드포인트가 없어졌습니다. kube-proxy를 다시 시작하면 지워집니다.',
  },
  'no-endpoints': {
    en: '{name} has no endpoints: connections are refused. Check its selector and whether its Pods are ready.',
    ko: '{name}에 엔드포인트가 없어 연결이 거부됩니다. 셀렉터와 Pod의 준비 상태를 확인하십시오.',
  },
  'no-local-endpoints': {
    en: '{name} has no endpoints on this node and a policy of Local: packets are dropped here.',
    ko: '{name}의 정책이 Local인데 이 노드에 엔드포인트가 없어 패킷이 여기서 버려집니다.',
  },
  'empty-service-chain': {
    en: '{chain} is used and has no rules: packets pass it untranslated, and callers wait. Restart kube-proxy for a full sync.',
    ko: '{chain}은(는) 쓰이는데 규칙이 없습니다. 패킷이 변환되지 않고 지나가 호출자가 기다리게 됩니다. kube-proxy를 다시 시작해 전체 동기화를 하십시오.',
  },
  'other-mode': {
    en: '{count} chains of {other} mode are left over, though kube-proxy runs in {mode} mode. "kube-proxy --cleanup" removes them.',
    ko: 'kube-proxy는 {mode} 모드로 실행 중인데 {other} 모드의 체인 {count}개가 남아 있습니다. "kube-proxy --cleanup"으로 지울 수 있습니다.',
  },
  'other-mode-sets': {
    en: 'ipsets of ipvs mode are left over, though kube-proxy runs in {mode} mode: {sets}.',
    ko: 'kube-proxy는 {mode} 모드로 실행 중인데 ipvs 모드의 ipset이 남아 있습니다: {sets}.',
  },
  'forward-drop-policy': {
    en: 'FORWARD has the policy DROP and never asks KUBE-FORWARD: traffic to Services and Pods of other machines is dropped.',
    ko: 'FORWARD의 정책이 DROP인데 KUBE-FORWARD로 이어지지 않습니다. 다른 머신의 Service와 Pod로 가는 트래픽이 버려집니다.',
  },
  'forward-drop-rule': {
    en: 'Rule {rule} of FORWARD refuses everything before KUBE-FORWARD is asked. Move it below.',
    ko: 'FORWARD의 규칙 {rule}이(가) KUBE-FORWARD보다 먼저 모든 패킷을 막습니다. 아래로 옮기십시오.',
  },
  'missing-jump': {
    en: "nat {from} does not lead to {to}: kube-proxy's rules there are never asked. Its next full sync puts the jump back.",
    ko: 'nat {from}에서 {to}로 이어지지 않아 kube-proxy의 규칙이 쓰이지 않습니다. 다음 전체 동기화 때 다시 만들어집니다.',
  },
  'jump-cut-off': {
    en: "Rule {rule} of nat {from} ends every packet's way before the jump to {to}.",
    ko: 'nat {from}의 규칙 {rule}이(가) {to}로 가기 전에 모든 패킷을 끝냅니다.',
  },
  'dangling-jump': {
    en: 'Table {table} has no chain {target}, but rules lead there: part of the dump is missing. Paste the whole "iptables-save".',
    ko: '{table} 테이블에 {target} 체인이 없는데 규칙이 그리로 이어집니다. 덤프의 일부가 빠졌습니다. "iptables-save" 전체를 붙여 넣으십시오.',
  },
  'mark-overlap': {
    en: 'A rule of {chain} ({owner}) writes the mark bits {bits}, and kube-proxy masquerades by {own}: one undoes the other.',
    ko: '{chain}({owner})의 규칙이 마크 비트 {bits}를 쓰는데 kube-proxy는 {own}로 마스커레이드합니다. 서로 덮어씁니다.',
  },
  'two-backends': {
    en: 'Rules of iptables-legacy and of iptables-nft are both there: the kernel asks both, each tool shows one. Paste both dumps.',
    ko: 'iptables-legacy와 iptables-nft의 규칙이 모두 있습니다. 커널은 둘 다 보지만 각 도구는 하나만 보여 줍니다. 두 덤프를 모두 붙여 넣으십시오.',
  },
  'route-localnet-off': {
    en: 'kube-proxy means nodePorts to work on 127.0.0.1, but net.ipv4.conf.all.route_localnet is 0: they do not.',
    ko: 'kube-proxy는 127.0.0.1의 nodePort를 쓰려 하지만 net.ipv4.conf.all.route_localnet이 0이라 동작하지 않습니다.',
  },
  'route-localnet-open': {
    en: 'net.ipv4.conf.all.route_localnet is 1 and no rule of KUBE-FIREWALL keeps outsiders from 127.0.0.0/8 (CVE-2020-8558).',
    ko: 'net.ipv4.conf.all.route_localnet이 1인데 외부에서 127.0.0.0/8로 오는 것을 막는 KUBE-FIREWALL 규칙이 없습니다(CVE-2020-8558).',
  },
  'never-matches': {
    en: 'Rule {rule} of {chain} is never reached: rule {earlier} takes every packet it would match.',
    ko: '{chain}의 규칙 {rule}에는 패킷이 오지 않습니다. 규칙 {earlier}이(가) 먼저 모두 처리합니다.',
  },
  'duplicate-rule': {
    en: 'Rule {rule} of {chain} repeats rule {first}.',
    ko: '{chain}의 규칙 {rule}은(는) 규칙 {first}을(를) 되풀이합니다.',
  },
  'notrack-all': {
    en: 'raw {chain} leaves every packet untracked: nothing is translated, and no Service works through it.',
    ko: 'raw {chain}이(가) 모든 패킷을 추적하지 않게 합니다. 변환이 일어나지 않아 Service가 동작하지 않습니다.',
  },
  'notrack-service': {
    en: "raw {chain} leaves packets for {address} untracked: kube-proxy's rules do not translate them (node-local DNS does so on purpose).",
    ko: 'raw {chain}이(가) {address}(으)로 가는 패킷을 추적하지 않게 합니다. kube-proxy의 규칙으로 변환되지 않습니다(node-local DNS는 일부러 그렇게 합니다).',
  },
  'rp-filter': {
    en: 'rp_filter is strict on {devices}: packets that come in by another device than answers leave by are dropped.',
    ko: '{devices}의 rp_filter가 엄격합니다. 응답이 나가는 장치와 다른 장치로 들어온 패킷은 버려집니다.',
  },
});
