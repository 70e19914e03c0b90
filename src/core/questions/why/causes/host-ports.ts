import { phrase } from '../../../lib/phrase';
import { hasEnded } from '../../../kubernetes/controllers/deployment';
import { hostPortsOf, type HostPort } from '../../../kubernetes/network/host-ports';
import { namespacedName } from '../../../kubernetes/meta';
import type { PodObject } from '../../../kubernetes/types';
import { isNodeAddress } from '../../../document/astray';
import { formatIp } from '../../../net/ip';
import { brokenLeg, serviceOf, type WalkedFlow } from '../candidate';
import type { FindCauses } from './endpoints';

/** A Pod with the hostPort that was asked for, and where it runs. */
export interface PodAtHostPort {
  readonly pod: PodObject;
  readonly port: HostPort;
  readonly node: string;
}

/** The Pods that have the port that was asked as a hostPort; none where no node's own address was asked. */
export function podsAtHostPort({ document, network, sent }: WalkedFlow): readonly PodAtHostPort[] {
  if (document.subject === 'pasted' || !isNodeAddress(network, sent.dst)) return [];
  return document.cluster.pods.flatMap((pod) => {
    const node = pod.spec.nodeName;
    if (node === undefined || pod.spec.hostNetwork || hasEnded(pod)) return [];
    const ports = hostPortsOf(pod).filter(
      ({ hostPort, protocol }) => hostPort === sent.dport && protocol === sent.proto,
    );
    return ports.map((port) => ({ pod, port, node }));
  });
}

/** The node whose own address was asked. */
export function askedNode({ document, sent }: WalkedFlow): string | undefined {
  const asked = formatIp(sent.dst);
  const node = document.cluster.nodes.find(({ status }) =>
    (status.addresses ?? []).some(({ address }) => address === asked),
  );
  return node?.metadata.name;
}

/**
 * A hostPort is open on its Pod's node alone, and behind kube-proxy's own jumps: a nodePort or
 * externalIP of the same number takes the packet first (plugins/meta/portmap appends its rule).
 */
export const hostPortAsked: FindCauses = (walked) => {
  const pods = podsAtHostPort(walked);
  const node = askedNode(walked);
  const [first] = pods;
  if (!first || node === undefined) return [];
  const values = { port: first.port.hostPort, node, pod: namespacedName(first.pod), on: first.node };
  const here = pods.find((each) => each.node === node);
  if (here) return takenBefore(walked, here);
  if (brokenLeg(walked.trace)?.disposition.kind !== 'NO_SOCKET') return [];
  return [{ says: phrase('document.why.cause.host-port-elsewhere', values), about: 'host-ports' }];
};

/** The Pod is there, and somebody else got the packet. */
function takenBefore(walked: WalkedFlow, { pod, port, node }: PodAtHostPort): ReturnType<FindCauses> {
  const service = serviceOf(walked);
  const end = walked.trace.legs.findLast(({ role }) => role === 'request')?.disposition;
  const got = end?.kind === 'DELIVERED' ? end.netns : undefined;
  if (!service || got === namespacedName(pod)) return [];
  const values = { port: port.hostPort, node, pod: namespacedName(pod), service: namespacedName(service) };
  return [{ says: phrase('document.why.cause.host-port-taken', values), about: 'node-ports' }];
}
