import { FRAMED_WORDS } from './framed';

/** English as who reads another language is offered it, and what is said before any other words are loaded. */
export const LANGUAGE = { short: 'EN', invitation: 'View in English', framed: FRAMED_WORDS } as const;
