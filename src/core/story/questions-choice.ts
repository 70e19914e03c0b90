import { add, parseFraction, formatFraction, fraction, complement, ZERO } from '../lib/fraction';
import { phrase, type Phrase } from '../lib/phrase';
import { namespacedName } from '../kubernetes/types';
import { isXtTable } from '../linux/hooks';
import { formatIp } from '../net/ip';
import { formatEndpoint, hasPorts, type Packet } from '../net/packet';
import { endpointsWaiting } from './behind';
import { plainName } from './service-at';
import { collectDrawRules } from './draws';
import { ruleTextAt, xtChainAt, nftChainAt } from './ruleset-lines';
import { listCandidates } from './candidates';
import type { Lens } from './lens';
import type { Moment, StoryEnd } from './moment';
import { exploreAgain } from './explore-again';
import { premiseOfOdds } from './premise';
import { stepsOfWalk } from './walk';
import { placeBeforeAnswer, storyQuestion, type Asking, type QuestionMaker, type QuestionOption } from './question';

/** A moment with its lens and place. */
interface LensedMoment {
  readonly moment: Moment;
  readonly lens: Lens;
  readonly at: number;
}

function listPlaces({ story, lenses }: Asking, kind: Moment['kind']): readonly LensedMoment[] {
  return story.flatMap((moment, at) => {
    const lens = lenses[at];
    return moment.kind === kind && lens ? [{ moment, lens, at }] : [];
  });
}

/** `web-fd6gp (10.244.1.3:8080)`. */
export function endOption(end: StoryEnd, why: Phrase): QuestionOption {
  return { text: end.text, end, says: phrase('question.option.end', { name: end.name, text: end.text }), why };
}

/** How many rules on either side are offered beside the one that matched. */
const NEIGHBOURS = 3;

/** Which rule of a chain takes the packet: its neighbours were asked in vain, or not any more. */
export const whichRule: QuestionMaker = ({ walked, story }) =>
  story.flatMap(({ kind, because }, before) => {
    const cause = because.find((each) => each.kind === 'rule');
    if (!cause || (kind !== 'recognised' && kind !== 'refused')) return [];
    const { ref } = cause;
    const chain = xtChainAt(walked.derived, cause, ref) ?? nftChainAt(walked.derived, cause, ref);
    const near = Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, i) => ref.index - NEIGHBOURS + i);
    const numbered = near.flatMap((index) => {
      const text =
        index >= 0 && index < (chain?.length ?? 0) ? ruleTextAt(walked.derived, cause, { ...ref, index }) : undefined;
      return text === undefined
        ? []
        : [ruleOption({ index, text, taken: ref.index, isXt: isXtTable(ref.table), chain: ref.chain })];
    });
    const right = numbered.find(({ index }) => index === ref.index);
    const wrong = numbered.filter(({ option }) => option !== right?.option).map(({ option }) => option);
    const asks = phrase('question.which-rule', { chain: ref.chain });
    return right ? storyQuestion({ kind: 'which-rule', before, asks, right: right.option, wrong }) : [];
  });

interface Numbered {
  readonly index: number;
  readonly text: string;
  readonly taken: number;
  readonly isXt: boolean;
  readonly chain: string;
}

function ruleOption({ index, text, taken, isXt, chain }: Numbered): {
  readonly index: number;
  readonly option: QuestionOption;
} {
  const shown = isXt ? `-A ${chain} ${text}` : text;
  const number = index + 1;
  const why =
    index < taken
      ? phrase('question.why.rule-before', { number })
      : index > taken
        ? phrase('question.why.rule-after', { number })
        : phrase('question.why.rule-taken', { number });
  return { index, option: { text: shown, says: phrase('question.option.rule', { text: shown }), why } };
}

/** Was it left to chance, as far as anybody outside knows? */
function isDrawn({ walked, story, lenses }: Asking, moment: Moment): boolean {
  const picture = lenses[story.indexOf(moment)]?.picture;
  // The last rule of a ladder draws nothing: those before it did.
  if (picture?.kind === 'ladder') return picture.rungs.length > 1;
  const { data } = stepsOfWalk(walked.trace)[moment.at] ?? {};
  const odds = data && 'odds' in data ? data.odds : undefined;
  return odds !== undefined && odds !== '1';
}

