import { NODE_ID } from '../../paste/sender';
import { Memo } from '../../lib/memo';
import type { Device } from '../../linux/namespace';
import type { Netns } from '../../linux/netns';
import type { NftRuleset } from '../../linux/nftables/types';
import {
  type IpFamily,
  formatIp,
  isLoopback,
  sameIp,
  type IpAddress,
  makeCidr,
  contains,
  formatCidr,
} from '../../net/ip';
import { separate } from '../../paste/backends';
import { combineLayers, rulesIn, type TableLayer } from '../../paste/layers';
import { groupTexts } from '../../paste/node-groups';
import { iptablesOfNft } from '../../paste/nft-tables';
import { networkUntried, type PastedNetwork } from '../../paste/pasted';
import type { PastedNode, Assumption, FoundService } from '../../paste/pasted-types';
import { readParts } from '../../paste/read-parts';
import { resolveInterfaces } from '../../paste/unlisted-interfaces';
import type { Observed, OtherNode } from '../../paste/proxy/types';
import { XtReader } from '../../paste/proxy/iptables-ports';
import { isLinkLocal } from '../../linux/routing/derived-routes';
import type { Route } from '../../linux/routing/fib';
import { parseEndpoint } from '../../net/packet';
import { isPodLink } from '../../paste/node/plan';

type OwnNode = NonNullable<Observed['node']>;

/** What is known of the machine, without what was guessed. */
interface ToldMachine {
  readonly devices: readonly Device[];
  readonly node: Netns;
  readonly found: readonly FoundService[];
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];
/** Bridges whose network is the node's part of the Pod network: flannel, kubenet, kube-router, Cilium's example. */
const POD_BRIDGE = /^(?:cni\d|cbr\d|kube-bridge)/;

/**
 * The Node as the pasted texts tell of it: its name (a prompt, a configuration), the address other
 * nodes know it by, its part of the Pod network, and its Pods' own addresses. Guesses are left out:
 * they would be taken for told.
 */
function findOwnNode(
  node: Netns,
  { assumptions, found }: { readonly assumptions: readonly Assumption[]; readonly found: readonly FoundService[] },
): OwnNode | undefined {
  const guessed = new Set(assumptions.map(({ id }) => id));
  const devices = node.devices.filter(({ name }) => name !== 'lo' && !guessed.has(`interface:${name}`));
  const told: ToldMachine = { devices, node, found };
  const addresses = FAMILIES.flatMap((family) => ownAddress(told, family) ?? []);
  const podCIDRs = podNetworks(told);
  const pods = podAddresses(told);
  const name = node.title === NODE_ID || guessed.has('node:this') ? {} : { name: node.title };
  const known = {
    ...name,
    ...(addresses.length > 0 ? { addresses: addresses.map(formatIp) } : {}),
    ...(podCIDRs.length > 0 ? { podCIDRs } : {}),
    ...(pods.length > 0 ? { pods } : {}),
  };
  return Object.keys(known).length > 0 ? known : undefined;
}

/** kubelet reports one address a family: the API server's if it runs here, the one towards other nodes, the default route's. */
function ownAddress(told: ToldMachine, family: IpFamily): IpAddress | undefined {
  const own = told.devices.flatMap((device) => usable(device, family).map((address) => ({ device, address })));
  const servers = told.found
    .filter(({ name }) => name.startsWith('default/kubernetes'))
    .flatMap(({ endpoints }) => endpoints.flatMap((place) => parseEndpoint(place)?.address ?? []));
  const server = own.find(({ address }) => servers.some((each) => sameIp(each, address)));
  if (server) return server.address;
  const routes = told.node.routes.filter(
    ({ dst, table, type }) => dst.address.family === family && table === 'main' && type === 'unicast',
  );
  const towards = routes.find((route) => route.via !== undefined && route.dst.prefix > 0 && leadsToPods(told, route));
  const everywhere = routes
    .filter(({ dst }) => dst.prefix === 0)
    .toSorted((a, b) => (a.metric ?? 0) - (b.metric ?? 0))[0];
  for (const route of [towards, everywhere]) {
    const found = own.filter(({ device }) => device.name === route?.dev && device.kind !== 'tunnel');
    const source = found.find(({ address }) => route?.src && sameIp(route.src, address)) ?? found[0];
    if (source) return source.address;
  }
  return own.find(({ device }) => device.kind === 'physical' && device.up)?.address;
}

/** Addresses a node can be known by: not loopback, not of a link only. */
function usable({ kind, addresses }: Device, family: IpFamily): IpAddress[] {
  if (kind === 'dummy' || kind === 'loopback') return [];
  return addresses
    .map(({ address }) => address)
    .filter((address) => address.family === family && !isLoopback(address) && !isLinkLocal(address));
}

/** Do endpoints live behind the route? */
function leadsToPods({ found }: ToldMachine, { dst }: Route): boolean {
  return found.some(({ endpoints }) =>
    endpoints.some((place) => {
      const endpoint = parseEndpoint(place);
      return endpoint !== undefined && contains(dst, endpoint.address);
    }),
  );
}

/** The networks of the Pods' bridge; where each Pod has a link of its own, the node's blackholed blocks (BIRD, Calico). */
function podNetworks({ devices, node }: ToldMachine): string[] {
  const bridged = devices
    .filter(({ name }) => POD_BRIDGE.test(name))
    .flatMap(({ addresses }) => addresses)
    .filter(({ address }) => !isLinkLocal(address))
    .map(({ address, prefix }) => formatCidr(makeCidr(address, prefix)));
  const blocks = node.routes.filter(({ type, dst }) => type === 'blackhole' && dst.prefix > 0);
  return [...new Set([...bridged, ...blocks.map(({ dst }) => formatCidr(dst))])];
}

