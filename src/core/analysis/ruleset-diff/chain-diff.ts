import { printLine } from '../../linux/xtables/ruleset-text';
import type { XtChain } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { editsBetween } from './lcs';
import type { RuleEdit } from './types';

/** Chains in which kube-proxy writes one group of rules a service port, the groups in the order of a Go map. */
const SHARED = new Set(['KUBE-SERVICES', 'KUBE-NODEPORTS', 'KUBE-EXTERNAL-SERVICES', 'KUBE-PROXY-FIREWALL']);
/** One rule a service port, in the same order of a map. */
const UNORDERED = 'KUBE-IPVS-OUT-FILTER';
const TAIL = 'kubernetes service nodeports;';
const NAME = /--comment "?([^" ]+)/;

/** The rules of a chain as the kernel prints them, without counters. */
export function rulesOf(chain: XtChain | undefined, family: IpFamily): string[] {
  if (!chain) return [];
  const prefix = `-A ${chain.name} `.length;
  return Array.from({ length: chain.length }, (_, index) => printLine(chain, index, family).slice(prefix));
}

/** What of two chains differs, in the order of the rules; empty when nothing does. */
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
  const [a, b] = [groupsOf(before, groupOf), groupsOf(after, groupOf)];
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
function groupsOf(rules: readonly string[], groupOf: (rule: string) => string): Map<string, number[]> {
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
