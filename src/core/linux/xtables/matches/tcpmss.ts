import type { MatchExtension } from '../extension';
import { rangeCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  mss: field('--mss', rangeCodec(0, 65535), { negatable: true }),
};
export type TcpmssSpec = TableSpec<typeof FIELDS>;

/** The MSS option of a TCP packet: packets here carry none. */
export const tcpmss: MatchExtension<'tcpmss', TcpmssSpec> = tableMatch({
  name: 'tcpmss',
  reference: 'net/netfilter/xt_tcpmss.c',
  fields: FIELDS,
  required: ['mss'],
  more: { protocols: [6] },
});
