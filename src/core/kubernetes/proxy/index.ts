import { phrase, type Phrase } from '../../lib/phrase';
import { minorOf } from '../release';
import type { ProxyModeId } from '../types';
import { IPTABLES_MODE } from './iptables';
import { IPVS_MODE } from './ipvs';
import type { ProxyMode } from './mode';
import { NFTABLES_MODE } from './nftables';
import { USERSPACE_MODE } from './userspace';

/** The modes whose rules can be walked through: what the page offers. One line a mode. */
export const PROXY_MODES: readonly ProxyMode<ProxyModeId>[] = [IPTABLES_MODE, IPVS_MODE, NFTABLES_MODE, USERSPACE_MODE];

/** All modes whose rules can be written, also those that nothing walks through yet. One line a mode. */
export const COMPILED_MODES: readonly ProxyMode<ProxyModeId>[] = [
  IPTABLES_MODE,
  IPVS_MODE,
  NFTABLES_MODE,
  USERSPACE_MODE,
];

/** The last release whose rules are known (in development when they were read). */
export const NEWEST_RELEASE = '1.37';

/** The mode of an id; undefined if it is not built. */
export function proxyMode(id: ProxyModeId): ProxyMode<ProxyModeId> | undefined {
  return PROXY_MODES.find((mode) => mode.id === id);
}

/** Why a mode's rules of a release cannot be written; undefined if they can. */
export function releaseProblem(mode: ProxyMode<ProxyModeId>, release: string): Phrase | undefined {
  const minor = minorOf(release);
  if (Number.isNaN(minor)) return phrase('kubernetes.release.unreadable', { release });
  const until = mode.until ?? NEWEST_RELEASE;
  if (minor >= minorOf(mode.since) && minor <= minorOf(until)) return undefined;
  if (mode.until !== undefined && minor > minorOf(until)) {
    return phrase('kubernetes.release.removed', { release, mode: mode.title, since: mode.since, until });
  }
  return phrase('kubernetes.release.not-supported', { release, mode: mode.title, since: mode.since, until });
}
