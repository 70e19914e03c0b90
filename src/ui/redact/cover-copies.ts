import type { Document } from '../../core/document/document';
import { copyText } from './clipboard';

let covering: AbortController | undefined;

/**
 * From now on text that is selected anywhere on the page and copied holds pseudonyms of the names and addresses of
 * the document `present` gives; undefined: it is copied as it is again.
 */
export function coverCopies(present: (() => Document) | undefined): void {
  covering?.abort();
  covering = undefined;
  if (!present) return;
  covering = new AbortController();
  window.addEventListener('copy', (event) => cover(event, present), { capture: true, signal: covering.signal });
}

function cover(event: ClipboardEvent, present: () => Document): void {
  const text = selectedIn(event.target);
  if (text === '' || isShared(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // Nothing is better than what was to be hidden, should the work fail.
  event.clipboardData?.setData('text/plain', '');
  void copyText(present(), text).catch(() => undefined);
}

/** Does it hold what may be shared already, as the link does? */
function isShared(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-shared]') !== null;
}

function selectedIn(target: EventTarget | null): string {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    return target.value.slice(target.selectionStart ?? 0, target.selectionEnd ?? 0);
  }
  return window.getSelection()?.toString() ?? '';
}
