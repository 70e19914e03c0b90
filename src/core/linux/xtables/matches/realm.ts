import type { MatchExtension } from '../extension';
import { MARK_CODEC } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  realm: field('--realm', MARK_CODEC, { negatable: true }),
};
export type RealmSpec = TableSpec<typeof FIELDS>;

/** The realm of the route taken. */
export const realm: MatchExtension<'realm', RealmSpec> = tableMatch({
  name: 'realm',
  reference: 'net/netfilter/xt_realm.c',
  fields: FIELDS,
  required: ['realm'],
  more: { family: 'ipv4' },
});
