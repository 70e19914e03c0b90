import { phrase } from '../../lib/phrase';
import { hostCidr, networkOf, type Cidr } from '../../net/cidr';
import { addToIp, formatIp, parseIp, type IpAddress, type IpFamily } from '../../net/ip';
import { namedIn } from '../machine/named';
import { shortName } from '../machine/sections';
import type { NamedPod } from '../machine/types';
import { assume, hasListedRoutes, routeText, type FamilyView, type NodePlan } from './plan';

/** A Node beside this one, and the Pods kubectl shows on it. */
interface Beside {
  readonly name: string;
  readonly pods: readonly { readonly address: IpAddress; readonly pod: NamedPod }[];
}

/** So many addresses of a guess are written out. */
const MOST_SHOWN = 4;
/** Blocks of Pods that CNIs give a node: those of one node are routed together where no other node has any of them. */
const BLOCK = { ipv4: 24, ipv6: 64 } as const;

/** Is a Node, as kubectl names it, the machine with this name? A prompt shows the first label only. */
export function isNamedNode(node: string, hostname: string | undefined): boolean {
  return hostname !== undefined && (shortName(node) ?? node) === (shortName(hostname) ?? hostname);
}

/**
 * Lays the ways to Pods that the column NODE of `kubectl get pods -o wide` (or their objects) shows on other nodes: by those nodes'
 * addresses. Where the machine's own routes are listed they decide, and only the nodes get their names.
 */
export function planOtherNodes(plan: NodePlan): void {
  for (const view of plan.views) {
    for (const node of nodesBeside(plan, view.family)) {
      const via = addressOf(plan, view, node.name);
      plan.otherNodes.set(formatIp(via), node.name);
      if (!hasListedRoutes(plan, view.family)) routeTo(plan, node, via);
    }
  }
}

function nodesBeside(plan: NodePlan, family: IpFamily): Beside[] {
  const byNode = new Map<string, { address: IpAddress; pod: NamedPod }[]>();
  for (const pod of namedIn(plan.machine).pods) {
    const address = parseIp(pod.address);
    const isHere =
      isNamedNode(pod.node ?? '', plan.hostname) || plan.beside.some((each) => isNamedNode(pod.node ?? '', each));
    if (pod.node === undefined || isHere || !address.ok || address.value.family !== family) continue;
    const name = shortName(pod.node) ?? pod.node;
    const known = byNode.get(name);
    if (known) known.push({ address: address.value, pod });
    else byNode.set(name, [{ address: address.value, pod }]);
  }
  return [...byNode].map(([name, pods]) => ({ name, pods }));
}

/** `ip-10-0-8-254`: AWS spells the address in the name. */
export function spelledAddress(name: string): IpAddress | undefined {
  const spelled = /^ip-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})(?:\.|$)/.exec(name);
  const parsed = spelled ? parseIp(spelled.slice(1, 5).join('.')) : undefined;
  return parsed?.ok ? parsed.value : undefined;
}

/** As kubectl shows it, as the name spells it, else a free one beside this node's. */
function addressOf(plan: NodePlan, view: FamilyView, name: string): IpAddress {
  const told = namedIn(plan.machine).nodes.find((node) => isNamedNode(node.name, name));
  const known = (told?.addresses ?? []).map((text) => parseIp(text));
  for (const address of known) if (address.ok && address.value.family === view.family) return address.value;
  const spelled = spelledAddress(name);
  if (spelled?.family === view.family) return spelled;
  const own = plan.devices.get(plan.uplink)?.addresses.map(({ address }) => address) ?? [];
  const first = plan.others[view.family] ?? own.find(({ family }) => family === view.family);
  const taken = new Set([...own.map(formatIp), ...plan.otherNodes.keys(), ...view.taken]);
  const gateway = plan.gateways[view.family];
  if (gateway) taken.add(formatIp(gateway));
  let address = first ?? { family: view.family, words: [] };
  while (taken.has(formatIp(address))) address = addToIp(address, 1);
  return address;
}

function routeTo(plan: NodePlan, { name, pods }: Beside, via: IpAddress): void {
  const dev = plan.tunnel ?? plan.uplink;
  const all = pods.map(({ address }) => address);
  const ways = blocksOf(plan, all).map((dst) => ({ dst, via, dev }));
  plan.routes.push(...ways);
  const shown = ways.slice(0, MOST_SHOWN).map(routeText).join(', ');
  const more = ways.length > MOST_SHOWN ? ` (+${ways.length - MOST_SHOWN})` : '';
  const reason = phrase('analysis.route.node', { node: name, count: pods.length });
  const evidence = pods.slice(0, MOST_SHOWN).map(({ pod }) => pod.evidence);
  assume(plan, 'node', name, `${name} ${formatIp(via)}: ${shown}${more}`, reason, evidence);
}

/** One route a block of addresses that only this node has Pods in, else one a Pod. */
function blocksOf(plan: NodePlan, own: readonly IpAddress[]): Cidr[] {
  const mine = new Set(own.map(formatIp));
  const block = (address: IpAddress): string => formatIp(networkOf(address, BLOCK[address.family]));
  const bridges = [...plan.devices.values()].flatMap(({ addresses }) => addresses.map(({ address }) => address));
  const pods = namedIn(plan.machine).pods.flatMap(({ address: text }) => {
    const address = parseIp(mine.has(text) ? '' : text);
    return address.ok ? [address.value] : [];
  });
  const foreign = new Set([...pods, ...bridges].map(block));
  const ways = own.map((address) =>
    foreign.has(block(address))
      ? hostCidr(address)
      : { address: networkOf(address, BLOCK[address.family]), prefix: BLOCK[address.family] },
  );
  return [...new Map(ways.map((way) => [`${formatIp(way.address)}/${way.prefix}`, way])).values()];
}
