import { TEMPLATE_HASH } from '../../kubernetes/pods';
import { namespacedName, type ClusterObjects } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import type { Caller } from './callers';
import type { Destination } from './destinations';

/** Flows that are walked for one question: beyond them alike Pods stand for each other. */
const MOST_FLOWS = 20_000;
/** Beyond these nothing is walked. */
const MOST_AT_ALL = 200_000;

/** Callers and destinations that are walked; of alike ones, where there is too much, one. */
export interface AskedParties {
  readonly callers: readonly Caller[];
  readonly destinations: readonly Destination[];
  /** Sentences on what is not walked. */
  readonly unasked: readonly Phrase[];
}

/**
 * By name of a Pod all that rules and policies can tell it by (machine, labels, readiness), beside its own address, which
 * only rules about itself name.
 */
function likenessByName({ pods }: ClusterObjects): ReadonlyMap<string, string> {
  return new Map(
    pods.map((pod) => {
      const labels = Object.entries(pod.metadata.labels ?? {}).filter(([key]) => key !== TEMPLATE_HASH);
      const own = pod.metadata.labels === undefined ? pod.metadata.name : '';
      const ready = pod.status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? '';
      return [
        namespacedName(pod),
        JSON.stringify([
          pod.metadata.namespace,
          pod.spec.nodeName,
          labels.toSorted(([a], [b]) => (a < b ? -1 : 1)),
          own,
          ready,
        ]),
      ] as const;
    }),
  );
}

/** The first of each kind; those without a kind are all kept. */
function firstOfEach<T>(all: readonly T[], kindOf: (each: T) => string | undefined): readonly T[] {
  const seen = new Set<string>();
  return all.filter((each) => {
    const kind = kindOf(each);
    if (kind === undefined) return true;
    if (seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}

/**
 * Chooses whom to walk. All, where that is not too much; else one Pod for those of the same machine, labels and
 * readiness; then only what is named; and nothing beyond {@link MOST_AT_ALL}. What is not walked is said.
 */
export function chooseParties(
  cluster: ClusterObjects,
  callers: readonly Caller[],
  destinations: readonly Destination[],
): AskedParties {
  if (callers.length * destinations.length <= MOST_FLOWS) return { callers, destinations, unasked: [] };
  const likeness = likenessByName(cluster);
  const few = firstOfEach(callers, ({ kind, name }) => (kind === 'pod' ? likeness.get(name) : undefined));
  const places = firstOfEach(destinations, ({ kind, name, asks }) => {
    const like = kind === 'pod' ? likeness.get(name) : undefined;
    return like === undefined ? undefined : `${like} ${asks.role} ${asks.role === 'port' ? asks.port : ''}`;
  });
  const stand = phrase('reach.unasked.alike', { callers: few.length, all: callers.length });
  if (few.length * places.length <= MOST_FLOWS) return { callers: few, destinations: places, unasked: [stand] };
  const named = places.filter(({ asks }) => asks.role === 'port');
  const unasked = [stand, phrase('reach.unasked.other')];
  if (few.length * named.length <= MOST_AT_ALL) return { callers: few, destinations: named, unasked };
  const flows = few.length * named.length;
  return { callers: [], destinations: [], unasked: [phrase('reach.unasked.too-large', { flows })] };
}
