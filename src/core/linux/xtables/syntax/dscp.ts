import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { parseMasked, parseNumber, type Masked } from './numbers';
import type { Codec } from './option-table';

const byte = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`;

/** RFC 2474, 2597, 3246. */
const CLASSES: Readonly<Record<string, number>> = {
  CS0: 0x00,
  CS1: 0x08,
  CS2: 0x10,
  CS3: 0x18,
  CS4: 0x20,
  CS5: 0x28,
  CS6: 0x30,
  CS7: 0x38,
  BE: 0x00,
  AF11: 0x0a,
  AF12: 0x0c,
  AF13: 0x0e,
  AF21: 0x12,
  AF22: 0x14,
  AF23: 0x16,
  AF31: 0x1a,
  AF32: 0x1c,
  AF33: 0x1e,
  AF41: 0x22,
  AF42: 0x24,
  AF43: 0x26,
  EF: 0x2e,
};

/** A differentiated-services code point. */
export const DSCP: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const value = parseNumber(text, 0, 63);
    return value === undefined ? err(phrase('xtables.value-number', { value: text, min: 0, max: 63 })) : ok(value);
  },
  print: (value) => [byte(value)],
};

/** A code point by its class's name. */
export const DSCP_CLASS: Codec<number> = {
  ...DSCP,
  parse: ([text = '']) => {
    const value = CLASSES[text.toUpperCase()];
    return value === undefined
      ? err(phrase('xtables.value-choice', { value: text, choices: Object.keys(CLASSES).join(', ') }))
      : ok(value);
  },
};

/** RFC 1349; a name means these six bits. */
const TOS_NAMES: Readonly<Record<string, number>> = {
  'minimize-delay': 0x10,
  'maximize-throughput': 0x08,
  'maximize-reliability': 0x04,
  'minimize-cost': 0x02,
  'normal-service': 0x00,
};
const NAMED_BITS = 0x3f;

/** `0x10/0x3f`, `Minimize-Delay`. */
export const TOS: Codec<Masked> = {
  takes: 1,
  parse: ([text = '']) => {
    const named = TOS_NAMES[text.toLowerCase()];
    return named === undefined ? parseMasked(text, 0xff) : ok({ value: named, mask: NAMED_BITS });
  },
  print: ({ value, mask }) => [`${byte(value)}/${byte(mask)}`],
};

/** A bare byte, for --and-tos, --or-tos, --xor-tos. */
export const TOS_BITS: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const value = parseNumber(text, 0, 255);
    return value === undefined ? err(phrase('xtables.value-number', { value: text, min: 0, max: 255 })) : ok(value);
  },
  print: (value) => [byte(value)],
};
