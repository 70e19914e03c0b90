import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { findOfFirewall } from './firewall-findings';
import { LOG_CAUSES, type LogCause } from './log-causes';

/** A text whose lines are looked through. */
interface LoggedText {
  readonly text: string;
}

/** Longer lines are no messages. */
const LONGEST = 4000;
/** So much of a line is quoted. */
const LONGEST_QUOTED = 200;

/** True where all words stand in a line. */
const hasAll = (line: string, words: readonly string[]): boolean => words.every((word) => line.includes(word));

function findCause(line: string): LogCause | undefined {
  if (line.length === 0 || line.length > LONGEST) return undefined;
  return LOG_CAUSES.find(({ has }) => has.some((words) => hasAll(line, words)));
}

/**
 * Causes that lines of logs and of failed commands name, each cause once, at its first line, behind what firewalld is shown to
 * have refused. A line is all that is looked at: no text is understood, so nothing is said of one that no entry of the table
 * fits.
 */
export function findOfLogs(texts: readonly LoggedText[]): readonly EvidenceFinding[] {
  const found = new Map<LogCause, string>();
  for (const { text } of texts) {
    for (const line of text.split('\n')) {
      const cause = findCause(line);
      if (cause && !found.has(cause)) found.set(cause, line.trim());
    }
  }
  const causes = [...found].map(([{ id, severity }, line]): EvidenceFinding => ({
    id: `log-${id}`,
    severity,
    says: phrase(`evidence.log.${id}`, { line: quoteLine(line) }),
    next: phrase(`evidence.log-next.${id}`),
    words: [line],
  }));
  return [...texts.flatMap(({ text }) => findOfFirewall(text)), ...causes];
}

const quoteLine = (line: string): string =>
  line.length > LONGEST_QUOTED ? `${line.slice(0, LONGEST_QUOTED)}…` : line.replace(/[.:]$/, '');
