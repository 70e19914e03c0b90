import { useEffect, useState } from 'react';
import type { Document } from '../../core/document/document';
import type { Phrase } from '../../core/lib/phrase';
import { ok, type Result } from '../../core/lib/result';
import { sharedViewOf } from '../../store/autosave';
import { useBenchStore } from '../../store/hooks';
import { encodeLink } from '../../store/link';
import type { SharedView } from '../../store/types';

interface Made {
  readonly of: Document;
  readonly link: Result<string, Phrase>;
}

/** The address of this page with a document in its hash; undefined while it is being made, or without a document. */
export function useShareLink(document: Document | undefined): Result<string, Phrase> | undefined {
  const store = useBenchStore();
  const [made, setMade] = useState<Made>();
  useEffect(() => {
    if (!document) return undefined;
    let wanted = true;
    const state = store.getState();
    const view = document === state.document.present ? sharedViewOf(state) : stepOf(sharedViewOf(state));
    void encodeLink({ document, view }).then((hash) => {
      if (wanted) setMade({ of: document, link: hash.ok ? ok(pageAddress() + hash.value) : hash });
    });
    return () => {
      wanted = false;
    };
  }, [store, document]);
  return made && made.of === document ? made.link : undefined;
}

/** Of the view only the packet and its step: what is selected or compared has names of its own. */
function stepOf({ flowId, playhead, asked }: SharedView): SharedView {
  return {
    ...(flowId === undefined ? {} : { flowId }),
    ...(playhead === undefined ? {} : { playhead }),
    ...(asked ? { asked } : {}),
  };
}

/** Without the hash and without `?lang=`: whoever opens the link reads it in their own language. */
function pageAddress(): string {
  return `${location.origin}${location.pathname}`;
}
