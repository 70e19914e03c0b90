import { pairEdits, pairMembers, type LineChange } from '../../../core/questions/diff/chains-diff';
import type {
  ChainDiff,
  Remade,
  RulesetDiff,
  ServerDiff,
  SetDiff,
  Unchanged,
} from '../../../core/questions/diff/diff-rulesets';
import type { IpFamily } from '../../../core/net/ip';
import { editsBetween } from '../../../core/questions/diff/chain-diff';

/** The sign before a word: a difference is never told by colour alone. */
export const SIGNS = { added: '+', removed: '−', changed: '~', moved: '↕', renamed: '≈' } as const;

export const CHANGES = ['added', 'removed', 'changed', 'moved'] as const;
export type ChangeKind = (typeof CHANGES)[number];

/** Where chains, sets or servers stand: `nat` of IPv4, `ip kube-proxy`, `ipset`, `ipvs`. */
export interface Section {
  readonly id: string;
  readonly family?: IpFamily;
  readonly table: Unchanged['table'];
  readonly groups: readonly Group[];
  readonly unchanged: readonly string[];
}

/** A chain, a set or a virtual server with what of it differs. */
export interface Group {
  readonly id: string;
  readonly of: 'chain' | 'set' | 'server';
  readonly name: string;
  readonly kind: ChainDiff['kind'];
  readonly previous?: string;
  readonly owner?: string;
  /** Policy, hook, set type, scheduler: lines that have no number. */
  readonly heads: readonly LineChange[];
  readonly lines: readonly LineChange[];
}

/** A difference in the order it is read: sections, and in each what differs and what does not. */
export function listSections(diff: RulesetDiff): Section[] {
  const sections = new Map<string, { head: Omit<Section, 'groups' | 'unchanged'>; groups: Group[]; names: string[] }>();
  const at = (table: Unchanged['table'], family: IpFamily | undefined) => {
    const id = `${family ?? ''} ${table}`;
    const known = sections.get(id);
    if (known) return known;
    const fresh = { head: { id, table, ...(family ? { family } : {}) }, groups: [] as Group[], names: [] as string[] };
    sections.set(id, fresh);
    return fresh;
  };
  for (const chain of diff.chains) at(chain.table, chain.family).groups.push(chainGroup(chain));
  for (const set of diff.sets) at(set.table ?? 'ipset', undefined).groups.push(setGroup(set));
  for (const server of diff.servers) at('ipvs', undefined).groups.push(serverGroup(server));
  for (const { table, family, names } of diff.unchanged) at(table, family).names.push(...names);
  const all = [...sections.values()].map(({ head, groups, names }) => ({ ...head, groups, unchanged: names }));
  return all.toSorted((a, b) => Number(a.groups.length === 0) - Number(b.groups.length === 0));
}

function listHead(remade: Remade | undefined): LineChange[] {
  return remade ? [{ kind: 'changed', before: remade.before, text: remade.after }] : [];
}

/** `policy ACCEPT`. */
function worded(word: string, { before, after }: Remade): Remade {
  return { before: `${word} ${before}`, after: `${word} ${after}` };
}

function chainGroup({ family, table, chain, kind, previous, owner, policy, base, edits }: ChainDiff): Group {
  return {
    id: `${family ?? ''} ${table} chain ${chain}`,
    of: 'chain',
    name: chain,
    kind,
    heads: [...listHead(policy && worded('policy', policy)), ...listHead(base)],
    lines: pairEdits(edits),
    ...(previous === undefined ? {} : { previous }),
    ...(owner === undefined ? {} : { owner }),
  };
}

/** An element of a map is known by its key. */
function setGroup({ set, table, kind, added, removed, made }: SetDiff): Group {
  const key = (member: string): string | undefined => (table ? keyOfElement(member) : undefined);
  return {
    id: `${table ?? 'ipset'} set ${set}`,
    of: 'set',
    name: set,
    kind,
    heads: listHead(made),
    lines: pairMembers(removed, added, key),
  };
}

function keyOfElement(element: string): string | undefined {
  const at = element.indexOf(' : ');
  return at < 0 ? undefined : element.slice(0, at);
}

function serverGroup({ server, kind, added, removed, made }: ServerDiff): Group {
  const lines = pairMembers(removed, added, (member) => member.split(' ')[0]);
  return { id: `ipvs ${server}`, of: 'server', name: server, kind, heads: listHead(made), lines };
}

/** How many lines of each kind; what is within heads counts as a change. */
export function getCounts(sections: readonly Section[]): Record<ChangeKind, number> {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0 };
  for (const { groups } of sections) {
    for (const { heads, lines } of groups) for (const { kind } of [...heads, ...lines]) counts[kind]++;
  }
  return counts;
}

