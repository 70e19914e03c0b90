import { phrase, type Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import { bareWord, quoteWord } from '../../../lib/scan';
import type { IpFamily } from '../../../net/ip';
import type { OptionSyntax, ParsedOption } from '../extension';

/** How the words after an option become a value, and back. */
export interface Codec<T> {
  readonly takes: OptionSyntax['takes'];
  parse(values: readonly string[], family: IpFamily): Result<T, Phrase>;
  /** The words after the option's name, as the kernel's tools write them. */
  print(value: T, family: IpFamily): readonly string[];
}

/** One row of an option table (extensions/libxt_*.c, struct xt_option_entry). */
export interface OptionField<T> {
  readonly option: string;
  readonly codec: Codec<T>;
  readonly aliases?: readonly string[];
  readonly negatable?: boolean;
  /** A value the kernel's tools do not print back: nearly always the same as not giving the option. */
  isDefault?(value: T, negated: boolean): boolean;
}
export type Fields = Readonly<Record<string, OptionField<unknown>>>;

/** Value of an option; `negated` is the `!` before it. */
export interface OptionValue<T> {
  readonly negated: boolean;
  readonly value: T;
}

/** The plain data a table of fields is read into: one property a field that was given. */
export type TableSpec<F extends Fields> = {
  readonly [K in keyof F]?: OptionValue<F[K] extends OptionField<infer T> ? T : never>;
};

/** Writes one row: `field('--dport', PORTS, { aliases: ['--destination-port'], negatable: true })`. */
export function field<T>(
  option: string,
  codec: Codec<T>,
  more: Omit<OptionField<T>, 'option' | 'codec'> = {},
): OptionField<T> {
  return { option, codec, ...more };
}

/** The rows as the rule parser needs them. */
export function listOptions(fields: Fields): OptionSyntax[] {
  return Object.values(fields).map(({ option, aliases, negatable, codec }) => ({
    name: option,
    takes: codec.takes,
    ...(aliases ? { aliases } : {}),
    ...(negatable ? { negatable } : {}),
  }));
}

/** The key of the field with that option. */
function keyFor(fields: Fields, option: string): string | undefined {
  for (const key in fields) if (fields[key]?.option === option) return key;
  return undefined;
}

/** Reads options (names already canonical) by a table; each at most once. */
export function parseFields<F extends Fields>(
  fields: F,
  options: readonly ParsedOption[],
  family: IpFamily,
): Result<TableSpec<F>, Phrase> {
  const spec: Record<string, OptionValue<unknown>> = {};
  for (const { name, negated, values } of options) {
    const key = keyFor(fields, name);
    const found: OptionField<unknown> | undefined = key === undefined ? undefined : fields[key];
    if (key === undefined || !found) return err(phrase('xtables.option-unknown', { option: name }));
    if (negated && !found.negatable) return err(phrase('xtables.option-not-negatable', { option: name }));
    if (spec[key]) return err(phrase('xtables.option-twice', { option: name }));
    const value = found.codec.parse(values, family);
    if (!value.ok) return value;
    spec[key] = { negated, value: value.value };
  }
  // The keys are those of `fields` and each value came from that field's codec.
  return ok(spec as TableSpec<F>);
}

/** The words of every given field, in the table's order. */
export function printFields<F extends Fields>(fields: F, spec: TableSpec<F>, family: IpFamily): string[] {
  const words: string[] = [];
  for (const key of Object.keys(spec).length > 1 ? Object.keys(fields) : Object.keys(spec)) {
    const row = fields[key] as OptionField<unknown>;
    const given = spec[key] as OptionValue<unknown> | undefined;
    if (!given || row.isDefault?.(given.value, given.negated)) continue;
    if (given.negated) words.push('!');
    words.push(row.option, ...row.codec.print(given.value, family));
  }
  return words;
}

/** Names the options of a table for a message: `--src-type, --dst-type`. */
export function optionNames(fields: Fields, keys: readonly string[] = Object.keys(fields)): string {
  return keys.map((key) => fields[key]?.option ?? key).join(', ');
}

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

/** A word printed as it is, if it is one. */
export function nameCodec(max: number): Codec<string> {
  return { ...textCodec(max), print: (text) => [bareWord(text)] };
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
