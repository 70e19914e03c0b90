import { parseIp, type IpFamily } from '../../../net/ip';
import { finding, type Finding } from '../../finding';
import { minorOf } from '../../release';
import type { ProxyModeId } from '../../types';
import type { KernelState, ProxyMode, SyncInput } from '../mode';
import { boundAddress, nodeAddressesOf } from './node';

/**
 * Does the kube-proxy of a node write rules of a family? Up to 1.20, and later where IPv6DualStack is
 * off, only of that of its node's IP (cmd/kube-proxy/app/server_others.go newProxyServer).
 */
function writesFamily({ config, release, cluster, node, family }: SyncInput): boolean {
  const minor = minorOf(release);
  if (minor >= 23 || (config.featureGates?.['IPv6DualStack'] ?? minor >= 21)) return true;
  return family === (boundAddress(config)?.family ?? primaryFamily(nodeAddressesOf(cluster, node)));
}

function primaryFamily(addresses: readonly string[]): IpFamily {
  const first = parseIp(addresses[0] ?? '');
  return first.ok ? first.value.family : 'ipv4';
}

/** A mode that writes nothing, and says so, for a family its kube-proxy leaves alone. */
export function inWrittenFamilies<Id extends ProxyModeId>(
  mode: ProxyMode<Id>,
  nothing: Partial<KernelState> = {},
): ProxyMode<Id> {
  const empty: KernelState = { xtables: { tables: new Map() }, sysctls: {}, ...nothing };
  return {
    ...mode,
    syncProxyRules: (input) => (writesFamily(input) ? mode.syncProxyRules(input) : empty),
    printRestore: (state, input) => (writesFamily(input) ? mode.printRestore(state, input) : ''),
    findings: (input) => (writesFamily(input) ? (mode.findings?.(input) ?? []) : [notWritten(input)]),
  };
}

function notWritten({ family, node, release }: SyncInput): Finding {
  const values = { family: family === 'ipv4' ? 'IPv4' : 'IPv6', node, release };
  return finding(undefined, { severity: 'warning', code: 'assumed' }, '', 'config.family-not-written', values);
}
