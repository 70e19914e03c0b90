import { changeProxy } from '../../document/edits/proxy';
import type { Derive } from '../../document/kernel-parts';
import { proxyMode } from '../../kubernetes/proxy';
import { phrase, type Phrase } from '../../lib/phrase';
import type { IpFamily } from '../../net/ip';
import type { RenderedBlock, RenderedSheet } from '../../sheet/render';
import { saidHeading, saidSection, type SaidBlock, type SaidRow } from '../../sheet/said';
import type { SheetWalk } from '../../sheet/walks';
import { openSide, walkCells, type WalkedSide } from '../reach/cells';
import { compareReach, type ChangeClass, type ReachChanges } from '../reach/changes';
import { sayRow, sayRowAsks } from '../reach/say';
import type { ModeRelease } from '../reach/statement';
import { measureCost, type CostPoint } from '../cost/cost';
import { beyondPackets, type TwoSides } from './beyond';
import { adviceOn, judgeClass, saySeen, tellClass, walkExample, type NamedSide } from './changed-class';
import { contentsRow } from './contents';
import { drawSides } from './report-figures';

/** A cluster, two sides, and of which family's packets. */
export interface ChangesReportQuestion extends TwoSides {
  readonly family: IpFamily;
}

/** More classes are said without a figure and without a change that was tried. */
const MOST_FIGURES = 6;

/**
 * The Sheet on changes between two sides of a cluster: classes of packets and not packets, why, what will be seen, what to do
 * (tried), what no packet shows and where that is known from, what it costs, and in which order. Progress: its share.
 */
export function* sheetOfChanges(
  asked: ChangesReportQuestion,
  newDerive: () => Derive,
): Generator<number, RenderedSheet> {
  const [was, is] = [
    yield* walkSide(asked, asked.before, newDerive, 0),
    yield* walkSide(asked, asked.after, newDerive, 0.3),
  ];
  const changes = compareReach(was, is);
  const sides = [named(asked.before, was), named(asked.after, is)] as const;
  const walks = new Map<string, SheetWalk>();
  const told: RenderedBlock[] = [];
  for (const [at, change] of changes.classes.entries()) {
    told.push(...makeClassHead(change, at));
    if (at < MOST_FIGURES) told.push(...makeFigure(change, { sides, walks, at }));
    const advice = at < MOST_FIGURES ? [yield* later(adviceOn(change, sides[1], newDerive()), 0.6, at)] : [];
    told.push({ kind: 'rows', rows: [...tellClass(change, sides), ...advice] });
  }
  const id = 'this-change';
  const blocks = [
    ...makeLede(changes),
    ...told,
    ...beyondBlocks(asked),
    ...(yield* costBlocks(asked)),
    ...orderBlocks(asked, changes),
  ];
  return {
    sheet: { id, title: sayTitle(asked), notes: {} },
    knobs: [],
    walks,
    blocks: [...blocks, ...unlooked(changes)],
  };
}

function* walkSide(
  { document, family }: ChangesReportQuestion,
  proxy: ModeRelease,
  newDerive: () => Derive,
  done: number,
): Generator<number, WalkedSide> {
  const side = openSide(changeProxy(document, proxy), newDerive(), family);
  const work = walkCells(side);
  let next = work.next();
  for (; !next.done; next = work.next()) yield done + next.value * 0.3;
  return { side, cells: next.value };
}

/** The rest of the work, whose share is not known before: each class halves what is left. */
function* later<T>(work: Generator<number, T>, done: number, at: number): Generator<number, T> {
  let next = work.next();
  for (; !next.done; next = work.next()) yield done + (1 - done) * (1 - 0.5 ** (at + next.value)) * 0.9;
  return next.value;
}

/** `IPVS 1.31`. */
export const sideName = ({ mode, release }: ModeRelease): string => `${proxyMode(mode).title} ${release}`;

const named = (proxy: ModeRelease, { side }: WalkedSide): NamedSide => ({ name: sideName(proxy), side });

function sayTitle({ before, after }: TwoSides): Phrase {
  const values = { from: proxyMode(before.mode).title, to: proxyMode(after.mode).title };
  if (before.mode !== after.mode) return phrase('report.changes.leave', values);
  return phrase('report.changes.release', { mode: values.to, from: before.release, to: after.release });
}

function makeLede(changes: ReachChanges): readonly SaidBlock[] {
  const { classes, compared, callers, destinations } = changes;
  const differ = classes.reduce((sum, { flows }) => sum + flows, 0);
  const broken = classes.filter(({ group }) => group === 'broken').length;
  const unknown = classes.filter(({ group }) => group === 'unknown').length;
  const says = [
    phrase('report.alike', { same: compared - differ, compared }),
    ...(broken > 0 ? [phrase('reach.changes.broken', { count: broken })] : []),
    ...(unknown > 0 ? [phrase('reach.changes.unknown', { count: unknown })] : []),
    ...(broken + unknown === 0 ? [phrase('report.none-breaks')] : []),
  ];
  return [
    { kind: 'said', as: 'lede', says },
    { kind: 'said', as: 'quiet', says: [phrase('reach.changes.over', { flows: compared, callers, destinations })] },
    ...(classes.length === 0 ? [] : [contents(classes)]),
    ...(classes.length === 0 ? [] : [saidHeading(phrase('report.h.differ', { count: classes.length }))]),
  ];
}

