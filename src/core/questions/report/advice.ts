import type { Derive } from '../../document/kernel-parts';
import type { Document, Flow } from '../../document/document';
import { exploreFlow, type Opened } from '../../document/explored';
import { phrase } from '../../lib/phrase';
import type { SaidRow } from '../../sheet/said';
import { flowBetween, isDestinationOf, openWhole, type ReachSide } from '../reach/cells';
import type { ChangeClass, ChangeExample } from '../reach/changes';
import { applyChange, type DocumentChange } from '../why/candidate';
import { whatFlips } from '../why/what-flips';

/** What lets the example of a class through, as it is found: no more of them are tried on the whole class. */
const MOST_TRIED = 6;
/** So many flows of a class are walked with a change. */
const MOST_FLOWS = 24;

/** Is it a change of who asks, and not of what is asked for? Whoever asks here stands for many, and was chosen here. */
const isOfCaller = (change: DocumentChange): boolean =>
  change.kind === 'flow' || (change.kind === 'all' && change.changes.some(isOfCaller));

/** Flows of a class, the example's first: each caller of it with each destination of it. */
function listFlows({ callers, destinations, example }: ChangeClass): readonly ChangeExample[] {
  const others = destinations.flatMap((destination) =>
    callers.flatMap((caller) => (isDestinationOf(caller, destination) ? [{ caller, destination }] : [])),
  );
  return [
    example,
    ...others.filter((each) => each.caller !== example.caller || each.destination !== example.destination),
  ];
}

/** How many of some flows are answered in every draw, once a document was changed; one whose destination is gone is not. */
function countAnswered(document: Document, flows: readonly ChangeExample[], side: ReachSide, derive: Derive): number {
  const { destinations } = openWhole(document, derive, side.family);
  const there = new Set(destinations.map(({ id }) => id));
  const opened: Opened = { document, derived: derive(document), explored: new Map() };
  const isAnswered = (flow: Flow): boolean => {
    const explored = exploreFlow(opened, flow);
    return !('id' in explored) && explored.exploration.outcomes.every(({ answered }) => answered);
  };
  return flows.filter(
    ({ caller, destination }) => there.has(destination.id) && isAnswered(flowBetween(caller, destination)),
  ).length;
}

/**
 * Advice on a class that fails on a side: the smallest change of that side that lets every flow of it through which is walked
 * here, else the one that lets most through, with how many; none, where none of those that were tried does. A caller is never
 * told to ask for something else, and of a port that nothing has nothing is said but that.
 */
export function* adviceOnFailing(change: ChangeClass, side: ReachSide, derive: Derive): Generator<number, SaidRow> {
  const name = phrase('report.do');
  const { caller, destination } = change.example;
  if (destination.asks.role !== 'port') return { name, says: [phrase('report.do.no-port')] };
  const flow = flowBetween(caller, destination);
  const search = whatFlips({ document: { ...side.document, flows: [flow] }, flowId: flow.id }, derive);
  let next = search.next();
  for (; !next.done; next = search.next()) yield next.value.tried / Math.max(1, next.value.all);
  const all = next.value?.all ?? 0;
  const found = (next.value?.found ?? []).filter(
    ({ effect, change: each }) => effect === 'flips' && each.kind !== 'mode' && !isOfCaller(each),
  );
  const flows = listFlows(change).slice(0, MOST_FLOWS);
  const tried = found.slice(0, MOST_TRIED).map((each) => ({
    says: each.says,
    through: countAnswered(applyChange(side.document, each.change), flows, side, derive),
  }));
  const best = tried.toSorted((a, b) => b.through - a.through)[0];
  if (!best || best.through === 0) return { name, says: [phrase('report.do.none', { count: all })] };
  return {
    name,
    says: [best.says],
    quiet: [phrase('report.do.tried', { through: best.through, flows: flows.length })],
  };
}
