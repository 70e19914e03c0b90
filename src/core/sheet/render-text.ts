import type { KnobState } from './knobs';
import { eachTag, type InLanguages } from './languages';
import { LIVE, PAGE, STILL } from './page-words';
import { readProse, type ProseSpan } from './prose';
import type { SheetText } from './schema';
import { findNameKind, isValueName, readValue, type NameKind } from './values';
import type { SheetWalk } from './walks';

/** A piece of prose as it is read at one position of the knobs. */
export type TextSpan =
  | { readonly kind: 'text'; readonly text: string }
  /** A name or an address of the document, by what it has its colour. */
  | { readonly kind: 'name'; readonly text: string; readonly is: NameKind }
  | { readonly kind: 'strong' | 'em'; readonly spans: readonly TextSpan[] }
  | { readonly kind: 'knob'; readonly name: string }
  /** What holds where it can be turned, and `still` where it cannot: on paper, in a still file, in Markdown. */
  | { readonly kind: 'page'; readonly spans: readonly TextSpan[]; readonly still: readonly TextSpan[] }
  | { readonly kind: 'note'; readonly spans: readonly TextSpan[]; readonly note: string };

/** A text in its languages, with the notes its words have in the margin. */
export interface RenderedText {
  readonly spans: InLanguages<readonly TextSpan[]>;
  readonly notes: readonly string[];
}

/** A text as it was written; `plain`: letter by letter. */
interface WrittenText {
  readonly text: SheetText;
  readonly plain?: true | undefined;
}

/** What prose is read with. */
export interface TextScope {
  readonly knobs: ReadonlyMap<string, KnobState>;
  /** Where names and values come from; undefined: there is no walk. */
  readonly walk: SheetWalk | undefined;
}

/** Stands for a value that no walk gives: the facts test finds it. */
export const NO_VALUE = '??';

/** A text as it is read where the knobs stand so. */
export function renderText({ text, plain }: WrittenText, scope: TextScope): RenderedText {
  if (plain) return { spans: eachTag(text, (own) => [{ kind: 'text', text: own }]), notes: [] };
  const spans = eachTag(text, (own) => renderSpans(parseSpans(own), scope));
  return { spans, notes: notesIn(spans.en) };
}

function parseSpans(text: string): readonly ProseSpan[] {
  const read = readProse(text);
  return read.ok ? read.value : [{ kind: 'text', text }];
}

function renderSpans(spans: readonly ProseSpan[], scope: TextScope): readonly TextSpan[] {
  return spans.flatMap((span) => renderSpan(span, scope));
}

function renderSpan(span: ProseSpan, scope: TextScope): readonly TextSpan[] {
  switch (span.kind) {
    case 'text':
      return [{ kind: 'text', text: span.text }];
    case 'code':
      return [named(span.text, scope)];
    case 'strong':
    case 'em':
      return [{ kind: span.kind, spans: renderSpans(span.spans, scope) }];
    case 'knob':
      return [{ kind: 'knob', name: span.name }];
    case 'note':
      return [{ kind: 'note', spans: renderSpans(span.spans, scope), note: span.note }];
    case 'value':
      return [valueSpan(valueText(span.name, scope), scope)];
    case 'variant': {
      if (span.knob === PAGE)
        return [{ kind: 'page', spans: pickCase(span, LIVE, scope), still: pickCase(span, STILL, scope) }];
      const value = String(scope.knobs.get(span.knob)?.value ?? '');
      return pickCase(span, value, scope);
    }
  }
}

function pickCase(
  { cases }: Extract<ProseSpan, { kind: 'variant' }>,
  value: string,
  scope: TextScope,
): readonly TextSpan[] {
  const held = cases.find(({ of }) => of.includes(value)) ?? cases.find(({ of }) => of.includes('else'));
  return held ? renderSpans(held.spans, scope) : [];
}

type NamedSpan = Extract<TextSpan, { kind: 'name' }>;

function named(text: string, { walk }: TextScope): NamedSpan {
  return { kind: 'name', text, is: walk ? findNameKind(walk.document, text) : 'code' };
}

/** Addresses are said as names are, numbers as words are. */
function valueSpan(text: string, scope: TextScope): TextSpan {
  return /^\d+(?:\.\d+)?$/.test(text) ? { kind: 'text', text } : named(text, scope);
}

function valueText(name: string, { walk }: TextScope): string {
  return (walk && isValueName(name) ? readValue(name, walk) : undefined) ?? NO_VALUE;
}

function notesIn(spans: readonly TextSpan[]): readonly string[] {
  return spans.flatMap((span) => {
    if (span.kind === 'note') return [span.note, ...notesIn(span.spans)];
    return 'spans' in span ? notesIn(span.spans) : [];
  });
}
