import type { PacketSet } from '../../../packet-space';
import type { TargetEffect } from '../../../xtables/extension';
import { knownExpression } from '../../expressions';
import type { BitOperator, BitwiseSpec } from '../../expressions/bitwise';
import type { NftExpression } from '../../types';
import type { RulePackets, PacketField } from '../rule-packets';

type Xmark = Exclude<NonNullable<TargetEffect['mark']>, 'any'>;

/** A number that is written. */
function constant(expression: NftExpression): number | undefined {
  const known = knownExpression(expression);
  const [field] = known.expression === 'immediate' ? known.spec.pattern : [];
  return typeof field?.from === 'number' && field.from === field.to ? field.from : undefined;
}

/** Bits of a field under a mask; other arithmetic is not followed. */
export function bitwiseFields(
  { left, operator, right }: BitwiseSpec,
  all: RulePackets,
): readonly PacketField[] | undefined {
  const [field] = all.fields(left) ?? [];
  const mask = constant(right);
  if (operator !== '&' || mask === undefined || !field?.masked) return undefined;
  const { has, masked } = field;
  const under = (value: number, more: number): PacketSet | undefined => {
    const bits = (mask & more) >>> 0;
    return (value & ~bits) === 0 ? masked(value, bits) : all.space.none;
  };
  return [
    {
      has,
      between: (from, to) => (from === to ? under(Number(from), 0xffffffff) : undefined),
      masked: under,
    },
  ];
}

/**
 * The arithmetic of an expression that reads the mark: (mark & ~mask) ^ value. Undefined: it is no function of the mark, or
 * of none that can be said so.
 */
export function markArithmetic(expression: NftExpression): Xmark | undefined {
  const written = constant(expression);
  if (written !== undefined) return { value: written, mask: 0xffffffff };
  const known = knownExpression(expression);
  if (known.expression === 'meta') return known.spec.key === 'mark' ? { value: 0, mask: 0 } : undefined;
  if (known.expression !== 'bitwise') return undefined;
  const [so, by] = [markArithmetic(known.spec.left), constant(known.spec.right)];
  return so && by !== undefined ? operated(so, known.spec.operator, by) : undefined;
}

function operated({ value, mask }: Xmark, operator: BitOperator, by: number): Xmark | undefined {
  if (operator === '&') return { value: (value & by) >>> 0, mask: (mask | ~by) >>> 0 };
  if (operator === '|') return { value: (value | by) >>> 0, mask: (mask | by) >>> 0 };
  return operator === '^' ? { value: (value ^ by) >>> 0, mask } : undefined;
}
