import { createRng, type Rng } from '../../src/core/lib/random';

/** What a template may name: another template, or how to draw a value. */
export type Words = Readonly<Record<string, string | ((dice: Dice) => string)>>;

/** Draws that are the same for the same seed. */
export class Dice {
  private readonly rng: Rng;

  constructor(seed: number) {
    this.rng = createRng(seed);
  }

  /** Both ends included; up to 2^53. */
  int(min: number, max: number): number {
    const span = max - min + 1;
    if (span <= 0x1_0000_0000) return min + this.rng.below(span);
    return min + Math.floor(((this.rng.u32() * 0x20_0000 + (this.rng.u32() >>> 11)) / 2 ** 53) * span);
  }

  chance(probability: number): boolean {
    return this.rng.u32() / 2 ** 32 < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('nothing to pick from');
    return list[this.rng.below(list.length)] as T;
  }

  /** Some of a list, in any order; at least one. */
  some<T>(list: readonly T[], most: number): T[] {
    const left = [...list];
    const count = this.int(1, Math.min(most, list.length));
    return Array.from({ length: count }, () => left.splice(this.rng.below(left.length), 1)).flat();
  }

  /** A number that is often at an edge. */
  number(max: number): number {
    return this.pick([0, 1, 2, max, max - 1, this.int(0, max), this.int(0, max), this.int(0, Math.min(max, 300))]);
  }
}

/** The alternatives of a group: `a¦b«c¦d»` has two. */
function alternatives(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '«') depth++;
    if (character === '»') depth--;
    if (character === '¦' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function endOfGroup(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '«') depth++;
    else if (text[at] === '»' && --depth === 0) return at;
  }
  throw new SyntaxError(`an open group: ${text.slice(start)}`);
}

const NAME = /^<([a-z]+\d*)>/;
const LONGEST_NAME = 20;

/** Draws a text from a template: `«a¦b»` is one of them, `<name>` one of the words. */
export function expand(template: string, dice: Dice, words: Words): string {
  let made = '';
  for (let at = 0; at < template.length; at++) {
    const [reference, name] = NAME.exec(template.slice(at, at + LONGEST_NAME)) ?? [];
    if (template[at] === '«') {
      const end = endOfGroup(template, at);
      made += expand(dice.pick(alternatives(template.slice(at + 1, end))), dice, words);
      at = end;
    } else if (name !== undefined) {
      const word = words[name];
      if (word === undefined) throw new SyntaxError(`no word ${name}`);
      made += typeof word === 'string' ? expand(word, dice, words) : word(dice);
      at += (reference ?? '').length - 1;
    } else made += template[at] ?? '';
  }
  return made;
}
