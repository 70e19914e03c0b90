import { createDerive } from '../../core/document/derive';
import { misdeliveredOutcomes, exploreFlow, type Opened } from '../../core/document/explored';
import type { Flow } from '../../core/document/document';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { isMachine } from '../../core/paste/sender';
import { listClusterGuesses, type ClusterGuess, type GuessedWalk } from '../../core/questions/evidence/cluster-guesses';
import { successOf } from '../../core/questions/why/ending';
import { formatIp } from '../../core/net/ip';
import { hasPorts } from '../../core/net/packet';
import type { OpenedTexts } from '../../core/public/open-texts';
import { makeTrace } from '../../core/sim/explore';
import type { Outcome, Trace } from '../../core/sim/trace';
import { CommandRefusal, type CommandCall, type CommandCode } from './command';
import { flowText } from '../../core/document/flow-text';
import { flowsOfCall } from './ends';
import { findUnruled } from '../../core/questions/evidence/list-evidence';
import { handTo } from './via';

/** A value that no text tells, and whether a way would end otherwise without it. */
type Guess = Pick<ClusterGuess, 'says' | 'settledBy' | 'decides' | 'isBlind'> & {
  /** Listed among the assumptions of the walk, too. */
  readonly isListed?: true;
};

/** A walk of one flow in all its ways, with what tells them. */
export interface WalkedWays {
  readonly flow: Flow;
  readonly opened: Opened;
  /** What was made up or guessed beside the objects of the texts. */
  readonly made: readonly Phrase[];
  /** Of each outcome: what it rests on that no object tells. */
  readonly guesses: readonly (readonly Guess[])[];
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
  if (through.every(Boolean)) return 0;
  const isOpen = through.some(Boolean) && outcomes.some(({ probability }) => probability === undefined);
  return isOpen ? 2 : 1;
}

/** The guesses without which a way would end otherwise. */
export const decidingGuesses = ({ guesses }: WalkedWays, at: number): readonly Guess[] =>
  (guesses[at] ?? []).filter(({ decides }) => decides);

/** Objects that were made up, and what no object tells and was guessed. */
export const guessedObjects = ({ document, diagnostics }: OpenedTexts): readonly Phrase[] =>
  (document.subject === 'cluster' ? diagnostics : []).flatMap(({ code, message }) =>
    code === 'added' || code === 'assumed' ? [message] : [],
  );

/** What one way rests on that no object of the texts tells; none of a node, or of a document that was saved. */
function listObjectGuesses(opened: OpenedTexts, outcome: Outcome, { port, to }: Flow): readonly Guess[] {
  const { objects: told, derived, document } = opened;
  if (!told) return [];
  const walked = derived.settled ?? document.cluster;
  const address = to.kind === 'address' ? to.address : undefined;
  return guessesUnsaid(opened, { told, walked, document, outcome, port, address });
}

/** The guesses a walk rests on, without the mode where {@link guessedObjects} says it already. */
export function guessesUnsaid(opened: OpenedTexts, walk: Omit<GuessedWalk, 'words'>): readonly ClusterGuess[] {
  const isModeSaid = guessedObjects(opened).some(({ values }) => values?.['mode'] === walk.document.mode);
  return listClusterGuesses({ ...walk, words: opened.words }).filter(({ id }) => id !== 'mode' || !isModeSaid);
}

/** Of a note of the userspace mode: only the process knows the endpoints. */
const UNTOLD_ENDPOINTS = 'analysis.mode.userspace';

/** An address that no text names, taken to be the machine's own: a packet that it keeps and answers rests on that. */
function guessesOfNode({ derived }: Pick<Opened, 'derived'>, outcome: Outcome, flow: Flow): readonly Guess[] {
  const { arrived, answered } = outcome;
  if (isWayless(outcome, derived)) return [guessOfRoutes(outcome)];
  if (!arrived || !answered) return [];
  const address = formatIp(arrived.dst);
  // A process that hands it on to an endpoint nobody told is no endpoint.
  const isOfProcess = isMachine(outcome.disposition.netns) && hasPorts(arrived.l4) && arrived.l4.dport !== flow.port;
  return derived.assumptions.flatMap(({ reason, settledBy = 'ip addr' }) => {
    const isOwn = reason.id === 'analysis.address.arrives' && reason.values?.['address'] === address;
    const isOfIt = isOwn || (isOfProcess && reason.id === UNTOLD_ENDPOINTS);
    return isOfIt ? [{ says: reason, settledBy, decides: true, isListed: true }] : [];
  });
}

/** A packet to a Service through a machine of which no rules were pasted. */
function guessOfRules(opened: OpenedTexts, { to }: Flow): readonly Guess[] {
  if (opened.document.subject !== 'pasted' || to.kind !== 'address') return [];
  const name = findUnruled(opened, to.address);
  if (name === undefined) return [];
  const says = phrase('evidence.guess.no-rules', { address: to.address, name });
  return [{ says, settledBy: 'iptables-save / nft list ruleset', decides: true }];
}

const OF_ROUTES: ReadonlySet<string> = new Set(['ip-route', 'ip-json', 'route-n']);

/** A packet that finds no route where no text tells any: at a machine of which none was pasted, or at a router that was made up. */
function isWayless({ disposition }: Outcome, { texts }: Opened['derived']): boolean {
  if (disposition.kind !== 'NO_ROUTE') return false;
  const isTold = texts.some(({ pieces = [] }) => pieces.some(({ format }) => OF_ROUTES.has(format)));
  return !isMachine(disposition.netns) || !isTold;
}

const guessOfRoutes = ({ disposition }: Outcome): Guess => ({
  says: phrase('evidence.guess.routes', { at: disposition.netns }),
  settledBy: 'ip route show table all',
  decides: true,
});

/** Sends the flows of a call through what its texts are. */
export function walkAsked(opened: OpenedTexts, call: CommandCall): readonly WalkedWays[] {
  const { document, flows } = flowsOfCall(opened, call);
  const derived = createDerive(opened.memo)(document);
  const bench: Opened = { document, derived, explored: new Map() };
  const made = guessedObjects(opened);
  return flows.map((flow) => {
    const walked = walkFlow(handTo(bench, flow, call), flow, call);
    const unruled = guessOfRules(opened, flow);
    return {
      ...walked,
      made,
      guesses: walked.outcomes.map((outcome) =>
        document.subject === 'pasted'
          ? [...unruled, ...guessesOfNode(walked.opened, outcome, flow)]
          : listObjectGuesses(opened, outcome, flow),
      ),
    };
  });
}
