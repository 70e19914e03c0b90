import { useEffect, useState } from 'react';
import type { Document } from '../../../core/document/document';
import { useActions, useBench } from '../../../store/hooks';
import { copyShared } from '../../../store/hand-out';
import type { Actions } from '../../../store/types';

/** Copies text of the page; with the switch on its names and addresses are pseudonyms. */
export async function copyText({ redactedText }: Actions, document: Document, text: string): Promise<void> {
  await copyShared(await redactedText(document, text));
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
    copyShared(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return { outcome, copy };
}
