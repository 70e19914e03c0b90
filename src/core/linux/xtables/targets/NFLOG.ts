import type { TargetExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { textCodec, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  prefix: field('--nflog-prefix', textCodec(127)),
  group: field('--nflog-group', numberCodec(0, 65535), { isDefault: (group) => group === 0 }),
  range: field('--nflog-range', numberCodec(0, 0xffffffff), { isDefault: (range) => range === 0 }),
  size: field('--nflog-size', numberCodec(0, 0xffffffff)),
  threshold: field('--nflog-threshold', numberCodec(0, 65535), { isDefault: (threshold) => threshold === 0 }),
};
export type NflogSpec = TableSpec<typeof FIELDS>;

/** Sends a copy to a logging program; the walk goes on. */
export const NFLOG: TargetExtension<'NFLOG', NflogSpec> = tableTarget({
  name: 'NFLOG',
  reference: 'net/netfilter/xt_NFLOG.c',
  fields: FIELDS,
  exclusive: ['range', 'size'],
});
