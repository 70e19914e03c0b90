import type { AlignedMoment } from '../../core/sim/align';
import type { Lens } from '../../core/story/lens';
import { momentAtStep, type Moment, type StoryEnd } from '../../core/story/moment';
import type { FlatStep } from '../../store/selectors';
import type { Of } from '../story/lenses/lens.model';

/** One moment in every pane, by what it is: the same kind, the same one of several, on the same way. */
export interface PictureRow {
  readonly id: string;
  /** The first pane's of those that have it. */
  readonly moment: Moment;
  /** By pane: which of its moments is shown. -1: nothing of its walk yet. */
  readonly shown: readonly number[];
  /** By pane: how far it was shown by now. A process accepts before it dials: its answer stands before its choice. */
  readonly reached: readonly number[];
  /** By pane: is that this moment, or the last before it? */
  readonly has: readonly boolean[];
  /** Of the shared scrubber: when all that have it are through with it. */
  readonly tick: number;
}

/** `request chosen 0`: equal ids are the same moment in any pane. */
function listIds(moments: readonly Moment[]): readonly string[] {
  const turns = new Map<string, number>();
  return moments.map(({ kind, role }) => {
    const what = `${role} ${kind}`;
    const turn = turns.get(what) ?? 0;
    turns.set(what, turn + 1);
    return `${what} ${turn}`;
  });
}

/** The ids of all panes in one order: the first pane's, the others' own after what comes before them there. */
function mergeIds(all: readonly (readonly string[])[]): readonly string[] {
  const merged: string[] = [];
  for (const ids of all) {
    let at = -1;
    for (const id of ids) {
      const known = merged.indexOf(id);
      if (known < 0) merged.splice(++at, 0, id);
      else at = Math.max(at, known);
    }
  }
  return merged;
}

/** The tick of the shared scrubber at which a pane is at one of its steps. */
function tickOf(aligned: readonly AlignedMoment[], pane: number, step: number): number {
  let tick = 0;
  for (const { steps, ticks } of aligned) {
    const range = steps[pane];
    if (range && step < range.from + range.count) return tick + Math.max(0, step - range.from);
    tick += ticks;
  }
  return Math.max(0, tick - 1);
}

/** The moments of all panes side by side. Userspace rewrites before it chooses: a pane may have seen one already. */
export function listPictureRows(
  stories: readonly (readonly Moment[])[],
  aligned: readonly AlignedMoment[],
): readonly PictureRow[] {
  const all = stories.map(listIds);
  let tick = 0;
  let before = stories.map(() => -1);
  let reached = before;
  return mergeIds(all).map((id) => {
    const own = all.map((ids) => ids.indexOf(id));
    const shown = own.map((at, pane) => (at < 0 ? (before[pane] ?? -1) : at));
    before = shown;
    reached = shown.map((at, pane) => Math.max(at, reached[pane] ?? -1));
    const first = own.findIndex((at) => at >= 0);
    const ends = own.map((at, pane) => (at < 0 ? 0 : tickOf(aligned, pane, stories[pane]![at]!.last)));
    tick = Math.max(tick, ...ends);
    return { id, moment: stories[first]![own[first]!]!, shown, reached, has: own.map((at) => at >= 0), tick };
  });
}

/** The row the shared scrubber is in; a row that was gone to stays as long as its tick does. */
export function rowOfTick(
  rows: readonly PictureRow[],
  tick: number,
  wanted: { readonly row: number; readonly tick: number } | undefined,
): number {
  if (wanted?.tick === tick && rows[wanted.row]) return wanted.row;
  const at = rows.findIndex((row) => row.tick >= tick);
  return at < 0 ? Math.max(0, rows.length - 1) : at;
}

/** The row at which a pane is where its own walk stands at a step; the first where it is at none. */
export function rowOfStep(
  rows: readonly PictureRow[],
  moments: readonly Moment[],
  { pane, step }: { readonly pane: number; readonly step: number },
): number {
  const moment = momentAtStep(moments, step);
  return Math.max(
    0,
    rows.findIndex(({ shown, has }) => has[pane] && shown[pane] === moment),
  );
}

/** Panes by how far their walks are with something; each pane that tells a walk is in one of them. */
export interface PaneGroups {
  readonly done: readonly number[];
  /** Panes in whose walks the moment comes later. */
  readonly yet: readonly number[];
  /** Panes whose walks ended without the moment. */
  readonly over: readonly number[];
  /** Panes in whose walks, which go on, the moment never comes. */
  readonly never: readonly number[];
}

/**
 * Groups panes by whether their walks have had a moment of `kind` when the row is shown. Undefined where all panes are alike, and
 * where the row is neither that moment nor one that some panes reach before theirs.
 */
export function groupPanes(
  { reached, moment }: Pick<PictureRow, 'reached' | 'moment'>,
  stories: readonly (readonly Moment[])[],
  kind: 'rewritten' | 'chosen',
): PaneGroups | undefined {
  const parted: Record<keyof PaneGroups, number[]> = { done: [], yet: [], over: [], never: [] };
  for (const [pane, moments] of stories.entries())
    if (moments.length > 0) parted[farWith(kind, moments, reached[pane] ?? -1)].push(pane);
  const { done, yet, over, never } = parted;
  const isOfThisRow = yet.length > 0 || (moment.kind === kind && over.length + never.length > 0);
  return done.length > 0 && isOfThisRow ? parted : undefined;
}

/** Is this done at a moment? A program at a socket or a device rewrites the destination as it chooses: that is one moment. */
function isDoneAt(kind: Moment['kind'], { kind: own, role, before, header }: Moment): boolean {
  if (kind !== 'rewritten') return own === kind;
  return own === kind || (role === 'request' && before !== undefined && before.to.text !== header.to.text);
}

