import { formatFraction, fraction } from '../lib/fraction';
import { phrase } from '../lib/phrase';
import { hasPorts, formatEndpoint, type Packet } from '../net/packet';
import { formatIp } from '../net/ip';
import { explore, stateAfter, type ExploreInput } from '../sim/explore';
import type { Outcome } from '../sim/trace';
import { exploreAgain } from './explore-again';
import type { LensRung } from './lens';
import type { StoryEnd } from './moment';
import { storyQuestion, type Asking, type QuestionMaker, type QuestionOption } from './question';

/**
 * Question: how often must the second rule of a ladder say yes, so that everybody gets the same? Read off the rules
 * (`pkg/proxy/iptables/proxier.go` writes 1/(n-i)); whoever is drawn then, it is the same question.
 */
export const oddsOfRest: QuestionMaker = ({ story, lenses }) =>
  story.flatMap(({ kind }, before) => {
    const picture = lenses[before]?.picture;
    if (kind !== 'chosen' || picture?.kind !== 'ladder' || !isFair(picture.rungs)) return [];
    const count = picture.rungs.length;
    const right = picture.rungs[1]?.odds ?? '1';
    const wrong = [formatFraction(fraction(1, count)), '1', formatFraction(fraction(1, count - 1))];
    const asks = phrase('question.odds-of-rest', { count });
    const option = (text: string): QuestionOption => restOption(text, count, right);
    return storyQuestion({ kind: 'odds-of-rest', before, asks, right: option(right), wrong: wrong.map(option) });
  });

/** Do all rungs get the same share, with a first that draws? */
function isFair(rungs: readonly LensRung[]): boolean {
  const share = formatFraction(fraction(1, Math.max(1, rungs.length)));
  return rungs.length > 1 && rungs.every((rung) => rung.share === share);
}

function restOption(text: string, count: number, right: string): QuestionOption {
  const of = Number(text.split('/')[1] ?? 1);
  const says = phrase('question.option.one-in', { of });
  if (text === right) return { text, says, why: phrase('question.why.rest', { left: count - 1 }) };
  const why =
    text === '1'
      ? phrase('question.why.rest-always', { later: count - 2 })
      : phrase('question.why.rest-less', { count, whole: count * count, kept: count - 1 });
  return { text, says, why };
}

/**
 * Question: who gets the connection that follows, where a scheduler goes round? Asked of whoever stands first in the
 * table, not of whoever is chosen; the engine sends the second connection (`net/netfilter/ipvs/ip_vs_rr.c`).
 */
export const nextTurn: QuestionMaker = (asking) =>
  asking.story.flatMap(({ kind }, before) => {
    const picture = asking.lenses[before]?.picture;
    if (kind !== 'chosen' || picture?.kind !== 'servers' || !picture.turns) return [];
    const [first] = picture.servers.map(({ end }) => end);
    const right = first && picture.servers.length > 1 ? findFollower(asking, first) : undefined;
    if (!first || !right) return [];
    const count = picture.servers.length;
    const option = (text: Follower | 'any'): QuestionOption => ({
      text,
      says: phrase('question.option.next', { next: text, pod: first.name, count }),
      why: phrase('question.why.next', { right, pod: first.name }),
    });
    const wrong = (['other', 'same', 'any'] as const).filter((text) => text !== right).map(option);
    const asks = phrase('question.next-turn', { pod: first.name });
    return storyQuestion({ kind: 'next-turn', before, asks, about: first, right: option(right), wrong });
  });

/** Receiver of the connection after one: the same again, or another. */
type Follower = 'same' | 'other';

const formatDestination = ({ dst, l4 }: Packet): string =>
  hasPorts(l4) ? formatEndpoint(dst, l4.dport) : formatIp(dst);

const arrivedAt = ({ arrived }: Outcome): string | undefined => arrived && formatDestination(arrived);

/** Receiver of the next connection of the same sender if this one went to an end; undefined: it may be either. */
function findFollower(asking: Asking, end: StoryEnd): Follower | undefined {
  const { input, outcomes = [] } = exploreAgain(asking, asking.walked.document) ?? {};
  const outcome = outcomes.find((each) => arrivedAt(each) === end.text);
  if (!input || !outcome) return undefined;
  const followed = explore(nextConnection(input, outcome)).outcomes.map((each) => arrivedAt(each) === end.text);
  if (followed.length === 0 || new Set(followed).size > 1) return undefined;
  return followed[0] ? 'same' : 'other';
}

/** A new connection of the same flow, from the port after, once an outcome has left behind what it leaves. */
export function nextConnection(input: ExploreInput, outcome: Outcome): ExploreInput {
  const { flow } = input;
  const sport = flow.sport === undefined ? {} : { sport: flow.sport >= 65_535 ? 32_768 : flow.sport + 1 };
  return { ...input, state: stateAfter(input, outcome), flow: { ...flow, ...sport }, seed: (input.seed ?? 0) + 1 };
}
