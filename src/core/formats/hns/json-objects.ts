import type { Diagnostic } from '../format';
import { isObject } from '../lines/line-format';
import type { TextLine } from '../lines/text-lines';
import type { HnsObject } from './policy';

/** Longer ones are no object of HNS. */
const MOST_LINES = 2000;

type Wanted = (value: Readonly<Record<string, unknown>>) => boolean;

/** Collects JSON objects, one after the other or in an array, on lines of their own or all on one. */
export class HnsObjects {
  readonly found: HnsObject[] = [];
  readonly givenBack: number[] = [];
  private lines: TextLine[] = [];
  private depth = 0;
  private quoted = false;
  private readonly wanted: Wanted;
  private readonly diagnostics: Diagnostic[];

  constructor(wanted: Wanted, diagnostics: Diagnostic[]) {
    this.wanted = wanted;
    this.diagnostics = diagnostics;
  }

  get isOpen(): boolean {
    return this.lines.length > 0;
  }

  /** Does the line begin or go on with an object? The brackets of an array around them count as theirs. */
  take(line: TextLine): boolean {
    if (!this.isOpen) {
      if (/^[[\]],?$/.test(line.text)) return this.found.length > 0;
      if (!/^(?:\[\s*)?\{/.test(line.text)) return false;
    }
    this.lines.push(line);
    this.count(line.text);
    if (this.depth <= 0) this.close();
    else if (this.lines.length > MOST_LINES) this.drop();
    return true;
  }

  /** The text is over: an object that is still open is none. */
  finish(): void {
    if (this.isOpen) this.drop();
  }

  /** A bracket that an array begins with and does not close on its line is not counted. */
  private count(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const char = text[at];
      if (this.quoted && char === '\\') at++;
      else if (char === '"') this.quoted = !this.quoted;
      else if (!this.quoted && char === '{') this.depth++;
      else if (!this.quoted && char === '}') this.depth--;
    }
  }

  private close(): void {
    const text = this.lines.map((line) => line.text).join('\n');
    const values = valuesIn(text).filter(this.wanted);
    if (values.length === 0) return this.drop();
    const { lines, diagnostics } = this;
    for (const value of values) this.found.push({ value, lines, diagnostics });
    this.reset();
  }

  private drop(): void {
    for (const { line } of this.lines) this.givenBack.push(line);
    this.reset();
  }

  private reset(): void {
    this.lines = [];
    this.depth = 0;
    this.quoted = false;
  }
}

/** The objects of `{…}`, `{…},`, `[{…},`, `{…}]` and `[{…}, {…}]`. */
function valuesIn(text: string): Readonly<Record<string, unknown>>[] {
  const bare = text.replace(/^\[\s*/, '').replace(/\s*(?:\],?|,)$/, '');
  try {
    const value: unknown = JSON.parse(`[${bare}]`);
    return Array.isArray(value) ? value.filter(isObject) : [];
  } catch {
    return [];
  }
}
