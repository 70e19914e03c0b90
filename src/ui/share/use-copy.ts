import { useState } from 'react';

export type CopyOutcome = 'copied' | 'failed' | undefined;

/** Puts text on the clipboard and says how that went; browsers may refuse. */
export function useCopy(): { readonly outcome: CopyOutcome; readonly copy: (text: string) => void } {
  const [outcome, setOutcome] = useState<CopyOutcome>();
  const copy = (text: string): void => {
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return { outcome, copy };
}
