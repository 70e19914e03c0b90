import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { maskWords, getBits, formatIp } from '../../../net/ip';
import type { HookContext, MatchExtension } from '../extension';
import { ADDRESS } from '../syntax/addresses';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec, FLAG, nameCodec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  set: field('--set', FLAG, { negatable: true }),
  rcheck: field('--rcheck', FLAG, { negatable: true }),
  update: field('--update', FLAG, { negatable: true }),
  remove: field('--remove', FLAG, { negatable: true }),
  seconds: field('--seconds', numberCodec(1, 0xffffffff)),
  reap: field('--reap', FLAG),
  hitcount: field('--hitcount', numberCodec(1, 0xffffffff)),
  rttl: field('--rttl', FLAG),
  name: field('--name', nameCodec(199)),
  mask: field('--mask', ADDRESS),
  rsource: field('--rsource', FLAG),
  rdest: field('--rdest', FLAG),
};
export type RecentSpec = TableSpec<typeof FIELDS>;

/** Defaults of the module's parameters ip_list_tot and of the stamps kept for an address. */
const MOST_ADDRESSES = 100;
const MOST_STAMPS = 32;

type List = Map<string, number[]>;

function makeKey(spec: RecentSpec, { skb, family }: HookContext): string {
  const address = spec.rdest ? skb.packet.dst : skb.packet.src;
  const mask = spec.mask?.value.words ?? maskWords(family, getBits(family));
  return formatIp({ family, words: address.words.map((word, i) => (word & (mask[i] ?? 0)) >>> 0) });
}

/** Adds a stamp and makes the address the most recently used (recent_entry_update()). */
export function stamp(list: List, key: string, now: number): void {
  const stamps = [...(list.get(key) ?? []), now].slice(-MOST_STAMPS);
  list.delete(key);
  if (list.size >= MOST_ADDRESSES) list.delete(list.keys().next().value ?? '');
  list.set(key, stamps);
}

/** Drops the least recently used address if it is older than the window (recent_entry_reap()). */
function reap(list: List, since: number, kept: string | undefined): void {
  const oldest = list.entries().next().value;
  if (oldest && oldest[0] !== kept && (oldest[1].at(-1) ?? 0) < since) list.delete(oldest[0]);
}

/** Often enough since then? Stamps of which nothing tells when they came may count, or not. */
function seenOften(spec: RecentSpec, stamps: readonly number[], since: number): boolean | 'unknown' {
  const least = spec.hitcount?.value ?? 1;
  const sure = stamps.filter((time) => !spec.seconds || time >= since).length;
  if (sure >= least) return true;
  return sure + stamps.filter(Number.isNaN).length >= least ? 'unknown' : false;
}

function testKnown(spec: RecentSpec, list: List, key: string, now: number): boolean | 'unknown' {
  const since = now - (spec.seconds?.value ?? 0) * 1000;
  const negated = (spec.rcheck ?? spec.update)?.negated ?? false;
  const often = seenOften(spec, list.get(key) ?? [], since);
  if (often === 'unknown') return often;
  const matched = often !== negated;
  const updates = spec.update !== undefined && matched;
  if (spec.reap) reap(list, since, updates ? key : undefined);
  if (updates) stamp(list, key, now);
  return matched;
}

/** The TTL as it was before this host took one off. */
function getTtl({ skb }: HookContext): number {
  return skb.packet.ttl + (skb.outdev !== undefined && !skb.local ? 1 : 0);
}

function test(spec: RecentSpec, ctx: HookContext): boolean | 'unknown' {
  const name = spec.name?.value ?? 'DEFAULT';
  const list: List = ctx.state.recent.get(name) ?? new Map<string, number[]>();
  if (!ctx.state.recent.has(name)) ctx.state.recent.set(name, list);
  const key = makeKey(spec, ctx);
  if (spec.set) {
    stamp(list, key, ctx.state.now);
    ctx.state.recentTtl.set(`${name} ${key}`, getTtl(ctx));
    return !spec.set.negated;
  }
  const { recentTtl } = ctx.state;
  const ttl = getTtl(ctx);
  const seen = recentTtl.get(`${name} ${key}`) ?? ttl;
  if (!list.has(key) || (spec.rttl && seen !== ttl))
    return (spec.rcheck ?? spec.update ?? spec.remove)?.negated ?? false;
  if (!spec.remove) {
    const matched = testKnown(spec, list, key, ctx.state.now);
    if (spec.update && matched === true) recentTtl.set(`${name} ${key}`, ttl);
    return matched;
  }
  list.delete(key);
  return !spec.remove.negated;
}

/** A list of recently seen addresses, by name, shared by all rules that use the name. */
export const recent: MatchExtension<'recent', RecentSpec> = tableMatch({
  name: 'recent',
  reference: 'net/netfilter/xt_recent.c',
  fields: FIELDS,
  oneOf: ['set', 'rcheck', 'update', 'remove'],
  exclusive: ['set', 'rcheck', 'update', 'remove'],
  more: { stateful: true },
  complete: (spec, family) => {
    if (spec.reap && !spec.seconds)
      return err(phrase('xtables.option-required', { name: 'recent', option: '--seconds' }));
    const counts = spec.seconds ?? spec.hitcount ?? spec.rttl;
    if (counts && (spec.set || spec.remove)) {
      return err(phrase('xtables.option-required', { name: 'recent', option: '--rcheck, --update' }));
    }
    const given = <T>(value: T): { negated: false; value: T } => ({ negated: false, value });
    return ok({
      ...spec,
      name: spec.name ?? given('DEFAULT'),
      mask: spec.mask ?? given({ family, words: maskWords(family, getBits(family)) }),
      ...(spec.rdest ? {} : { rsource: given(true as const) }),
    });
  },
  test,
  actual: (spec, ctx) => {
    const stamps = ctx.state.recent.get(spec.name?.value ?? 'DEFAULT')?.get(makeKey(spec, ctx)) ?? [];
    return `${makeKey(spec, ctx)}: ${stamps.length}`;
  },
});
