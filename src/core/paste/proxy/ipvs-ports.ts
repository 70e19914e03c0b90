import { setName, type SetId } from '../../kubernetes/proxy/ipvs/ipsets';
import type { ProtocolName } from '../../kubernetes/service-port';
import { protocolName } from '../../linux/xtables/syntax/protocols';
import { formatIp, type IpFamily } from '../../net/ip';
import { formatEndpoint } from '../../net/packet';
import type { Observed, Witness, ReadPort } from './types';
import { PortDraft } from './xt-reader';

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
    this.virtuals = virtualsOf(family, observed);
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

function virtualsOf(family: IpFamily, { ipvs }: Observed): Virtual[] {
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
export interface Front {
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
export function homesOf(facts: IpvsFacts): Home[] {
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
