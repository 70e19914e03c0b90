import type { TargetExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { FLAG, nameCodec, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  timeout: field('--timeout', numberCodec(1, 0xffffffff)),
  label: field('--label', nameCodec(27)),
  alarm: field('--alarm', FLAG),
};
export type IdletimerSpec = TableSpec<typeof FIELDS>;

/** Restarts a timer when packets pass. */
export const IDLETIMER: TargetExtension<'IDLETIMER', IdletimerSpec> = tableTarget({
  name: 'IDLETIMER',
  reference: 'net/netfilter/xt_IDLETIMER.c',
  fields: FIELDS,
  required: ['timeout', 'label'],
});
