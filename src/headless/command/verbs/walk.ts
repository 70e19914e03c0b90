import { rankAssumptions } from '../../../core/paste/asking';
import { aboutOdds } from '../../../core/lib/fraction';
import { phrase, type Phrase } from '../../../core/lib/phrase';
import type { Assumption } from '../../../core/paste/pasted-types';
import { captionPhrases, narrate } from '../../../core/sim/narrate';
import type { Outcome, Trace } from '../../../core/sim/trace';
import type { Moment } from '../../../core/story/moment';
import { moments } from '../../../core/story/moments';
import { stepsOfWalk } from '../../../core/story/walk';
import type { OpenedTexts } from '../../../core/public/open-texts';
import type { CommandVerb, CommandCall, CommandReply } from '../command';
import { flowText } from '../../../core/document/flow-text';
import { FLOW_OPTIONS, typedFlows } from '../ends';
import { lineOfWords } from '../../../core/questions/evidence/evidence-line';
import type { EvidenceFinding } from '../../../core/questions/evidence/evidence-finding';
import { listEvidence } from '../../../core/questions/evidence/list-evidence';
import { openFiles } from '../opened';
import type { Emphasis, PageLine } from '../page';
import { findEndingRule, listPlaces, type RulePlace } from '../../../core/questions/report/rule-places';
import { writeRulePlace } from '../rule-line';
import { VIA_OPTION } from '../via';
import { makeJson, MOST_WAYS_LISTED, WALK_SCHEMA } from '../walk-data';
import { decidingGuesses, judge, walkAsked, type WalkedWays } from '../walked';
import { sayWay } from '../way-said';

const oddsText = ({ probability, kernelProbability }: Outcome): string =>
  probability === undefined ? '?' : aboutOdds(probability, kernelProbability !== undefined);

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

