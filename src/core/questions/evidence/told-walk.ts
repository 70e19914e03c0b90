import type { Flow } from '../../document/document';
import { exploreFlow, type Opened } from '../../document/explored';
import type { Derive } from '../../document/kernel-parts';
import { matchesLabels } from '../../kubernetes/pods';
import type { Labels } from '../../kubernetes/types';
import type { Steps } from '../../lib/scan';
import type { Outcome } from '../../sim/trace';
import type { DocumentChange } from '../why/candidate';
import { endingOfAll, successOf, type Ending } from '../why/ending';
import { whatFlips, type Flips, type Tried } from '../why/what-flips';
import { complains, tellComplaint, type Complaint } from './complaints';
import type { EvidenceFinding } from './evidence-finding';
import type { OfferingTexts } from './offered-flow';
import { choosePacket, fromElsewhere } from './told-packet';
import { sayThrough, sayUnwalked, sayWalkedEnd } from './told-walk-words';
import { listWalkGuesses, type GuessSource, type WalkGuess } from './walk-guesses';

/** An opened text, to be walked. */
export type ToldNetwork = OfferingTexts & Pick<GuessSource, 'words'>;

/** Complaints of texts; `other`: of something else, or in words that do not tell. */
export type ToldComplaint = Complaint | 'other' | 'none';

/** Complaints to which it is no answer that a packet gets through. */
const OF_OTHERS: ReadonlySet<ToldComplaint> = new Set(['fewer', 'elsewhere', 'pending']);

const FLOW_ID = 'told';
/** So many changes are tried before one is found; of larger texts none is. */
const MOST_TRIED = 40;
const LONGEST_TRIED = 400_000;

/** The packet of the texts as it was walked. */
export interface ToldWay {
  readonly opened: Opened;
  readonly flow: Flow;
  readonly shown: Outcome;
  readonly ending: Ending;
  /** Guesses without which it ends otherwise. */
  readonly guesses: readonly WalkGuess[];
}

/** The first complaint of texts. */
function readComplaint({ texts }: ToldNetwork): ToldComplaint {
  const read = texts.map(({ text }) => tellComplaint(text)).find((each) => each !== undefined);
  return read ?? (texts.some(({ text }) => complains(text)) ? 'other' : 'none');
}

/** Nobody is known behind the Service: what was made up answers. */
const isOfMade = ({ isBlind, says }: WalkGuess): boolean => isBlind === true || says.id === 'evidence.guess.pods';

/**
 * Walks the packet that texts ask about, else the one that is offered of them, through what they tell, and says how it ends, what decides and the
 * first change that was tried and mends it; where no packet can be walked, what to paste. Nothing of that where they complain of nothing.
 * `proven`: findings that show what is wrong: the packet is one to a Service of theirs, and told where a change was tried that mends it.
 */
export function* walkTold(
  told: ToldNetwork,
  derive: Derive,
  proven: readonly EvidenceFinding[],
): Steps<readonly EvidenceFinding[]> {
  const complaint = readComplaint(told);
  const isProven = proven.length > 0;
  const isMute = complaint === 'none' || isProven;
  const chosen = choosePacket(told, proven);
  if (chosen.kind === 'none') return isMute ? [] : [sayUnwalked(told.texts, chosen)];
  const way = walkFlow(told, { ...chosen.flow, id: FLOW_ID }, derive);
  const made = way?.guesses.find(isOfMade);
  if (!way || made) return isMute ? [] : [sayUnwalked(told.texts, { why: 'guess', place: '' }, made)];
  yield 0.2;
  const isAnswered = way.ending.through === '1';
  if (isAnswered && (isProven || OF_OTHERS.has(complaint))) return [];
  if (isAnswered && complaint !== 'source') return [sayThrough(told.texts, way, complaint)];
  const flips = yield* searchFlips(told, way, derive);
  const mending = flips && findMending(flips, told);
  return isProven && !mending ? [] : [sayWalkedEnd(way, flips, mending)];
}

