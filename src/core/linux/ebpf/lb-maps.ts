import { type Cidr, type IpAddress, contains } from '../../net/ip';
import { once } from '../../lib/memo';

/** A protocol of a key or a backend; `ANY` is 0: keys before 1.17, and wildcard entries. */
export type LbProtocol = 'TCP' | 'UDP' | 'SCTP' | 'ANY';

/**
 * Kind of address of a frontend: the bits 0, 1, 3 and 5 of `flags`, none of them is ClusterIP (bpf/lib/common.h
 * SVC_FLAG_*).
 */
export type LbServiceType = 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalIPs' | 'HostPort' | 'LocalRedirect';

/** Further bits of `flags` and `flags2`, in the order and with the words `cilium-dbg bpf lb list` prints them. */
export const LB_FLAGS = [
  'Local',
  'InternalLocal',
  'two-scopes',
  'sessionAffinity',
  'non-routable',
  'check source-range',
  'deny',
  '46x64',
  'l7-load-balancer',
  'loopback',
  'delegate-if-local',
  'quarantined',
  'dsr',
] as const;

export type LbFlag = (typeof LB_FLAGS)[number];

/** Key of `cilium_lb4_services_v2` and its IPv6 twin, without the slot. */
export interface LbKey {
  readonly address: IpAddress;
  readonly port: number;
  readonly protocol: LbProtocol;
  /** 0: for packets from outside; 1, printed `/i`: for clients of the cluster, where the master has `two-scopes`. */
  readonly scope: 0 | 1;
}

/** The algorithm of a master entry; `undef`: the one the agent was started with. */
export type LbAlgorithm = 'undef' | 'random' | 'maglev';

/** A frontend: the master entry (slot 0) and its slots 1..n, each a backend. */
export interface LbService extends LbKey {
  /** `rev_nat_index`; 0: a wildcard entry, which has no reverse NAT. */
  readonly id: number;
  readonly type: LbServiceType;
  /** In the order of {@link LB_FLAGS}. */
  readonly flags: readonly LbFlag[];
  readonly algorithm: LbAlgorithm;
  /** Seconds a client stays with its backend; 0: no affinity. */
  readonly affinityTimeout: number;
  /** How many slots, from the first on, take new connections. */
  readonly count: number;
  /** How many slots behind them do not: terminating or quarantined. */
  readonly qcount: number;
  /** The id of each slot's backend, slot 1 first. */
  readonly slots: readonly LbSlot[];
}

/** A slot of a frontend. */
export interface LbSlot {
  readonly backendId: number;
  /** A health check said it does not answer; only this frontend leaves it alone. */
  readonly quarantined: boolean;
}

/** Use that may be made of a backend (pkg/loadbalancer BackendState). */
export type LbBackendState = 'active' | 'terminating' | 'terminating-not-serving' | 'maintenance' | 'quarantined';

/** An entry of `cilium_lb4_backends_v3`. */
export interface LbBackend {
  readonly id: number;
  readonly address: IpAddress;
  readonly port: number;
  readonly protocol: LbProtocol;
  readonly state: LbBackendState;
}

/** An entry of `cilium_lb4_reverse_nat`: what a reply gets as its source. */
export interface LbReverseNat {
  readonly id: number;
  readonly address: IpAddress;
  readonly port: number;
}

/** An entry of `cilium_lb4_source_range`. */
export interface LbSourceRange {
  readonly id: number;
  readonly range: Cidr;
}

/** An entry of `cilium_lb4_maglev`; the table itself is worked out when it is asked for: it has thousands of places. */
export interface LbMaglev {
  readonly id: number;
  /** The backends of slots 1..count. */
  readonly backendIds: readonly number[];
}

/** An entry of `cilium_lb_affinity_match`: this backend may still be used for affinity. */
export interface LbAffinityMatch {
  readonly id: number;
  readonly backendId: number;
}

/** The load balancer's BPF maps of one node, both families. */
export interface LbMaps {
  readonly services: readonly LbService[];
  readonly backends: readonly LbBackend[];
  readonly reverseNat: readonly LbReverseNat[];
  readonly affinityMatch: readonly LbAffinityMatch[];
  readonly sourceRanges: readonly LbSourceRange[];
  readonly maglev: readonly LbMaglev[];
}

/** The maps as programs read them: a lookup each, whatever their size. */
export interface LbIndex {
  /** Maps that the lookups read. */
  readonly maps: LbMaps;
  readonly service: (key: LbKey) => LbService | undefined;
  readonly backend: (id: number) => LbBackend | undefined;
  readonly reverseNat: (id: number) => LbReverseNat | undefined;
  /** May this backend still be used for affinity of that frontend? */
  readonly hasAffinityMatch: (id: number, backendId: number) => boolean;
  /** Is the address in a source range of the frontend? */
  readonly isInRange: (id: number, address: IpAddress) => boolean;
  /** The backends of a frontend's Maglev table; undefined: it has none. */
  readonly maglev: (id: number) => readonly number[] | undefined;
}

/** `10.0.0.1 80 TCP 0`. */
function keyText({ address, port, protocol, scope }: LbKey): string {
  return `${address.family} ${address.words.join('.')} ${port} ${protocol} ${scope}`;
}

function rangesById({ sourceRanges }: LbMaps): ReadonlyMap<number, readonly Cidr[]> {
  const byId = new Map<number, Cidr[]>();
  for (const { id, range } of sourceRanges) {
    const known = byId.get(id);
    if (known) known.push(range);
    else byId.set(id, [range]);
  }
  return byId;
}

/** Makes the lookups of some maps; remembered as long as they live. */
export const indexLbMaps = once((maps: LbMaps): LbIndex => {
  const services = new Map(maps.services.map((service) => [keyText(service), service]));
  const backends = new Map(maps.backends.map((backend) => [backend.id, backend]));
  const reverse = new Map(maps.reverseNat.map((entry) => [entry.id, entry]));
  const matches = new Set(maps.affinityMatch.map(({ id, backendId }) => `${id} ${backendId}`));
  const tables = new Map(maps.maglev.map(({ id, backendIds }) => [id, backendIds]));
  const ranges = rangesById(maps);
  return {
    maps,
    service: (key) => services.get(keyText(key)),
    backend: (id) => backends.get(id),
    reverseNat: (id) => reverse.get(id),
    hasAffinityMatch: (id, backendId) => matches.has(`${id} ${backendId}`),
    isInRange: (id, address) => (ranges.get(id) ?? []).some((range) => contains(range, address)),
    maglev: (id) => tables.get(id),
  };
});
