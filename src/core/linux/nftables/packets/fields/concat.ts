import type { ConcatSpec } from '../../expressions/concat';
import type { RulePackets, PacketField } from '../rule-packets';

/** The fields of all parts side by side; of parts that nobody can say nothing is. */
export function concatFields({ parts }: ConcatSpec, { fields }: RulePackets): readonly PacketField[] | undefined {
  const all = parts.map((part) => fields(part));
  return all.some((each) => each === undefined) ? undefined : all.flatMap((each) => each ?? []);
}
