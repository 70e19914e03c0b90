import type { ProxyMode } from '../mode';
import { asStarted } from '../shared/as-started';
import { CHANGES } from './context';
import { printRestore } from './restore';
import { syncProxyRules } from './sync-proxy-rules';

/** kube-proxy's iptables mode (pkg/proxy/iptables/proxier.go), default since 1.2. */
export const IPTABLES_MODE: ProxyMode<'iptables'> = asStarted({
  id: 'iptables',
  title: 'iptables',
  since: '1.16',
  changes: CHANGES,
  syncProxyRules,
  printRestore: (_state, input) => printRestore(input),
});
