import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../../src/core/document/document';
import { makeCluster } from '../../../src/core/kubernetes/build';
import { buildNetwork, CLIENT_ID } from '../../../src/core/kubernetes/network';
import type { NetworkOptions } from '../../../src/core/kubernetes/network/plan';
import type { ClusterObjects, KubeProxyConfig, KubernetesObject } from '../../../src/core/kubernetes/types';
import type { Netns, Network } from '../../../src/core/linux/netns';
import { readRuleset } from '../../../src/core/linux/nftables/text/read-ruleset';
import { hostCidr, ip, type IpAddress } from '../../../src/core/net/ip';
import type { SimFlow } from '../../../src/core/sim/simulate';
import { rulesetOf } from '../recorded-rules';

/** A line of flows.in.json. */
export interface FlowRequest {
  readonly id: string;
  readonly from: {
    readonly pod?: string;
    readonly node?: string;
    readonly external?: boolean;
    readonly ip?: string;
  };
  readonly to: string;
  readonly port: number;
  readonly proto: 'tcp' | 'udp' | 'sctp';
  readonly srcPort?: number;
  readonly via?: string;
}

/** How a cluster was laid out when its flows were recorded (`topology` of a recording, or case.json). */
export interface RecordedLayout {
  readonly cni?: 'bridge' | 'ptp';
  readonly hairpin?: boolean;
  readonly bridgeNfCallIptables?: 0 | 1 | boolean;
  readonly routeLocalnet?: 0 | 1 | boolean;
  readonly client?: readonly string[];
  readonly underlay4?: string | null;
  readonly underlay6?: string | null;
  readonly externalIPsOnNodes?: boolean;
  readonly pods?: Readonly<Record<string, { readonly veth?: string }>>;
}

export interface FlowCase {
  readonly folder: string;
  readonly cluster: ClusterObjects;
  readonly config: KubeProxyConfig;
  readonly layout: RecordedLayout;
}

const json = <T>(path: string, fallback: T): T =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : fallback;

/** Reads a case folder: input.json, config.json and, if there, case.json. */
export function readCase(folder: string, layout?: RecordedLayout): FlowCase {
  const { items } = json<{ items: KubernetesObject[] }>(join(folder, 'input.json'), { items: [] });
  return {
    folder,
    cluster: makeCluster(items),
    config: json<KubeProxyConfig>(join(folder, 'config.json'), {}),
    layout: layout ?? json<RecordedLayout>(join(folder, 'case.json'), {}),
  };
}

/** The letters before the eight of a hash: how the recording named host ends. */
function prefixOf({ layout, config }: FlowCase): string | undefined {
  const veth = Object.values(layout.pods ?? {}).find((pod) => pod.veth)?.veth;
  if (veth) return veth.slice(0, -8);
  return config.detectLocalMode === 'InterfaceNamePrefix' ? config.detectLocal?.interfaceNamePrefix : 'veth';
}

function optionsOf(recorded: FlowCase): NetworkOptions {
  const { layout, config } = recorded;
  const routed = layout.cni ? layout.cni === 'ptp' : config.detectLocalMode === 'InterfaceNamePrefix';
  const prefix = prefixOf(recorded);
  const localnet = layout.routeLocalnet ?? config.iptables?.localhostNodePorts ?? true;
  const underlay = [layout.underlay4, layout.underlay6].filter((each) => typeof each === 'string');
  return {
    layout: routed ? 'routed' : 'bridge',
    ...(prefix === undefined ? {} : { interfacePrefix: prefix }),
    hairpin: layout.hairpin ?? true,
    bridgeNfCallIptables: Boolean(layout.bridgeNfCallIptables ?? true),
    nodeSysctls: { 'net.ipv4.conf.all.route_localnet': localnet ? 1 : 0 },
    ...(underlay.length > 0 ? { underlay } : {}),
    ...(layout.client ? { clientAddresses: layout.client } : {}),
    externalIPsOnNodes: layout.externalIPsOnNodes ?? true,
    listeners: 'every-protocol',
    via: {},
  };
}

/** What a node's rules were recorded with. */
export type RecordedBackend = 'iptables' | 'nftables';

