/** What a field of KubeProxyConfiguration holds. */
export type FieldType = 'string' | 'number' | 'boolean' | 'strings';

/** A field that changes rules, its path in the file, and the flag that says the same. */
export interface Field {
  readonly path: string;
  readonly type: FieldType;
  /** Without its dashes; undefined: there is none. */
  readonly flag?: string;
}

/** kubeproxy.config.k8s.io/v1alpha1 (pkg/proxy/apis/config/types.go, cmd/kube-proxy/app/options.go). */
export const FIELDS: readonly Field[] = [
  { path: 'mode', type: 'string', flag: 'proxy-mode' },
  { path: 'clusterCIDR', type: 'string', flag: 'cluster-cidr' },
  { path: 'hostnameOverride', type: 'string', flag: 'hostname-override' },
  { path: 'bindAddress', type: 'string', flag: 'bind-address' },
  { path: 'detectLocalMode', type: 'string', flag: 'detect-local-mode' },
  { path: 'detectLocal.bridgeInterface', type: 'string', flag: 'pod-bridge-interface' },
  { path: 'detectLocal.interfaceNamePrefix', type: 'string', flag: 'pod-interface-name-prefix' },
  { path: 'nodePortAddresses', type: 'strings', flag: 'nodeport-addresses' },
  { path: 'iptables.masqueradeBit', type: 'number', flag: 'iptables-masquerade-bit' },
  { path: 'iptables.masqueradeAll', type: 'boolean', flag: 'masquerade-all' },
  { path: 'iptables.localhostNodePorts', type: 'boolean', flag: 'iptables-localhost-nodeports' },
  { path: 'iptables.syncPeriod', type: 'string', flag: 'iptables-sync-period' },
  { path: 'iptables.minSyncPeriod', type: 'string', flag: 'iptables-min-sync-period' },
  { path: 'nftables.masqueradeBit', type: 'number' },
  { path: 'nftables.masqueradeAll', type: 'boolean' },
  { path: 'ipvs.scheduler', type: 'string', flag: 'ipvs-scheduler' },
  { path: 'ipvs.strictARP', type: 'boolean', flag: 'ipvs-strict-arp' },
  { path: 'ipvs.excludeCIDRs', type: 'strings', flag: 'ipvs-exclude-cidrs' },
  { path: 'ipvs.tcpTimeout', type: 'string', flag: 'ipvs-tcp-timeout' },
  { path: 'ipvs.tcpFinTimeout', type: 'string', flag: 'ipvs-tcpfin-timeout' },
  { path: 'ipvs.udpTimeout', type: 'string', flag: 'ipvs-udp-timeout' },
  { path: 'conntrack.tcpBeLiberal', type: 'boolean', flag: 'conntrack-tcp-be-liberal' },
];

/** Flags that only kube-proxy has: a line with one needs no program's name. */
export const OWN_FLAG =
  /^--(?:proxy-mode|cluster-cidr|detect-local-mode|pod-bridge-interface|pod-interface-name-prefix|nodeport-addresses|iptables-[\w-]+|ipvs-[\w-]+|masquerade-all|conntrack-[\w-]+|hostname-override|proxy-port-range)\b/;

/** A value of a file, if it has the field's type. */
export function fileValue(type: FieldType, value: unknown): string | number | boolean | readonly string[] | undefined {
  if (type !== 'strings') return typeof value === type ? (value as string | number | boolean) : undefined;
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isTexts ? value : undefined;
}

/** A flag's text, as the field has it; undefined: it is not of that type. */
export function flagValue(type: FieldType, text: string): ReturnType<typeof fileValue> {
  switch (type) {
    case 'string':
      return text;
    case 'strings':
      return text.split(',').filter((part) => part !== '');
    case 'number':
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case 'boolean':
      return text === '' || text === 'true' ? true : text === 'false' ? false : undefined;
    default:
      return type satisfies never;
  }
}

/** Sets a value at a dotted path of nested objects. */
export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', second] = path.split('.');
  if (second === undefined) target[first] = value;
  else target[first] = { ...(target[first] as Record<string, unknown> | undefined), [second]: value };
}

/** The value at a dotted path. */
export function valueAt(source: Readonly<Record<string, unknown>>, path: string): unknown {
  let value: unknown = source;
  for (const part of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  }
  return value;
}
