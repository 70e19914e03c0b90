import { fraction } from '../../../../lib/fraction';
import { unless, type PacketSet, type PacketSpace } from '../../../packet-space';
import { patternHolds, type NftDatum } from '../../datum';
import type { Draw } from '../../extension';
import { drawClasses, patternCuts } from '../../sets';
import { compareDatums, isFlagTest, rightBits, type MatchSpec } from '../../statements/match';
import type { RulePackets, PacketField } from '../rule-packets';
import { findChance } from '../fields';
import { setPackets } from '../set-branches';

/** Packets whose number stands so to another. */
function orderedPackets(field: PacketField, operator: MatchSpec['operator'], value: NftDatum): PacketSet | undefined {
  if (typeof value === 'string') return undefined;
  const [least, most] = typeof value === 'bigint' ? [0n, (1n << 128n) - 1n] : [0, 0xffffffff];
  const next = (by: 1 | -1): NftDatum => (typeof value === 'bigint' ? value + BigInt(by) : value + by);
  if (operator === '<') return value === least ? field.between(1, 0) : field.between(least, next(-1));
  if (operator === '>') return field.between(next(1), most);
  return operator === '<=' ? field.between(least, value) : field.between(value, most);
}

/** Packets that have any of these bits, or all and none but these under a mask. */
function bitPackets(spec: MatchSpec, { masked }: PacketField, space: PacketSpace): PacketSet | undefined {
  const { right, mask, operator } = spec;
  const bits = rightBits(right);
  if (mask === undefined && isFlagTest(spec)) {
    const none = masked?.(0, bits);
    return none === undefined ? undefined : unless(space, operator !== '!', none);
  }
  const same = masked?.(bits, mask ?? 0xffffffff);
  return same === undefined ? undefined : unless(space, operator === '!=', same);
}

/** Packets that have the value, whether it is asked for or against. */
function valuePackets(spec: MatchSpec, all: RulePackets): PacketSet | undefined {
  const { left, right, operator, mask } = spec;
  const fields = all.fields(left);
  const [field] = fields ?? [];
  if (!fields || !field) return undefined;
  if (mask !== undefined || isFlagTest(spec)) return bitPackets(spec, field, all.space);
  if (right.kind === 'flags') {
    const same = field.between(right.value, right.value) ?? bitPackets(spec, field, all.space);
    return same;
  }
  if (right.kind !== 'pattern') return undefined;
  if (operator === '<' || operator === '>' || operator === '<=' || operator === '>=')
    return orderedPackets(field, operator, right.pattern[0]?.from ?? 0);
  const parts = right.pattern.map(({ from, to }, i) => fields[i]?.between(from, to));
  if (parts.some((part) => part === undefined)) return undefined;
  return unless(all.space, operator === '!=', all.space.both(...parts.map((part) => part ?? 0)));
}

/** Numbers of a draw that hold, of all there are. */
function drawPackets(spec: MatchSpec, draw: Draw, { space }: RulePackets): PacketSet | undefined {
  const { right, operator } = spec;
  if (right.kind !== 'pattern' || isFlagTest(spec) || spec.mask !== undefined) return undefined;
  const isOrdered = operator === '<' || operator === '>' || operator === '<=' || operator === '>=';
  const test = (value: number): boolean =>
    isOrdered
      ? compareDatums(value, right.pattern[0]?.from ?? 0, operator)
      : patternHolds(right.pattern, [value]) === (operator !== '!=');
  const classes = drawClasses(draw, patternCuts(right.pattern), (value) => String(test(value)));
  const holding = classes.filter(({ first }) => test(first)).reduce((sum, { count }) => sum + count, 0);
  if (holding === 0 || holding === draw.modulus) return holding === 0 ? space.none : space.all;
  return space.draw(fraction(holding, draw.modulus));
}

/** Packets that a comparison holds for (net/netfilter/nft_cmp.c); undefined: nobody can say. */
export function matchPackets(spec: MatchSpec, all: RulePackets): PacketSet | undefined {
  const { left, right, operator } = spec;
  const { space } = all;
  const has = all.fields(left)?.map((field) => field.has) ?? [];
  if (right.kind === 'set' || right.kind === 'reference') {
    const found = setPackets(left, right, all);
    return found === undefined ? undefined : space.both(...has, unless(space, operator === '!=', found));
  }
  const draw = findChance(left);
  const found = draw ? drawPackets(spec, draw, all) : valuePackets(spec, all);
  return found === undefined ? undefined : space.both(...has, found);
}
