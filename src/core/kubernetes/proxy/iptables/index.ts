import type { ProxyMode } from '../mode';
import { inWrittenFamilies } from '../shared/families';
import { CHANGES } from './features';
import { printRestore } from './restore';
import { syncProxyRules } from './sync-proxy-rules';

/** kube-proxy's iptables mode (pkg/proxy/iptables/proxier.go), default since 1.2. */
export const IPTABLES_MODE: ProxyMode<'iptables'> = inWrittenFamilies({
  id: 'iptables',
  title: 'iptables',
  since: '1.16',
  changes: CHANGES,
  syncProxyRules,
  printRestore: (_state, input) => printRestore(input),
});
