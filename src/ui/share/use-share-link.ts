import { useEffect, useState } from 'react';
import type { Phrase } from '../../core/lib/phrase';
import { ok, type Result } from '../../core/lib/result';
import { sharedViewOf } from '../../store/autosave';
import { useBenchStore } from '../../store/hooks';
import { encodeLink } from '../../store/link';

/** The address of this page with the bench in its hash; undefined while it is being made. */
export function useShareLink(): Result<string, Phrase> | undefined {
  const store = useBenchStore();
  const [link, setLink] = useState<Result<string, Phrase>>();
  useEffect(() => {
    let wanted = true;
    const state = store.getState();
    const content = { document: state.document.present, view: sharedViewOf(state) };
    void encodeLink(content).then((hash) => {
      if (wanted) setLink(hash.ok ? ok(pageAddress() + hash.value) : hash);
    });
    return () => {
      wanted = false;
    };
  }, [store]);
  return link;
}

/** Without the hash and without `?lang=`: whoever opens the link reads it in their own language. */
function pageAddress(): string {
  return `${location.origin}${location.pathname}`;
}
