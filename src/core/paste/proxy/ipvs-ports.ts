import { setName, type SetId } from '../../kubernetes/proxy/ipvs/ipsets';
import type { ProtocolName } from '../../kubernetes/service-port';
import { protocolName } from '../../linux/xtables/syntax/protocols';
import { formatIp, type IpFamily } from '../../net/ip';
import { formatEndpoint } from '../../net/packet';
import type { Observed, Witness, ReadPort } from './types';
import { PortDraft } from './iptables-ports';

/** A virtual server of one family, as text. */
interface Virtual {
  readonly proto: ProtocolName;
  readonly address: string;
  readonly port: number;
  readonly servers: readonly string[];
  readonly seconds: number | undefined;
  readonly scheduler: string;
  /** `TCP 10.96.0.1:443`. */
  readonly text: string;
}

/** The members of kube-proxy's sets of one family, by what a set is for. */
export class IpvsFacts {
  readonly family: IpFamily;
  readonly virtuals: readonly Virtual[];
  readonly #observed: Observed;
  readonly #byPlace: ReadonlyMap<string, Virtual>;

  constructor(family: IpFamily, observed: Observed) {
    this.family = family;
    this.#observed = observed;
    this.virtuals = listVirtuals(family, observed);
    this.#byPlace = new Map(this.virtuals.map((each) => [`${each.address} ${each.proto} ${each.port}`, each]));
  }

  /** The virtual server at a place. */
  at(address: string, proto: ProtocolName, port: number): Virtual | undefined {
    return this.#byPlace.get(`${address} ${proto} ${port}`);
  }

  /** Is the set in the text? */
  has(id: SetId): boolean {
    return this.#observed.ipsets?.has(setName(id, this.family)) ?? false;
  }

