import { phrase, type Phrase } from '../../lib/phrase';
import { getMinor, NEWEST_RELEASE } from '../release';
import { PROXY_MODE_IDS, type ProxyModeId } from '../mode-ids';
import { EBPF_MODE } from './ebpf';
import { IPTABLES_MODE } from './iptables';
import { IPVS_MODE } from './ipvs';
import { KERNELSPACE_MODE } from './kernelspace';
import type { ProxyMode } from './mode';
import { NFTABLES_MODE } from './nftables';
import { USERSPACE_MODE } from './userspace';

/** How the rules of each mode are written: without its line here, a mode in {@link PROXY_MODE_IDS} does not compile. */
const MODES: { readonly [Id in ProxyModeId]: ProxyMode<Id> } = {
  iptables: IPTABLES_MODE,
  ipvs: IPVS_MODE,
  nftables: NFTABLES_MODE,
  userspace: USERSPACE_MODE,
  ebpf: EBPF_MODE,
  kernelspace: KERNELSPACE_MODE,
};

/** All modes, in the order of {@link PROXY_MODE_IDS}. */
export const PROXY_MODES: readonly ProxyMode<ProxyModeId>[] = PROXY_MODE_IDS.map((id) => MODES[id]);

/** The mode of an id. */
export function proxyMode(id: ProxyModeId): ProxyMode<ProxyModeId> {
  return MODES[id];
}

/** Why a mode's rules of a release cannot be written; undefined if they can. */
export function releaseProblem(mode: ProxyMode<ProxyModeId>, release: string): Phrase | undefined {
  const minor = getMinor(release);
  if (Number.isNaN(minor)) return phrase('kubernetes.release.unreadable', { release });
  const until = mode.until ?? NEWEST_RELEASE;
  if (mode.axis !== undefined && (minor < getMinor(mode.since) || minor > getMinor(until))) {
    return phrase('kubernetes.release.other-axis', { release, axis: mode.axis, since: mode.since, until });
  }
  if (minor >= getMinor(mode.since) && minor <= getMinor(until)) return undefined;
  if (mode.until !== undefined && minor > getMinor(until)) {
    return phrase('kubernetes.release.removed', { release, mode: mode.title, since: mode.since, until });
  }
  return phrase('kubernetes.release.not-supported', { release, mode: mode.title, since: mode.since, until });
}
