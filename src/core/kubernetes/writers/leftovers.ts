import { KUBE_PROXY_MODE_IDS, MODE_SPANS, type ProxyModeId } from '../mode-ids';
import { since } from '../release';

/** From this minor on kube-proxy takes away nftables' rules when it starts with iptables, and the other way round. */
const CLEANS_ACROSS = 29;

/**
 * Do the rules that a kube-proxy of one mode left stay when one of another starts? Between iptables and IPVS nothing is
 * taken away without `--cleanup` (cmd/kube-proxy/app/server_linux.go platformCleanup).
 */
export function leftoverStays(left: ProxyModeId, now: ProxyModeId, release: string): boolean {
  if (left === now) return false;
  // Cilium's agent takes nothing of kube-proxy's away.
  if (MODE_SPANS[now].axis !== undefined) return true;
  return !since(release, CLEANS_ACROSS) || (left === 'nftables') === (now === 'nftables');
}

/** Modes that leave something on a Linux machine. */
export const LEFTOVER_MODES = KUBE_PROXY_MODE_IDS.filter((id) => MODE_SPANS[id].system === undefined);

/** Reads `ipvs, userspace`; undefined: a word is no mode. */
export function readLeftovers(text: string): readonly ProxyModeId[] | undefined {
  const words = text.split(/[,\s]+/).filter((word) => word !== '');
  const modes = words.map((word) => LEFTOVER_MODES.find((id) => id === word));
  return modes.includes(undefined) ? undefined : (modes as readonly ProxyModeId[]);
}
