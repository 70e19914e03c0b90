import { phrase } from '../../../lib/phrase';
import { familyCheck, jumpsByTarget } from '../finding';

/** A jump to a chain that is not in the table: the kernel takes no such table, so the dump is not whole. */
export const DANGLING_JUMP = familyCheck('dangling-jump', (linted) =>
  [...linted.tables].flatMap(([table, { chains, whole }]) => {
    if (whole === false) return [];
    return [...jumpsByTarget(linted, table)]
      .filter(([target]) => !chains.has(target))
      .map(([target, places]) => ({
        id: 'dangling-jump',
        severity: 'error' as const,
        message: phrase('lint.dangling-jump', { table, target }),
        places,
      }));
  }),
);
