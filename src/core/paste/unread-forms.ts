import type { Diagnostic } from '../formats/format';
import { isRefusedInput } from '../formats/lines/nft-refusals';
import type { Lines } from '../formats/lines/text-lines';
import { phrase } from '../lib/phrase';

/** A form whose meaning is clear and that is not read: what it looks like, and what it is called. */
interface UnreadForm {
  readonly form: 'string' | 'nft-part';
  readonly isIt: (line: string) => boolean;
}

/** `"*nat\n:PREROUTING ACCEPT [0:0]\n…"`, `b'-A INPUT …\n'`: line breaks are written out, so all of it is one line. */
const QUOTED = /["'][^\n]{0,300}?(?:\*(?:nat|filter|mangle|raw|security)|-A [A-Z][\w-]{1,28} [^\n]{1,400}?)\\n/;
/** A map, set or chain of nft, whose table was left off: `map service-ips {`. */
const NFT_PART = /^\s*(?:map|set|chain) [A-Za-z][\w./-]{0,200} \{\s*$/;

const FORMS: readonly UnreadForm[] = [
  { form: 'string', isIt: (line) => line.includes('\\n') && QUOTED.test(line) },
  { form: 'nft-part', isIt: (line) => NFT_PART.test(line) },
];

/** How much of a text, and of a line, is looked at. */
const MOST_LINES = 4000;
const LONGEST = 2000;

/** Lines nobody reads that are a known form, each form once, with what to paste in its place. `others`: lines that no format took. */
export function unreadForms(text: string, starts: Uint32Array, others: readonly Lines[]): Diagnostic[] {
  const found = new Map<UnreadForm, Diagnostic>();
  // What nft refused is no listing that lost its table.
  const forms =
    text.includes('Error: ') && text.split('\n', MOST_LINES).some(isRefusedInput)
      ? FORMS.filter(({ form }) => form !== 'nft-part')
      : FORMS;
  let count = 0;
  for (const { from, to } of others) {
    for (let number = from; number <= to && count++ < MOST_LINES; number++) {
      const start = starts[number - 1] ?? text.length;
      const end = starts[number] ?? text.length + 1;
      const line = text.slice(start, Math.min(end - 1, start + LONGEST));
      const known = forms.find((form) => !found.has(form) && form.isIt(line));
      if (!known) continue;
      const message = phrase('analysis.unread', { form: known.form, line: number });
      const span = { start, end: start + line.length, line: number, column: 1 };
      found.set(known, { severity: 'warning', code: 'unrecognised', message, span });
    }
  }
  return [...found.values()];
}
