import { GATES } from '../../kubernetes/changes';
import type { ProxyModeId } from '../../kubernetes/mode-ids';
import { getMinor } from '../../kubernetes/release';
import type { KubeProxyConfig } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import { makeNodeAddress } from '../../paste/proxy/read-iptables';
import type { Observed, ReadProxy } from '../../paste/proxy/types';

/** A setting that rules do not show. */
export interface Doubt {
  readonly config: KubeProxyConfig;
  /** The sentence that it may be so, and on what would tell. */
  readonly says: Phrase;
}

const LOCALHOST_GATE = 'KubeProxyNFTablesLocalhostNodePorts';

/** nftables from 1.37 on: a map of its own shows the gate. */
function shownGates({ nftables }: Observed): Readonly<Record<string, boolean>> {
  const tables = [...(nftables?.tables.values() ?? [])];
  const isShown = tables.some(({ name, sets }) => name === 'kube-proxy' && sets.has('localhost-nodeport-reject-ports'));
  return isShown ? { [LOCALHOST_GATE]: true } : {};
}

/** Do rules ask for local traffic? That none does is no answer: what asks for it may be what is missing. */
const showsDetection = ({ detector }: ReadProxy): boolean => detector !== undefined && detector !== 'none';

/**
 * The configuration that rules show; how local traffic is told and whether all is masqueraded, where no rule asks for it,
 * and feature gates as the objects tell.
 */
export function shownConfig(
  read: KubeProxyConfig,
  told: KubeProxyConfig,
  { observed, proxies }: { readonly observed: Observed; readonly proxies: readonly ReadProxy[] },
): KubeProxyConfig {
  const gates = { ...told.featureGates, ...read.featureGates, ...shownGates(observed) };
  const own = Object.keys(gates).length === 0 ? read : { ...read, featureGates: gates };
  if (proxies.some(showsDetection)) return own;
  const { detectLocalMode, detectLocal, clusterCIDR } = told;
  return {
    ...own,
    ...(told.iptables?.masqueradeAll ? { iptables: { masqueradeAll: true, ...own.iptables } } : {}),
    ...(told.nftables?.masqueradeAll ? { nftables: { masqueradeAll: true, ...own.nftables } } : {}),
    ...(detectLocalMode === undefined ? {} : { detectLocalMode }),
    ...(detectLocal === undefined ? {} : { detectLocal }),
    ...(clusterCIDR === undefined ? {} : { clusterCIDR }),
  };
}

/** How `nodePortAddresses` may ask for localhost: of both families or of one; the rules show where it is not asked for. */
const LOOPBACKS = ['localhost', '127.0.0.1/32', '::1/128'] as const;

/**
 * Other configurations that the same rules may be of: with what the objects tell and the rules do not, and bound to an
 * address other than the Node's, which source ranges show.
 */
export function otherConfigs(
  own: KubeProxyConfig,
  told: KubeProxyConfig,
  proxies: readonly ReadProxy[],
): readonly KubeProxyConfig[] {
  const { clusterCIDR, ...shown } = own;
  const isTold = Object.keys(told).some((field) => field !== 'mode' && !(field in shown));
  const inside = proxies.filter(({ nodeInside }) => nodeInside.length > 0);
  const bound = inside
    .flatMap((proxy) => [proxy, { ...proxy, nodeAddresses: [] }])
    .map((proxy) => makeNodeAddress(proxy, []).address);
  const isLocal = own.featureGates?.[LOCALHOST_GATE] === true;
  return [
    ...(isLocal ? LOOPBACKS : []).map((loopback) => ({
      ...own,
      nodePortAddresses: [...(own.nodePortAddresses ?? ['primary']), loopback],
    })),
    ...(isTold ? [{ ...told, ...shown, ...(clusterCIDR ? { clusterCIDR } : {}) }] : []),
    ...[...new Set(bound)].map((bindAddress) => ({ ...own, bindAddress })),
  ];
}

/** Addresses that no node has (RFC 5737, RFC 3849). */
const NOBODY = { ipv4: '192.0.2.255/32', ipv6: '2001:db8::ffff/128' } as const;

/** Settings that rules do not show: that no address of a family answers nodePorts, and feature gates. */
export function listDoubts(
  config: KubeProxyConfig,
  { mode, release }: { readonly mode: ProxyModeId; readonly release: string },
  proxies: readonly ReadProxy[],
): readonly Doubt[] {
  const silent = proxies.filter(({ nodeAddresses }) => nodeAddresses.length === 0);
  const nodePortAddresses = silent.map(({ family }) => NOBODY[family]);
  const isRules = mode === 'ipvs' || mode === 'iptables';
  const minor = getMinor(release);
  const gates = Object.entries(GATES).filter(([, { known, locked }]) => minor >= known && minor < locked);
  return [
    ...(isRules && silent.length > 0
      ? [{ config: { ...config, nodePortAddresses }, says: phrase('drift.cannot.node-ports') }]
      : []),
    ...gates.map(([gate, { on }]) => {
      const value = !(config.featureGates?.[gate] ?? minor >= on);
      const says = phrase('drift.cannot.gate', { gate, value: String(value) });
      return { config: { ...config, featureGates: { ...config.featureGates, [gate]: value } }, says };
    }),
  ];
}
