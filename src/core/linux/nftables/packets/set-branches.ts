import { fraction } from '../../../lib/fraction';
import type { PacketSet, PacketSpace } from '../../packet-space';
import type { RulePackets, PacketField, StatementBranch } from './rule-packets';
import { dataKey, patternHolds, type NftData, type NftPattern } from '../datum';
import { findChance } from './fields';
import type { Draw } from '../extension';
import { drawClasses, patternCuts } from '../sets';
import type { NftElement, NftExpression, NftSet, NftSetUse } from '../types';

/** Packets that find an element, in the order in which elements are asked; `element` is absent where none is found. */
interface FoundBranch {
  readonly packets: PacketSet;
  readonly element?: NftElement;
}

/** Without a known key any element may be the one: of more than this nobody wants to hear. */
const MOST_UNKNOWN = 64;

/** The set that a rule asks, if packets do not change it and all of its elements are read. */
function fixedSet(use: NftSetUse, table: RulePackets['table']): readonly [NftSet, readonly NftElement[]] | undefined {
  const set = use.kind === 'set' ? use.set : table.sets.get(use.name);
  if (!set || set.flags.includes('dynamic')) return undefined;
  const elements = Array.from({ length: set.elements.length }, (_, i) => set.elements.element(i));
  const read = elements.filter((each) => each !== undefined);
  return read.length === elements.length ? [set, read] : undefined;
}

/** Packets whose fields are in a constant; what nobody can say of a field may be in it. */
export function patternPackets(pattern: NftPattern, fields: readonly PacketField[], space: PacketSpace): PacketSet {
  const asked = fields.map(({ has }) => has);
  for (const [i, { from, to }] of pattern.entries()) asked.push(fields[i]?.between(from, to, asked) ?? space.may());
  return space.both(...asked);
}

/** Elements that a draw finds, each with its odds among those that are left. */
function drawBranches(draw: Draw, elements: readonly NftElement[], space: PacketSpace): readonly FoundBranch[] {
  const elementAt = (value: number): NftElement | undefined =>
    elements.find(({ key }) => key !== 'any' && patternHolds(key, [value])) ??
    elements.find(({ key }) => key === 'any');
  const answer = (value: number): string => {
    const found = elementAt(value);
    return found ? (found.data ? dataKey(found.data) : 'element') : '';
  };
  const cuts = elements.flatMap(({ key }) => (key === 'any' ? [] : patternCuts(key)));
  let left = 0;
  const branches = drawClasses(draw, cuts, answer)
    .toReversed()
    .map(({ first, count }): FoundBranch => {
      left += count;
      const packets = left === count ? space.all : space.draw(fraction(count, left));
      const element = elementAt(first);
      return { packets, ...(element ? { element } : {}) };
    });
  return branches.toReversed();
}

/**
 * All packets by the element that they find (`nft_lookup_eval`); those in no branch find none. Undefined: packets change
 * the set, or nobody can say what they ask it for.
 */
export function lookUpAll(
  expression: NftExpression,
  use: NftSetUse,
  all: RulePackets,
): readonly FoundBranch[] | undefined {
  const [set, elements] = fixedSet(use, all.table) ?? [];
  if (!set || !elements) return undefined;
  const { space } = all;
  const draw = findChance(expression);
  if (draw) return drawBranches(draw, elements, space);
  const fields = all.fields(expression);
  if (!fields && elements.length > MOST_UNKNOWN) return undefined;
  const last = elements.find(({ key }) => key === 'any');
  const others = elements.filter((each) => each !== last);
  const packetsOf = ({ key }: NftElement): PacketSet =>
    fields
      ? key === 'any'
        ? space.both(...fields.map(({ has }) => has))
        : patternPackets(key, fields, space)
      : space.may();
  return [...others, ...(last ? [last] : [])].map((element) => {
    const packets = packetsOf(element);
    return {
      packets: (element.statements ?? set.statements ?? []).some(all.mayEnd)
        ? space.both(packets, space.may())
        : packets,
      element,
    };
  });
}

/** Packets that find an element of a set; undefined as for {@link lookUpAll}. */
export function setPackets(expression: NftExpression, use: NftSetUse, all: RulePackets): PacketSet | undefined {
  const { space } = all;
  return lookUpAll(expression, use, all)?.reduceRight(
    (rest, { packets, element }) => (element ? space.either(packets, rest) : space.both(space.not(packets), rest)),
    space.none,
  );
}

/**
 * All packets by what a map holds for them, as branches of a statement: those that find nothing end the rule. Undefined as
 * for {@link lookUpAll}, or where `effect` cannot say what some data does.
 */
export function mapBranches(
  { key, map }: { readonly key: NftExpression; readonly map: NftSetUse },
  all: RulePackets,
  effect: (data: NftData) => StatementBranch['effect'] | undefined,
): readonly StatementBranch[] | undefined {
  const branches: StatementBranch[] = [];
  const found = lookUpAll(key, map, all);
  for (const { packets, element } of found ?? []) {
    const made = element?.data ? effect(element.data) : 'break';
    if (!made) return undefined;
    branches.push({ packets, effect: made });
  }
  return found && branches;
}