function farWith(kind: Moment['kind'], moments: readonly Moment[], reached: number): keyof PaneGroups {
  const at = moments.findIndex((moment) => isDoneAt(kind, moment));
  if (at >= 0) return at <= reached ? 'done' : 'yet';
  return reached >= moments.length - 1 ? 'over' : 'never';
}

/**
 * Where a pane is at a row: `over`: its walk has ended, in whatever it ended; `arrived`: its request is at its
 * destination, and more comes; `done`: it did this at another moment, which it stands at; `waits`: its walk has no such
 * moment, and goes on.
 */
export type PaneState = 'here' | 'done' | 'waits' | 'arrived' | 'over' | 'untold';

export function paneStateAt(
  { has, shown, reached, moment }: Pick<PictureRow, 'has' | 'shown' | 'reached' | 'moment'>,
  moments: readonly Moment[],
  pane: number,
): PaneState {
  if (moments.length === 0) return 'untold';
  if (has[pane]) return 'here';
  if ((reached[pane] ?? -1) >= moments.length - 1) return 'over';
  const now = moments[shown[pane] ?? -1];
  if (now && now.role === moment.role && isDoneAt(moment.kind, now)) return 'done';
  return now?.kind === 'arrives' ? 'arrived' : 'waits';
}

/** A place on the small stage: who sent the packet, a hook, a process, who got it. */
export interface StripStop {
  readonly id: string;
  readonly name: string;
  readonly kind: 'actor' | 'hook' | 'process';
  /** Said above the first place on a node. */
  readonly node?: string;
}

/** What a step of a walk says of where it is. */
export type PlacedHook = Pick<FlatStep, 'index' | 'leg' | 'netns' | 'data'>;

/**
 * The way so far, there or back: who sent, then each place where something happened; a process that proxies is one of
 * them, and before it the hook by which the kernel gave it the packet.
 */
export function listStops({ moments, lenses, steps }: StripWalk, index: number): readonly StripStop[] {
  const now = moments[index];
  if (!now) return [];
  const way = moments
    .map((moment, at) => ({ moment, at }))
    .filter(({ moment, at }) => at <= index && moment.role === now.role);
  const sender = way[0]?.moment.header.from;
  const stops: StripStop[] = sender ? [{ id: 'sender', name: sender.name, kind: 'actor' }] : [];
  let node: string | undefined;
  const put = (stop: StripStop | undefined, on: string): void => {
    if (!stop || stops.at(-1)?.id === stop.id) return;
    stops.push(stop.kind === 'actor' || node === on ? stop : { ...stop, node: on });
    if (stop.kind !== 'actor') node = on;
  };
  for (const { moment, at } of way) {
    const stop = makeStop(moment, lenses[at]);
    if (stop?.kind === 'process' && stops.at(-1)?.id !== stop.id) put(findEntrance(moment, steps), moment.node);
    put(stop, moment.node);
  }
  return stops;
}

/** A walk as a line of places. */
export interface StripWalk {
  readonly moments: readonly Moment[];
  readonly lenses: readonly Lens[];
  readonly steps: readonly PlacedHook[];
}

/** INPUT, if the walk passed it on its way to a process of this kernel. */
function findEntrance({ last, node }: Moment, steps: readonly PlacedHook[]): StripStop | undefined {
  const given = steps.findLast(({ index, netns, data }) => index <= last && netns === node && data.kind === 'deliver');
  const passed = steps.some(
    ({ index, leg, netns, data }) =>
      leg === given?.leg && index < given.index && netns === node && data.kind === 'hook' && data.hook === 'INPUT',
  );
  return passed ? { id: `${node} INPUT`, name: 'INPUT', kind: 'hook' } : undefined;
}

function makeStop({ kind, hook, node, header }: Moment, lens: Lens | undefined): StripStop | undefined {
  if (lens?.picture.kind === 'process') {
    const { process } = lens.picture;
    return { id: `${node} ${process}`, name: process, kind: 'process' };
  }
  if (kind === 'arrives' || kind === 'received') return { id: 'receiver', name: header.to.name, kind: 'actor' };
  return hook === undefined ? undefined : { id: `${node} ${hook}`, name: hook, kind: 'hook' };
}

/** The first and the last ones, so many as have room. */
export function shownStops(
  stops: readonly StripStop[],
  room: number,
): { readonly stops: readonly StripStop[]; readonly left: boolean } {
  if (stops.length <= room) return { stops, left: false };
  return { stops: [...stops.slice(0, 1), ...stops.slice(1 - room)], left: true };
}

/** Letters of a name and an address that have room beside each other in half a page, with what is said of them. */
const MOST_LETTERS = 34;

/** An address is whole or absent: shown where all have room, those of IPv6 rarely. */
export function showsAddresses(ends: readonly StoryEnd[]): boolean {
  return ends.every(({ name, text }) => name !== text && name.length + text.length <= MOST_LETTERS);
}

/** The number by which the scheduler tells servers apart; undefined: only their place does. */
export function schedulerKey({ servers, turns }: Of<'servers'>): 'active' | 'weight' | undefined {
  if (!turns && servers.some(({ active }) => active > 0)) return 'active';
  const [first] = servers;
  return servers.some(({ weight }) => weight !== first?.weight) ? 'weight' : undefined;
}

/** Does a process give each endpoint its turn (pkg/proxy/userspace/roundrobin.go)? One that remembers its client does not. */
export function takesTurns({ cause }: Moment): boolean {
  return cause?.id === 'userspace.dial' || cause?.id === 'userspace.dial-drawn';
}
