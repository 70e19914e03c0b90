import { slicesByService, slicesOf } from '../../endpoint';
import { compareText } from '../../meta';
import { servicePorts, type ServicePortInfo } from '../../service-port';
import type { EndpointSliceObject, ServiceObject } from '../../types';
import type { GeneratedChain } from '../mode';
import type { SyncInput } from '../mode';
import type { ProxierContext } from './context';
import { dispatchRules, type DispatchRules } from './dispatch-rules';
import { planPort, type PortPlan } from './port-plan';
import { ownChains } from './service-chains';

/** All rules of one service port: a block that does not depend on any other Service. */
export interface PortRules {
  readonly port: ServicePortInfo;
  readonly plan: PortPlan;
  readonly dispatch: DispatchRules;
  readonly chains: readonly GeneratedChain[];
  readonly masqueraded: string;
}

interface Entry {
  readonly slices: readonly EndpointSliceObject[];
  readonly ports: readonly PortRules[];
}

const cache = new WeakMap<ProxierContext, WeakMap<ServiceObject, Entry>>();

/**
 * The rules of every service port, sorted by its name and then by protocol. kube-proxy walks a Go
 * map, so its own order between service ports is a different one each time.
 */
export function allPortRules(input: SyncInput, context: ProxierContext): PortRules[] {
  const index = slicesByService(input.cluster.endpointSlices);
  const known = knownRules(context);
  const all: PortRules[] = [];
  for (const service of input.cluster.services) {
    const ports = servicePorts(service, input.family, context);
    const first = ports[0];
    if (first) all.push(...serviceRules(service, ports, slicesOf(index, first), context, known));
  }
  return all.sort(byName);
}

function byName(a: PortRules, b: PortRules): number {
  return compareText(a.port.name, b.port.name) || compareText(a.port.proto, b.port.proto);
}

function knownRules(context: ProxierContext): WeakMap<ServiceObject, Entry> {
  let known = cache.get(context);
  if (!known) cache.set(context, (known = new WeakMap()));
  return known;
}

/** Compiled once for a Service, its slices and a context; an edit elsewhere leaves them as they are. */
function serviceRules(
  service: ServiceObject,
  ports: readonly ServicePortInfo[],
  slices: readonly EndpointSliceObject[],
  context: ProxierContext,
  known: WeakMap<ServiceObject, Entry>,
): readonly PortRules[] {
  const entry = known.get(service);
  if (entry && sameItems(entry.slices, slices)) return entry.ports;
  const compiled = ports.map((port) => compilePort(port, slices, context));
  known.set(service, { slices, ports: compiled });
  return compiled;
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}

function compilePort(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: ProxierContext,
): PortRules {
  const plan = planPort(port, slices, context);
  return { port, plan, dispatch: dispatchRules(plan, context), ...ownChains(plan, context) };
}
