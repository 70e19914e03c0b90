import { once } from '../../../lib/memo';
import type { IpAddress } from '../../../net/ip';
import type { LbBackendState, LbProtocol } from '../../../linux/ebpf/lb-maps';
import {
  ANNOTATION_TOPOLOGY_MODE,
  compareText,
  type Endpoint,
  type EndpointSliceObject,
  type ServiceObject,
} from '../../types';
import { addressOfText, compareAddresses, printL3n4 } from './addresses';
import type { CiliumContext } from './context';

/** An address behind a Service, as the agent keeps it (pkg/loadbalancer Backend). */
export interface AgentBackend {
  readonly address: IpAddress;
  readonly port: number;
  readonly protocol: LbProtocol;
  /** Names of the slice's ports that have this number. */
  readonly portNames: readonly string[];
  readonly state: LbBackendState;
  /** Empty: the slice does not say. */
  readonly nodeName: string;
  readonly zoneHints: readonly string[];
  /** Where it was read. Absent: of a Pod with a hostPort. */
  readonly slice?: EndpointSliceObject;
  readonly index: number;
}

/** Terminating and not ready as one release reads them; undefined: the endpoint is passed over. */
function stateOf({ conditions }: Endpoint, { features }: CiliumContext): LbBackendState | undefined {
  const ready = conditions?.ready ?? true;
  const serving = conditions?.serving ?? ready;
  const terminating = conditions?.terminating ?? false;
  if (!features.keepsNotServing) {
    if (!ready && !serving) return undefined;
    return !ready && terminating ? 'terminating' : 'active';
  }
  if (ready) return 'active';
  if (terminating) return serving ? 'terminating' : 'terminating-not-serving';
  return 'maintenance';
}

/** The backends of a slice, in its order: every address of every endpoint counts. */
const backendsOfSlice = once((slice: EndpointSliceObject, _memo, context: CiliumContext): readonly AgentBackend[] => {
  const found: AgentBackend[] = [];
  for (const [index, endpoint] of (slice.endpoints ?? []).entries()) {
    const state = stateOf(endpoint, context);
    if (state === undefined) continue;
    const zoneHints = endpoint.hints?.forZones?.map(({ name }) => name) ?? [];
    const shared = { state, nodeName: endpoint.nodeName ?? '', zoneHints, slice, index };
    for (const text of endpoint.addresses ?? []) {
      const address = addressOfText(text);
      if (!address) continue;
      for (const { name = '', port = 0, protocol = 'TCP' } of slice.ports ?? []) {
        if (port !== 0) found.push({ address, port, protocol, portNames: [name], ...shared });
      }
    }
  }
  return found;
});

/** The backends behind a Service: one that several slices or port names list is one. */
export function serviceBackends(
  slices: readonly EndpointSliceObject[],
  context: CiliumContext,
  memo: Parameters<typeof backendsOfSlice>[1],
): readonly AgentBackend[] {
  const ordered = slices.toSorted((a, b) => compareText(a.metadata.name, b.metadata.name));
  const byPlace = new Map<string, AgentBackend>();
  for (const backend of ordered.flatMap((slice) => backendsOfSlice(slice, memo, context))) {
    const place = printL3n4(backend);
    const known = byPlace.get(place);
    byPlace.set(place, known ? merged(known, backend) : backend);
  }
  return [...byPlace.values()];
}

/** Listed twice: under both names, and active if one of them says so. */
function merged(known: AgentBackend, other: AgentBackend): AgentBackend {
  const portNames = [...new Set([...known.portNames, ...other.portNames])];
  return { ...(other.state === 'active' && known.state !== 'active' ? other : known), portNames };
}

/** The frontend whose backends are asked for. */
interface Wanting {
  readonly family: IpAddress['family'];
  readonly protocol: LbProtocol;
  /** Empty: any. */
  readonly portName: string;
  readonly localOnly: boolean;
}

function fits(backend: AgentBackend, { family, protocol, portName, localOnly }: Wanting, node: string): boolean {
  if (backend.address.family !== family || backend.protocol !== protocol) return false;
  if (portName !== '' && !backend.portNames.includes(portName)) return false;
  return !localOnly || backend.nodeName === '' || backend.nodeName === node;
}

/** Which way a Service asks for near endpoints; undefined: not at all. */
function nearness(service: ServiceObject, { settings, features }: CiliumContext): 'zone' | 'node' | undefined {
  if (!settings['enable-service-topology'] || service.spec.internalTrafficPolicy === 'Local') return undefined;
  const distribution = service.spec.trafficDistribution;
  if (features.sameNode && distribution === 'PreferSameNode') return 'node';
  if (distribution === 'PreferClose' || (features.sameNode && distribution === 'PreferSameZone')) return 'zone';
  const mode = service.metadata.annotations?.[ANNOTATION_TOPOLOGY_MODE];
  return mode === undefined || mode.toLowerCase() === 'disabled' ? undefined : 'zone';
}

/** Of the candidates those the Service's topology wants. */
function near(
  candidates: readonly AgentBackend[],
  service: ServiceObject,
  context: CiliumContext,
): readonly AgentBackend[] {
  const { zone, node, features } = context;
  const wanted = nearness(service, context);
  if (wanted === undefined) return candidates;
  if (wanted === 'node') {
    const local = candidates.filter((backend) => backend.nodeName === node);
    return local.length > 0 ? local : candidates;
  }
  if (zone === '') return candidates;
  const named = candidates.filter(({ zoneHints }) => zoneHints.length === 0 || zoneHints.includes(zone));
  if (!features.zoneSafeguard) return named;
  const asked = candidates.filter(({ state }) => state === 'active');
  const usable =
    asked.every(({ zoneHints }) => zoneHints.length > 0) && asked.some((each) => each.zoneHints.includes(zone));
  return usable ? named : candidates;
}

const STATES: readonly LbBackendState[] = [
  'active',
  'terminating',
  'quarantined',
  'terminating-not-serving',
  'maintenance',
];

/** A backend of one frontend. */
export interface FrontendBackend extends AgentBackend {
  /** A health check of this Service gave it up. */
  readonly unhealthy: boolean;
}

/** The order of slots: healthy ones first, then by state, address and port. */
export function compareBackends(a: FrontendBackend, b: FrontendBackend): number {
  return (
    Number(a.unhealthy) - Number(b.unhealthy) ||
    STATES.indexOf(a.state) - STATES.indexOf(b.state) ||
    compareAddresses(a.address, b.address) ||
    a.port - b.port
  );
}

/** The backends of one frontend of a Service, in the order of its slots. */
export function chooseBackends(
  backends: readonly AgentBackend[],
  wanting: Wanting,
  service: ServiceObject,
  context: CiliumContext,
): readonly FrontendBackend[] {
  const fitting = backends.filter((backend) => fits(backend, wanting, context.node));
  const name = `${service.metadata.namespace ?? 'default'}/${service.metadata.name}`;
  const unhealthy = (backend: AgentBackend): boolean => context.unhealthy.includes(`${name} ${printL3n4(backend)}`);
  return near(fitting, service, context)
    .map((backend) => ({ ...backend, unhealthy: unhealthy(backend) }))
    .toSorted(compareBackends);
}
