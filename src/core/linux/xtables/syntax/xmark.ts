import { hex, HEX32, MARK, type Masked } from './numbers';
import { field, type Codec, type TableSpec } from './option-table';

/** Bits under the mask are cleared, then the value is exclusive-ored in; always printed with its mask. */
export const XMARK: Codec<Masked> = { ...MARK, print: ({ value, mask }) => [`${hex(value)}/${hex(mask)}`] };

/** The five spellings of one operation, of a packet's mark and of a connection's. */
export const XMARK_FIELDS = {
  xmark: field('--set-xmark', XMARK),
  set: field('--set-mark', MARK),
  and: field('--and-mark', HEX32),
  or: field('--or-mark', HEX32),
  xor: field('--xor-mark', HEX32),
};

/** The operation the kernel is given (extensions/libxt_MARK.c, libxt_CONNMARK.c); undefined: none of them was written. */
export function xmarkOf(spec: TableSpec<typeof XMARK_FIELDS>): Masked | undefined {
  if (spec.set) return { value: spec.set.value.value, mask: (spec.set.value.mask | spec.set.value.value) >>> 0 };
  if (spec.and) return { value: 0, mask: ~spec.and.value >>> 0 };
  if (spec.or) return { value: spec.or.value, mask: spec.or.value };
  if (spec.xor) return { value: spec.xor.value, mask: 0 };
  return spec.xmark?.value;
}
