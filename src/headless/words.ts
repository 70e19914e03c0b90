import { createSpeaker } from '../content/phrases';

/** Says core's sentences in a terminal: in English. */
export const say = createSpeaker('en');
