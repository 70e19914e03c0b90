import { phrase } from '../../lib/phrase';
import type { SaidRow } from '../../sheet/said';

/** A difference asks of a person to look at it, to know it, or nothing: it is better. */
export type ReportWord = 'look' | 'know' | 'better';

const TONES = { look: 'bad', know: 'news', better: 'good' } as const;

/** A difference in the contents of a report. `to`: its number; absent: nothing more is told of it. */
export const contentsRow = (verdict: ReportWord, row: SaidRow, to?: number): SaidRow => ({
  name: phrase('report.verdict', { verdict }),
  ...row,
  leads: { tone: TONES[verdict], ...(to === undefined ? {} : { to }) },
});
