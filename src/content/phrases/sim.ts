import type { PhraseBook } from './index';

/** What the simulator says: routing, bridges, drops, answers. */
export const SIM_PHRASES: PhraseBook = {};
