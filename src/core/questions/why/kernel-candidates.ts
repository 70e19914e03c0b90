import { NODE_ID } from '../../paste/sender';
import { phrase } from '../../lib/phrase';
import { nodeSettings, readNodeRoute } from '../../kubernetes/network/node-settings';
import type { Device } from '../../linux/namespace';
import type { Netns, Network } from '../../linux/netns';
import { SIZE, type Candidate, type WalkedFlow, listHops, type DocumentChange } from './candidate';
import { lookupRoute, type Route } from '../../linux/routing/fib';
import {
  makeCidr,
  contains,
  formatCidr,
  hostCidr,
  type Cidr,
  formatIp,
  isLoopback,
  sameIp,
  type IpAddress,
} from '../../net/ip';
import type { NodeFacts } from '../../document/document';

/** Destinations that were routed on the way and are looked at. */
const MOST_PLACES = 8;

/** The next hop towards an address: a neighbour, or the device it is on. */
interface Way {
  readonly via?: IpAddress;
  readonly dev: string;
}

/**
 * Routes of the nodes on the way where they lead elsewhere than to whoever has the destination: the one that decided
 * replaced, one to the destination's network added, one that a person said taken back. None where the packet arrived,
 * or nobody in the picture has the address.
 */
export function routeCandidates(walked: WalkedFlow): readonly Candidate[] {
  if (walked.through) return [];
  const places = listHops(walked.trace).flatMap(({ netns, steps }) => {
    const node = walked.network.netns.get(netns);
    const asked = steps.flatMap((step) => (step.kind === 'routing' ? [step.packet.dst] : []));
    return node?.kind === 'node' ? asked.map((dst) => ({ node, dst })) : [];
  });
  const once = new Map(places.map((place) => [`${place.node.id} ${formatIp(place.dst)}`, place]));
  const all = [...once.values()].slice(0, MOST_PLACES).flatMap(({ node, dst }) => routesTo(walked, node, dst));
  return [...new Map(all.map((each) => [JSON.stringify(each.says), each])).values()];
}

function routesTo(walked: WalkedFlow, node: Netns, dst: IpAddress): readonly Candidate[] {
  const { network } = walked;
  const holder = [...network.netns.values()].find((netns) => netns.id !== node.id && has(netns, dst));
  const way = holder && wayTo(network, node, { holder, dst });
  if (!way) return [];
  const now = lookupRoute(node, { dst });
  if (now && now.type === 'unicast' && isWay(now, way)) return [];
  const decided = now && now.dst.prefix > 0 && !now.nexthops ? [now.dst] : [];
  const wanted = [...decided, way.network, hostCidr(dst)];
  const once = [...new Map(wanted.map((to) => [formatCidr(to), to])).values()];
  return [...takenBack(walked, node, dst), ...once.flatMap((to) => added(walked, node, { to, ...way }))];
}

const has = ({ devices }: Netns, address: IpAddress): boolean =>
  devices.some(({ addresses }) => addresses.some((own) => sameIp(own.address, address)));

/** Does a route lead that way, or share out over ways of which it is one? */
const isWay = ({ via, dev, nexthops }: Route, way: Way): boolean =>
  (nexthops ?? [{ via, dev }]).some(
    (hop) =>
      hop.dev === way.dev &&
      (hop.via === undefined ? way.via === undefined : way.via !== undefined && sameIp(hop.via, way.via)),
  );

interface Wanted {
  readonly holder: Netns;
  readonly dst: IpAddress;
}

/** By the node's own device where the address is behind it, else by the node that has it behind one. */
function wayTo(network: Network, node: Netns, { holder, dst }: Wanted): (Way & { readonly network: Cidr }) | undefined {
  const own = findDevice(node, { holder, dst });
  if (own) return { dev: own.name, network: networkOn(own, dst) };
  const host = holder.node === undefined ? holder : network.netns.get(holder.node);
  const behind = host && findDevice(host, { holder, dst });
  for (const { name, addresses } of node.devices) {
    for (const { address, prefix } of addresses) {
      const via = host && neighbour(host, makeCidr(address, prefix));
      if (via && !sameIp(via, address) && !isLoopback(via)) {
        return { via, dev: name, network: behind ? networkOn(behind, dst) : hostCidr(dst) };
      }
    }
  }
  return undefined;
}

