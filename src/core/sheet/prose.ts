import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';

/** A piece of prose as its author wrote it. */
export type ProseSpan =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly spans: readonly ProseSpan[] }
  /** `{mode}`: a word that can be turned. */
  | { readonly kind: 'knob'; readonly name: string }
  /** `{=n}`: what the engine says. */
  | { readonly kind: 'value'; readonly name: string }
  /** `[[mode|ipvs=…|else=…]]`: what holds for some positions of a knob. */
  | { readonly kind: 'variant'; readonly knob: string; readonly cases: readonly VariantCase[] }
  /** `[words](note)`: the words a note of the margin explains. */
  | { readonly kind: 'note'; readonly spans: readonly ProseSpan[]; readonly note: string };

interface VariantCase {
  /** Values of the knob, `else` for all others. */
  readonly of: readonly string[];
  readonly spans: readonly ProseSpan[];
}

/** Pieces within pieces go no deeper. */
const DEEPEST = 6;

class Unread extends Error {
  readonly problem: Phrase;

  constructor(problem: Phrase) {
    super(problem.id);
    this.problem = problem;
  }
}

/** Reads a text of a Sheet; an error quotes where it is. The text is read once, from left to right. */
export function readProse(text: string): Result<readonly ProseSpan[], Phrase> {
  try {
    const reader = new ProseReader(text);
    return ok(reader.read('', 0));
  } catch (error) {
    if (error instanceof Unread) return err(error.problem);
    throw error;
  }
}

class ProseReader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Up to one of the characters of `stops`, which is not taken; `''`: to the end. */
  read(stops: string, depth: number): readonly ProseSpan[] {
    if (depth > DEEPEST) throw this.unread('deep');
    const spans: ProseSpan[] = [];
    let plain = '';
    while (this.at < this.text.length && !this.isStop(stops)) {
      const span = this.piece(depth);
      if (typeof span === 'string') plain += span;
      else {
        if (plain !== '') spans.push({ kind: 'text', text: plain });
        plain = '';
        spans.push(span);
      }
    }
    if (plain !== '') spans.push({ kind: 'text', text: plain });
    return spans;
  }

  private isStop(stops: string): boolean {
    const next = this.text[this.at] ?? '';
    if (stops.includes('*') && this.text.startsWith(stops, this.at)) return true;
    return !stops.includes('*') && stops.includes(next);
  }

  private piece(depth: number): ProseSpan | string {
    const { text, at } = this;
    if (text.startsWith('**', at)) return this.wrapped('strong', '**', depth);
    if (text[at] === '*') return this.wrapped('em', '*', depth);
    if (text[at] === '`') return { kind: 'code', text: this.until('`', 1) };
    if (text.startsWith('{=', at)) return { kind: 'value', name: this.named('}', 2) };
    if (text[at] === '{') return { kind: 'knob', name: this.named('}', 1) };
    if (text.startsWith('[[', at)) return this.variant(depth);
    if (text[at] === '[') return this.note(depth);
    this.at++;
    return text[at] ?? '';
  }

  private wrapped(kind: 'strong' | 'em', mark: string, depth: number): ProseSpan {
    this.at += mark.length;
    const spans = this.read(mark, depth + 1);
    this.take(mark);
    return { kind, spans };
  }

  /** `[[knob|a,b=…|else=…]]` */
  private variant(depth: number): ProseSpan {
    this.at += 2;
    const knob = this.named('|', 0);
    const cases: VariantCase[] = [];
    do {
      const of = this.until('=', 0).split(',');
      cases.push({ of, spans: this.read('|]', depth + 1) });
    } while (this.takeIf('|'));
    this.take(']]');
    return { kind: 'variant', knob, cases };
  }

  private note(depth: number): ProseSpan {
    this.at++;
    const spans = this.read(']', depth + 1);
    this.take('](');
    return { kind: 'note', spans, note: this.named(')', 0) };
  }

  /** A name up to a mark, which is taken. */
  private named(mark: string, skip: number): string {
    const name = this.until(mark, skip);
    if (!/^[a-z][a-z-]{0,40}$/i.test(name)) throw this.unread('name');
    return name;
  }

  private until(mark: string, skip: number): string {
    const from = this.at + skip;
    const to = this.text.indexOf(mark, from);
    if (to < 0) throw this.unread('open');
    this.at = to + mark.length;
    return this.text.slice(from, to);
  }

  private take(mark: string): void {
    if (!this.takeIf(mark)) throw this.unread('open');
  }

  private takeIf(mark: string): boolean {
    if (!this.text.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }

  private unread(why: 'deep' | 'name' | 'open'): Unread {
    const from = Math.max(0, Math.min(this.at, this.text.length) - 20);
    return new Unread(phrase('sheet.prose', { why, near: this.text.slice(from, this.at + 20) }));
  }
}

/** All pieces of a text, those within others too, in reading order. */
export function allSpans(spans: readonly ProseSpan[]): readonly ProseSpan[] {
  return spans.flatMap((span) => {
    if (span.kind === 'strong' || span.kind === 'em' || span.kind === 'note') return [span, ...allSpans(span.spans)];
    if (span.kind === 'variant') return [span, ...span.cases.flatMap((each) => allSpans(each.spans))];
    return [span];
  });
}
