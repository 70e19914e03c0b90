import { inQuotes } from '../../../lib/scan';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { utf8 } from '../../../lib/sha';
import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type Codec, type TableSpec, choiceCodec, FLAG } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

/** XT_STRING_MAX_PATTERN_SIZE. */
const LONGEST = 128;

/** A pattern is bytes: each a character of its value. */
function bytesOfText(text: string): string {
  return String.fromCharCode(...utf8(text));
}

function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !text.endsWith('\\');
}

function hexText(text: string): string {
  const bytes = Array.from(text, (character) => character.charCodeAt(0).toString(16).padStart(2, '0'));
  return `"|${bytes.join('')}|"`;
}

function plainText(text: string): string {
  return inQuotes(text);
}

/** `abc|0a 0b|`: text with bytes between bars. */
function fromHex(text: string): string | undefined {
  const parts = text.split('|');
  if (parts.length % 2 === 0) return undefined;
  const read = parts.map((part, index) => (index % 2 === 0 ? bytesOfText(part) : findBytes(part)));
  return read.includes(undefined) ? undefined : read.join('');
}

function findBytes(text: string): string | undefined {
  const digits = text.replaceAll(/\s/g, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) return undefined;
  return digits.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

function patternCodec(read: (text: string) => string | undefined): Codec<string> {
  return {
    takes: 1,
    parse: ([text = '']) => {
      const pattern = read(text);
      if (pattern === undefined || pattern === '') return err(phrase('xtables.value-hex-string', { value: text }));
      return pattern.length > LONGEST
        ? err(phrase('xtables.value-too-long', { value: text, max: LONGEST }))
        : ok(pattern);
    },
    print: (pattern) => [isPrintable(pattern) ? plainText(pattern) : hexText(pattern)],
  };
}

const FIELDS = {
  string: field('--string', patternCodec(bytesOfText), { negatable: true }),
  hex: field('--hex-string', patternCodec(fromHex), { negatable: true }),
  algo: field('--algo', choiceCodec(['bm', 'kmp'])),
  from: field('--from', numberCodec(0, 65535), { isDefault: (from) => from === 0 }),
  to: field('--to', numberCodec(0, 65535), { isDefault: (to) => to === 65535 }),
  icase: field('--icase', FLAG),
};
export type StringSpec = TableSpec<typeof FIELDS>;

/** Text inside the packet: packets here have no payload. */
export const string: MatchExtension<'string', StringSpec> = tableMatch({
  name: 'string',
  reference: 'net/netfilter/xt_string.c',
  fields: FIELDS,
  required: ['algo'],
  oneOf: ['string', 'hex'],
  exclusive: ['string', 'hex'],
  complete: ({ string: text, hex, ...rest }) => {
    const given = text ?? hex;
    if (!given) return ok(rest);
    return ok(isPrintable(given.value) ? { ...rest, string: given } : { ...rest, hex: given });
  },
});
