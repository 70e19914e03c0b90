import { getMinor } from '../../kubernetes/release';
import { byOwner } from '../../kubernetes/complete';
import {
  namespacedName,
  type ClusterObjects,
  type EndpointSliceObject,
  type ServiceObject,
} from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import type { Difference } from '../../paste/proxy/types';
import { isOfKubelet } from '../reconstruct/compare';

/** What a program of the node leaves out or adds by what the node can do, whatever objects ask. */
const ABILITIES: readonly (readonly [pattern: RegExp, says: Phrase])[] = [
  [/ --random-fully\b/, phrase('drift.taken.random-fully')],
  [/ -m nfacct --nfacct-name {1,2}\S+/, phrase('drift.taken.nfacct')],
];

/** Differences that are kube-proxy's own doing, and what was taken for the same. */
export interface CountedDifferences {
  readonly differences: readonly Difference[];
  /** What the node cannot do, as its rules show. */
  readonly taken: readonly Phrase[];
}

/**
 * Leaves out of differences what is kubelet's, what hangs on the node's kernel or iptables alone, and what kube-proxy leaves
 * to chance.
 */
export function pickCounted(
  differences: readonly Difference[],
  release: string,
  cluster: ClusterObjects,
): CountedDifferences {
  const counted = withoutAbilities(differences.filter((each) => !isKubelets(each, release)));
  return withoutShared(counted, cluster);
}

/** `TCP 192.0.2.50:80`, of a virtual server and of the Service that asks for it. */
function externalFronts({ spec }: ServiceObject): readonly string[] {
  const { ports = [], externalIPs = [] } = spec;
  return ports.flatMap(({ port, protocol = 'TCP' }) =>
    externalIPs.map((address) => `${protocol} ${address.includes(':') ? `[${address}]` : address}:${port}`),
  );
}

/** Addresses of a Service's endpoints, in an order of their own. */
function endpointsKey(slices: readonly EndpointSliceObject[]): string {
  const ready = slices.flatMap(({ endpoints = [] }) =>
    endpoints.filter(({ conditions }) => conditions?.ready !== false),
  );
  return [...new Set(ready.flatMap(({ addresses = [] }) => addresses))].toSorted().join(' ');
}

/** `10.244.1.5 10.244.2.7`, of a virtual server with its real ones behind it. */
const serversKey = (text: string): string =>
  [
    ...new Set(
      text
        .split(' ')
        .slice(4)
        .map((place) => place.replace(/:\d+$/, '').replaceAll(/[[\]]/g, '')),
    ),
  ]
    .toSorted()
    .join(' ');

/** One externalIP and port of several Services has the endpoints of the one whose turn came last, in the order of a Go map. */
function withoutShared(counted: CountedDifferences, { services, endpointSlices }: ClusterObjects): CountedDifferences {
  const { differences, taken } = counted;
  if (!differences.some(({ table }) => table === 'ipvs')) return counted;
  const slices = byOwner(endpointSlices);
  const keys = new Map<string, string[]>();
  for (const service of services) {
    const key = endpointsKey(slices.get(namespacedName(service)) ?? []);
    for (const front of externalFronts(service)) keys.set(front, [...(keys.get(front) ?? []), key]);
  }
  const getFront = ({ text }: Difference): string => text.split(' ', 2).join(' ');
  const chosen = new Set(
    differences
      .filter((each) => each.table === 'ipvs' && each.kind === 'changed')
      .filter(
        (each) =>
          (keys.get(getFront(each))?.length ?? 0) > 1 && keys.get(getFront(each))?.includes(serversKey(each.text)),
      )
      .map(getFront),
  );
  if (chosen.size === 0) return counted;
  return {
    differences: differences.filter((each) => each.table !== 'ipvs' || !chosen.has(getFront(each))),
    taken: [...taken, phrase('drift.taken.shared-address')],
  };
}

/** kubelet wrote KUBE-FIREWALL and KUBE-MARK-DROP up to 1.26, and other chains ever since: they are not kube-proxy's to miss. */
function isKubelets({ chain, text, owner }: Difference, release: string): boolean {
  const target = /-[jg] (KUBE-\S+)/.exec(text)?.[1] ?? '';
  const isOwn = getMinor(release) >= 27;
  const isKubelet = (name: string): boolean => isOfKubelet(name) && !(isOwn && name === 'KUBE-FIREWALL');
  const isJump = !chain.startsWith('KUBE-') && isKubelet(target);
  return owner === 'kubelet' || isKubelet(chain) || isJump;
}

/** Rules that are there but for a word that the node's kernel or iptables does not know, taken for the same. */
function withoutAbilities(differences: readonly Difference[]): CountedDifferences {
  if (differences.length === 0) return { differences, taken: [] };
  const key = ({ family, table, chain }: Difference, text: string): string => `${family} ${table} ${chain} ${text}`;
  const dropped = new Set<Difference>();
  const taken = new Set<Phrase>();
  for (const [pattern, says] of ABILITIES) {
    const extra = new Map(
      differences
        .filter(({ kind }) => kind === 'changed')
        .map((each) => [key(each, each.text.replace(pattern, '')), each]),
    );
    for (const each of differences) {
      if (each.kind !== 'missing') continue;
      const twin = extra.get(key(each, each.text.replace(pattern, '')));
      if (!twin || dropped.has(twin) || !pattern.test(each.text) || pattern.test(twin.text)) continue;
      dropped.add(each).add(twin);
      taken.add(says);
    }
  }
  return { differences: differences.filter((each) => !dropped.has(each)), taken: [...taken] };
}
