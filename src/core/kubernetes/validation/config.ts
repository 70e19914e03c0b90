import { phrase, type Phrase } from '../../lib/phrase';
import { GATES, isGateOn } from '../changes';
import { hasField, PROXY_FIELDS, type ConfigField, CONFIG_FIELDS, valueAt } from '../config-fields';
import { finding, INVALID, type ObjectFinding } from '../finding';
import { getMinor, since } from '../release';
import type { KubeProxyConfig, OtherObject, ProxyModeId } from '../types';
import { findPeriodsPart, minSyncUnsaid, parseGoDuration, syncsHourly } from '../proxy/shared/durations';
import { familyOfText } from '../service-port';

import type { CheckId } from './checks';
import { isCidr, isIp } from './names';

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
  const [wrong] = wrongValues(readConfig(config, release), { mode, release });
  return wrong && phrase('kubernetes.config.wrong-value', { release, field: wrong.path });
}

/** What kube-proxy prints where its own words are known. */
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

/** What an object KubeProxyConfiguration has that is no field of any release. */
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

/** Whose configuration it is: kube-proxy looks at parts of it in their own modes only. */
interface Reader {
  readonly mode: ProxyModeId;
  readonly release: string;
}

type Refuse = (path: string, id: CheckId, values: Record<string, string | number>) => void;
type Check = (config: KubeProxyConfig, reader: Reader, refuse: Refuse) => void;

/**
 * Values with which kube-proxy does not start: fields that it cannot decode and what its Validate refuses
 * (pkg/proxy/apis/config/validation/validation.go), of the fields that a document keeps. `config`: as the release reads it.
 */
function wrongValues(config: KubeProxyConfig, reader: Reader): readonly ObjectFinding[] {
  const findings: ObjectFinding[] = [];
  const refuse: Refuse = (path, id, values) => {
    findings.push(finding(undefined, INVALID, path, `validate.${id}`, values));
  };
  for (const check of CHECKS) check(config, reader, refuse);
  return findings;
}

const CHECKS: readonly Check[] = [
  checkDurations,
  checkPeriods,
  checkMarks,
  checkCidrs,
  checkNodePortAddresses,
  checkConntrack,
  checkIpvs,
  checkListening,
  checkDetectLocal,
];

/** Fields of type metav1.Duration: what Go cannot parse is refused before anything is looked at. */
const DURATIONS: readonly string[] = CONFIG_FIELDS.flatMap(({ path }) =>
  /(?:Period|Timeout)$/.test(path) && path.includes('.') ? [path] : [],
);

function checkDurations(config: KubeProxyConfig, _reader: Reader, refuse: Refuse): void {
  for (const path of DURATIONS) {
    const value = valueAt(config, path);
    if (typeof value === 'string' && parseGoDuration(value) === undefined) refuse(path, 'duration', { value });
  }
}

/** The first minor in which only the periods of the mode are looked at (kubernetes #126293). */
const PERIODS_OF_MODE = 32;
/** The first minor that compares them (kubernetes #53780). */
const PERIODS_COMPARED = 9;

/** `iptables` is looked at in every mode until {@link PERIODS_OF_MODE}. */
function checkPeriods(config: KubeProxyConfig, { mode, release }: Reader, refuse: Refuse): void {
  const own = findPeriodsPart(mode);
  const parts = new Set([...(since(release, PERIODS_OF_MODE) ? [] : ['iptables' as const]), ...(own ? [own] : [])]);
  for (const part of parts) {
    const { syncPeriod, minSyncPeriod } = config[part] ?? {};
    const sync = parseGoDuration(syncPeriod ?? '');
    const min = parseGoDuration(minSyncPeriod ?? '');
    if (sync !== undefined && sync < 0) refuse(`${part}.syncPeriod`, 'negative', { value: syncPeriod ?? '' });
    if (min !== undefined && min < 0) refuse(`${part}.minSyncPeriod`, 'negative', { value: minSyncPeriod ?? '' });
    // 0 is as good as nothing said.
    const [most, least] = [sync || 30_000, min || minSyncUnsaid(part, release)];
    if (most < 0 || least <= most || !since(release, PERIODS_COMPARED)) continue;
    const path = min ? `${part}.minSyncPeriod` : `${part}.syncPeriod`;
    refuse(path, 'min-sync-period', {
      min: min ? (minSyncPeriod ?? '') : `${least}ms`,
      sync: sync ? (syncPeriod ?? '') : '30s',
    });
  }
}

function checkMarks(config: KubeProxyConfig, { mode }: Reader, refuse: Refuse): void {
  for (const part of mode === 'nftables' ? (['iptables', 'nftables'] as const) : (['iptables'] as const)) {
    const bit = config[part]?.masqueradeBit ?? 14;
    const isBit = Number.isInteger(bit) && bit >= 0 && bit <= 31;
    if (!isBit) refuse(`${part}.masqueradeBit`, 'masquerade-bit', { value: bit });
  }
}

