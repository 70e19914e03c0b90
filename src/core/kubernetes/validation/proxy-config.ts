import { phrase, type Phrase } from '../../lib/phrase';
import { finding, INVALID, type Finding } from '../finding';
import { GATES } from '../changes';
import { minorOf, since } from '../release';
import type { KubeProxyConfig } from '../types';
import { type CheckId, isCidr } from './checks';

/** Fields of KubeProxyConfiguration that decide what is written, as paths. */
const HONOURED = new Set(
  `apiVersion kind mode clusterCIDR detectLocalMode detectLocal.bridgeInterface detectLocal.interfaceNamePrefix
  nodePortAddresses bindAddress hostnameOverride portRange iptables.masqueradeBit iptables.masqueradeAll iptables.localhostNodePorts
  iptables.syncPeriod iptables.minSyncPeriod nftables.masqueradeBit nftables.masqueradeAll ipvs.scheduler
  ipvs.strictARP ipvs.excludeCIDRs ipvs.tcpTimeout ipvs.tcpFinTimeout ipvs.udpTimeout conntrack.tcpBeLiberal`.split(
    /\s+/,
  ),
);

/** Fields that change nothing of what is written (kubeproxy.config.k8s.io/v1alpha1). */
const SILENT = new Set(
  `bindAddressHardFail clientConnection.acceptContentTypes clientConnection.burst clientConnection.contentType
  clientConnection.kubeconfig clientConnection.qps configSyncPeriod conntrack.maxPerCore conntrack.min conntrack.max
  conntrack.tcpCloseWaitTimeout conntrack.tcpEstablishedTimeout conntrack.udpTimeout conntrack.udpStreamTimeout
  enableProfiling healthzBindAddress ipvs.minSyncPeriod ipvs.syncPeriod logging metricsBindAddress
  nftables.minSyncPeriod nftables.syncPeriod oomScoreAdj resourceContainer showHiddenMetricsForVersion udpIdleTimeout
  winkernel windowsRunAsService`.split(/\s+/),
);

/**
 * Why a kube-proxy of the release does not start with a configuration, in its own words; undefined if it
 * does (pkg/proxy/apis/config/validation, cmd/kube-proxy/app/server_others.go).
 */
export function configRefusal(config: KubeProxyConfig, release: string): Phrase | undefined {
  const words = refusalWords(config, release);
  return words === undefined ? undefined : phrase('kubernetes.config.refused', { release, words });
}

/** The words of {@link configRefusal} as kube-proxy prints them. */
function refusalWords(config: KubeProxyConfig, release: string): string | undefined {
  const { clusterCIDR = '', detectLocalMode, featureGates = {} } = config;
  for (const [gate, on] of Object.entries(featureGates)) {
    const known = gate in GATES ? GATES[gate as keyof typeof GATES] : undefined;
    if (known && !on && since(release, known.locked)) {
      return `cannot set feature gate ${gate} to false, feature is locked to true`;
    }
  }
  const cidrs = clusterCIDR.split(',');
  const isDualStack = since(release, 21) || featureGates['IPv6DualStack'] === true;
  if (cidrs.length > 1 && !isDualStack) {
    return `KubeProxyConfiguration.ClusterCIDR: Invalid value: "${clusterCIDR}": only one CIDR allowed (e.g. 10.100.0.0/16 or fde4:8dba:82e1::/48)`;
  }
  const byInterface = detectLocalMode === 'BridgeInterface' || detectLocalMode === 'InterfaceNamePrefix';
  if (byInterface && since(release, 18) && !since(release, 24)) {
    return `cannot determine detect-local-mode: unknown detect-local-mode: ${detectLocalMode}`;
  }
  return undefined;
}

/** Every field that is wrong, unknown, or known and without effect on what is written. */
export function validateConfig(config: KubeProxyConfig, release: string): readonly Finding[] {
  const refusal = configRefusal(config, release);
  return [
    ...(refusal ? [{ ...INVALID, message: refusal, path: '' }] : []),
    ...wrongValues(config),
    ...gateFindings(config, release),
    ...leavesOf(config).flatMap((path) => fieldFinding(path, release)),
  ];
}

function wrongValues(config: KubeProxyConfig): Finding[] {
  const findings: Finding[] = [];
  const refuse = (path: string, id: CheckId, values: Record<string, string | number>): void => {
    findings.push(finding(undefined, INVALID, path, `validate.${id}`, values));
  };
  for (const value of (config.clusterCIDR ?? '').split(',').filter((text) => text.trim() !== '')) {
    if (!isCidr(value.trim())) refuse('clusterCIDR', 'cidr', { value });
  }
  for (const [index, value] of (config.nodePortAddresses ?? []).entries()) {
    if (!isCidr(value.trim()) && value !== 'primary') refuse(`nodePortAddresses[${index}]`, 'cidr', { value });
  }
  const bit = config.iptables?.masqueradeBit ?? 14;
  if (!Number.isInteger(bit) || bit < 0 || bit > 31) refuse('iptables.masqueradeBit', 'masquerade-bit', { value: bit });
  const { detectLocalMode, detectLocal } = config;
  if (detectLocalMode === 'BridgeInterface' && !detectLocal?.bridgeInterface) {
    refuse('detectLocal.bridgeInterface', 'detect-local', { mode: detectLocalMode });
  }
  if (detectLocalMode === 'InterfaceNamePrefix' && !detectLocal?.interfaceNamePrefix) {
    refuse('detectLocal.interfaceNamePrefix', 'detect-local', { mode: detectLocalMode });
  }
  return findings;
}

const NOTE = { severity: 'info', code: 'assumed' } as const;
const DOUBT = { severity: 'warning', code: 'assumed' } as const;

/** Gates that are not among those that change rules, or that the release does not know yet. */
function gateFindings({ featureGates = {} }: KubeProxyConfig, release: string): Finding[] {
  return Object.keys(featureGates).flatMap((gate) => {
    const path = `featureGates.${gate}`;
    if (gate === 'IPv6DualStack' && minorOf(release) < 23) return [];
    if (!(gate in GATES)) return [finding(undefined, NOTE, path, 'config.silent-gate', { gate })];
    const { known } = GATES[gate as keyof typeof GATES];
    return since(release, known) ? [] : [finding(undefined, DOUBT, path, 'config.unknown-gate', { gate, release })];
  });
}

function fieldFinding(path: string, release: string): Finding[] {
  if (path === 'detectLocalMode' && !since(release, 18)) {
    return [finding(undefined, DOUBT, path, 'config.unknown-field', { field: path, release })];
  }
  if (path.startsWith('nftables.') && !since(release, 29)) {
    return [finding(undefined, DOUBT, path, 'config.unknown-field', { field: path, release })];
  }
  if (HONOURED.has(path) || path.startsWith('featureGates.')) return [];
  const isSilent = SILENT.has(path) || SILENT.has(path.split('.', 1)[0] ?? '');
  if (isSilent) return [finding(undefined, NOTE, path, 'config.silent-field', { field: path })];
  return [finding(undefined, DOUBT, path, 'config.unknown-field', { field: path, release })];
}

/** The paths of all values that are no objects; lists are values, and so is nothing. */
function leavesOf(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (inner === undefined || inner === null) return [];
    const path = before + name;
    return typeof inner === 'object' && !Array.isArray(inner) ? leavesOf(inner, `${path}.`) : [path];
  });
}
