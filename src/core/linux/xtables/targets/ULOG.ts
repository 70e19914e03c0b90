import type { TargetExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { textCodec, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  prefix: field('--ulog-prefix', textCodec(31)),
  group: field('--ulog-nlgroup', numberCodec(1, 32), { isDefault: (group) => group === 1 }),
  range: field('--ulog-cprange', numberCodec(0, 0xffffffff), { isDefault: (range) => range === 0 }),
  threshold: field('--ulog-qthreshold', numberCodec(1, 50), { isDefault: (threshold) => threshold === 1 }),
};
export type UlogSpec = TableSpec<typeof FIELDS>;

/** Sends a copy to a logging program (before NFLOG); the walk goes on. */
export const ULOG: TargetExtension<'ULOG', UlogSpec> = tableTarget({
  name: 'ULOG',
  reference: 'net/ipv4/netfilter/ipt_ULOG.c',
  fields: FIELDS,
  more: { family: 'ipv4' },
});
