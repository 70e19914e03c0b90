import { findWorkload, matchesLabels } from '../../kubernetes/pods';
import { namespacedName, type ClusterObjects } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import { contains, parseIp, type Cidr } from '../../net/ip';
import type { ReachSide } from './cells';
import type { Caller } from './callers';
import type { Destination } from './destinations';
import type { Party } from './statement';

/** An object that words may mean. */
interface NamedObject {
  readonly of: 'service' | 'pod' | 'node' | 'workload';
  readonly name: string;
}

type Name = Extract<Party, { kind: 'name' }>;
type Group = Exclude<Party, { readonly kind: 'name' | 'address' }>;

/** Kind and name of a caller's or a destination's object. */
type Member = Pick<Caller, 'name'> & { readonly kind: Caller['kind'] | Destination['kind'] };
type Meant<T> = (party: T) => boolean;

/** Adds to the list of a key. */
function addTo<T>(lists: Map<string, T[]>, key: string, each: T): void {
  const list = lists.get(key);
  if (list) list.push(each);
  else lists.set(key, [each]);
}

/** Objects by name, and by the name without its namespace. */
function indexObjects({ services, pods, nodes }: ClusterObjects): ReadonlyMap<string, readonly NamedObject[]> {
  const index = new Map<string, NamedObject[]>();
  const note = (of: NamedObject['of'], name: string): void => {
    addTo(index, name, { of, name });
    const bare = name.slice(name.indexOf('/') + 1);
    if (bare !== name) addTo(index, bare, { of, name });
  };
  for (const service of services) note('service', namespacedName(service));
  for (const pod of pods) note('pod', namespacedName(pod));
  for (const { metadata } of nodes) note('node', metadata.name);
  for (const name of new Set(pods.map(findWorkload))) if (name !== undefined) note('workload', name);
  return index;
}

/** Pods behind each Service, as its slices tell. */
function indexBackends({ endpointSlices }: ClusterObjects): ReadonlyMap<string, ReadonlySet<string>> {
  const index = new Map<string, Set<string>>();
  for (const { endpoints = [], metadata } of endpointSlices) {
    const namespace = metadata.namespace ?? 'default';
    const service = `${namespace}/${metadata.labels?.['kubernetes.io/service-name'] ?? ''}`;
    const backends = index.get(service) ?? new Set<string>();
    index.set(service, backends);
    for (const { targetRef } of endpoints)
      if (targetRef?.name !== undefined) backends.add(`${targetRef.namespace ?? namespace}/${targetRef.name}`);
  }
  return index;
}

/** Pods by the workload that made them. */
function indexWorkloads({ pods }: ClusterObjects): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const pod of pods) {
    const workload = findWorkload(pod);
    if (workload !== undefined) addTo(index, workload, namespacedName(pod));
  }
  return index;
}

const isWithin = (range: Cidr, text: string): boolean => {
  const address = parseIp(text);
  return address.ok && contains(range, address.value);
};

/** Finds whom the words of statements mean on a side; each party is looked for once. */
export class PartyIndex {
  private readonly side: ReachSide;
  private readonly cluster: ClusterObjects;
  private readonly objects: ReturnType<typeof indexObjects>;
  private readonly backends: ReturnType<typeof indexBackends>;
  private readonly workloads: ReturnType<typeof indexWorkloads>;
  private readonly places = new Map<string, Destination[]>();
  private readonly senders = new Map<string, Caller[]>();
  private readonly lists = new Map<string, readonly unknown[]>();

  constructor(side: ReachSide) {
    this.side = side;
    this.cluster = side.derived.settled ?? side.document.cluster;
    this.objects = indexObjects(this.cluster);
    this.backends = indexBackends(this.cluster);
    this.workloads = indexWorkloads(this.cluster);
    for (const destination of side.destinations) addTo(this.places, destination.name, destination);
    for (const caller of side.callers) addTo(this.senders, caller.name, caller);
  }

