import { isBuilt } from '../validation/grammars';
import { isOneLine } from '../../lib/plain';
import { quoteWord } from '../../lib/scan';
import { layoutOfPlugin, pluginPlace } from './cni-plugins';
import type { PodLayoutId } from './layouts';

/** Configuration of the plugin portmap (plugins/meta/portmap/main.go `parseConfig`). */
export interface PortMap {
  readonly snat: boolean;
  readonly masqAll: boolean;
  /** The bit of the packet mark that asks for masquerading. */
  readonly markMasqBit: number;
  /** The chain that sets the mark in its place; portmap makes neither it nor what masquerades. */
  readonly externalSetMarkChain?: string;
  /** Further words of the rules that lead to a Pod's ports. */
  readonly conditions: { readonly ipv4: string; readonly ipv6: string };
}

/** A node's Pod network by a `.conflist` of /etc/cni/net.d. */
export interface CniNetwork {
  /** As it was written, in one line. */
  readonly text: string;
  readonly name: string;
  /** Absent: its main plugin joins Pods in a way that is not laid here. */
  readonly layout?: PodLayoutId;
  /** Of bridges. */
  readonly bridge?: string;
  readonly hairpin?: boolean;
  readonly isGateway?: boolean;
  readonly promiscuous?: true;
  /** Pods have no default route. */
  readonly isClosed?: true;
  readonly ipMasq: boolean;
  readonly mtu?: number;
  /** Absent: hostPorts open nothing. */
  readonly portmap?: PortMap;
  /** The first one, if it only works after another: then the runtime starts no Pod. */
  readonly misplaced?: string;
  /** Types of plugins that change no walk, and of those nobody here knows. */
  readonly silent: readonly string[];
  readonly strange: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const wordOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;

/**
 * True where each name that a rule is written with is built as it has to be (libcni `ValidateNetworkName`,
 * dev_valid_name, names of chains).
 */
function isWritable({ name, bridge = '', portmap }: CniNetwork): boolean {
  const { externalSetMarkChain: chain = '', conditions } = portmap ?? {};
  const isNamed = isBuilt('label-value', name) && isBuilt('device', bridge);
  return isNamed && isBuilt('label-value', chain) && isOneLine(`${conditions?.ipv4}${conditions?.ipv6}`);
}

/** Reads a `.conflist`, or one plugin's `.conf`; undefined: it is none, or has a name that no rule can hold. */
export function readCni(text: string): CniNetwork | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || wordOf(value['cniVersion']) === undefined) return undefined;
  const listed: readonly unknown[] = Array.isArray(value['plugins']) ? value['plugins'] : [value];
  const plugins = listed.filter(isObject);
  const [main] = plugins;
  if (!main) return undefined;
  const portmap = plugins.find(({ type }) => type === 'portmap');
  const types = plugins.map(({ type }) => wordOf(type) ?? '');
  const network: CniNetwork = {
    text: JSON.stringify(value),
    name: wordOf(value['name']) ?? '',
    ...readMain(wordOf(main['type']) ?? '', main),
    ...(portmap ? { portmap: readPortMap(portmap) } : {}),
    ...(pluginPlace(types[0] ?? '').chained ? { misplaced: types[0] ?? '' } : {}),
    silent: types.filter((type) => pluginPlace(type).silent),
    strange: types.filter(
      (type) => layoutOfPlugin(type) === undefined && type !== 'portmap' && !pluginPlace(type).silent,
    ),
  };
  return isWritable(network) ? network : undefined;
}

type Main = Pick<
  CniNetwork,
  'layout' | 'bridge' | 'hairpin' | 'isGateway' | 'promiscuous' | 'isClosed' | 'ipMasq' | 'mtu'
>;

function readMain(type: string, plugin: Json): Main {
  const layout = layoutOfPlugin(type);
  const delegate = isObject(plugin['delegate']) ? plugin['delegate'] : {};
  // flannel hands on what it is told, and is a gateway unless it is told otherwise (plugins/meta/flannel).
  const told: Json = type === 'flannel' ? { isGateway: true, ipMasq: false, ...delegate } : plugin;
  const mtu = numberOf(told['mtu']);
  const shared = { ipMasq: told['ipMasq'] === true, ...(layout ? { layout } : {}), ...(mtu ? { mtu } : {}) };
  if (layout !== 'bridge') return shared;
  const isDefault = told['isDefaultGateway'] === true;
  const isOpen = type === 'flannel' || isDefault || hasDefaultRoute(plugin['ipam']);
  return {
    ...shared,
    bridge: wordOf(told['bridge']) ?? 'cni0',
    hairpin: told['hairpinMode'] === true,
    isGateway: isDefault || told['isGateway'] === true,
    ...(told['promiscMode'] === true ? { promiscuous: true as const } : {}),
    ...(isOpen ? {} : { isClosed: true as const }),
  };
}

/** `"routes": [{"dst": "0.0.0.0/0"}]` of the address manager. */
function hasDefaultRoute(ipam: unknown): boolean {
  const routes: unknown = isObject(ipam) ? ipam['routes'] : undefined;
  return (
    Array.isArray(routes) && routes.some((each) => isObject(each) && /^(?:0\.0\.0\.0|::)\/0$/.test(String(each['dst'])))
  );
}

function readPortMap(plugin: Json): PortMap {
  const conditions = (key: string): string => {
    const words: unknown = plugin[key];
    const texts = Array.isArray(words) ? words.filter((word): word is string => typeof word === 'string') : [];
    // As portmap hands them on: each is one word.
    return texts.map((text) => (/[\s"'\\]|^$/.test(text) ? quoteWord(text) : text)).join(' ');
  };
  const chain = wordOf(plugin['externalSetMarkChain']);
  const bit = plugin['markMasqBit'];
  return {
    snat: plugin['snat'] !== false,
    masqAll: plugin['masqAll'] === true,
    markMasqBit: typeof bit === 'number' && Number.isInteger(bit) && bit >= 0 && bit < 32 ? bit : 13,
    ...(chain === undefined ? {} : { externalSetMarkChain: chain }),
    conditions: { ipv4: conditions('conditionsV4'), ipv6: conditions('conditionsV6') },
  };
}

/** Remarks on a node's CNI configuration: an id of `validate`, and whom it is about. */
export function cniRemarks(
  cni: CniNetwork,
): readonly (readonly [
  id: `cni-${'silent' | 'strange' | 'misplaced' | 'main' | 'promiscuous' | 'ports' | 'felix'}`,
  plugin: string,
])[] {
  const { silent, strange, layout, promiscuous, portmap, misplaced } = cni;
  return [
    ...(misplaced === undefined ? [] : [['cni-misplaced', misplaced] as const]),
    ...silent.map((plugin) => ['cni-silent', plugin] as const),
    ...strange.map(
      (plugin, at) =>
        [at === 0 && layout === undefined && misplaced === undefined ? 'cni-main' : 'cni-strange', plugin] as const,
    ),
    ...(promiscuous ? [['cni-promiscuous', 'bridge'] as const] : []),
    ...(portmap ? [] : [['cni-ports', 'portmap'] as const]),
    ...(layout === 'routed' ? [['cni-felix', 'calico'] as const] : []),
  ];
}
