import { phrase, type Phrase } from '../lib/phrase';

/**
 * The modes of kube-proxy that are known, as `mode` of its configuration spells them, and what takes its place, in the
 * order they are offered and counted by keys. The one list of them: whatever has something for each mode is typed by it.
 */
export const PROXY_MODE_IDS = ['iptables', 'ipvs', 'nftables', 'userspace', 'ebpf', 'kernelspace'] as const;

export type ProxyModeId = (typeof PROXY_MODE_IDS)[number];

/** What a mode is called, and in which releases kube-proxy has it. */
export interface ModeSpan {
  readonly title: string;
  /** The first whose rules are known. */
  readonly since: string;
  /** The first that had it, where that is an older one. */
  readonly first?: string;
  /** The last that had it. Absent: it is still there. */
  readonly until?: string;
  /** The project whose releases count, where not Kubernetes. */
  readonly axis?: 'Cilium';
  /** System of the mode's nodes, where not Linux. */
  readonly system?: 'Windows';
}

/** Of each mode, without how its rules are written. */
export const MODE_SPANS: Readonly<Record<ProxyModeId, ModeSpan>> = {
  iptables: { title: 'iptables', since: '1.2' },
  ipvs: { title: 'IPVS', since: '1.15', first: '1.8' },
  nftables: { title: 'nftables', since: '1.29' },
  userspace: { title: 'userspace', since: '1.0', until: '1.25' },
  ebpf: { title: 'eBPF', since: '1.12', until: '1.20', axis: 'Cilium' },
  kernelspace: { title: 'kernelspace', since: '1.29', system: 'Windows' },
};

/** Modes that kube-proxy's own configuration may name. */
export const KUBE_PROXY_MODE_IDS = PROXY_MODE_IDS.filter((id) => MODE_SPANS[id].axis === undefined);

/** The release of Kubernetes that is taken where a document names one of something else. */
const OTHERWISE = '1.30';

/** The project whose releases a mode goes by; Kubernetes for a mode that is not known. */
function getAxis(mode: ProxyModeId): ModeSpan['axis'] {
  return isProxyModeId(mode) ? MODE_SPANS[mode].axis : undefined;
}

/** The release of Kubernetes around a proxy: its own, unless its releases are those of another project. */
export function kubernetesRelease({ mode, release }: { readonly mode: ProxyModeId; readonly release: string }): string {
  return getAxis(mode) === undefined ? release : OTHERWISE;
}

/** Do two modes count the same releases? */
export function sameAxis(one: ProxyModeId, other: ProxyModeId): boolean {
  return getAxis(one) === getAxis(other);
}

/** Can a machine that is in one mode be put into the other as it is? */
export function sameMachine(one: ProxyModeId, other: ProxyModeId): boolean {
  return sameAxis(one, other) && MODE_SPANS[one].system === MODE_SPANS[other].system;
}

/** The release to begin with where the one there was is not of the same project: of Cilium the newest that was read whole. */
export function usualRelease(mode: ProxyModeId): string {
  return getAxis(mode) === undefined ? OTHERWISE : '1.19';
}

/** Is it the name of a mode? */
export function isProxyModeId(value: unknown): value is ProxyModeId {
  return PROXY_MODE_IDS.some((id) => id === value);
}

/** Why nothing that names a mode can be opened; undefined: the mode is known. */
export function modeProblem(mode: unknown): Phrase | undefined {
  if (isProxyModeId(mode)) return undefined;
  return phrase('document.mode.missing', { mode: String(mode).slice(0, 40), known: PROXY_MODE_IDS.join(', ') });
}
