import { CONTINUE } from '../../hooks';
import type { TargetExtension } from '../extension';
import type { TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

/** conntrack leaves the packet alone. */
export const NOTRACK: TargetExtension<'NOTRACK', TableSpec<Record<never, never>>> = tableTarget({
  name: 'NOTRACK',
  reference: 'net/netfilter/xt_CT.c',
  fields: {},
  more: { tables: ['raw'], hooks: ['PREROUTING', 'OUTPUT'] },
  apply: (_spec, { skb }) =>
    skb.ct || skb.ctState === 'UNTRACKED' ? { verdict: CONTINUE } : { verdict: CONTINUE, edits: [{ kind: 'notrack' }] },
  effect: () => ({ verdict: CONTINUE, untracks: true }),
});
