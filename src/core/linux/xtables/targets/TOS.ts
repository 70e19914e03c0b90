import { CONTINUE } from '../../hooks';
import type { HookContext, TargetExtension, TargetResult } from '../extension';
import { ok } from '../../../lib/result';
import { TOS_CODEC as BYTE, TOS_BITS } from '../syntax/protocols';
import type { Masked } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  set: field('--set-tos', BYTE),
  and: field('--and-tos', TOS_BITS),
  or: field('--or-tos', TOS_BITS),
  xor: field('--xor-tos', TOS_BITS),
};
export type TosTargetSpec = TableSpec<typeof FIELDS>;

/** Every spelling is one operation in the kernel. */
function operation({ set, and, or, xor }: TosTargetSpec): Masked {
  if (and) return { value: 0, mask: ~and.value & 0xff };
  if (or) return { value: or.value, mask: or.value };
  return xor ? { value: xor.value, mask: 0 } : (set?.value ?? { value: 0, mask: 0 });
}

function apply(spec: TosTargetSpec, { skb: { packet } }: HookContext): TargetResult {
  const { value, mask } = operation(spec);
  return { verdict: CONTINUE, edits: [{ kind: 'tos', tos: (((packet.tos ?? 0) & ~mask) ^ value) & 0xff }] };
}

/** Changes the type-of-service byte. */
export const TOS: TargetExtension<'TOS', TosTargetSpec> = tableTarget({
  name: 'TOS',
  reference: 'net/netfilter/xt_DSCP.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['set', 'and', 'or', 'xor'],
  more: { tables: ['mangle'] },
  apply,
  effect: () => ({ verdict: CONTINUE }),
  complete: (spec) => ok({ set: { negated: false, value: operation(spec) } }),
});
