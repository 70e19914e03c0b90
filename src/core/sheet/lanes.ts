import type { Document } from '../document/document';
import { TIMELINE_QUESTIONS, type TimelineQuestionKind, type Variant } from '../timeline/question';
import type { Timeline } from '../timeline/timeline';
import type { KnobState } from './knobs';
import { UNANSWERED, type SheetAnswer } from './answers';
import type { RenderedBlock } from './render';
import type { SheetState } from './state';
import type { Sheet, SheetBlock } from './schema';
import { turnBench, type SheetWorkshop } from './walks';

/** Lanes of time, ready to be lived through and drawn. */
export interface RenderedLanes {
  readonly kind: 'lanes';
  readonly id: string;
  readonly number: number;
  /** The document whose script is lived through, by its key. */
  readonly script: string;
  /** What is else in the lanes beside them. */
  readonly beside?: Variant;
  readonly knobs: readonly string[];
  /** What is asked of them before they are shown. */
  readonly asks?: { readonly id: string; readonly kind: TimelineQuestionKind; readonly answer: SheetAnswer };
  /** The question that hides what they show. */
  readonly veiled?: string;
  /** Absent: nobody has lived through them yet. */
  readonly lived?: LivedLanes;
}

/** What became of the requests of a script, and of the same beside it. */
export interface LivedLanes {
  readonly first: Timeline;
  readonly second?: Timeline;
  /** What the two are called, where there are two. */
  readonly names: readonly [string, string];
}

interface LanesScope {
  readonly shop: Pick<SheetWorkshop, 'benches'>;
  readonly sheet: Sheet;
  readonly state: SheetState;
  readonly scripts: Map<string, Document>;
}

type LanesBlock = Extract<SheetBlock, { is: 'lanes' }>;

/** Lanes with their document, and with the question that stands before them; a fault: there is no such bench. */
export function renderLanes(
  { shop, sheet, state, scripts }: LanesScope,
  block: LanesBlock,
  { number, knobs }: { readonly number: number; readonly knobs: readonly KnobState[] },
): RenderedLanes | Extract<RenderedBlock, { kind: 'fault' }> {
  const { id, beside, bench = sheet.bench } = block;
  const document = turnBench(shop, sheet, { bench, knobs });
  if ('id' in document) return { kind: 'fault', id, why: document };
  const script = JSON.stringify(['lanes', bench, knobs.map(({ name, value }) => [name, value])]);
  scripts.set(script, document);
  const asks = findAsked(sheet, state, id);
  return {
    kind: 'lanes',
    id,
    number,
    script,
    knobs: knobs.map(({ name }) => name),
    ...(beside ? { beside } : {}),
    ...(asks ? { asks } : {}),
  };
}

function findAsked({ blocks }: Sheet, { answers }: SheetState, id: string): RenderedLanes['asks'] {
  const ask = blocks.find((block) => block.is === 'ask' && block.before === id);
  if (ask?.is !== 'ask') return undefined;
  const kind = TIMELINE_QUESTIONS.find((each) => ask.kind.includes(each));
  return kind && { id: ask.id, kind, answer: answers[ask.id] ?? UNANSWERED };
}
