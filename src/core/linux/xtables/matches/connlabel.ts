import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { FLAG, field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

/** Names of labels are in a file that is not here: only numbers can be read. */
const LABEL: Codec<number> = { ...numberCodec(0, 127), print: (label) => [`"${label}"`] };

const FIELDS = {
  label: field('--label', LABEL, { negatable: true }),
  set: field('--set', FLAG),
};
export type ConnlabelSpec = TableSpec<typeof FIELDS>;

/** A bit of the connection's label. */
export const connlabel: MatchExtension<'connlabel', ConnlabelSpec> = tableMatch({
  name: 'connlabel',
  reference: 'net/netfilter/xt_connlabel.c',
  fields: FIELDS,
  required: ['label'],
  simulated: 'partly',
  // A packet without a connection has no label (connlabel_mt()).
  test: ({ label }, { skb }) => (skb.ct ? 'unknown' : (label?.negated ?? false)),
});
