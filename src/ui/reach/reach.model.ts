import { isAnswered, isSometimesAnswered, type FateEnd, type FlowFate } from '../../core/questions/reach/fate';
import type { Caller } from '../../core/questions/reach/callers';
import type { Destination } from '../../core/questions/reach/destinations';
import type { Matrix, MatrixColumn, MatrixRow } from '../../core/questions/reach/matrix';
import type { ChangeClass } from '../../core/questions/reach/changes';
import type { Phrase } from '../../core/lib/phrase';
import { groupBy } from '../../core/lib/groups';
import type { DeadEntry, DeadTable, UnsureEntry } from '../../core/questions/reach/dead';
import type { Tone } from '../common/theme/verdicts';

/** How an end is shown: a sign beside its word, and a colour. Never the colour alone. */
export interface EndMark {
  readonly sign: string;
  readonly tone: Tone;
}

/** One sign an end. */
export const END_MARKS: Readonly<Record<FateEnd, EndMark>> = {
  kept: { sign: '✓', tone: 'ok' },
  rewritten: { sign: '✓⇠', tone: 'ok' },
  lost: { sign: '↯', tone: 'drop' },
  refused: { sign: '⟲', tone: 'rej' },
  dropped: { sign: '✕', tone: 'drop' },
  'no-route': { sign: '⊣', tone: 'quiet' },
  leaves: { sign: '→', tone: 'quiet' },
  loops: { sign: '↻', tone: 'drop' },
  unknown: { sign: '?', tone: 'unknown' },
};

/** Stands where a packet may be led back to its sender. */
export const ITSELF_SIGN = '⇄';

/** The kind of a column's callers. */
export const columnKind = ({ callers }: MatrixColumn): Caller['kind'] => callers[0].kind;

/** A cell that is looked at: one who sends, one that is asked, and of how many each is an example. */
export interface OpenCell {
  readonly caller: Caller;
  readonly destination: Destination;
  readonly senders: number;
  readonly receivers: number;
  /** Other addresses of the same Service by which the same sender is answered, where it is not by this. */
  readonly otherWays: readonly Destination[];
  /** All other senders that can ask for the same. */
  readonly others: readonly { readonly column: MatrixColumn; readonly fate: FlowFate }[];
}

type Table = Pick<Matrix, 'rows' | 'columns'>;

/** The example of a row's cell in a column; undefined: nobody of it can mean what the row is. */
export function openCell({ rows, columns }: Table, row: MatrixRow, column: number): OpenCell | undefined {
  const [destination] = row.destinations;
  const own = columns[column]?.callers;
  const fate = row.fates[column];
  // Of a column the one who is not asked for itself, as its fate is told.
  const caller = own?.find(({ netns }) => netns !== destination.netns) ?? own?.[0];
  if (!fate || !caller) return undefined;
  const answered = rows.filter(({ fates: { [column]: other } }) => other !== undefined && isAnswered(other));
  const otherWays = isSometimesAnswered(fate)
    ? []
    : answered.flatMap(({ destinations }) => destinations.filter((to) => isOtherWay(to, destination)));
  const others = columns.flatMap((each, at) => {
    const other = row.fates[at];
    return other && at !== column ? [{ column: each, fate: other }] : [];
  });
  return { caller, destination, senders: own?.length ?? 0, receivers: row.destinations.length, otherWays, others };
}

/** Is it another address of the same Service, by a port that is named? */
function isOtherWay({ kind, name, asks }: Destination, destination: Destination): boolean {
  const isService = [kind, destination.kind].every((each) => each !== 'pod' && each !== 'node');
  return (
    isService &&
    asks.role === 'port' &&
    destination.asks.role === 'port' &&
    name === destination.name &&
    kind !== destination.kind
  );
}

/** Is whoever is asked a Pod or a node, by the addresses of its own? */
export const isAtOwn = ({ rows }: Pick<Matrix, 'rows'>): boolean =>
  rows.length > 0 && rows.every(({ destinations: [{ kind }] }) => kind === 'pod' || kind === 'node');

/** Does the one that is asked, by its own addresses, stand among the senders, too? A Service sends nothing, whoever has its node port. */
export function isAmongSenders({ rows, columns }: Table): boolean {
  const asked = new Set(rows.flatMap(({ destinations }) => destinations.map(({ netns }) => netns)));
  return isAtOwn({ rows }) && columns.some(({ callers }) => callers.some(({ netns }) => asked.has(netns)));
}

/** So many cells have packets that arrive and whose answers do not come back. */
export const countLost = ({ rows }: Pick<Matrix, 'rows'>): number =>
  rows.flatMap(({ fates }) => fates.filter((fate) => fate?.ends.some(({ end }) => end === 'lost'))).length;

