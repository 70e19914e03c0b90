import { rankAssumptions } from '../../../core/paste/asking';
import { createDerive } from '../../../core/document/derive';
import { astrayAmong, exploreFlow, type Opened } from '../../../core/document/explored';
import type { Document, Flow } from '../../../core/document/document';
import { aboutOdds } from '../../../core/lib/fraction';
import type { Phrase } from '../../../core/lib/phrase';
import type { Assumption } from '../../../core/paste/pasted-types';
import { endsOfFlow } from '../../../core/questions/compare/compare-ends';
import { successOf } from '../../../core/questions/why/ending';
import { makeTrace } from '../../../core/sim/explore';
import { captionPhrases, narrate } from '../../../core/sim/narrate';
import type { Outcome, Trace } from '../../../core/sim/trace';
import { formatIp } from '../../../core/net/ip';
import { formatEndpoint, hasPorts } from '../../../core/net/packet';
import type { Moment } from '../../../core/story/moment';
import { moments } from '../../../core/story/moments';
import { stepsOfWalk } from '../../../core/story/walk';
import { CommandRefusal, type CommandVerb, type CommandCall, type CommandCode, type CommandReply } from '../command';
import { askedFlows, flowText, FLOW_OPTIONS } from '../ends';
import { listClusterGuesses, type ClusterGuess } from '../../../core/questions/evidence/cluster-guesses';
import type { OpenedTexts } from '../../../core/public/open-texts';
import { openFiles } from '../opened';
import type { Emphasis, PageLine } from '../page';
import { listPlaces, writeRulePlace, type RulePlace } from '../rule-places';
import { handTo, VIA_OPTION } from '../via';
import { endFacts, findWayBack, WAY_BACK } from '../way-back';
import { aCount, aFlag, aList, anObject, aText, type JsonSchema } from '../schema';

/** More ways of a flow are counted and not listed; data has them all. */
const MOST_LISTED = 24;

/** A walk of one flow in all its ways, with what tells them. */
interface WalkedWays {
  readonly flow: Flow;
  readonly opened: Opened;
  /** What was made up or guessed beside the objects of the texts. */
  readonly made: readonly Phrase[];
  /** Of each outcome: what it rests on that no object tells. */
  readonly guesses: readonly (readonly ClusterGuess[])[];
  readonly outcomes: readonly Outcome[];
  readonly truncated: boolean;
  readonly astray: ReadonlySet<number>;
  readonly through: readonly boolean[];
  readonly traceOf: (outcome: Outcome) => Trace;
}

function walkFlow(opened: Opened, flow: Flow, call: CommandCall): Omit<WalkedWays, 'made' | 'guesses'> {
  const explored = exploreFlow(opened, flow);
  if ('id' in explored) throw new CommandRefusal(2, `${flowText(flow)}: ${call.say(explored)}`);
  const { input, exploration } = explored;
  const isThrough = successOf(opened.document, opened.derived, { flow, sent: input.flow });
  return {
    flow,
    opened,
    ...exploration,
    astray: new Set(astrayAmong(opened, flow, explored).astray),
    through: exploration.outcomes.map(isThrough),
    traceOf: (outcome) => makeTrace(input, outcome),
  };
}

/** 0: every way gets through; 1: none does, or some does not and the odds are known; 2: what is not known, or guessed, decides. */
function judge(walked: WalkedWays): CommandCode {
  const { outcomes, through, truncated } = walked;
  if (truncated || outcomes.some(({ disposition }) => disposition.kind === 'UNKNOWN')) return 2;
  const isGuessed = (_: unknown, at: number): boolean => decidingGuesses(walked, at).length > 0;
  // A way that fails for certain is one that does not get through, whatever the others hang on.
  if (through.every((isThrough, at) => isThrough || isGuessed(isThrough, at)) && through.some(isGuessed)) return 2;
  if (through.every(Boolean)) return 0;
  const isOpen = through.some(Boolean) && outcomes.some(({ probability }) => probability === undefined);
  return isOpen ? 2 : 1;
}

