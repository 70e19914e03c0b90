import { ok } from '../../../lib/result';
import { CONTINUE } from '../../hooks';
import type { Edit, HookContext, TargetExtension } from '../extension';
import { HEX32, numberCodec, XMARK_FIELDS, findXmark } from '../syntax/numbers';
import { field, type TableSpec, FLAG } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const SHIFT = numberCodec(0, 32);
const isNone = (bits: number): boolean => bits === 0;

const FIELDS = {
  ...XMARK_FIELDS,
  save: field('--save-mark', FLAG),
  restore: field('--restore-mark', FLAG),
  nfmask: field('--nfmask', HEX32),
  ctmask: field('--ctmask', HEX32),
  mask: field('--mask', HEX32),
  left: field('--left-shift-mark', SHIFT, { isDefault: isNone }),
  right: field('--right-shift-mark', SHIFT, { isDefault: isNone }),
};
export type ConnmarkTargetSpec = TableSpec<typeof FIELDS>;

/** One spelling for all: --set-xmark, or save and restore with both masks. */
function complete(spec: ConnmarkTargetSpec): ConnmarkTargetSpec {
  const given = <T>(value: T): { negated: false; value: T } => ({ negated: false, value });
  const xmark = findXmark(spec);
  const { left, right } = spec;
  const shifts = { ...(left ? { left } : {}), ...(right ? { right } : {}) };
  if (xmark) return { xmark: given(xmark), ...shifts };
  const { mask, ...rest } = spec;
  const both = mask ?? given(0xffffffff);
  return { ...rest, nfmask: spec.nfmask ?? both, ctmask: spec.ctmask ?? both };
}

/** By so many bits, to one side; a processor shifts by the amount modulo 32. */
function shifted({ left, right }: ConnmarkTargetSpec, mark: number): number {
  return (right ? mark >>> right.value : mark << (left?.value ?? 0)) >>> 0;
}

/** As connmark_tg_shift(): what is set is shifted whole, what is copied before it is put in. */
function edit(spec: ConnmarkTargetSpec, mark: number, ctmark: number): Edit {
  const nfmask = spec.nfmask?.value ?? 0xffffffff;
  const ctmask = spec.ctmask?.value ?? 0xffffffff;
  if (spec.restore) return { kind: 'mark', mark: ((mark & ~nfmask) ^ shifted(spec, ctmark & ctmask)) >>> 0 };
  if (spec.save) return { kind: 'ctmark', mark: ((ctmark & ~ctmask) ^ shifted(spec, mark & nfmask)) >>> 0 };
  const { value, mask } = spec.xmark?.value ?? { value: 0, mask: 0 };
  return { kind: 'ctmark', mark: shifted(spec, (ctmark & ~mask) ^ value) };
}

function apply(spec: ConnmarkTargetSpec, { skb }: HookContext): { verdict: typeof CONTINUE; edits?: readonly Edit[] } {
  // Without a connection there is nothing to mark (connmark_tg()).
  return skb.ct ? { verdict: CONTINUE, edits: [edit(spec, skb.mark, skb.ct.mark)] } : { verdict: CONTINUE };
}

/** Changes the connection's mark, or copies between it and the packet's. */
export const CONNMARK: TargetExtension<'CONNMARK', ConnmarkTargetSpec> = tableTarget({
  name: 'CONNMARK',
  reference: 'net/netfilter/xt_connmark.c',
  fields: FIELDS,
  oneOf: ['xmark', 'set', 'and', 'or', 'xor', 'save', 'restore'],
  exclusive: ['xmark', 'set', 'and', 'or', 'xor', 'save', 'restore'],
  complete: (spec) => ok(complete(spec)),
  apply,
  effect: (spec) => ({ verdict: CONTINUE, ...(spec.restore ? { mark: 'any' } : {}) }),
});
