import { valueAt } from '../config-fields';
import { CONFIG_FIELDS } from '../config-table';
import { finding, INVALID, type ObjectFinding } from '../finding';
import { KUBE_PROXY_MODE_IDS, MODE_SPANS } from '../mode-ids';
import { findPeriodsPart, minSyncUnsaid, parseGoDuration } from '../proxy/shared/durations';
import { getMinor, since } from '../release';
import { familyOfText } from '../service-port';
import type { KubeProxyConfig, ProxyModeId } from '../types';
import type { CheckId } from './checks';
import { isCidr, isIp } from './names';
import { parsePortRange } from './port-range';

/** The kube-proxy a configuration is for: parts of it are read in their own modes only. */
export interface Reader {
  readonly mode: ProxyModeId;
  readonly release: string;
}

type Refuse = (path: string, id: CheckId, values: Record<string, string | number>) => void;
type Check = (config: KubeProxyConfig, reader: Reader, refuse: Refuse) => void;

/**
 * Values with which kube-proxy does not start: fields that it cannot decode and what its Validate refuses
 * (pkg/proxy/apis/config/validation/validation.go), of the fields that a document keeps. `config`: as the release reads it.
 */
export function wrongValues(config: KubeProxyConfig, reader: Reader): readonly ObjectFinding[] {
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
  checkWords,
  checkProcess,
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
    if (least <= most || !since(release, PERIODS_COMPARED)) continue;
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

/** The first minor that looks at ranges of the cluster only where they tell what is local (kubernetes #126293). */
const CIDRS_OF_MODE = 32;

function checkCidrs(config: KubeProxyConfig, { release }: Reader, refuse: Refuse): void {
  const { clusterCIDR: written = '', detectLocalMode = 'ClusterCIDR' } = config;
  if (since(release, CIDRS_OF_MODE) && detectLocalMode !== 'ClusterCIDR') return;
  const cidrs = written.split(',').flatMap((text) => (text.trim() === '' ? [] : [text.trim()]));
  const wrong = cidrs.filter((value) => !isCidr(value));
  for (const value of wrong) refuse('clusterCIDR', 'cidr', { value });
  if (wrong.length > 0 || cidrs.length < 2) return;
  const families = new Set(cidrs.map((cidr) => familyOfText(cidr.replace(/\/.*$/, ''))));
  if (cidrs.length > 2 || families.size < 2) refuse('clusterCIDR', 'cidr-pair', { value: written });
}

/** The first minor that takes the word; the first that takes all of them, in any mixture. */
const PRIMARY_SINCE = 31;
const KEYWORDS_SINCE = 37;
const KEYWORDS: ReadonlySet<string> = new Set(['primary', 'localhost', 'all']);

function checkNodePortAddresses(
  { nodePortAddresses = [] }: KubeProxyConfig,
  { release }: Reader,
  refuse: Refuse,
): void {
  for (const [index, value] of nodePortAddresses.entries()) {
    const path = `nodePortAddresses[${index}]`;
    if (since(release, KEYWORDS_SINCE) && KEYWORDS.has(value)) continue;
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

const LOCAL_MODES: readonly string[] = ['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix'];

/** A word that is no mode: of a text that was never read as a configuration. */
function checkWords({ mode, detectLocalMode }: KubeProxyConfig, reader: Reader, refuse: Refuse): void {
  if (mode) checkMode(mode, reader, refuse);
  const isLocal = !detectLocalMode || LOCAL_MODES.includes(detectLocalMode);
  if (!isLocal) refuse('detectLocalMode', 'one-of', { value: detectLocalMode, allowed: LOCAL_MODES.join(', ') });
}

function checkMode(mode: string, reader: Reader, refuse: Refuse): void {
  const known = KUBE_PROXY_MODE_IDS.filter((id) => MODE_SPANS[id].system === MODE_SPANS[reader.mode].system);
  const isMode = known.some((id) => id === mode && isInRelease(id, reader.release));
  if (!isMode) refuse('mode', 'one-of', { value: mode, allowed: known.join(', ') });
}

function isInRelease(id: ProxyModeId, release: string): boolean {
  const { until } = MODE_SPANS[id];
  return until === undefined || getMinor(release) <= getMinor(until);
}

/** Fields that no document keeps: they are here where a text is looked at as it is written. */
function checkProcess(config: KubeProxyConfig, _reader: Reader, refuse: Refuse): void {
  for (const path of ['healthzBindAddress', 'metricsBindAddress']) {
    const value = valueAt(config, path);
    if (typeof value === 'string' && value !== '' && !isAddressAndPort(value)) refuse(path, 'ip-port', { value });
  }
  const score = valueAt(config, 'oomScoreAdj');
  if (typeof score === 'number' && Math.abs(score) > 1000) refuse('oomScoreAdj', 'oom-score', { value: score });
  const period = valueAt(config, 'configSyncPeriod');
  const isPeriod = typeof period !== 'string' || (parseGoDuration(period) ?? 1) > 0;
  if (!isPeriod) refuse('configSyncPeriod', 'not-positive', { value: period });
  const format = valueAt(config, 'logging.format');
  const isFormat = typeof format !== 'string' || ['', 'text', 'json'].includes(format);
  if (!isFormat) refuse('logging.format', 'one-of', { value: format, allowed: 'text, json' });
}

/** `0.0.0.0:10256`, `[::1]:10249`. */
function isAddressAndPort(text: string): boolean {
  const at = text.lastIndexOf(':');
  const [host, port] = [text.slice(0, at), text.slice(at + 1)];
  const isBracketed = host.startsWith('[') && host.endsWith(']');
  const address = isBracketed ? host.slice(1, -1) : host;
  return at > 0 && isBracketed === address.includes(':') && isIp(address) && /^\d{1,5}$/.test(port);
}

/** The first minor that has these modes. */
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
