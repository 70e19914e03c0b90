import { knownExpression, type KnownExpression } from '../../expressions';
import type { Draw } from '../../extension';
import type { NftExpression } from '../../types';
import type { RulePackets, PacketField } from '../rule-packets';
import { bitwiseFields } from './bitwise';
import { concatFields } from './concat';
import { ctFields } from './ct';
import { fibFields } from './fib';
import { metaFields } from './meta';
import { payloadFields } from './payload';

type Fields<Spec> = (spec: Spec, all: RulePackets) => readonly PacketField[] | undefined;

/** Fields by the name of the expression, a line each: the same as its `evaluate` says of each packet. */
const FIELDS: { readonly [K in KnownExpression as K['expression']]?: Fields<K['spec']> } = {
  payload: payloadFields,
  meta: metaFields,
  ct: ctFields,
  fib: fibFields,
  bitwise: bitwiseFields,
  concat: concatFields,
};

/** Fields of an expression for all packets; undefined: nobody can say what its value is. */
export function listPacketFields(expression: NftExpression, all: RulePackets): readonly PacketField[] | undefined {
  const { expression: name, spec } = knownExpression(expression);
  // The cast of this table: a spec travels with the name of the extension that made it.
  const fields = FIELDS[name] as Fields<unknown> | undefined;
  return fields?.(spec, all);
}

/** The draw behind an expression that hangs on nothing of the packet. */
export function findChance(expression: NftExpression): Draw | undefined {
  const known = knownExpression(expression);
  if (known.expression === 'meta')
    return known.spec.key === 'random' ? { offset: 0, modulus: 0x1_0000_0000 } : undefined;
  if (known.expression !== 'numgen' || known.spec.kind !== 'random') return undefined;
  return { modulus: known.spec.modulus, offset: known.spec.offset };
}
