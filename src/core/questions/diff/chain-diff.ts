import { assertNever } from '../../lib/result';
import { printLine } from '../../linux/xtables/ruleset-text';
import type { XtChain } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import type { RuleEdit, Remade, SetDifference } from './diff-rulesets';
import type { IpSet } from '../../linux/ipset/ip-set';

/** Something that is a list of members, whose order says nothing, and a line that says how it is made. */
export interface MemberList {
  readonly name: string;
  readonly made: string;
  readonly members: readonly string[];
}

interface ListDifference {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly made?: Remade;
}

/** Lists that came, went, or have other members, and the names of those that are the same. */
export function diffLists(
  before: Iterable<MemberList>,
  after: Iterable<MemberList>,
): { readonly changed: ListDifference[]; readonly same: string[] } {
  const [a, b] = [byName(before), byName(after)];
  const changed: ListDifference[] = [];
  const same: string[] = [];
  for (const name of [...new Set([...a.keys(), ...b.keys()])].toSorted()) {
    const difference = diffList(name, a.get(name), b.get(name));
    if (difference) changed.push(difference);
    else same.push(name);
  }
  return { changed, same };
}

function diffList(
  name: string,
  old: MemberList | undefined,
  fresh: MemberList | undefined,
): ListDifference | undefined {
  const [left, right] = [new Set(old?.members), new Set(fresh?.members)];
  const added = [...right].filter((member) => !left.has(member));
  const removed = [...left].filter((member) => !right.has(member));
  const kind = !old ? 'added' : fresh ? 'changed' : 'removed';
  const remade = old && fresh && old.made !== fresh.made ? { made: { before: old.made, after: fresh.made } } : {};
  if (kind === 'changed' && !('made' in remade) && added.length + removed.length === 0) return undefined;
  return { name, kind, added, removed, ...remade };
}

function byName(lists: Iterable<MemberList>): Map<string, MemberList> {
  return new Map([...lists].map((list) => [list.name, list]));
}

/** One step from a list to another. Indices are 0-based places in the list they name. */
type ListEdit =
  | { readonly kind: 'same'; readonly before: number; readonly after: number }
  | { readonly kind: 'removed'; readonly before: number }
  | { readonly kind: 'added'; readonly after: number };

/** Beyond so many cells of the table equal items are paired in order instead. */
const MOST_CELLS = 4_000_000;

/**
 * The shortest way from one list of texts to another: a longest common subsequence between the equal
 * heads and tails (O(n·m) cells; for lists too long for that, first come first paired).
 */
export function editsBetween(before: readonly string[], after: readonly string[]): ListEdit[] {
  const limit = Math.min(before.length, after.length);
  let head = 0;
  while (head < limit && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < limit - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const edits: ListEdit[] = [];
  for (let i = 0; i < head; i++) edits.push({ kind: 'same', before: i, after: i });
  const a = before.slice(head, before.length - tail);
  const b = after.slice(head, after.length - tail);
  const middle = a.length * b.length > MOST_CELLS ? pairedInOrder(a, b) : longestCommon(a, b);
  for (const edit of middle) edits.push(shifted(edit, head));
  for (let i = tail; i > 0; i--) edits.push({ kind: 'same', before: before.length - i, after: after.length - i });
  return edits;
}

function shifted(edit: ListEdit, by: number): ListEdit {
  switch (edit.kind) {
    case 'same':
      return { kind: 'same', before: edit.before + by, after: edit.after + by };
    case 'removed':
      return { kind: 'removed', before: edit.before + by };
    case 'added':
      return { kind: 'added', after: edit.after + by };
    default:
      return assertNever(edit);
  }
}

function longestCommon(a: readonly string[], b: readonly string[]): ListEdit[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const edits: ListEdit[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) edits.push({ kind: 'same', before: i++, after: j++ });
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      edits.push({ kind: 'removed', before: i++ });
    else edits.push({ kind: 'added', after: j++ });
  }
  return edits;
}

/** Takes the next equal item further on, if there is one: linear, and still a valid way. */
function pairedInOrder(a: readonly string[], b: readonly string[]): ListEdit[] {
  const places = new Map<string, number[]>();
  for (const [index, text] of b.entries()) {
    const known = places.get(text);
    if (known) known.push(index);
    else places.set(text, [index]);
  }
  for (const list of places.values()) list.reverse();
  const edits: ListEdit[] = [];
  let next = 0;
  for (const [before, text] of a.entries()) {
    const list = places.get(text) ?? [];
    while (list.length > 0 && (list.at(-1) ?? 0) < next) list.pop();
    const after = list.at(-1);
    if (after === undefined) edits.push({ kind: 'removed', before });
    else {
      while (next < after) edits.push({ kind: 'added', after: next++ });
      edits.push({ kind: 'same', before, after });
      next = after + 1;
    }
  }
  while (next < b.length) edits.push({ kind: 'added', after: next++ });
  return edits;
}

