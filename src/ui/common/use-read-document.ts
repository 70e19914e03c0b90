import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Document } from '../../core/document/document';
import type { Phrase } from '../../core/lib/phrase';
import type { Result } from '../../core/lib/result';
import { useQuestion, type AskState } from './use-asked';

/** A document that is being read beside the page. */
export interface DocumentReading {
  /** For `WorkProgress`. */
  readonly work: AskState<Result<Document, Phrase>>;
  /** Begins to read. */
  readonly read: (text: string) => void;
}

/** Reads documents with `ask`, which keeps its identity, one after the other; each is handed to `onRead`. */
export function useReadDocument(
  ask: (text: string, signal: AbortSignal) => Promise<Result<Document, Phrase>>,
  onRead: (read: Result<Document, Phrase>) => void,
): DocumentReading {
  const [asked, setAsked] = useState<{ readonly text: string }>();
  const asking = useCallback(
    ({ signal }: { readonly signal: AbortSignal }) =>
      asked ? ask(asked.text, signal) : Promise.reject(new Error('nothing is asked')),
    [ask, asked],
  );
  const work = useQuestion(asked ? asking : undefined);
  const put = useEffectEvent(onRead);
  useEffect(() => {
    if (work.answer) put(work.answer);
  }, [work.answer]);
  return { work, read: (text) => setAsked({ text }) };
}
