import { phrase, type Phrase } from '../../lib/phrase';
import { isLinkLocal } from '../../linux/routing/derived-routes';
import { isLoopback, addToIp, formatIp, type IpAddress, makeCidr, contains, formatCidr, type Cidr } from '../../net/ip';
import { addressText, assume, deviceText, hasListedRoutes, type PastedNodePlan, type PlannedAddress } from './plan';

/** A machine of the bench, with the name it goes by. */
interface NamedPlan {
  readonly name: string;
  readonly plan: PastedNodePlan;
}

/**
 * Puts plans of several machines beside each other: what was guessed twice alike is moved, the ways
 * between machines on one wire are added where no routes were listed, and where nothing shows a way
 * it is said that it is unknown.
 */
export function joinPlans(nodes: readonly NamedPlan[]): void {
  for (const [index, { plan }] of nodes.entries()) {
    for (const { plan: before } of nodes.slice(0, index)) moveGuesses(before, plan, index);
  }
  for (const near of nodes) for (const far of nodes) if (near !== far) connect(near, far);
}

function listOwnAddresses({ devices, uplink }: PastedNodePlan): readonly PlannedAddress[] {
  return (devices.get(uplink)?.addresses ?? []).filter(({ address }) => !isLoopback(address));
}

/** Bridges CNI plugins make for Pods. */
const POD_BRIDGE = /^(?:cni\d|cbr\d|kube-bridge)/;

/** Where Pods of the machine are: the networks of its Pod bridge. */
function listPods(plan: PastedNodePlan): Cidr[] {
  return [...plan.devices.values()].flatMap(({ name, addresses }) =>
    isOfPods(plan, name) ? addresses.map(({ address, prefix }) => makeCidr(address, prefix)) : [],
  );
}

/** Two machines never have the same address: a guess gives way. */
function moveGuesses(before: PastedNodePlan, plan: PastedNodePlan, by: number): void {
  const known = new Set(listOwnAddresses(before).map(({ address }) => formatIp(address)));
  moveDevice(plan, plan.uplink, (own) => (known.has(formatIp(own.address)) ? moved(own, by) : own));
  const pods = listPods(before);
  if (!plan.podDevice) return;
  moveDevice(plan, plan.podDevice.name, (own) => {
    const taken = pods.some((cidr) => contains(cidr, own.address));
    return taken ? moved(own, by * 2 ** Math.min(30, bits(own) - own.prefix)) : own;
  });
}

const bits = ({ address }: PlannedAddress): number => (address.family === 'ipv4' ? 32 : 128);

function moved({ address, prefix }: PlannedAddress, by: number): PlannedAddress {
  return { address: addToIp(address, by), prefix };
}

const OWN = 'analysis.address.own';

function moveDevice(plan: PastedNodePlan, name: string, change: (own: PlannedAddress) => PlannedAddress): void {
  const device = plan.devices.get(name);
  // What rules or configuration say is no guess that could give way.
  const isTold = plan.assumptions.some(({ id, reason }) => id === `interface:${name}` && reason.id === OWN);
  const isSaid = plan.facts.interfaces?.some((fact) => fact.name === name) ?? false;
  if (!device || plan.listed.has(name) || isSaid || isTold) return;
  const next = { ...device, addresses: device.addresses.map(change) };
  plan.devices.set(name, next);
  const at = plan.assumptions.findIndex(({ id }) => id === `interface:${name}`);
  const stated = plan.assumptions[at];
  if (stated) plan.assumptions[at] = { ...stated, value: deviceText(next) };
}

/** So many addresses that two machines have are named. */
const MOST_SHARED = 20;

/**
 * Addresses that more than one machine has, where only one can: on wires, tunnels and Pod bridges. Networks that every
 * host has for itself (docker0), link-local addresses and Services' (kube-ipvs0) are no such ones.
 */
export function sharedAddresses(nodes: readonly NamedPlan[]): Phrase[] {
  const first = new Map<string, { readonly node: string; readonly device: string }>();
  const found: Phrase[] = [];
  for (const { name: node, plan } of nodes) {
    for (const { name: device, kind, addresses } of plan.devices.values()) {
      const isShown = kind === 'physical' || kind === 'tunnel' || isOfPods(plan, device);
      for (const { address } of isShown ? addresses : []) {
        const text = formatIp(address);
        const known = first.get(text);
        if (!known) first.set(text, { node, device });
        else if (known.node !== node && !isLinkLocal(address)) {
          const values = { address: text, device, node, other: known.node, there: known.device };
          found.push(phrase('analysis.link.same-address', values));
        }
      }
    }
  }
  return found.slice(0, MOST_SHARED);
}

function isOfPods({ podDevice }: PastedNodePlan, device: string): boolean {
  return POD_BRIDGE.test(device) || (podDevice?.layout === 'bridge' && podDevice.name === device);
}

/** The address of the other machine that is on a wire of this one. */
export function sharedWire(near: PastedNodePlan, far: PastedNodePlan): IpAddress | undefined {
  const others = listOwnAddresses(far);
  for (const own of listOwnAddresses(near)) {
    const other = others.find(({ address }) => contains(makeCidr(own.address, own.prefix), address));
    if (other) return other.address;
  }
  return undefined;
}

function connect(near: NamedPlan, far: NamedPlan): void {
  const via = sharedWire(near.plan, far.plan);
  if (!via) {
    stateUnknown(near, far);
    return;
  }
  for (const dst of listPods(far.plan)) {
    if (dst.address.family !== via.family || hasListedRoutes(near.plan, dst.address.family)) continue;
    if ([...near.plan.routes.map((known) => known.dst), ...listPods(near.plan)].some((known) => sameCidr(known, dst)))
      continue;
    near.plan.routes.unshift({ dst, via, dev: near.plan.uplink });
    const value = `${formatCidr(dst)} via ${formatIp(via)} dev ${near.plan.uplink}`;
    const reason = phrase('analysis.link.pods', { node: far.name });
    assume(near.plan, 'route', formatCidr(dst), value, reason);
  }
}

function sameCidr(a: Cidr, b: Cidr): boolean {
  return formatCidr(a) === formatCidr(b);
}

function stateUnknown(near: NamedPlan, far: NamedPlan): void {
  const [a, b] = [near, far].map(({ name, plan }) =>
    `${name} ${listOwnAddresses(plan).map(addressText).join(' ')}`.trim(),
  );
  const reason = phrase('analysis.link.unknown', { from: near.name, to: far.name });
  assume(near.plan, 'link', `${near.name} ${far.name}`, `${a} – ${b}: unknown`, reason);
}
