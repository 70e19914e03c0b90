import { AUTOSAVE_KEY, EPOCH_KEY, keptSince, type Places, read, remove, vaultKey } from './places';
import type { BenchStore } from './store';

/** The other tabs of this browser. */
export interface OtherTabs {
  /** Everything that was kept until then is forgotten. Milliseconds since 1970. */
  readonly tell: (until: number) => void;
  readonly hear: (listener: (until: number) => void) => void;
}

export const FORGOTTEN = 'rulewalk.forgotten';

let channel: BroadcastChannel | undefined;

/** By a channel, and where there is none by an event of the storage, in which nothing stays. */
export const otherTabs: Pick<OtherTabs, 'hear'> = {
  hear: (listener) => {
    openChannel()?.addEventListener('message', ({ data }) => listener(Number(data)));
    addEventListener('storage', ({ key, newValue }) => {
      if (key === FORGOTTEN && newValue !== null) listener(Number(newValue));
    });
  },
};

/** One for the page: it does not hear itself. */
export function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'function') channel ??= new BroadcastChannel(FORGOTTEN);
  return channel;
}

/** The epoch each bench saves in: another one has begun since everything was forgotten. */
const epochs = new WeakMap<BenchStore, string>();

/** The epoch in which something is saved now; the first save after everything was forgotten begins one. Undefined: none can be noted. */
export function joinEpoch(bench: BenchStore, { machine }: Pick<Places, 'machine'>): string | undefined {
  const known = read(machine, EPOCH_KEY);
  const epoch = known ?? vaultKey();
  try {
    if (known === undefined) machine.setItem(EPOCH_KEY, epoch);
    epochs.set(bench, epoch);
    return epoch;
  } catch {
    return undefined;
  }
}

/** Tabs that begin one at once, as when a browser restores them, do not see each other's at first: milliseconds. */
const AT_ONCE_MS = 3000;

/** Was everything forgotten since the epoch in which something was saved? Undefined: it is of none. */
export function isEpochOver(epoch: string | undefined, { machine }: Pick<Places, 'machine'>): boolean {
  const now = read(machine, EPOCH_KEY);
  if (epoch === undefined || epoch === now) return false;
  return now === undefined || keptSince(now) - keptSince(epoch) > AT_ONCE_MS;
}

/** Lets go of what a tab that was closed, or has not heard of it, still keeps of what was forgotten. */
export function dropForgotten({ tab, machine }: Places): void {
  for (const storage of [tab, machine]) {
    const [, epoch] = /^\{"at":\d+,"epoch":"([\w-]*)"/.exec(read(storage, AUTOSAVE_KEY) ?? '') ?? [];
    if (isEpochOver(epoch, { machine })) remove(storage, AUTOSAVE_KEY);
  }
}

/** Lets go of the epoch a bench saved in: its next save joins the one that holds then. */
export const leaveEpoch = (bench: BenchStore): boolean => epochs.delete(bench);

/** Empties the page when everything is forgotten in another tab; a page that slept meanwhile does so when it is shown again. */
export function followForgetting(bench: BenchStore, places: Places, tabs: Pick<OtherTabs, 'hear'> = otherTabs): void {
  let last = 0;
  tabs.hear((until) => {
    if (!(until > last)) return;
    last = until;
    const epoch = epochs.get(bench);
    // The storage is of no help: what is said by a channel comes before what another process has removed there.
    if (epoch !== undefined && keptSince(epoch) <= until) void letGo(bench, places, until + 1);
  });
}

async function letGo(bench: BenchStore, places: Places, from: number): Promise<void> {
  const epoch = epochs.get(bench);
  const { followForgotten } = await import('./forget');
  // Heard and noticed: once is enough.
  if (epoch !== undefined && epochs.get(bench) === epoch) followForgotten(bench, places, from);
}

/** Is what the bench holds still to be kept? Where it was forgotten in another tab the page is emptied. */
export function mayKeep(bench: BenchStore, places: Places): boolean {
  if (!isEpochOver(epochs.get(bench), places)) return true;
  const epoch = read(places.machine, EPOCH_KEY);
  void letGo(bench, places, epoch === undefined ? Infinity : keptSince(epoch));
  return false;
}
