import type { Document } from '../../core/document/document';
import { endsOfFlow } from '../../core/questions/compare/compare-ends';
import { captionPhrases, narrate } from '../../core/sim/narrate';
import { moments } from '../../core/story/moments';
import { stepsOfWalk } from '../../core/story/walk';
import type { CommandCall } from './command';
import { flowText } from '../../core/document/flow-text';
import { listPlaces } from '../../core/questions/report/rule-places';
import { aCount, aFlag, aList, anObject, aText, type JsonSchema } from './schema';
import type { WalkedWays } from './walked';
import { endFacts, findWayBack, WAY_BACK } from './way-back';
import { findArrival, sayWay } from './way-said';

/** More ways of a flow are counted and not listed; data has them all. */
export const MOST_WAYS_LISTED = 24;

function wayJson(walked: WalkedWays, at: number, call: CommandCall) {
  const outcome = walked.outcomes[at];
  if (!outcome) return undefined;
  const { probability, kernelProbability, disposition, answered } = outcome;
  const trace = walked.traceOf(outcome);
  const { document, derived } = walked.opened;
  const story = moments({ document, derived, trace });
  const places = call.options.has('why') ? listPlaces(walked.opened) : undefined;
  const steps = stepsOfWalk(trace);
  return {
    odds: probability ?? null,
    ...(kernelProbability === undefined ? {} : { kernelOdds: kernelProbability }),
    end: disposition.kind,
    where: disposition.netns,
    ...endFacts(disposition),
    ...findArrival(outcome),
    answered,
    back: findWayBack(trace),
    through: walked.through[at] ?? false,
    says: sayWay(walked, at, call),
    moments: story.map((moment) => ({
      kind: moment.kind,
      node: moment.node,
      says: call.say(moment.sentence),
      ...(moment.cause ? { cause: call.say(moment.cause) } : {}),
      ...(places ? { rules: places(moment) } : {}),
    })),
    ...(call.options.has('verbose')
      ? {
          steps: steps.map((step) => ({
            node: step.netns,
            kind: step.data.kind,
            says: captionPhrases(narrate(step, steps)).map(call.say).join(' '),
          })),
        }
      : {}),
    unknown: trace.assumptions.map(call.say),
    guesses: (walked.guesses[at] ?? []).map(({ says, settledBy, decides }) => ({
      says: call.say(says),
      settledBy,
      decides,
    })),
  };
}

/** A walk of a flow as data. */
export function makeJson(walked: WalkedWays, call: CommandCall) {
  const { outcomes, truncated, flow, opened, astray, made } = walked;
  const most = Math.min(outcomes.length, call.options.has('verbose') ? outcomes.length : MOST_WAYS_LISTED);
  return {
    flow: flowText(flow),
    count: outcomes.length,
    truncated,
    sources: endsOfFlow(outcomes, undefined, [...astray]).sources,
    outcomes: Array.from({ length: most }, (_, at) => wayJson(walked, at, call)),
    madeUp: made.map(call.say),
    restsOn: opened.derived.assumptions.map((each) => ({
      about: each.about,
      value: each.value,
      says: call.say(each.reason),
      ...(each.settledBy === undefined ? {} : { settledBy: each.settledBy }),
      lines: each.evidence.map(({ line, source }) => ({ file: findFile(opened.document, source), line })),
    })),
  };
}

/** What a text is called by whoever gave it. */
function findFile({ pasted }: Document, source: string | undefined): string {
  return (pasted.texts.find(({ id }) => id === source) ?? pasted.texts[0])?.title ?? '';
}

const RULE: JsonSchema = anObject({
  rule: aText('table, chain and number: nat KUBE-SERVICES 3'),
  'text?': aText('as it is written'),
  'file?': aText('where it was read'),
  'line?': aCount('from 1'),
});

const WAY: JsonSchema = anObject({
  odds: {
    type: ['string', 'null'],
    description: 'as meant, an exact fraction: "1/3"; null where something unknown decides',
  },
  'kernelOdds?': { type: 'number', description: 'as the kernel draws, where that is not what is meant' },
  end: aText('DELIVERED, DROPPED, REJECTED, NO_ROUTE, NO_SOCKET, MARTIAN, TTL_EXCEEDED, LOOP, LEFT or UNKNOWN'),
  where: aText('the namespace it ends in'),
  'by?': aText('the rule or policy that ends it: filter FORWARD 1'),
  'with?': aText('how it is refused: icmp-port-unreachable'),
  'device?': aText('by which it leaves what is known'),
  'at?': aText('address and port as they arrived'),
  'sees?': aText('whom the receiver sees as the sender'),
  answered: aFlag('the sender gets an answer'),
  back: WAY_BACK,
  through: aFlag('what was asked for answered'),
  says: aText('the same in words'),
  moments: aList(
    anObject({
      kind: aText('sent, recognised, chosen, rewritten and so on'),
      node: aText('the namespace'),
      says: aText('what happens'),
      'cause?': aText('why'),
      'rules?': aList(RULE, 'with --why'),
    }),
  ),
  'steps?': aList(
    anObject({ node: aText('the namespace'), kind: aText('the kind of step'), says: aText('what happens') }),
    'with -v',
  ),
  unknown: aList(aText('what is not simulated, or not in the texts, and was assumed')),
  'guesses?': aList(
    anObject({
      says: aText('what no object tells'),
      settledBy: aText('the command whose output would tell'),
      decides: aFlag('it would not get through, were this otherwise'),
    }),
    'of a cluster of pasted objects',
  ),
});

/** The shape of what `walk --json` prints. */
export const WALK_SCHEMA: JsonSchema = anObject({
  'entries?': aList(
    anObject({
      flow: aText('who asked whom'),
      says: aText('what the entry proves'),
      next: aText('what would tell more'),
    }),
    'entries of conntrack, where no rules were given',
  ),
  flows: aList(
    anObject({
      flow: aText('as it can be typed again'),
      count: aCount('how many ways it can go'),
      truncated: aFlag('there are more ways than were walked'),
      sources: aList(aText('an address that receivers see')),
      outcomes: aList(WAY, `the likeliest first; without -v at most ${MOST_WAYS_LISTED}`),
      madeUp: aList(aText('what was made up or guessed beside the objects')),
      restsOn: aList(
        anObject({
          about: aText('interface, address, route, sysctl and so on'),
          value: aText('what was assumed'),
          says: aText('why'),
          'settledBy?': aText('the command whose output would tell'),
          lines: aList(anObject({ file: aText('which text'), line: aCount('from 1') })),
        }),
      ),
    }),
  ),
});
