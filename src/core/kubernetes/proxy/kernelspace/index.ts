import { MODE_SPANS } from '../../mode-ids';
import type { KernelState, ProxyMode } from '../mode';
import { asStarted } from '../shared/as-started';
import { KERNELSPACE_CHANGES } from './changes';

const NOTHING: KernelState = { xtables: { tables: new Map() }, sysctls: {} };

/**
 * kube-proxy on Windows: it asks the Host Network Service for load balancer policies, and the virtual switch does the rest.
 * What it asks for comes in a part of its own (`agent.ts`), handed down with what is asked.
 */
export const KERNELSPACE_MODE: ProxyMode<'kernelspace'> = asStarted({
  id: 'kernelspace',
  title: 'kernelspace',
  ...MODE_SPANS.kernelspace,
  changes: KERNELSPACE_CHANGES,
  syncProxyRules: (input) => input.agent?.sync(input) ?? NOTHING,
  findings: (input) => input.agent?.findings(input) ?? [],
});
