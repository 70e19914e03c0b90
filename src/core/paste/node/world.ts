import { LOOPBACK, type Device, type Segment, type Socket } from '../../linux/namespace';
import type { Netns, Network } from '../../linux/netns';
import type { Route, RoutingRule } from '../../linux/routing/fib';
import { hostCidr, type Cidr, getBits, type IpAddress } from '../../net/ip';
import type { PlannedAddress } from './plan';

/** A namespace while it is put together. */
export interface Building {
  readonly id: string;
  readonly title: string;
  readonly kind: Netns['kind'];
  readonly node?: string;
  readonly devices: Device[];
  readonly routes: Route[];
  /** Absent: the kernel's own three. */
  rules?: readonly RoutingRule[];
  readonly sockets: Socket[];
  untold?: NonNullable<Netns['untold']>;
  openWires?: true;
  readonly sysctls: Record<string, number>;
}

/** All namespaces around the node, and the wires between them. */
export interface PastedWorld {
  readonly netns: Map<string, Building>;
  readonly segments: Map<string, Segment['members'][number][]>;
}

/** Starts a namespace that has only its loopback. */
export function building(
  world: PastedWorld,
  base: Pick<Building, 'id' | 'title' | 'kind'> & { readonly node?: string },
): Building {
  const known = world.netns.get(base.id);
  if (known) return known;
  const made: Building = { ...base, devices: [LOOPBACK], routes: [], sockets: [], sysctls: { [NO_RP_FILTER]: 0 } };
  world.netns.set(base.id, made);
  return made;
}

const NO_RP_FILTER = 'net.ipv4.conf.all.rp_filter';
/** Plugs a device into a segment; the segment is named after the wire it stands for. */
export function plug(world: PastedWorld, to: Building, device: Omit<Device, 'up' | 'segment'>, segment: string): void {
  to.devices.push({ ...device, up: true, segment });
  const members = world.segments.get(segment) ?? [];
  members.push({ netns: to.id, device: device.name });
  world.segments.set(segment, members);
}

/** Adds an address to a device of a namespace under construction. */
export function addAddress(to: Building, name: string, planned: PlannedAddress): void {
  const at = to.devices.findIndex((device) => device.name === name);
  const device = to.devices[at];
  if (device) to.devices[at] = { ...device, addresses: [...device.addresses, planned] };
}

/** A route of the main table. */
export function mainRoute(dst: Cidr, dev: string, via?: IpAddress): Route {
  return { table: 'main', type: 'unicast', dst, dev, ...(via ? { via } : { scope: 'link' as const }) };
}

/** The route to one address on a link. */
export function hostRoute(address: IpAddress, dev: string): Route {
  return mainRoute(hostCidr(address), dev);
}

/** The whole address as its own prefix. */
export function alone(address: IpAddress): PlannedAddress {
  return { address, prefix: getBits(address.family) };
}

/** What was pasted of the node's kernel: its rules, sets and virtual servers. */
export type PastedKernel = Pick<
  Netns,
  'xtables' | 'excerpts' | 'unreachable' | 'untoldMarks' | 'nftables' | 'ipsets' | 'ipvs'
>;

/** Freezes what was built; the nodes stand first. */
export function freezeNetwork(world: PastedWorld, kernels: ReadonlyMap<string, PastedKernel>): Network {
  const frozen = [...world.netns.values()].map((each): [string, Netns] => [
    each.id,
    { ...each, xtables: {}, ...kernels.get(each.id) },
  ]);
  const segments = [...world.segments].map(([name, members]): Segment => ({ name, members }));
  return { netns: new Map(frozen), segments };
}
