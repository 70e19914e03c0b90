import { useState } from 'react';
import { putOnClipboard } from './redaction';

export type CopyOutcome = 'copied' | 'failed' | undefined;

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
