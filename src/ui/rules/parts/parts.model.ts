import { assertNever } from '../../../core/lib/result';
import { TABLES, type RuleRef } from '../../../core/linux/hooks';
import type { IpFamily } from '../../../core/net/ip';
import type { PartRef, PartRow, WantedPort } from '../../../engine/protocol';
import {
  getNamespace,
  type ClusterObjects,
  type ServiceObject,
  type ServicePort,
} from '../../../core/kubernetes/types';

/** The Service of that name. */
export function serviceNamed(
  { services }: ClusterObjects,
  { namespace, serviceName }: WantedPort,
): ServiceObject | undefined {
  return services.find((each) => each.metadata.name === serviceName && getNamespace(each) === namespace);
}

/** A service port that can be asked for. */
export interface OfferedPort {
  readonly wanted: WantedPort;
  readonly port: ServicePort;
}

/** The ports of Services whose name, port name or number holds the words typed, at most `most`. */
export function portsLike({ services }: ClusterObjects, typed: string, most: number): readonly OfferedPort[] {
  const words = typed.trim().toLowerCase();
  const found: OfferedPort[] = [];
  for (const service of services) {
    const namespace = getNamespace(service);
    const serviceName = service.metadata.name;
    for (const [index, port] of (service.spec.ports ?? []).entries()) {
      const text = `${namespace}/${serviceName}:${port.name ?? ''} ${port.port}`.toLowerCase();
      if (text.includes(words)) found.push({ wanted: { namespace, serviceName, index }, port });
      if (found.length >= most) return found;
    }
  }
  return found;
}

/** What stands together on a node: a chain with its rules, a set with its elements, a virtual server with its real ones. */
export interface PartGroup {
  readonly kind: 'chain' | 'set' | 'virtual-server' | 'frontend' | 'policy' | 'address' | 'proxy-port';
  /** `nat KUBE-SERVICES`, `cluster-ips`, `TCP 10.96.0.10:80`; empty where the kind says it all. */
  readonly owner: string;
  /** True of a part that exists for this Service alone; else other Services share it. */
  readonly own: boolean;
  readonly parts: readonly PartRow[];
}

/** A rule of a trace or a dump as kube-proxy's parts name it: nft's `ip kube-proxy` is the table `kube-proxy`. */
export function partOfRule({ table, chain, index }: RuleRef): PartRef {
  return { kind: 'rule', table: table.slice(table.indexOf(' ') + 1), chain, index };
}

/** The rule of a dump that a part is; undefined: it is none. */
export function ruleOfPart(at: PartRef, family: IpFamily): RuleRef | undefined {
  if (at.kind !== 'rule') return undefined;
  const nft = `${family === 'ipv4' ? 'ip' : 'ip6'} ${at.table}` as const;
  const table = TABLES.find((name) => name === at.table) ?? nft;
  return { table, chain: at.chain, index: at.index };
}

function makePlace(at: PartRef): Pick<PartGroup, 'kind' | 'owner'> {
  switch (at.kind) {
    case 'chain':
    case 'rule':
      return { kind: 'chain', owner: `${at.table} ${at.chain}` };
    case 'set':
    case 'element':
      return { kind: 'set', owner: at.set };
    case 'virtual-server':
    case 'real-server':
      return { kind: 'virtual-server', owner: at.server };
    case 'frontend':
    case 'backend':
      return { kind: 'frontend', owner: at.frontend };
    case 'policy':
      return { kind: 'policy', owner: '' };
    case 'address':
      return { kind: 'address', owner: '' };
    case 'proxy-port':
      return { kind: 'proxy-port', owner: '' };
    default:
      return assertNever(at);
  }
}

/** Does the part stand for the whole group (a chain, a set, a virtual server), not for something in it? */
function isHead({ at }: PartRow): boolean {
  return at.kind === 'chain' || at.kind === 'set' || at.kind === 'virtual-server' || at.kind === 'frontend';
}

/** The parts by where they stand, in the order they are written. The head of a group is said by its heading. */
export function groupParts(parts: readonly PartRow[]): readonly PartGroup[] {
  const groups = new Map<string, { -readonly [Key in keyof PartGroup]: PartGroup[Key] } & { parts: PartRow[] }>();
  for (const part of parts) {
    const { kind, owner } = makePlace(part.at);
    const key = `${kind} ${owner}`;
    const group = groups.get(key) ?? { kind, owner, own: false, parts: [] };
    groups.set(key, group);
    if (isHead(part)) group.own = true;
    if (!isHead(part) || part.origin) group.parts.push(part);
  }
  return [...groups.values()];
}

/** How many of what a list of parts has, heads of chains and sets left out. */
export function countParts(groups: readonly PartGroup[]): number {
  return groups.reduce((count, { parts }) => count + parts.length, 0);
}

/** A key for lists: a part's place is its name. */
export function partKey({ at }: Pick<PartRow, 'at'>): string {
  return Object.values(at).join(' ');
}

/** `default/web`, and the position of the port if it is one port. */
export function wantedKey({ namespace, serviceName, index }: WantedPort): string {
  return [`${namespace}/${serviceName}`, ...(index === undefined ? [] : [index])].join(' ');
}