const sayClass = ({ destinations, example }: ChangeClass): readonly Phrase[] => {
  const row = {
    destinations: [example.destination, ...destinations.filter((each) => each !== example.destination)],
  } as const;
  return [sayRow(row), sayRowAsks(row)];
};

/** Three words as the contents: look at it, know it, better; each difference with what will be seen. */
const contents = (classes: readonly ChangeClass[]): SaidBlock => ({
  kind: 'rows',
  rows: classes.map((change, at) =>
    contentsRow(judgeClass(change), { says: sayClass(change), quiet: [saySeen(change)] }, at + 1),
  ),
});

function makeClassHead(change: ChangeClass, at: number): readonly SaidBlock[] {
  const number = at + 1;
  return [{ kind: 'said', as: 'h3', number, says: [phrase('report.difference', { number }), ...sayClass(change)] }];
}

function makeFigure(
  { example }: ChangeClass,
  {
    sides,
    walks,
    at,
  }: { readonly sides: readonly NamedSide[]; readonly walks: Map<string, SheetWalk>; readonly at: number },
): readonly RenderedBlock[] {
  const shown = sides.flatMap((side) => {
    const walk = walkExample(side, example);
    if (walk) walks.set(walk.key, walk);
    return walk ? [[side.name, walk] as const] : [];
  });
  return shown.length === sides.length ? drawSides(at + 1, shown) : [];
}

function beyondBlocks(asked: ChangesReportQuestion): readonly SaidBlock[] {
  const rows = beyondPackets(asked);
  if (rows.length === 0) return [];
  const head = (['what', 'here', 'from'] as const).map((column) => phrase('report.column', { column }));
  return [saidHeading(phrase('report.h.beyond')), { kind: 'table', head, rows }];
}

/** A cluster of its size, and one that is large. */
const LARGE = 1000;
const ENDPOINTS = 3;

function* costBlocks({ document, before, after }: ChangesReportQuestion): Generator<number, readonly SaidBlock[]> {
  const own = Math.max(1, document.cluster.services.length);
  const points: (readonly [CostPoint, CostPoint])[] = [];
  for (const services of [own, LARGE]) {
    const [was, is] = [before, after].map((side) => measureCost({ ...side, services, endpoints: ENDPOINTS }));
    if (was && is) points.push([was, is]);
    yield 0.98;
  }
  const head = [
    phrase('report.column', { column: 'what' }),
    ...[before, after].map((side) => phrase('report.as-is', { text: sideName(side) })),
  ];
  const rows = points.flatMap(([was, is]) => [
    [phrase('report.cost.kernel', { services: was.services }), sayKernel(was), sayKernel(is)],
    [phrase('report.cost.first', { services: was.services }), sayFirst(was), sayFirst(is)],
    [phrase('report.cost.start', { services: was.services }), sayStart(was), sayStart(is)],
  ]);
  return [
    saidHeading(phrase('report.h.cost')),
    { kind: 'table', head, rows },
    { kind: 'said', as: 'quiet', says: [phrase('report.cost.counted', { endpoints: ENDPOINTS })] },
  ];
}

const sayKernel = ({ kernel: { rules, elements, servers } }: CostPoint): Phrase =>
  phrase('report.cost.in-kernel', { rules, elements, servers });
const sayFirst = ({ first: { most } }: CostPoint): Phrase => phrase('report.cost.of-first', { ...most });
const sayStart = ({ start: { calls, bytes } }: CostPoint): Phrase =>
  phrase('report.cost.of-start', { calls, kilobytes: Math.round(bytes / 1000) });

/** What to do first and last; each step can be taken back. */
function orderBlocks({ before, after }: ChangesReportQuestion, { classes }: ReachChanges): readonly SaidBlock[] {
  const settle = classes.flatMap(({ group }, at) => (['broken', 'unknown', 'fails'].includes(group) ? [at + 1] : []));
  const isOther = before.mode !== after.mode;
  const titles = { from: proxyMode(before.mode).title, to: proxyMode(after.mode).title };
  const values = { ...titles, mode: after.mode, old: before.mode, release: after.release, was: before.release };
  const steps: readonly (Phrase | false)[] = [
    settle.length > 0 && phrase('report.step.settle', { count: settle.length, numbers: settle.join(', ') }),
    isOther && after.mode === 'nftables' && phrase('report.step.needs'),
    isOther && before.release !== after.release && phrase('report.step.release', values),
    phrase(isOther ? 'report.step.first' : 'report.step.first-release', values),
    phrase('report.step.hold'),
    phrase(isOther ? 'report.step.rest' : 'report.step.rest-release', values),
  ];
  const rows = steps.flatMap((step): SaidRow[] => (step ? [{ says: [step] }] : []));
  return saidSection(phrase('report.h.order'), rows, true);
}

function unlooked({ unasked, gone, come }: ReachChanges): readonly SaidBlock[] {
  const apart = gone.length + come.length;
  const says = [
    ...unasked,
    ...(apart > 0 ? [phrase('report.apart', { count: apart })] : []),
    phrase('reach.not-looked'),
  ];
  return saidSection(
    phrase('report.h.unlooked'),
    says.map((each) => ({ says: [each] })),
  );
}
