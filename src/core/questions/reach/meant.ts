import { matchesLabels } from '../../kubernetes/pods';
import { namespacedName, type ClusterObjects } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import { contains, parseIp, type Cidr } from '../../net/ip';
import type { ReachSide } from './cells';
import type { Caller } from './callers';
import type { Destination } from './destinations';
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

/** Kind and name of a caller's or a destination's object. */
type Member = Pick<Caller, 'name'> & { readonly kind: Caller['kind'] | Destination['kind'] };
type Group = Exclude<Party, { readonly kind: 'name' | 'address' }>;

/** Whether a group's words mean somebody, whether he sends or is asked. */
function groupTest(cluster: ClusterObjects, party: Group): Meant<Member> {
  switch (party.kind) {
    case 'everybody':
      return () => true;
    case 'pods':
      return ({ kind }) => kind === 'pod';
    case 'nodes':
      return ({ kind }) => kind === 'node';
    case 'outside':
      return ({ kind }) => kind === 'outside';
    case 'namespace':
      return ({ kind, name }) => kind !== 'node' && kind !== 'outside' && name.startsWith(`${party.name}/`);
    case 'label': {
      const pods = labelled(cluster, party);
      return ({ kind, name }) => kind === 'pod' && pods.has(name);
    }
  }
}

const isWithin = (range: Cidr, text: string): boolean => {
  const address = parseIp(text);
  return address.ok && contains(range, address.value);
};

const getCluster = ({ document, derived }: ReachSide): ClusterObjects => derived.settled ?? document.cluster;

/** A party whose words are not an address. */
type Called = Exclude<Party, { readonly kind: 'address' }>;

/**
 * Whether words mean a member; `ofService`: whether the words for a Service do, by its name and its Pods' names. An error
 * where they mean nobody that there is, or several.
 */
function memberTest<T extends Member>(
  side: ReachSide,
  party: Called,
  ofService: (member: T, service: string, backends: ReadonlySet<string>) => boolean,
): Result<Meant<T>, Phrase> {
  const cluster = getCluster(side);
  if (party.kind !== 'name') return ok(groupTest(cluster, party));
  const object = resolveName(cluster, party);
  if (!object.ok) return object;
  const { of, name: meant } = object.value;
  if (of !== 'service') return ok(({ kind, name }) => kind === of && name === meant);
  const backends = listBackendNames(cluster, meant);
  return ok((member) => ofService(member, meant, backends));
}

/** Which callers words mean: of a Service its Pods. An error where they mean nobody that there is, or several. */
export function callerTest(side: ReachSide, party: Party): Result<Meant<Caller>, Phrase> {
  if (party.kind !== 'address')
    return memberTest(side, party, ({ kind, name }, _, backends) => kind === 'pod' && backends.has(name));
  return ok(({ address, netns }) => {
    const own = address === undefined ? [...(side.ownAddresses.get(netns) ?? [])] : [address];
    return own.some((text) => isWithin(party.range, text));
  });
}

/** Which destinations words mean; `anyWay`: a Service also by its Pods, nodes and balancers. Errors as above. */
export function destinationTest(side: ReachSide, party: Party, anyWay: boolean): Result<Meant<Destination>, Phrase> {
  if (party.kind === 'address') return ok(({ address }) => isWithin(party.range, address));
  return memberTest(side, party, ({ kind, name }, service, backends) => {
    if (kind === 'pod') return anyWay && backends.has(name);
    return kind !== 'node' && name === service && (anyWay || kind === 'service');
  });
}
