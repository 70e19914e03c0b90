import { NAT_OF_WEB, pastedBench } from './bench';
import { scene } from './scene';

/** Chains as Calico's Felix names them, with a policy that lets nothing out of this Pod. */
const TEXT = `*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:KUBE-FORWARD - [0:0]
:cali-FORWARD - [0:0]
:cali-fw-cali0a1b2c3d4e5 - [0:0]
-A FORWARD -j cali-FORWARD
-A FORWARD -m comment --comment "kubernetes forwarding rules" -j KUBE-FORWARD
-A KUBE-FORWARD -m comment --comment "kubernetes forwarding rules" -m mark --mark 0x4000/0x4000 -j ACCEPT
-A cali-FORWARD -s 10.244.0.9/32 -j cali-fw-cali0a1b2c3d4e5
-A cali-fw-cali0a1b2c3d4e5 -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A cali-fw-cali0a1b2c3d4e5 -m comment --comment "Drop if no profiles matched" -j DROP
COMMIT
${NAT_OF_WEB}`;

/** A network policy beside kube-proxy. */
export const CALICO_BESIDE = scene({
  id: 'calico-beside',
  lesson: 'real-nodes',
  example: pastedBench(TEXT, 'pod'),

  moment: 'dropped',
  question: 'ends',
});
