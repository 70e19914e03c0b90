import { CONTINUE } from '../../hooks';
import type { HookContext, TargetExtension, TargetResult } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/table-target';
import { FLAG, nameCodec } from '../syntax/words';

const FIELDS = {
  notrack: field('--notrack', FLAG),
  helper: field('--helper', nameCodec(15)),
  timeout: field('--timeout', nameCodec(31)),
  events: field('--ctevents', nameCodec(255)),
  expevents: field('--expevents', nameCodec(255)),
  zoneOrig: field('--zone-orig', numberCodec(0, 65535)),
  zoneReply: field('--zone-reply', numberCodec(0, 65535)),
  zone: field('--zone', numberCodec(0, 65535)),
};
export type CtSpec = TableSpec<typeof FIELDS>;

function apply(spec: CtSpec, { skb }: HookContext): TargetResult {
  // Seen before (from lo, or left untracked): conntrack has decided already (xt_ct_target()).
  if (skb.ct || skb.ctState === 'UNTRACKED') return { verdict: CONTINUE };
  if (spec.notrack) return { verdict: CONTINUE, edits: [{ kind: 'notrack' }] };
  return spec.zone ? { verdict: CONTINUE, edits: [{ kind: 'zone', zone: spec.zone.value }] } : { verdict: CONTINUE };
}

/** Tells conntrack what to do with the packet, before it looks. */
export const CT: TargetExtension<'CT', CtSpec> = tableTarget({
  name: 'CT',
  reference: 'net/netfilter/xt_CT.c',
  fields: FIELDS,
  simulated: 'partly',
  more: { tables: ['raw'], hooks: ['PREROUTING', 'OUTPUT'] },
  apply,
});
