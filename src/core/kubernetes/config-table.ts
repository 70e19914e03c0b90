import { KUBE_PROXY_MODE_IDS } from './mode-ids';

/** Type of a field; `gates`: names that are on or off; `other`: something nothing here reads. */
export type ConfigType = 'string' | 'number' | 'boolean' | 'strings' | 'gates' | 'other';

/** Effect of a field: it decides rules, sets sysctls of the node, or neither. */
type Effect = 'rules' | 'kernel' | 'none';

/** A field of KubeProxyConfiguration, and the releases that have it; absent: all of them. */
export interface ConfigField {
  /** `ipvs.scheduler`; it stands for all below it. */
  readonly path: string;
  readonly type: ConfigType;
  readonly effect: Effect;
  /** The flag that says the same, without its dashes; absent: there is none. */
  readonly flag?: string;
  /** Minor of the first release that has it, and of the first that has it no more. */
  readonly since?: number;
  readonly until?: number;
  /** All that it may say; absent: anything of its type. */
  readonly words?: readonly string[];
  /** Default value, where that is one value. */
  readonly usual?: string;
  /** When kube-proxy writes, or how long the kernel remembers: it stays in the configuration though no rule changes. */
  readonly timing?: true;
}

type Row = readonly [path: string, type: ConfigType, flag?: string, more?: Partial<ConfigField>];

const every = <const Usual extends string>(usual: Usual) => ({ timing: true, usual }) as const;
const LOCAL_MODES = ['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix'] as const;

const OF_RULES = [
  ['apiVersion', 'other'],
  ['kind', 'other'],
  ['mode', 'string', 'proxy-mode', { words: KUBE_PROXY_MODE_IDS }],
  ['featureGates', 'gates', 'feature-gates'],
  ['clusterCIDR', 'string', 'cluster-cidr'],
  // The name of the Node it takes itself for; absent: that of its host.
  ['hostnameOverride', 'string', 'hostname-override'],
  // The node IP, if it is none of all zeros; userspace mode: where the proxy listens. Absent: any address.
  ['bindAddress', 'string', 'bind-address'],
  // userspace mode: `40000-41000`, `40000+1000`, `40000`; absent: the kernel picks.
  ['portRange', 'string', 'proxy-port-range'],
  ['detectLocalMode', 'string', 'detect-local-mode', { since: 18, words: LOCAL_MODES, usual: 'ClusterCIDR' }],
  ['detectLocal.bridgeInterface', 'string', 'pod-bridge-interface', { since: 24 }],
  ['detectLocal.interfaceNamePrefix', 'string', 'pod-interface-name-prefix', { since: 24 }],
  ['nodePortAddresses', 'strings', 'nodeport-addresses', { since: 10 }],
  ['iptables.masqueradeBit', 'number', 'iptables-masquerade-bit', { usual: '14' }],
  ['iptables.masqueradeAll', 'boolean', 'masquerade-all', { usual: 'false' }],
  ['iptables.localhostNodePorts', 'boolean', 'iptables-localhost-nodeports', { since: 26, usual: 'true' }],
  ['iptables.syncPeriod', 'string', 'iptables-sync-period', every('30s')],
  ['nftables.masqueradeBit', 'number', undefined, { since: 29, usual: '14' }],
  ['nftables.masqueradeAll', 'boolean', undefined, { since: 29, usual: 'false' }],
  ['ipvs.scheduler', 'string', 'ipvs-scheduler', { usual: 'rr' }],
  ['ipvs.strictARP', 'boolean', 'ipvs-strict-arp', { usual: 'false' }],
  ['ipvs.excludeCIDRs', 'strings', 'ipvs-exclude-cidrs'],
  ['ipvs.tcpTimeout', 'string', 'ipvs-tcp-timeout', { since: 18, usual: '0s' }],
  ['ipvs.tcpFinTimeout', 'string', 'ipvs-tcpfin-timeout', { since: 18, usual: '0s' }],
  ['ipvs.udpTimeout', 'string', 'ipvs-udp-timeout', { since: 18, usual: '0s' }],
  ['conntrack.tcpBeLiberal', 'boolean', 'conntrack-tcp-be-liberal', { since: 29, usual: 'false' }],
  ['winkernel.sourceVip', 'string', 'source-vip'],
  ['winkernel.enableDSR', 'boolean', 'enable-dsr', { usual: 'false' }],
  ['winkernel.rootHnsEndpointName', 'string', 'root-hnsendpoint-name', { since: 24 }],
  ['winkernel.forwardHealthCheckVip', 'boolean', 'forward-healthcheck-vip', { since: 24, usual: 'false' }],
] as const satisfies readonly Row[];

