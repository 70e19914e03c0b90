import { formatValue, hasField, readConfigText, readField, showConfigText } from '../../core/kubernetes/config-fields';
import { KEPT_FIELDS, type ConfigField } from '../../core/kubernetes/config-table';
import { readRoutes, readSysctls, showSysctls, type Sysctls } from '../../core/kubernetes/network/node-settings';
import { readCni, type CniNetwork } from '../../core/kubernetes/network/cni-config';
import type { KubeProxyConfig, Labels, ProxyModeId } from '../../core/kubernetes/types';
import { isRight } from '../../core/kubernetes/validation/grammars';
import { PROXY, readWriters, withProxy, type WriterOrder } from '../../core/kubernetes/writers';
import { err, ok, type Result } from '../../core/lib/result';
import { formatCidr, parseCidr, formatIp, parseIp } from '../../core/net/ip';
import type { ModeOffer } from '../../engine/protocol';
import { offeredRelease, typedRelease } from '../shell/bench/mode.model';

/** Keys of the editors' messages, each a sentence that ends in the next step. */
export type FieldProblem =
  | 'needsPort'
  | 'needsNumber'
  | 'needsIp'
  | 'needsDnsName'
  | 'needsHost'
  | 'needsPath'
  | 'needsCidr'
  | 'needsLabels'
  | 'needsName'
  | 'needsTarget'
  | 'needsKernel'
  | 'needsRelease'
  | 'needsSysctls'
  | 'needsRoutes'
  | 'needsConfig'
  | 'needsConfigs'
  | 'needsCni'
  | 'needsWriters';

/** A text in a box and what it means: `read` refuses what cannot be meant. */
export interface FieldCodec<T> {
  readonly show: (value: T) => string;
  readonly read: (text: string) => Result<T, FieldProblem>;
}

/** A whole number in a range. */
export function numberField(min: number, max: number, problem: FieldProblem = 'needsNumber'): FieldCodec<number> {
  return {
    show: String,
    read: (text) => {
      const value = Number(text.trim());
      return /^\s*\d+\s*$/.test(text) && value >= min && value <= max ? ok(value) : err(problem);
    },
  };
}

export const PORT_FIELD = numberField(1, 65_535, 'needsPort');

/** Seconds that passed: a year at most. */
export const AGO_FIELD = numberField(0, 31_536_000);

/** Empty means the field is absent. */
export function optional<T>(codec: FieldCodec<T>): FieldCodec<T | undefined> {
  return {
    show: (value) => (value === undefined ? '' : codec.show(value)),
    read: (text) => (text.trim() === '' ? ok(undefined) : codec.read(text)),
  };
}

/** A `.conflist` of CNI; empty: there is none. */
export const CNI_FIELD: FieldCodec<CniNetwork | undefined> = {
  show: (cni) => cni?.text ?? '',
  read: (text) => {
    if (text.trim() === '') return ok(undefined);
    const cni = readCni(text);
    return cni ? ok(cni) : err('needsCni');
  },
};

/** A port number or the name of a container port. */
export const TARGET_FIELD: FieldCodec<number | string> = {
  show: String,
  read: (text) => {
    const word = text.trim();
    if (/^\d+$/.test(word)) return PORT_FIELD.read(word);
    return isRight('port-name', word) ? ok(word) : err('needsTarget');
  },
};

/** A name of a Service port: lower case letters, digits and dashes. */
export const PORT_NAME_FIELD: FieldCodec<string> = {
  show: (value) => value,
  read: (text) => (isRight('dns-label', text.trim()) ? ok(text.trim()) : err('needsName')),
};

/** `6.1`, `5.4.0-150-generic`: a kernel's release as `uname -r` prints it; empty: not told. */
export const KERNEL_FIELD: FieldCodec<string | undefined> = {
  show: (value) => value ?? '',
  read: (text) => {
    const told = text.trim();
    if (told === '') return ok(undefined);
    return /^\d{1,2}\.\d{1,3}[\w.+~-]{0,60}$/.test(told) ? ok(told) : err('needsKernel');
  },
};

/** `1.33`, `1.33.13`, or `13` of the minor there is, if the mode has it; empty: the patch the minor stands for. */
export function releaseField(mode: ModeOffer | undefined, present: string): FieldCodec<string> {
  return {
    show: (release) => release,
    read: (text) => {
      const release = typedRelease(text, present);
      const offer = release === undefined ? undefined : offeredRelease(mode, release);
      return release === undefined || !offer || offer.problem ? err('needsRelease') : ok(release);
    },
  };
}

/** `app=web, tier=front`. */
export const LABELS_FIELD: FieldCodec<Labels> = {
  show: (labels) =>
    Object.entries(labels)
      .map(([key, value]) => `${key}=${value}`)
      .join(', '),
  read: (text) => {
    const pairs = text.split(/[,\n]/).map((pair) => pair.trim());
    const entries = pairs
      .filter((pair) => pair !== '')
      .map((pair) => pair.split(/[=:](.*)/s, 2).map((part) => part.trim()));
    const fine = entries.every(
      ([key, value]) => isRight('label-key', key ?? '') && isRight('label-value', value ?? '!'),
    );
    return fine ? ok(Object.fromEntries(entries) as Labels) : err('needsLabels');
  },
};

/** A list of texts separated by commas or blanks, each read by `one`. */
export function listField(
  one: (text: string) => string | undefined,
  problem: FieldProblem,
): FieldCodec<readonly string[]> {
  return {
    show: (values) => values.join(', '),
    read: (text) => {
      const words = text.split(/[\s,]+/).filter((word) => word !== '');
      const values = words.map((word) => one(word));
      return values.includes(undefined) ? err(problem) : ok(values as string[]);
    },
  };
}