  /** The callers that words mean: of a Service or a workload its Pods. An error where they mean nobody that there is, or several. */
  callers(party: Party): Result<readonly Caller[], Phrase> {
    if (party.kind !== 'name') return ok(this.once(party, () => this.side.callers.filter(this.callerTest(party))));
    const object = this.resolveName(party);
    if (!object.ok) return object;
    const { of, name } = object.value;
    const names = this.ownPods(object.value) ?? [name];
    const kind = of === 'node' ? 'node' : 'pod';
    const meant = (): Caller[] =>
      names.flatMap((each) => this.senders.get(each) ?? []).filter((each) => each.kind === kind);
    return ok(this.once(party, meant));
  }

  /** The destinations that words mean; `anyWay`: a Service also by its Pods, nodes and balancers. Errors as above. */
  destinations(party: Party, anyWay: boolean): Result<readonly Destination[], Phrase> {
    if (party.kind !== 'name')
      return ok(this.once(['to', party], () => this.side.destinations.filter(this.destinationTest(party))));
    const object = this.resolveName(party);
    if (!object.ok) return object;
    const { of, name } = object.value;
    const own = this.places.get(name) ?? [];
    if (of === 'pod' || of === 'node') return ok(own.filter(({ kind }) => kind === of));
    const pods = (this.ownPods(object.value) ?? [])
      .flatMap((each) => this.places.get(each) ?? [])
      .filter(({ kind }) => kind === 'pod');
    if (of === 'workload') return ok(pods);
    const fronts = own.filter(({ kind }) => kind !== 'pod' && kind !== 'node' && (anyWay || kind === 'service'));
    return ok(anyWay ? [...fronts, ...pods] : fronts);
  }

  /** Services that may lead to the Pods among some destinations and are none of them. */
  servicesBefore(destinations: readonly Destination[]): readonly string[] {
    const pods = new Set(destinations.flatMap(({ kind, name }) => (kind === 'pod' ? [name] : [])));
    const known = new Set(destinations.flatMap(({ kind, name }) => (kind === 'pod' ? [] : [name])));
    const leads = ([service, backends]: readonly [string, ReadonlySet<string>]): boolean =>
      !known.has(service) && [...backends].some((pod) => pods.has(pod));
    return [...this.backends].filter(leads).map(([service]) => service);
  }

  private once<T>(key: unknown, make: () => readonly T[]): readonly T[] {
    const text = JSON.stringify(key);
    const known = this.lists.get(text) ?? make();
    this.lists.set(text, known);
    return known as readonly T[];
  }

  /** The Pods behind a Service, or of a workload; undefined: it is a Pod or a Node itself. */
  private ownPods({ of, name }: NamedObject): readonly string[] | undefined {
    if (of === 'service') return [...(this.backends.get(name) ?? [])];
    return of === 'workload' ? (this.workloads.get(name) ?? []) : undefined;
  }

  /** The object a bare name means, a workload where nothing else is called so; an error where it means none, or several. */
  private resolveName({ of, name }: Name): Result<NamedObject, Phrase> {
    const called = (this.objects.get(name) ?? []).filter((each) => of === undefined || each.of === of);
    const others = called.filter((each) => each.of !== 'workload');
    const meant = others.length > 0 ? others : called;
    const [only] = meant;
    if (!only) return err(phrase('reach.statement.nobody', { name }));
    if (meant.length === 1) return ok(only);
    const found = meant.map((each) => `${each.of} ${each.name}`).join(', ');
    return err(phrase('reach.statement.several', { name, found }));
  }

  private callerTest(party: Exclude<Party, Name>): Meant<Caller> {
    if (party.kind !== 'address') return this.groupTest(party);
    return ({ address, netns }) => {
      const own = address === undefined ? [...(this.side.ownAddresses.get(netns) ?? [])] : [address];
      return own.some((text) => isWithin(party.range, text));
    };
  }

  private destinationTest(party: Exclude<Party, Name>): Meant<Destination> {
    if (party.kind !== 'address') return this.groupTest(party);
    return ({ address }) => isWithin(party.range, address);
  }

  /** Whether a group's words mean somebody, whether he sends or is asked. */
  private groupTest(party: Group): Meant<Member> {
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
        const wanted = { [party.key]: party.value };
        const pods = this.cluster.pods.filter(({ metadata }) => matchesLabels(metadata.labels, wanted));
        const names = new Set(pods.map(namespacedName));
        return ({ kind, name }) => kind === 'pod' && names.has(name);
      }
    }
  }
}
