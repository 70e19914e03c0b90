import { isNetworkPolicy, compilePolicies, type CompiledPolicy } from '../../../kubernetes/policy/network-policy';
import { Memo } from '../../../lib/memo';
import { phrase } from '../../../lib/phrase';
import { formatIp } from '../../../net/ip';
import type { RuleRef } from '../../../linux/hooks';
import type { Packet } from '../../../net/packet';
import {
  brokenLeg,
  findDocumentService,
  getFamily,
  makeName,
  SIZE,
  type Candidate,
  type WalkedFlow,
  type WalkedHop,
} from '../candidate';
import type { FindCauses } from './endpoints';

/** A Pod's chains in the policy engine: what comes from it, what goes to it (core/kubernetes/writers/calico.ts). */
const POD_CHAIN = /^cali-(fw|tw)-(.+)$/;

/** Where a policy stopped a packet. */
interface Stopped {
  readonly hop: WalkedHop;
  readonly ref: RuleRef;
  readonly packet: Packet;
  readonly pod: string;
  readonly way: 'ingress' | 'egress';
  readonly policies: readonly CompiledPolicy[];
}

function stoppedByPolicy({ document, trace, network }: WalkedFlow): Stopped | undefined {
  const leg = brokenLeg(trace);
  const hop = leg?.hops.at(-1);
  const stop = hop?.steps.at(-1);
  const [, side, device] = (stop?.kind === 'stop' && POD_CHAIN.exec(stop.ref?.chain ?? '')) || [];
  if (!leg || !hop || stop?.kind !== 'stop' || !stop.ref || document.subject !== 'cluster') return undefined;
  const pod = network.netns.get(hop.netns)?.devices.find(({ name }) => name === device)?.peer?.netns;
  if (pod === undefined) return undefined;
  const way = side === 'tw' ? 'ingress' : 'egress';
  const policies = compilePolicies(document.cluster, getFamily(hop), new Memo()).filter(
    (policy) => policy.pods.has(pod) && policy[way] !== undefined,
  );
  return { hop: { ...hop, leg }, ref: stop.ref, packet: stop.packet, pod, way, policies };
}

/** Policy or Service? Which policies select the Pod, and whether the Service had done its part by then. */
export const refusedByPolicy: FindCauses = (walked) => {
  const found = stoppedByPolicy(walked);
  if (!found || found.policies.length === 0) return [];
  const { hop, ref, pod, way, policies, packet } = found;
  const isTranslated = hop.leg.hops.some(({ steps }) =>
    steps.some(
      (step) => (step.kind === 'nat' && step.manip === 'DST') || (step.kind === 'ipvs' && step.chosen !== undefined),
    ),
  );
  const service = isTranslated ? findDocumentService(walked) : undefined;
  const values = {
    policies: policies.map(({ name }) => name).join(', '),
    pod,
    way,
    source: formatIp(packet.src),
    target: formatIp(packet.dst),
    service: service ? `${makeName(service).namespace}/${makeName(service).name}` : 'none',
  };
  const rule = { netns: hop.netns, family: getFamily(hop), ref };
  return [{ says: phrase('document.why.cause.network-policy', values), about: 'policies', rule }];
};

/** Each policy that did not let it through, taken away. */
export function policyCandidates(walked: WalkedFlow): readonly Candidate[] {
  const names = new Set(stoppedByPolicy(walked)?.policies.map(({ name }) => name));
  if (names.size === 0) return [];
  return (walked.document.cluster.others ?? []).filter(isNetworkPolicy).flatMap(({ metadata }): Candidate[] => {
    const which = { namespace: metadata?.namespace ?? 'default', name: metadata?.name ?? '' };
    const name = `${which.namespace}/${which.name}`;
    if (!names.has(name)) return [];
    const says = phrase('document.why.policy-removed', { name });
    return [{ change: { kind: 'remove-policy', which }, says, size: SIZE.service, about: 'policies' }];
  });
}
