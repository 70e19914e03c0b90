import type { ObjectMeta } from './types';

/** On Endpoints, slices and Services: how many endpoints more there are, at the least, than a listing that was cut short names. */
export const UNNAMED_ENDPOINTS = 'rulewalk/unnamed-endpoints';

/** How many endpoints of an object no text names, at the least: `+ 2 more...`; 0: all are named, as far as is told. */
export function countUnnamed({ metadata }: { readonly metadata: ObjectMeta }): number {
  return Number(metadata.annotations?.[UNNAMED_ENDPOINTS] ?? 0);
}
