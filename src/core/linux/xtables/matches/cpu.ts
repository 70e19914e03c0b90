import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  cpu: field('--cpu', numberCodec(0, 0xffffffff), { negatable: true }),
};
export type CpuSpec = TableSpec<typeof FIELDS>;

/** The processor that handles the packet. */
export const cpu: MatchExtension<'cpu', CpuSpec> = tableMatch({
  name: 'cpu',
  reference: 'net/netfilter/xt_cpu.c',
  fields: FIELDS,
  required: ['cpu'],
});
