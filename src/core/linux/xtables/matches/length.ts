import { between, lengthBounds, not } from '../../skb';
import type { MatchExtension } from '../extension';
import { rangeCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  length: field('--length', rangeCodec(0, 65535), { negatable: true }),
};
export type LengthSpec = TableSpec<typeof FIELDS>;

/** The length of the packet, of which only the least and the most is known here. */
export const length: MatchExtension<'length', LengthSpec> = tableMatch({
  name: 'length',
  reference: 'net/netfilter/xt_length.c',
  fields: FIELDS,
  required: ['length'],
  simulated: 'partly',
  test: ({ length: wanted }, { skb }) => {
    if (!wanted) return true;
    const answer = between(lengthBounds(skb.packet), wanted.value.min, wanted.value.max);
    return wanted.negated ? not(answer) : answer;
  },
});
