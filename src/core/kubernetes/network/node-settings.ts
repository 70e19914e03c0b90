import type { Route, RouteType } from '../../linux/routing/fib';
import { parseCidr, parseIp } from '../../net/ip';
import { readConfigText, showConfigText } from '../config-fields';
import type { ProxyModeId } from '../mode-ids';
import type { KubeProxyConfig, NodeObject } from '../types';
import { PROXY, readWriters, WRITER_IDS, type WriterOrder } from '../writers';
import { LEFTOVER_MODES, readLeftovers } from '../writers/leftovers';
import { readCni, type CniNetwork } from './cni-config';
import { POD_LAYOUT_IDS, type PodLayoutId } from './layouts';
import { POD_OVERLAY_IDS, type PodOverlayId } from './overlays';

/** `net.ipv4.ip_forward` -> 1. */
export type Sysctls = Readonly<Record<string, number>>;

/**
 * Facts of one node's kernel and network that no object of the API has: a Node carries them as annotations,
 * as flannel and Calico write theirs. What is absent is as `NetworkOptions` has it.
 */
export interface NodeSettings {
  /** How Pods are joined to the node. */
  readonly layout?: PodLayoutId;
  /** How packets for Pods of other nodes go there. */
  readonly overlay?: PodOverlayId;
  /** May a port of the Pods' bridge send a frame back where it came from? */
  readonly hairpin?: boolean;
  /** Routers outside know where its Pods are: a cloud's route table, or BGP. */
  readonly outsideRoutes?: boolean;
  /** `iptables -P FORWARD`. */
  readonly forwardPolicy?: 'ACCEPT' | 'DROP';
  readonly sysctls?: Sysctls;
  /** As `ip route add` takes them: `10.9.0.0/16 via 172.18.0.9 dev eth0`. One to a destination that is there replaces it. */
  readonly routes?: readonly string[];
  /** Configuration of this node's kube-proxy: its fields take the place of the cluster's. */
  readonly kubeProxy?: KubeProxyConfig;
  /** Other programs that write rules, in the order they start; kube-proxy is last unless it is named. */
  readonly writers?: WriterOrder;
  /** A CNI configuration: it says how Pods are joined, and what portmap writes. */
  readonly cni?: CniNetwork;
  /** Modes that ran before the present one and were not cleaned up. */
  readonly leftovers?: readonly ProxyModeId[];
}

/** Change of {@link NodeSettings}: undefined gives a setting its default again. */
export type NodeSettingsChange = { readonly [K in keyof NodeSettings]?: NodeSettings[K] | undefined };

const KEYS = {
  layout: 'rulewalk/pod-layout',
  overlay: 'rulewalk/pod-overlay',
  hairpin: 'rulewalk/hairpin-mode',
  outsideRoutes: 'rulewalk/outside-routes',
  forwardPolicy: 'rulewalk/forward-policy',
  sysctls: 'rulewalk/sysctls',
  routes: 'rulewalk/routes',
  kubeProxy: 'rulewalk/kube-proxy',
  writers: 'rulewalk/rule-writers',
  leftovers: 'rulewalk/leftover-rules',
  cni: 'rulewalk/cni-conflist',
} as const;

/** `off`: this node's kube-proxy does not run. A document keeps that with what kube-proxy saw last; the word is for texts of objects. */
export const PROXY_RUNS = 'rulewalk/kube-proxy-runs';

/** An annotation that does not say what it may. */
export interface BadSetting {
  readonly key: string;
  readonly value: string;
  /** Values that are allowed, as text. */
  readonly allowed: string;
}

interface Read {
  readonly settings: NodeSettings;
  readonly bad: readonly BadSetting[];
}

const oneOf =
  <T extends string>(...words: readonly T[]) =>
  (text: string): T | undefined =>
    words.find((word) => word === text);

