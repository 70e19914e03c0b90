import { NAT_OF_WEB, pastedBench } from './bench';
import { scene } from './scene';

/** KUBE-MARK-DROP is the kubelet's until 1.26, as is the rule of KUBE-FIREWALL that drops its mark. */
const TEXT = `*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:KUBE-FIREWALL - [0:0]
:KUBE-FORWARD - [0:0]
-A INPUT -j KUBE-FIREWALL
-A FORWARD -m comment --comment "kubernetes forwarding rules" -j KUBE-FORWARD
-A OUTPUT -j KUBE-FIREWALL
-A KUBE-FIREWALL -m comment --comment "kubernetes firewall for dropping marked packets" -m mark --mark 0x8000/0x8000 -j DROP
-A KUBE-FORWARD -m comment --comment "kubernetes forwarding rules" -m mark --mark 0x4000/0x4000 -j ACCEPT
COMMIT
${NAT_OF_WEB}`;

/** Chains of the kubelet. */
export const KUBELET_CHAINS = scene({
  id: 'kubelet-chains',
  lesson: 'real-nodes',
  title: { en: 'Chains of the kubelet', ko: 'kubelet의 체인' },
  example: pastedBench(TEXT, 'outside'),

  moment: 'marked',
  question: 'source-changes',
  notes: {
    en: 'Until 1.26 the kubelet wrote KUBE-MARK-DROP, the rule of KUBE-FIREWALL that drops what carries its mark, and KUBE-MARK-MASQ as kube-proxy does. KUBE-FIREWALL itself it still writes. Here the mark is set, and a rule of KUBE-POSTROUTING takes it off again.',
    ko: '1.26까지 kubelet은 KUBE-MARK-DROP과 그 마크가 있는 패킷을 폐기하는 KUBE-FIREWALL의 규칙을 썼고, KUBE-MARK-MASQ도 kube-proxy와 똑같이 썼습니다. KUBE-FIREWALL 체인 자체는 지금도 씁니다. 여기서 마크가 붙고 KUBE-POSTROUTING의 규칙이 다시 뗍니다.',
  },
});
