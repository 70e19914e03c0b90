import { phrase, type Phrase } from '../lib/phrase';
import type { Moment, MomentBecause } from './moment';

/** Does a moment only lead on: a route as usual, a source that nobody changes, a way out of a machine? */
function isOnTheWay({ kind, variant, cause }: Moment): boolean {
  if (kind === 'routed') return cause?.id === 'story.routed.by-route';
  if (kind === 'source-rewritten') return variant === 'kept';
  return kind === 'crosses' && variant === undefined && (cause === undefined || cause.id === 'story.crosses.by');
}

/** Moments one after the other of one leg that only lead on; all others by themselves. */
function listRuns(told: readonly Moment[]): readonly (readonly [Moment, ...Moment[]])[] {
  const runs: [Moment, ...Moment[]][] = [];
  for (const moment of told) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const goesOn = last && isOnTheWay(last) && isOnTheWay(moment) && last.leg === moment.leg && last.kind !== 'crosses';
    if (run && goesOn) run.push(moment);
    else runs.push([moment]);
  }
  return runs;
}

/**
 * The same story with the moments of a way that say little told as one: routed, source kept, crosses. Every step stays in one
 * moment, in the order of the walk; what points at a moment points at the one that has it now.
 */
export function joinTravels(told: readonly Moment[]): readonly Moment[] {
  const runs = listRuns(told);
  const places = runs.flatMap((run, at) => run.map(() => at));
  return runs.map((run) => {
    const joined = run.length === 1 ? run[0] : joinRun(run);
    const because = joined.because.map((each) => moved(each, places));
    return { ...joined, because, ...(joined.cause ? { cause: renumbered(joined.cause, places) } : {}) };
  });
}

function moved(because: MomentBecause, places: readonly number[]): MomentBecause {
  return because.kind === 'moment' ? { ...because, index: places[because.index] ?? because.index } : because;
}

/** A sentence that says the number of a moment says the one it has now. */
function renumbered(said: Phrase, places: readonly number[]): Phrase {
  if (said.values?.['moment'] === undefined) return said;
  const number = Number(said.values['moment']);
  return { ...said, values: { ...said.values, moment: (places[number - 1] ?? number - 1) + 1 } };
}

function joinRun(run: readonly [Moment, ...Moment[]]): Moment {
  const [first] = run;
  const last = run.at(-1) as Moment;
  const main = last.kind === 'crosses' ? last : (run.find(({ kind }) => kind === 'routed') ?? first);
  return {
    ...main,
    first: first.first,
    last: last.last,
    header: last.header,
    parts: run.length,
    cause: tellTravel(run),
    because: run.flatMap(({ because }) => because),
  };
}

type Values = NonNullable<Phrase['values']>;

/** Rules that did not match on all of the way, and the chains they are in, of many the first. */
function countMissed(run: readonly Moment[]): { readonly missed: number; readonly chains: string } {
  const asked = run.flatMap(({ cause }) => (Number(cause?.values?.['missed'] ?? 0) > 0 ? [cause?.values ?? {}] : []));
  const all = [...new Set(asked.flatMap((values) => String(values['chains'] ?? '').split(', ')))];
  const more = all.length > MOST_CHAINS || asked.some((values) => Number(values['more'] ?? 0) > 0);
  return {
    missed: asked.reduce((sum, values) => sum + Number(values['missed']), 0),
    chains: `${all.slice(0, MOST_CHAINS).join(', ')}${more ? ' …' : ''}`,
  };
}

/** More chains have no room in a sentence. */
const MOST_CHAINS = 3;

/** Why it goes that way, and why its source stays: of what its parts say what a reader would ask. */
function tellTravel(run: readonly Moment[]): Phrase {
  const route = run.find(({ kind }) => kind === 'routed')?.cause?.values;
  const kept = run.find(({ kind }) => kind === 'source-rewritten');
  const passed = run.flatMap(({ cause }) => (cause?.values?.['passed'] ? [cause.values] : []));
  const by: Values = passed.length === 1 ? (passed[0] ?? {}) : {};
  return phrase('story.travels', {
    node: String(route?.['node'] ?? 'none'),
    route: String(route?.['route'] ?? 'none'),
    from: String(kept?.sentence.values?.['from'] ?? 'none'),
    why: kept?.cause?.id.replace('story.source.because-', '') ?? 'none',
    ways: Number(route?.['ways'] ?? 1),
    others: String(route?.['others'] ?? ''),
    ...countMissed(run),
    passed: passed.reduce((sum, values) => sum + Number(values['passed']), 0),
    chain: String(by['chain'] ?? ''),
    number: Number(by['number'] ?? 0),
  });
}
