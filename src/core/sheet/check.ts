import { phrase, type Phrase } from '../lib/phrase';
import { readEdit, settleKnobs } from './knobs';
import { LIVE, PAGE, STILL } from './page-words';
import { allSpans, readProse, type ProseSpan } from './prose';
import type { SheetFault, SheetPath } from './read';
import { TIMELINE_QUESTIONS } from '../timeline/question';
import { isFigure, type Sheet, type SheetBlock, type SheetText } from './schema';
import { isValueName, VALUE_NAMES } from './values';

/**
 * Faults of a Sheet whose parts do not fit together: a knob, note or figure that is not there, a variant without a case for a
 * position.
 */
export function checkSheet(sheet: Sheet): readonly SheetFault[] {
  const edits = Object.entries(sheet.knobs).flatMap(([name, knob]) => {
    const path = ['knobs', name];
    const unknownEdit = readEdit(knob.edit)
      ? []
      : [fault([...path, 'edit'], phrase('sheet.edit', { edit: knob.edit }))];
    const to = 'to' in knob && typeof knob.to === 'string' ? knob.to : undefined;
    const isUnder = to === undefined || isBefore(sheet, to, name);
    return [...unknownEdit, ...(isUnder ? [] : [fault([...path, 'to'], missing('knob', to, sheet.knobs))])];
  });
  const texts = [...listProse(sheet)].flatMap(([path, text]) => checkText(sheet, path, text));
  const blocks = sheet.blocks.flatMap((block, index) => checkBlock(sheet, block, index));
  return [...edits, ...texts, ...blocks, ...doubles(sheet)];
}

const fault = (path: SheetPath, message: Phrase): SheetFault => ({ path, message });

function missing(
  what: 'knob' | 'note' | 'figure' | 'question' | 'value',
  name: string,
  known: object | readonly string[],
): Phrase {
  const names = Array.isArray(known) ? (known as readonly string[]) : Object.keys(known);
  return phrase('sheet.missing', { what, name, known: names.join(', ') || '-' });
}

/** Is one knob told before another? */
function isBefore({ knobs }: Sheet, first: string, then: string): boolean {
  const names = Object.keys(knobs);
  return names.includes(first) && names.indexOf(first) < names.indexOf(then);
}

/** Every prose text of a Sheet, one a language, with its place. */
export function* listProse(sheet: Sheet): Generator<readonly [path: SheetPath, text: string]> {
  for (const [name, note] of Object.entries(sheet.notes)) yield* eachText(['notes', name], note);
  for (const [index, block] of sheet.blocks.entries()) {
    if ('text' in block && !block.plain) yield* eachText(['blocks', index, block.is], block.text);
    if (block.say && !block.say.plain) yield* eachText(['blocks', index, 'say'], block.say.text);
    if (block.is === 'scrub')
      for (const [at, step] of block.steps.entries())
        yield* eachText(['blocks', index, 'scrub', 'steps', at], step.text);
  }
}

function* eachText(path: SheetPath, texts: SheetText): Generator<readonly [SheetPath, string]> {
  for (const [tag, text] of Object.entries(texts)) yield [[...path, tag], text];
}

function checkText(sheet: Sheet, path: SheetPath, text: string): readonly SheetFault[] {
  const read = readProse(text);
  if (!read.ok) return [fault(path, read.error)];
  return allSpans(read.value).flatMap((span) => checkSpan(sheet, span).map((message) => fault(path, message)));
}

function checkSpan(sheet: Sheet, span: ProseSpan): readonly Phrase[] {
  switch (span.kind) {
    case 'knob':
      return Object.hasOwn(sheet.knobs, span.name) ? [] : [missing('knob', span.name, sheet.knobs)];
    case 'note':
      return Object.hasOwn(sheet.notes, span.note) ? [] : [missing('note', span.note, sheet.notes)];
    case 'value':
      return isValueName(span.name) ? [] : [missing('value', span.name, VALUE_NAMES)];
    case 'variant':
      return checkVariant(sheet, span);
    case 'text':
    case 'code':
    case 'strong':
    case 'em':
      return [];
  }
}

/** Every position of the knob has a case: one that has none would leave a hole in the sentence. */
function checkVariant(sheet: Sheet, { knob, cases }: Extract<ProseSpan, { kind: 'variant' }>): readonly Phrase[] {
  const values = knob === PAGE ? [LIVE, STILL] : settleKnobs(sheet, {}).get(knob)?.values;
  if (!values) return [missing('knob', knob, sheet.knobs)];
  const told = new Set(cases.flatMap(({ of }) => of));
  const left = values.map(String).filter((value) => !told.has(value));
  return told.has('else') || left.length === 0 ? [] : [phrase('sheet.variant', { knob, left: left.join(', ') })];
}

function checkBlock(sheet: Sheet, block: SheetBlock, index: number): readonly SheetFault[] {
  if (block.is === 'ask') {
    const isOfTime = block.kind.every((kind) => TIMELINE_QUESTIONS.some((each) => each === kind));
    const later = sheet.blocks
      .slice(index + 1)
      .flatMap((each) => ((isOfTime ? each.is === 'lanes' : isFigure(each)) && 'id' in each ? [each.id] : []));
    const path = ['blocks', index, 'ask', 'before'];
    return later.includes(block.before) ? [] : [fault(path, missing('figure', block.before, later))];
  }
  if (block.is === 'p' && block.after !== undefined) {
    const earlier = sheet.blocks.slice(0, index).flatMap((each) => (each.is === 'ask' ? [each.id] : []));
    const path = ['blocks', index, 'p', 'after'];
    const unasked = block.after.filter((name) => !earlier.includes(name));
    return unasked.map((name) => fault(path, missing('question', name, earlier)));
  }
  if (!('knobs' in block)) return [];
  return (block.knobs ?? []).flatMap((name, at) =>
    Object.hasOwn(sheet.knobs, name)
      ? []
      : [fault(['blocks', index, block.is, 'knobs', at], missing('knob', name, sheet.knobs))],
  );
}

function doubles({ blocks }: Sheet): readonly SheetFault[] {
  const seen = new Set<string>();
  return blocks.flatMap((block, index) => {
    if (!('id' in block)) return [];
    const isDouble = seen.has(block.id);
    seen.add(block.id);
    return isDouble ? [fault(['blocks', index, block.is, 'id'], phrase('sheet.double', { id: block.id }))] : [];
  });
}
