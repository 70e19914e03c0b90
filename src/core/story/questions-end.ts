import type { Document } from '../document/document';
import { getNamespace } from '../kubernetes/types';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import { proxyMode } from '../kubernetes/proxy';
import { phrase, type Phrase } from '../lib/phrase';
import { HOOKS, type Hook } from '../linux/hooks';
import { pickOutcome, makeTrace } from '../sim/explore';
import type { Outcome } from '../sim/trace';
import { plainName } from './service-at';
import { inMode } from '../document/edits/proxy';
import type { Moment, StoryEnd } from './moment';
import { moments } from './moments';
import { formatIp } from '../net/ip';
import { exploreAgain } from './explore-again';
import { premiseOf } from './premise';
import { placeBeforeAnswer, storyQuestion, type Asking, type QuestionMaker, type QuestionOption } from './question';
import { listCandidates } from './candidates';
import { endOption } from './questions-choice';

/** Does the source change on the way out of the node? */
export const sourceChanges: QuestionMaker = ({ story }) =>
  story.flatMap(({ kind, variant, header, before: was, cause, node }, at) => {
    if (kind !== 'source-rewritten') return [];
    const before = placeBeforeAnswer(story, at, (moment) => moment.kind === 'marked' && moment.node === node);
    const isKept = variant === 'kept';
    const own = was?.from ?? header.from;
    const why = cause ?? phrase('question.why.engine', { right: header.from.name });
    const stays: QuestionOption = {
      text: 'stays',
      says: phrase('question.option.source-stays', { from: own.name }),
      why,
    };
    const changes: QuestionOption = { text: 'changes', says: phrase('question.option.source-changes'), why };
    const asks = phrase('question.source-changes', { node });
    return storyQuestion({
      kind: 'source-changes',
      before,
      asks,
      right: isKept ? stays : changes,
      wrong: [isKept ? changes : stays],
    });
  });

/** Ends of all headers so far: addresses somebody may take for the right one. */
function listEnds(story: readonly Moment[], upTo: number): readonly StoryEnd[] {
  return story
    .slice(0, upTo + 1)
    .flatMap(({ header, before }) => [header.from, header.to, ...(before ? [before.from, before.to] : [])]);
}

/** Somebody by name alone: which of the addresses is beside the point. */
function nameOption({ name, ...end }: StoryEnd, why: Phrase): QuestionOption {
  return { text: name, end: { name, ...end }, says: phrase('question.option.name', { name }), why };
}

function notSeen(end: StoryEnd, right: StoryEnd): QuestionOption {
  return nameOption(end, phrase('question.why.not-seen', { name: end.name, right: right.name }));
}

/** What is told of a source: that it is to change, or does not, or what it is from the start of a connection. */
const tellsSource = ({ kind, variant, second }: Moment): boolean =>
  kind === 'marked' || kind === 'source-rewritten' || kind === 'arrives' || (second === true && variant === 'process');

/**
 * Nodes: a usual answer, whoever it is that stands in. Those that were passed before it is asked, and those of whoever may be
 * chosen, whatever is drawn; one that has no part in it is ruled out by looking.
 */
function listNodes({ walked: { derived }, story, lenses }: Asking, before: number): readonly StoryEnd[] {
  const { netns } = derived.network;
  const offered = lenses
    .flatMap(listCandidates)
    .flatMap(({ end }) => netns.get(end.netns ?? '')?.node ?? end.netns ?? []);
  const passed = new Set([...story.slice(0, before).map(({ node }) => node), ...offered]);
  const nodes = [...netns.values()].filter(({ kind, id }) => kind === 'node' && passed.has(id));
  return nodes.slice(0, 2).map(({ id, title, devices }) => {
    const found = devices.find(({ kind }) => kind !== 'loopback' && kind !== 'dummy')?.addresses[0]?.address;
    const address = found ? formatIp(found) : '';
    return { text: address, address, kind: 'node', name: plainName(title), netns: id };
  });
}

/** Plausible senders of a packet. Nobody sends to itself, but for a sender that did so from the start. */
function listSenders(asking: Asking, before: number, to: StoryEnd): readonly StoryEnd[] {
  const { story } = asking;
  const sender = story[0]?.header.from.netns;
  const isItself = ({ netns }: StoryEnd): boolean => netns !== undefined && netns === to.netns && netns !== sender;
  return [...listEnds(story, before - 1), ...listNodes(asking, before)].filter((end) => !isItself(end));
}

