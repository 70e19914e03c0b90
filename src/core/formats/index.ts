import { fencedOnce, UNWATCHED, type Fault } from '../lib/fence';
import { lineStarts } from '../lib/scan';
import { err, ok, type Result } from '../lib/result';
import { BRIDGE_FDB } from './bridge-fdb';
import { CALICO_STATUS } from './calico-status';
import { CILIUM_CT_LIST } from './cilium-ct-list';
import { CILIUM_LB_LIST } from './cilium-lb-list';
import { CILIUM_NAT_LIST } from './cilium-nat-list';
import { CILIUM_SERVICE_LIST } from './cilium-service-list';
import { CILIUM_STATUS } from './cilium-status';
import { CNI_CONFLIST } from './cni-conflist';
import { CONNTRACK } from './conntrack';
import { DNS_ANSWERS } from './dns-answers';
import { leftAside } from './fence';
import type { Diagnostic, Format, Parsed } from './format';
import { HAIRPIN_MODE } from './hairpin-mode';
import { HNS_POLICY_LIST } from './hns-policy-list';
import { HNSDIAG_LIST } from './hnsdiag-list';
import { HTTP_ANSWERS } from './http-answers';
import { IFCONFIG } from './ifconfig';
import { IP_ADDRESS } from './ip-address';
import { IP_JSON } from './ip-json';
import { IP_ROUTE } from './ip-route';
import { IP_RULE } from './ip-rule';
import { IPSET_LIST } from './ipset-list';
import { IPSET_SAVE } from './ipset-save';
import { IPTABLES_LIST } from './iptables-list';
import { IPTABLES_SAVE } from './iptables-save';
import { IPVSADM } from './ipvsadm';
import { IPVSADM_CONNECTIONS } from './ipvsadm-connections';
import { IPVS_LOG } from './ipvs-log';
import { KUBE_PROXY_CONFIG } from './kube-proxy-config';
import { KUBEADM_CONFIG } from './kubeadm-config';
import { KUBECONFIG } from './kubeconfig';
import { KUBECTL_DESCRIBE } from './kubectl-describe';
import { KUBECTL_TABLE } from './kubectl-table';
import { KUBERNETES_YAML } from './kubernetes-yaml';
import { LISTENING_SOCKETS } from './listening-sockets';
import { NEIGHBOURS } from './neighbours';
import { NETFILTER_LOG } from './netfilter-log';
import { NFT_JSON } from './nft-json';
import { NFT_RULESET } from './nft-ruleset';
import { PROJECT_FILE } from './project-file';
import { ROUTE_N } from './route-n';
import { SYSCTL } from './sysctl';
import { TCPDUMP } from './tcpdump';
import { undressed } from './lines/undressed';
import { XT_RECENT } from './xt-recent';
import { VFPCTRL_LIST } from './vfpctrl-list';

/** Every text format that can be read, most specific first: one line each. */
export const FORMATS = [
  PROJECT_FILE,
  IPTABLES_SAVE,
  IPTABLES_LIST,
  KUBECONFIG,
  KUBEADM_CONFIG,
  KUBE_PROXY_CONFIG,
  CNI_CONFLIST,
  KUBERNETES_YAML,
  KUBECTL_DESCRIBE,
  KUBECTL_TABLE,
  CONNTRACK,
  CILIUM_CT_LIST,
  CILIUM_NAT_LIST,
  CILIUM_LB_LIST,
  CILIUM_SERVICE_LIST,
  CILIUM_STATUS,
  HNS_POLICY_LIST,
  HNSDIAG_LIST,
  VFPCTRL_LIST,
  NFT_JSON,
  NFT_RULESET,
  IPSET_SAVE,
  IPSET_LIST,
  IPVSADM,
  IPVSADM_CONNECTIONS,
  NETFILTER_LOG,
  TCPDUMP,
  IPVS_LOG,
  XT_RECENT,
  HAIRPIN_MODE,
  CALICO_STATUS,
  HTTP_ANSWERS,
  DNS_ANSWERS,
  NEIGHBOURS,
  BRIDGE_FDB,
  LISTENING_SOCKETS,
  IP_RULE,
  IP_JSON,
  IP_ADDRESS,
  IFCONFIG,
  IP_ROUTE,
  ROUTE_N,
  SYSCTL,
] as const;

export type FormatId = (typeof FORMATS)[number]['id'];

/** A format and how sure it is of a text, 0..1. */
export interface Detected {
  readonly id: FormatId;
  readonly score: number;
}

/** The formats that claim a text, the surest first; equals in the list's order. Empty: none does. */
export function detectFormats(text: string): readonly Detected[] {
  return detected(undressed(text));
}

function detected(bare: string): readonly Detected[] {
  return FORMATS.map(({ id, title, detect }) => {
    const sure = fencedOnce(() => detect(bare), readingOf(title, bare), UNWATCHED);
    return { id, score: sure.ok ? sure.value : 0 };
  })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

/** A text that was read by one of the formats. */
export interface ReadByFormat {
  readonly format: FormatId;
  readonly diagnostics: readonly Diagnostic[];
  /** What is in it, in numbers and names. */
  readonly summary: Readonly<Record<string, unknown>>;
  /** The canonical text. */
  readonly print: () => string;
}

const readingOf = (reader: string, text: string) => ({ reader, text: '', length: text.length });

/** Reads a text by a format; the error is every diagnostic when nothing at all could be read, or that its reader failed. */
export function readAs(id: FormatId, text: string): Result<ReadByFormat, readonly Diagnostic[]> {
  // The one cast of this registry: what a format read is handed back to that format only.
  const format = (FORMATS as unknown as readonly Format<FormatId, unknown>[]).find((each) => each.id === id);
  if (!format) return err([]);
  const read = fencedOnce(() => parsedBy(format, text), readingOf(format.title, text), UNWATCHED);
  return read.ok ? read.value : err([failedBy(format.title, text, read.error)]);
}

function parsedBy(format: Format<FormatId, unknown>, text: string): Result<ReadByFormat, readonly Diagnostic[]> {
  const parsed: Result<Parsed<unknown>, readonly Diagnostic[]> = format.parse(text);
  if (!parsed.ok) return parsed;
  const { value, diagnostics } = parsed.value;
  const summary = format.summary?.(value) ?? {};
  return ok({ format: format.id, diagnostics, summary, print: () => format.print(value) });
}

function failedBy(reader: string, text: string, fault: Fault): Diagnostic {
  return leftAside({ reader, fault, title: '', lines: { from: 1, to: lineStarts(text).length } });
}

/**
 * Reads a text by the surest format that can make something of it. The error is what the surest said,
 * or empty when no format claims the text.
 */
export function readByFormat(text: string): Result<ReadByFormat, readonly Diagnostic[]> {
  let first: readonly Diagnostic[] | undefined;
  const bare = undressed(text);
  for (const { id } of detected(bare)) {
    const read = readAs(id, bare);
    if (read.ok) return read;
    first ??= read.error;
  }
  return { ok: false, error: first ?? [] };
}
