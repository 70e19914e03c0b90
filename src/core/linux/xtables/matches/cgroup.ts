import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { textCodec, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  classid: field('--cgroup', numberCodec(0, 0xffffffff), { negatable: true }),
  path: field('--path', textCodec(511), { negatable: true }),
};
export type CgroupSpec = TableSpec<typeof FIELDS>;

/** The control group of the sending process. */
export const cgroup: MatchExtension<'cgroup', CgroupSpec> = tableMatch({
  name: 'cgroup',
  reference: 'net/netfilter/xt_cgroup.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['classid', 'path'],
});
