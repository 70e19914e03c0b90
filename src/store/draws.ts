import type { Document } from '../core/document/document';
import type { ManyView } from '../engine/protocol';
import type { Access } from './access';
import type { RunActions } from './run-state';

/** New connections of the shown flow that were drawn in the story, and where each of them went. Nothing of it is part of the document. */
export interface DrawsState {
  readonly of: Document;
  readonly flowId: string;
  /** What the engine sent; at least as many as were drawn. */
  readonly view: ManyView;
  /** So many of them were drawn so far, from the first on. */
  readonly count: number;
}

export interface DrawsActions {
  /** Shows the walk of one new connection more, standing still where it is; its place is in the tally. */
  readonly drawAgain: () => Promise<void>;
  /** Draws up to a thousand new connections, or a thousand others where there are that many already; what is shown stays. */
  readonly drawMany: () => Promise<void>;
}

/** So many are drawn at once. */
export const MANY_DRAWS = 1000;
/** So many are sent first, that something is seen at once, and for who draws them one by one. */
const FEW_DRAWS = 50;

/** The draws as they are, if they were made of this document and this flow; undefined: of others, or none were made. */
export function findDraws(
  draws: DrawsState | undefined,
  document: Document,
  flowId: string | undefined,
): DrawsState | undefined {
  return draws?.of === document && draws.flowId === flowId ? draws : undefined;
}

interface Drawing {
  readonly access: Access;
  readonly actions: Pick<RunActions, 'sendMany' | 'drawSent'>;
}

/** Draws up to so many in all, one after the other of one sending: what came before bears on the next where the engine says that it does. */
async function drawUpTo({ access: { get, set }, actions }: Drawing, wanted: (before: number) => Wanted): Promise<void> {
  const { document, run, draws } = get();
  const { present: of } = document;
  const { flowId } = run;
  if (flowId === undefined) return;
  const known = findDraws(draws, of, flowId);
  const { count, anew = false } = wanted(known?.count ?? 0);
  const seed = (known?.view.seed ?? of.seed) + (anew ? 1 : 0);
  const isSent = known && !anew && known.view.sent.length >= count;
  const view = isSent ? known.view : await actions.sendMany(flowId, { count: sentFor(count), seed });
  const now = get();
  if (!view || view.problem || now.document.present !== of || now.run.flowId !== flowId) return;
  set(() => ({ draws: { of, flowId, view, count } }));
}

/** How many are drawn in all then; `anew`: those before do not count. */
interface Wanted {
  readonly count: number;
  readonly anew?: boolean;
}

/** So many are sent for so many draws: a few first, then by the thousand. The same seed begins with the same connections. */
const sentFor = (count: number): number => (count > FEW_DRAWS ? Math.ceil(count / MANY_DRAWS) * MANY_DRAWS : FEW_DRAWS);

/** What is pressed while one is on its way comes after it. */
let before: Promise<void> = Promise.resolve();
const after = (next: () => Promise<void>): Promise<void> => (before = before.then(next, next));

/** {@link DrawsActions.drawAgain} */
export function drawAgain(drawing: Drawing): Promise<void> {
  return after(async () => {
    await drawUpTo(drawing, (count) => ({ count: count + 1 }));
    const { draws, document, run } = drawing.access.get();
    const drawn = findDraws(draws, document.present, run.flowId);
    if (drawn) drawing.actions.drawSent({ seed: drawn.view.seed, nth: drawn.count - 1 });
  });
}

/** {@link DrawsActions.drawMany} */
export function drawMany(drawing: Drawing): Promise<void> {
  return after(async () => {
    const { draws, document, run } = drawing.access.get();
    const known = findDraws(draws, document.present, run.flowId)?.count ?? 0;
    const anew = known >= MANY_DRAWS;
    if (known < FEW_DRAWS) await drawUpTo(drawing, () => ({ count: FEW_DRAWS }));
    await drawUpTo(drawing, () => ({ count: MANY_DRAWS, anew }));
  });
}
