import type { Rng } from '../../core/lib/random';

/** What a mutation may put in: what breaks parsers, and what pastes are full of. */
const PIECES = [
  '\0',
  '\r',
  '\r\n',
  '\t',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\ud800',
  '"',
  "'",
  '\\',
  '{',
  '[[[[',
  '-',
  ' -A ',
  '- -',
  '*nat\n',
  'COMMIT',
  '# ',
  '$ ip route\n',
  '...',
  '/33',
  '/0',
  ':::',
  '0x',
  '999999999999999999999',
  '-1',
  'NaN',
  '__proto__',
  'constructor',
  ' | |\n',
  'Nov 14 11:06:11 host kube-proxy[12085]: ',
  '2022-03-24T15:16:48.6Z info ',
  '  12. ',
  '\u202e',
  '한글',
] as const;

const EDITS: readonly ((text: string, rng: Rng, other: string) => string)[] = [
  (text, rng) => cut(text, rng, 1),
  (text, rng) => cut(text, rng, 40),
  (text, rng) => insert(text, rng, PIECES[rng.below(PIECES.length)] ?? ''),
  (text, rng) => insert(text, rng, (PIECES[rng.below(PIECES.length)] ?? '').repeat(1 + rng.below(60))),
  (text, rng) => insert(text, rng, String.fromCharCode(rng.below(65_536))),
  (text, rng) => text.slice(0, rng.below(text.length + 1)),
  (text, rng) => text.slice(rng.below(text.length + 1)),
  (text, rng) => lines(text, (all) => all.splice(rng.below(all.length), 1)),
  (text, rng) => lines(text, (all) => all.splice(rng.below(all.length), 0, all[rng.below(all.length)] ?? '')),
  (text, rng) => lines(text, (all) => all.reverse().splice(0, rng.below(all.length))),
  (text) => text.replaceAll('\n', '\r\n'),
  (text, rng) => text.replaceAll(' ', ' '.repeat(1 + rng.below(4))),
  (text) => text.replaceAll(/[ \t]+/g, ' '),
  (text, rng) => text.replaceAll(/^/gm, ' '.repeat(rng.below(9))),
  (text, rng) => text.replaceAll('\n', rng.below(2) === 0 ? '' : ' | |\n'),
  (text, rng, other) => splice(text, rng, other),
  (text, rng) => swapWords(text, rng),
];

function insert(text: string, rng: Rng, piece: string): string {
  const at = rng.below(text.length + 1);
  return text.slice(0, at) + piece + text.slice(at);
}

function cut(text: string, rng: Rng, most: number): string {
  const at = rng.below(text.length + 1);
  return text.slice(0, at) + text.slice(at + 1 + rng.below(most));
}

function lines(text: string, edit: (all: string[]) => void): string {
  const all = text.split('\n');
  edit(all);
  return all.join('\n');
}

function splice(text: string, rng: Rng, other: string): string {
  const at = rng.below(text.length + 1);
  const from = rng.below(other.length + 1);
  return text.slice(0, at) + other.slice(from, from + rng.below(400)) + text.slice(at);
}

function swapWords(text: string, rng: Rng): string {
  const words = text.split(' ');
  const [a, b] = [rng.below(words.length), rng.below(words.length)];
  [words[a], words[b]] = [words[b] ?? '', words[a] ?? ''];
  return words.join(' ');
}

/** A text with one to five edits; the same generator state gives the same text. */
export function mutate(text: string, rng: Rng, other: string): string {
  let mutated = text;
  for (let left = 1 + rng.below(5); left > 0; left--) {
    mutated = EDITS[rng.below(EDITS.length)]?.(mutated, rng, other) ?? mutated;
  }
  return mutated;
}
