import { inOneLine } from '../../core/lib/plain';

/** How a line stands out where colours are shown; it says the same without. */
export type Emphasis = 'head' | 'good' | 'bad' | 'unsure' | 'quiet';

/** A paragraph for people: it is broken at 80 columns, its other lines stand under its words. */
export interface PageLine {
  readonly text: string;
  /** Columns it begins behind. */
  readonly indent?: number;
  /** What stands before the words, in a column of its own: `1/2`, `3.`. */
  readonly mark?: string;
  readonly as?: Emphasis;
}

/** As wide as text for people gets. */
export const COLUMNS = 80;

const COLOURS: Readonly<Record<Emphasis, string>> = { head: '1', good: '32', bad: '31', unsure: '33', quiet: '2' };
const ESCAPE = '\u001b[';

/** A letter that takes two columns of a terminal: East Asian wide and full-width (UAX #11), as far as Korean and its neighbours go. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff)
  );
}

/** Columns that a text takes in a terminal. */
export function widthOnTerminal(text: string): number {
  let width = 0;
  for (const letter of text) width += isWide(letter.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}

/** Breaks a text at its spaces so that no line is wider; a word that is wider by itself stays whole. */
export function brokenAt(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOnTerminal(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Writes lines as a page of text: nothing in it acts on a terminal but the colours, where they are shown. */
export function writePage(lines: readonly PageLine[], isColoured: boolean): string {
  return lines.map((line) => `${writeLine(line, isColoured)}\n`).join('');
}

function writeLine({ text, indent = 0, mark = '', as }: PageLine, isColoured: boolean): string {
  const margin = ' '.repeat(indent);
  const shownMark = inOneLine(mark);
  const under = margin + (mark === '' ? '' : ' '.repeat(widthOnTerminal(shownMark) + 2));
  const [first = '', ...rest] = brokenAt(inOneLine(text), Math.max(20, COLUMNS - under.length));
  const paint = (part: string): string =>
    isColoured && as !== undefined && part !== '' ? `${ESCAPE}${COLOURS[as]}m${part}${ESCAPE}0m` : part;
  const head = mark === '' ? `${margin}${paint(first)}` : `${margin}${paint(`${shownMark}  ${first}`)}`;
  return [head, ...rest.map((line) => `${under}${paint(line)}`)].join('\n').trimEnd();
}
