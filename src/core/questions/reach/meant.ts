import { matchesLabels } from '../../kubernetes/pods';
import { namespacedName, type ClusterObjects } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import { contains, parseIp } from '../../net/ip';
import type { ReachSide } from './cells';
import type { Caller, Destination } from './parties';
import type { Party } from './statement';

const nameFits = (name: string, wanted: string): boolean =>
  name === wanted || (!wanted.includes('/') && name.endsWith(`/${wanted}`));

/** Pods behind a Service, as its slices tell. */
function listBackendNames({ endpointSlices }: ClusterObjects, service: string): ReadonlySet<string> {
  const slices = endpointSlices.filter(
    ({ metadata }) =>
      `${metadata.namespace ?? 'default'}/${metadata.labels?.['kubernetes.io/service-name'] ?? ''}` === service,
  );
  return new Set(
    slices.flatMap(({ endpoints = [], metadata }) =>
      endpoints.flatMap(({ targetRef }) =>
        targetRef?.name === undefined
          ? []
          : [`${targetRef.namespace ?? metadata.namespace ?? 'default'}/${targetRef.name}`],
      ),
    ),
  );
}

/** Which object a bare name means; an error where it means none, or several. */
function resolveName(
  cluster: ClusterObjects,
  { of, name }: Extract<Party, { kind: 'name' }>,
): Result<{ of: 'service' | 'pod' | 'node'; name: string }, Phrase> {
  const all = [
    ...cluster.services.map((each) => ({ of: 'service' as const, name: namespacedName(each) })),
    ...cluster.pods.map((each) => ({ of: 'pod' as const, name: namespacedName(each) })),
    ...cluster.nodes.map(({ metadata }) => ({ of: 'node' as const, name: metadata.name })),
  ];
  const meant = all.filter((each) => (of === undefined || each.of === of) && nameFits(each.name, name));
  const [only] = meant;
  if (!only) return err(phrase('reach.statement.nobody', { name }));
  if (meant.length > 1)
    return err(
      phrase('reach.statement.several', { name, found: meant.map((each) => `${each.of} ${each.name}`).join(', ') }),
    );
  return ok(only);
}

/** Whether words mean somebody. */
export type Meant<T> = (party: T) => boolean;

/** Pods whose labels are as wanted, by name. */
function labelled(cluster: ClusterObjects, { key, value }: { key: string; value: string }): ReadonlySet<string> {
  const pods = cluster.pods.filter(({ metadata }) => matchesLabels(metadata.labels, { [key]: value }));
  return new Set(pods.map(namespacedName));
}

/** Which callers words mean; an error where they mean nobody that there is, or several. */
export function callerTest({ document, derived }: ReachSide, party: Party): Result<Meant<Caller>, Phrase> {
  const cluster = derived.settled ?? document.cluster;
  const listOwnAddresses = (id: string) =>
    derived.network.netns.get(id)?.devices.flatMap(({ addresses }) => addresses.map(({ address }) => address)) ?? [];
  switch (party.kind) {
    case 'everybody':
      return ok(() => true);
    case 'pods':
      return ok(({ kind }) => kind === 'pod');
    case 'nodes':
      return ok(({ kind }) => kind === 'node');
    case 'outside':
      return ok(({ kind }) => kind === 'outside');
    case 'namespace':
      return ok(({ kind, name }) => kind === 'pod' && name.startsWith(`${party.name}/`));
    case 'label': {
      const pods = labelled(cluster, party);
      return ok(({ kind, name }) => kind === 'pod' && pods.has(name));
    }
    case 'address':
      return ok(({ address: own, netns }) => {
        const told = own === undefined ? undefined : parseIp(own);
        const addresses = told?.ok ? [told.value] : listOwnAddresses(netns);
        return addresses.some((address) => contains(party.range, address));
      });
    case 'name': {
      const object = resolveName(cluster, party);
      if (!object.ok) return object;
      if (object.value.of !== 'service')
        return ok(({ kind, name }) => kind === object.value.of && name === object.value.name);
      const backends = listBackendNames(cluster, object.value.name);
      return ok(({ kind, name }) => kind === 'pod' && backends.has(name));
    }
  }
}

/** Which destinations words mean; `anyWay`: a Service also by its Pods, nodes and balancers. Errors as above. */
export function destinationTest(
  { document, derived }: ReachSide,
  party: Party,
  anyWay: boolean,
): Result<Meant<Destination>, Phrase> {
  const cluster = derived.settled ?? document.cluster;
  switch (party.kind) {
    case 'everybody':
      return ok(() => true);
    case 'pods':
      return ok(({ kind }) => kind === 'pod');
    case 'nodes':
      return ok(({ kind }) => kind === 'node');
    case 'outside':
      return ok(() => false);
    case 'namespace':
      return ok(({ kind, name }) => kind !== 'node' && name.startsWith(`${party.name}/`));
    case 'label': {
      const pods = labelled(cluster, party);
      return ok(({ kind, name }) => kind === 'pod' && pods.has(name));
    }
    case 'address':
      return ok(({ address }) => {
        const own = parseIp(address);
        return own.ok && contains(party.range, own.value);
      });
    case 'name': {
      const object = resolveName(cluster, party);
      if (!object.ok) return object;
      const { of, name: meant } = object.value;
      if (of !== 'service') return ok(({ kind, name }) => kind === of && name === meant);
      const backends = listBackendNames(cluster, meant);
      return ok(({ kind, name }) =>
        kind === 'pod'
          ? anyWay && backends.has(name)
          : kind !== 'node' && name === meant && (anyWay || kind === 'service'),
      );
    }
  }
}
