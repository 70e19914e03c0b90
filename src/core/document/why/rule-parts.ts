import { scanWords } from '../../lib/scan';

/** Parts of a rule's line that test something and can be taken out alone: offsets in the line, end exclusive. */
export interface TestPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Options that begin a part of their own; `-m` takes what follows it along. */
const HEADERS = new Set(['-s', '-d', '-i', '-o', '--source', '--destination', '--in-interface', '--out-interface']);
const ENDS = new Set(['-j', '-g', '--jump', '--goto', '-A', '--append', '-p', '--protocol', ...HEADERS]);

/** The tests of a line of iptables-save; a protocol stays, because what tests ports needs it. */
export function testParts(line: string): readonly TestPart[] {
  const words = scanWords(line);
  const parts: TestPart[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!word) break;
    const first = words[at - 1]?.value === '!' ? at - 1 : at;
    const last = HEADERS.has(word.value)
      ? at + 1
      : word.value === '-m'
        ? endOfMatch(
            words.map(({ value }) => value),
            at,
          )
        : at;
    if (last === at) continue;
    const [start, end] = [words[first]?.start ?? 0, words[last]?.end ?? line.length];
    if (words[at + 1]?.value !== 'comment') parts.push({ text: line.slice(start, end), start, end });
    at = last;
  }
  return parts;
}

/** The last word of `-m NAME --option value…`. */
function endOfMatch(words: readonly string[], at: number): number {
  let last = at + 1;
  while (last + 1 < words.length) {
    const next = words[last + 1] ?? '';
    if (next === '-m' || ENDS.has(next)) break;
    if (next === '!' && ENDS.has(words[last + 2] ?? '')) break;
    last++;
  }
  return last;
}

/** The line without one of its tests. */
export function withoutPart(line: string, { start, end }: TestPart): string {
  return `${line.slice(0, start).trimEnd()} ${line.slice(end).trimStart()}`.trimEnd();
}
