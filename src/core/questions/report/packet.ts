import { phrase, type Phrase } from '../../lib/phrase';
import type { Derive } from '../../document/kernel-parts';
import { exploreFlow, type Opened } from '../../document/explored';
import { flowText } from '../../document/flow-text';
import { formatIp } from '../../net/ip';
import { formatEndpoint, hasPorts } from '../../net/packet';
import { rankAssumptions } from '../../paste/asking';
import type { Assumption } from '../../paste/pasted-types';
import type { RenderedBlock, RenderedSheet } from '../../sheet/render';
import { saidHeading, saidSection, type SaidLine, type SaidRow } from '../../sheet/said';
import { makeWalk, type SheetWalk } from '../../sheet/walks';
import type { Lens } from '../../story/lens';
import type { Moment } from '../../story/moment';
import { tellWalk } from '../../story/tell-walk';
import { successOf, endingOfAll } from '../why/ending';
import { whatFlips, type FlipQuestion, type Flips } from '../why/what-flips';
import { asIs, changeRows, sayEnding, sayRules } from './endings';
import { evidenceLines, MOST_LINES } from './evidence';
import { drawStage } from './report-figures';
import { listPolicyLines, findRuleLine } from './rule-places';

/**
 * The Sheet on a packet: what was asked, how it ended, every moment with its cause and rules, why, what would change it (each
 * change was made to a copy and walked), what it rests on and what was not looked at. A phrase: why it was not sent. Progress:
 * the share of the changes that were tried.
 */
export function* sheetOfPacket(question: FlipQuestion, derive: Derive): Generator<number, RenderedSheet | Phrase> {
  const { document } = question;
  const opened: Opened = { document, derived: derive(document), explored: new Map() };
  const told = findAskedWalk(opened, question);
  if ('id' in told) return told;
  const walk = withEveryMoment(told);
  yield 0;
  const flips = yield* inShares(whatFlips({ ...question, path: walk.outcome.path }, derive));
  const title = phrase('report.packet');
  return {
    sheet: { id: 'this-packet', title, notes: {} },
    knobs: [],
    blocks: packetBlocks(opened, walk, flips),
    walks: new Map([[walk.key, walk]]),
  };
}

/** A search for changes whose progress is the share of them that was tried. */
export function* inShares(search: Generator<Flips, Flips | undefined>): Generator<number, Flips | undefined> {
  let next = search.next();
  for (; !next.done; next = search.next()) yield next.value.tried / Math.max(1, next.value.all);
  return next.value;
}

/** The walk that is asked for, of the outcome its path says. A phrase: why it was not sent. */
export function findAskedWalk(opened: Opened, { flowId, path }: FlipQuestion): SheetWalk | Phrase {
  const flow = opened.document.flows.find(({ id }) => id === flowId);
  const explored = flow && exploreFlow(opened, flow);
  const key = path?.join();
  const at =
    explored && !('id' in explored)
      ? explored.exploration.outcomes.findIndex((outcome) => outcome.path.join() === key)
      : -1;
  return makeWalk(opened, 'packet', { flow: flowId, draws: { again: 0, ...(at < 0 ? {} : { outcome: at }) } });
}

/** A walk with each moment by itself: nothing is left out of a report. */
export const withEveryMoment = (walk: SheetWalk): SheetWalk => ({ ...walk, ...tellWalk(walk, true) });

/** All that is said of a walk; `flips`: what would change it, where that was looked for. */
export function packetBlocks(opened: Opened, walk: SheetWalk, flips: Flips | undefined): readonly RenderedBlock[] {
  return [
    {
      kind: 'said',
      as: 'lede',
      says: [sayOutcome(opened, walk), ...(flips?.causes ?? []).slice(0, 1).map(({ says }) => says)],
    },
    { kind: 'rows', rows: askedRows(walk) },
    saidHeading(phrase('report.h.way')),
    drawStage(1, walk),
    ...saidSection(phrase('report.h.moments'), momentRows(walk), true),
    ...saidSection(phrase('report.h.why'), causeRows(walk, flips)),
    ...(flips ? saidSection(phrase('report.h.change'), changeRows(flips)) : []),
    ...saidSection(phrase('report.h.ways'), wayRows(opened, walk)),
    ...saidSection(phrase('report.h.rests'), restRows(walk)),
    saidHeading(phrase('report.h.unlooked')),
    { kind: 'rows', rows: unlookedRows(walk) },
  ];
}

