import type { RuleEdit } from './diff-rulesets';

/** A line of a difference as it is read: a rule that changed is one line, not two. */
export type Change =
  | { readonly kind: 'added'; readonly index?: number; readonly text: string }
  | { readonly kind: 'removed'; readonly index?: number; readonly text: string }
  | { readonly kind: 'moved'; readonly from: number; readonly to: number; readonly text: string }
  | {
      readonly kind: 'changed';
      readonly from?: number;
      readonly to?: number;
      readonly before: string;
      readonly text: string;
    };

/** Two rules are one that changed when at least so much of their words is the same. */
const ALIKE = 0.6;
/** Where a chain lost and got more than this, rules are paired only with their nearest. */
const MOST_PAIRS = 250_000;
const NEAR = 20;

/** Puts the two halves of moved and of changed rules together; in the order of the later chain. */
export function pairEdits(edits: readonly RuleEdit[]): Change[] {
  const removed = edits.filter(({ kind }) => kind === 'removed');
  const added = edits.filter(({ kind }) => kind === 'added');
  const moves = takeMoves(removed, added);
  const [gone, come] = [removed.filter((edit) => !moves.has(edit)), added.filter((edit) => !moves.has(edit))];
  const partners = likest(gone, come);
  const changes: Change[] = edits.flatMap((edit): Change[] => {
    const { kind, index, text } = edit;
    const from = moves.get(edit);
    if (from && kind === 'added') return [{ kind: 'moved', from: from.index, to: index, text }];
    const before = partners.get(edit);
    if (before && kind === 'added')
      return [{ kind: 'changed', from: before.index, to: index, before: before.text, text }];
    return from || before ? [] : [{ kind, index, text }];
  });
  return changes;
}

/** Both halves of each move, each with the other. */
function takeMoves(removed: readonly RuleEdit[], added: readonly RuleEdit[]): Map<RuleEdit, RuleEdit> {
  const waiting = new Map<string, RuleEdit[]>();
  for (const edit of removed) if (edit.moved) waiting.set(edit.text, [...(waiting.get(edit.text) ?? []), edit]);
  const pairs = new Map<RuleEdit, RuleEdit>();
  for (const edit of added) {
    const old = edit.moved ? waiting.get(edit.text)?.shift() : undefined;
    if (!old) continue;
    pairs.set(edit, old);
    pairs.set(old, edit);
  }
  return pairs;
}

/** Each removed rule with the added one most like it, both ways. */
function likest(removed: readonly RuleEdit[], added: readonly RuleEdit[]): Map<RuleEdit, RuleEdit> {
  const words = new Map(added.map((edit) => [edit, new Set(edit.text.split(' '))]));
  const pairs = new Map<RuleEdit, RuleEdit>();
  const near = removed.length * added.length > MOST_PAIRS;
  for (const [at, old] of removed.entries()) {
    const own = old.text.split(' ');
    const candidates = near ? added.slice(Math.max(0, at - NEAR), at + NEAR) : added;
    let best: RuleEdit | undefined;
    let most = 0;
    for (const fresh of candidates) {
      if (pairs.has(fresh)) continue;
      const score = likeness(own, words.get(fresh) ?? new Set());
      if (score > most) [best, most] = [fresh, score];
    }
    if (!best || most < ALIKE) continue;
    pairs.set(best, old);
    pairs.set(old, best);
  }
  return pairs;
}

/** 0..1; rules that lead to the same place are more alike. */
function likeness(own: readonly string[], other: ReadonlySet<string>): number {
  const shared = own.filter((word) => other.has(word)).length;
  const share = shared / Math.max(own.length, other.size);
  return other.has(own.at(-1) ?? '') ? share : share - 0.1;
}

/** Members with the same first part (an address, a key) are one that changed. `key` cuts that part out; undefined: it has none. */
export function pairMembers(
  removed: readonly string[],
  added: readonly string[],
  key: (member: string) => string | undefined,
): Change[] {
  const keyed = (member: string): [string, string][] => {
    const own = key(member);
    return own === undefined ? [] : [[own, member]];
  };
  const [gone, come] = [new Map(removed.flatMap(keyed)), new Map(added.flatMap(keyed))];
  const isChanged = (member: string): boolean => {
    const own = key(member);
    return own !== undefined && gone.has(own) && come.has(own);
  };
  return [
    ...removed.filter((member) => !isChanged(member)).map((text): Change => ({ kind: 'removed', text })),
    ...added.map((text): Change => {
      const own = key(text);
      const before = own === undefined ? undefined : gone.get(own);
      return before === undefined ? { kind: 'added', text } : { kind: 'changed', before, text };
    }),
  ];
}
