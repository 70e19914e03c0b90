import { networkOfPasted } from '../../core/analysis/pasted';
import { detectFormats, FORMATS, readAs, type FormatId } from '../../core/formats';
import type { LineFormat } from '../../core/formats/lines/line-format';
import { lineBetween } from '../../core/formats/lines/text-lines';
import { lineStarts } from '../../core/lib/scan';

/** Formats that print what they could not read as it stands: broken, it may be read otherwise. */
const VERBATIM: ReadonlySet<FormatId> = new Set(['nft-ruleset', 'kube-proxy-config']);

/** What went wrong with a text; undefined: nothing. */
export type Complaint = string | undefined;

function isLineFormat(format: object): format is LineFormat<FormatId, unknown> {
  return 'reader' in format;
}

/** Each line that is not empty is taken or left aside, and only one of both. */
function lostLine(format: LineFormat<FormatId, unknown>, text: string): Complaint {
  const parsed = format.parse(text);
  if (!parsed.ok) return undefined;
  const seen = new Map<number, number>();
  for (const { from, to } of [...parsed.value.taken, ...parsed.value.ignored]) {
    for (let line = from; line <= to; line++) seen.set(line, (seen.get(line) ?? 0) + 1);
  }
  const starts = lineStarts(text);
  for (let line = 1; line <= starts.length; line++) {
    const next = starts[line] ?? text.length;
    const { start, end } = lineBetween(text, starts[line - 1] ?? 0, text[next - 1] === '\n' ? next - 1 : next, line);
    const times = seen.get(line) ?? 0;
    if (times > 1 || (times === 0 && end > start)) return `line ${line} is in ${times} parts`;
  }
  return undefined;
}

/** What a format prints of a text it prints again from that print. */
function unstablePrint(id: FormatId, text: string): Complaint {
  const read = readAs(id, text);
  const once = read.ok ? read.value.print() : '';
  if (once.trim() === '') return undefined;
  const again = readAs(id, once);
  if (!again.ok) return `its own print is refused: ${JSON.stringify(once)}`;
  const twice = again.value.print();
  return twice === once ? undefined : `printed\n${once}and then\n${twice}`;
}

/** Reads a text as a format; says how a promise was broken. */
export function checkFormat(id: FormatId, text: string): Complaint {
  const format = FORMATS.find((each) => each.id === id);
  if (!format) return undefined;
  try {
    if (!isLineFormat(format)) {
      readAs(id, text);
      return undefined;
    }
    return lostLine(format, text) ?? (VERBATIM.has(id) ? undefined : unstablePrint(id, text));
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

/** Detects a text and makes a node of it: every line is in a part or left aside, and nothing throws. */
export function checkPaste(text: string): Complaint {
  try {
    detectFormats(text);
    const { texts } = networkOfPasted({ texts: [{ id: 'text', title: 'text', text }], facts: {} });
    const lines = lineStarts(text).length;
    if (texts[0]?.lines !== lines) return `${texts[0]?.lines} lines of ${lines}`;
    const outside = texts[0].others.find(({ from, to }) => from < 1 || to > lines || from > to);
    return outside ? `left aside ${outside.from} to ${outside.to} of ${lines}` : undefined;
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}
