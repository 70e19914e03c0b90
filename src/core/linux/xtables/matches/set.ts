import { getMemo } from '../../../lib/memo';
import { formatIp } from '../../../net/ip';
import type { RuleQuestion, Ternary } from '../../chain-walk';
import { makeSettings, type IpSet, type Member } from '../../ipset/ip-set';
import { packetWords, testSet } from '../../ipset/lookup';
import { between, not, type Bounds } from '../../skb';
import type { HookContext, MatchExtension } from '../extension';
import { field, type TableSpec, FLAG } from '../syntax/option-table';
import { numberCodec } from '../syntax/numbers';
import { REFERENCE } from '../syntax/addresses';
import { tableMatch } from '../syntax/extension-table';

const COUNT = numberCodec(0, Number.MAX_SAFE_INTEGER);
const FIELDS = {
  set: field('--match-set', REFERENCE, { negatable: true }),
  returnNomatch: field('--return-nomatch', FLAG),
  updateCounters: field('--update-counters', FLAG, { negatable: true }),
  updateSubcounters: field('--update-subcounters', FLAG, { negatable: true }),
  packetsEq: field('--packets-eq', COUNT, { negatable: true }),
  packetsLt: field('--packets-lt', COUNT),
  packetsGt: field('--packets-gt', COUNT),
  bytesEq: field('--bytes-eq', COUNT, { negatable: true }),
  bytesLt: field('--bytes-lt', COUNT),
  bytesGt: field('--bytes-gt', COUNT),
};
export type SetSpec = TableSpec<typeof FIELDS>;

const both = (a: Ternary, b: Ternary): Ternary => (a === false || b === false ? false : a === true ? b : a);

/** `ip_set_match_counter` of packets and of bytes; one operation each. */
function countersFit(spec: SetSpec, { packets, bytes }: Member): Ternary {
  const count = { min: packets, max: packets };
  const equal = (is: Bounds, given: SetSpec['packetsEq']): Ternary => {
    if (!given) return true;
    const answer = between(is, given.value, given.value);
    return given.negated ? not(answer) : answer;
  };
  const less = (is: Bounds, given: SetSpec['packetsLt']): Ternary => !given || between(is, 0, given.value - 1);
  const more = (is: Bounds, given: SetSpec['packetsGt']): Ternary => !given || between(is, given.value + 1, Infinity);
  return [
    equal(count, spec.packetsEq),
    less(count, spec.packetsLt),
    more(count, spec.packetsGt),
    equal(bytes, spec.bytesEq),
    less(bytes, spec.bytesLt),
    more(bytes, spec.bytesGt),
  ].reduce(both);
}

function test(spec: SetSpec, { skb, netns, state }: HookContext): Ternary {
  const asked = spec.set;
  const found = asked && netns.ipsets?.get(asked.value.name);
  if (!found || !netns.ipsets) return 'unknown';
  const member = testSet(found, {
    sets: netns.ipsets,
    live: state.ipsets,
    now: state.now,
    memo: getMemo(netns),
    skb,
    directions: asked.value.directions,
    returnNomatch: spec.returnNomatch !== undefined,
    keepCounters: spec.updateCounters?.negated ?? false,
    keepSubcounters: spec.updateSubcounters?.negated ?? false,
    fits: (one) => countersFit(spec, one),
  });
  return asked.negated ? not(member) : member;
}

function learns(asked: IpSet | undefined): boolean {
  return (
    asked !== undefined && (asked.type === 'bitmap:ip,mac' || asked.type === 'list:set' || makeSettings(asked).counters)
  );
}

/**
 * Question to a set that is not listed. Address and port of each direction are all that could be looked up; a change
 * of the set by SET targets since makes it another question.
 */
export function unlistedSetQuestion(
  { set: asked }: SetSpec,
  { netns, state, skb }: HookContext,
): RuleQuestion | undefined {
  if (!asked || netns.ipsets?.has(asked.value.name)) return undefined;
  const { src, dst, l4 } = skb.packet;
  const protocol = l4.proto === 'other' ? String(l4.protocol) : l4.proto;
  const words = asked.value.directions.map((direction) => {
    const port = 'sport' in l4 ? (direction === 'src' ? l4.sport : l4.dport) : 0;
    return `${formatIp(direction === 'src' ? src : dst)} ${protocol} ${port}`;
  });
  const { name } = asked.value;
  const changes = state.unlistedSets.get(name) ?? 0;
  return { what: [netns.id, name, changes, ...words].join(' '), negated: asked.negated };
}

/** Membership in an ipset. */
export const set: MatchExtension<'set', SetSpec> = tableMatch({
  name: 'set',
  reference: 'net/netfilter/xt_set.c',
  fields: FIELDS,
  required: ['set'],
  // A set that counts is changed by being asked; bitmap:ip,mac learns.
  more: { stateful: ({ set: asked }, { netns }) => learns(netns.ipsets?.get(asked?.value.name ?? '')) },
  test,
  set: (spec, space) => space.inSet(spec),
  actual: ({ set: asked }, { netns, skb }) => {
    const found = asked && netns.ipsets?.get(asked.value.name);
    return found ? (packetWords(found, skb, asked.value.directions) ?? found.type) : '';
  },
});
