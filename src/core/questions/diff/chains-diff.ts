import type { AnyTableName, NftTableName } from '../../linux/hooks';
import { ownerOfChain } from '../../paste/owners';
import { chainEdits, diffLists, type MemberList } from './chain-diff';
import type { ChainDiff, Remade, RulesetDiff, SetDiff, RuleEdit } from './diff-rulesets';
import { printPriority, printElements } from '../../linux/nftables/text/print-set';
import { printNftRule } from '../../linux/nftables/text/print-ruleset';
import type { NftChain, NftRuleset, NftSet, NftTable } from '../../linux/nftables/types';

/** A line of a difference as it is read: a rule that changed is one line, not two. */
export type LineChange =
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
export function pairEdits(edits: readonly RuleEdit[]): LineChange[] {
  const removed = edits.filter(({ kind }) => kind === 'removed');
  const added = edits.filter(({ kind }) => kind === 'added');
  const moves = takeMoves(removed, added);
  const [gone, come] = [removed.filter((edit) => !moves.has(edit)), added.filter((edit) => !moves.has(edit))];
  const partners = likest(gone, come);
  const changes: LineChange[] = edits.flatMap((edit): LineChange[] => {
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
): LineChange[] {
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
    ...removed.filter((member) => !isChanged(member)).map((text): LineChange => ({ kind: 'removed', text })),
    ...added.map((text): LineChange => {
      const own = key(text);
      const before = own === undefined ? undefined : gone.get(own);
      return before === undefined ? { kind: 'added', text } : { kind: 'changed', before, text };
    }),
  ];
}

/** A chain of one dump only, with its rules. */
interface LoneChain {
  readonly name: string;
  readonly rules: readonly string[];
}

/** The part of a name that a hash makes: of kube-proxy's chains, portmap's, Calico's. */
const HASHED =
  /\b(KUBE-[A-Z]+-|CNI-[A-Z]+-|cali-[a-z]+-|(?:service|endpoint|external|local|firewall|affinity)-)[\w+/=.:]+/g;
const FAMILY_OF_NAME =
  /^(?:(KUBE-[A-Z]+-|CNI-[A-Z]+-|cali-[a-z]+-)[\w+=]+|((?:service|endpoint|external|local|firewall|affinity)-)[A-Z2-7]{8}-.+)$/;

/**
 * Chains that went and came with the same rules under another hash: a Service that was renamed, a release that hashes
 * otherwise. First those whose comments agree, too, then by rules alone; of several alike as many on either side are
 * paired in their order, for they differ by nothing but the hash.
 */
export function renamedChains(gone: readonly LoneChain[], come: readonly LoneChain[]): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const look of [withoutHashes, withoutNames]) {
    const old = new Set(renamed.values());
    const before = bySignature(
      gone.filter(({ name }) => !old.has(name)),
      look,
    );
    const after = bySignature(
      come.filter(({ name }) => !renamed.has(name)),
      look,
    );
    for (const [signature, names] of before) {
      const fresh = after.get(signature) ?? [];
      if (fresh.length === names.length) fresh.forEach((name, at) => renamed.set(name, names[at] ?? name));
    }
  }
  return renamed;
}

/** Empty chains all look alike: none of them is taken. */
function bySignature(chains: readonly LoneChain[], look: (rule: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, rules } of chains) {
    const [, ofIptables, ofNftables] = FAMILY_OF_NAME.exec(name) ?? [];
    const kind = ofIptables ?? ofNftables;
    if (kind === undefined || rules.length === 0) continue;
    const signature = [kind, ...rules.map(look)].join('\n');
    const known = found.get(signature);
    if (known) known.push(name);
    else found.set(signature, [name]);
  }
  return found;
}

/** A rule without what a hash decides. */
const withoutHashes = (rule: string): string => rule.replaceAll(HASHED, '$1*');