/** Which Pod gets the packet: all that could have been chosen, and the Service's Pods that are not ready. */
export const whichPod: QuestionMaker = (asking) =>
  listPlaces(asking, 'chosen').flatMap(({ moment, lens, at }) => {
    const { pod, cause } = moment;
    // What a balancer takes is a node, no Pod: kube-proxy chooses again there.
    if (!pod || pod.nodePortOf !== undefined) return [];
    const drawn = isDrawn(asking, moment);
    const others = listCandidates(lens).filter(({ end }) => end.text !== pod.text);
    const could = others.map(({ end, share }): QuestionOption => ({
      ...endOption(
        end,
        share === undefined
          ? phrase('question.why.pod-other', { pod: pod.name })
          : phrase('question.why.pod-could', { pod: pod.name, share }),
      ),
      ...(drawn || share !== undefined ? { could: true as const } : {}),
    }));
    const waiting = listWaiting(asking, moment).map((end) =>
      endOption(end, phrase('question.why.pod-waits', { pod: end.name })),
    );
    const right = endOption(pod, cause ?? phrase('question.why.pod-only', { pod: pod.name }));
    const wrong = [...waiting.slice(0, 1), ...could, ...waiting.slice(1)];
    return storyQuestion({ kind: 'which-pod', before: at, asks: phrase('question.which-pod'), right, wrong });
  });

/** Which of the Service's Pods can never get the packet: the one that is not ready, among those that may. */
export const unreadyPod: QuestionMaker = (asking) =>
  listPlaces(asking, 'chosen').flatMap(({ moment, lens, at }) => {
    const [waits] = listWaiting(asking, moment);
    if (!waits) return [];
    const wrong = listCandidates(lens).map(({ end, share }) =>
      endOption(
        end,
        share === undefined
          ? phrase('question.why.pod-may', { pod: end.name })
          : phrase('question.why.pod-may-by', { pod: end.name, share }),
      ),
    );
    const right = endOption(waits, phrase('question.why.pod-waits', { pod: waits.name }));
    return storyQuestion({ kind: 'who-cannot', before: at, asks: phrase('question.who-cannot'), right, wrong });
  });

/** The Pods of the Service a moment is about that are not ready, under the port the chosen one has. */
function listWaiting({ walked }: Asking, { service, before, header, pod, at }: Moment): readonly StoryEnd[] {
  const step = stepsOfWalk(walked.trace)[at];
  const object = walked.derived.settled?.services.find((each) => plainName(namespacedName(each)) === service);
  if (!step || pod?.kind !== 'pod') return [];
  return endpointsWaiting(walked, object, { step, to: before?.to ?? header.to }).map(
    ({ ip, endpoint, port, name }) => ({
      text: endpoint,
      address: ip,
      port,
      kind: 'pod' as const,
      name: plainName(name),
      netns: name,
    }),
  );
}

/**
 * How likely a Pod is before anything is drawn: the odds of its rule alone are the usual mistake. It is one in the middle,
 * whoever is chosen then: which one is asked about says nothing of what comes.
 */
export const oddsOfPod: QuestionMaker = (asking) =>
  listPlaces(asking, 'chosen').flatMap((place) => {
    const { moment, lens, at } = place;
    if (lens.picture.kind === 'affinity') return chanceAgain(asking, place);
    const candidates = withShares(asking, moment, listCandidates(lens));
    const { end, share } = candidates[(candidates.length - 1) >> 1] ?? {};
    if (!end || end.nodePortOf !== undefined || share === undefined) return [];
    if (candidates.filter((each) => each.end.text === end.text).length !== 1) return [];
    const counted = [candidates.length, listWaiting(asking, moment).length] as const;
    const option = oddsOption(lens, { end, share, kept: keptBy(asking, moment, lens) }, counted);
    const wrong = plausibleOdds(lens, { end, share }, counted).map(option);
    const asks = phrase('question.chance', { pod: end.name });
    const premise = premiseOfOdds(moment);
    const told = premise ? { premise } : {};
    return storyQuestion({ kind: 'chance', before: at, asks, about: end, ...told, right: option(share), wrong });
  });

/**
 * What of a share does not hold of every new connection. `client`: the Service keeps a client with its endpoint; `hash`: IPVS
 * hashes an address, and only where it begins is not known (`net/netfilter/ipvs/ip_vs_sh.c`, `ip_vs_dh.c`).
 */
