import { parseCidr } from '../../../net/ip';
import { MAGLEV_SEED, MAGLEV_SIZES, readMaglevSeed } from '../../../linux/ebpf/maglev-seed';
import { phrase } from '../../../lib/phrase';
import type { ObjectFinding } from '../../finding';
import type { OtherObject } from '../../types';

/** A flag of the agent: what values it takes, and which it has unless told otherwise. */
type FlagKind =
  | { readonly kind: 'boolean'; readonly otherwise: boolean }
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly otherwise: string }
  | { readonly kind: 'text'; readonly otherwise: string; readonly isValid: (text: string) => boolean };

const flag = <const B extends boolean>(otherwise: B) => ({ kind: 'boolean', otherwise }) as const;
const choice = <const V extends string>(values: readonly V[], otherwise: V) =>
  ({ kind: 'choice', values, otherwise }) as const;
const text = (otherwise: string, isValid: (value: string) => boolean) =>
  ({ kind: 'text', otherwise, isValid }) as const;

const isPortRange = (value: string): boolean => {
  const [from, to] = readPorts(value);
  return from > 0 && to >= from && to <= 0xffff;
};
const areCidrs = (value: string): boolean =>
  value === '' || value.split(',').every((each) => parseCidr(each.trim()).ok);

/**
 * The flags of cilium-agent that decide what is in its load balancer's maps and what its programs do with a packet, as
 * the agent and the ConfigMap `cilium-config` spell them. Newest spelling; {@link OLDER_NAMES} has the others.
 */
export const CILIUM_FLAGS = {
  /** Everything kube-proxy does; false: only ClusterIPs, and kube-proxy does the rest. Cilium's own default is false. */
  'kube-proxy-replacement': flag(true),
  /** Sockets in Pods are left alone; the program at the Pod's interface translates instead. */
  'bpf-lb-sock-hostns-only': flag(false),
  /** How a backend is chosen for packets from outside. */
  'bpf-lb-algorithm': choice(['random', 'maglev'], 'random'),
  /** The annotation `lb-algorithm` counts. */
  'bpf-lb-algorithm-annotation': flag(false),
  /** How backends of other nodes are reached. */
  'bpf-lb-mode': choice(['snat', 'dsr', 'hybrid'], 'snat'),
  /** The annotation `forwarding-mode` counts. */
  'bpf-lb-mode-annotation': flag(false),
  /** How a packet tells the backend's node where it was sent to. */
  'bpf-lb-dsr-dispatch': choice(['opt', 'geneve', 'ipip'], 'opt'),
  'bpf-lb-acceleration': choice(['disabled', 'native', 'best-effort'], 'disabled'),
  /** ClusterIPs are reachable from outside. */
  'bpf-lb-external-clusterip': flag(false),
  'bpf-lb-source-range-all-types': flag(false),
  'service-no-backend-response': choice(['reject', 'drop'], 'reject'),
  /** Hints for zones and `trafficDistribution` count. */
  'enable-service-topology': flag(false),
  'node-port-range': text('30000,32767', isPortRange),
  'nodeport-addresses': text('', areCidrs),
  'routing-mode': choice(['tunnel', 'native'], 'tunnel'),
  'tunnel-protocol': choice(['vxlan', 'geneve'], 'vxlan'),
  'enable-host-legacy-routing': flag(false),
  'enable-bpf-masquerade': flag(false),
  'enable-ipv4-masquerade': flag(true),
  /** Frontends of a family that is off are in no map. */
  'enable-ipv4': flag(true),
  'enable-ipv6': flag(true),
  'disable-external-ip-mitigation': flag(false),
  'bpf-lb-sock-terminate-pod-connections': flag(true),
  'bpf-lb-wildcard-entries': flag(true),
  'bpf-lb-maglev-table-size': text('16381', (value) => MAGLEV_SIZES.some((size) => String(size) === value)),
  'bpf-lb-maglev-hash-seed': text(MAGLEV_SEED, (value) => readMaglevSeed(value).ok),
  'ipv4-service-loopback-address': text('169.254.42.1', (value) => /^\d+(\.\d+){3}$/.test(value)),
  /** Only Services with this `service.kubernetes.io/service-proxy-name`. */
  'k8s-service-proxy-name': text('', () => true),
} as const satisfies Record<string, FlagKind>;

export type CiliumFlag = keyof typeof CILIUM_FLAGS;

type ValueOf<Kind> = Kind extends { readonly values: readonly (infer V)[] }
  ? V
  : Kind extends { readonly otherwise: boolean }
    ? boolean
    : string;

/** Every flag with its value. */
export type CiliumSettings = { readonly [Flag in CiliumFlag]: ValueOf<(typeof CILIUM_FLAGS)[Flag]> };

/** The flags somebody set; the others are as the agent has them. */
export type CiliumConfig = Partial<CiliumSettings>;

