import { Memo, once } from '../../../lib/memo';
import { phrase } from '../../../lib/phrase';
import type { LbAffinityMatch, LbKey, LbMaglev, LbReverseNat, LbSourceRange } from '../../../linux/ebpf/lb-maps';
import { isUnspecified, sameIp } from '../../../net/ip';
import type { ObjectFinding } from '../../finding';
import { slicesByService } from '../../endpoint';
import { getNamespace, namespacedName, type ServiceObject } from '../../types';
import type { GeneratedLbBackend, GeneratedLbMaps, GeneratedLbService, Origin } from '../mode';
import { addressOfText, printL3n4 } from './addresses';
import type { FrontendBackend } from './backends';
import { makeCiliumContext, type CiliumContext, type CiliumInput } from './context';
import { countsOf, flagsOf, usesMaglev, serviceFrontends, type Frontend } from './frontends';
import { hostPortFrontends } from './host-ports';

/** Maps after a sync, and the frontends they were made from. */
interface SyncedLbMaps extends GeneratedLbMaps {
  /** The agent's own table `frontends`: wildcards before node addresses are put in. */
  readonly frontends: readonly Frontend[];
}

/** The frontend itself, and for a wildcard one of each node address of its family. */
function withNodeAddresses(frontend: Frontend, { nodePortAddresses }: CiliumContext): Frontend[] {
  const isExpanded = frontend.type === 'NodePort' || frontend.type === 'HostPort';
  if (!isExpanded || !isUnspecified(frontend.address)) return [frontend];
  const own = nodePortAddresses.flatMap((text) => addressOfText(text) ?? []);
  const family = own.filter((address) => address.family === frontend.address.family);
  return [frontend, ...family.map((address) => ({ ...frontend, address }))];
}

/** All that a Service needs in the maps before anything has a number. */
const expanded = once((frontends: readonly Frontend[], _memo, context: CiliumContext): readonly Frontend[] =>
  frontends.flatMap((frontend) => withNodeAddresses(frontend, context)),
);

function backendOrigin({ slice, index }: FrontendBackend, frontend: Frontend): Origin {
  if (!slice) return frontend.origin;
  const { name } = slice.metadata;
  return {
    kind: 'EndpointSlice',
    namespace: getNamespace(slice),
    name,
    field: `endpoints[${index}]`,
    why: phrase('kubernetes.ebpf.backend', { name: frontend.serviceName }),
    ...(frontend.origin.servicePort ? { servicePort: frontend.origin.servicePort } : {}),
  };
}

/** Classes of load balancers that Cilium itself gives addresses to. */
const OWN_CLASSES: ReadonlySet<string> = new Set(['io.cilium/bgp-control-plane', 'io.cilium/l2-announcer']);

/** From 1.19 on: addresses whose other ports are dropped, one entry each. Not the node's own, nor another class's. */
function wildcardEntries(
  frontends: readonly Frontend[],
  services: readonly ServiceObject[],
  context: CiliumContext,
): GeneratedLbService[] {
  if (!context.features.wildcardEntries || !context.settings['bpf-lb-wildcard-entries']) return [];
  const own = context.ownAddresses.flatMap((text) => addressOfText(text) ?? []);
  const foreign = new Set(
    services
      .filter(({ spec }) => spec.loadBalancerClass && !OWN_CLASSES.has(spec.loadBalancerClass))
      .map(namespacedName),
  );
  const found = new Map<string, GeneratedLbService>();
  for (const { address, type, serviceName, origin } of frontends) {
    if ((type !== 'ClusterIP' && type !== 'LoadBalancer') || !hasFamily(context, { address })) continue;
    if (type === 'LoadBalancer' && foreign.has(serviceName)) continue;
    if (own.some((each) => sameIp(each, address))) continue;
    const key: LbKey = { address, port: 0, protocol: 'ANY', scope: 0 };
    const why = phrase('kubernetes.ebpf.wildcard', { name: serviceName });
    const empty = { id: 0, algorithm: 'undef', affinityTimeout: 0, count: 0, qcount: 0, slots: [] } as const;
    found.set(printL3n4(key), { ...key, ...empty, type, flags: ['non-routable'], origin: { ...origin, why } });
  }
  return [...found.values()];
}

/** Is the family of a frontend on? */
function hasFamily({ settings }: CiliumContext, { address }: Pick<LbKey, 'address'>): boolean {
  return settings[address.family === 'ipv4' ? 'enable-ipv4' : 'enable-ipv6'];
}

/** All that one frontend has in the maps. */
interface Written {
  readonly frontend: Frontend;
  readonly service: GeneratedLbService;
  readonly affinityMatch: readonly LbAffinityMatch[];
  readonly sourceRanges: readonly LbSourceRange[];
  readonly maglev: readonly LbMaglev[];
}

/** Numbers frontends and backends in the order they come, and writes their entries. */
class Writer {
  readonly findings: ObjectFinding[] = [];
  private readonly backends = new Map<string, GeneratedLbBackend>();
  private readonly written = new Map<string, Written>();
  private readonly context: CiliumContext;

