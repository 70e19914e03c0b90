import type { DeviceKind } from '../../linux/namespace';
import { type Phrase, phrase } from '../../lib/phrase';
import type { Route, RoutingRule } from '../../linux/routing/fib';
import { type Cidr, formatCidr, formatIp, type IpAddress, type IpFamily, hostCidr } from '../../net/ip';
import type { Clues } from '../clues';
import type { LinkedPod } from './behind';
import type { KubeServicePort } from '../kube-services';
import type { Machine } from '../machine/types';
import type { NodeProxy } from '../node-groups';
import type { Assumption, Evidence, NodeFacts } from '../pasted-types';
import { commandSettling, type AssumptionKind } from '../settling';
import { devicesOfLinks } from '../../formats/links/link';

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
  /** Addresses it answers for that are behind other devices of the machine. */
  readonly announces?: readonly IpAddress[];
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

/** The machine as it is taken to be. Nobody writes to a plan: each step of planning returns the next one. */
export interface PastedNodePlan {
  readonly views: readonly FamilyView[];
  readonly facts: NodeFacts;
  readonly hostname: string | undefined;
  /** Proxy mode and release of the rules, if they are kube-proxy's. */
  readonly proxy: NodeProxy | undefined;
  /** What the machine itself said: it is not guessed. */
  readonly machine: Machine;
  /** Devices that a listing shows: their addresses are all there are. */
  readonly listed: ReadonlySet<string>;
  /** Routes as a listing shows them; of the families that have one no route is guessed. */
  readonly listedRoutes: readonly Route[];
  /** Rules of routing; absent: the kernel's own three. */
  readonly rules?: readonly RoutingRule[];
  readonly devices: ReadonlyMap<string, PlannedDevice>;
  /** Addresses that listings put behind a device of the machine. */
  readonly behind: readonly LinkedPod[];
  readonly routes: readonly PlannedRoute[];
  readonly sysctls: Readonly<Record<string, number>>;
  /** Hairpin mode of the ports of a bridge, by its name, where nothing tells of the port itself. */
  readonly hairpin: ReadonlyMap<string, boolean>;
  readonly assumptions: readonly Assumption[];
  /** Where Pods of this node are; undefined: nothing tells of Pods. */
  readonly podDevice?: { readonly name: string; readonly layout: 'bridge' | 'routed' };
  /** The physical device towards everything else. */
  readonly uplink: string;
  /** The other nodes' address on the uplink, by family. */
  readonly others: Readonly<Partial<Record<IpFamily, IpAddress>>>;
  readonly gateways: Readonly<Partial<Record<IpFamily, IpAddress>>>;
  readonly podNetworks: readonly Cidr[];
  /** Nodes beside this one that Pods are on, by their address. */
  readonly otherNodes: ReadonlyMap<string, string>;
  /** Names of the other machines of the bench. */
  readonly beside: readonly string[];
  /** What Pod traffic leaves by, where rules name it. */
  readonly tunnel?: string;
}

/** What a plan is made from. */
export type Planned = Pick<PastedNodePlan, 'views' | 'facts' | 'hostname' | 'machine' | 'proxy' | 'beside'>;