function checkCidrs({ clusterCIDR: written = '' }: KubeProxyConfig, _reader: Reader, refuse: Refuse): void {
  const cidrs = written.split(',').flatMap((text) => (text.trim() === '' ? [] : [text.trim()]));
  const wrong = cidrs.filter((value) => !isCidr(value));
  for (const value of wrong) refuse('clusterCIDR', 'cidr', { value });
  if (wrong.length > 0 || cidrs.length < 2) return;
  const families = new Set(cidrs.map((cidr) => familyOfText(cidr.replace(/\/.*$/, ''))));
  if (cidrs.length > 2 || families.size < 2) refuse('clusterCIDR', 'cidr-pair', { value: written });
}

/** The first minor that takes the word. */
const PRIMARY_SINCE = 31;

function checkNodePortAddresses(
  { nodePortAddresses = [] }: KubeProxyConfig,
  { release }: Reader,
  refuse: Refuse,
): void {
  for (const [index, value] of nodePortAddresses.entries()) {
    const path = `nodePortAddresses[${index}]`;
    if (value === 'primary' && since(release, PRIMARY_SINCE)) {
      if (nodePortAddresses.length > 1) refuse(path, 'primary-alone', {});
    } else if (!isCidr(value.trim())) refuse(path, 'cidr', { value });
  }
}

function checkConntrack(config: KubeProxyConfig, _reader: Reader, refuse: Refuse): void {
  const { maxPerCore = 0, min = 0 } = config.conntrack ?? {};
  if (maxPerCore < 0) refuse('conntrack.maxPerCore', 'negative', { value: maxPerCore });
  if (min < 0) refuse('conntrack.min', 'negative', { value: min });
  checkTimeouts(config, 'conntrack.', refuse);
}

function checkTimeouts(config: KubeProxyConfig, part: string, refuse: Refuse): void {
  for (const path of DURATIONS) {
    if (!path.startsWith(part) || !path.endsWith('Timeout')) continue;
    const value = valueAt(config, path);
    if (typeof value === 'string' && (parseGoDuration(value) ?? 0) < 0) refuse(path, 'negative', { value });
  }
}

/** The first minor that leaves schedulers to the kernel (kubernetes #114878); those known before. */
const ANY_SCHEDULER = 27;
const SCHEDULERS: readonly string[] = ['rr', 'wrr', 'lc', 'wlc', 'lblc', 'lblcr', 'sh', 'dh', 'sed', 'nq'];

function checkIpvs(config: KubeProxyConfig, { mode, release }: Reader, refuse: Refuse): void {
  if (mode !== 'ipvs') return;
  const { scheduler = '', excludeCIDRs = [] } = config.ipvs ?? {};
  checkTimeouts(config, 'ipvs.', refuse);
  const isKnown = scheduler === '' || SCHEDULERS.includes(scheduler) || since(release, ANY_SCHEDULER);
  if (!isKnown) refuse('ipvs.scheduler', 'scheduler', { value: scheduler, release, known: SCHEDULERS.join(' ') });
  for (const [index, value] of excludeCIDRs.entries()) {
    if (!isCidr(value)) refuse(`ipvs.excludeCIDRs[${index}]`, 'cidr', { value });
  }
}

/** The first minor without the range (kubernetes #126293). */
const NO_PORT_RANGE = 32;

function checkListening(
  { bindAddress = '', portRange = '' }: KubeProxyConfig,
  { release }: Reader,
  refuse: Refuse,
): void {
  if (bindAddress !== '' && !isIp(bindAddress)) refuse('bindAddress', 'ip', { value: bindAddress });
  const isRange = since(release, NO_PORT_RANGE) || parsePortRange(portRange) !== undefined;
  if (!isRange) refuse('portRange', 'port-range', { value: portRange });
}

/** The first minor that has these modes (spec/versions.md, section 6). */
const BY_INTERFACE_SINCE = 24;

function checkDetectLocal(
  { detectLocalMode, detectLocal }: KubeProxyConfig,
  { release }: Reader,
  refuse: Refuse,
): void {
  if (!since(release, BY_INTERFACE_SINCE)) return;
  if (detectLocalMode === 'BridgeInterface' && !detectLocal?.bridgeInterface) {
    refuse('detectLocal.bridgeInterface', 'detect-local', { mode: detectLocalMode });
  }
  if (detectLocalMode === 'InterfaceNamePrefix' && !detectLocal?.interfaceNamePrefix) {
    refuse('detectLocal.interfaceNamePrefix', 'detect-local', { mode: detectLocalMode });
  }
}

/** Ports a proxy may listen on. */
export interface ProxyPortRange {
  readonly base: number;
  readonly size: number;
  /** Nobody gave a range, so the kernel picks: `net.ipv4.ip_local_port_range`. */
  readonly ephemeral: boolean;
}

const EPHEMERAL: ProxyPortRange = { base: 32_768, size: 28_232, ephemeral: true };

/** `a-b`, `a+n` (a to a+n), one port, or nothing; undefined: it is none of them. */
export function parsePortRange(text: string): ProxyPortRange | undefined {
  if (text === '' || text === '0' || text === '0-0') return EPHEMERAL;
  const found = /^(\d+)(?:([-+])(\d+))?$/.exec(text.trim());
  if (!found) return undefined;
  const base = Number(found[1]);
  const second = Number(found[3] ?? 0);
  const last = found[2] === '-' ? second : base + second;
  if (base < 1 || last < base || last > 65_535) return undefined;
  return { base, size: last - base + 1, ephemeral: false };
}
