import { phrase, type Phrase } from '../lib/phrase';

/**
 * The modes of kube-proxy that are known, as `mode` of its configuration spells them, in the order they are offered
 * and counted by keys. The one list of them: whatever has something for each mode is typed by it.
 */
export const PROXY_MODE_IDS = ['iptables', 'ipvs', 'nftables', 'userspace'] as const;

export type ProxyModeId = (typeof PROXY_MODE_IDS)[number];

/** In which releases kube-proxy has a mode. */
export interface ModeSpan {
  /** The first whose rules are known. */
  readonly since: string;
  /** The last that had it. Absent: it is still there. */
  readonly until?: string;
}

/** Of each mode, without how its rules are written. */
export const MODE_SPANS: Readonly<Record<ProxyModeId, ModeSpan>> = {
  iptables: { since: '1.2' },
  ipvs: { since: '1.16' },
  nftables: { since: '1.29' },
  userspace: { since: '1.0', until: '1.25' },
};

/** Is it the name of a mode? */
export function isProxyModeId(value: unknown): value is ProxyModeId {
  return PROXY_MODE_IDS.some((id) => id === value);
}

/** Why nothing that names a mode can be opened; undefined: the mode is known. */
export function modeProblem(mode: unknown): Phrase | undefined {
  if (isProxyModeId(mode)) return undefined;
  return phrase('document.mode.missing', { mode: String(mode).slice(0, 40), known: PROXY_MODE_IDS.join(', ') });
}
