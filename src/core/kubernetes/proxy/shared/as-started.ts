import { parseIp, type IpFamily } from '../../../net/ip';
import { finding, type ObjectFinding } from '../../finding';
import { getMinor } from '../../release';
import { readConfig } from '../../validation/config';
import { ownNode, type KubeProxyConfig, type ProxyModeId } from '../../types';
import type { KernelState, ProxyMode, SyncInput } from '../mode';
import { boundAddress, listInterfaceAddresses, listNodeAddresses } from './node';

const DOUBT = { severity: 'warning', code: 'assumed' } as const;

/**
 * Does the kube-proxy of a node write rules of a family? Up to 1.20, and later where IPv6DualStack is
 * off, only of that of its node's IP (cmd/kube-proxy/app/server_others.go newProxyServer); up to 1.8 of IPv4 alone.
 */
function writesFamily({ config, release, cluster, node, family }: SyncInput): boolean {
  const minor = getMinor(release);
  if (minor >= 23 || (config.featureGates?.['IPv6DualStack'] ?? minor >= 21)) return true;
  if (minor < 9) return family === 'ipv4';
  return family === (boundAddress(config)?.family ?? primaryFamily(listNodeAddresses(cluster, node)));
}

function primaryFamily(addresses: readonly string[]): IpFamily {
  const first = parseIp(addresses[0] ?? '');
  return first.ok ? first.value.family : 'ipv4';
}

/** Fields that a release has not are left aside. */
function asRead(input: SyncInput): SyncInput {
  const config = readConfig(input.config, input.release);
  return config === input.config ? input : { ...input, config };
}

/**
 * kube-proxy under the name it takes itself for: with `hostnameOverride` it asks for the Node of that name, and what is
 * local are the endpoints there; the interfaces are still those of its host (pkg/util/node GetHostname).
 */
function asNamed(input: SyncInput): SyncInput {
  const name = findHostname(input.config);
  if (name === undefined || name === input.node) return input;
  return { ...input, node: name, interfaceAddresses: input.interfaceAddresses ?? listInterfaceAddresses(input) };
}

/** `hostnameOverride` as it is read: blanks around it and capitals do not count; undefined: the host's own name. */
export function findHostname({ hostnameOverride = '' }: KubeProxyConfig): string | undefined {
  const name = hostnameOverride.trim().toLowerCase();
  return name === '' ? undefined : name;
}

function otherNameFindings({ config, cluster, node }: SyncInput): ObjectFinding[] {
  const name = findHostname(config);
  if (name === undefined || name === node) return [];
  const id = ownNode(cluster, name) ? 'config.other-hostname' : 'config.unknown-hostname';
  return [finding(undefined, DOUBT, 'hostnameOverride', id, { node, name })];
}

/** Input of a kube-proxy as its process reads it; undefined: it leaves this family alone. */
export function startedInput(given: SyncInput): SyncInput | undefined {
  const input = asNamed(asRead(given));
  return writesFamily(input) ? input : undefined;
}

/**
 * A mode as a process of kube-proxy runs it: under the name it takes itself for; it writes nothing, and says so, for a
 * family it leaves alone.
 */
export function asStarted<Id extends ProxyModeId>(
  mode: ProxyMode<Id>,
  nothing: Partial<KernelState> = {},
): ProxyMode<Id> {
  const empty: KernelState = { xtables: { tables: new Map() }, sysctls: {}, ...nothing };
  return {
    ...mode,
    syncProxyRules: (given) => {
      const input = startedInput(given);
      return input ? mode.syncProxyRules(input) : empty;
    },
    findings: (given) => {
      const input = startedInput(given);
      const own = input ? (mode.findings?.(input) ?? []) : [notWritten(given)];
      return [...otherNameFindings(given), ...own];
    },
  };
}

function notWritten({ family, node, release }: SyncInput): ObjectFinding {
  const values = { family: family === 'ipv4' ? 'IPv4' : 'IPv6', node, release };
  return finding(undefined, DOUBT, '', 'config.family-not-written', values);
}
