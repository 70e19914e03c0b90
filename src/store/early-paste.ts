const KEY = Symbol.for('rulewalk early pastes');

/** Files and text of a paste. */
interface Pasted {
  readonly files: readonly File[];
  readonly text: string;
}

/** Of a paste, while it is handled: afterwards nothing is there any more. */
export function readClipboard({ clipboardData }: ClipboardEvent): Pasted {
  return { files: [...(clipboardData?.files ?? [])], text: clipboardData?.getData('text/plain') ?? '' };
}

interface EarlyPastes {
  readonly events: Pasted[];
  readonly listener: (event: ClipboardEvent) => void;
}

/** The hand-over between the script before the first frame and the one that draws. */
const place = globalThis as { [KEY]?: EarlyPastes | undefined };

/** Keeps what is pasted before the page listens: a paste into a page that is only drawn yet is not lost. */
export function keepEarlyPastes(): void {
  const events: Pasted[] = [];
  const listener = (event: ClipboardEvent): void => {
    events.push(readClipboard(event));
  };
  window.addEventListener('paste', listener);
  place[KEY] = { events, listener };
}

/** Pastes so far, oldest first; from now on the caller listens. */
export function takeEarlyPastes(): readonly Pasted[] {
  const kept = place[KEY];
  if (!kept) return [];
  window.removeEventListener('paste', kept.listener);
  place[KEY] = undefined;
  return kept.events;
}
