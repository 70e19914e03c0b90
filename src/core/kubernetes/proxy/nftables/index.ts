import { MODE_SPANS } from '../../mode-ids';
import type { ProxyMode } from '../mode';
import { finding } from '../../finding';
import { asStarted } from '../shared/as-started';
import { featuresSince } from '../../changes';
import { NFTABLES_CHANGES } from './context';
import { syncNftablesRules } from './sync-proxy-rules';

const NOTE = { severity: 'info', code: 'assumed' } as const;

/** kube-proxy's nftables mode (pkg/proxy/nftables/proxier.go): alpha in 1.29, beta in 1.31, general in 1.33. */
export const NFTABLES_MODE: ProxyMode<'nftables'> = asStarted({
  id: 'nftables',
  ...MODE_SPANS.nftables,
  changes: NFTABLES_CHANGES,
  syncProxyRules: syncNftablesRules,
  findings: (input) =>
    featuresSince(NFTABLES_CHANGES, input).objectComments
      ? []
      : [finding(undefined, NOTE, '', 'config.nft-comments', { release: input.release })],
});