function walkFlow(told: ToldNetwork, flow: Flow, derive: Derive): ToldWay | undefined {
  const way = exploreTold(told, flow, derive);
  const isOwn = way?.guesses.some(({ says }) => says.id === 'evidence.guess.hairpin');
  const { derived, document } = way?.opened ?? {};
  const elsewhere = isOwn && document ? fromElsewhere(told, flow, derived?.settled ?? document.cluster) : undefined;
  return elsewhere ? (exploreTold(told, elsewhere, derive) ?? way) : way;
}

function exploreTold(told: ToldNetwork, flow: Flow, derive: Derive): ToldWay | undefined {
  const others = told.document.flows.filter(({ id }) => id !== flow.id);
  const document = { ...told.document, flows: [flow, ...others] };
  const opened: Opened = { document, derived: derive(document), explored: new Map() };
  const explored = exploreFlow(opened, flow);
  if ('id' in explored) return undefined;
  const { outcomes, truncated } = explored.exploration;
  const isThrough = successOf(document, opened.derived, { flow, sent: explored.input.flow });
  const shown = outcomes.find((each) => !isThrough(each)) ?? outcomes[0];
  if (!shown) return undefined;
  const source = { ...told, document, derived: opened.derived };
  const guesses = listWalkGuesses(source, flow, shown).filter(({ decides }) => decides);
  return { opened, flow, shown, ending: endingOfAll(outcomes, truncated, isThrough), guesses };
}

/** Searches for causes and for the first change that mends the end; of large texts only for causes. */
function* searchFlips(told: ToldNetwork, { opened, shown }: ToldWay, derive: Derive): Steps<Flips | undefined> {
  const isLarge = told.texts.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_TRIED;
  const search = whatFlips({ document: opened.document, flowId: FLOW_ID, path: shown.path }, derive);
  for (let step = search.next(); ; step = search.next()) {
    const known = step.value;
    if (step.done || !known) return known;
    if (isLarge || known.tried >= MOST_TRIED || findMending(known, told)) return known;
    yield 0.2 + (0.8 * known.tried) / Math.min(known.all, MOST_TRIED);
  }
}

/** Changes of who asks, of the whole mode or of the release mend nothing of what is told. */
const ELSEWHERE: ReadonlySet<DocumentChange['kind']> = new Set(['mode', 'flow', 'release', 'scale']);

/** A change that turns the end round and is one of what the texts tell. */
const findMending = ({ found, through }: Pick<Flips, 'found' | 'through'>, told: ToldNetwork): Tried | undefined =>
  found.find(
    ({ effect, change }) =>
      effect === (through ? 'source' : 'flips') && !ELSEWHERE.has(change.kind) && isOfTold(change, told),
  );

/** Pods that a change is of. */
function listChanged(change: DocumentChange): readonly string[] {
  if (change.kind === 'pods-ready') return change.pods.map(({ name }) => name);
  return change.kind === 'pod-terminating' || change.kind === 'move-pod' ? [change.pod.name] : [];
}

/** True of a change whose Pods, or labels, are those of Pods that the texts tell: what was made up is not changed. */
function isOfTold(change: DocumentChange, told: ToldNetwork): boolean {
  const { objects } = told;
  if (!objects) return true;
  if (change.kind === 'all') return change.changes.every((each) => isOfTold(each, told));
  const names = new Set(objects.pods.map(({ metadata }) => metadata.name));
  const selector = change.kind === 'service-spec' ? change.spec.selector : undefined;
  const isLabelled = (labels: Labels): boolean =>
    [...objects.pods, ...objects.deployments.map(({ spec }) => spec.template)].some(({ metadata }) =>
      matchesLabels(metadata?.labels, labels),
    );
  return listChanged(change).every((name) => names.has(name)) && (!selector || isLabelled(selector));
}