function restLines(walked: WalkedWays, trace: Trace | undefined, call: CommandCall): PageLine[] {
  const { word, say, options } = call;
  const told = walked.opened.derived.assumptions;
  const { onTheWay, others } = trace ? rankAssumptions(told, trace) : { onTheWay: [], others: told };
  const guesses = [...onTheWay, ...others];
  const shown = options.has('why') ? guesses : guesses.slice(0, MOST_ASSUMED);
  const more = guesses.length - shown.length;
  const unsure = (trace?.assumptions ?? []).map((each): PageLine => ({ text: say(each), mark: '-', indent: 1 }));
  const made = walked.made.map((each): PageLine => ({ text: say(each), mark: '-', indent: 1 }));
  const own = (walked.guesses[0] ?? []).filter(({ isListed }) => !isListed);
  const guessed = own.map(({ says, settledBy }): PageLine => ({
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

/** The rules and elements of the texts that ended the first ways, each once, as they stand there. */
function listEndingRules({ outcomes, opened, traceOf }: WalkedWays, { word }: CommandCall): PageLine[] {
  const places = outcomes
    .slice(0, MOST_QUOTED)
    .flatMap((outcome) => findEndingRule({ disposition: outcome.disposition, trace: traceOf(outcome) }, opened));
  const texts = new Set(places.map((place) => writeRulePlace(place, word)));
  return [...texts].map((text) => ({ text, indent: 6, as: 'quiet' }));
}

/** Of so many ways the rules that ended them are quoted. */
const MOST_QUOTED = 3;

/** What somebody saw of this packet, and what tells it from the walk. */
const seenLines = ({ seen }: WalkedWays, { say, word }: CommandCall): PageLine[] =>
  seen
    ? [
        { text: say(seen.says), indent: 2, as: seen.isOther ? 'unsure' : 'quiet' },
        ...(seen.next ? [{ text: word('next', { next: say(seen.next) }), indent: 4 }] : []),
      ]
    : [];

function writeLines(walked: WalkedWays, call: CommandCall, proven: readonly EvidenceFinding[]): PageLine[] {
  const { outcomes, truncated, through, flow, opened, traceOf } = walked;
  const { word } = call;
  const shown = outcomes[0];
  const trace = shown && traceOf(shown);
  const width = Math.max(...outcomes.slice(0, MOST_WAYS_LISTED).map((each) => oddsText(each).length), 1);
  const ways = outcomes.slice(0, MOST_WAYS_LISTED).map((outcome, at): PageLine => ({
    text: sayWay(walked, at, call),
    mark: (decidingGuesses(walked, at).length > 0 ? '?' : oddsText(outcome)).padStart(width),
    indent: 2,
    as: decidingGuesses(walked, at).length > 0 ? 'unsure' : pickEmphasis(outcome, through[at] ?? false),
  }));
  const ruled = listEndingRules(walked, call);
  const hidden = outcomes.length - ways.length;
  const isUnsent = decidingGuesses(walked, 0).some((each) => each.isUnsent);
  const story = trace && !isUnsent ? moments({ document: opened.document, derived: opened.derived, trace }) : [];
  const telling: WayTelling = { call, places: call.options.has('why') ? listPlaces(opened) : () => [] };
  return [
    { text: flowText(flow), as: 'head' },
    ...ways,
    ...ruled,
    ...seenLines(walked, call),
    ...(hidden > 0 || truncated
      ? [{ text: word(truncated ? 'moreWays' : 'hiddenWays', { count: hidden }), indent: 2 }]
      : []),
    ...provenLines(proven, call),
    { text: '' },
    ...(outcomes.length > 1 && story.length > 0 ? [{ text: word('firstWay', {}) }] : []),
    ...story.flatMap((moment, at) => momentLines(moment, at, telling)),
    ...(call.options.has('verbose') && trace
      ? [{ text: '' }, { text: word('steps', {}) }, ...stepLines(trace, call)]
      : []),
    ...spaced(restLines(walked, trace, call)),
  ];
}

const spaced = (lines: PageLine[]): PageLine[] => (lines.length > 0 ? [{ text: '' }, ...lines] : []);

/** What connections, captures and maps prove of packets without rules, in place of a walk; undefined: there is something to walk. */
function answerByEvidence(opened: OpenedTexts, call: CommandCall): CommandReply | undefined {
  const isWalked = opened.document.subject !== 'pasted' || (opened.examined?.suggested ?? []).length > 0;
  if (isWalked || typedFlows(call).length > 0) return undefined;
  const entries = listEvidence(opened).flatMap(({ flow, ...each }) => (flow === undefined ? [] : [{ ...each, flow }]));
  if (entries.length === 0) return undefined;
  const { say, word } = call;
  const said = entries.map((each) => {
    const place = each.words && lineOfWords(each.words, opened.texts);
    const at = place ? `${place.file}:${place.line}: ` : '';
    return { ...each, at, says: say(each.says), next: say(each.next) };
  });
  const lines = said.flatMap(({ flow, says, at, next }): PageLine[] => [
    { text: flow, as: 'head' },
    { text: `${at}${says}`, mark: '?', indent: 2, as: 'unsure' },
    { text: word('next', { next }), indent: 4 },
  ]);
  return {
    code: 2,
    json: { flows: [], entries: said.map(({ flow, says, next }) => ({ flow, says, next })) },
    lines: [{ text: say(phrase('evidence.entry.no-walk')) }, ...lines],
  };
}

/** What the texts themselves show of packets to where one was sent: a walk that gets through is no answer to it. */
function listProven({ flow }: WalkedWays, opened: OpenedTexts): readonly EvidenceFinding[] {
  if (opened.document.subject !== 'pasted') return [];
  const [, to] = flowText(flow).split(' -> ');
  return listEvidence(opened).filter(({ severity, flow: of }) => severity !== 'info' && of?.split(' -> ')[1] === to);
}

function provenLines(found: readonly EvidenceFinding[], { say, word }: CommandCall): PageLine[] {
  const lines = found.flatMap(({ says, next }): PageLine[] => [
    { text: say(says), mark: '!', indent: 1, as: 'bad' },
    { text: word('next', { next: say(next) }), indent: 4 },
  ]);
  return lines.length === 0 ? [] : [{ text: '' }, { text: word('proven', {}), as: 'head' }, ...lines];
}

async function run(call: CommandCall): Promise<CommandReply> {
  const opened = await openFiles(call);
  const entries = answerByEvidence(opened, call);
  if (entries) return entries;
  const walked = walkAsked(opened, call);
  const proven = walked.map((each) => listProven(each, opened));
  const codes = new Set(
    walked.map((each, at) => {
      const code = judge(each, call.options.has('accept-guesses'));
      return code === 0 && (proven[at]?.length ?? 0) > 0 ? 2 : code;
    }),
  );
  const code = codes.has(2) ? 2 : codes.has(1) ? 1 : 0;
  return {
    code,
    json: call.options.has('json') ? { flows: walked.map((each) => makeJson(each, call)) } : undefined,
    lines: walked.flatMap((each, at) => [
      ...(at > 0 ? [{ text: '' }] : []),
      ...writeLines(each, call, proven[at] ?? []),
    ]),
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
    {
      name: 'accept-guesses',
      about: 'end as if what was guessed were so, as that Pods of a manifest are Ready; it is said all the same',
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
  schema: WALK_SCHEMA,
  run,
};
