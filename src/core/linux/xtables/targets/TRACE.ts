import type { TargetExtension } from '../extension';
import type { TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

export type TraceSpec = TableSpec<Record<never, never>>;

/** Asks the kernel to trace the packet; the walk goes on. */
export const TRACE: TargetExtension<'TRACE', TraceSpec> = tableTarget({
  name: 'TRACE',
  reference: 'net/netfilter/xt_TRACE.c',
  fields: {},
});
