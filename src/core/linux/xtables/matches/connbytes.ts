import type { MatchExtension } from '../extension';
import { U64_RANGE } from '../syntax/u64';
import { choiceCodec } from '../syntax/words';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/table-match';

const FIELDS = {
  bytes: field('--connbytes', U64_RANGE, { negatable: true }),
  mode: field('--connbytes-mode', choiceCodec(['packets', 'bytes', 'avgpkt'])),
  dir: field('--connbytes-dir', choiceCodec(['original', 'reply', 'both'])),
};
export type ConnbytesSpec = TableSpec<typeof FIELDS>;

/** How much a connection has carried. */
export const connbytes: MatchExtension<'connbytes', ConnbytesSpec> = tableMatch({
  name: 'connbytes',
  reference: 'net/netfilter/xt_connbytes.c',
  fields: FIELDS,
  required: ['bytes', 'mode', 'dir'],
});