/** The device whose network the address is in, or at whose other end its holder is. */
function findDevice({ id, devices }: Netns, { holder, dst }: Wanted): Device | undefined {
  const isOn = ({ kind, addresses }: Device): boolean =>
    kind !== 'loopback' && addresses.some(({ address, prefix }) => contains(makeCidr(address, prefix), dst));
  const bridge = devices.find((device) => holder.node === id && device.kind === 'bridge' && isOn(device));
  return (
    bridge ??
    devices.find(({ peer }) => peer?.netns === holder.id) ??
    devices.find((each) => holder.kind !== 'pod' && isOn(each))
  );
}

function networkOn({ addresses }: Device, dst: IpAddress): Cidr {
  const networks = addresses.map(({ address, prefix }) => makeCidr(address, prefix));
  return networks.find((each) => contains(each, dst)) ?? hostCidr(dst);
}

function neighbour({ devices }: Netns, wire: Cidr): IpAddress | undefined {
  const addresses = devices.flatMap((device) => device.addresses.map(({ address }) => address));
  return addresses.find((address) => contains(wire, address));
}

interface Line extends Way {
  readonly to: Cidr;
}

function added({ document }: WalkedFlow, node: Netns, { to, via, dev }: Line): readonly Candidate[] {
  const dst = formatCidr(to);
  const text = `${dst}${via ? ` via ${formatIp(via)}` : ''} dev ${dev}`;
  const says = phrase('document.why.route', { node: node.title, route: text });
  const about = { says, size: SIZE.node, about: 'node-facts' } as const;
  if (document.subject === 'pasted') {
    const route = { dst, dev, ...(via ? { via: formatIp(via) } : {}) };
    return listFacts(node).map((who) => ({
      change: { kind: 'facts', ...who, facts: { routes: [...said(document.pasted, who, dst), route] } },
      ...about,
    }));
  }
  const lines = findSettings(document.cluster.nodes, node);
  if (!lines) return [];
  const routes = [...lines.filter((line) => destinationOf(line) !== dst), text];
  return [{ change: { kind: 'node-settings', node: node.id, settings: { routes } }, ...about }];
}

/** A route said of a pasted machine; undefined: nobody can say facts of it. */
export function sayRoute(
  { subject, pasted }: WalkedFlow['document'],
  node: Netns,
  route: NonNullable<NodeFacts['routes']>[number],
): DocumentChange | undefined {
  const [who] = subject === 'pasted' ? listFacts(node) : [];
  return who && { kind: 'facts', ...who, facts: { routes: [...said(pasted, who, route.dst), route] } };
}

type Who = Pick<Extract<DocumentChange, { kind: 'facts' }>, 'node'>;

/** Objects of the document that hold a namespace's facts; empty: a machine that was not pasted. */
function listFacts({ id }: Netns): readonly Who[] {
  if (id === NODE_ID) return [{}];
  return id.startsWith(`${NODE_ID}:`) ? [{ node: id.slice(NODE_ID.length + 1) }] : [];
}

function said(pasted: WalkedFlow['document']['pasted'], { node }: Who, but: string): NonNullable<NodeFacts['routes']> {
  const facts = node === undefined ? pasted.facts : pasted.nodes?.[node]?.facts;
  return (facts?.routes ?? []).filter(({ dst }) => dst !== but);
}

/** The routes that a Node's settings say; undefined: there is no such Node. */
function findSettings(nodes: WalkedFlow['document']['cluster']['nodes'], { id }: Netns): readonly string[] | undefined {
  const node = nodes.find(({ metadata }) => metadata.name === id);
  return node && (nodeSettings(node).routes ?? []);
}

const destinationOf = (line: string): string => {
  const route = readNodeRoute(line);
  return route ? formatCidr(route.dst) : '';
};

