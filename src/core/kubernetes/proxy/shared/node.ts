import { formatIp, isLoopback, parseIp, type IpAddress, type IpFamily } from '../../../net/ip';
import { LABEL_ZONE, ownNode, type ClusterObjects, type KubeProxyConfig, type NodeObject } from '../../types';
import { addressesOfFamily, SERVICE_CHANGES, type ServiceReading } from '../../service-port';
import { since } from '../../release';
import type { SyncInput, GeneratedRule } from '../mode';
import { asLast, type Memo } from '../../../lib/memo';
import { featuresSince, isGateOn } from '../../changes';
import type { Topology } from '../../topology';
import { localTrafficDetector, type LocalTrafficDetector } from './local-traffic';
import { phrase, type PhraseIdBelow } from '../../../lib/phrase';
import type { TableName } from '../../../linux/hooks';
import { isKernelSince } from '../../../linux/namespace';

/** Chains that the modes of iptables and of IPVS have both. */
export const KUBE_SERVICES = 'KUBE-SERVICES';
export const KUBE_POSTROUTING = 'KUBE-POSTROUTING';
export const KUBE_MARK_MASQ = 'KUBE-MARK-MASQ';
export const KUBE_FORWARD = 'KUBE-FORWARD';
export const KUBE_PROXY_FIREWALL = 'KUBE-PROXY-FIREWALL';
export const KUBE_FIREWALL = 'KUBE-FIREWALL';

/** Made by kubelet up to 1.26; kube-proxy uses it up to 1.24. */
export const KUBE_MARK_DROP = 'KUBE-MARK-DROP';

/** Chains and jumps that kubelet adds to a node besides kube-proxy's rules. */
interface KubeletChains {
  readonly filter: Readonly<Record<string, readonly GeneratedRule[]>>;
  readonly nat: Readonly<Record<string, readonly GeneratedRule[]>>;
  /** Kubelet's jumps from a built-in chain: below kube-proxy's, because kubelet starts first and both prepend. */
  readonly jumps: (table: TableName, chain: string) => readonly GeneratedRule[];
}

/** From 1.27 on kube-proxy has everything it needs itself. */
export const NO_KUBELET: KubeletChains = { filter: {}, nat: {}, jumps: () => [] };

/** Facts that kubelet's rules depend on. `unmarking`: the release is 1.19 or later. */
interface KubeletHost {
  readonly node: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly features: { readonly unmarking: boolean };
}

/** `--iptables-drop-bit`, 15. */
const DROP = '0x00008000';

/**
 * Up to 1.26 packets kube-proxy wants dropped are marked in KUBE-MARK-DROP and dropped in
 * KUBE-FIREWALL, and both chains are kubelet's (pkg/kubelet/kubelet_network_linux.go).
 */
export function kubeletChains({ node, family, features }: KubeletHost): KubeletChains {
  const rule = (text: string, id: PhraseIdBelow<'kubernetes.iptables'>): GeneratedRule => ({
    text,
    origin: { kind: 'Node', name: node, field: '', why: phrase(`kubernetes.iptables.${id}`) },
  });
  const mark = features.unmarking ? `--or-mark ${DROP}` : `--set-xmark ${DROP}/${DROP}`;
  const drop = `-m comment --comment "kubernetes firewall for dropping marked packets" -m mark --mark ${DROP}/${DROP} -j DROP`;
  const localnet =
    '-m comment --comment "block incoming localnet connections" -d 127.0.0.0/8 ! -s 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP';
  const firewall = [rule(drop, 'drop-marked')];
  if (features.unmarking && family === 'ipv4') firewall.push(rule(localnet, 'localnet'));
  return {
    nat: { [KUBE_MARK_DROP]: [rule(`-j MARK ${mark}`, 'mark-drop')] },
    filter: { [KUBE_FIREWALL]: firewall },
    jumps: (table, chain) => {
      const isJump = table === 'filter' && (chain === 'INPUT' || chain === 'OUTPUT');
      return isJump ? [rule(`-j ${KUBE_FIREWALL}`, 'jump-drop')] : [];
    },
  };
}

