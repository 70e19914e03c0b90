import { MODE_SPANS } from '../../mode-ids';
import type { ProxyMode } from '../mode';
import { asStarted } from '../shared/as-started';
import { IPTABLES_CHANGES } from './context';
import { syncIptablesRules } from './sync-proxy-rules';

/** kube-proxy's iptables mode (pkg/proxy/iptables/proxier.go), default since 1.2. */
export const IPTABLES_MODE: ProxyMode<'iptables'> = asStarted({
  id: 'iptables',
  ...MODE_SPANS.iptables,
  changes: IPTABLES_CHANGES,
  syncProxyRules: syncIptablesRules,
});
