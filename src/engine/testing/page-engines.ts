import { inlineClient } from './engine';

/** The page's engines where its code runs in Node, which has no workers: `page-engines.ts` for tests. */
export const interactive = inlineClient();
export const background = inlineClient();