/** How the shown outcome ends. */
export function sayOutcome(opened: Opened, { flow, outcome }: Pick<SheetWalk, 'flow' | 'outcome'>): Phrase {
  const explored = exploreFlow(opened, flow);
  if ('id' in explored) return explored;
  const success = successOf(opened.document, opened.derived, { flow, sent: explored.input.flow });
  return sayEnding(endingOfAll([{ ...outcome, probability: '1' }], false, success));
}

function askedRows({ flow, moments, document }: SheetWalk): readonly SaidRow[] {
  const [sent] = moments;
  const header = sent ? [asIs(`${sent.header.from.text} → ${sent.header.to.text}`)] : [];
  return [
    { name: phrase('report.asked'), says: [asIs(flowText(flow))], beside: header },
    { name: phrase('report.source'), says: [sayRules(document)] },
  ];
}

/** Every moment: its sentence, its cause, and the lines of the rules it rests on. */
function momentRows(walk: SheetWalk): readonly SaidRow[] {
  return walk.moments.map((moment, at) => {
    const { sentence, cause, header } = moment;
    return {
      says: [sentence],
      quiet: [...(cause ? [cause] : []), asIs(`${header.from.text} → ${header.to.text}`)],
      lines: listMomentLines(walk, moment, walk.lenses[at]),
    };
  });
}

/** The lines a moment rests on; where no rule and no policy decided, those that the lens found true. */
export function listMomentLines(
  walk: SheetWalk,
  { because }: Pick<Moment, 'because'>,
  lens: Lens | undefined,
): readonly SaidLine[] {
  const own = because.flatMap((each) => {
    if (each.kind === 'rule') return [findRuleLine(walk, each)];
    return each.kind === 'policy' ? listPolicyLines(walk, each) : [];
  });
  if (own.length > 0 || !lens) return own;
  const found = lens.lines.filter(({ said }) => said === 'yes').slice(0, MOST_LINES);
  return found.map(({ source, text }) => ({ file: source, text }));
}

function causeRows(walk: SheetWalk, flips: Flips | undefined): readonly SaidRow[] {
  return (flips?.causes ?? []).map(({ says, rule }) => ({
    says: [says],
    lines: rule ? [findRuleLine(walk, rule)] : [],
  }));
}

/** More ways are counted and not listed. */
const MOST_WAYS = 8;

/** The other ways it can go, where draws or something unknown decide. */
function wayRows(opened: Opened, { exploration, flow, shown }: SheetWalk): readonly SaidRow[] {
  const { outcomes, truncated } = exploration;
  const others = outcomes.filter((_, at) => at !== shown);
  const rows = others.slice(0, MOST_WAYS).map((outcome): SaidRow => {
    const odds = outcome.probability === undefined ? phrase('report.odds.open') : asIs(outcome.probability);
    const { arrived } = outcome;
    const place =
      arrived && asIs(hasPorts(arrived.l4) ? formatEndpoint(arrived.dst, arrived.l4.dport) : formatIp(arrived.dst));
    const says = [sayOutcome(opened, { flow, outcome })];
    return { name: odds, says, ...(place ? { beside: [place] } : {}) };
  });
  const more = others.length - rows.length;
  return [
    ...rows,
    ...(more > 0 ? [{ says: [phrase('report.more', { count: more })] }] : []),
    ...(truncated ? [{ says: [phrase('report.truncated')] }] : []),
  ];
}

/** More guesses are counted and not listed. */
const MOST_GUESSES = 8;

function restRows(walk: SheetWalk): readonly SaidRow[] {
  const { assumptions, findings } = walk.derived;
  const { onTheWay, others } = rankAssumptions(assumptions, walk.trace);
  const all = [...onTheWay, ...others];
  const made = findings.filter(({ code }) => code === 'assumed' || code === 'added');
  const rest = all.length - MOST_GUESSES;
  return [
    ...all.slice(0, MOST_GUESSES).map((each) => assumptionRow(walk, each)),
    ...(rest > 0 ? [{ says: [phrase('report.more', { count: rest })] }] : []),
    ...made.map(({ message }) => ({ says: [message] })),
  ];
}

function assumptionRow({ document }: SheetWalk, { value, reason, evidence, settledBy }: Assumption): SaidRow {
  return {
    name: asIs(value.replaceAll('\n', '; ')),
    says: [reason],
    quiet: settledBy === undefined ? [] : [phrase('report.settled-by', { command: settledBy })],
    lines: evidenceLines(document, evidence),
  };
}

function unlookedRows({ trace }: SheetWalk): readonly SaidRow[] {
  return [...trace.assumptions, phrase('report.unlooked.packet')].map((each) => ({ says: [each] }));
}
