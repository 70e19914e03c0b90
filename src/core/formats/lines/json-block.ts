import type { TextLine } from './text-lines';

/** A JSON object found between other lines. */
export interface JsonBlock {
  readonly value: Readonly<Record<string, unknown>>;
  readonly lines: readonly TextLine[];
}

/** Longer ones are no configuration of anything these formats read. */
const MOST_LINES = 5000;

/** Collects the lines of JSON objects; those that are not wanted are given back. */
export class JsonBlocks {
  readonly blocks: JsonBlock[] = [];
  readonly givenBack: number[] = [];
  private lines: TextLine[] = [];
  private depth = 0;
  private quoted = false;
  private readonly wanted: (value: Readonly<Record<string, unknown>>) => boolean;

  constructor(wanted: (value: Readonly<Record<string, unknown>>) => boolean) {
    this.wanted = wanted;
  }

  /** Does the line begin or go on with an object? */
  take(line: TextLine): boolean {
    if (this.lines.length === 0 && !line.text.startsWith('{')) return false;
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
    if (this.lines.length > 0) this.drop();
  }

  private count(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const char = text[i];
      if (this.quoted && char === '\\') i++;
      else if (char === '"') this.quoted = !this.quoted;
      else if (!this.quoted && (char === '{' || char === '[')) this.depth++;
      else if (!this.quoted && (char === '}' || char === ']')) this.depth--;
    }
  }

  private close(): void {
    const value = objectIn(this.lines.map(({ text }) => text).join('\n'));
    if (!value || !this.wanted(value)) {
      this.drop();
      return;
    }
    this.blocks.push({ value, lines: this.lines });
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

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A plain object of JSON or YAML. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
