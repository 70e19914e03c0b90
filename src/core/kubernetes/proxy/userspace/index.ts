import { MODE_SPANS } from '../../mode-ids';
import type { ProxyMode } from '../mode';
import { asStarted } from '../shared/as-started';
import { USERSPACE_CHANGES } from './context';
import { syncFindings, syncUserspaceRules } from './sync-proxy-rules';

/** kube-proxy's userspace mode (pkg/proxy/userspace/proxier.go): the only one in 1.0, gone with 1.26. */
export const USERSPACE_MODE: ProxyMode<'userspace'> = asStarted(
  {
    id: 'userspace',
    ...MODE_SPANS.userspace,
    changes: USERSPACE_CHANGES,
    syncProxyRules: syncUserspaceRules,
    findings: syncFindings,
  },
  { proxyPorts: [], claims: [] },
);