function rulesOf(folder: string, backend: RecordedBackend): Pick<Netns, 'xtables' | 'nftables'> {
  const read = (file: string): string | undefined =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined;
  if (backend === 'nftables') return { xtables: {}, nftables: readRuleset(read('nft.ruleset') ?? '').ruleset };
  const [ipv4, ipv6] = [read('iptables.save'), read('ip6tables.save')];
  return {
    xtables: {
      ...(ipv4 === undefined ? {} : { ipv4: rulesetOf(ipv4, 'ipv4') }),
      ...(ipv6 === undefined ? {} : { ipv6: rulesetOf(ipv6, 'ipv6') }),
    },
  };
}

/** Where a node's rules come from: folders NODE/, or whatever `load` puts into the namespace. */
type Rules =
  | { readonly directory: string; readonly backend?: RecordedBackend }
  | { readonly load: (node: Netns) => Netns };

/** The network of a case with each node's rules. */
export function networkOf(recorded: FlowCase, rules: Rules): Network {
  const bare = buildNetwork(recorded.cluster, DEFAULT_SETTINGS, { options: optionsOf(recorded) });
  const netns = [...bare.netns].map(([id, each]): [string, Netns] => {
    if (each.kind !== 'node') return [id, each];
    if ('load' in rules) return [id, rules.load(each)];
    return [id, { ...each, ...rulesOf(join(rules.directory, id), rules.backend ?? 'iptables') }];
  });
  return { ...bare, netns: new Map(netns) };
}

/** The port a caller's socket uses when nothing else is said. */
const CALLER_PORT = 45_678;

function senderOf(network: Network, request: FlowRequest): string | undefined {
  const { pod, node } = request.from;
  const id = node ?? pod ?? CLIENT_ID;
  if (network.netns.has(id)) return id;
  // hostNetwork Pods live in their node's namespace.
  return [...network.netns.values()].find((netns) => netns.sockets.some((socket) => socket.owner === id))?.id;
}

function withDevice(netns: Netns, address: IpAddress): Netns {
  const devices = netns.devices.map((device) =>
    device.name === 'eth0'
      ? { ...device, addresses: [...device.addresses, { address, prefix: hostCidr(address).prefix }] }
      : device,
  );
  return { ...netns, devices };
}

/** The client hands packets for `to` to a node; a strange source address is its own and known on the wire. */
function outsider(network: Network, request: FlowRequest, dst: IpAddress, src: IpAddress | undefined): Network {
  const changed = new Map(network.netns);
  const client = changed.get(CLIENT_ID);
  if (!client) return network;
  const via = request.via
    ? network.netns
        .get(request.via)
        ?.devices.find((device) => device.name === 'eth0')
        ?.addresses.find(({ address }) => address.family === dst.family)?.address
    : undefined;
  const delivered = via ? [{ table: 'main', type: 'unicast', dst: hostCidr(dst), via, dev: 'eth0' } as const] : [];
  const owner = src ? withDevice(client, src) : client;
  changed.set(CLIENT_ID, { ...owner, routes: [...delivered, ...owner.routes] });
  if (src) {
    for (const [id, netns] of network.netns) {
      if (netns.kind !== 'node') continue;
      const onLink = { table: 'main', type: 'unicast', dst: hostCidr(src), dev: 'eth0', scope: 'link' } as const;
      changed.set(id, { ...netns, routes: [...netns.routes, onLink] });
    }
  }
  return { ...network, netns: changed };
}

/** What a request means: the network it runs in and the packet that is sent. Undefined: its sender is not there. */
export function flowOf(network: Network, request: FlowRequest): { network: Network; flow: SimFlow } | undefined {
  const sender = senderOf(network, request);
  if (sender === undefined) return undefined;
  const dst = ip(request.to);
  const src = request.from.ip ? ip(request.from.ip) : undefined;
  const around = request.from.external ? outsider(network, request, dst, src) : network;
  const flow: SimFlow = {
    netns: sender,
    dst,
    proto: request.proto,
    sport: request.srcPort ?? CALLER_PORT,
    dport: request.port,
    ...(src ? { src } : {}),
  };
  return { network: around, flow };
}

/** Folders of a folder, sorted. */
export function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort();
}
