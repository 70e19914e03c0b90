import type { Document } from '../../core/document/document';
import { changeProxy } from '../../core/document/edits/proxy';
import type { IpFamily } from '../../core/net/ip';
import { narrowTo } from '../../core/questions/reach/about';
import { checkStatements, type StatementResult } from '../../core/questions/reach/always';
import { causesOn, compareReach, type ReachChanges } from '../../core/questions/reach/changes';
import {
  fateBetween,
  openSide,
  openWhole,
  walkCells,
  flowBetween,
  type WalkedSide,
} from '../../core/questions/reach/cells';
import type { FlowFate } from '../../core/questions/reach/fate';
import { foldMatrix, type Matrix } from '../../core/questions/reach/matrix';
import { readStatementFile, type ModeRelease } from '../../core/questions/reach/statement';
import type { Flow } from '../../core/document/document';
import type { Phrase } from '../../core/lib/phrase';
import { ok, type Result } from '../../core/lib/result';
import type { Engine } from '../engine';

/** A cluster, and of which family's packets. */
interface ReachQuestion {
  readonly document: Document;
  readonly family: IpFamily;
}

/** The matrix of a cluster: who reaches what; progress is the share that is walked. */
export function* reach({ derive }: Engine, { document, family }: ReachQuestion): Generator<number, Matrix> {
  const side = openSide(document, derive, family);
  return foldMatrix(side, yield* walkCells(side));
}

/** One of two halves of work: its progress is that of both. */
function* inPart<T>(work: Generator<number, T>, half: 0 | 1): Generator<number, T> {
  let next = work.next();
  for (; !next.done; next = work.next()) yield (half + next.value) / 2;
  return next.value;
}

/** Matrices of everybody to a party and of a party to everything; or why its words mean nobody. */
export type AboutAnswer = Result<
  { readonly to: Matrix; readonly from: Matrix; readonly services: readonly string[] },
  Phrase
>;

/** The matrix of what concerns one party, `about` in the words of a statement; progress as above. */
export function* reachAbout(
  { derive }: Engine,
  { document, family, about }: ReachQuestion & { readonly about: string },
): Generator<number, AboutAnswer> {
  const narrowed = narrowTo(openWhole(document, derive, family), about);
  if (!narrowed.ok) return narrowed;
  const { to, from, services } = narrowed.value;
  const cells = yield* inPart(walkCells(to), 0);
  return ok({ to: foldMatrix(to, cells), from: foldMatrix(from, yield* inPart(walkCells(from), 1)), services });
}

/** One cell of it, by the ids of who sends and what is asked. */
interface CellQuestion extends ReachQuestion {
  readonly caller: string;
  readonly destination: string;
}

/** One cell: fate, causes, and the flow that walks it. */
export interface CellAnswer {
  readonly fate: FlowFate;
  readonly causes: readonly Phrase[];
  readonly flow: Omit<Flow, 'id'>;
}

/** One caller to one destination: what becomes of it, and why. Undefined: the document has not both. */
export function reachCell({ derive }: Engine, { document, family, ...ids }: CellQuestion): CellAnswer | undefined {
  const side = openWhole(document, derive, family);
  const caller = side.callers.find(({ id }) => id === ids.caller);
  const destination = side.destinations.find(({ id }) => id === ids.destination);
  const fate = caller && destination && fateBetween(side, caller, destination);
  if (!fate) return undefined;
  const { id: _id, ...flow } = flowBetween(caller, destination);
  return { fate, causes: causesOn(side, { caller, destination }).map(({ says }) => says), flow };
}

interface ChangesQuestion extends ReachQuestion {
  readonly before: ModeRelease;
  readonly after: ModeRelease;
}

/** A list of differences, each class with why on each side. */
export interface ChangesAnswer extends ReachChanges {
  readonly causes: readonly (readonly [before: readonly Phrase[], after: readonly Phrase[]])[];
}

/** Every change for a cluster's packets from one mode and release to another; progress as above. */
export function* reachChanges(
  { newDerive }: Engine,
  { document, family, before, after }: ChangesQuestion,
): Generator<number, ChangesAnswer> {
  const sides: WalkedSide[] = [];
  for (const [done, proxy] of [before, after].entries()) {
    const side = openSide(changeProxy(document, proxy), newDerive(), family);
    sides.push({ side, cells: yield* inPart(walkCells(side), done === 0 ? 0 : 1) });
  }
  const [was, is] = sides as [WalkedSide, WalkedSide];
  const changes = compareReach(was, is);
  const says = (side: WalkedSide['side'], at: number): readonly Phrase[] => {
    const example = changes.classes[at]?.example;
    return example ? causesOn(side, example).map((cause) => cause.says) : [];
  };
  return { ...changes, causes: changes.classes.map((_, at) => [says(was.side, at), says(is.side, at)] as const) };
}

/** Two states of a cluster, before and after an edit, and of which family's packets. */
interface EditQuestion {
  readonly before: Document;
  readonly after: Document;
  readonly family: IpFamily;
}

/** How many kinds of packets an edit changed, by whether they get an answer now; `compared`: so many flows were walked. */
export interface EditAnswer {
  readonly compared: number;
  readonly kinds: number;
  readonly broken: number;
  readonly mended: number;
}

/** How an edit changed all packets between those that there were before and are still; progress as above. */
export function* reachEdit(
  { newDerive }: Engine,
  { before, after, family }: EditQuestion,
): Generator<number, EditAnswer> {
  const derive = newDerive();
  const sides: WalkedSide[] = [];
  for (const [done, document] of [before, after].entries()) {
    const side = openSide(document, derive, family);
    sides.push({ side, cells: yield* inPart(walkCells(side), done === 0 ? 0 : 1) });
  }
  const { classes, compared } = compareReach(...(sides as [WalkedSide, WalkedSide]));
  const count = (group: string): number => classes.filter((each) => each.group === group).length;
  return { compared, kinds: classes.length, broken: count('broken'), mended: count('mended') };
}

/** Whether statements hold of a cluster's packets; its progress is the share that is looked at. */
export function* reachAlways(
  { derive }: Engine,
  { document, family, text }: ReachQuestion & { readonly text: string },
): Generator<number, readonly StatementResult[]> {
  const statements = readStatementFile(text);
  const results: StatementResult[] = [];
  for (const result of checkStatements({ document, derive, family }, statements)) {
    results.push(result);
    yield results.length / statements.length;
  }
  return results;
}
