import type { Leg } from '../../../../core/sim/trace';
import type { FlatStep } from '../../../../store/selectors';
import { findPacket, stepsOf } from '../../../rules/testing/steps-of';

/**
 * A whole walk: `leg request SRC > DST`, `at NETNS`, then steps as {@link stepsOf} reads them.
 * A rewrite lasts to the end of its leg.
 */
export function walkOf(text: string): readonly FlatStep[] {
  const steps: FlatStep[] = [];
  let [leg, hop, netns, role] = [-1, -1, '', 'request' as Leg['role']];
  let packet = findPacket('10.244.1.9:41522 > 10.96.98.173:80');
  for (const line of text
    .split('\n')
    .map((l) => l.trim())
    .filter(Boolean)) {
    const [word, ...rest] = line.split(/\s+/);
    if (word === 'leg') {
      [leg, hop, role] = [leg + 1, -1, rest[0] as Leg['role']];
      packet = findPacket(rest.slice(1).join(' '));
    } else if (word === 'at') [hop, netns] = [hop + 1, rest[0] ?? ''];
    else {
      const place = { leg, hop, netns, role, index: steps.length, packet };
      const [step] = stepsOf(line, place);
      const inHop = steps.filter((s) => s.leg === leg && s.hop === hop).length;
      if (!step) continue;
      packet = step.data.packet;
      steps.push({ ...step, step: inHop, address: { leg, hop, step: inHop } });
    }
  }
  return steps;
}

/** A Pod asks the `web` Service; the backend is on the other node; the answer comes back. */
export const TO_OTHER_NODE = `
  leg request 10.244.1.9:41522 > 10.96.98.173:80
  at default/client
    originate client
    routing output eth0
    transmit eth0
  at node1
    receive vethclient
    bridge cni0 up
    hook PREROUTING
    conntrack NEW
    rule nat PREROUTING 1 JUMP KUBE-SERVICES
    skip nat KUBE-SERVICES 1-6
    rule nat KUBE-SERVICES 7 JUMP KUBE-SVC-CDGGSHYLG3RE2FKL
    skip nat KUBE-SVC-CDGGSHYLG3RE2FKL 1-2
    rule nat KUBE-SVC-CDGGSHYLG3RE2FKL 3 JUMP KUBE-SEP-2RIJ5GIYXEFH6G4D
    skip nat KUBE-SEP-2RIJ5GIYXEFH6G4D 1
    rule nat KUBE-SEP-2RIJ5GIYXEFH6G4D 2 STOLEN DNAT
    nat DST rule 10.244.1.9:41522 > 10.244.2.7:8080
    routing forward eth0
    hook FORWARD
    skip filter FORWARD 1-3
    policy filter FORWARD ACCEPT
    hook POSTROUTING
    rule nat POSTROUTING 1 JUMP KUBE-POSTROUTING
    rule nat KUBE-POSTROUTING 1 RETURN
    policy nat POSTROUTING ACCEPT
    transmit eth0
  at node2
    receive eth0
    hook PREROUTING
    conntrack NEW
    routing forward cni0
    hook FORWARD
    policy filter FORWARD ACCEPT
    hook POSTROUTING
    transmit cni0
    bridge cni0 forward
  at default/web-8d2a
    receive eth0
    routing local
    deliver default/web-8d2a
  leg reply 10.244.2.7:8080 > 10.244.1.9:41522
  at default/web-8d2a
    originate default/web-8d2a
    transmit eth0
  at node2
    receive vethweb-8d2a
    bridge cni0 up
    hook PREROUTING
    conntrack ESTABLISHED reply
    routing forward eth0
    hook FORWARD
    hook POSTROUTING
    transmit eth0
  at node1
    receive eth0
    hook PREROUTING
    conntrack ESTABLISHED reply
    nat SRC binding 10.96.98.173:80 > 10.244.1.9:41522
    routing forward cni0
    hook FORWARD
    hook POSTROUTING
    transmit cni0
  at default/client
    receive eth0
    deliver client
`;