/** Chains in which kube-proxy writes one group of rules a service port, the groups in the order of a Go map. */
const SHARED = new Set(['KUBE-SERVICES', 'KUBE-NODEPORTS', 'KUBE-EXTERNAL-SERVICES', 'KUBE-PROXY-FIREWALL']);
/** One rule a service port, in the same order of a map. */
const UNORDERED = 'KUBE-IPVS-OUT-FILTER';
const TAIL = 'kubernetes service nodeports;';
const NAME = /--comment "?([^" ]+)/;

/** The rules of a chain as the kernel prints them, without counters. */
export function listChainRules(chain: XtChain | undefined, family: IpFamily): string[] {
  if (!chain) return [];
  const prefix = `-A ${chain.name} `.length;
  return Array.from({ length: chain.length }, (_, index) => printLine(chain, index, family).slice(prefix));
}

/** Edits that turn one chain's rules into another's, in the order of the rules; empty when they are the same. */
export function chainEdits(name: string, before: readonly string[], after: readonly string[]): RuleEdit[] {
  const isShared = SHARED.has(name) || name === UNORDERED;
  const edits = isShared ? sharedEdits(name, before, after) : listEdits(before, after, identity, identity);
  return withMoves(edits);
}

function identity(index: number): number {
  return index;
}

function listEdits(
  before: readonly string[],
  after: readonly string[],
  placeBefore: (index: number) => number,
  placeAfter: (index: number) => number,
): RuleEdit[] {
  return editsBetween(before, after).flatMap((edit): RuleEdit[] => {
    if (edit.kind === 'same') return [];
    if (edit.kind === 'removed') {
      return [{ kind: 'removed', index: placeBefore(edit.before), text: before[edit.before] ?? '' }];
    }
    return [{ kind: 'added', index: placeAfter(edit.after), text: after[edit.after] ?? '' }];
  });
}

/** Groups are compared each with its own; the nodePorts rules at the end as a set. */
function sharedEdits(name: string, before: readonly string[], after: readonly string[]): RuleEdit[] {
  const groupOf = name === UNORDERED ? (rule: string): string => rule : groupOfRule;
  const [a, b] = [indexGroups(before, groupOf), indexGroups(after, groupOf)];
  const edits: RuleEdit[] = [];
  for (const group of new Set([...a.keys(), ...b.keys()])) {
    const [left, right] = [a.get(group) ?? [], b.get(group) ?? []];
    const [from, to] = [textsAt(before, left), textsAt(after, right)];
    edits.push(
      ...listEdits(
        from,
        to,
        (index) => left[index] ?? 0,
        (index) => right[index] ?? 0,
      ),
    );
  }
  return edits;
}

function textsAt(rules: readonly string[], places: readonly number[]): string[] {
  return places.map((place) => rules[place] ?? '');
}

/** The service port a rule is for, by the first word of its comment. */
function groupOfRule(rule: string): string {
  return rule.includes(TAIL) ? TAIL : (NAME.exec(rule)?.[1] ?? '');
}

/** The places of each group's rules; those of the tail sorted by text. */
function indexGroups(rules: readonly string[], groupOf: (rule: string) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, rule] of rules.entries()) {
    const group = groupOf(rule);
    const known = groups.get(group);
    if (known) known.push(index);
    else groups.set(group, [index]);
  }
  groups.get(TAIL)?.sort((a, b) => ((rules[a] ?? '') < (rules[b] ?? '') ? -1 : 1));
  return groups;
}

/** A text that is both added and removed has moved. */
function withMoves(edits: readonly RuleEdit[]): RuleEdit[] {
  const counts = { added: new Map<string, number>(), removed: new Map<string, number>() };
  for (const { kind, text } of edits) counts[kind].set(text, (counts[kind].get(text) ?? 0) + 1);
  const left = { added: new Map(counts.removed), removed: new Map(counts.added) };
  return edits.map((edit) => {
    const pairs = left[edit.kind].get(edit.text) ?? 0;
    if (pairs === 0) return edit;
    left[edit.kind].set(edit.text, pairs - 1);
    return { ...edit, moved: true };
  });
}

/** Sets that came, went, or have other members; the order of members is the kernel's and means nothing. */
export function setDifferences(before: Iterable<IpSet>, after: Iterable<IpSet>): SetDifference[] {
  return diffIpsets(before, after).sets;
}

/** The same, with the names of the sets that do not differ. */
export function diffIpsets(
  before: Iterable<IpSet>,
  after: Iterable<IpSet>,
): { readonly sets: SetDifference[]; readonly same: readonly string[] } {
  const { changed, same } = diffLists([...before].map(makeList), [...after].map(makeList));
  return { sets: changed.map(({ name, ...difference }) => ({ set: name, ...difference })), same };
}

function makeList(set: IpSet): MemberList {
  const members = set.members.map(({ element, nomatch }) => (nomatch ? `${element} nomatch` : element));
  return { name: set.name, made: makeHead(set), members };
}

/** Sizes and seeds of the hash are the kernel's business. */
function makeHead(set: IpSet): string {
  const options = set.options.replaceAll(/\s*\b(?:hashsize|bucketsize|initval) \S+/g, '');
  return [set.type, set.family ?? '', options.trim()].filter((word) => word !== '').join(' ');
}