const OF_KERNEL = [
  ['conntrack.maxPerCore', 'number', 'conntrack-max-per-core', every('32768')],
  ['conntrack.min', 'number', 'conntrack-min', every('131072')],
  ['conntrack.tcpEstablishedTimeout', 'string', 'conntrack-tcp-timeout-established', every('24h')],
  ['conntrack.tcpCloseWaitTimeout', 'string', 'conntrack-tcp-timeout-close-wait', every('1h')],
  ['conntrack.udpTimeout', 'string', 'conntrack-udp-timeout', { since: 29, ...every('0s') }],
  ['conntrack.udpStreamTimeout', 'string', 'conntrack-udp-timeout-stream', { since: 29, ...every('0s') }],
] as const satisfies readonly Row[];

const OF_NEITHER = [
  ['iptables.minSyncPeriod', 'string', 'iptables-min-sync-period', every('1s')],
  ['ipvs.syncPeriod', 'string', 'ipvs-sync-period', every('30s')],
  ['ipvs.minSyncPeriod', 'string', 'ipvs-min-sync-period', every('0s')],
  ['nftables.syncPeriod', 'string', undefined, { since: 29, ...every('30s') }],
  ['nftables.minSyncPeriod', 'string', undefined, { since: 29, ...every('1s') }],
  ['clientConnection', 'other'],
  ['configSyncPeriod', 'other'],
  ['enableProfiling', 'other'],
  ['healthzBindAddress', 'other'],
  ['metricsBindAddress', 'other'],
  ['bindAddressHardFail', 'other', undefined, { since: 20 }],
  ['showHiddenMetricsForVersion', 'other', undefined, { since: 18 }],
  ['logging', 'other', undefined, { since: 28 }],
  ['oomScoreAdj', 'other'],
  ['udpIdleTimeout', 'other', undefined, { until: 26 }],
  ['winkernel.networkName', 'other'],
  ['windowsRunAsService', 'other', undefined, { since: 31 }],
] as const satisfies readonly Row[];

const listFields = (effect: Effect, rows: readonly Row[]): readonly ConfigField[] =>
  rows.map(([path, type, flag, more]) => ({ path, type, effect, ...(flag ? { flag } : {}), ...more }));

/**
 * Every field of kubeproxy.config.k8s.io/v1alpha1 from 1.16 on (staging/src/k8s.io/kube-proxy/config/v1alpha1/types.go,
 * cmd/kube-proxy/app/options.go). kubernetes #99287, #117800, #126072 brought the last fields of `winkernel`,
 * `logging` and `windowsRunAsService`.
 */
export const CONFIG_FIELDS: readonly ConfigField[] = [
  ...listFields('rules', OF_RULES),
  ...listFields('kernel', OF_KERNEL),
  ...listFields('none', OF_NEITHER),
];

/** {@link CONFIG_FIELDS} by path. */
export const PROXY_FIELDS: ReadonlyMap<string, ConfigField> = new Map(
  CONFIG_FIELDS.map((field) => [field.path, field]),
);

/** The fields that a document keeps of a configuration: those that decide rules, and those that decide when. */
export const KEPT_FIELDS: readonly ConfigField[] = CONFIG_FIELDS.filter(
  ({ type, effect, timing }) => type !== 'other' && (effect !== 'none' || timing),
);

interface Values {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly strings: readonly string[];
  readonly gates: Readonly<Record<string, boolean>>;
}

/** A row whose type is read here. */
type ReadRow = Extract<
  (typeof OF_RULES | typeof OF_KERNEL | typeof OF_NEITHER)[number],
  readonly [string, keyof Values, ...unknown[]]
>;
type Path = ReadRow[0];

/** Value of the row of a path: one of its words, where it has some. */
type ValueAt<P extends Path> =
  Extract<ReadRow, readonly [P, ...unknown[]]> extends readonly [
    unknown,
    infer Type extends keyof Values,
    ...infer More,
  ]
    ? More extends readonly [unknown, { readonly words: readonly (infer Word)[] }]
      ? Word
      : Values[Type]
    : never;

type Outer<P extends string> = P extends `${infer First}.${string}` ? First : P;
type Inner<First extends string, P extends string> = P extends `${First}.${infer Second}` ? Second : never;

/**
 * KubeProxyConfiguration (kubeproxy.config.k8s.io/v1alpha1): the fields of {@link CONFIG_FIELDS} that decide rules or when they are
 * written; absent: as kube-proxy has it by itself.
 */
export type KubeProxyConfig = {
  readonly [First in Outer<Path>]?: First extends Path
    ? ValueAt<First>
    : { readonly [Second in Inner<First, Path>]?: ValueAt<Extract<`${First}.${Second}`, Path>> };
};
