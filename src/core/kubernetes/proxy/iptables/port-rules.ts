import { endpointsOf, slicesByService, slicesOf } from '../../endpoint';
import { compareText } from '../../meta';
import { servicePorts, type ServicePortInfo } from '../../service-port';
import type { EndpointSliceObject, ServiceObject } from '../../types';
import type { GeneratedChain, SyncInput } from '../mode';
import type { ProxierContext } from './context';
import { dispatchRules, type DispatchRules } from './dispatch-rules';
import { legacyChains } from './legacy/chains';
import { legacyDispatch } from './legacy/dispatch';
import { planLegacyPort } from './legacy/port';
import { planPort, type PortPlan } from './port-plan';
import { ownChains } from './service-chains';

/** All rules of one service port: a block that does not depend on any other Service. */
export interface PortRules {
  readonly port: ServicePortInfo;
  /** The slices it was made of. */
  readonly slices: readonly EndpointSliceObject[];
  readonly plan: PortPlan;
  readonly dispatch: DispatchRules;
  readonly chains: readonly GeneratedChain[];
  /** The chain whose first rule is written before all others; empty if there is none. */
  readonly masqueraded: string;
}

/** The blocks of one Service and what they were made of. */
interface Entry {
  readonly service: ServiceObject;
  readonly slices: readonly EndpointSliceObject[];
  readonly ports: readonly PortRules[];
}

/** What was compiled in a context: by Service, and the last whole list. */
interface Memory {
  readonly entries: WeakMap<ServiceObject, Entry>;
  last?: Last;
}

interface Last {
  readonly slices: readonly EndpointSliceObject[];
  readonly entries: readonly Entry[];
  readonly sorted: readonly PortRules[];
}

const memories = new WeakMap<ProxierContext, Memory>();

/**
 * The rules of every service port, sorted by its name and then by protocol. kube-proxy walks a Go
 * map, so its own order between service ports is a different one each time. A Service that is the
 * same object with the same slices keeps its blocks.
 */
export function allPortRules(input: SyncInput, context: ProxierContext): readonly PortRules[] {
  let memory = memories.get(context);
  if (!memory) memories.set(context, (memory = { entries: new WeakMap() }));
  const { services, endpointSlices: slices } = input.cluster;
  const lookup: Lookup = { index: slicesByService(slices), input, context, known: memory.entries };
  const before = memory.last?.slices === slices ? memory.last.entries : [];
  const entries: Entry[] = [];
  for (const service of services) {
    // The entry at the same place last time is mostly the one that is wanted.
    const candidate = before[entries.length];
    const entry = candidate?.service === service ? candidate : entryOf(service, lookup);
    if (entry) entries.push(entry);
  }
  const sorted = memory.last ? resort(memory.last, entries) : sortedPorts(entries);
  memory.last = { slices, entries, sorted };
  return sorted;
}

interface Lookup {
  readonly index: ReadonlyMap<string, readonly EndpointSliceObject[]>;
  readonly input: SyncInput;
  readonly context: ProxierContext;
  readonly known: WeakMap<ServiceObject, Entry>;
}

/** A Service's blocks; undefined if the family's proxier ignores it. */
function entryOf(service: ServiceObject, { index, input, context, known }: Lookup): Entry | undefined {
  const ports = servicePorts(service, input.family, context);
  const [first] = ports;
  if (!first) return undefined;
  const slices = slicesOf(index, first);
  const before = known.get(service);
  if (before && sameItems(before.slices, slices)) return before;
  const entry = { service, slices, ports: ports.map((port) => compilePort(port, slices, context)) };
  known.set(service, entry);
  return entry;
}

/** The same objects in the same order. */
export function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}

function compilePort(
  info: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: ProxierContext,
): PortRules {
  const port = asReleaseNames(info, context);
  if (!context.features.externalChains) return compileLegacyPort(port, slices, context);
  const plan = planPort(port, slices, context);
  const { chains, masqueraded } = ownChains(plan, context);
  return { port, slices, plan, dispatch: dispatchRules(plan, context), chains, masqueraded };
}

/** Up to 1.19 an unnamed port is written with a colon behind the Service's name, in comments and hashes. */
function asReleaseNames(port: ServicePortInfo, { features }: ProxierContext): ServicePortInfo {
  return features.noTrailingColon || port.portName !== '' ? port : { ...port, name: `${port.name}:` };
}

function compileLegacyPort(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: ProxierContext,
): PortRules {
  const plan = planLegacyPort(port, endpointsOf(slices, port, context.family, context.node), context);
  const dispatch = legacyDispatch(plan, context);
  return { port, slices, plan, dispatch, chains: legacyChains(plan, dispatch.masquerade, context), masqueraded: '' };
}

function byName(a: PortRules, b: PortRules): number {
  return compareText(a.port.name, b.port.name) || compareText(a.port.proto, b.port.proto);
}

function sortedPorts(entries: readonly Entry[]): PortRules[] {
  return entries.flatMap((entry) => entry.ports).sort(byName);
}

/** The list of last time without what is gone and with what is new: most of it is in order already. */
function resort(last: Last, entries: readonly Entry[]): readonly PortRules[] {
  const added: Entry[] = [];
  const gone = new Set<PortRules>();
  const known = new Set(last.entries);
  for (const entry of entries) if (!known.delete(entry)) added.push(entry);
  for (const entry of known) for (const port of entry.ports) gone.add(port);
  if (added.length === 0 && gone.size === 0) return last.sorted;
  const kept = gone.size === 0 ? last.sorted : last.sorted.filter((port) => !gone.has(port));
  return merge(kept, sortedPorts(added));
}

function merge(a: readonly PortRules[], b: readonly PortRules[]): PortRules[] {
  const merged: PortRules[] = [];
  let at = 0;
  for (const port of b) {
    const place = placeOf(a, port);
    for (; at < place; at++) merged.push(a[at] as PortRules);
    merged.push(port);
  }
  for (; at < a.length; at++) merged.push(a[at] as PortRules);
  return merged;
}

/** How many of a sorted list come before a port. */
function placeOf(sorted: readonly PortRules[], port: PortRules): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byName(sorted[middle] as PortRules, port) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
