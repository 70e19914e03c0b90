import { MODE_SPANS } from '../../mode-ids';
import type { ProxyMode } from '../mode';
import { asStarted } from '../shared/as-started';
import { IPVS_CHANGES } from './context';
import { syncIpvsRules } from './sync-proxy-rules';

/** kube-proxy's ipvs mode (pkg/proxy/ipvs/proxier.go): general in 1.11, deprecated in 1.35. */
export const IPVS_MODE: ProxyMode<'ipvs'> = asStarted(
  {
    id: 'ipvs',
    ...MODE_SPANS.ipvs,
    changes: IPVS_CHANGES,
    syncProxyRules: syncIpvsRules,
  },
  {
    ipvs: { virtualServers: [], addresses: [], ipsets: [] },
  },
);
