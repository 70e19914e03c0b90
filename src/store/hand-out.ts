import type { Document } from '../core/document/document';
import type { Actions } from './types';

/** What leaves the page, and which way. */
export type Parcel =
  | { readonly to: 'clipboard'; readonly text: string }
  | { readonly to: 'file'; readonly name: string; readonly file: Blob }
  /** What the page shows now goes on paper. */
  | { readonly to: 'paper' }
  /** A message to the page around an embedded one. */
  | { readonly to: 'frame'; readonly message: unknown; readonly origin: string };

/** Makes a parcel of the document as it may leave; undefined: there is nothing to hand out. */
type Make<P extends Parcel> = (shared: Document) => P | undefined | Promise<P | undefined>;

/**
 * The one way anything leaves the page. What is handed out is made of the document as the switch has it: with “Hide
 * addresses, names and comments” on of its redacted twin, so that all that is made of it holds pseudonyms. Gives back what
 * left; rejected where hiding fails, nothing leaves then, and where the browser refuses.
 */
export async function handOut<P extends Parcel>(
  { redactedDocument }: Pick<Actions, 'redactedDocument'>,
  document: Document,
  make: Make<P>,
): Promise<P | undefined> {
  const parcel = await make(await redactedDocument(document));
  if (parcel) await deliver(parcel);
  return parcel;
}

/** Copies text that is nobody's, or was made of a shared document: a command, a link that is shown. */
export async function copyShared(text: string): Promise<void> {
  await deliver({ to: 'clipboard', text });
}

async function deliver(parcel: Parcel): Promise<void> {
  switch (parcel.to) {
    case 'clipboard':
      if (!navigator.clipboard) throw new Error('no clipboard');
      return navigator.clipboard.writeText(parcel.text);
    case 'file':
      return download(parcel.name, parcel.file);
    case 'paper':
      return window.print();
    case 'frame':
      if (window.parent !== window) window.parent.postMessage(parcel.message, parcel.origin);
  }
}

function download(name: string, file: Blob): void {
  const { url, release } = holdPicture(file);
  const anchor = window.document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // Some browsers begin to read the file later.
  setTimeout(release, 10_000);
}

/** An address of this page alone for a file: a picture that is shown and leaves nowhere. */
export function holdPicture(file: Blob): { readonly url: string; readonly release: () => void } {
  const url = URL.createObjectURL(file);
  return { url, release: () => URL.revokeObjectURL(url) };
}

/**
 * Until `signal` ends it, what is selected on the page is copied by `copy` alone and is dragged nowhere. `isShared`: it may
 * leave as it stands.
 */
export function coverSelections(
  copy: (text: string) => void,
  isShared: (from: EventTarget | null) => boolean,
  signal: AbortSignal,
): void {
  const cover = (event: ClipboardEvent): void => {
    const text = selectedIn(event.target);
    if (text === '' || isShared(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Nothing is better than what was to be hidden, should the work fail.
    event.clipboardData?.setData('text/plain', '');
    copy(text);
  };
  const hold = (event: DragEvent): void => {
    if (isShared(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('copy', cover, { capture: true, signal });
  // Cut is copied and stays: what is deleted could not be had back from what is hidden.
  window.addEventListener('cut', cover, { capture: true, signal });
  window.addEventListener('dragstart', hold, { capture: true, signal });
}

function selectedIn(target: EventTarget | null): string {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    return target.value.slice(target.selectionStart ?? 0, target.selectionEnd ?? 0);
  }
  return window.getSelection()?.toString() ?? '';
}
