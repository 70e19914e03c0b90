import { useSyncExternalStore } from 'react';

/** The text the pasted node is compared with; kept while its window is closed. */
export interface SecondDump {
  readonly title: string;
  readonly text: string;
}

let second: SecondDump | undefined;
const listeners = new Set<() => void>();

/** Puts a text in the place of the one before; undefined: none. */
export function setSecondDump(next: SecondDump | undefined): void {
  second = next;
  for (const listener of listeners) listener();
}

/** Reads dropped or chosen files as one text; false: one of them cannot be read. */
export async function readSecondDump(files: readonly File[]): Promise<boolean> {
  try {
    const texts = await Promise.all(files.map((file) => file.text()));
    if (texts.length > 0) setSecondDump({ title: files.map(({ name }) => name).join(', '), text: texts.join('\n') });
    return true;
  } catch {
    return false;
  }
}

/** The second dump, followed. */
export function useSecondDump(): SecondDump | undefined {
  return useSyncExternalStore(subscribe, () => second);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
