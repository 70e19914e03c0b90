import type { IpFamily } from '../../../net/ip';
import type { GeneratedElement, GeneratedIpset, Origin } from '../mode';
import { whySentence } from './explain';
import type { IpvsFeatures } from './context';

interface Declared {
  readonly name: string;
  readonly type: string;
  /** The comment of the rules that look into it; the set itself has none. */
  readonly comment: string;
  /** The release has it. Absent: all have. */
  readonly when?: keyof IpvsFeatures;
}

const HASH = 'hash:ip,port';
const BITMAP = 'bitmap:port';

/** The sets of pkg/proxy/ipvs/ipset.go, in the order they are declared there. */
const SETS = {
  loopBack: {
    name: 'KUBE-LOOP-BACK',
    type: 'hash:ip,port,ip',
    comment: 'Kubernetes endpoints dst ip:port, source ip for solving hairpin purpose',
  },
  clusterIP: {
    name: 'KUBE-CLUSTER-IP',
    type: HASH,
    comment: 'Kubernetes service cluster ip + port for masquerade purpose',
  },
  externalIP: {
    name: 'KUBE-EXTERNAL-IP',
    type: HASH,
    comment: 'Kubernetes service external ip + port for masquerade and filter purpose',
  },
  externalIPLocal: {
    name: 'KUBE-EXTERNAL-IP-LOCAL',
    type: HASH,
    comment: 'Kubernetes service external ip + port with externalTrafficPolicy=local',
    when: 'externalIPLocalSet',
  },
  loadBalancer: { name: 'KUBE-LOAD-BALANCER', type: HASH, comment: 'Kubernetes service lb portal' },
  loadBalancerFW: {
    name: 'KUBE-LOAD-BALANCER-FW',
    type: HASH,
    comment: 'Kubernetes service load balancer ip + port for load balancer with sourceRange',
  },
  loadBalancerLocal: {
    name: 'KUBE-LOAD-BALANCER-LOCAL',
    type: HASH,
    comment: 'Kubernetes service load balancer ip + port with externalTrafficPolicy=local',
  },
  sourceIP: {
    name: 'KUBE-LOAD-BALANCER-SOURCE-IP',
    type: 'hash:ip,port,ip',
    comment: 'Kubernetes service load balancer ip + port + source IP for packet filter purpose',
  },
  sourceCIDR: {
    name: 'KUBE-LOAD-BALANCER-SOURCE-CIDR',
    type: 'hash:ip,port,net',
    comment: 'Kubernetes service load balancer ip + port + source cidr for packet filter purpose',
  },
  nodePortTCP: {
    name: 'KUBE-NODE-PORT-TCP',
    type: BITMAP,
    comment: 'Kubernetes nodeport TCP port for masquerade purpose',
  },
  nodePortLocalTCP: {
    name: 'KUBE-NODE-PORT-LOCAL-TCP',
    type: BITMAP,
    comment: 'Kubernetes nodeport TCP port with externalTrafficPolicy=local',
  },
  nodePortUDP: {
    name: 'KUBE-NODE-PORT-UDP',
    type: BITMAP,
    comment: 'Kubernetes nodeport UDP port for masquerade purpose',
  },
  nodePortLocalUDP: {
    name: 'KUBE-NODE-PORT-LOCAL-UDP',
    type: BITMAP,
    comment: 'Kubernetes nodeport UDP port with externalTrafficPolicy=local',
  },
  nodePortSCTP: {
    name: 'KUBE-NODE-PORT-SCTP-HASH',
    type: HASH,
    comment: "Kubernetes nodeport SCTP port for masquerade purpose with type 'hash ip:port'",
  },
  nodePortLocalSCTP: {
    name: 'KUBE-NODE-PORT-LOCAL-SCTP-HASH',
    type: HASH,
    comment: "Kubernetes nodeport SCTP port with externalTrafficPolicy=local with type 'hash ip:port'",
  },
  healthCheck: {
    name: 'KUBE-HEALTH-CHECK-NODE-PORT',
    type: BITMAP,
    comment: 'Kubernetes health check node port',
    when: 'healthChecks',
  },
  ipvsIPs: {
    name: 'KUBE-IPVS-IPS',
    type: 'hash:ip',
    comment: 'Addresses on the ipvs interface',
    when: 'accessFilter',
  },
} as const satisfies Record<string, Declared>;

