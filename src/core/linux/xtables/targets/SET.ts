import type { TargetExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { REFERENCE } from '../syntax/set-reference';
import { FLAG } from '../syntax/words';
import { field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/table-target';

const FIELDS = {
  add: field('--add-set', REFERENCE),
  exist: field('--exist', FLAG),
  timeout: field('--timeout', numberCodec(0, 0xffffffff)),
  del: field('--del-set', REFERENCE),
  map: field('--map-set', REFERENCE),
  mapMark: field('--map-mark', FLAG),
  mapPrio: field('--map-prio', FLAG),
  mapQueue: field('--map-queue', FLAG),
};
export type SetSpec = TableSpec<typeof FIELDS>;

/** Adds the packet to an ipset, or takes it out. */
export const SET: TargetExtension<'SET', SetSpec> = tableTarget({
  name: 'SET',
  reference: 'net/netfilter/xt_set.c',
  fields: FIELDS,
  oneOf: ['add', 'del', 'map'],
  simulated: 'partly',
});
