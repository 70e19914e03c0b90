import type { Diagnostic } from '../../core/formats/format';
import type { Document } from '../../core/document/document';
import { readObjectText } from '../../core/formats/kubernetes/read';
import { readSheet } from '../../core/sheet/read';
import { sameValue } from '../../core/lib/memo';
import { renderInSteps, type RenderedSheet, type SheetPass } from '../../core/sheet/render';
import type { SheetState } from '../../core/sheet/state';
import { openWorkshop, type SheetWalk, type SheetWorkshop } from '../../core/sheet/walks';
import type { Story } from '../../core/story/tell-walk';
import { newSession, type Engine } from '../engine';
import type { Bench, RunResult } from '../protocol';
import { makeBench } from './open';

/** A walk of a Sheet's figures, as it crosses to the page. */
export interface SentWalk extends Story {
  readonly document: Document;
  readonly bench: Bench;
  readonly result: RunResult;
}

/** A Sheet, ready to be drawn, as it crosses to the page. */
export interface SentSheet extends Omit<RenderedSheet, 'walks' | 'sheet' | 'scripts'> {
  readonly sheet: Pick<RenderedSheet['sheet'], 'id' | 'title' | 'minutes' | 'notes'>;
  /** Walks of its figures by their keys; those the page has already are left out. */
  readonly walks: Readonly<Record<string, SentWalk>>;
  /** Documents whose scripts its lanes live through, by their keys; those the page has already are left out. */
  readonly scripts?: Readonly<Record<string, Document>>;
  /** The text as data, for whoever makes another Sheet of it. */
  readonly source?: unknown;
}

/** A Sheet's text, its benches, and what its reader did. */
interface SheetRequest {
  readonly text: string;
  readonly benches: Readonly<Record<string, Document>>;
  readonly state: SheetState;
  /** Keys of walks that the page has. */
  readonly known: readonly string[];
  /** The text is wanted as data, too. */
  readonly copies?: true;
  /** The first and the last block that is seen: these alone are made anew, the others are as they were told last. */
  readonly seen?: readonly [first: number, last: number] | undefined;
}

/** A Sheet as its reader has it, or what is wrong with its text; its steps tell nothing. */
export function* sheet(
  engine: Engine,
  { text, benches, state, known, copies, seen }: SheetRequest,
): Generator<undefined, SentSheet | readonly Diagnostic[]> {
  const reading = openReading(engine, text, benches);
  const { read, shop, pass } = reading;
  if (!read.ok) return read.error;
  const window = seen && pass && { before: pass, has: makeWindow(pass, seen) };
  reading.pass = yield* renderInSteps(shop, read.value, { state, window });
  const sent = sendSheet(engine, reading.pass, new Set(known));
  return copies ? { ...sent, source: readObjectText(text).documents[0]?.value } : sent;
}

/** Tells of a written block whether it became any of those between `first` and `last`; one that became none is asked again. */
function makeWindow({ parts }: SheetPass, [first, last]: readonly [number, number]): (index: number) => boolean {
  let end = 0;
  const spans = parts.map(({ shown }) => [end, (end += shown.length)] as const);
  return (index) => {
    const [from, to] = spans[index] ?? [0, 0];
    return from <= last && to >= first;
  };
}

/** A Sheet as it crosses to the page; `has`: keys of walks that are there already. */
export function sendSheet(engine: Engine, rendered: RenderedSheet, has: ReadonlySet<string>): SentSheet {
  const { id, title, minutes, notes } = rendered.sheet;
  const walks = [...rendered.walks].filter(([key]) => !has.has(key)).map(([key, walk]) => [key, send(engine, walk)]);
  return {
    sheet: { id, title, notes, ...(minutes === undefined ? {} : { minutes }) },
    knobs: rendered.knobs,
    blocks: rendered.blocks,
    walks: Object.fromEntries(walks) as SentSheet['walks'],
    ...(rendered.scripts
      ? { scripts: Object.fromEntries([...rendered.scripts].filter(([key]) => !has.has(key))) }
      : {}),
  };
}

/** A Sheet that is read: what its text says, with what was worked out of it. */
export interface SheetReading {
  readonly text: string;
  readonly benches: SheetRequest['benches'];
  readonly read: ReturnType<typeof readSheet>;
  readonly shop: SheetWorkshop;
  /** What its blocks became last. */
  pass: SheetPass | undefined;
}

/** A Sheet with its benches as it is read, kept while it is the one that is asked for. */
export function openReading(engine: Engine, text: string, benches: SheetRequest['benches']): SheetReading {
  const known = engine.reading;
  // Turning a knob asks for the same one again. Somebody's own lesson may have other benches under the same words.
  if (known?.text === text && sameValue(known.benches, benches)) return known;
  const shop = openWorkshop(benches, engine.newDerive());
  return (engine.reading = { text, benches, read: readSheet(text), shop, pass: undefined });
}

function send({ memo, ...engine }: Engine, walk: SheetWalk): SentWalk {
  const { document, derived, trace, exploration, shown, flow, moments, lenses } = walk;
  const session = newSession(document, () => derived);
  const { outcomes, truncated } = exploration;
  const result = { flowId: flow.id, outcomes, shown, trace, truncated };
  return { document, bench: makeBench({ ...engine, memo, session }), result, moments, lenses };
}
