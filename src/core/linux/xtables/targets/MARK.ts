import { CONTINUE } from '../../hooks';
import { ok } from '../../../lib/result';
import type { TargetExtension } from '../extension';
import { hex, HEX32, MARK as MASKED, type Masked } from '../syntax/numbers';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/table-target';

/** Bits under the mask are cleared, then the value is exclusive-ored in; always printed with its mask. */
export const XMARK: Codec<Masked> = {
  ...MASKED,
  print: ({ value, mask }) => [`${hex(value)}/${hex(mask)}`],
};

const FIELDS = {
  xmark: field('--set-xmark', XMARK),
  set: field('--set-mark', MASKED),
  and: field('--and-mark', HEX32),
  or: field('--or-mark', HEX32),
  xor: field('--xor-mark', HEX32),
};
export type MarkSpec = TableSpec<typeof FIELDS>;

/** Every spelling is one operation in the kernel (extensions/libxt_MARK.c). */
export function xmarkOf(spec: MarkSpec): Masked {
  if (spec.set) return { value: spec.set.value.value, mask: (spec.set.value.mask | spec.set.value.value) >>> 0 };
  if (spec.and) return { value: 0, mask: ~spec.and.value >>> 0 };
  if (spec.or) return { value: spec.or.value, mask: spec.or.value };
  if (spec.xor) return { value: spec.xor.value, mask: 0 };
  return spec.xmark?.value ?? { value: 0, mask: 0 };
}

/** Changes the packet's mark. */
export const MARK: TargetExtension<'MARK', MarkSpec> = tableTarget({
  name: 'MARK',
  reference: 'net/netfilter/xt_mark.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['xmark', 'set', 'and', 'or', 'xor'],
  complete: (spec) => ok({ xmark: { negated: false, value: xmarkOf(spec) } }),
  apply: (spec, { skb }) => {
    const { value, mask } = xmarkOf(spec);
    return { verdict: CONTINUE, edits: [{ kind: 'mark', mark: ((skb.mark & ~mask) ^ value) >>> 0 }] };
  },
});
