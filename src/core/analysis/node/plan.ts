import type { Phrase } from '../../lib/phrase';
import type { DeviceKind } from '../../linux/netns';
import type { Route, RoutingRule } from '../../linux/routing/types';
import type { Cidr } from '../../net/cidr';
import { formatCidr } from '../../net/cidr';
import { formatIp, type IpAddress, type IpFamily } from '../../net/ip';
import type { Clues } from '../clues';
import type { KubeServicePort } from '../kube-services';
import type { Machine } from '../machine/types';
import type { NodeProxy } from '../node-proxy';
import type { Assumption, Evidence, NodeFacts } from '../pasted-types';
import { commandSettling, type AssumptionKind } from '../settling';

/** An address with the prefix of its network. */
export interface PlannedAddress {
  readonly address: IpAddress;
  readonly prefix: number;
}

export interface PlannedDevice {
  readonly name: string;
  readonly kind: DeviceKind;
  readonly addresses: readonly PlannedAddress[];
  /** Absent: it is up. */
  readonly down?: true;
  /** The bridge it is a port of. */
  readonly master?: string;
  /** Of a bridge's port: may a frame go back out of it? Absent: as {@link NodePlan.hairpin} has it of the bridge. */
  readonly hairpin?: boolean;
}

export interface PlannedRoute {
  readonly dst: Cidr;
  readonly via?: IpAddress;
  readonly dev: string;
}

/** What one family's texts say, ready to be planned from. */
export interface FamilyView {
  readonly family: IpFamily;
  readonly clues: Clues;
  readonly services: readonly KubeServicePort[];
  /** Of all Services but the API server's, whose are nodes' own addresses. */
  readonly endpoints: readonly IpAddress[];
  /** The same as text. */
  readonly taken: ReadonlySet<string>;
}

/** The machine as it is taken to be; the planning steps fill it one after the other. */
export interface NodePlan {
  readonly views: readonly FamilyView[];
  readonly facts: NodeFacts;
  readonly hostname: string | undefined;
  /** Whose rules they are, if kube-proxy's. */
  readonly proxy: NodeProxy | undefined;
  /** What the machine itself said: it is not guessed. */
  readonly machine: Machine;
  /** Devices that a listing shows: their addresses are all there are. */
  readonly listed: Set<string>;
  /** Routes as a listing shows them; of the families that have one no route is guessed. */
  listedRoutes: Route[];
  /** Rules of routing; absent: the kernel's own three. */
  rules?: readonly RoutingRule[];
  readonly devices: Map<string, PlannedDevice>;
  readonly routes: PlannedRoute[];
  readonly sysctls: Record<string, number>;
  /** Hairpin mode of the ports of a bridge, by its name, where nothing tells of the port itself. */
  readonly hairpin: Map<string, boolean>;
  readonly assumptions: Assumption[];
  /** Where Pods of this node are; undefined: nothing tells of Pods. */
  podDevice?: { readonly name: string; readonly layout: 'bridge' | 'routed' };
  /** The physical device towards everything else. */
  uplink: string;
  /** The other nodes' address on the uplink, by family. */
  readonly others: Partial<Record<IpFamily, IpAddress>>;
  readonly gateways: Partial<Record<IpFamily, IpAddress>>;
  readonly podNetworks: Cidr[];
  /** Nodes beside this one that Pods are on, by their address. */
  readonly otherNodes: Map<string, string>;
  /** Names of the other machines of the bench. */
  readonly beside: readonly string[];
  /** What Pod traffic leaves by, where rules name it. */
  tunnel?: string;
}

/** What a plan is made from. */
export type Planned = Pick<NodePlan, 'views' | 'facts' | 'hostname' | 'machine' | 'proxy' | 'beside'>;

/** Makes an empty plan. */
export function newPlan(given: Planned): NodePlan {
  return {
    ...given,
    listed: new Set(),
    listedRoutes: [],
    devices: new Map(),
    routes: [],
    sysctls: {},
    hairpin: new Map(),
    assumptions: [],
    uplink: 'eth0',
    others: {},
    gateways: {},
    podNetworks: [],
    otherNodes: new Map(),
  };
}

/** States a guess. A guess about the same thing that was stated before stays. */
export function assume(
  plan: NodePlan,
  about: AssumptionKind,
  what: string,
  value: string,
  reason: Phrase,
  evidence: readonly Evidence[] = [],
): void {
  const id = `${about}:${what}`;
  if (about === 'interface' && isSettled(plan, what)) return;
  if (plan.assumptions.some((known) => known.id === id)) return;
  const command = commandSettling(about, what);
  plan.assumptions.push({
    id,
    about,
    value,
    evidence,
    reason,
    ...(command === undefined ? {} : { settledBy: command }),
  });
}

/** Does a listing show the device, or that there is no such device? */
function isSettled({ listed, machine }: NodePlan, device: string): boolean {
  return machine.allLinks || listed.has(device);
}

/** Does a listing show the routes of a family? */
export function hasListedRoutes({ listedRoutes }: NodePlan, family: IpFamily): boolean {
  return listedRoutes.some(({ dst, table }) => dst.address.family === family && table === 'main');
}

/** Adds a device, or addresses to one that is there; a listing of devices is never added to. */
export function addDevice(plan: NodePlan, device: PlannedDevice): void {
  if (isSettled(plan, device.name)) return;
  const known = plan.devices.get(device.name);
  const fresh = device.addresses.filter(
    ({ address }) => !known?.addresses.some((own) => formatIp(own.address) === formatIp(address)),
  );
  plan.devices.set(device.name, known ? { ...known, addresses: [...known.addresses, ...fresh] } : device);
}

/** `docker0 172.17.0.1/16`. */
export function deviceText({ name, addresses }: PlannedDevice): string {
  return [name, ...addresses.map(addressText)].join(' ');
}

/** `172.17.0.1/16`. */
export function addressText({ address, prefix }: PlannedAddress): string {
  return `${formatIp(address)}/${prefix}`;
}

/** `10.244.0.0/16 via 10.0.0.2 dev eth0`, as `ip route` has it. */
export function routeText({ dst, via, dev }: PlannedRoute): string {
  const to = dst.prefix === 0 ? 'default' : formatCidr(dst);
  return `${to}${via ? ` via ${formatIp(via)}` : ''} dev ${dev}`;
}
