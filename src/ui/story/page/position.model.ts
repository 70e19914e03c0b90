import type { Document } from '../../../core/document/document';
import type { Moment, MomentKind } from '../../../core/story/moment';
import type { PictureSource } from '../../../store/run-state';

interface Open {
  readonly opening: number;
  readonly subject: Document['subject'];
}

/**
 * Is a picture of what is open now, as it is or as it was before an edit? Nothing of another document, or of the cluster
 * beside a pasted node, may stand under its name. The page's first picture comes from no opening: it is drawn before anything
 * is open.
 */
export function isOfOpen(source: PictureSource | undefined, { opening, subject }: Open): boolean {
  return source === undefined || (source.opening === opening && source.document.subject === subject);
}

/**
 * May the picture of a walk stay until the next walk is told? Only where that is the same flow of the document that is open: an
 * edit changed it.
 */
export function staysUntilLoaded(
  before: { readonly source: PictureSource | undefined; readonly flowId: string },
  now: Open & { readonly flowId: string },
): boolean {
  return before.source !== undefined && before.flowId === now.flowId && isOfOpen(before.source, now);
}

/** Kinds that stand for each other where a walk ends otherwise, or has one and not the other. */
const LIKE: Readonly<Partial<Record<MomentKind, readonly MomentKind[]>>> = {
  chosen: ['refused', 'dropped', 'recognised'],
  recognised: ['sent', 'chosen'],
  rewritten: ['chosen', 'refused'],
  refused: ['chosen', 'dropped', 'lost'],
  dropped: ['refused', 'lost', 'chosen'],
  received: ['refused', 'dropped', 'lost', 'unknown'],
};

/**
 * Where another telling goes on: at the same kind, the same one of several, on the same way (out or back). Never by
 * number: userspace rewrites before it chooses.
 */
export function matchingMoment(before: readonly Moment[], index: number, now: readonly Moment[]): number {
  const here = before[index];
  if (!here || now.length === 0) return 0;
  const isLike = (kind: MomentKind) => (moment: Moment) => moment.kind === kind && moment.role === here.role;
  const nth = before.slice(0, index).filter(isLike(here.kind)).length;
  for (const kind of [here.kind, ...(LIKE[here.kind] ?? [])]) {
    const found = now.flatMap((moment, at) => (isLike(kind)(moment) ? [at] : []));
    const at = found[Math.min(nth, found.length - 1)];
    if (at !== undefined) return at;
  }
  return Math.min(index, now.length - 1);
}

/** How far another telling is known to who has seen one up to `seen`: as far as the same kinds come in the same order. */
export function carrySeen(before: readonly Moment[], seen: number, now: readonly Moment[]): number {
  const other = now.findIndex(({ kind, variant }, at) => {
    const was = before[at];
    return at > seen || was?.kind !== kind || was.variant !== variant;
  });
  return (other < 0 ? now.length : other) - 1;
}

/** What an edit changed of a story, as far as one sentence says it. */
export type StoryChange =
  | { readonly kind: 'endpoints'; readonly service: string; readonly before: number; readonly after: number }
  | { readonly kind: 'chosen'; readonly before: string; readonly after: string }
  | { readonly kind: 'end'; readonly before: Moment; readonly after: Moment }
  | { readonly kind: 'same' };

interface StoryTelling {
  readonly moments: readonly Moment[];
  readonly endpoints: number;
}

/** The first of what a reader would ask: how many can be chosen, how it ends, who was chosen. */
export function describeChange(before: StoryTelling, after: StoryTelling): StoryChange {
  const service = after.moments.find((moment) => moment.service !== undefined)?.service;
  if (service !== undefined && before.endpoints !== after.endpoints) {
    return { kind: 'endpoints', service, before: before.endpoints, after: after.endpoints };
  }
  const [was, is] = [before.moments.at(-1), after.moments.at(-1)];
  if (was && is && was.kind !== is.kind) return { kind: 'end', before: was, after: is };
  const chosen = ({ moments }: StoryTelling): string | undefined => moments.findLast(({ pod }) => pod)?.pod?.name;
  const [first, then] = [chosen(before), chosen(after)];
  if (first !== undefined && then !== undefined && first !== then)
    return { kind: 'chosen', before: first, after: then };
  return { kind: 'same' };
}

/** The moment at which it is drawn who gets the packet in the end, by its place; undefined: nobody is chosen. */
export function choiceMoment(moments: readonly Moment[]): number | undefined {
  const at = moments.findLastIndex(({ kind, pod, role, lookup }) => {
    return kind === 'chosen' && pod !== undefined && role === 'request' && !lookup;
  });
  return at < 0 ? undefined : at;
}

/** The moment that wrote down what this one reads, by its place; undefined: it reads nothing, or what was there before. */
export function entryMoment(moments: readonly Moment[], index: number): number | undefined {
  const moment = moments[index];
  if (moment?.kind !== 'translated-back') return undefined;
  const told = moment.because.find((each) => each.kind === 'moment');
  return told?.kind === 'moment' ? told.index : undefined;
}