const layoutOf = oneOf(...POD_LAYOUT_IDS);
const overlayOf = oneOf(...POD_OVERLAY_IDS);
const policyOf = oneOf('ACCEPT', 'DROP');
const switchOf = oneOf('on', 'off');

/** Reads `net.ipv4.ip_forward=0, net.ipv4.vs.conntrack = 1`; undefined: it is no list of sysctls. */
export function readSysctls(text: string): Sysctls | undefined {
  const pairs = text.split(/[,;\n]/).filter((pair) => pair.trim() !== '');
  const found = pairs.map((pair) => /^\s*([a-z][\w./-]*)\s*=\s*(-?\d{1,10})\s*$/.exec(pair));
  if (found.some((pair) => pair === null)) return undefined;
  return Object.fromEntries(found.map((pair) => [(pair?.[1] ?? '').replaceAll('/', '.'), Number(pair?.[2])]));
}

/** `net.ipv4.ip_forward=0, net.ipv4.vs.conntrack=1`. */
export function showSysctls(sysctls: Sysctls): string {
  return Object.entries(sysctls)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

/** Reads routes, one each line or separated by semicolons or commas; undefined: one of them is none. */
export function readRoutes(text: string): readonly string[] | undefined {
  const lines = text
    .split(/[,;\n]/)
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '');
  return lines.every((line) => readNodeRoute(line) !== undefined) ? lines : undefined;
}

const ROUTE = /^(?:(unicast|unreachable|blackhole|prohibit) )?(\S+)(?: via (\S+))?(?: dev (\S{1,15}))?$/;

/** `10.9.0.0/16 via 172.18.0.9 dev eth0`, `unreachable 10.1.0.0/16`; undefined: it is no route. */
export function readNodeRoute(line: string): Route | undefined {
  const [, type = 'unicast', to = '', gateway, device] = ROUTE.exec(line) ?? [];
  const via = gateway === undefined ? undefined : parseIp(gateway);
  if (via?.ok === false) return undefined;
  const everywhere = via?.value.family === 'ipv6' ? '::/0' : '0.0.0.0/0';
  const dst = parseCidr(to === 'default' ? everywhere : to);
  if (!dst.ok || (via && via.value.family !== dst.value.address.family)) return undefined;
  const base = { table: 'main', type: type as RouteType, dst: dst.value } as const;
  if (type !== 'unicast') return via || device !== undefined ? undefined : base;
  if (!via && device === undefined) return undefined;
  const dev = device ?? 'eth0';
  return via ? { ...base, via: via.value, dev } : { ...base, dev, scope: 'link' };
}

/** The settings a Node carries, and what of them cannot be meant. */
function readSettings({ metadata }: NodeObject): Read {
  const bad: BadSetting[] = [];
  const take = <T>(key: string, read: (text: string) => T | undefined, allowed: string): T | undefined => {
    const value = metadata.annotations?.[key]?.trim();
    if (value === undefined || value === '') return undefined;
    const taken = read(value);
    if (taken === undefined) bad.push({ key, value, allowed });
    return taken;
  };
  const layout = take(KEYS.layout, layoutOf, POD_LAYOUT_IDS.join(', '));
  const overlay = take(KEYS.overlay, overlayOf, POD_OVERLAY_IDS.join(', '));
  const hairpin = take(KEYS.hairpin, switchOf, 'on, off');
  const outsideRoutes = take(KEYS.outsideRoutes, switchOf, 'on, off');
  const forwardPolicy = take(KEYS.forwardPolicy, policyOf, 'ACCEPT, DROP');
  const sysctls = take(KEYS.sysctls, readSysctls, 'net.ipv4.ip_forward=1, …');
  const routes = take(KEYS.routes, readRoutes, '10.0.0.0/8 via 192.0.2.1 dev eth0, …');
  const kubeProxy = take(KEYS.kubeProxy, readConfigText, 'ipvs.scheduler=lc, iptables.masqueradeAll=true, …');
  const writers = take(KEYS.writers, readWriters, [...WRITER_IDS, PROXY].join(', '));
  const leftovers = take(KEYS.leftovers, readLeftovers, LEFTOVER_MODES.join(', '));
  take(PROXY_RUNS, switchOf, 'on, off');
  const cni = take(KEYS.cni, readCni, '{"cniVersion": …}');
  const settings: NodeSettings = {
    ...(layout === undefined ? {} : { layout }),
    ...(overlay === undefined ? {} : { overlay }),
    ...(hairpin === undefined ? {} : { hairpin: hairpin === 'on' }),
    ...(outsideRoutes === undefined ? {} : { outsideRoutes: outsideRoutes === 'on' }),
    ...(forwardPolicy === undefined ? {} : { forwardPolicy }),
    ...(sysctls === undefined ? {} : { sysctls }),
    ...(routes === undefined ? {} : { routes }),
    ...(kubeProxy === undefined ? {} : { kubeProxy }),
    ...(writers === undefined ? {} : { writers }),
    ...(leftovers === undefined ? {} : { leftovers }),
    ...(cni === undefined ? {} : { cni, ...chosenBy(cni) }),
  };
  return { settings, bad };
}

