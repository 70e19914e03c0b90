import { listRefusals } from '../../../src/core/kubernetes/validation/refusal-words';
import { wrongValues } from '../../../src/core/kubernetes/validation/config-values';
import type { ProxyModeId } from '../../../src/core/kubernetes/mode-ids';
import type { KubeProxyConfig } from '../../../src/core/kubernetes/types';
import { compareLines } from '../compiler/nftables-text';
import { Tally } from '../compiler/recordings';
import type { SuiteResult } from '../suite';

/** A part of a configuration as kube-proxy's own type has it, and the errors it is refused with. */
export interface ValidateRecord {
  readonly kind: 'validate';
  readonly what: string;
  readonly value: unknown;
  readonly errors: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** `TCPEstablishedTimeout` -> `tcpEstablishedTimeout`, of a flat part. */
function lowerFields(value: unknown): Fields {
  const entries = Object.entries((value ?? {}) as Fields).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(entries.map(([name, each]) => [lowerName(name), each]));
}

const lowerName = (name: string): string =>
  name.replace(/^(?:TCP|UDP|OOM)|^[A-Z]/, (start) => start.toLowerCase()).replace(/^excludeCIDRs$/, 'excludeCIDRs');

interface ValidateCase {
  readonly config: KubeProxyConfig;
  readonly mode?: ProxyModeId;
  /** Fields that the function looks at; absent: all. */
  readonly of?: RegExp;
}

/** A part as a configuration of its own; undefined: none says that. */
type MakeConfig = (value: unknown) => ValidateCase | undefined;

function linuxConfig(value: unknown): Fields {
  const { Conntrack, OOMScoreAdj } = (value ?? {}) as Fields;
  return { conntrack: lowerFields(Conntrack), ...(OOMScoreAdj === undefined ? {} : { oomScoreAdj: OOMScoreAdj }) };
}

function localConfig(detectLocal: unknown, mode: unknown): Fields {
  const { ClusterCIDRs, BridgeInterface, InterfaceNamePrefix } = (detectLocal ?? {}) as Fields;
  return {
    ...(mode === '' || mode === undefined ? {} : { detectLocalMode: mode }),
    clusterCIDR: ((ClusterCIDRs ?? []) as readonly string[]).join(','),
    detectLocal: { bridgeInterface: BridgeInterface, interfaceNamePrefix: InterfaceNamePrefix },
  };
}

function wholeConfig(value: unknown): ValidateCase {
  const fields = value as Fields;
  const mode = (fields['Mode'] || 'iptables') as ProxyModeId;
  const periods = { syncPeriod: fields['SyncPeriod'], minSyncPeriod: fields['MinSyncPeriod'] };
  const { format } = lowerFields(fields['Logging']);
  const config = {
    ...linuxConfig(fields['Linux']),
    ...localConfig(fields['DetectLocal'], fields['DetectLocalMode']),
    bindAddress: fields['BindAddress'],
    healthzBindAddress: fields['HealthzBindAddress'],
    metricsBindAddress: fields['MetricsBindAddress'],
    configSyncPeriod: fields['ConfigSyncPeriod'],
    nodePortAddresses: fields['NodePortAddresses'] ?? [],
    logging: { format },
    iptables: lowerFields(fields['IPTables']),
    nftables: lowerFields(fields['NFTables']),
    ipvs: lowerFields(fields['IPVS']),
  };
  const own = { ...config[mode as 'iptables'], ...periods };
  return { config: { ...config, [mode]: own } as unknown as KubeProxyConfig, mode };
}

const of = (config: Fields, more: Omit<ValidateCase, 'config'> = {}): ValidateCase => ({
  config: config,
  ...more,
});

const CONFIGS: Readonly<Record<string, MakeConfig>> = {
  Validate: wholeConfig,
  validateKubeProxyIPTablesConfiguration: (value) => of({ iptables: lowerFields(value) }),
  validateKubeProxyIPVSConfiguration: (value) => of({ ipvs: lowerFields(value) }, { mode: 'ipvs' }),
  validateIPVSExcludeCIDRs: (value) => of({ ipvs: { excludeCIDRs: value ?? [] } }, { mode: 'ipvs' }),
  validateKubeProxyConntrackConfiguration: (value) => of({ conntrack: lowerFields(value) }),
  validateKubeProxyLinuxConfiguration: (value) => of(linuxConfig(value)),
  validateKubeProxyNodePortAddress: (value) => of({ nodePortAddresses: value ?? [] }),
  validateProxyMode: (value) => of(value === '' ? {} : { mode: value }),
  validateDetectLocalMode: (value) => of({ detectLocalMode: value }, { of: /^detectLocalMode$/ }),
  validateDetectLocalConfiguration: (value) => {
    const { config, mode } = value as Fields;
    return of(localConfig(config, mode), { of: /^(?:detectLocal\.|clusterCIDR)/ });
  },
  validateDualStackCIDRStrings: (value) => {
    const texts = (value ?? []) as readonly string[];
    return texts.length === 0 ? undefined : of({ clusterCIDR: texts.join(',') });
  },
};

/** Of a part that the test names itself only the words behind the name are kube-proxy's. */
const withoutPath = (error: string): string => error.replace(/^[\w.[\]]+: /, '');

function compareValue(asked: ValidateCase, { errors, what }: ValidateRecord, release: string): string[] {
  const { config, mode = 'iptables', of: fields = /^/ } = asked;
  const wrong = wrongValues(config, { mode, release }).filter(({ path }) => fields.test(path));
  const found = listRefusals(wrong, config, release) ?? wrong.map(({ path }) => ({ path, words: 'no words' }));
  const isWhole = what === 'Validate';
  const have = found.map(({ path = '', words }) => (isWhole ? `${path}: ${words}` : words));
  const want = errors.map((error) => (isWhole ? error : withoutPath(error)));
  return compareLines('error', want.toSorted(), have.toSorted());
}

/** Which configurations kube-proxy refuses, and its words. */
export function compareValidation(release: string, records: readonly ValidateRecord[]): SuiteResult {
  const tally = new Tally(`validation ${release}`);
  const skips: Record<string, number> = {};
  for (const [index, record] of records.entries()) {
    const asked = CONFIGS[record.what]?.(record.value);
    if (asked) tally.add(`${record.what} ${index + 1}`, compareValue(asked, record, release));
    else skips['no configuration says it'] = (skips['no configuration says it'] ?? 0) + 1;
  }
  const skipped = Object.values(skips).reduce((sum, each) => sum + each, 0);
  return { ...tally.result(), skipped, skips };
}
