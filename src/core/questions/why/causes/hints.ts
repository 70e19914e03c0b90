import { phrase } from '../../../lib/phrase';
import { findNearbyWish, waitsForRelease } from '../../../kubernetes/nearby';
import { isReady } from '../../../kubernetes/pods';
import { namespacedName, type NodeObject, type ServiceObject } from '../../../kubernetes/types';
import { firstRequest } from '../../../sim/trace';
import { findDocumentService, listPods, type WalkedFlow } from '../candidate';
import type { Cause, FindCauses } from './endpoints';

const ZONE = 'topology.kubernetes.io/zone';

/**
 * A Service that wants traffic to stay nearby, and why it does not: the gate is off in this release, the node has no zone, a
 * ready endpoint has no hint, or none is for this zone (pkg/proxy/topology.go CategorizeEndpoints).
 */
export const hintsUnused: FindCauses = (walked) => {
  const service = findDocumentService(walked);
  const wish = service && findNearbyWish(service);
  const node = asking(walked);
  if (!service || !wish || !node || service.spec.internalTrafficPolicy === 'Local') return [];
  const { release, kubeProxy } = walked.document;
  const values = { service: namespacedName(service), what: wish.what };
  const on = waitsForRelease(wish, release, kubeProxy);
  if (on !== undefined) {
    return [
      { says: phrase('document.why.cause.hints-gate', { ...values, gate: wish.gate, release, on }), about: 'release' },
    ];
  }
  return byZones(walked, service, { node, values });
};

/** The Node whose kube-proxy chose: the first the request came to. */
function asking({ trace, document }: WalkedFlow): NodeObject | undefined {
  const passed = (firstRequest(trace)?.hops ?? []).map(({ netns }) => netns);
  return document.cluster.nodes.find(({ metadata }) => passed[0] === metadata.name || passed[1] === metadata.name);
}

function byZones(
  walked: WalkedFlow,
  service: ServiceObject,
  { node, values }: { readonly node: NodeObject; readonly values: Readonly<Record<'service' | 'what', string>> },
): Cause[] {
  const findZone = (name: string | undefined): string =>
    walked.document.cluster.nodes.find(({ metadata }) => metadata.name === name)?.metadata.labels?.[ZONE] ?? '';
  const said = { ...values, node: node.metadata.name, zone: findZone(node.metadata.name) };
  if (said.zone === '') return [{ says: phrase('document.why.cause.hints-no-zone', said), about: 'hints' }];
  const ready = listPods(walked, service).filter((pod) => isReady(pod));
  const bare = ready.find(({ spec }) => findZone(spec.nodeName) === '');
  if (bare) {
    const pod = namespacedName(bare);
    return [
      {
        says: phrase('document.why.cause.hints-unhinted', { ...said, pod, on: bare.spec.nodeName ?? '∅' }),
        about: 'hints',
      },
    ];
  }
  const isHere = ready.some(({ spec }) => findZone(spec.nodeName) === said.zone);
  return ready.length === 0 || isHere
    ? []
    : [{ says: phrase('document.why.cause.hints-none-here', said), about: 'hints' }];
}
