import { CONTINUE } from '../../hooks';
import { ok } from '../../../lib/result';
import type { Edit, HookContext, TargetExtension, TargetResult } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type Codec, type TableSpec, FLAG, nameCodec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const NUMBER = numberCodec(0, 65535);
/** A number, or `mark`: the packet's mark names the zone. */
const ZONE: Codec<number | 'mark'> = {
  takes: 1,
  parse: (values, family) => (values[0] === 'mark' ? ok('mark') : NUMBER.parse(values, family)),
  print: (zone, family) => (zone === 'mark' ? ['mark'] : NUMBER.print(zone, family)),
};

const FIELDS = {
  notrack: field('--notrack', FLAG),
  helper: field('--helper', nameCodec(15)),
  timeout: field('--timeout', nameCodec(31)),
  events: field('--ctevents', nameCodec(255)),
  expevents: field('--expevents', nameCodec(255)),
  zoneOrig: field('--zone-orig', ZONE),
  zoneReply: field('--zone-reply', ZONE),
  zone: field('--zone', ZONE),
};
export type CtSpec = TableSpec<typeof FIELDS>;

/** The zone asked for, in one direction or in both. */
function zoneEdit({ zone, zoneOrig, zoneReply }: CtSpec, mark: number): Edit[] {
  const given = zone ?? zoneOrig ?? zoneReply;
  if (!given) return [];
  const id = given.value === 'mark' ? mark & 0xffff : given.value;
  if (zone || (zoneOrig && zoneReply)) return [{ kind: 'zone', zone: id }];
  return [{ kind: 'zone', zone: id, direction: zoneOrig ? 'original' : 'reply' }];
}

function apply(spec: CtSpec, { skb }: HookContext): TargetResult {
  // Seen before (from lo, or left untracked): conntrack has decided already (xt_ct_target()).
  if (skb.ct || skb.ctState === 'UNTRACKED') return { verdict: CONTINUE };
  if (spec.notrack) return { verdict: CONTINUE, edits: [{ kind: 'notrack' }] };
  const helper: Edit[] = spec.helper ? [{ kind: 'helper', helper: spec.helper.value }] : [];
  return { verdict: CONTINUE, edits: [...zoneEdit(spec, skb.mark), ...helper] };
}

/** Tells conntrack what to do with the packet, before it looks. */
export const CT: TargetExtension<'CT', CtSpec> = tableTarget({
  name: 'CT',
  reference: 'net/netfilter/xt_CT.c',
  fields: FIELDS,
  simulated: 'partly',
  more: { tables: ['raw'], hooks: ['PREROUTING', 'OUTPUT'] },
  apply,
  effect: ({ notrack }) => ({ verdict: CONTINUE, ...(notrack ? { untracks: true } : {}) }),
});