/** The guesses without which a way would end otherwise. */
const decidingGuesses = ({ guesses }: WalkedWays, at: number): readonly ClusterGuess[] =>
  (guesses[at] ?? []).filter(({ decides }) => decides);

/** `10.244.1.5:8080`: where a request arrived, and who it was seen to come from. */
function findArrival({ arrived, left }: Outcome): { readonly at?: string; readonly sees?: string } {
  const packet = arrived ?? left;
  if (!packet) return {};
  const at = hasPorts(packet.l4) ? formatEndpoint(packet.dst, packet.l4.dport) : formatIp(packet.dst);
  return { at, sees: formatIp(packet.src) };
}

const oddsText = ({ probability, kernelProbability }: Outcome): string =>
  probability === undefined ? '?' : aboutOdds(probability, kernelProbability !== undefined);

/** One way in a line. */
function endLine({ disposition: end, answered, ...rest }: Outcome, isAstray: boolean, call: CommandCall): string {
  const { say, word } = call;
  const { at = '', sees = '' } = findArrival({ disposition: end, answered, ...rest });
  switch (end.kind) {
    case 'DELIVERED': {
      const said = word(answered ? 'delivered' : 'unanswered', { at: at === '' ? end.to : at, sees });
      return isAstray ? `${said} ${word('astray', {})}` : said;
    }
    case 'DROPPED':
      return word('dropped', { by: end.by, at: end.netns });
    case 'REJECTED':
      return word('rejected', { by: end.by, at: end.netns, with: end.with });
    case 'TTL_EXCEEDED':
      return word('ttl', { at: end.netns });
    case 'LEFT':
      return word('left', { device: end.device, at, why: say(end.reason) });
    case 'UNKNOWN':
      return word('unknown', { why: say(end.reason) });
    case 'LOOP':
    case 'MARTIAN':
    case 'NO_ROUTE':
    case 'NO_SOCKET':
      return word('ended', { how: end.kind, at: end.netns, why: say(end.reason) });
  }
}

/** The same, which begins with what was guessed where that decides. */
function sayWay(walked: WalkedWays, at: number, call: CommandCall): string {
  const outcome = walked.outcomes[at];
  const said = outcome ? endLine(outcome, walked.astray.has(at), call) : '';
  const deciding = decidingGuesses(walked, at).map(({ says }) => call.say(says));
  return deciding.length === 0 ? said : call.word('ifGuessed', { said, guesses: deciding.join('; ') });
}

function pickEmphasis({ disposition, probability }: Outcome, isThrough: boolean): Emphasis {
  if (disposition.kind === 'UNKNOWN' || probability === undefined) return 'unsure';
  return isThrough ? 'good' : 'bad';
}

/** Moments, causes, and where asked for the rules and the steps of one way. */
function momentLines(moment: Moment, at: number, { places, call }: WayTelling): PageLine[] {
  const { say, options, word } = call;
  const cause =
    moment.cause && options.has('why') ? [{ text: say(moment.cause), indent: 6, as: 'quiet' as const }] : [];
  const rules = places(moment).map((place): PageLine => ({
    text: writeRulePlace(place, word),
    indent: 6,
    as: 'quiet',
  }));
  return [{ text: say(moment.sentence), mark: `${at + 1}.`.padStart(3), indent: 1 }, ...cause, ...rules];
}

interface WayTelling {
  readonly call: CommandCall;
  readonly places: (moment: Moment) => readonly RulePlace[];
}

function stepLines(trace: Trace, { say }: CommandCall): PageLine[] {
  const steps = stepsOfWalk(trace);
  return steps.map((step): PageLine => {
    const said = captionPhrases(narrate(step, steps)).map((each: Phrase) => say(each));
    return { text: said.join(' '), mark: `${step.index + 1}`.padStart(4), indent: 2 };
  });
}

function assumptionLine({ value, reason, settledBy }: Assumption, { say, word }: CommandCall): PageLine {
  const settled = settledBy === undefined ? '' : ` ${word('settledBy', { command: settledBy })}`;
  return { text: `${value.replaceAll('\n', '; ')}: ${say(reason)}${settled}`, mark: '-', indent: 1 };
}