function keptBy({ walked: { derived } }: Asking, { service, cause }: Moment, { picture }: Lens): Candidate['kept'] {
  const object = derived.settled?.services.find((each) => plainName(namespacedName(each)) === service);
  if (object?.spec.sessionAffinity === 'ClientIP' || Number(cause?.values?.['looked'] ?? 0) > 0) return 'client';
  return picture.kind === 'servers' && HASHES.has(picture.scheduler) ? 'hash' : undefined;
}

const HASHES: ReadonlySet<string> = new Set(['sh', 'dh', 'mh']);

/** Of a client that is remembered: nothing is drawn, though the same rules draw for others. */
function chanceAgain({ walked }: Asking, { moment, at }: LensedMoment): ReturnType<QuestionMaker> {
  const { pod, node, service } = moment;
  const step = stepsOfWalk(walked.trace)[moment.at];
  const begins = stepsOfWalk(walked.trace).find(({ leg }) => leg === moment.leg);
  const isAgain = begins?.data.kind === 'originate' && begins.data.again === true;
  if (!step || !pod || service === undefined || !isAgain) return [];
  const rungs = collectDrawRules(walked.derived, { netns: step.netns, family: step.data.packet.family }, step);
  const n = rungs.length;
  if (n < 2) return [];
  const wrong = [n, n + 1, 2].map((count) => formatFraction(fraction(1, count)));
  const option = (text: string): QuestionOption => ({
    text,
    says: phrase('question.option.odds', { odds: text }),
    why:
      text === '1'
        ? phrase('question.why.remembered', { node, pod: pod.name })
        : phrase('question.why.not-drawn-again', { odds: formatFraction(fraction(1, n)), node, pod: pod.name }),
  });
  const premise = phrase('question.premise.was-here', { service, pod: pod.name });
  const asks = phrase('question.chance-again', { pod: pod.name });
  const own = { kind: 'chance', before: at, asks, about: pod, premise, right: option('1') } as const;
  return storyQuestion({ ...own, wrong: wrong.map(option) });
}

type Shared = ReturnType<typeof listCandidates>;

/** What a lens says no share of has one where all outcomes are known: of all that end there. */
function withShares(asking: Asking, moment: Moment, candidates: Shared): Shared {
  if (candidates.length < 2 || candidates.every(({ share }) => share !== undefined)) return candidates;
  if (!isDrawn(asking, moment)) return candidates;
  const outcomes = exploreAgain(asking, asking.walked.document)?.outcomes ?? [];
  if (outcomes.some(({ probability }) => probability === undefined)) return candidates;
  return candidates.map(({ end }) => {
    const own = outcomes.filter(({ arrived }) => arrived !== undefined && destinationText(arrived) === end.text);
    const sum = own.reduce((all, { probability = '0' }) => add(all, parseFraction(probability)), ZERO);
    return own.length > 0 ? { end, share: formatFraction(sum) } : { end };
  });
}

const destinationText = ({ dst, l4 }: Packet): string => (hasPorts(l4) ? formatEndpoint(dst, l4.dport) : formatIp(dst));

/** The sentence of a share, by what it is a share of: new connections, clients, or orders of the servers. */
const SHARES = {
  each: 'question.why.share',
  client: 'question.why.share-of-clients',
  hash: 'question.why.share-of-orders',
} as const;

interface Candidate {
  readonly end: StoryEnd;
  readonly share: string;
  /** By what later connections go where an earlier one went; absent: each is on its own. */
  readonly kept?: keyof typeof SHARES | undefined;
}

/** The odds of a Pod's own rule, once it is asked. */
function ownOdds({ picture }: Lens, { end }: Candidate): string | undefined {
  return picture.kind === 'ladder' ? picture.rungs.find((rung) => rung.end?.text === end.text)?.odds : undefined;
}

/** @param counted How many are drawn among, and how many of the Service are not ready: the usual mistake counts them, too. */
function plausibleOdds(lens: Lens, candidate: Candidate, [n, waiting]: readonly [number, number]): readonly string[] {
  const texts = [
    ...(waiting > 0 ? [formatFraction(fraction(1, n + waiting))] : []),
    ownOdds(lens, candidate),
    formatFraction(fraction(1, n + 1)),
    formatFraction(fraction(1, 2)),
    formatFraction(complement(parseFraction(candidate.share))),
    formatFraction(fraction(1, n + 2)),
  ];
  return texts.flatMap((text) => (text === undefined || text === '0' ? [] : [text]));
}

