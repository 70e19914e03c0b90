import { getMemo } from '../../../lib/memo';
import type { AddQuestion } from '../../ipset/change-set';
import { addToSet, deleteFromSet } from '../../ipset/change-set';
import { lookUpInSet } from '../../ipset/lookup';
import { CONTINUE } from '../../hooks';
import type { HookContext, TargetExtension, TargetResult } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { REFERENCE, type SetReference } from '../syntax/addresses';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  add: field('--add-set', REFERENCE),
  exist: field('--exist', FLAG),
  timeout: field('--timeout', numberCodec(0, 0xffffffff)),
  del: field('--del-set', REFERENCE),
  map: field('--map-set', REFERENCE),
  mapMark: field('--map-mark', FLAG),
  mapPrio: field('--map-prio', FLAG),
  mapQueue: field('--map-queue', FLAG),
};
export type SetTargetSpec = TableSpec<typeof FIELDS>;

function makeQuestion(ctx: HookContext, { directions }: SetReference): AddQuestion {
  const { netns, state, skb } = ctx;
  return { sets: netns.ipsets ?? new Map(), live: state.ipsets, now: state.now, skb, directions, memo: getMemo(netns) };
}

/** --map-mark takes the mark of the member the packet falls under (`set_target_v3`). */
function map(reference: SetReference, ctx: HookContext): TargetResult {
  const set = ctx.netns.ipsets?.get(reference.name);
  const { found, member } = set
    ? lookUpInSet(set, makeQuestion(ctx, reference))
    : { found: 'unknown' as const, member: undefined };
  // The mark it would get is not known, and nothing after it could be trusted.
  if (found === 'unknown') return { verdict: { kind: 'STOLEN', by: 'SET' } };
  if (!found || !member?.skbmark) return { verdict: CONTINUE };
  const { value, mask } = member.skbmark;
  return { verdict: CONTINUE, edits: [{ kind: 'mark', mark: ((ctx.skb.mark & ~mask) ^ value) >>> 0 }] };
}

/** Notes a change of a set that is not listed: its members are another question from here on. */
function noteUnlisted({ netns, state }: HookContext, name: string): void {
  if (!netns.ipsets?.has(name)) state.unlistedSets.set(name, (state.unlistedSets.get(name) ?? 0) + 1);
}

function apply(spec: SetTargetSpec, ctx: HookContext): TargetResult {
  const at = (name: string) => ctx.netns.ipsets?.get(name);
  const added = spec.add && at(spec.add.value.name);
  const deleted = spec.del && at(spec.del.value.name);
  if (added && spec.add) {
    const timeout = spec.timeout ? { timeout: spec.timeout.value } : {};
    addToSet(added, { ...makeQuestion(ctx, spec.add.value), exist: spec.exist !== undefined, ...timeout });
  }
  if (deleted && spec.del) deleteFromSet(deleted, makeQuestion(ctx, spec.del.value));
  for (const given of [spec.add, spec.del]) if (given) noteUnlisted(ctx, given.value.name);
  return spec.map && spec.mapMark ? map(spec.map.value, ctx) : { verdict: CONTINUE };
}

/** Adds the packet to an ipset, takes it out, or takes its mark from one; the walk goes on. */
export const SET: TargetExtension<'SET', SetTargetSpec> = tableTarget({
  name: 'SET',
  reference: 'net/netfilter/xt_set.c',
  fields: FIELDS,
  oneOf: ['add', 'del', 'map'],
  apply,
});