/** Names that flags had before, and hidden ones. */
const OLDER_NAMES: Readonly<Record<string, CiliumFlag>> = {
  'node-port-algorithm': 'bpf-lb-algorithm',
  'node-port-mode': 'bpf-lb-mode',
  'node-port-acceleration': 'bpf-lb-acceleration',
  'bpf-lb-enable-wildcard-entries': 'bpf-lb-wildcard-entries',
  'enable-host-port-range': 'node-port-range',
  'native-routing-mode': 'routing-mode',
};

/** From and to of `30000,32767` or `30000-32767`. NaN where it is none. */
function readPorts(value: string): readonly [from: number, to: number] {
  const found = /^(\d{1,5})[,-](\d{1,5})$/.exec(value.replaceAll(' ', ''));
  return [Number(found?.[1]), Number(found?.[2])];
}

/** `node-port-range` as numbers, both ends included. */
export function nodePortRange(settings: CiliumSettings): readonly [from: number, to: number] {
  return readPorts(settings['node-port-range']);
}

/** All flags; those that are not set, or to what they do not take, as the agent has them. */
export function ciliumSettings(config: CiliumConfig): CiliumSettings {
  const given: Readonly<Record<string, unknown>> = config;
  const all = Object.entries<FlagKind>(CILIUM_FLAGS).map(([name, kind]) => {
    const read = Object.hasOwn(given, name) ? readValue(kind, given[name]) : undefined;
    return [name, read ?? kind.otherwise];
  });
  // The keys are those of the flags, one by one.
  return Object.fromEntries(all) as CiliumSettings;
}

function readValue(kind: FlagKind, value: unknown): string | boolean | undefined {
  const given = typeof value === 'string' ? value.trim() : value;
  switch (kind.kind) {
    case 'boolean':
      // `strict` was the word for true up to 1.15 (partial and probe: some of it, by what the kernel has).
      if (given === true || given === 'true' || given === 'strict') return true;
      return given === false || given === 'false' || given === 'disabled' ? false : undefined;
    case 'choice':
      return typeof given === 'string' && kind.values.includes(given) ? given : undefined;
    case 'text': {
      const printed = typeof given === 'number' ? String(given) : given;
      return typeof printed === 'string' && kind.isValid(printed) ? printed : undefined;
    }
  }
}

/** Flags as they were read, with findings. */
export interface ReadCiliumConfig {
  readonly config: CiliumConfig;
  readonly findings: readonly ObjectFinding[];
}

function refused(name: string, value: unknown): ObjectFinding {
  const kind: FlagKind | undefined = (CILIUM_FLAGS as Readonly<Record<string, FlagKind>>)[OLDER_NAMES[name] ?? name];
  const known =
    kind?.kind === 'choice'
      ? kind.values.join(', ')
      : kind?.kind === 'boolean'
        ? 'true, false'
        : String(kind?.otherwise);
  const message = phrase('kubernetes.ebpf.bad-flag', { name, value: String(value).slice(0, 80), known });
  return { severity: 'error', code: 'invalid', message, path: name };
}

/**
 * Reads the data of the ConfigMap `cilium-config`, or flags by their names. A flag whose value is none it takes is said
 * and left as it is; what no rule depends on is passed over.
 */
export function readCiliumConfig(data: Readonly<Record<string, unknown>>): ReadCiliumConfig {
  const findings: ObjectFinding[] = [];
  const config: Record<string, string | boolean> = {};
  for (const [given, value] of Object.entries(data)) {
    const name = OLDER_NAMES[given] ?? given;
    const kind: FlagKind | undefined = (CILIUM_FLAGS as Readonly<Record<string, FlagKind>>)[name];
    if (!kind || !Object.hasOwn(CILIUM_FLAGS, name)) continue;
    const read = readValue(kind, value);
    if (read === undefined) findings.push(refused(given, value));
    else config[name] = read;
  }
  return { config, findings };
}

const NAME = 'cilium-config';

/** Is it the ConfigMap that cilium-agent reads its flags from? */
export function isCiliumObject({ kind, metadata }: OtherObject): boolean {
  return kind === 'ConfigMap' && metadata?.name === NAME;
}

/** The flags of that ConfigMap; what it does not say is as the agent has it. */
export function ciliumOfObject(object: OtherObject & { readonly data?: unknown }): CiliumConfig {
  const { data } = object;
  return readCiliumConfig(typeof data === 'object' && data !== null ? { ...data } : {}).config;
}

/** The ConfigMap of some flags: values are texts. */
export function objectOfCilium(config: CiliumConfig): OtherObject {
  const data = { 'kube-proxy-replacement': 'true', ...mapTexts(config) };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: NAME, namespace: 'kube-system' },
    data,
  } as OtherObject;
}

function mapTexts(config: CiliumConfig): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)]));
}
