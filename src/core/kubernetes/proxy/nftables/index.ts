import type { ProxyMode } from '../mode';
import { finding } from '../../finding';
import { asStarted } from '../shared/as-started';
import { CHANGES, featuresOf } from './context';
import { listTable, printRestore } from './print';
import { syncProxyRules } from './sync-proxy-rules';

const NOTE = { severity: 'info', code: 'assumed' } as const;

/** kube-proxy's nftables mode (pkg/proxy/nftables/proxier.go): alpha in 1.29, beta in 1.31, general in 1.33. */
export const NFTABLES_MODE: ProxyMode<'nftables'> = asStarted({
  id: 'nftables',
  title: 'nftables',
  since: '1.29',
  changes: CHANGES,
  syncProxyRules,
  printRestore: (_state, input) => printRestore(input),
  findings: (input) =>
    featuresOf(input).objectComments
      ? []
      : [finding(undefined, NOTE, '', 'config.nft-comments', { release: input.release })],
  printSave: ({ nftables }) => (nftables ? listTable(nftables) : ''),
});
