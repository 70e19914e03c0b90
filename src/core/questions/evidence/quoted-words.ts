/** So many are named. */
const MOST_NAMED = 5;

/** `80, 443 and more`: the first words of a list, each once. */
export function quoteWords(words: readonly string[]): string {
  const each = [...new Set(words)];
  return each.slice(0, MOST_NAMED).join(', ') + (each.length > MOST_NAMED ? ', …' : '');
}
