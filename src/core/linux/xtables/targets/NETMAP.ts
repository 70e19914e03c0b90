import { NF_ACCEPT } from '../../hooks';
import type { HookContext, TargetExtension, TargetResult } from '../extension';
import { NETWORK, findPrefix } from '../syntax/addresses';
import { field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = { to: field('--to', NETWORK) };
export type NetmapSpec = TableSpec<typeof FIELDS>;

function apply(spec: NetmapSpec, { hook }: HookContext): TargetResult {
  const to = spec.to?.value;
  if (!to) return { verdict: NF_ACCEPT };
  const netmap = { address: to.address, prefix: findPrefix(to.mask) ?? 0 };
  const manip = hook === 'PREROUTING' || hook === 'OUTPUT' ? 'DST' : 'SRC';
  return { verdict: NF_ACCEPT, edits: [{ kind: 'nat', manip, range: { netmap } }] };
}

/** Maps a whole network onto another: the host bits stay. */
export const NETMAP: TargetExtension<'NETMAP', NetmapSpec> = tableTarget({
  name: 'NETMAP',
  reference: 'net/netfilter/xt_NETMAP.c',
  fields: FIELDS,
  required: ['to'],
  more: { tables: ['nat'] },
  apply,
});
