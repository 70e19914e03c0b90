import { minorOf } from '../../kubernetes/release';
import type { KubeProxyConfig, ProxyModeId } from '../../kubernetes/types';
import type { ReadProxy } from './types';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function told<T>(proxies: readonly ReadProxy[], pick: (proxy: ReadProxy) => T | undefined): T | undefined {
  for (const proxy of proxies) {
    const value = pick(proxy);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The configuration that has kube-proxy write these rules; only what differs from its defaults. */
export function configOf(mode: ProxyModeId, proxies: readonly ReadProxy[], release: string): KubeProxyConfig {
  const bit = told(proxies, ({ masqueradeBit }) => masqueradeBit);
  const all = told(proxies, ({ masqueradeAll }) => (masqueradeAll ? true : undefined));
  const localhost = told(proxies, ({ localhostNodePorts }) => localhostNodePorts);
  const liberal = minorOf(release) >= 29 && told(proxies, ({ tcpBeLiberal }) => tcpBeLiberal);
  const bind = told(proxies, ({ bindAddress }) => bindAddress);
  const scheduler = told(proxies, (proxy) => proxy.scheduler);
  const masquerade = {
    ...(bit === undefined || bit === 14 ? {} : { masqueradeBit: bit }),
    ...(all ? { masqueradeAll: true } : {}),
  };
  const own = { ...masquerade, ...(localhost === false ? { localhostNodePorts: false } : {}) };
  const isNft = mode === 'nftables';
  const section = isNft ? masquerade : own;
  const addresses = nodePortAddressesOf(proxies, mode, release);
  return {
    mode,
    ...detectionOf(proxies),
    ...(bind === undefined ? {} : { bindAddress: bind }),
    ...(addresses.length === 0 ? {} : { nodePortAddresses: addresses }),
    ...(Object.keys(section).length === 0 ? {} : { [isNft ? 'nftables' : 'iptables']: section }),
    ...(scheduler === undefined || scheduler === 'rr' ? {} : { ipvs: { scheduler } }),
    ...(liberal && mode === 'iptables' ? { conntrack: { tcpBeLiberal: true } } : {}),
  };
}

function detectionOf(proxies: readonly ReadProxy[]): KubeProxyConfig {
  const found = proxies.flatMap(({ detector }) => (detector && detector !== 'none' ? [detector] : []));
  const device = found.find(({ kind }) => kind !== 'cidr');
  const config: Writable<KubeProxyConfig> = { clusterCIDR: '' };
  if (device?.kind === 'bridge') {
    return { ...config, detectLocalMode: 'BridgeInterface', detectLocal: { bridgeInterface: device.value } };
  }
  if (device) {
    return { ...config, detectLocalMode: 'InterfaceNamePrefix', detectLocal: { interfaceNamePrefix: device.value } };
  }
  config.clusterCIDR = found.map(({ value }) => value).join(',');
  return config;
}

function hostPrefix(host: string): string {
  return `${host}/${host.includes(':') ? 128 : 32}`;
}

/** A prefix nobody has: kube-proxy was told addresses, and the node has none of them. */
const NOBODY = '192.0.2.255/32';
const NOBODY6 = '2001:db8::ffff/128';

/**
 * nftables mode from 1.31 on: a family without a CIDR answers on all of its addresses, and the default is
 * the node's own address of each.
 */
function nftNodePortAddresses(proxies: readonly ReadProxy[]): string[] {
  const known = proxies.flatMap(({ family, nodePortHosts, noAddress }) => {
    if (noAddress) return [[family === 'ipv4' ? NOBODY : NOBODY6]];
    return nodePortHosts ? [nodePortHosts] : [];
  });
  if (known.every((hosts) => hosts.length === 1) && proxies.every(({ noAddress }) => !noAddress)) return [];
  const all = known.flat();
  return all.length === 0 ? ['0.0.0.0/0'] : all.map((host) => (host.includes('/') ? host : hostPrefix(host)));
}

function nodePortAddressesOf(proxies: readonly ReadProxy[], mode: ProxyModeId, release: string): string[] {
  if (mode === 'nftables' && minorOf(release) >= 31) return nftNodePortAddresses(proxies);
  return proxies.flatMap(({ family, nodePortHosts: hosts, nodeAddresses, answersLoopback }) => {
    // Up to 1.21 IPVS would answer on loopback too, were it not told addresses.
    if (answersLoopback === false && minorOf(release) < 22) return nodeAddresses.map(hostPrefix);
    if (!hosts) return [];
    // nftables mode answers on the node's own address unless told otherwise; in 1.29 on all.
    const isAlpha = minorOf(release) < 30;
    if (mode === 'nftables' && (isAlpha ? hosts.length === 0 : hosts.length === 1)) return [];
    if (hosts.length > 0) return hosts.map(hostPrefix);
    if (mode === 'nftables') return [family === 'ipv4' ? '0.0.0.0/0' : '::/0'];
    return [NOBODY];
  });
}
