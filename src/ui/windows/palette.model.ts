/** How much less it is worth that an id answers: it stands in no language. */
const ID_SHARE = 0.4;

/**
 * How well an item answers what was typed, 0 to 1; 0: not at all. Every word typed must stand in its name, or in its id, so that `reach`
 * is found by who reads another language.
 */
export function paletteScore(label: string, typed: string, id = ''): number {
  return Math.max(nameScore(label, typed), ID_SHARE * nameScore(id, typed));
}

function nameScore(label: string, typed: string): number {
  const name = label.toLocaleLowerCase();
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const scores = words.map((word) => wordScore(name, word));
  return scores.length === 0 ? 1 : Math.min(...scores) * (name === words.join(' ') ? 1 : 0.9);
}

/**
 * Score of a word typed for a name: the name's beginning is better than the beginning of a word, and that better than a
 * part of one.
 */
function wordScore(name: string, word: string): number {
  const at = name.indexOf(word);
  if (at < 0) return 0;
  if (at === 0) return 1;
  return new RegExp(String.raw`[^\p{L}\p{N}]`, 'u').test(name[at - 1] ?? '') ? 0.8 : 0.5;
}
