import { phrase } from '../../../lib/phrase';
import type { Check } from '../finding';
import { nftJumps } from '../rule-kinds';

/** A rule or an element of a verdict map leads to a chain that is not there: the kernel takes no such thing, so the listing is not whole. */
export const NFT_DANGLING: Check = {
  id: 'dangling-jump',
  find: ({ nftables }) =>
    [...(nftables?.tables ?? [])].flatMap(([table, content]) =>
      [...nftJumps(content)]
        .filter(([target]) => !content.chains.has(target))
        .map(([target, places]) => ({
          id: 'dangling-jump',
          severity: 'error' as const,
          message: phrase('lint.dangling-jump', { table, target }),
          places,
        })),
    ),
};
