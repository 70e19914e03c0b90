/** The sign before a word: a difference is never told by colour alone. */
export const SIGNS = { added: '+', removed: '−', changed: '~', moved: '↕', renamed: '≈' } as const;