/** How many chains, sets and servers came, went, were renamed or differ inside. */
export function getGroupCounts(sections: readonly Section[]): Record<ChainDiff['kind'] | 'same', number> {
  const counts = { added: 0, removed: 0, renamed: 0, changed: 0, same: 0 };
  for (const { groups, unchanged } of sections) {
    for (const { kind } of groups) counts[kind]++;
    counts.same += unchanged.length;
  }
  return counts;
}

/** What a person asked to see. */
export interface Shown {
  readonly query: string;
  /** Kinds of lines left out. */
  readonly hidden: ReadonlySet<ChangeKind>;
  /** Rows whose children are shown though they are not by themselves, or the other way round. */
  readonly toggled: ReadonlySet<string>;
}

export type RulesetDiffRow =
  | {
      readonly kind: 'section';
      readonly id: string;
      readonly level: 1;
      readonly open: boolean;
      readonly section: Section;
    }
  | { readonly kind: 'group'; readonly id: string; readonly level: 2; readonly open: boolean; readonly group: Group }
  | { readonly kind: 'line'; readonly id: string; readonly level: 3; readonly change: LineChange }
  | { readonly kind: 'same'; readonly id: string; readonly level: 2; readonly open: boolean; readonly count: number }
  | { readonly kind: 'name'; readonly id: string; readonly level: 3; readonly name: string };

/** The rows of the tree, one below the other; only what the filter leaves. */
export function listRows(sections: readonly Section[], shown: Shown): RulesetDiffRow[] {
  const query = shown.query.trim().toLowerCase();
  return sections.flatMap((section): RulesetDiffRow[] => {
    const groups = section.groups.flatMap((group) => groupRows(group, query, shown));
    const names = query === '' ? section.unchanged : section.unchanged.filter((name) => has(name, query));
    const isFiltered = query !== '' || shown.hidden.size > 0;
    if (isFiltered && groups.length === 0 && names.length === 0) return [];
    const open = !shown.toggled.has(section.id);
    const head: RulesetDiffRow = { kind: 'section', id: section.id, level: 1, open, section };
    return open ? [head, ...groups, ...sameRows(section.id, names, shown)] : [head];
  });
}

function groupRows(group: Group, query: string, { hidden, toggled }: Shown): RulesetDiffRow[] {
  const named = query === '' || has(`${group.name} ${group.previous ?? ''}`, query);
  const lines = [...group.heads, ...group.lines].flatMap((change, at): RulesetDiffRow[] => {
    if (hidden.has(change.kind)) return [];
    const text = change.kind === 'changed' ? `${change.before} ${change.text}` : change.text;
    return named || has(text, query) ? [{ kind: 'line', id: `${group.id} ${at}`, level: 3, change }] : [];
  });
  if (lines.length === 0 && (!named || hidden.size > 0)) return [];
  const open = !toggled.has(group.id);
  const head: RulesetDiffRow = { kind: 'group', id: group.id, level: 2, open, group };
  return open ? [head, ...lines] : [head];
}

function sameRows(section: string, names: readonly string[], { toggled }: Shown): RulesetDiffRow[] {
  if (names.length === 0) return [];
  const id = `${section} same`;
  const open = toggled.has(id);
  const head: RulesetDiffRow = { kind: 'same', id, level: 2, open, count: names.length };
  return open
    ? [head, ...names.map((name): RulesetDiffRow => ({ kind: 'name', id: `${id} ${name}`, level: 3, name }))]
    : [head];
}

function has(text: string, query: string): boolean {
  return text.toLowerCase().includes(query);
}

/** A stretch of a line; `changed`: the other line does not have it. */
export interface WordPiece {
  readonly text: string;
  readonly changed: boolean;
}

/** Two versions of a line, each cut into what both have and what only it has. */
export function changedWords(before: string, after: string): { before: WordPiece[]; after: WordPiece[] } {
  const [a, b] = [before.split(/(?<= )/), after.split(/(?<= )/)];
  const bare = (words: readonly string[]): string[] => words.map((word) => word.trimEnd());
  const edits = editsBetween(bare(a), bare(b));
  const [left, right]: [WordPiece[], WordPiece[]] = [[], []];
  for (const edit of edits) {
    if (edit.kind !== 'added') append(left, a[edit.before] ?? '', edit.kind === 'removed');
    if (edit.kind !== 'removed') append(right, b[edit.after] ?? '', edit.kind === 'added');
  }
  return { before: left, after: right };
}

function append(pieces: WordPiece[], text: string, changed: boolean): void {
  const last = pieces.at(-1);
  if (last?.changed === changed) pieces[pieces.length - 1] = { text: last.text + text, changed };
  else pieces.push({ text, changed });
}
