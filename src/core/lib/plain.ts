/* oxlint-disable no-control-regex -- letters that no name has are what is looked for */

/**
 * Letters that do something instead of being shown: controls (C0 but tab and line feed, DEL, C1), those that turn the
 * direction of what follows, those that end a line for some readers, and halves of letters.
 */
const ACTING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const BREAKS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;
const TAB_OR_BREAK = /[\t\n]/g;

const escaped = (letter: string): string => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Is it one line: no control but a tab, nothing that ends a line? */
export function isOneLine(text: string): boolean {
  return !BREAKS.test(text);
}

/** Where letters stand that act instead of being shown; a CR before a line feed and a mark at the beginning do not count. */
export function* actingLetters(text: string): Generator<number> {
  for (const { index, 0: letter } of text.matchAll(ACTING)) {
    const isUsual = letter === '\r' ? text[index + 1] === '\n' : index === 0 && letter === '\ufeff';
    if (!isUsual) yield index;
  }
}

/**
 * A text that a terminal only shows: what would move its cursor, colour it, name its window or turn the direction is
 * written as JSON escapes it, `\u001b`, so that JSON stays the same JSON. A CR before a line feed stays.
 */
export function forTerminal(text: string): string {
  return text.replaceAll(ACTING, (letter, at: number) =>
    letter === '\r' && text[at + 1] === '\n' ? letter : escaped(letter),
  );
}

/** As {@link forTerminal}, and of one line: breaks and tabs are written `\n`, `\t`. */
export function inOneLine(text: string): string {
  const whole = forTerminal(text.replaceAll('\r\n', '\n'));
  return whole.replaceAll(TAB_OR_BREAK, (letter) => (letter === '\t' ? String.raw`\t` : String.raw`\n`));
}

/** The longest piece of a stranger's text that a sentence shows. Characters. */
const SHOWN = 60;

/** A text of unknown kind inside a sentence: of one line, nothing in it acts, and not too long. */
export function shown(text: string): string {
  return inOneLine(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

/** A program is about to print what would be read as more than one thing: callers say it as a sentence. */
export class Unprintable extends Error {
  override readonly name = 'Unprintable';

  /** What it was about, and the text as a sentence may show it. */
  readonly what: string;
  readonly text: string;

  constructor(what: string, text: string) {
    super(`${what} cannot be written so that it is read as one: ${shown(text)}`);
    this.what = what;
    this.text = shown(text);
  }
}
