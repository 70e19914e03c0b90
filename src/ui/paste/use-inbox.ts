import { useEffect, useRef } from 'react';
import { readClipboard, takeEarlyPastes } from '../../store/early-paste';
import { useActions, useBench, useBenchStore } from '../../store/hooks';

/** A pasted line this short is more likely meant for something else. */
const SHORTEST = 20;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], .cm-editor') !== null
  );
}

/**
 * Text or files pasted anywhere but into a box go to the inbox, and `onReceived` opens the window that
 * shows it. Listens from the first frame on: nothing pasted early is lost.
 */
export function usePasteAnywhere(onReceived: () => void): void {
  const { receiveFiles, receiveTexts } = useActions();
  useEffect(() => {
    const receive = (files: readonly File[], text: string): boolean => {
      if (files.length === 0 && text.trim().length < SHORTEST) return false;
      if (files.length > 0) void receiveFiles(files);
      else receiveTexts([{ title: '', text }]);
      onReceived();
      return true;
    };
    const paste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const { files, text } = readClipboard(event);
      if (receive(files, text)) event.preventDefault();
    };
    for (const { files, text } of takeEarlyPastes()) receive(files, text);
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [onReceived, receiveFiles, receiveTexts]);
}

const DRAFT = 'inbox';
/** Characters. More is not kept over a reload, which the window says: it is in the file it came from. */
const MOST_KEPT = 30_000_000;

interface Kept {
  readonly title: string;
  readonly text: string;
}

/** Keeps texts that are not on the bench yet over a reload, as every other typed text. */
export function useKeptInbox(): void {
  const { receiveTexts, setDraft } = useActions();
  const store = useBenchStore();
  const texts = useBench(({ inbox }) => inbox.texts);
  const kept = useBench(({ view }) => view.drafts[DRAFT]);
  const restored = useRef(false);
  useEffect(() => {
    if (!restored.current && kept !== undefined && store.getState().inbox.texts.length === 0) {
      receiveTexts(readKept(kept));
    }
    restored.current = true;
  }, [kept, receiveTexts, store]);
  useEffect(() => {
    const worth = texts.length > 0 && isKeptOverReload(texts);
    setDraft(DRAFT, worth ? JSON.stringify(texts.map(({ title, text }) => ({ title, text }))) : undefined);
  }, [texts, setDraft]);
}

/** Are so many characters kept over a reload? */
export function isKeptOverReload(texts: readonly Pick<Kept, 'text'>[]): boolean {
  return texts.reduce((sum, { text }) => sum + text.length, 0) <= MOST_KEPT;
}

/** What was kept; a broken one is nothing. */
function readKept(json: string): readonly Kept[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'text' in value && 'title' in value;
}
