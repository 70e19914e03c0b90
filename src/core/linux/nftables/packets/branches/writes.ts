import { CONTINUE } from '../../../hooks';
import type { CtSetSpec } from '../../statements/ct-set';
import type { DynsetSpec } from '../../statements/dynset';
import type { MetaSetSpec } from '../../statements/meta-set';
import type { RulePackets, StatementBranch } from '../rule-packets';
import { markArithmetic } from '../fields/bitwise';

/** A value that is no function of the mark may end the rule, as one of a map does, or be any number. */
export function metaSetBranches({ key, value }: MetaSetSpec, { space }: RulePackets): readonly StatementBranch[] {
  const mark = markArithmetic(value);
  if (mark) return [{ packets: space.all, effect: { verdict: CONTINUE, ...(key === 'mark' ? { mark } : {}) } }];
  return [{ packets: space.may(), effect: { verdict: CONTINUE, ...(key === 'mark' ? { mark: 'any' } : {}) } }];
}

/** Branches of a statement that writes: what it writes is read by nothing that is told of all packets; a value of a map may end the rule. */
export function ctSetBranches({ value }: CtSetSpec, { space }: RulePackets): readonly StatementBranch[] {
  return [{ packets: value.expression === 'map' ? space.may() : space.all, effect: { verdict: CONTINUE } }];
}

/** A set that may be full, and what belongs to elements, may end the rule. */
export function dynsetBranches(
  { set: name, key, verb, statements }: DynsetSpec,
  all: RulePackets,
): readonly StatementBranch[] {
  const { space, table } = all;
  const set = table.sets.get(name);
  const isBounded = verb !== 'delete' && set?.size !== undefined && set.elements.length >= set.size;
  const has = all.fields(key)?.map((field) => field.has) ?? [space.may()];
  const mayEnd = !set || isBounded || statements.length > 0;
  const packets = space.both(...has, ...(mayEnd ? [space.may()] : []));
  return [{ packets, effect: { verdict: CONTINUE } }];
}