function ipText(text: string): string | undefined {
  const address = parseIp(text);
  return address.ok ? formatIp(address.value) : undefined;
}

function cidrText(text: string): string | undefined {
  const range = parseCidr(text);
  return range.ok && text.includes('/') ? formatCidr(range.value) : undefined;
}

export const IPS_FIELD = listField(ipText, 'needsIp');
export const CIDRS_FIELD = listField(cidrText, 'needsCidr');

/** `net.ipv4.ip_forward=0, net.ipv4.conf.all.rp_filter=1`. */
export const SYSCTLS_FIELD: FieldCodec<Sysctls> = {
  show: showSysctls,
  read: (text) => {
    const sysctls = readSysctls(text);
    return sysctls ? ok(sysctls) : err('needsSysctls');
  },
};

/** `10.9.0.0/16 via 172.18.0.9, unreachable 10.1.0.0/16`. */
export const ROUTES_FIELD: FieldCodec<readonly string[]> = {
  show: (routes) => routes.join(', '),
  read: (text) => {
    const routes = readRoutes(text);
    return routes ? ok(routes) : err('needsRoutes');
  },
};

/** One field of KubeProxyConfiguration; empty: as kube-proxy has it. */
export function configField(field: ConfigField): FieldCodec<unknown> {
  return {
    show: (value) => (value === undefined ? '' : formatValue(value)),
    read: (text) => {
      const word = text.trim();
      if (word === '') return ok(undefined);
      const value = readField(field, word);
      return value === undefined ? err('needsConfig') : ok(value);
    },
  };
}

/** `ipvs.scheduler=lc, iptables.masqueradeAll=true`. */
export const CONFIG_FIELD: FieldCodec<KubeProxyConfig> = {
  show: showConfigText,
  read: (text) => {
    const config = readConfigText(text);
    return config ? ok(config) : err('needsConfigs');
  },
};

/** `kubelet, docker, kube-proxy`: programs of a node in the order they start. */
export const WRITERS_FIELD: FieldCodec<WriterOrder> = {
  show: (order) => withProxy(order).join(', '),
  read: (text) => {
    const order = readWriters(text);
    if (!order) return err('needsWriters');
    return ok(order.at(-1) === PROXY ? order.slice(0, -1) : order);
  },
};

/** One address. */
export const IP_FIELD: FieldCodec<string> = {
  show: (value) => value,
  read: (text) => {
    const address = ipText(text.trim());
    return address === undefined ? err('needsIp') : ok(address);
  },
};

/** A name as a resolver takes it: `web`, `web.default.svc.cluster.local.`, `_http._tcp.web`. */
export const DNS_NAME_FIELD: FieldCodec<string> = {
  show: (value) => value,
  read: (text) => {
    const name = text.trim();
    const isName = name.length <= 253 && /^(?:[\w-]{1,63}\.)*[\w-]{1,63}\.?$/.test(name);
    return isName ? ok(name) : err('needsDnsName');
  },
};

/** A host of an Ingress or HTTPRoute: `shop.example`, `*.example`. */
export const HOST_FIELD: FieldCodec<string> = {
  show: (value) => value,
  read: (text) => {
    const name = text.trim().toLowerCase();
    return /^(?:\*\.)?(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}$/.test(name) ? ok(name) : err('needsHost');
  },
};

/** Several of them. */
export const HOSTS_FIELD = listField((text) => {
  const read = HOST_FIELD.read(text);
  return read.ok ? read.value : undefined;
}, 'needsHost');

/** The path of a request, or of a rule for it. */
export const PATH_FIELD: FieldCodec<string> = {
  show: (value) => value,
  read: (text) => (/^\/\S{0,1023}$/.test(text.trim()) ? ok(text.trim()) : err('needsPath')),
};

/** `weight` of a backend. */
export const WEIGHT_FIELD = numberField(0, 1_000_000);

/** A clusterIP: an address or `None`; empty asks the allocator. */
export const CLUSTER_IP_FIELD: FieldCodec<string | undefined> = {
  show: (value) => value ?? '',
  read: (text) => {
    const word = text.trim();
    if (word === '') return ok(undefined);
    return word === 'None' ? ok(word) : IP_FIELD.read(word);
  },
};

/** Fields that have a control of their own above. */
const ABOVE: ReadonlySet<string> = new Set([
  'mode',
  'detectLocalMode',
  'clusterCIDR',
  'nodePortAddresses',
  'iptables.masqueradeAll',
  'iptables.localhostNodePorts',
]);

/** The modes that read a part of the configuration; absent: all of them. */
const READ_BY: Readonly<Record<string, readonly ProxyModeId[]>> = {
  iptables: ['iptables', 'ipvs'],
  ipvs: ['ipvs'],
  nftables: ['nftables'],
  portRange: ['userspace'],
  winkernel: ['kernelspace'],
};

/** Does kube-proxy of a mode read a field? */
export function readsField(mode: ProxyModeId, path: string): boolean {
  return READ_BY[path.split('.')[0] ?? '']?.includes(mode) ?? true;
}

/** Fields of KubeProxyConfiguration that a release has and a mode reads, beside those with a control of their own. */
export function listConfigFields(mode: ProxyModeId, release: string): readonly ConfigField[] {
  return KEPT_FIELDS.filter(
    (field) => !ABOVE.has(field.path) && readsField(mode, field.path) && hasField(field, release),
  );
}