/** Routes a person gave the Node that the destination falls under, each without the others. */
function takenBack({ document }: WalkedFlow, node: Netns, dst: IpAddress): readonly Candidate[] {
  const lines = document.subject === 'cluster' ? (findSettings(document.cluster.nodes, node) ?? []) : [];
  const covering = lines.filter((line) => {
    const route = readNodeRoute(line);
    return route !== undefined && route.dst.address.family === dst.family && contains(route.dst, dst);
  });
  return covering.map((line) => ({
    change: { kind: 'node-settings', node: node.id, settings: { routes: lines.filter((each) => each !== line) } },
    says: phrase('document.why.route-out', { node: node.title, route: line }),
    size: SIZE.node,
    about: 'node-facts',
  }));
}

/** Switches of the kernel: what it starts with, and what lets packets pass. Both are tried where `passes` is absent. */
const SWITCHES: Readonly<Record<string, { readonly start: number; readonly passes?: number }>> = {
  'net.ipv4.ip_forward': { start: 0, passes: 1 },
  'net.ipv4.conf.all.rp_filter': { start: 0, passes: 0 },
  'net.ipv4.conf.all.route_localnet': { start: 0, passes: 1 },
  'net.ipv4.vs.conntrack': { start: 0, passes: 1 },
  'net.netfilter.nf_conntrack_tcp_be_liberal': { start: 0, passes: 1 },
  'net.bridge.bridge-nf-call-iptables': { start: 1 },
};

/** The kernel's switches, and hairpin mode of bridges, of the nodes the packet met. */
export function kernelCandidates(walked: WalkedFlow): readonly Candidate[] {
  const passed = new Set(listHops(walked.trace).map(({ netns }) => netns));
  const nodes = [...passed].flatMap((id) => {
    const netns = walked.network.netns.get(id);
    // Facts of a pasted node are said of the first machine.
    const isKnown = walked.document.subject === 'cluster' || id === NODE_ID;
    return netns?.kind === 'node' && isKnown ? [netns] : [];
  });
  return nodes.flatMap((node) => [...hairpins(walked, node), ...sysctls(walked, node)]);
}

/** A bridge that may not send a frame back where it came from. */
function hairpins({ document, through, trace }: WalkedFlow, node: Netns): readonly Candidate[] {
  const steps = listHops(trace).flatMap((hop) => (hop.netns === node.id ? hop.steps : []));
  const discard = steps.find((step) => step.kind === 'bridge' && step.action === 'discard');
  if (through || discard?.kind !== 'bridge') return [];
  const { bridge } = discard;
  const isCluster = document.subject === 'cluster';
  return [
    {
      change: isCluster
        ? { kind: 'node-settings', node: node.id, settings: { hairpin: true } }
        : { kind: 'facts', facts: { hairpin: { ...document.pasted.facts.hairpin, [bridge]: true } } },
      says: phrase('document.why.hairpin', { bridge, node: node.title }),
      size: SIZE.sysctl,
      about: 'node-facts',
    },
  ];
}

function sysctls({ document, through }: WalkedFlow, { id, title, sysctls: set }: Netns): readonly Candidate[] {
  return Object.entries(SWITCHES).flatMap(([name, { start, passes }]): Candidate[] => {
    const value = (set[name] ?? start) === 0 ? 1 : 0;
    if (passes !== undefined && (value === passes) === through) return [];
    const node = document.cluster.nodes.find(({ metadata }) => metadata.name === id);
    const said = node ? nodeSettings(node).sysctls : undefined;
    if (document.subject === 'cluster' && !node) return [];
    return [
      {
        change:
          document.subject === 'cluster'
            ? { kind: 'node-settings', node: id, settings: { sysctls: { ...said, [name]: value } } }
            : { kind: 'sysctl', name, value },
        says: phrase(node ? 'document.why.sysctl-of' : 'document.why.sysctl', { name, value, node: title }),
        size: SIZE.sysctl,
        about: 'node-facts',
      },
    ];
  });
}
