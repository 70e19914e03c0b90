import { phrase, type Phrase } from '../../lib/phrase';
import { isLinkLocal } from '../../linux/routing/derived-routes';
import { isLoopback, addToIp, formatIp, type IpAddress, makeCidr, contains, formatCidr, type Cidr } from '../../net/ip';
import type { Assumption } from '../pasted-types';
import { addressText, assume, deviceText, hasListedRoutes, type PastedNodePlan, type PlannedAddress } from './plan';

/** A machine of the bench, with the name it goes by. */
interface NamedPlan {
  readonly name: string;
  readonly plan: PastedNodePlan;
}

/**
 * The machines beside each other: what was guessed twice alike is moved, the ways between machines on one wire are added where no
 * routes were listed, and where nothing shows a way it is said that it is unknown.
 */
export function joinPlans<T extends NamedPlan>(nodes: readonly T[]): readonly T[] {
  const apart = nodes.reduce<readonly T[]>((before, node, index) => {
    const plan = before.reduce((made, other) => moveGuesses(other.plan, made, index), node.plan);
    return [...before, { ...node, plan }];
  }, []);
  return apart.map((near) => {
    const others = apart.filter((far) => far !== near);
    return { ...near, plan: others.reduce((plan, far) => connect({ name: near.name, plan }, far), near.plan) };
  });
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
function moveGuesses(before: PastedNodePlan, plan: PastedNodePlan, by: number): PastedNodePlan {
  const known = new Set(listOwnAddresses(before).map(({ address }) => formatIp(address)));
  const made = moveDevice(plan, plan.uplink, (own) => (known.has(formatIp(own.address)) ? moved(own, by) : own));
  const pods = listPods(before);
  if (!made.podDevice) return made;
  return moveDevice(made, made.podDevice.name, (own) => {
    const taken = pods.some((cidr) => contains(cidr, own.address));
    return taken ? moved(own, by * 2 ** Math.min(30, bits(own) - own.prefix)) : own;
  });
}

const bits = ({ address }: PlannedAddress): number => (address.family === 'ipv4' ? 32 : 128);

function moved({ address, prefix }: PlannedAddress, by: number): PlannedAddress {
  return { address: addToIp(address, by), prefix };
}

const OWN = 'analysis.address.own';

function moveDevice(
  plan: PastedNodePlan,
  name: string,
  change: (own: PlannedAddress) => PlannedAddress,
): PastedNodePlan {
  const device = plan.devices.get(name);
  const isGuess = ({ id }: Assumption): boolean => id === `interface:${name}`;
  // What rules or configuration say is no guess that could give way.
  const isTold = plan.assumptions.some((each) => isGuess(each) && each.reason.id === OWN);
  const isSaid = plan.facts.interfaces?.some((fact) => fact.name === name) ?? false;
  if (!device || plan.listed.has(name) || isSaid || isTold) return plan;
  const next = { ...device, addresses: device.addresses.map(change) };
  const at = plan.assumptions.findIndex(isGuess);
  const assumptions = plan.assumptions.map((each, of) => (of === at ? { ...each, value: deviceText(next) } : each));
  return { ...plan, devices: new Map([...plan.devices, [name, next]]), assumptions };
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

function connect(near: NamedPlan, far: NamedPlan): PastedNodePlan {
  const via = sharedWire(near.plan, far.plan);
  return via
    ? listPods(far.plan).reduce((plan, dst) => routeToPods(plan, { dst, via, far }), near.plan)
    : stateUnknown(near, far);
}

interface WayToPods {
  readonly dst: Cidr;
  readonly via: IpAddress;
  readonly far: NamedPlan;
}

function routeToPods(plan: PastedNodePlan, { dst, via, far }: WayToPods): PastedNodePlan {
  if (dst.address.family !== via.family || hasListedRoutes(plan, dst.address.family)) return plan;
  if ([...plan.routes.map((known) => known.dst), ...listPods(plan)].some((known) => sameCidr(known, dst))) return plan;
  const what = formatCidr(dst);
  return assume(
    { ...plan, routes: [{ dst, via, dev: plan.uplink }, ...plan.routes] },
    {
      about: 'route',
      what,
      value: `${what} via ${formatIp(via)} dev ${plan.uplink}`,
      reason: phrase('analysis.link.pods', { node: far.name }),
    },
  );
}

function sameCidr(a: Cidr, b: Cidr): boolean {
  return formatCidr(a) === formatCidr(b);
}

function stateUnknown(near: NamedPlan, far: NamedPlan): PastedNodePlan {
  const [a, b] = [near, far].map(({ name, plan }) =>
    `${name} ${listOwnAddresses(plan).map(addressText).join(' ')}`.trim(),
  );
  const reason = phrase('analysis.link.unknown', { from: near.name, to: far.name });
  return assume(near.plan, { about: 'link', what: `${near.name} ${far.name}`, value: `${a} – ${b}: unknown`, reason });
}
