import { IPTABLES_MODE } from './iptables';
import type { ProxyMode } from './mode';
import type { ProxyModeId } from '../types';

/** One line a mode. */
export const PROXY_MODES: readonly ProxyMode<ProxyModeId>[] = [IPTABLES_MODE];

/** The mode of an id; undefined if it is not built. */
export function proxyMode(id: ProxyModeId): ProxyMode<ProxyModeId> | undefined {
  return PROXY_MODES.find((mode) => mode.id === id);
}