/** Makes an empty plan. */
export function newPlan(given: Planned): PastedNodePlan {
  return {
    ...given,
    listed: new Set(),
    listedRoutes: [],
    devices: new Map(),
    behind: [],
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

/** A step of planning: of what is known so far it makes what is known then. */
export type PlanStep = (plan: PastedNodePlan) => PastedNodePlan;

/** The plan after some steps, each on what the one before made. */
export function planInTurn(plan: PastedNodePlan, steps: readonly PlanStep[]): PastedNodePlan {
  return steps.reduce((made, step) => step(made), plan);
}

/** What is taken to be so: `interface` `docker0`, as it would be written, why, and the lines that let one think so. */
export interface Guess {
  readonly about: AssumptionKind;
  readonly what: string;
  readonly value: string;
  readonly reason: Phrase;
  readonly evidence?: readonly Evidence[];
}

/** The plan with guesses stated. Of a device that a listing settles nothing is guessed; what was stated first of a subject stays. */
export function assume(plan: PastedNodePlan, ...guesses: readonly Guess[]): PastedNodePlan {
  const known = new Set(plan.assumptions.map(({ id }) => id));
  const fresh = guesses.flatMap(({ about, what, value, reason, evidence = [] }): Assumption[] => {
    const id = `${about}:${what}`;
    if ((about === 'interface' && isSettled(plan, what)) || known.has(id)) return [];
    known.add(id);
    const settledBy = commandSettling(about, what);
    return [{ id, about, value, evidence, reason, ...(settledBy === undefined ? {} : { settledBy }) }];
  });
  return fresh.length === 0 ? plan : { ...plan, assumptions: [...plan.assumptions, ...fresh] };
}

/** Does a listing show the device, or that there is no such device? */
function isSettled({ listed, machine }: PastedNodePlan, device: string): boolean {
  return machine.allLinks || listed.has(device);
}

/** Does a listing show the routes of a family? */
export function hasListedRoutes({ listedRoutes }: PastedNodePlan, family: IpFamily): boolean {
  return listedRoutes.some(({ dst, table }) => dst.address.family === family && table === 'main');
}

/** The plan with further devices, or addresses of those that are there; a listing of devices is never added to. */
export function addDevices(plan: PastedNodePlan, ...added: readonly PlannedDevice[]): PastedNodePlan {
  const devices = new Map(plan.devices);
  for (const device of added) {
    if (isSettled(plan, device.name)) continue;
    const known = devices.get(device.name);
    const fresh = device.addresses.filter(
      ({ address }) => !known?.addresses.some((own) => formatIp(own.address) === formatIp(address)),
    );
    devices.set(device.name, known ? { ...known, addresses: [...known.addresses, ...fresh] } : device);
  }
  return { ...plan, devices };
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
export function pastedRouteText({ dst, via, dev }: PlannedRoute): string {
  const to = dst.prefix === 0 ? 'default' : formatCidr(dst);
  return `${to}${via ? ` via ${formatIp(via)}` : ''} dev ${dev}`;
}

/** What a device is, told by the names programs give them; the first row that fits. */
const KINDS: readonly (readonly [pattern: RegExp, kind: DeviceKind])[] = [
  [/^lo$/, 'loopback'],
  [
    /^(?:docker\d|docker_gwbridge|br-|br\d|bridge\d|cni\d|cbr\d|virbr|lxcbr|lxdbr|kube-bridge|weave$|crio-|podman|nerdctl|mynet|xenbr|vmbr|ovs|mpqemubr)/,
    'bridge',
  ],
  [
    /^(?:flannel|vxlan|geneve|tunl|wireguard|wg|tun|tap|ipip|gre|ip6tnl|sit|ppp|tailscale|cilium_vxlan|antrea-tun|vpn|utun)/,
    'tunnel',
  ],
  [/^(?:cali|veth|lxc|azv|eni|gke|vif|vnet|cilium|antrea|ovn)/, 'veth'],
  [/^(?:kube-ipvs|dummy|nodelocaldns)/, 'dummy'],
];

/** `docker0` -> bridge, `cali82a8bb394bd` -> veth, `eth0` -> physical. */
export function deviceKind(name: string): DeviceKind {
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'physical';
}

/** The beginning of a name that tells the kind: `br-` of `br-shop`; undefined: nothing does. */
export function kindBeginning(name: string): string | undefined {
  for (const [pattern] of KINDS) {
    const found = pattern.exec(name)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Is it the Pod's end of nothing else: a veth a CNI makes for one Pod each? */
export function isPodLink(name: string): boolean {
  return /^(?:cali|eni|lxc|azv|gke|veth)/.test(name);
}

const DEVICE_KINDS: ReadonlySet<string> = new Set<DeviceKind>([
  'loopback',
  'physical',
  'veth',
  'bridge',
  'dummy',
  'tunnel',
]);

/** The device kind that a person wrote, if there is such a kind; else the one that its name tells. */
export function parseDeviceKind(text: string | undefined, name: string): DeviceKind {
  return text !== undefined && DEVICE_KINDS.has(text) ? (text as DeviceKind) : deviceKind(name);
}

/** Takes over what `ip addr`, `ip route` and `ip rule` showed of the machine: nothing of it is a guess. */
export function takeListings(plan: PastedNodePlan): PastedNodePlan {
  return planInTurn(plan, [takeDevices, takePorts, takeRoutes, takeRules]);
}

function takeDevices(plan: PastedNodePlan): PastedNodePlan {
  const links = plan.machine.links.map(({ value }) => value);
  const shown = devicesOfLinks(links, deviceKind).map(
    ({ name, kind, addresses, up, master, hairpin }): PlannedDevice => ({
      name,
      kind,
      addresses,
      ...(up ? {} : { down: true }),
      ...(master === undefined ? {} : { master }),
      ...(hairpin === undefined ? {} : { hairpin }),
    }),
  );
  return {
    ...plan,
    devices: new Map([...plan.devices, ...shown.map((device) => [device.name, device] as const)]),
    listed: new Set([...plan.listed, ...shown.map(({ name }) => name)]),
  };
}

/** What /sys told of hairpin mode: of a port by its name, of a loop over a bridge's ports by their order. */
function takePorts(plan: PastedNodePlan): PastedNodePlan {
  const devices = new Map(plan.devices);
  for (const { value } of plan.machine.ports) {
    const ports = [...devices.values()].filter(({ master }) => master === value.name).map(({ name }) => name);
    const name = value.nth === undefined ? value.name : ports.toSorted()[value.nth];
    const device = name === undefined ? undefined : devices.get(name);
    if (device) devices.set(device.name, { ...device, hairpin: value.hairpin });
  }
  return { ...plan, devices };
}

/** The routes to the other ends of links, then those that were listed. */
function takeRoutes(plan: PastedNodePlan): PastedNodePlan {
  const toPeers = plan.machine.links.flatMap(({ value: { name, addresses } }) =>
    addresses.flatMap(({ peer }): Route[] =>
      peer ? [{ table: 'main', type: 'unicast', dst: hostCidr(peer.address), dev: name, scope: 'link' }] : [],
    ),
  );
  const listed = plan.machine.routes.map(({ route }) => route);
  return { ...plan, listedRoutes: [...plan.listedRoutes, ...toPeers, ...listed] };
}

/** The rules every family starts with. */
export const KERNEL_RULES: readonly RoutingRule[] = [
  { priority: 0, lookup: 'local' },
  { priority: 32_766, lookup: 'main' },
  { priority: 32_767, lookup: 'default' },
];

/** Rules of a family count as soon as one of it is listed; a table nobody listed is taken to be empty, and that is said. */
function takeRules(plan: PastedNodePlan): PastedNodePlan {
  const { rules } = plan.machine;
  if (rules.length === 0) return plan;
  const known = rules.filter(({ value }) => value.simulated);
  const of = (family: IpFamily): RoutingRule[] => {
    const own = known.filter(({ value }) => (value.rule.family ?? 'ipv4') === family);
    const listed = own.length > 0 ? own.map(({ value }) => value.rule) : KERNEL_RULES;
    return listed.map((rule) => ({ ...rule, family }));
  };
  // The kernel's own three are what a namespace has without being told.
  const isOwn = rules.every(({ value }) =>
    KERNEL_RULES.some(({ lookup, priority }) => lookup === value.rule.lookup && priority === value.rule.priority),
  );
  if (isOwn) return plan;
  // Only a listing of all tables, or of that one, shows the table local: a table that is not in it is empty.
  const hasAll = plan.listedRoutes.some(({ table }) => table === 'local');
  const tables = new Set(['local', 'main', 'default', ...plan.listedRoutes.map(({ table }) => table)]);
  const unknown = known.flatMap(({ value, evidence }): Guess[] => {
    const { lookup: table } = value.rule;
    if (table === '' || hasAll || tables.has(table)) return [];
    const reason = phrase('analysis.rules.table-unknown', { table });
    return [{ about: 'rules', what: table, value: evidence.text, reason, evidence: [evidence] }];
  });
  return assume({ ...plan, rules: [...of('ipv4'), ...of('ipv6')] }, ...unknown);
}
