/** A variant of this name is no knob's: it says what holds where a Sheet stands. */
export const PAGE = 'page';
/** On a page, where knobs turn and buttons answer. */
export const LIVE = 'live';
/** On paper, in a still file or in Markdown, where nothing does. */
export const STILL = 'still';
