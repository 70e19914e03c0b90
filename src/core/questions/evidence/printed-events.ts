import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { linesBetween, readFirst } from './lines-between';

/** `kind: "Event"`, as programs print an object without commas and without dashes. */
const EVENT = /^\s{0,20}"?kind"?: {0,3}"Event",?\s*$/;
const MESSAGE = /^\s{0,20}"?message"?: {0,3}"(.{1,2000})",?\s*$/;
const REASON = /^\s{0,20}"?reason"?: {0,3}"(\w{2,60})",?\s*$/;
const TYPE = /^\s{0,20}"?type"?: {0,3}"Warning",?\s*$/;
const INVOLVED = /^\s{0,20}"?involvedObject"?: {0,3}\{/;
const NAME = /^\s{0,20}"?(?:kind|name)"?: {0,3}"([-\w.]{1,253})",?\s*$/;
const BOUND = /^\s*(?:```|~~~|---)?\s*$/;
/** So many events are told. */
const MOST_TOLD = 2;
const MOST_LINES = 20_000;
const LONGEST_MESSAGE = 400;

/** `ServerlessService web`: what the event is about. */
function readInvolved(lines: readonly string[]): string {
  const at = lines.findIndex((line) => INVOLVED.test(line));
  const end = lines.findIndex((line, index) => index > at && line.trim().startsWith('}'));
  const own = at < 0 ? [] : lines.slice(at + 1, end < 0 ? at + 1 : end);
  return own.flatMap((line) => NAME.exec(line)?.[1] ?? []).join(' ') || '?';
}

/**
 * Finds events of the API that a text holds as a program printed them, neither as YAML nor as a table: what they say is quoted; a warning where
 * the event says that it is one.
 */
export function findPrintedEvents(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const found = texts.flatMap(({ text }) => {
    if (!text.includes('"Event"')) return [];
    const lines = text.split('\n', MOST_LINES);
    return lines.flatMap((line, at): readonly EvidenceFinding[] => {
      const own = EVENT.test(line) ? linesBetween(lines, at, BOUND) : [];
      const message = readFirst(own, MESSAGE)?.slice(0, LONGEST_MESSAGE).replace(/[.:]$/, '');
      if (message === undefined) return [];
      const reason = readFirst(own, REASON) ?? 'none';
      return [
        {
          id: 'event-printed',
          severity: own.some((each) => TYPE.test(each)) ? 'warning' : 'info',
          says: phrase('evidence.event', { reason, by: readInvolved(own), message }),
          next: phrase('evidence.event-next', { kind: 'other', reason }),
          words: [message],
        },
      ];
    });
  });
  return found.slice(0, MOST_TOLD);
}
