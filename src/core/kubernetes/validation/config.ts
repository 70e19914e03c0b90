import { phrase, type Phrase } from '../../lib/phrase';
import { GATES, isGateOn } from '../changes';
import { hasField } from '../config-fields';
import { PROXY_FIELDS, type ConfigField } from '../config-table';
import { finding, INVALID, type ObjectFinding } from '../finding';
import { getMinor, since } from '../release';
import type { KubeProxyConfig, OtherObject, ProxyModeId } from '../types';
import { findPeriodsPart, syncsHourly } from '../proxy/shared/durations';
import { wrongValues, type Reader } from './config-values';
import { formatRefusals } from './refusal-words';

/**
 * Why a kube-proxy of the release does not start in a mode with a configuration: in its own words where they are known, else the first
 * field it refuses; undefined if it does (pkg/proxy/apis/config/validation, cmd/kube-proxy/app/server_others.go).
 */
export function configRefusal(
  config: KubeProxyConfig,
  release: string,
  mode: ProxyModeId = 'iptables',
): Phrase | undefined {
  const words = refusalWords(config, release);
  if (words !== undefined) return phrase('kubernetes.config.refused', { release, words });
  if (mode === 'ipvs' && !isGateOn('KubeProxyIPVS', release, config.featureGates ?? {}) && since(release, 37))
    return phrase('kubernetes.config.ipvs-gate-off', { release });
  const wrong = wrongValues(readConfig(config, release), { mode, release });
  const [first] = wrong;
  if (!first) return undefined;
  const said = formatRefusals(wrong, config, release);
  if (said === undefined) return phrase('kubernetes.config.wrong-value', { release, field: first.path });
  return said.isWhole
    ? phrase('kubernetes.config.refused', { release, words: said.words })
    : phrase('kubernetes.config.refused-value', { release, field: first.path, words: said.words });
}

/** Error that kube-proxy prints, where its own words are known. */
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

/** A configuration of a document, whose own mode is the one kube-proxy is run in, whatever the configuration names. */
export function withoutModeName(config: KubeProxyConfig): KubeProxyConfig {
  const { mode: _named, ...others } = config;
  return others;
}

/** Every field that is wrong, unknown, or known and without effect on what is written. */
export function validateConfig(
  config: KubeProxyConfig,
  release: string,
  mode: ProxyModeId = 'iptables',
): readonly ObjectFinding[] {
  const refusal = configRefusal(config, release, mode);
  return [
    ...(refusal ? [{ ...INVALID, message: refusal, path: '' }] : []),
    ...wrongValues(readConfig(config, release), { mode, release }),
    ...gateFindings(config, release),
    ...listLeaves(config).flatMap((path) => periodFinding(path, { mode, release }) ?? fieldFinding(path, release)),
  ];
}

const NOTE = { severity: 'info', code: 'assumed' } as const;
const DOUBT = { severity: 'warning', code: 'assumed' } as const;

/** Gates that are not among those that change rules, or that the release does not know yet. */
function gateFindings({ featureGates = {} }: KubeProxyConfig, release: string): ObjectFinding[] {
  return Object.keys(featureGates).flatMap((gate) => {
    const path = `featureGates.${gate}`;
    if (gate === 'IPv6DualStack' && getMinor(release) < 23) return [];
    if (!(gate in GATES)) return [finding(undefined, NOTE, path, 'config.silent-gate', { gate })];
    const { known } = GATES[gate as keyof typeof GATES];
    return since(release, known) ? [] : [finding(undefined, DOUBT, path, 'config.unknown-gate', { gate, release })];
  });
}

/**
 * The configuration as kube-proxy of a release reads it: a field that its struct has not is left aside (lenient decoding,
 * cmd/kube-proxy/app/options.go). The same object where there is none.
 */
export function readConfig(config: KubeProxyConfig, release: string): KubeProxyConfig {
  const strange = listLeaves(config).filter((path) => {
    const known = PROXY_FIELDS.get(path);
    return known !== undefined && !hasField(known, release);
  });
  if (strange.length === 0) return config;
  const read: Record<string, unknown> = { ...config };
  for (const path of strange) {
    const [first = '', second] = path.split('.');
    if (second === undefined) delete read[first];
    else read[first] = Object.fromEntries(Object.entries(read[first] as object).filter(([name]) => name !== second));
  }
  return read;
}

/** A `syncPeriod` that the mode and the release do not sync by; undefined: the path is none. */
function periodFinding(path: string, reader: Reader): ObjectFinding[] | undefined {
  const [part = '', field] = path.split('.');
  const known = PROXY_FIELDS.get(path);
  const own = findPeriodsPart(reader.mode);
  if (field !== 'syncPeriod' || !own || !known || !hasField(known, reader.release)) return undefined;
  if (part !== own) return [finding(undefined, NOTE, path, 'config.period-of-other-mode', { field: path, ...reader })];
  return syncsHourly(reader) ? [finding(undefined, NOTE, path, 'config.syncs-hourly', { ...reader })] : undefined;
}

function fieldFinding(path: string, release: string): ObjectFinding[] {
  const known = knownField(path);
  if (!known || !hasField(known, release))
    return [finding(undefined, DOUBT, path, 'config.unknown-field', { field: path, release })];
  switch (known.effect) {
    case 'rules':
      return [];
    case 'kernel':
      return [finding(undefined, NOTE, path, 'config.kernel-field', { field: path })];
    case 'none':
      return [finding(undefined, NOTE, path, 'config.silent-field', { field: path })];
  }
}

/** Fields of an object KubeProxyConfiguration that no release has. */
export function listUnknownFields({ metadata: _ours, ...object }: OtherObject): readonly string[] {
  return listLeaves(object).filter((path) => !knownField(path));
}

/** The field, or one that it is a part of. */
function knownField(path: string): ConfigField | undefined {
  const [first = ''] = path.split('.', 1);
  return PROXY_FIELDS.get(path) ?? PROXY_FIELDS.get(first);
}

/** The paths of all values that are no objects; lists are values, and so is nothing. */
function listLeaves(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (inner === undefined || inner === null) return [];
    const path = before + name;
    return typeof inner === 'object' && !Array.isArray(inner) ? listLeaves(inner, `${path}.`) : [path];
  });
}
