/** What stands before it happened, what after it says by what. */
const DASH = ' — ';

/**
 * A sentence in two lines: what happened and by what. `word` is the verdict's word the sentence begins
 * with, which is shown by its badge.
 */
export function splitSentence(
  text: string,
  word: string | undefined,
): { readonly head: string; readonly tail: string | undefined } {
  const dash = text.indexOf(DASH);
  const head = dash < 0 ? text : text.slice(0, dash);
  const rest = word !== undefined && word !== '' && head.startsWith(word) ? head.slice(word.length) : head;
  return { head: rest, tail: dash < 0 ? undefined : text.slice(dash + DASH.length) };
}