function oddsOption(
  lens: Lens,
  candidate: Candidate,
  [n, waiting]: readonly [number, number],
): (text: string) => QuestionOption {
  const { end, share, kept = 'each' } = candidate;
  const own = ownOdds(lens, candidate);
  const counted = formatFraction(fraction(1, Math.max(1, n + waiting)));
  return (text) => ({
    text,
    says: phrase('question.option.odds', { odds: text }),
    why:
      text === share
        ? phrase(SHARES[kept], { share, pod: end.name })
        : text === own
          ? phrase('question.why.own-odds', { odds: text, share })
          : waiting > 0 && text === counted
            ? phrase('question.why.share-waiting', { odds: text, share })
            : phrase('question.why.share-not', { odds: text, share }),
  });
}

/**
 * Asks for the destination after the rewrite: it may be thought to stay, or to be another endpoint. Asked before anything of
 * it is told; of a draw it is no guess: whoever is drawn.
 */
export const newDestination: QuestionMaker = (asking) =>
  listPlaces(asking, 'rewritten').flatMap(({ moment, at }) => {
    const { header, before, cause, node } = moment;
    if (!before) return [];
    const { story } = asking;
    const chosen = story.findLast(({ kind, leg }, index) => kind === 'chosen' && leg === moment.leg && index < at);
    const drawn = chosen !== undefined && isDrawn(asking, chosen);
    const offered = drawn ? [] : asking.lenses.flatMap((lens) => listCandidates(lens).map(({ end }) => end));
    const ends = [before.to, header.from, ...offered];
    const named = drawn
      ? phrase('question.why.drawn')
      : (cause ?? phrase('question.why.engine', { right: header.to.name }));
    const right = drawn
      ? { text: 'drawn', says: phrase('question.option.drawn'), why: named }
      : endOption(header.to, named);
    const wrong = ends.map((end) =>
      endOption(
        end,
        drawn
          ? phrase('question.why.not-drawn', { name: end.name, text: end.text })
          : phrase('question.why.not-here', { name: end.name, text: end.text, right: header.to.name }),
      ),
    );
    const tells = (other: Moment): boolean =>
      (other.kind === 'chosen' && other.node === node) || other.cause?.id === 'story.recognised.by-portal';
    const asks = phrase('question.destination', { node });
    return storyQuestion({ kind: 'destination', before: placeBeforeAnswer(story, at, tells), asks, right, wrong });
  });

/** Asks for the conntrack entry of a rewrite: from whom the answer comes, and for which address it was asked. */
export const rememberedEntry: QuestionMaker = (asking) =>
  listPlaces(asking, 'rewritten').flatMap(({ lens: { picture }, at }) => {
    if (picture.kind !== 'header' || !picture.entry) return [];
    const { askedFor, answersFrom, sender, node } = picture.entry;
    const option = (asked: StoryEnd, answers: StoryEnd): QuestionOption => ({
      text: `${asked.text} ${answers.text}`,
      says: phrase('question.option.entry', { asked: asked.text, answers: answers.text }),
      why: phrase('question.why.entry', { asked: askedFor.text, answers: answersFrom.text }),
    });
    const wrong = [option(answersFrom, askedFor), option(askedFor, askedFor), option(sender, answersFrom)];
    const asks = phrase('question.entry', { node });
    return storyQuestion({ kind: 'entry', before: at, asks, right: option(askedFor, answersFrom), wrong });
  });

/** Which line of the route table is taken. */
export const askRoute: QuestionMaker = (asking) =>
  listPlaces(asking, 'routed').flatMap(({ moment: { header }, lens: { picture }, at }) => {
    if (picture.kind !== 'routes') return [];
    const taken = picture.routes.find(({ chosen }) => chosen);
    if (!taken) return [];
    const option = (text: string): QuestionOption => ({
      text,
      says: phrase('question.option.rule', { text }),
      why:
        text === taken.text
          ? phrase('question.why.route', { to: header.to.address })
          : phrase('question.why.route-not', { to: header.to.address, right: taken.text }),
    });
    const wrong = picture.routes.map(({ text }) => option(text));
    return storyQuestion({
      kind: 'route',
      before: at,
      asks: phrase('question.route', { node: picture.node }),
      right: option(taken.text),
      wrong,
    });
  });
