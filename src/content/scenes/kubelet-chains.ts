import { NAT_OF_WEB, pastedBench } from './bench';
import { scene } from './scene';

/** KUBE-MARK-DROP and KUBE-FIREWALL are the kubelet's, as it wrote them until 1.26. */
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
    en: 'Until 1.26 the kubelet wrote KUBE-MARK-DROP and KUBE-FIREWALL, and KUBE-MARK-MASQ as kube-proxy does. Here the mark is set, and a rule of KUBE-POSTROUTING takes it off again.',
    ko: '1.26까지 kubelet은 KUBE-MARK-DROP과 KUBE-FIREWALL을 썼고, KUBE-MARK-MASQ도 kube-proxy와 똑같이 썼습니다. 여기서 마크가 붙고 KUBE-POSTROUTING의 규칙이 다시 뗍니다.',
  },
});