const DEAD_GROUPS = ['otherwise', 'unreached', 'never', 'again'] as const;
type DeadGroup = (typeof DEAD_GROUPS)[number];

/**
 * A line of a list of dead rules: the head of those that are dead for one reason, or whose packets the same rules take
 * (`first`: of its rules); a rule, `isTold`: what takes its packets stands above; all rules of a chain that nobody leads to.
 */
export type DeadRow =
  | { readonly kind: 'group'; readonly why: DeadGroup | 'unsure'; readonly count: number }
  | { readonly kind: 'unsure'; readonly entry: UnsureEntry }
  | { readonly kind: 'takers'; readonly by: DeadEntry['by']; readonly count: number; readonly first: string }
  | { readonly kind: 'rule'; readonly entry: DeadEntry; readonly isTold: boolean }
  | { readonly kind: 'chain'; readonly chain: string; readonly count: number; readonly isOpen: boolean };

const whyDead = ({ why, otherwise }: DeadEntry): DeadGroup =>
  why === 'covered' ? (otherwise ? 'otherwise' : 'again') : why;

/** Rules that would stop a packet and do not stand apart from those that would let one on. */
const keyTakers = ({ by, stops, rule }: DeadEntry): string =>
  by.length === 0 ? rule : `${stops} ${by.map((each) => each.rule).join(', ')}`;

const chainOfDead = ({ rule }: DeadEntry): string => rule.slice(0, rule.lastIndexOf(' '));

/**
 * Dead rules by why they are and by what takes their packets, those first that say otherwise, and behind all those of which it cannot be told; `open`: chains
 * that nobody leads to and whose rules are listed.
 */
export function listDeadRows(
  { dead, unsure }: Pick<DeadTable, 'dead' | 'unsure'>,
  open: ReadonlySet<string>,
): readonly DeadRow[] {
  const groups = groupBy(dead, whyDead);
  const asRules = (entries: readonly DeadEntry[]): DeadRow[] =>
    entries.map((entry) => ({ kind: 'rule', entry, isTold: false }));
  const byTakers = (entries: readonly DeadEntry[]): DeadRow[] =>
    [...groupBy(entries, keyTakers).values()].flatMap((same): DeadRow[] => {
      const [{ by, rule } = { by: [], rule: '' }, ...others] = same;
      if (others.length === 0) return asRules(same);
      const told = same.map((entry): DeadRow => ({ kind: 'rule', entry, isTold: true }));
      return [{ kind: 'takers', by, count: same.length, first: rule }, ...told];
    });
  const folded = (entries: readonly DeadEntry[], chain: string): DeadRow[] => {
    if (entries.length === 1) return asRules(entries);
    const isOpen = open.has(chain);
    const head = { kind: 'chain', chain, count: entries.length, isOpen } as const;
    return isOpen ? [head, ...asRules(entries)] : [head];
  };
  const told = unsure.map((entry): DeadRow => ({ kind: 'unsure', entry }));
  const untold: readonly DeadRow[] =
    told.length === 0 ? [] : [{ kind: 'group', why: 'unsure', count: told.length }, ...told];
  const known = DEAD_GROUPS.flatMap((why): DeadRow[] => {
    const entries = groups.get(why) ?? [];
    if (entries.length === 0) return [];
    const chains = why === 'unreached' ? [...groupBy(entries, chainOfDead)] : [];
    const rows = why === 'unreached' ? chains.flatMap(([chain, own]) => folded(own, chain)) : byTakers(entries);
    return [{ kind: 'group', why, count: entries.length }, ...rows];
  });
  return [...known, ...untold];
}

type Causes = readonly Phrase[];

/**
 * Of the causes on two sides those that tell why they differ: where only one side fails, its own; else what the other side
 * does not say as well, but all where both say the same. Undefined: nothing of that side has to do with it.
 */
export function causesThatTell(
  group: ChangeClass['group'],
  [before, after]: readonly [Causes, Causes],
): readonly [Causes | undefined, Causes | undefined] {
  if (group === 'broken') return [undefined, after];
  if (group === 'mended') return [before, undefined];
  const keyCause = (cause: Phrase): string => JSON.stringify(cause);
  const listUnlike = (own: Causes, other: Causes): Causes => {
    const said = new Set(other.map(keyCause));
    return own.filter((cause) => !said.has(keyCause(cause)));
  };
  const [was, is] = [listUnlike(before, after), listUnlike(after, before)];
  if (was.length + is.length === 0) return [before, after];
  // All that a side says is said of the other as well: it tells nothing.
  return [
    before.length > 0 && was.length === 0 ? undefined : was,
    after.length > 0 && is.length === 0 ? undefined : is,
  ];
}