/** The node's `topology.kubernetes.io/zone`; empty if it has none. */
function getZone(node: NodeObject | undefined): string {
  return node?.metadata.labels?.[LABEL_ZONE] ?? '';
}

/** The kernel of a node that does not tell its own: the one IPVS was recorded on. */
export const DEFAULT_KERNEL = '6.1';

/** Kernel of a node as it reports it (`6.1.0-50-amd64`); one that reports none has {@link DEFAULT_KERNEL}. */
export function kernelVersion(node: NodeObject | undefined): string {
  const told = node?.status.nodeInfo?.kernelVersion ?? '';
  return /^\d+\.\d/.test(told) ? told : DEFAULT_KERNEL;
}

/** Is a node's kernel as new as `major.minor`? */
export function kernelSince(node: NodeObject | undefined, major: number, minor: number): boolean {
  return isKernelSince(kernelVersion(node), major, minor);
}

/** From when on each change of where the node IP comes from. */
export const NODE_IP_CHANGES = {
  /** The Node is not asked: without a bind address it is all zeros. */
  unaskedNodeIP: 21,
  /** Node IPs are asked for again. */
  askedNodeIP: 28,
} as const;

/** A bind address that names one; undefined if it stands for all, or is none. */
export function boundAddress({ bindAddress = '' }: KubeProxyConfig): IpAddress | undefined {
  const parsed = parseIp(bindAddress);
  return parsed.ok && parsed.value.words.some((word) => word !== 0) ? parsed.value : undefined;
}

/**
 * The node IP a proxier works with (cmd/kube-proxy/app/server_others.go): `bindAddress` if it names one of
 * the family, else that of the Node. From 1.21 to 1.27 a proxier of both families did not ask for the
 * Node: its address is all zeros.
 */
export function proxierNodeIP({ config, family, release, cluster, node }: SyncInput): string {
  const bound = boundAddress(config);
  if (bound?.family === family) return formatIp(bound);
  const { unaskedNodeIP, askedNodeIP } = NODE_IP_CHANGES;
  if (since(release, unaskedNodeIP) && !since(release, askedNodeIP)) return family === 'ipv4' ? '0.0.0.0' : '::';
  return getNodeIP(ownNode(cluster, node), family);
}

/** The addresses of a Node, those that count as its IP first: of type InternalIP, then of type ExternalIP. */
export function listNodeAddresses(cluster: ClusterObjects, name: string): string[] {
  const addresses = ownNode(cluster, name)?.status.addresses ?? [];
  return ['InternalIP', 'ExternalIP'].flatMap((type) =>
    addresses.filter((entry) => entry.type === type).map((entry) => entry.address),
  );
}

/**
 * The node IP of a family: the first InternalIP, else the first ExternalIP, else loopback
 * (cmd/kube-proxy/app detectNodeIPs).
 */
export function getNodeIP(node: NodeObject | undefined, family: IpFamily): string {
  const addresses = node?.status.addresses ?? [];
  const ofType = (type: string): string[] =>
    addresses.filter((entry) => entry.type === type).map((entry) => entry.address);
  const found = addressesOfFamily([...ofType('InternalIP'), ...ofType('ExternalIP')], family)[0];
  return found ?? (family === 'ipv4' ? '127.0.0.1' : '::1');
}

/** From when on each change of what `nodePortAddresses` may say. */
export const NODE_PORT_CHANGES = {
  /** `primary`, alone. */
  primaryNodePortAddress: 31,
  /** `primary`, `localhost`, `all`, in any mixture with ranges. */
  nodePortKeywords: 37,
} as const;

/** Ranges of a keyword besides `primary`: of both families, whatever the node has. */
const KEYWORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['localhost', ['127.0.0.0/8', '::1/128']],
  ['all', ['0.0.0.0/0', '::/0']],
]);

/**
 * `nodePortAddresses` with ranges in the place of its keywords (pkg/proxy/util/nodeport_addresses.go; kubernetes #138427).
 * `primary` is the node IP; a node without an address of the family has none there, and then all of its addresses answer.
 */
