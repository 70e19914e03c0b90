import { phrase, type Phrase } from '../../../lib/phrase';
import { byOwner, completeCluster } from '../../../kubernetes/complete';
import { findNearbyWish, waitsForRelease } from '../../../kubernetes/nearby';
import { namespacedName, type Endpoint, type NodeObject, type ServiceObject } from '../../../kubernetes/types';
import { firstRequest } from '../../../sim/trace';
import { findDocumentService, type WalkedFlow } from '../candidate';
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
    // Without the gate for nodes kube-proxy reads hints for zones all the same.
    if (wish.gate === 'PreferSameTrafficDistribution' && isByZone(walked, service, node)) return [];
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

/** True where the hints of a Service's slices are all for zones, one of them the node's, and kube-proxy's release reads such. */
function isByZone(walked: WalkedFlow, service: ServiceObject, { metadata }: NodeObject): boolean {
  const { release, kubeProxy } = walked.document;
  const close = { what: '', gate: 'ServiceTrafficDistribution' } as const;
  if (waitsForRelease(close, release, kubeProxy) !== undefined) return false;
  return areUsed(listReady(walked, service), ({ hints }) => hints?.forZones, metadata.labels?.[ZONE] ?? '');
}

function byZones(
  walked: WalkedFlow,
  service: ServiceObject,
  { node, values }: { readonly node: NodeObject; readonly values: Readonly<Record<'service' | 'what', string>> },
): Cause[] {
  const said = { ...values, node: node.metadata.name, zone: node.metadata.labels?.[ZONE] ?? '' };
  const ready = listReady(walked, service);
  if (areUsed(ready, ({ hints }) => hints?.forNodes, said.node)) return [];
  if (said.zone === '') return [{ says: phrase('document.why.cause.hints-no-zone', said), about: 'hints' }];
  const bare = ready.find(({ hints }) => !hints?.forZones?.length);
  if (bare) return [{ says: sayUnhinted(bare, said), about: 'hints' }];
  return ready.length === 0 || areUsed(ready, ({ hints }) => hints?.forZones, said.zone)
    ? []
    : [{ says: phrase('document.why.cause.hints-none-here', said), about: 'hints' }];
}

/** Endpoints of a Service that are ready, as kube-proxy reads them. */
const listReady = ({ document: { cluster } }: WalkedFlow, service: ServiceObject): readonly Endpoint[] =>
  (byOwner(completeCluster(cluster).endpointSlices).get(namespacedName(service)) ?? [])
    .flatMap(({ endpoints }) => endpoints ?? [])
    .filter(({ conditions }) => conditions?.ready ?? true);

type Hinted = readonly { readonly name: string }[] | undefined;

const areUsed = (ready: readonly Endpoint[], hintsOf: (endpoint: Endpoint) => Hinted, wanted: string): boolean =>
  ready.every((each) => hintsOf(each)?.length) && ready.some((each) => hintsOf(each)?.some((h) => h.name === wanted));

function sayUnhinted(
  { targetRef, addresses, zone, nodeName = '∅' }: Endpoint,
  said: Readonly<Record<'service' | 'what', string>>,
): Phrase {
  const pod = targetRef?.name ? namespacedName({ metadata: { ...targetRef, name: targetRef.name } }) : addresses?.[0];
  const values = { ...said, pod: pod ?? '∅' };
  return zone === undefined || zone === ''
    ? phrase('document.why.cause.hints-unhinted', { ...values, on: nodeName })
    : phrase('document.why.cause.hints-untold', values);
}
