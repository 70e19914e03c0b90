import type { NftContext } from './extension';

/** What a statement remembers things under: its element, or its rule and place. */
export function placeOf({ owner, ref, position }: Pick<NftContext, 'owner' | 'ref' | 'position'>): string {
  return owner ?? `${ref.table} ${ref.chain} ${ref.index} ${position}`;
}
