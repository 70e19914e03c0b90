import { useEffect, useRef } from 'react';
import { useActions, useBench } from '../../store/hooks';
import { currentInbox, receiveTexts, useInbox } from './inbox';

const DRAFT = 'inbox';
/** Longer texts are not kept over a reload: they are in the file they came from. */
const MOST_KEPT = 1_000_000;

interface Kept {
  readonly title: string;
  readonly text: string;
}

/** Keeps texts that are not on the bench yet over a reload, as every other typed text. */
export function useKeptInbox(): void {
  const { setDraft } = useActions();
  const { texts } = useInbox();
  const kept = useBench(({ view }) => view.drafts[DRAFT]);
  const restored = useRef(false);
  useEffect(() => {
    if (!restored.current && kept !== undefined && currentInbox().texts.length === 0) receiveTexts(readKept(kept));
    restored.current = true;
  }, [kept]);
  useEffect(() => {
    const size = texts.reduce((sum, { text }) => sum + text.length, 0);
    const worth = size > 0 && size <= MOST_KEPT;
    setDraft(DRAFT, worth ? JSON.stringify(texts.map(({ title, text }) => ({ title, text }))) : undefined);
  }, [texts, setDraft]);
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