export function expandNodePortAddresses(texts: readonly string[], input: SyncInput): readonly string[] {
  const { primaryNodePortAddress, nodePortKeywords } = featuresSince(NODE_PORT_CHANGES, input);
  const isKeyword = nodePortKeywords || (primaryNodePortAddress && texts[0] === 'primary');
  if (!isKeyword) return texts;
  const address = proxierNodeIP(input);
  const primary = isLoopbackText(address) ? [] : [address];
  if (!nodePortKeywords) return primary;
  return texts.flatMap((text) => (text === 'primary' ? primary : (KEYWORDS.get(text) ?? [text])));
}

/**
 * The addresses on the node's interfaces, of one family. Unless the input names them: loopback and
 * the InternalIPs, or the ExternalIPs of a node that has no other.
 */
export function listInterfaceAddresses(input: SyncInput): string[] {
  const { family } = input;
  if (input.interfaceAddresses) return addressesOfFamily(input.interfaceAddresses, family);
  const addresses = ownNode(input.cluster, input.node)?.status.addresses ?? [];
  const ofType = (type: string): string[] =>
    addressesOfFamily(
      addresses.filter((entry) => entry.type === type).map((entry) => entry.address),
      family,
    );
  const internal = ofType('InternalIP');
  const own = internal.length > 0 ? internal : ofType('ExternalIP');
  const bound = boundAddress(input.config);
  // Nothing can be bound to an address that the node does not have.
  const all = [family === 'ipv4' ? '127.0.0.1' : '::1', ...own, ...(bound?.family === family ? [formatIp(bound)] : [])];
  return [...new Set(all)];
}

/** Is the text an address of 127.0.0.0/8, or ::1? */
export function isLoopbackText(text: string): boolean {
  const parsed = parseIp(text);
  return parsed.ok && isLoopback(parsed.value);
}

/** Facts that the proxiers of all modes that write rules know besides Services and EndpointSlices. */
export interface ProxierContextBase extends Omit<Topology, 'features'>, ServiceReading {
  readonly release: string;
  readonly family: IpFamily;
  readonly nodeIP: string;
  /** `0x00004000`: the masquerade mark as rules spell it. */
  readonly mark: string;
  readonly masqueradeAll: boolean;
  readonly detector: LocalTrafficDetector | undefined;
}

/** `settings`: `iptables` (IPVS mode reads it, too) or `nftables` of kube-proxy's config. */
export function contextBase(
  input: SyncInput,
  settings: { readonly masqueradeBit?: number; readonly masqueradeAll?: boolean } | undefined,
): ProxierContextBase {
  const { config, family, release } = input;
  const node = ownNode(input.cluster, input.node);
  return {
    node: input.node,
    zone: getZone(node),
    release,
    family,
    nodeIP: proxierNodeIP(input),
    mark: markText(settings?.masqueradeBit ?? 14),
    masqueradeAll: settings?.masqueradeAll ?? false,
    detector: localTrafficDetector(config, node, family),
    ...serviceReading(input),
  };
}

function serviceReading(input: SyncInput): ServiceReading {
  const { release, config } = input;
  const gates = config.featureGates ?? {};
  const ignoresExternalIPs = since(release, 36) && !isGateOn('AllowServiceExternalIPs', release, gates);
  return { ...featuresSince(SERVICE_CHANGES, input), ignoresExternalIPs };
}

/**
 * Gives a context that says what an earlier one of the node and family said as that one, so that what was made for it
 * is found again. A node has some of them: panes of different settings.
 */
export function knownContexts<T extends Pick<ProxierContextBase, 'node' | 'family'>>(): (context: T, memo: Memo) => T {
  const known = asLast<T>({ values: 8 });
  return (context, memo) => known(context, memo, `${context.node} ${context.family}`);
}

/** Go's `%#08x` of 1 << bit, as rules spell a mark: `0x` and at least eight digits. */
function markText(bit: number): string {
  return `0x${(2 ** bit).toString(16).padStart(8, '0')}`;
}
