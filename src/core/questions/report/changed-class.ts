import type { Document } from '../../document/document';
import type { Derive } from '../../document/kernel-parts';
import { exploreFlow, type Opened } from '../../document/explored';
import { phrase, type Phrase } from '../../lib/phrase';
import type { SaidRow } from '../../sheet/said';
import { makeWalk, type SheetWalk } from '../../sheet/walks';
import { flowBetween, type ReachSide } from '../reach/cells';
import { causesOn, type ChangeClass, type ChangeExample, type ChangeGroup } from '../reach/changes';
import type { FateEnd } from '../reach/fate';
import { sayAsks, sayCaller, sayDestination, sayEnd } from '../reach/say';
import { sayCauses } from '../reach/say-changes';
import { adviceOnFailing } from './advice';
import type { ReportWord } from './contents';

/** A side of a comparison, and what it is called. */
export interface NamedSide {
  readonly name: string;
  readonly side: ReachSide;
}

const VERDICTS: Readonly<Record<ChangeGroup, ReportWord>> = {
  broken: 'look',
  unknown: 'look',
  fails: 'look',
  looks: 'know',
  mended: 'better',
};

/** The word of a difference: look at it, know it, better. */
export const judgeClass = ({ group }: ChangeClass): ReportWord => VERDICTS[group];

/** The walk of a class's example on a side, in an outcome that is not answered, if there is one; undefined: it cannot be sent. */
export function walkExample({ name, side }: NamedSide, { caller, destination }: ChangeExample): SheetWalk | undefined {
  const flow = flowBetween(caller, destination);
  const document: Document = { ...side.document, flows: [flow] };
  const opened: Opened = { document, derived: side.derived, explored: new Map() };
  const explored = exploreFlow(opened, flow);
  if ('id' in explored) return undefined;
  const outcome = Math.max(
    0,
    explored.exploration.outcomes.findIndex(({ answered }) => !answered),
  );
  const walk = makeWalk(opened, `${name} ${flow.id}`, { flow: flow.id, draws: { again: 0, outcome } });
  return 'key' in walk ? walk : undefined;
}

/** Ends from the one that hurts most. */
const WORST: readonly FateEnd[] = ['dropped', 'lost', 'no-route', 'loops', 'refused', 'leaves', 'unknown'];

const worst = (ends: readonly FateEnd[]): FateEnd => WORST.find((end) => ends.includes(end)) ?? ends[0] ?? 'unknown';

/** A sentence on what somebody who uses it will see. */
export function saySeen({ group, befores, afters }: ChangeClass): Phrase {
  const isSameEnds = befores.toSorted().join() === afters.toSorted().join();
  return phrase('report.see', { group, before: worst(befores), after: worst(afters), same: isSameEnds ? 'yes' : 'no' });
}

/** How a class ends on a side, and why, for the packet that stands for it. */
function tellSide({ name, side }: NamedSide, change: ChangeClass, ends: readonly FateEnd[]): SaidRow {
  const by = change.callers.every(({ kind }) => kind === 'node') ? ('node' as const) : undefined;
  const causes = causesOn(side, change.example).map(({ says }) => says);
  return {
    name: phrase('report.as-is', { text: name }),
    says: ends.flatMap((end, at) => [...(at > 0 ? [phrase('report.as-is', { text: '·' })] : []), sayEnd(end, by)]),
    quiet: sayCauses(causes, ends),
  };
}

/** A packet of a class: who sends it, and to whom. */
export const sayExample = ({ caller, destination }: ChangeExample): readonly Phrase[] => [
  sayCaller(caller),
  phrase('report.as-is', { text: '→' }),
  sayDestination(destination),
  sayAsks(destination),
];

/** The rows on a class of packets: its ends, its cause on each side, and what callers see. */
export function tellClass(change: ChangeClass, [before, after]: readonly [NamedSide, NamedSide]): readonly SaidRow[] {
  const { flows, callers, example } = change;
  return [
    {
      name: phrase('report.example'),
      says: sayExample(example),
      beside: [phrase('report.kinds', { flows, callers: callers.length })],
    },
    tellSide(before, change, change.befores),
    tellSide(after, change, change.afters),
    { name: phrase('report.seen'), says: [saySeen(change)] },
  ];
}

/** Rows on how to mend a class: nothing, or the edits that were tried on its flows. Yields the share of them that is tried. */
export function* adviceOn(change: ChangeClass, { side }: NamedSide, derive: Derive): Generator<number, SaidRow> {
  if (change.group === 'broken' || change.group === 'fails') return yield* adviceOnFailing(change, side, derive);
  return { name: phrase('report.do'), says: [phrase('report.do.nothing', { group: change.group })] };
}