/** A rule without what a name or its hash decides. */
function withoutNames(rule: string): string {
  return withoutHashes(rule).replaceAll(/--comment (?:"[^"]*"|\S+)|\bcomment "[^"]*"/g, 'comment *');
}

/** A chain as it is compared. */
export interface DiffedChain {
  readonly rules: readonly string[];
  readonly policy?: string;
  /** Where a base chain of nftables is hooked in. */
  readonly base?: string;
  /** Whether it is there is only how the dump was made. */
  readonly incidental?: boolean;
}

interface Compared {
  readonly table: AnyTableName;
  readonly before: ReadonlyMap<string, DiffedChain>;
  readonly after: ReadonlyMap<string, DiffedChain>;
}

/** Compares the chains of two tables: those that differ, and the names of those that do not. */
export function diffChains(compared: Compared): { readonly changed: ChainDiff[]; readonly same: string[] } {
  const { before, after } = compared;
  const renamed = renamesBetween(before, after);
  const old = new Set(renamed.values());
  const gone = [...before.keys()].filter((name) => !after.has(name) && !old.has(name));
  const changed: ChainDiff[] = [];
  const same: string[] = [];
  for (const chain of [...after.keys(), ...gone]) {
    const difference = diffChain(compared, chain, renamed.get(chain));
    if (difference) changed.push(difference);
    else same.push(chain);
  }
  return { changed, same };
}

/** New names of chains, with the names they had. */
function renamesBetween(
  before: ReadonlyMap<string, DiffedChain>,
  after: ReadonlyMap<string, DiffedChain>,
): Map<string, string> {
  const lone = (chains: ReadonlyMap<string, DiffedChain>, others: ReadonlyMap<string, DiffedChain>) =>
    [...chains].flatMap(([name, { rules }]) => (others.has(name) ? [] : [{ name, rules }]));
  return renamedChains(lone(before, after), lone(after, before));
}

function diffChain(
  { table, before, after }: Compared,
  chain: string,
  previous: string | undefined,
): ChainDiff | undefined {
  const [a, b] = [before.get(previous ?? chain), after.get(chain)];
  const edits = chainEdits(chain, a?.rules ?? [], b?.rules ?? []);
  const policy = remade(a?.policy, b?.policy);
  const base = remade(a?.base, b?.base);
  const kind = previous === undefined ? (a ? (b ? 'changed' : 'removed') : 'added') : 'renamed';
  if (kind === 'changed' && edits.length === 0 && !policy && !base) return undefined;
  if ((a ?? b)?.incidental && kind !== 'changed') return undefined;
  const owner = ownerOfChain(chain);
  return {
    table,
    chain,
    kind,
    edits,
    ...(policy ? { policy } : {}),
    ...(base ? { base } : {}),
    ...(previous === undefined ? {} : { previous }),
    ...(owner === undefined ? {} : { owner }),
  };
}

function remade(before: string | undefined, after: string | undefined): Remade | undefined {
  return before === undefined || after === undefined || before === after ? undefined : { before, after };
}

type Part = Pick<RulesetDiff, 'chains' | 'sets' | 'unchanged'>;

/** Compares two nftables rulesets by chains, rules and elements; a missing table has nothing in it. */
export function diffNftables(before: NftRuleset | undefined, after: NftRuleset | undefined): Part {
  const names = new Set([...(before?.tables.keys() ?? []), ...(after?.tables.keys() ?? [])]);
  const parts = [...names].map((name) => diffNftTable(name, before?.tables.get(name), after?.tables.get(name)));
  return {
    chains: parts.flatMap(({ chains }) => chains),
    sets: parts.flatMap(({ sets }) => sets),
    unchanged: parts.flatMap(({ unchanged }) => unchanged),
  };
}

function diffNftTable(table: NftTableName, before: NftTable | undefined, after: NftTable | undefined): Part {
  const { changed, same } = diffChains({ table, before: indexChains(before), after: indexChains(after) });
  const lists = diffLists(listSets(before), listSets(after));
  const sets = lists.changed.map(({ name, ...difference }): SetDiff => ({ set: name, table, ...difference }));
  const names = [...same, ...lists.same];
  return { chains: changed, sets, unchanged: names.length === 0 ? [] : [{ table, names }] };
}

function indexChains(table: NftTable | undefined): Map<string, DiffedChain> {
  return new Map([...(table?.chains ?? [])].map(([name, chain]) => [name, listedChain(chain, table)]));
}

function listedChain(chain: NftChain, table: NftTable | undefined): DiffedChain {
  const { base } = chain;
  const rules = Array.from({ length: chain.length }, (_, index) => withoutCounts(printNftRule(chain.rule(index))));
  if (!base) return { rules };
  const hook = base.hook.toLowerCase();
  const where = `type ${base.type} hook ${hook} priority ${printPriority(base.priority, hook, table?.family ?? 'inet')}`;
  return { rules, base: where, policy: base.policy };
}

/** What packets counted is no difference. */
function withoutCounts(text: string): string {
  return text.replaceAll(/\bcounter packets \d+ bytes \d+/g, 'counter');
}

function listSets(table: NftTable | undefined): MemberList[] {
  return [...(table?.sets.values() ?? [])].map(makeList);
}

/** Elements of a dynamic set are what packets wrote: the memory of the kernel, not its rules. */
function makeList(set: NftSet): MemberList {
  const { name = '', kind, declared = '', flags, comment } = set;
  const made = [kind, declared, ...(flags.length > 0 ? [`flags ${flags.join(',')}`] : [])].join(' ');
  const members = flags.includes('dynamic') ? [] : printElements(set).map(withoutExpiry);
  return { name, made: comment === undefined ? made : `${made} comment "${comment}"`, members };
}

function withoutExpiry(text: string): string {
  return withoutCounts(text.replace(/ expires [\dwdhms]+/, ''));
}