/** So many guesses are written out, those that this way hangs on first, unless `--why` asks for all. */
const MOST_ASSUMED = 3;

/** Objects that were made up, and what no object tells and was guessed. */
const guessedObjects = ({ document, diagnostics }: OpenedTexts): readonly Phrase[] =>
  (document.subject === 'cluster' ? diagnostics : []).flatMap(({ code, message }) =>
    code === 'added' || code === 'assumed' ? [message] : [],
  );

function restLines(walked: WalkedWays, trace: Trace | undefined, call: CommandCall): PageLine[] {
  const { word, say, options } = call;
  const told = walked.opened.derived.assumptions;
  const { onTheWay, others } = trace ? rankAssumptions(told, trace) : { onTheWay: [], others: told };
  const guesses = [...onTheWay, ...others];
  const shown = options.has('why') ? guesses : guesses.slice(0, MOST_ASSUMED);
  const more = guesses.length - shown.length;
  const unsure = (trace?.assumptions ?? []).map((each): PageLine => ({ text: say(each), mark: '-', indent: 1 }));
  const made = walked.made.map((each): PageLine => ({ text: say(each), mark: '-', indent: 1 }));
  const guessed = (walked.guesses[0] ?? []).map(({ says, settledBy }): PageLine => ({
    text: `${say(says)}. ${word('settledBy', { command: settledBy })}`,
    mark: '-',
    indent: 1,
  }));
  if (guesses.length + unsure.length + made.length + guessed.length === 0) return [];
  return [
    { text: word('restsOn', {}), as: 'head' },
    ...unsure,
    ...guessed,
    ...made,
    ...shown.map((each) => assumptionLine(each, call)),
    ...(more > 0 ? [{ text: word('moreAssumed', { count: more }), mark: '-', indent: 1 }] : []),
  ];
}

function writeLines(walked: WalkedWays, call: CommandCall): PageLine[] {
  const { outcomes, truncated, through, flow, opened, traceOf } = walked;
  const { word } = call;
  const shown = outcomes[0];
  const trace = shown && traceOf(shown);
  const width = Math.max(...outcomes.slice(0, MOST_LISTED).map((each) => oddsText(each).length), 1);
  const ways = outcomes.slice(0, MOST_LISTED).map((outcome, at): PageLine => ({
    text: sayWay(walked, at, call),
    mark: (decidingGuesses(walked, at).length > 0 ? '?' : oddsText(outcome)).padStart(width),
    indent: 2,
    as: decidingGuesses(walked, at).length > 0 ? 'unsure' : pickEmphasis(outcome, through[at] ?? false),
  }));
  const hidden = outcomes.length - ways.length;
  const story = trace ? moments({ document: opened.document, derived: opened.derived, trace }) : [];
  const telling: WayTelling = { call, places: call.options.has('why') ? listPlaces(opened) : () => [] };
  return [
    { text: flowText(flow), as: 'head' },
    ...ways,
    ...(hidden > 0 || truncated
      ? [{ text: word(truncated ? 'moreWays' : 'hiddenWays', { count: hidden }), indent: 2 }]
      : []),
    { text: '' },
    ...(outcomes.length > 1 ? [{ text: word('firstWay', {}) }] : []),
    ...story.flatMap((moment, at) => momentLines(moment, at, telling)),
    ...(call.options.has('verbose') && trace
      ? [{ text: '' }, { text: word('steps', {}) }, ...stepLines(trace, call)]
      : []),
    ...spaced(restLines(walked, trace, call)),
  ];
}

const spaced = (lines: PageLine[]): PageLine[] => (lines.length > 0 ? [{ text: '' }, ...lines] : []);

