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
  example: pastedBench(TEXT, 'outside'),

  moment: 'marked',
  question: 'source-changes',
});
