import { CONTINUE } from '../../hooks';
import { ok } from '../../../lib/result';
import type { TargetExtension } from '../extension';
import type { TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';
import { XMARK_FIELDS, findXmark } from '../syntax/numbers';

export type MarkTargetSpec = TableSpec<typeof XMARK_FIELDS>;

const NOTHING = { value: 0, mask: 0 };

/** Changes the packet's mark. */
export const MARK: TargetExtension<'MARK', MarkTargetSpec> = tableTarget({
  name: 'MARK',
  reference: 'net/netfilter/xt_mark.c',
  fields: XMARK_FIELDS,
  oneOf: true,
  exclusive: ['xmark', 'set', 'and', 'or', 'xor'],
  complete: (spec) => ok({ xmark: { negated: false, value: findXmark(spec) ?? NOTHING } }),
  apply: (spec, { skb }) => {
    const { value, mask } = findXmark(spec) ?? NOTHING;
    return { verdict: CONTINUE, edits: [{ kind: 'mark', mark: ((skb.mark & ~mask) ^ value) >>> 0 }] };
  },
  effect: (spec) => ({ verdict: CONTINUE, mark: findXmark(spec) ?? NOTHING }),
});