/** `10.244.1.5 dev cali…`: a route a Pod. */
function podAddresses({ node }: ToldMachine): string[] {
  return node.routes
    .filter(({ dst, dev, type }) => {
      const isHost = dst.prefix === (dst.address.family === 'ipv4' ? 32 : 128);
      return type === 'unicast' && isHost && dev !== undefined && isPodLink(dev);
    })
    .map(({ dst }) => formatCidr(dst));
}

/** The machines pasted texts are of, those with rules first; one without a name: there is only one. */
export function machinesOfPasted({ texts }: PastedNode, memo = new Memo()): readonly string[] {
  return groupTexts(texts.flatMap((text) => readParts(text, memo))).flatMap(({ label }) => label ?? []);
}

/**
 * Collects from the pasted texts of a machine (`wanted`, else the first) the input of {@link reconstruct}, listings of it (`ip
 * addr`, `ip route`, ifconfig, prompts) and corrections by a person included: nothing that was assumed. The others are named
 * with what is told of them.
 */
export function observedOfPasted(pasted: PastedNode, wanted?: string, memo = new Memo()): Observed {
  const groups = groupTexts(pasted.texts.flatMap((text) => readParts(text, memo)));
  const chosen = groups.find(({ label }) => label !== undefined && label === wanted) ?? groups[0];
  const layers = (chosen?.texts ?? []).flatMap((text) => text.layers);
  const { main, beside } = separate(layers.map(withInterfaces));
  const { rulesets } = combineLayers(main);
  const made = networkUntried(pasted, memo);
  const machines = [...made.names].flatMap(([id, name]) => {
    const netns = made.network.netns.get(id);
    return netns ? [{ name, netns }] : [];
  });
  const own = machines.find(({ name }) => name === chosen?.label) ?? machines[0];
  const told = own && knownOf(made, own.netns, own.name);
  const listed = listedByNft(rulesets, own?.netns.nftables);
  const others = machines.flatMap(({ name, netns }): OtherNode[] =>
    netns === own?.netns ? [] : [{ ...knownOf(made, netns, name), name }],
  );
  return {
    xtables: { ...rulesets, ...listed },
    ...(Object.keys(listed).length > 0 ? { uncommented: true as const } : {}),
    ...([main, beside].every(haveRules) ? { twoBackends: true as const } : {}),
    ...(own?.netns.nftables ? { nftables: own.netns.nftables } : {}),
    ...(own?.netns.ipsets ? { ipsets: own.netns.ipsets } : {}),
    ...(own?.netns.ipvs ? { ipvs: own.netns.ipvs } : {}),
    ...(own ? { sysctls: toldSysctls(made, own.netns) } : {}),
    ...(own ? { recovered: recoveredOf(rulesets, own.netns.xtables) } : {}),
    ...(told ? { node: told } : {}),
    ...(others.length > 0 ? { others } : {}),
  };
}

type Rulesets = Observed['xtables'];

/** Endpoints of chains that were added to the pasted rules, as the chain's name or a comment proves them. */
function recoveredOf(pasted: Rulesets, completed: Rulesets): NonNullable<Observed['recovered']> {
  const found: Partial<Record<IpFamily, ReadonlyMap<string, string>>> = {};
  for (const family of ['ipv4', 'ipv6'] as const) {
    const [shown, whole] = [pasted[family], completed[family]];
    if (shown && whole) found[family] = addedEndpoints(new XtReader(family, shown), new XtReader(family, whole));
  }
  return found;
}

function addedEndpoints(shown: XtReader, whole: XtReader): ReadonlyMap<string, string> {
  const known = shown.chains('nat');
  const added = [...whole.chains('nat').keys()].filter((name) => name.startsWith('KUBE-SEP-') && !known.has(name));
  return new Map(
    added.flatMap((name) => {
      const place = [...whole.rules('nat', name)].find(({ dnat }) => dnat !== undefined)?.dnat;
      return place === undefined ? [] : [[name, place] as const];
    }),
  );
}

/** Rules of iptables-nft that only nft listed, by family. */
function listedByNft(rulesets: Observed['xtables'], nftables: NftRuleset | undefined): Observed['xtables'] {
  const families = (['ipv4', 'ipv6'] as const).filter(
    (family) => !rulesets[family]?.tables.get('nat')?.chains.has('KUBE-SERVICES'),
  );
  const listed = families.map((family) => [family, nftables && iptablesOfNft(nftables, family)] as const);
  return Object.fromEntries(listed.filter(([, ruleset]) => ruleset !== undefined));
}

function haveRules(layers: readonly TableLayer[]): boolean {
  return layers.some(({ chains }) => rulesIn(chains) > 0);
}

function knownOf({ assumptions, found }: PastedNetwork, netns: Netns, name: string): Observed['node'] {
  const own = assumptions.filter(({ node: of }) => of === undefined || of === name);
  return findOwnNode(netns, { assumptions: own, found });
}

/** Without those that are assumed. */
function toldSysctls({ assumptions }: PastedNetwork, { sysctls }: Netns): Readonly<Record<string, number>> {
  const guessed = new Set(assumptions.map(({ id }) => id));
  return Object.fromEntries(Object.entries(sysctls).filter(([name]) => !guessed.has(`sysctl:${name}`)));
}

/** `iptables -L` hides interfaces; of programs that always write the same they are known. */
function withInterfaces(layer: TableLayer): TableLayer {
  return layer.format === 'iptables-list' ? resolveInterfaces(layer).layer : layer;
}