/** Settings that a CNI configuration decides. */
function chosenBy({ layout, hairpin }: CniNetwork): Pick<NodeSettings, 'layout' | 'hairpin'> {
  return { ...(layout === undefined ? {} : { layout }), ...(hairpin === undefined ? {} : { hairpin }) };
}

/** Settings in a Node's annotations, of its kernel and its network. */
export function nodeSettings(node: NodeObject): NodeSettings {
  return readSettings(node).settings;
}

/** Annotations of a Node that say what cannot be meant: they count as if they were not there. */
export function badSettings(node: NodeObject): readonly BadSetting[] {
  return readSettings(node).bad;
}

/** The Node with other settings; one that is set to undefined, or to an empty list, has its usual value again. */
export function withNodeSettings(node: NodeObject, change: NodeSettingsChange): NodeObject {
  const { cni, ...before } = nodeSettings(node);
  // What a configuration chose is its own: it stands nowhere else, and goes with it.
  const { layout: _layout, hairpin: _hairpin, ...rest } = before;
  const texts = listTexts({ ...(cni ? { ...rest, cni } : before), ...change });
  const own = new Set<string>(Object.values(KEYS));
  const others = Object.entries(node.metadata.annotations ?? {}).filter(([key]) => !own.has(key));
  const annotations = Object.fromEntries([...others, ...texts]);
  const { annotations: _before, ...metadata } = node.metadata;
  if (Object.keys(annotations).length === 0) return { ...node, metadata };
  return { ...node, metadata: { ...metadata, annotations } };
}

function listTexts(settings: NodeSettingsChange): [string, string][] {
  const { layout, overlay, hairpin, outsideRoutes, forwardPolicy, sysctls, routes } = settings;
  const { kubeProxy, writers, leftovers, cni } = settings;
  const texts: [string, string | undefined][] = [
    [KEYS.layout, cni?.layout ? undefined : layout],
    [KEYS.overlay, overlay],
    [KEYS.hairpin, hairpin === undefined || cni?.hairpin !== undefined ? undefined : hairpin ? 'on' : 'off'],
    [KEYS.outsideRoutes, outsideRoutes === undefined ? undefined : outsideRoutes ? 'on' : 'off'],
    [KEYS.forwardPolicy, forwardPolicy],
    [KEYS.sysctls, sysctls && showSysctls(sysctls)],
    [KEYS.routes, routes?.join('; ')],
    [KEYS.kubeProxy, kubeProxy && showConfigText(kubeProxy)],
    [KEYS.writers, writers?.join(', ')],
    [KEYS.leftovers, leftovers?.join(', ')],
    [KEYS.cni, cni?.text],
  ];
  return texts.filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '');
}
