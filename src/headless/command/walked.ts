import { createDerive } from '../../core/document/derive';
import { misdeliveredOutcomes, exploreFlow, type Opened } from '../../core/document/explored';
import type { Flow } from '../../core/document/document';
import type { Phrase } from '../../core/lib/phrase';
import { compareSeen, type SeenEnd } from '../../core/questions/evidence/seen-ends';
import { listWalkGuesses, type WalkGuess } from '../../core/questions/evidence/walk-guesses';
import { successOf } from '../../core/questions/why/ending';
import type { OpenedTexts } from '../../core/public/open-texts';
import { formatIp } from '../../core/net/ip';
import { makeTrace } from '../../core/sim/explore';
import type { SimFlow } from '../../core/sim/simulate';
import type { Outcome, Trace } from '../../core/sim/trace';
import { CommandRefusal, type CommandCall, type CommandCode } from './command';
import { flowText } from '../../core/document/flow-text';
import { flowsOfCall } from './ends';
import { handTo } from './via';

/** A walk of one flow in all its ways, with what tells them. */
export interface WalkedWays {
  readonly flow: Flow;
  readonly opened: Opened;
  /** What was made up or guessed beside the objects of the texts. */
  readonly made: readonly Phrase[];
  /** Of each outcome: what it rests on that no object tells. */
  readonly guesses: readonly (readonly WalkGuess[])[];
  readonly outcomes: readonly Outcome[];
  readonly truncated: boolean;
  readonly astray: ReadonlySet<number>;
  readonly through: readonly boolean[];
  readonly traceOf: (outcome: Outcome) => Trace;
  /** What the texts show that a client got of this packet. */
  readonly seen?: SeenEnd;
}

function walkFlow(
  opened: Opened,
  flow: Flow,
  call: CommandCall,
): Omit<WalkedWays, 'made' | 'guesses' | 'seen'> & { readonly sent: SimFlow } {
  const explored = exploreFlow(opened, flow);
  if ('id' in explored) throw new CommandRefusal(2, `${flowText(flow)}: ${call.say(explored)}`);
  const { input, exploration } = explored;
  const isThrough = successOf(opened.document, opened.derived, { flow, sent: input.flow });
  return {
    flow,
    opened,
    sent: input.flow,
    ...exploration,
    astray: new Set(misdeliveredOutcomes(opened, flow, explored).astray),
    through: exploration.outcomes.map(isThrough),
    traceOf: (outcome) => makeTrace(input, outcome),
  };
}

/**
 * 0: every way gets through; 1: none does, or some does not and the odds are known; 2: what is not known, or guessed,
 * decides. `acceptsGuesses`: what was guessed is taken to be so.
 */
export function judge(walked: WalkedWays, acceptsGuesses: boolean): CommandCode {
  const { outcomes, through, truncated } = walked;
  if (truncated || outcomes.some(({ disposition }) => disposition.kind === 'UNKNOWN')) return 2;
  const isGuessed = (_: unknown, at: number): boolean => !acceptsGuesses && decidingGuesses(walked, at).length > 0;
  // A way that fails for certain is one that does not get through, whatever the others hang on.
  if (through.every((isThrough, at) => isThrough || isGuessed(isThrough, at)) && through.some(isGuessed)) return 2;
  // What somebody saw says that something decides which is not in the texts.
  if (through.every(Boolean)) return walked.seen?.isOther && !acceptsGuesses ? 2 : 0;
  const isOpen = through.some(Boolean) && outcomes.some(({ probability }) => probability === undefined);
  return isOpen ? 2 : 1;
}

/** The guesses without which a way would end otherwise. */
export const decidingGuesses = ({ guesses }: WalkedWays, at: number): readonly WalkGuess[] =>
  (guesses[at] ?? []).filter(({ decides }) => decides);

/** Objects that were made up, and what no object tells and was guessed. */
export const guessedObjects = ({ document, diagnostics }: OpenedTexts): readonly Phrase[] =>
  (document.subject === 'cluster' ? diagnostics : []).flatMap(({ code, message }) =>
    code === 'added' || code === 'assumed' ? [message] : [],
  );

/** Guesses without the one of the mode where {@link guessedObjects} says it already. */
export function withoutSaidMode<G extends WalkGuess>(opened: OpenedTexts, guesses: readonly G[]): readonly G[] {
  const isModeSaid = guessedObjects(opened).some(({ values }) => values?.['mode'] === opened.document.mode);
  return guesses.filter(({ says }) => says.id !== 'evidence.guess.mode' || !isModeSaid);
}

/** Sends the flows of a call through what its texts are. */
export function walkAsked(opened: OpenedTexts, call: CommandCall): readonly WalkedWays[] {
  const { document, flows } = flowsOfCall(opened, call);
  const derived = createDerive(opened.memo)(document);
  const bench: Opened = { document, derived, explored: new Map() };
  const made = guessedObjects(opened);
  return flows.map((flow) => {
    const { sent, ...walked } = walkFlow(handTo(bench, flow, call), flow, call);
    const seen = compareSeen(opened.texts, { host: formatIp(sent.dst), port: sent.dport ?? 0 }, walked.outcomes);
    const source = { ...opened, document, derived: walked.opened.derived };
    const guesses = walked.outcomes.map((outcome) => withoutSaidMode(opened, listWalkGuesses(source, flow, outcome)));
    return { ...walked, made, guesses, ...(seen ? { seen } : {}) };
  });
}
