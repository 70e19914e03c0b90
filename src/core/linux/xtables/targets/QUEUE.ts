import type { TargetExtension } from '../extension';
import type { TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

/** A program on the host decides. */
export const QUEUE: TargetExtension<'QUEUE', TableSpec<Record<never, never>>> = tableTarget({
  name: 'QUEUE',
  reference: 'net/netfilter/xt_NFQUEUE.c',
  fields: {},
  simulated: 'no',
});
