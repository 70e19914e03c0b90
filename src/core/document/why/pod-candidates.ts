import { phrase } from '../../lib/phrase';
import { isReady, isTerminating } from '../../kubernetes/controllers/pods';
import { isOwnedBy } from '../../kubernetes/controllers/deployment';
import { namespaceOf } from '../../kubernetes/meta';
import type { PodObject, ServiceObject } from '../../kubernetes/types';
import type { ObjectName } from '../edits/settle';
import { SIZE, type Candidate, type WalkedFlow } from './candidate';
import { nameOf, podsOf } from './walked';

/** More Pods than this are not changed one by one. */
const MOST_PODS = 6;
/** As many Pods made not ready at once is no small change any more. */
const MOST_AT_ONCE = 12;

/** Changes of the Pods behind a Service: readiness, termination, place, number. */
export function podCandidates(walked: WalkedFlow, service: ServiceObject): readonly Candidate[] {
  const pods = podsOf(walked, service);
  return [
    ...readiness(pods, walked.through),
    ...pods.filter(isTerminating).slice(0, MOST_PODS).map(kept),
    ...moved(walked, pods),
    ...scaled(walked, service, pods),
  ];
}

const textOf = ({ namespace, name }: ObjectName): string => `${namespace}/${name}`;

const selects = (selector: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>> = {}): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

/** What is not ready made ready; where a packet got through, the other way round, too. */
function readiness(pods: readonly PodObject[], through: boolean): readonly Candidate[] {
  const [ready, unready] = [pods.filter(isReady), pods.filter((pod) => !isReady(pod))];
  const one = (pod: PodObject, to: boolean): Candidate => ({
    change: { kind: 'pods-ready', pods: [nameOf(pod)], ready: to },
    says: phrase(to ? 'document.why.pod-ready' : 'document.why.pod-unready', { name: textOf(nameOf(pod)) }),
    size: SIZE.pod,
    about: 'readiness',
  });
  const all: Candidate[] =
    through && ready.length > 1 && ready.length <= MOST_AT_ONCE
      ? [
          {
            change: { kind: 'pods-ready', pods: ready.map(nameOf), ready: false },
            says: phrase('document.why.pods-unready', { count: ready.length }),
            size: SIZE.pod + 10 * (ready.length - 1),
          },
        ]
      : [];
  return [
    ...unready.slice(0, MOST_PODS).map((pod) => one(pod, true)),
    ...(through ? ready : []).slice(0, MOST_PODS).map((pod) => one(pod, false)),
    ...all,
  ];
}

function kept(pod: PodObject): Candidate {
  return {
    change: { kind: 'pod-terminating', pod: nameOf(pod), terminating: false },
    says: phrase('document.why.pod-kept', { name: textOf(nameOf(pod)) }),
    size: SIZE.pod,
  };
}

/** Endpoints put where the packet came by, and the sender put elsewhere. */
function moved({ document, flow, network, trace }: WalkedFlow, pods: readonly PodObject[]): readonly Candidate[] {
  const hops = trace.legs[0]?.hops ?? [];
  const passed = new Set(
    hops.map(({ netns }) => network.netns.get(netns)).flatMap((each) => (each?.kind === 'node' ? [each.id] : [])),
  );
  const move = (pod: PodObject, node: string): Candidate => ({
    change: { kind: 'move-pod', pod: nameOf(pod), node },
    says: phrase('document.why.pod-moved', { name: textOf(nameOf(pod)), node }),
    size: SIZE.node,
  });
  const { from } = flow;
  const sender =
    from.kind === 'pod'
      ? document.cluster.pods.find((pod) => pod.metadata.name === from.name && namespaceOf(pod) === from.namespace)
      : undefined;
  const others = document.cluster.nodes
    .map(({ metadata }) => metadata.name)
    .filter((name) => name !== sender?.spec.nodeName);
  return [
    ...[...passed].flatMap((node) =>
      pods
        .filter(({ spec }) => spec.nodeName !== node)
        .slice(0, 1)
        .map((pod) => move(pod, node)),
    ),
    ...(sender ? others.slice(0, 3).map((node) => move(sender, node)) : []),
  ];
}

/** From none to one, from some to none. */
function scaled({ document }: WalkedFlow, service: ServiceObject, pods: readonly PodObject[]): readonly Candidate[] {
  const { selector = {} } = service.spec;
  const owners = document.cluster.deployments.filter(
    (deployment) =>
      pods.some((pod) => isOwnedBy(pod, deployment)) ||
      (namespaceOf(deployment) === namespaceOf(service) &&
        Object.keys(selector).length > 0 &&
        selects(selector, deployment.spec.template.metadata?.labels)),
  );
  return owners.map((deployment): Candidate => {
    const replicas = (deployment.spec.replicas ?? 1) === 0 ? 1 : 0;
    return {
      change: { kind: 'scale', which: nameOf(deployment), replicas },
      says: phrase('document.why.scaled', { name: textOf(nameOf(deployment)), count: replicas }),
      size: SIZE.service + 2,
    };
  });
}
