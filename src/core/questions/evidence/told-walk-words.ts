import { flowText } from '../../document/flow-text';
import { aboutOdds } from '../../lib/fraction';
import { phrase, type Phrase } from '../../lib/phrase';
import { tellDataplane } from '../../paste/dataplane';
import { findRuleLine } from '../report/rule-places';
import type { Cause } from '../why/causes/endpoints';
import type { Flips, Tried } from '../why/what-flips';
import type { EvidenceFinding } from './evidence-finding';
import type { LinedText } from './evidence-line';
import { UNWALKED, WALKED } from './strength';
import type { ToldComplaint, ToldWay } from './told-walk';
import type { WalkGuess } from './walk-guesses';

/** So many causes are said. */
const MOST_CAUSES = 2;
/** Concerns whose next step is known where the texts tell too little to try it. */
const ADVISED: Readonly<Record<string, string>> = {
  'traffic-policy': 'policy',
  readiness: 'readiness',
  selector: 'selector',
  'target-port': 'port',
};

/** Is the end beyond what the texts tell: the packet leaves it, or meets what nobody knows? */
const isBeyond = ({ ending: { ends } }: ToldWay): boolean =>
  ends.every(({ kind }) => kind === 'LEFT' || kind === 'UNKNOWN');

const ANSWERS: Readonly<Record<string, string>> = { '0': 'never', '1': 'always' };

function sayWay(way: ToldWay): Phrase {
  const { flow, ending } = way;
  const { ends, through, kernelThrough, astray } = ending;
  const isOpen = through === undefined || (through === '0' && isBeyond(way));
  const answer = isOpen ? 'open' : (ANSWERS[through] ?? 'sometimes');
  return phrase('evidence.walked', {
    flow: flowText(flow),
    kind: astray ? 'ASTRAY' : (ends[0]?.kind ?? 'UNKNOWN'),
    answer,
    odds: aboutOdds(through ?? '?', kernelThrough !== undefined),
  });
}

/** A guess that the end hangs on, and that no text tells. */
const sayGuess = ([guess]: readonly WalkGuess[]): readonly Phrase[] =>
  guess ? [phrase('evidence.walked-hangs', { command: guess.settledBy }), guess.says] : [];

/** The line of the texts that has the rule of a cause. */
function findWords({ rule }: Cause, { opened }: ToldWay): readonly string[] {
  const text = rule && findRuleLine(opened, rule).text;
  return text === undefined ? [] : [text];
}

/** The command that takes a policy of Local away from the Service that a cause names: `shop/web:http`. */
function writePolicyCommand(causes: readonly Cause[]): string {
  const values = causes.map(({ says }) => says.values ?? {}).find(({ service }) => String(service ?? '').includes('/'));
  const [, namespace = 'NAMESPACE', name = 'NAME'] = /^([^/]+)\/([^:]+)/.exec(String(values?.['service'] ?? '')) ?? [];
  const field = String(values?.['field'] ?? 'externalTrafficPolicy');
  return `kubectl -n ${namespace} patch service ${name} -p '${JSON.stringify({ spec: { [field]: 'Cluster' } })}'`;
}

/** How a packet ends that is not answered, what decides, and the change that mends it. */
export function sayWalkedEnd(way: ToldWay, flips: Flips | undefined, mending: Tried | undefined): EvidenceFinding {
  if (isBeyond(way)) return sayBeyond(way, flips);
  const causes = (flips?.causes ?? []).slice(0, MOST_CAUSES);
  const words = causes.flatMap((cause) => findWords(cause, way)).slice(0, 1);
  const said = causes.map(({ says }) => says);
  const about = causes.flatMap((cause) => ADVISED[cause.about ?? ''] ?? [])[0] ?? 'none';
  const isCertain = way.ending.through === '0' && way.guesses.length === 0;
  return {
    id: WALKED,
    severity: isCertain ? 'error' : 'warning',
    says: sayWay(way),
    // Behind the first cause comes the rule that it led to, which has no full stop.
    also: [
      ...said.slice(0, 1),
      ...(mending ? [phrase('evidence.walked-tried')] : []),
      ...sayGuess(way.guesses),
      ...said.slice(1),
    ],
    next:
      mending?.says ??
      phrase('evidence.next.walked-unmended', { count: flips?.tried ?? 0, about, patch: writePolicyCommand(causes) }),
    ...(words.length > 0 ? { words } : {}),
  };
}

/** A packet that goes beyond what is told: where, and what to paste. */
function sayBeyond(way: ToldWay, flips: Flips | undefined): EvidenceFinding {
  const { rules } = tellDataplane(way.opened.document.pasted.texts);
  return {
    id: WALKED,
    severity: 'info',
    says: sayWay(way),
    also: [...(flips?.causes ?? []).slice(0, 1).map(({ says }) => says), ...sayGuess(way.guesses)],
    next: phrase('evidence.next.unwalked', { command: way.guesses[0]?.settledBy ?? 'none', why: 'none', rules }),
  };
}

/** By all that is told the packet gets through: what fails is not in the texts. */
export function sayThrough(texts: readonly LinedText[], way: ToldWay, complaint: ToldComplaint): EvidenceFinding {
  const next = phrase('evidence.next.walked-through', { complaint, rules: tellDataplane(texts).rules });
  const isServed = way.guesses.length === 0 && way.flow.to.kind === 'service';
  const shown = isServed ? ({ shows: 'served' } as const) : {};
  return { id: WALKED, severity: 'info', says: sayWay(way), also: sayGuess(way.guesses), next, ...shown };
}

/** Says in a line why no packet was walked, and what to paste. */
export function sayUnwalked(
  texts: readonly LinedText[],
  { why, place }: { readonly why: string; readonly place: string },
  guess?: WalkGuess,
): EvidenceFinding {
  const { rules } = tellDataplane(texts);
  return {
    id: UNWALKED,
    severity: 'info',
    says: phrase('evidence.unwalked', { why, place }),
    also: guess ? [guess.says] : [],
    next: phrase('evidence.next.unwalked', { command: guess?.settledBy ?? 'none', why, rules }),
  };
}
