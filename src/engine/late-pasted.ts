import type { Derive } from '../core/document/derived';
import type { Document } from '../core/document/document';

/** Reads pasted nodes once its code is loaded, which {@link ready} waits for; clusters wait for nothing. */
export function latePasted(load: () => Promise<Derive>): {
  readonly derive: Derive;
  readonly ready: (document: Document) => Promise<void>;
} {
  let loaded: Derive | undefined;
  return {
    derive: (document) => {
      if (!loaded) throw new Error('a pasted node was opened before its reader was loaded');
      return loaded(document);
    },
    ready: async ({ subject }) => {
      if (subject === 'pasted') loaded ??= await load();
    },
  };
}
