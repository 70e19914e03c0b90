import { useEffect, useState } from 'react';
import type { Document } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import type { Actions } from '../../store/types';

/**
 * The one way text leaves for the clipboard. What is put there is as it may be shared already: a link or texts
 * of a shared document. Rejected where the browser refuses.
 */
async function putOnClipboard(shared: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('no clipboard');
  await navigator.clipboard.writeText(shared);
}

/** Copies what is made of a document: with the switch on of its redacted twin. */
export async function copyMade(
  { redactedDocument }: Actions,
  document: Document,
  make: (shared: Document) => string,
): Promise<void> {
  await putOnClipboard(make(await redactedDocument(document)));
}

/** Copies text of the page; with the switch on its names and addresses are pseudonyms. */
export async function copyText({ redactedText }: Actions, document: Document, text: string): Promise<void> {
  await putOnClipboard(await redactedText(document, text));
}

/**
 * The document as it may leave the page: the present one, or with the switch on its redacted twin;
 * undefined while that is being made or if it failed, so that nothing leaves by mistake.
 */
export function useSharedDocument(): Document | undefined {
  const present = useBench(({ document }) => document.present);
  const { on, of, result } = useBench(({ redaction }) => redaction);
  const { redact } = useActions();
  useEffect(() => {
    if (on) redact(present);
  }, [on, present, redact]);
  if (!on) return present;
  return of === present ? result?.document : undefined;
}

type CopyOutcome = 'copied' | 'failed' | undefined;

/** Puts text that may be shared on the clipboard and says how that went; browsers may refuse. */
export function useCopy(): { readonly outcome: CopyOutcome; readonly copy: (text: string) => void } {
  const [outcome, setOutcome] = useState<CopyOutcome>();
  const copy = (text: string): void => {
    putOnClipboard(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return { outcome, copy };
}