  members(id: SetId): string[] {
    return (this.#observed.ipsets?.get(setName(id, this.family))?.members ?? []).map(({ element }) => element);
  }

  witness(id: SetId, element: string): Witness {
    return { kind: 'member', set: setName(id, this.family), element };
  }
}

function listVirtuals(family: IpFamily, { ipvs }: Observed): Virtual[] {
  return (ipvs?.services ?? []).flatMap(({ protocol, address, port, servers, persistentSeconds, scheduler }) => {
    const proto = protocol === undefined ? undefined : protocolName(protocol);
    if (address?.family !== family || port === undefined) return [];
    if (proto !== 'tcp' && proto !== 'udp' && proto !== 'sctp') return [];
    // Weight 0 terminates: it is not wanted any more.
    const places = servers
      .filter(({ weight }) => weight > 0)
      .map((server) => formatEndpoint(server.address, server.port));
    const text = `${proto.toUpperCase()} ${formatEndpoint(address, port)}`;
    return [
      {
        proto,
        address: formatIp(address),
        port,
        servers: places.toSorted(),
        seconds: persistentSeconds,
        scheduler,
        text,
      },
    ];
  });
}

/** `10.96.0.11,tcp:80` or with a third part; undefined for other members. */
export function readMember(
  element: string,
): { address: string; proto: ProtocolName; port: number; third: string | undefined } | undefined {
  const [, address = '', proto, port, third] = /^([^,]+),(tcp|udp|sctp):(\d+)(?:,(.+))?$/.exec(element) ?? [];
  if (proto !== 'tcp' && proto !== 'udp' && proto !== 'sctp') return undefined;
  return { address, proto, port: Number(port), third };
}

/** Something a service port answers on besides its clusterIP. */
interface Front {
  readonly kind: 'externalIPs' | 'loadBalancerIPs' | 'nodePort';
  readonly address: string;
  readonly proto: ProtocolName;
  readonly port: number;
  /** policy Local. */
  readonly local: boolean;
  readonly virtual: Virtual | undefined;
  readonly witness: Witness;
}

/** A service port by its clusterIP. */
export interface Home {
  readonly draft: PortDraft;
  readonly address: string;
  readonly virtual: Virtual | undefined;
  readonly port: number;
}

/** All ports with a clusterIP, one Service for each address. */
export function listHomes(facts: IpvsFacts): Home[] {
  const members = facts.members('clusterIP');
  const found = members.flatMap((element) => {
    const member = readMember(element);
    return member ? [{ ...member, witness: facts.witness('clusterIP', element) }] : [];
  });
  const places = facts.has('clusterIP') ? found : facts.virtuals.filter(isClusterPort).map(asPlace);
  const counts = new Map<string, number>();
  for (const { address } of places) counts.set(address, (counts.get(address) ?? 0) + 1);
  return places.map(({ address, proto, port, witness }) => {
    const service = `svc-${address.replaceAll(/[.:]+/g, '-').replaceAll(/^-|-$/g, '')}`;
    const draft = new PortDraft(facts.family, { service, proto });
    if ((counts.get(address) ?? 0) > 1) draft.values.portName = `${proto}-${port}`;
    draft.tell('clusterIP', address, witness);
    draft.tell('port', port, witness);
    const virtual = facts.at(address, proto, port);
    if (virtual) useServers(draft, virtual);
    return { draft, address, port, virtual };
  });
}

function asPlace({ address, proto, port, text }: Virtual) {
  return { address, proto, port, witness: { kind: 'server', server: text } as const };
}

/** Without ipsets: what is no nodePort by its number. */
function isClusterPort({ port }: Virtual): boolean {
  return port < 30_000 || port > 32_767;
}

function useServers(draft: PortDraft, virtual: Virtual): void {
  const witness: Witness = { kind: 'server', server: virtual.text };
  draft.values.cluster = virtual.servers;
  draft.evidence.note('cluster', witness);
  draft.values.hasEndpoints = virtual.servers.length > 0;
  if (virtual.seconds !== undefined) draft.tell('affinitySeconds', virtual.seconds, witness);
}

const ADDRESS_SETS: readonly (readonly [
  kind: 'externalIPs' | 'loadBalancerIPs',
  set: SetId,
  local: SetId,
  split: boolean,
])[] = [
  ['externalIPs', 'externalIP', 'externalIPLocal', true],
  ['loadBalancerIPs', 'loadBalancer', 'loadBalancerLocal', false],
];

/** Addresses outside: those of policy Local are in a set of their own, or (balancers) in both. */
export function addressFronts(facts: IpvsFacts): Front[] {
  return ADDRESS_SETS.flatMap(([kind, all, local, split]) => {
    const locals = new Set(facts.members(local));
    const members = split ? [...facts.members(all), ...locals] : facts.members(all);
    return members.flatMap((element): Front[] => {
      const member = readMember(element);
      if (!member) return [];
      const { address, proto, port } = member;
      const isLocal = locals.has(element);
      const witness = facts.witness(isLocal ? local : all, element);
      return [{ kind, address, proto, port, local: isLocal, virtual: facts.at(address, proto, port), witness }];
    });
  });
}

const NODE_PORT_SETS: readonly (readonly [proto: ProtocolName, set: SetId, local: SetId])[] = [
  ['tcp', 'nodePortTCP', 'nodePortLocalTCP'],
  ['udp', 'nodePortUDP', 'nodePortLocalUDP'],
  ['sctp', 'nodePortSCTP', 'nodePortLocalSCTP'],
];

/** The nodePorts, each once however many addresses answer it. */
export function nodePortFronts(facts: IpvsFacts, taken: ReadonlySet<string>): Front[] {
  return NODE_PORT_SETS.flatMap(([proto, all, local]) => {
    const locals = new Set(facts.members(local).map(portNumber));
    const fronts = new Map<number, Front>();
    for (const element of facts.members(all)) {
      const port = portNumber(element);
      const virtual = facts.virtuals.find(
        (each) => each.proto === proto && each.port === port && !taken.has(each.address),
      );
      const witness = facts.witness(all, element);
      fronts.set(port, { kind: 'nodePort', address: '', proto, port, local: locals.has(port), virtual, witness });
    }
    return [...fronts.values()];
  });
}

function portNumber(element: string): number {
  return Number(readMember(element)?.port ?? element);
}

/** Draft after draft as ports, in the order of the sets. */
export function portsOfHomes(homes: readonly Home[]): ReadPort[] {
  return homes.map(({ draft }) => draft.done());
}

/** One Service while its outside is put together: the ports of one clusterIP. */
interface Group {
  readonly homes: readonly Home[];
  /** Traffic policy for packets from outside, once something tells. */
  local: boolean | undefined;
  health: boolean;
}

/** How well two lists of servers fit: 0 the same, higher is worse. */
function distance(home: Home, front: Front, here: ReadonlySet<string> | undefined): number {
  const cluster = home.virtual?.servers ?? [];
  const shown = front.virtual?.servers ?? [];
  if (home.virtual?.seconds !== front.virtual?.seconds && front.virtual && home.virtual) return 9;
  const local = here ? cluster.filter((place) => here.has(place)) : [];
  const expected = front.local && local.length > 0 ? local : cluster;
  if (same(expected, shown)) return 0;
  // The clusterIP may be the one that is kept to this node.
  if (!front.local && cluster.length > 0 && cluster.every((place) => shown.includes(place))) return 1;
  if (shown.length > 0 && shown.every((place) => cluster.includes(place))) return 2;
  const numbers = new Set(cluster.map(getNumber));
  if (shown.some((place) => numbers.has(getNumber(place)))) return 3;
  return cluster.length === 0 || shown.length === 0 ? 5 : 6;
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

function getNumber(place: string): string {
  return place.slice(place.lastIndexOf(':') + 1);
}

/**
 * Gives every address and nodePort to a Service. IPVS has no names: what has the same servers, the
 * same persistence and a policy that agrees is put together; an address belongs to all ports of its
 * Service, a nodePort to one. The rules do not depend on the choice among equals.
 */
export function linkFronts(
  homes: readonly Home[],
  fronts: { readonly addresses: readonly Front[]; readonly nodePorts: readonly Front[] },
  here: ReadonlySet<string> | undefined,
): void {
  const groups = listGroups(homes);
  for (const [, list] of byAddress(fronts.addresses)) placeAddress(groups, list, here);
  const left = new Set(fronts.nodePorts);
  // A Service with nodePorts has one for each of its ports, all of one policy: the largest choose first.
  for (const group of groups.toSorted((a, b) => weight(b) - weight(a))) placeWhole(group, left, here);
  for (const local of [true, false]) {
    const list = [...left].filter((front) => front.local === local);
    for (const [{ group, home }, front] of matched(groups, list, here)) attach(group, home, front, here);
  }
}

function weight({ homes, local }: Group): number {
  return homes.length + (local === undefined ? 0 : 100);
}

/** Gives every port of a Service a nodePort that fits it, or none. */
function placeWhole(group: Group, left: Set<Front>, here: ReadonlySet<string> | undefined): void {
  for (const local of [true, false]) {
    if (group.local !== undefined && group.local !== local) continue;
    const found = new Map<Home, Front>();
    for (const home of group.homes) {
      const fit = [...left].find(
        (front) =>
          front.local === local &&
          front.proto === home.draft.values.proto &&
          ![...found.values()].includes(front) &&
          distance(home, front, here) === 0,
      );
      if (fit) found.set(home, fit);
    }
    if (found.size < group.homes.length) continue;
    for (const [home, front] of found) {
      left.delete(front);
      attach(group, home, front, here);
    }
    return;
  }
}

function listGroups(homes: readonly Home[]): Group[] {
  const groups = new Map<string, Home[]>();
  for (const home of homes) groups.set(home.address, [...(groups.get(home.address) ?? []), home]);
  return [...groups.values()].map((list) => ({ homes: list, local: undefined, health: false }));
}

function byAddress(fronts: readonly Front[]): Map<string, Front[]> {
  const map = new Map<string, Front[]>();
  for (const front of fronts) {
    const key = `${front.kind} ${front.address}`;
    map.set(key, [...(map.get(key) ?? []), front]);
  }
  return map;
}

/** The Services whose ports are all answered at the address: the largest and best fitting first. */
function placeAddress(groups: readonly Group[], fronts: readonly Front[], here: ReadonlySet<string> | undefined): void {
  const left = new Set(fronts);
  const fits = groups.flatMap((group) => {
    const pairs = group.homes.map((home) => {
      const front = fronts.find(({ proto, port }) => proto === home.draft.values.proto && port === home.port);
      return front && { home, front, cost: distance(home, front, here) };
    });
    const known = pairs.filter((pair) => pair !== undefined);
    if (known.length < pairs.length) return [];
    return [{ group, pairs: known, cost: Math.max(...known.map(({ cost }) => cost)) }];
  });
  fits.sort((a, b) => a.cost - b.cost || b.pairs.length - a.pairs.length);
  for (const { group, pairs } of fits) {
    const [first] = pairs;
    // Services may share an address and even a port of it; then IPVS has it once.
    if (!first || !pairs.some(({ front }) => left.has(front))) continue;
    if (group.local !== undefined && group.local !== first.front.local) continue;
    for (const { home, front } of pairs) {
      left.delete(front);
      attach(group, home, front, here);
    }
  }
}

function attach(group: Group, home: Home, front: Front, here: ReadonlySet<string> | undefined): void {
  const { draft } = home;
  group.local = front.local;
  draft.tell('externalLocal', front.local, front.witness);
  if (front.kind === 'nodePort') draft.tell('nodePort', front.port, front.witness);
  else draft.add(front.kind, front.address, front.witness);
  learnServers(home, front, here);
}

/** What is shown outside and not at the clusterIP tells of its policies. */
function learnServers({ draft, virtual }: Home, front: Front, here: ReadonlySet<string> | undefined): void {
  if (!front.virtual) return;
  const shown = front.virtual.servers;
  const cluster = virtual?.servers ?? [];
  if (same(cluster, shown)) return;
  const witness = { kind: 'server', server: front.virtual.text } as const;
  if (front.local) {
    draft.values.local = shown;
    draft.evidence.note('local', witness);
  } else if (cluster.length > 0 && cluster.every((place) => here?.has(place) !== false)) {
    draft.tell('internalLocal', true, witness);
    draft.values.local = cluster;
    draft.values.cluster = shown;
    draft.evidence.note('cluster', witness);
  }
}

interface Candidate {
  readonly group: Group;
  readonly home: Home;
  readonly cost: number;
}

function candidates(groups: readonly Group[], front: Front, here: ReadonlySet<string> | undefined): Candidate[] {
  return groups.flatMap((group) =>
    group.homes.flatMap((home) => {
      const { proto, nodePort } = home.draft.values;
      const agrees = group.local === undefined || group.local === front.local;
      if (proto !== front.proto || nodePort !== undefined || !agrees) return [];
      const balanced = home.draft.lists.loadBalancerIPs.length > 0 ? 0 : 1;
      return [{ group, home, cost: distance(home, front, here) * 2 + balanced }];
    }),
  );
}

/** What still counts as the same servers: equal, or one of them kept to this node. */
const FITS = 5;

/** Each nodePort with a port that fits, as many as can be (augmenting paths); then whatever is left over. */
function matched(
  groups: readonly Group[],
  fronts: readonly Front[],
  here: ReadonlySet<string> | undefined,
): readonly (readonly [Candidate, Front])[] {
  const options = new Map(
    fronts.map((front) => [front, candidates(groups, front, here).toSorted((a, b) => a.cost - b.cost)] as const),
  );
  const taken = new Map<Home, readonly [Candidate, Front]>();
  const place = (front: Front, worst: number, tried: Set<Home>): boolean => {
    for (const option of options.get(front) ?? []) {
      if (option.cost > worst || tried.has(option.home)) continue;
      tried.add(option.home);
      const other = taken.get(option.home);
      if (other && !place(other[1], worst, tried)) continue;
      taken.set(option.home, [option, front]);
      return true;
    }
    return false;
  };
  const left = fronts.filter((front) => !place(front, FITS, new Set()));
  for (const front of left) place(front, Number.POSITIVE_INFINITY, new Set());
  return [...taken.values()];
}
