import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { quoteWord } from '../../../lib/scan';
import type { Codec } from './option-table';

/** An option without a value. */
export const FLAG: Codec<true> = { takes: 0, parse: () => ok(true), print: () => [] };

/** Free text of at most `max` characters, quoted when printed. */
export function textCodec(max: number): Codec<string> {
  return {
    takes: 1,
    parse: ([text = '']) =>
      text.length > max ? err(phrase('xtables.value-too-long', { value: text, max })) : ok(text),
    print: (text) => [quoteWord(text)],
  };
}

/** A word printed as it is. */
export function nameCodec(max: number): Codec<string> {
  return { ...textCodec(max), print: (text) => [text] };
}

/** One word of a list, any case; printed as the list spells it. */
export function choiceCodec<const T extends string>(choices: readonly T[]): Codec<T> {
  return {
    takes: 1,
    parse: ([text = '']) => {
      const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
      return found ? ok(found) : err(phrase('xtables.value-choice', { value: text, choices: choices.join(', ') }));
    },
    print: (choice) => [choice],
  };
}

/** `NEW,ESTABLISHED`: words of a list, printed in the list's order as the kernel's bit order has it. */
export function setCodec<const T extends string>(
  choices: readonly T[],
  order: readonly T[] = choices,
): Codec<readonly T[]> {
  const one = choiceCodec(choices);
  return {
    takes: 1,
    parse: ([text = ''], family) => {
      const found = new Set<T>();
      for (const part of text.split(',')) {
        const word = one.parse([part], family);
        if (!word.ok) return word;
        found.add(word.value);
      }
      return ok(order.filter((word) => found.has(word)));
    },
    print: (words) => [words.join(',')],
  };
}
