import { DEFAULT_EXAMPLE } from './content/examples/default';
import { foretell, type Foretold } from './engine/foretell';

/** What the built page opens with: asked of this very code while it is built (scripts/first-frame.mjs). */
export function firstFrame(): { readonly foretold: Foretold | undefined } {
  return { foretold: foretell(DEFAULT_EXAMPLE.document()) };
}
