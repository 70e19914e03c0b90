import type { MatchExtension } from '../extension';
import { MARK } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/table-match';

const FIELDS = {
  src: field('--src-group', MARK, { negatable: true }),
  dst: field('--dst-group', MARK, { negatable: true }),
};
export type DevgroupSpec = TableSpec<typeof FIELDS>;

/** The group of a network device. */
export const devgroup: MatchExtension<'devgroup', DevgroupSpec> = tableMatch({
  name: 'devgroup',
  reference: 'net/netfilter/xt_devgroup.c',
  fields: FIELDS,
  oneOf: true,
});