/** Question: which sender does the receiver see? */
export const sourceSeen: QuestionMaker = (asking) =>
  asking.story.flatMap(({ kind, header: { from, to }, cause, leg: own }, at) => {
    if (kind !== 'arrives') return [];
    const { story } = asking;
    const before = placeBeforeAnswer(story, at, tellsSource);
    const wrong = listSenders(asking, before, to).map((end) => notSeen(end, from));
    const source = story.findLast(({ kind: of, leg }, index) => index < at && of === 'source-rewritten' && leg === own);
    const reason = source?.cause ?? cause ?? phrase('question.why.engine', { right: from.name });
    const right = nameOption(from, reason);
    return storyQuestion({ kind: 'source-seen', before, asks: phrase('question.source-seen'), right, wrong });
  });

/** Question: which machine gets the answer first? */
export const answersTo: QuestionMaker = (asking) =>
  asking.story.flatMap(({ kind, variant, header: { to } }, at) => {
    if (kind !== 'answers' || variant === 'error') return [];
    const { story } = asking;
    const arrived = story.findLastIndex((moment, index) => index < at && moment.kind === 'arrives');
    const before = arrived < 0 ? at : placeBeforeAnswer(story, arrived, tellsSource);
    const wrong = [...listEnds(story, before - 1), ...listNodes(asking, before)].map((end) => notSeen(end, to));
    const right = nameOption(to, phrase('question.why.saw', { to: to.name }));
    return storyQuestion({ kind: 'answers-to', before, asks: phrase('question.answers-to'), right, wrong });
  });

/** From whom the answer seems to come when it is there. */
export const replyCarries: QuestionMaker = ({ story }) =>
  story.flatMap(({ kind, variant, header: { from, to }, cause }, at) => {
    if (kind !== 'received' || variant === 'error') return [];
    const before = placeBeforeAnswer(story, at, (moment) => moment.kind === 'translated-back');
    const wrong = listEnds(story, before - 1)
      .filter(({ text }) => text !== to.text)
      .map((end) =>
        endOption(end, phrase('question.why.not-here', { name: end.name, text: end.text, right: from.name })),
      );
    const right = endOption(from, cause ?? phrase('question.why.engine', { right: from.name }));
    return storyQuestion({
      kind: 'reply-carries',
      before,
      asks: phrase('question.reply-carries', { to: to.name }),
      right,
      wrong,
    });
  });

/** What whoever asks gets: an answer, an error at once, or nothing. */
type End = 'answer' | 'refused' | 'silence';

/** How an outcome looks to whoever asks; undefined: it is not known. */
export function findEnd(story: readonly Moment[], { answered, disposition }: Outcome): End | undefined {
  if (answered) return 'answer';
  if (disposition.kind === 'LEFT' || disposition.kind === 'UNKNOWN') return undefined;
  if (story.some(({ kind }) => kind === 'unknown')) return undefined;
  const isAskers = ({ second, node }: Moment): boolean => !second && node === story[0]?.node;
  const isTold = story.some(
    (moment) => isAskers(moment) && ((moment.kind === 'received' && moment.variant === 'error') || failsCall(moment)),
  );
  return isTold ? 'refused' : 'silence';
}

/** The request was dropped on its sender's own machine, whose system call fails. */
const failsCall = ({ kind, role, sentence }: Moment): boolean =>
  kind === 'dropped' && role === 'request' && (sentence.values?.['told'] ?? 'none') !== 'none';

const ENDS: readonly End[] = ['answer', 'refused', 'silence'];

function endOptions(right: End, why: Phrase): readonly QuestionOption[] {
  return ENDS.map((text) => ({
    text,
    says: phrase(`question.option.${text}`),
    why: text === right ? why : phrase('question.why.ends', { end: right }),
  }));
}

/** Delivered and answered, refused, or silent. */
export const askEnd: QuestionMaker = (asking) => {
  const { story, shown } = asking;
  const right = findEnd(story, shown);
  const before = findLast(story, right);
  const asker = askerOf(story);
  const told = story[before];
  if (right === undefined || !told || asker === undefined) return [];
  const options = endOptions(right, right === 'answer' ? told.sentence : (told.cause ?? told.sentence));
  const key = options.find(({ text }) => text === right);
  if (!key) return [];
  const premise = premiseOf(asking, told);
  const asks = phrase('question.ends', { from: asker });
  const at = placeBeforeAnswer(story, before, ({ sentence }) => sentence.id === 'story.marked.drop');
  return storyQuestion({ kind: 'ends', before: at, asks, ...(premise ? { premise } : {}), right: key, wrong: options });
};

/** Name of the first packet's sender: a Service's address is also one of the node that has it. */
function askerOf([first]: readonly Moment[]): string | undefined {
  const from = first?.header.from;
  return from?.kind === 'service' ? plainName(first?.node ?? '') : from?.name;
}

