import { below } from './phrase-book';

/** Who writes rules on a node besides kube-proxy, and what they do to one another. */
export const WRITER_PHRASES = below('kubernetes.writers', {
  'by-kubelet': {
    en: 'kubelet writes this when it starts, and anew when its canary is gone.',
    ko: 'kubelet이 시작할 때 쓰고, 카나리아가 사라지면 다시 씁니다.',
  },
  'by-docker': {
    en: 'Docker writes this when it starts.',
    ko: 'Docker가 시작할 때 씁니다.',
  },
  'by-firewalld': {
    en: 'firewalld writes this when it starts and whenever it reloads.',
    ko: 'firewalld가 시작할 때, 그리고 다시 불러올 때마다 씁니다.',
  },
  'docker-forward': {
    en: 'Docker on {node} set the policy of FORWARD to DROP: what no rule accepts is not forwarded. kube-proxy accepts what it marked and what is established; for the rest set the policy back (iptables -P FORWARD ACCEPT) or let the Pod network accept its own addresses.',
    ko: '{node}의 Docker가 FORWARD 정책을 DROP으로 바꿨습니다. 허용하는 규칙이 없는 패킷은 포워딩되지 않습니다. kube-proxy는 자신이 표시한 패킷과 이미 맺어진 연결만 허용합니다. 정책을 되돌리거나(iptables -P FORWARD ACCEPT) Pod 네트워크가 자기 주소를 허용하게 하십시오.',
  },
  'firewalld-forward': {
    en: 'firewalld on {node} ends INPUT and FORWARD with a refusal: of new connections only ICMP and ssh to the node pass, and what a rule before it accepts. Stop firewalld, or put the Pod network into its zone trusted.',
    ko: '{node}의 firewalld는 INPUT과 FORWARD를 거부 규칙으로 끝냅니다. 새 연결은 ICMP와 노드로 가는 ssh, 그리고 앞선 규칙이 허용한 것만 지나갑니다. firewalld를 멈추거나 Pod 네트워크를 trusted 존에 넣으십시오.',
  },
  flushed: {
    en: 'firewalld on {node} started or reloaded after {programs} and emptied every table: their rules are gone until each writes them anew (kube-proxy at its next full sync).',
    ko: '{node}의 firewalld가 {programs}보다 나중에 시작하거나 다시 불러오면서 모든 테이블을 비웠습니다. 저마다 다시 쓸 때까지(kube-proxy는 다음 전체 동기화) 규칙이 없습니다.',
  },
  'mark-bit': {
    en: 'masqueradeBit 15 is the bit kubelet marks drops with on {node}: KUBE-FIREWALL drops what kube-proxy wants masqueraded. Give kube-proxy another bit.',
    ko: 'masqueradeBit 15는 {node}의 kubelet이 폐기할 패킷을 표시하는 비트입니다. kube-proxy가 마스커레이드하려는 패킷을 KUBE-FIREWALL이 폐기합니다. kube-proxy에 다른 비트를 지정하십시오.',
  },
  leftover: {
    en: 'kube-proxy on {node} ran in mode {left} before {mode}, and nobody cleaned up: what it left still acts. Run kube-proxy --cleanup there, or restart the node.',
    ko: '{node}의 kube-proxy는 {mode} 모드 전에 {left} 모드로 실행되었고 아무도 정리하지 않았습니다. 남은 규칙이 여전히 동작합니다. 그 노드에서 kube-proxy --cleanup을 실행하거나 노드를 재시작하십시오.',
  },
  'leftover-cleaned': {
    en: 'What mode {left} left on {node} is gone: kube-proxy {release} takes it away when it starts in mode {mode}.',
    ko: '{left} 모드가 {node}에 남긴 것은 없어졌습니다. kube-proxy {release}은(는) {mode} 모드로 시작할 때 이를 지웁니다.',
  },
  stopped: {
    en: 'kube-proxy on {node} is stopped: its rules stay as they were, and no change of the cluster reaches them. Start it again.',
    ko: '{node}의 kube-proxy가 멈춰 있습니다. 규칙은 그대로 남고 클러스터가 바뀌어도 반영되지 않습니다. 다시 시작하십시오.',
  },
});
