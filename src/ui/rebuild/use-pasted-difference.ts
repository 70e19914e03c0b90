import { useEffect, useRef, useState } from 'react';
import type { RulesetDiff } from '../../core/analysis/ruleset-diff/types';
import type { Document } from '../../core/document/document';
import { useBench } from '../../store/hooks';
import { background } from '../../engine/page-engines';

/** How the cluster on the bench stands to the rules it was made of. */
export interface PastedDifference {
  readonly status: 'working' | 'done' | 'failed';
  /** The last that was found; it may be of an edit ago while `working`. */
  readonly diff: RulesetDiff | undefined;
}

/** The last answer, and the document it is about. */
interface Answered {
  readonly about: Document | undefined;
  readonly failed: boolean;
  readonly diff: RulesetDiff | undefined;
}

/** Asks after every edit, one question at a time: while one is answered, only the newest edit waits. */
export function usePastedDifference(): PastedDifference {
  const document = useBench((state) => state.document.present);
  const [answered, setAnswered] = useState<Answered>({ about: undefined, failed: false, diff: undefined });
  const waiting = useRef<Document>(undefined);
  const asking = useRef(false);
  useEffect(() => {
    waiting.current = document;
    const next = (): void => {
      const about = waiting.current;
      if (asking.current || !about) return;
      asking.current = true;
      waiting.current = undefined;
      background
        .ask('difference', { document: about })
        .then((diff): Answered => ({ about, failed: false, diff }))
        .catch((): Answered => ({ about, failed: true, diff: undefined }))
        .then((found) => {
          asking.current = false;
          setAnswered(found);
          next();
        })
        .catch(() => undefined);
    };
    next();
    return () => {
      waiting.current = undefined;
    };
  }, [document]);
  const { about, failed, diff } = answered;
  return { status: about !== document ? 'working' : failed ? 'failed' : 'done', diff };
}
