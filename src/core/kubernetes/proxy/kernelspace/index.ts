import { MODE_SPANS } from '../../mode-ids';
import type { ProxyMode } from '../mode';
import { asStarted } from '../shared/as-started';
import { syncWindows, windowsFindings } from './agent';
import { KERNELSPACE_CHANGES } from './changes';

/**
 * kube-proxy on Windows: it asks the Host Network Service for load balancer policies, and the virtual switch does the rest.
 */
export const KERNELSPACE_MODE: ProxyMode<'kernelspace'> = asStarted({
  id: 'kernelspace',
  ...MODE_SPANS.kernelspace,
  changes: KERNELSPACE_CHANGES,
  datapath: 'vfp',
  syncProxyRules: syncWindows,
  findings: windowsFindings,
});
