import { valueAt } from '../config-fields';
import type { ObjectFinding } from '../finding';
import { parseGoDuration } from '../proxy/shared/durations';
import { getMinor } from '../release';
import type { KubeProxyConfig } from '../types';

/** The minor whose words were recorded; others say much the same, and nobody here knows how much. */
const RECORDED = 36;

/** How its errors name a field, where that is known whole. */
const PATHS: Readonly<Record<string, string>> = {
  bindAddress: 'BindAddress',
  healthzBindAddress: 'HealthzBindAddress',
  metricsBindAddress: 'MetricsBindAddress',
  configSyncPeriod: 'ConfigSyncPeriod',
  detectLocalMode: 'DetectLocalMode',
  'logging.format': 'logging.format',
};
const PERIODS: Readonly<Record<string, string>> = { syncPeriod: 'SyncPeriod', minSyncPeriod: 'MinSyncPeriod' };

/** Reason in kube-proxy's words, by the check that failed. */
const REASONS: Readonly<Record<string, string>> = {
  negative: 'must be greater than or equal to 0',
  'not-positive': 'must be greater than 0',
  'min-sync-period': 'must be greater than or equal to KubeProxyConfiguration.MinSyncPeriod',
  'masquerade-bit': 'must be within the range [0, 31]',
  'oom-score': 'must be within the range [-1000, 1000]',
  'ip-port': 'must be IP:port',
  ip: 'not a valid textual representation of an IP address',
  cidr: 'must be a valid CIDR',
  'primary-alone': "can't use both 'primary' and CIDRs",
  'detect-local': 'must not be empty',
  'cidr-pair': 'must be a either a single CIDR or dual-stack pair of CIDRs (e.g. [10.100.0.0/16, fde4:8dba:82e1::/48]',
};
/** Of fields that have other words for the same. */
const REASONS_OF: Readonly<Record<string, string>> = {
  'clusterCIDR cidr': 'must be a valid CIDR block (e.g. 10.100.0.0/16 or fde4:8dba:82e1::/48)',
  'syncPeriod negative': 'must be greater than 0',
  'mode one-of':
    'must be iptables, ipvs, nftables or blank (blank means the best-available proxy [currently iptables])',
  'logging.format one-of': 'Unsupported log format',
};

/** One error as kube-proxy writes it (pkg/proxy/apis/config/validation/validation.go). */
export interface ConfigRefusal {
  /** `KubeProxyConfiguration.BindAddress`; absent: how it names the field is not known. */
  readonly path?: string;
  /** `Invalid value: "foo": must be a valid CIDR`. */
  readonly words: string;
}

/** Go's spelling of a duration: `1m30s`. Text that is none stands as it is. */
function formatDuration(text: string): string {
  const all = parseGoDuration(text);
  if (all === undefined || all === 0) return all === 0 ? '0s' : text;
  const seconds = Math.abs(all) / 1000;
  if (seconds < 1) return `${all}ms`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const head = hours > 0 ? `${hours}h${minutes}m` : minutes > 0 ? `${minutes}m` : '';
  return `${all < 0 ? '-' : ''}${head}${seconds % 60}s`;
}

const quote = (value: unknown): string => (typeof value === 'number' ? String(value) : JSON.stringify(value));

/** Value of the configuration that the error shows. */
function findValue(id: string, { path, message }: ObjectFinding, config: KubeProxyConfig): unknown {
  const value = message.values?.['value'];
  if (id === 'min-sync-period') return formatDuration(String(message.values?.['min'] ?? ''));
  if (id === 'cidr-pair') return (config.clusterCIDR ?? '').split(',');
  if (id === 'primary-alone') return 'primary';
  if (id === 'detect-local') return '';
  const isDuration = /(?:Period|Timeout)$/.test(path) && typeof value === 'string';
  return isDuration ? formatDuration(value) : (value ?? valueAt(config, path));
}

/** The error of a value, in its words; undefined: they are not known. */
function explainRefused(found: ObjectFinding, config: KubeProxyConfig): ConfigRefusal | undefined {
  const id = found.message.id.replace('kubernetes.validate.', '');
  const field = found.path.replace(/\[\d+\]$/, '');
  const [, period = ''] = /^\w+\.(syncPeriod|minSyncPeriod)$/.exec(field) ?? [];
  const own = id === 'min-sync-period' ? 'SyncPeriod' : (PERIODS[period] ?? PATHS[field]);
  const path = own === undefined ? {} : { path: `KubeProxyConfiguration.${own}` };
  const value = quote(findValue(id, found, config));
  if (field === 'detectLocalMode') {
    const known = ['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix', ''].map(quote).join(', ');
    return { ...path, words: `Unsupported value: ${value}: supported values: ${known}` };
  }
  const reason = REASONS_OF[`${period === '' ? field : period} ${id}`] ?? REASONS[id];
  return reason === undefined ? undefined : { ...path, words: `Invalid value: ${value}: ${reason}` };
}

/** Each error in kube-proxy's own words; undefined: of one they are not known, or not of this release. */
export function listRefusals(
  wrong: readonly ObjectFinding[],
  config: KubeProxyConfig,
  release: string,
): readonly ConfigRefusal[] | undefined {
  if (getMinor(release) !== RECORDED) return undefined;
  const refusals = wrong.map((found) => explainRefused(found, config)).filter((each) => each !== undefined);
  return refusals.length === wrong.length ? refusals : undefined;
}

/** All errors in one line, as it ends with them; `isWhole`: with the fields as it names them. */
export function formatRefusals(
  wrong: readonly ObjectFinding[],
  config: KubeProxyConfig,
  release: string,
): { readonly words: string; readonly isWhole: boolean } | undefined {
  const refusals = listRefusals(wrong, config, release);
  const [first] = refusals ?? [];
  if (!refusals || !first) return undefined;
  if (refusals.some(({ path }) => path === undefined)) return { words: first.words, isWhole: false };
  const lines = refusals.map(({ path = '', words }) => `${path}: ${words}`);
  return { words: lines.length === 1 ? lines.join('') : `[${lines.join(', ')}]`, isWhole: true };
}
