import type { MatchExtension } from '../extension';
import { nameCodec, field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

/** Two blanks stand before the name in what iptables-save writes. */
const NAME: Codec<string> = { ...nameCodec(31), print: (name) => [` ${name}`] };

const FIELDS = {
  name: field('--nfacct-name', NAME),
};
export type NfacctSpec = TableSpec<typeof FIELDS>;

/** Counts into a named object; always matches. */
export const nfacct: MatchExtension<'nfacct', NfacctSpec> = tableMatch({
  name: 'nfacct',
  reference: 'net/netfilter/xt_nfacct.c',
  fields: FIELDS,
  required: ['name'],
  simulated: 'irrelevant',
  test: () => true,
});