function wayJson(walked: WalkedWays, at: number, call: CommandCall) {
  const outcome = walked.outcomes[at];
  if (!outcome) return undefined;
  const { probability, kernelProbability, disposition, answered } = outcome;
  const trace = walked.traceOf(outcome);
  const { document, derived } = walked.opened;
  const story = moments({ document, derived, trace });
  const places = call.options.has('why') ? listPlaces(walked.opened) : undefined;
  const steps = stepsOfWalk(trace);
  const back = findWayBack(trace);
  return {
    odds: probability ?? null,
    ...(kernelProbability === undefined ? {} : { kernelOdds: kernelProbability }),
    end: disposition.kind,
    where: disposition.netns,
    ...endFacts(disposition),
    ...findArrival(outcome),
    answered,
    ...(back ? { back } : {}),
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

function makeJson(walked: WalkedWays, call: CommandCall) {
  const { outcomes, truncated, flow, opened, astray, made } = walked;
  const most = Math.min(outcomes.length, call.options.has('verbose') ? outcomes.length : MOST_LISTED);
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
  'back?': WAY_BACK,
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

const SCHEMA: JsonSchema = anObject({
  flows: aList(
    anObject({
      flow: aText('as it can be typed again'),
      count: aCount('how many ways it can go'),
      truncated: aFlag('there are more ways than were walked'),
      sources: aList(aText('an address that receivers see')),
      outcomes: aList(WAY, `the likeliest first; without -v at most ${MOST_LISTED}`),
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

/** What one way rests on that no object of the texts tells; none of a node, or of a document that was saved. */
function guessesOf(opened: OpenedTexts, outcome: Outcome, { port }: Flow): readonly ClusterGuess[] {
  const { objects: told, derived, document } = opened;
  if (!told || document.subject !== 'cluster') return [];
  const isModeSaid = guessedObjects(opened).some(({ values }) => values?.['mode'] === document.mode);
  const walked = derived.settled ?? document.cluster;
  const guesses = listClusterGuesses({ told, walked, document, outcome, port });
  return guesses.filter(({ id }) => id !== 'mode' || !isModeSaid);
}

/** Sends the flows of a call through what its texts are. */
export function walkAsked(opened: OpenedTexts, call: CommandCall): readonly WalkedWays[] {
  const { document, flows } = askedFlows(opened, call);
  const derived = createDerive(opened.memo)(document);
  const bench: Opened = { document, derived, explored: new Map() };
  const made = guessedObjects(opened);
  return flows.map((flow) => {
    const walked = walkFlow(handTo(bench, flow, call), flow, call);
    return { ...walked, made, guesses: walked.outcomes.map((outcome) => guessesOf(opened, outcome, flow)) };
  });
}

async function run(call: CommandCall): Promise<CommandReply> {
  const walked = walkAsked(await openFiles(call), call);
  const codes = new Set(walked.map(judge));
  const code = codes.has(2) ? 2 : codes.has(1) ? 1 : 0;
  return {
    code,
    json: call.options.has('json') ? { flows: walked.map((each) => makeJson(each, call)) } : undefined,
    lines: walked.flatMap((each, at) => [...(at > 0 ? [{ text: '' }] : []), ...writeLines(each, call)]),
  };
}

/** `rulewalk walk`: every way a packet can go, with its odds. */
export const WALK_COMMAND: CommandVerb = {
  name: 'walk',
  about:
    'sends a packet through the rules of the texts: every way it can go, with its odds, and what happens on the way.',
  takes: 'FILES...',
  options: [
    ...FLOW_OPTIONS,
    VIA_OPTION,
    {
      name: 'why',
      about: 'say the cause of each moment, the rules it rests on with their lines, and everything that was assumed',
    },
    { name: 'verbose', letter: 'v', about: 'list every step of the kernels, too' },
    {
      name: 'mode',
      value: 'MODE',
      about: 'of a note with listings of several modes: which; of a cluster: as which kube-proxy writes its rules',
    },
  ],
  examples: [
    [
      'rulewalk walk node.txt --from 10.244.0.5 --to 10.96.0.10:53/udp',
      'what becomes of a question for DNS, by the rules of that node',
    ],
    [
      'rulewalk walk "dump/*.txt" --to kube-system/kube-dns:dns --why',
      'the same by name, from the sender the page would take, with rules and causes',
    ],
  ],
  exits: {
    0: 'every way it can go gets through to what was asked, and back',
    1: 'some way does not',
    2: 'something that is not known decides, or nothing could be read',
  },
  schema: SCHEMA,
  run,
};