  constructor(context: CiliumContext) {
    this.context = context;
  }

  listBackends(): GeneratedLbBackend[] {
    return [...this.backends.values()];
  }

  list(): readonly Written[] {
    return [...this.written.values()];
  }

  write(frontend: Frontend): void {
    if (!hasFamily(this.context, frontend)) return;
    const key = printL3n4(frontend);
    const before = this.written.get(key);
    if (before && this.isTaken(before.frontend, frontend)) return;
    const id = before?.service.id ?? this.written.size + 1;
    const service = this.entry(frontend, id);
    const slots = service.slots.map(({ backendId }) => backendId);
    this.written.set(key, {
      frontend,
      service,
      affinityMatch: affinityMatches(frontend, id, slots),
      sourceRanges: sourceRanges(frontend, id),
      maglev:
        usesMaglev(frontend, this.context) && service.count > 0
          ? [{ id, backendIds: slots.slice(0, service.count) }]
          : [],
    });
  }

  /** An address and port belong to one Service; up to 1.17 whoever comes last has them. */
  private isTaken(before: Frontend, frontend: Frontend): boolean {
    if (before.serviceName === frontend.serviceName || !this.context.features.frontendsHaveOwners) return false;
    const values = { address: printL3n4(frontend), owner: before.serviceName, name: frontend.serviceName };
    const message = phrase('kubernetes.ebpf.frontend-taken', values);
    this.findings.push({ severity: 'warning', code: 'conflict', message, path: frontend.origin.field });
    return true;
  }

  private entry(frontend: Frontend, id: number): GeneratedLbService {
    const { type, service, origin } = frontend;
    const withSlot = frontend.backends.map((backend) => ({ backend, backendId: this.backendId(backend, frontend) }));
    const slots = withSlot.filter(({ backend }) => backend.state !== 'maintenance');
    return {
      ...frontendKey(frontend),
      id,
      type,
      origin,
      flags: flagsOf(frontend, this.context),
      algorithm: service.algorithm ?? 'undef',
      affinityTimeout: service.affinityTimeout,
      ...countsOf(frontend),
      slots: slots.map(({ backend, backendId }) => ({
        backendId,
        quarantined: backend.unhealthy && this.context.features.quarantinedSlots,
      })),
    };
  }

  private backendId(backend: FrontendBackend, frontend: Frontend): number {
    const place = printL3n4(backend);
    const known = this.backends.get(place);
    const id = known?.id ?? this.backends.size + 1;
    if (known?.state !== backend.state) {
      const { address, port, protocol, state } = backend;
      this.backends.set(place, { id, address, port, protocol, state, origin: backendOrigin(backend, frontend) });
    }
    return id;
  }
}

function frontendKey({ address, port, protocol, scope }: Frontend): LbKey {
  return { address, port, protocol, scope };
}

function affinityMatches({ service, backends }: Frontend, id: number, slots: readonly number[]): LbAffinityMatch[] {
  if (service.affinityTimeout === 0) return [];
  const listed = backends.filter(({ state }) => state !== 'maintenance');
  return slots.flatMap((backendId, at) => (listed[at]?.state === 'active' ? [{ id, backendId }] : []));
}

function sourceRanges({ service, address }: Frontend, id: number): LbSourceRange[] {
  const family = service.sourceRanges.filter((range) => range.address.family === address.family);
  return family.map((range) => ({ id, range }));
}

/**
 * The load balancer's maps that a freshly started agent writes on a node (pkg/loadbalancer: reflectors, writer,
 * reconciler): Services in the order they come, then the hostPorts of the node's Pods.
 */
export function syncLbMaps(input: CiliumInput): SyncedLbMaps {
  const { memo = new Memo(), cluster } = input;
  const context = makeCiliumContext(input, memo);
  const slices = slicesByService(cluster.endpointSlices, memo);
  const perService = cluster.services.map((service) =>
    serviceFrontends(service, memo, slices.get(namespacedName(service)) ?? [], context),
  );
  const hostPorts = hostPortFrontends(cluster.pods, context);
  const all = [...perService, hostPorts.frontends];
  const writer = new Writer(context);
  for (const frontends of all) for (const frontend of expanded(frontends, memo, context)) writer.write(frontend);
  const frontends = all.flat();
  const written = writer.list();
  return {
    services: [...written.map(({ service }) => service), ...wildcardEntries(frontends, cluster.services, context)],
    backends: writer.listBackends(),
    reverseNat: written.map(({ service: { id, address, port } }): LbReverseNat => ({ id, address, port })),
    affinityMatch: written.flatMap((each) => each.affinityMatch),
    sourceRanges: written.flatMap((each) => each.sourceRanges),
    maglev: written.flatMap((each) => each.maglev),
    frontends,
    findings: [...hostPorts.findings, ...writer.findings],
  };
}
