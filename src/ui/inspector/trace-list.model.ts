import type { FlatStep } from '../../store/selectors';

/** What stands before it happened, what after it says by what. */
const DASH = ' — ';

/**
 * A sentence in two lines: what happened and by what. `word` is the verdict's word the sentence begins
 * with, which is shown by its badge.
 */
export function splitSentence(
  text: string,
  word: string | undefined,
): { readonly head: string; readonly tail: string | undefined } {
  const dash = text.indexOf(DASH);
  const head = dash < 0 ? text : text.slice(0, dash);
  const rest = word !== undefined && word !== '' && head.startsWith(word) ? head.slice(word.length) : head;
  return { head: rest, tail: dash < 0 ? undefined : text.slice(dash + DASH.length) };
}

/** The steps of one packet inside one namespace. */
export interface HopGroup {
  readonly hop: number;
  readonly netns: string;
  readonly steps: readonly FlatStep[];
}

/** The steps of one packet. */
interface LegGroup {
  readonly leg: number;
  readonly role: FlatStep['role'];
  readonly second: boolean;
  readonly lookup: boolean;
  readonly hops: readonly HopGroup[];
}

function groupBy<T, K>(items: readonly T[], key: (item: T) => K): [K, T[]][] {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups];
}

/** The flat steps under their headings: request, reply; and inside each the namespaces in order. */
export function listLegs(steps: readonly FlatStep[]): readonly LegGroup[] {
  return groupBy(steps, ({ leg }) => leg).map(([leg, ofLeg]) => ({
    leg,
    role: ofLeg[0]?.role ?? 'request',
    second: ofLeg[0]?.second ?? false,
    lookup: ofLeg[0]?.lookup ?? false,
    hops: groupBy(ofLeg, ({ hop }) => hop).map(([hop, inHop]) => ({ hop, netns: inHop[0]?.netns ?? '', steps: inHop })),
  }));
}
