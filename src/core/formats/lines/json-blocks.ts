import { type TextLine } from './text-lines';

/** A JSON object found between other lines. */
export interface JsonBlock {
  readonly value: Readonly<Record<string, unknown>>;
  readonly lines: readonly TextLine[];
}

/** Longer ones are no configuration of anything these formats read. */
const MOST_LINES = 5000;

type JsonObject = JsonBlock['value'];

/** Collects the lines of JSON objects, one after the other or in an array; those that are not wanted are given back. */
export class JsonBlocks {
  readonly blocks: JsonBlock[] = [];
  readonly givenBack: number[] = [];
  private lines: TextLine[] = [];
  private depth = 0;
  private quoted = false;
  private readonly wanted: (value: JsonObject) => boolean;

  constructor(wanted: (value: JsonObject) => boolean) {
    this.wanted = wanted;
  }

  get isOpen(): boolean {
    return this.lines.length > 0;
  }

  /** Does the line begin or go on with an object? The brackets of an array around them count as theirs. */
  take(line: TextLine): boolean {
    if (!this.isOpen) {
      if (/^[[\]],?$/.test(line.text)) return this.blocks.length > 0;
      if (!/^(?:\[\s*)?\{/.test(line.text)) return false;
    }
    if (this.lines.length >= MOST_LINES) {
      this.drop();
      return false;
    }
    this.lines.push(line);
    this.count(line.text);
    if (this.depth <= 0) this.close();
    return true;
  }

  /** The text is over: an object that is still open is none. */
  finish(): void {
    if (this.isOpen) this.drop();
  }

  /** Braces alone: an array may begin on the line of its first object and end on that of its last. */
  private count(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const char = text[i];
      if (this.quoted && char === '\\') i++;
      else if (char === '"') this.quoted = !this.quoted;
      else if (!this.quoted && char === '{') this.depth++;
      else if (!this.quoted && char === '}') this.depth--;
    }
  }

  private close(): void {
    const values = objectsIn(this.lines.map(({ text }) => text).join('\n')).filter(this.wanted);
    if (values.length === 0) return this.drop();
    for (const value of values) this.blocks.push({ value, lines: this.lines });
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
function objectsIn(text: string): readonly JsonObject[] {
  const open = text.startsWith('[') ? 1 : 0;
  const comma = text.endsWith(',') ? text.length - 1 : text.length;
  const end = text[comma - 1] === ']' ? comma - 1 : comma;
  try {
    const value: unknown = JSON.parse(`[${text.slice(open, end)}]`);
    return Array.isArray(value) ? value.filter(isObject) : [];
  } catch {
    return [];
  }
}

/** A plain object of JSON or YAML. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