export type SetId = keyof typeof SETS;

/** The sets of a release, in the order they are declared. */
export function setIds(features: IpvsFeatures): readonly SetId[] {
  const declared: readonly (readonly [string, Declared])[] = Object.entries(SETS);
  // The keys are those of SETS.
  return declared.filter(([, { when }]) => when === undefined || features[when]).map(([id]) => id as SetId);
}

/** The comment of rules that look into a set. */
export function setComment(id: SetId): string {
  return SETS[id].comment;
}

/** A set's name in a family: `KUBE-6-…` for IPv6, cut to the 31 characters ipset takes. */
export function setName(id: SetId, family: IpFamily): string {
  const { name } = SETS[id];
  return family === 'ipv4' ? name : name.replace('KUBE-', 'KUBE-6-').slice(0, 31);
}

/** Most entries of a hash by default; those beyond are refused by the kernel. */
const MAX_ELEMENTS = 65_536;

/** One entry kube-proxy wants in a set. */
export interface SetEntry extends GeneratedElement {
  readonly set: SetId;
  /** As kube-proxy gives it to `ipset add`; `key` is how `ipset save` spells it. */
  readonly added: string;
}

/** The set of a proxier with the given entries. */
export function generatedIpset(id: SetId, family: IpFamily, wanted: Iterable<SetEntry>): GeneratedIpset {
  const { type } = SETS[id];
  const hashFamily = family === 'ipv4' ? 'inet' : 'inet6';
  const isBitmap = type === BITMAP;
  const entries = new Map<string, SetEntry>();
  for (const entry of wanted) {
    if (entries.size === MAX_ELEMENTS) break;
    if (isTaken(entry) && !entries.has(entry.key)) entries.set(entry.key, entry);
  }
  return {
    name: setName(id, family),
    type,
    options: isBitmap ? 'range 0-65535' : `family ${hashFamily} hashsize 1024 maxelem ${MAX_ELEMENTS}`,
    entries: [...entries.values()],
    origin: setOrigin(id),
  };
}

/** A network of all addresses is refused (net/netfilter/ipset/ip_set_hash_ipportnet.c): kube-proxy logs it and goes on. */
export function isTaken({ set, added }: SetEntry): boolean {
  return !(set === 'sourceCIDR' && added.endsWith('/0'));
}

function setOrigin(id: SetId): Origin {
  return { kind: 'KubeProxyConfig', field: 'mode', why: whySentence(`set-${SETS[id].name}`) };
}

/** `ipset save`: all `create` lines, then all `add` lines, each sorted. */
export function printIpsets(sets: readonly GeneratedIpset[]): string {
  return setLines(sets)
    .map(({ line }) => `${line}\n`)
    .join('');
}

/** A line of {@link printIpsets}. */
interface SetLine {
  readonly line: string;
  readonly set: string;
  /** The entry it adds; absent: it makes the set. */
  readonly key?: string;
}

/** The lines of {@link printIpsets}, each with the set it is of. */
export function setLines(sets: readonly GeneratedIpset[]): readonly SetLine[] {
  const created = sets.map(({ name, type, options }) => ({ line: `create ${name} ${type} ${options}`, set: name }));
  const added = sets.flatMap(({ name, entries }) =>
    entries.map(({ key }) => ({ line: `add ${name} ${key}`, set: name, key })),
  );
  const byLine = (a: SetLine, b: SetLine): number => (a.line < b.line ? -1 : a.line > b.line ? 1 : 0);
  return [...created.sort(byLine), ...added.sort(byLine)];
}