/** Where it turns out: who does not get an answer may have reached somebody before. */
function findLast(story: readonly Moment[], right: End | undefined): number {
  const failed = right === 'answer' ? -1 : story.findIndex(({ kind }) => FAILS.has(kind));
  if (failed >= 0) return failed;
  return story.findIndex(({ kind, sentence }) => kind === 'arrives' || FAILS.has(kind) || sentence.id === BY_ITSELF);
}

/** A proxy that read the request answers it, and asks nobody. */
const BY_ITSELF = 'story.answers.http';
const FAILS: ReadonlySet<Moment['kind']> = new Set(['refused', 'dropped', 'lost']);

function hookOptions(
  right: Hook,
  node: string,
): { readonly right: QuestionOption; readonly wrong: readonly QuestionOption[] } {
  const options = HOOKS.map((hook): QuestionOption => ({
    text: hook,
    says: phrase('question.option.rule', { text: hook }),
    why:
      hook === right
        ? phrase('question.why.hook', { hook, node })
        : phrase('question.why.hook-not', { hook: right, node }),
  }));
  return { right: options[HOOKS.indexOf(right)] as QuestionOption, wrong: options };
}

/** At which hook the Pod is chosen, or the packet refused. */
export const atWhichHook: QuestionMaker = ({ story }) =>
  story.flatMap(({ kind, hook, node }, at) => {
    if (!hook || (kind !== 'chosen' && kind !== 'refused')) return [];
    // The stage draws the hook a packet is at.
    const before = placeBeforeAnswer(story, at, (moment) => moment.hook === hook);
    const asks =
      kind === 'chosen' ? phrase('question.where.chosen', { node }) : phrase('question.where.refused', { node });
    return storyQuestion({ kind: 'where', before, asks, ...hookOptions(hook, node) });
  });

/** The same flow through a changed document, of the outcome the seed picks; undefined: it cannot be sent. */
function told(
  asking: Asking,
  document: Document,
): { readonly story: readonly Moment[]; readonly outcomes: readonly Outcome[]; readonly shown: Outcome } | undefined {
  const { derived, input, outcomes = [] } = exploreAgain(asking, document) ?? {};
  const shown = outcomes[pickOutcome(outcomes, document.seed)];
  if (!shown || !derived || !input) return undefined;
  return { story: moments({ document, derived, trace: makeTrace(input, shown) }), outcomes, shown };
}

/** Where another mode would choose. */
export const otherMode: QuestionMaker = (asking) => {
  const {
    walked: { document },
    story,
  } = asking;
  const before = story.findIndex(({ kind }) => kind === 'chosen');
  if (document.subject !== 'cluster' || before < 0) return [];
  const mode = document.mode === 'ipvs' ? 'iptables' : 'ipvs';
  const other = told(asking, inMode(document, mode))?.story.find(({ kind }) => kind === 'chosen');
  if (!other?.hook || !PROXY_MODE_IDS.includes(mode)) return [];
  const asks = phrase('question.other-mode', { mode: proxyMode(mode).title, node: other.node });
  const asked = placeBeforeAnswer(story, before, ({ hook }) => hook === other.hook);
  return storyQuestion({ kind: 'other-mode', before: asked, asks, ...hookOptions(other.hook, other.node) });
};

/** Asks how the walk would end if the chosen Pod were not there. */
export const podGone: QuestionMaker = (asking) => {
  const {
    walked: { document, derived },
    flow,
    story,
  } = asking;
  const { settled } = derived;
  const pod = story.find(({ kind }) => kind === 'chosen')?.pod;
  const before = story.findIndex(({ kind }) => kind === 'arrives');
  if (!settled || pod?.kind !== 'pod' || before < 0 || isPod(flow.from, pod.name)) return [];
  const pods = settled.pods.filter(
    (each) => !isPod({ kind: 'pod', namespace: getNamespace(each), name: each.metadata.name }, pod.name),
  );
  if (pods.length === settled.pods.length) return [];
  const cluster = { ...settled, deployments: [], endpointSlices: document.cluster.endpointSlices, pods };
  const without = told(asking, { ...document, cluster });
  const right = without && findEnd(without.story, without.shown);
  if (!without || right === undefined || !without.outcomes.every(({ answered }) => answered === without.shown.answered))
    return [];
  const end = without.story.findLast(({ role }) => role === 'request');
  const options = endOptions(right, end?.sentence ?? phrase('question.why.ends', { end: right }));
  const key = options.find(({ text }) => text === right);
  const asks = phrase('question.pod-gone', { pod: pod.name, from: story[0]?.header.from.name ?? '' });
  return key ? storyQuestion({ kind: 'pod-gone', before, asks, right: key, wrong: options }) : [];
};

function isPod(
  from: { readonly kind: string; readonly namespace?: string; readonly name?: string },
  name: string,
): boolean {
  return from.kind === 'pod' && (from.namespace === 'default' ? from.name : `${from.namespace}/${from.name}`) === name;
}
