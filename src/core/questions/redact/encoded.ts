/** Letters by their numbers: `%7a%71` (RFC 3986), `&#122` (HTML), `\172` (as C and the shell escape). */
const ENCODED = /((?:%[\da-f]{2}){1,200}|&#x[\da-f]{1,6}|&#\d{1,7}|(?:\\[0-3][0-7]{2}){1,200})/i;
const ALL_ENCODED = new RegExp(ENCODED, 'gi');
/** Behind an address it is the device of its zone: `fe80::1%ca11`. */
const ZONE = /^[\da-f:.]{0,45}:[\da-f:.]{0,45}%/i;

/** Tells whether letters of a word are written by their numbers. */
export function isEncoded(word: string): boolean {
  return ENCODED.test(word) && !ZONE.test(word);
}

interface Replaces {
  readonly plain: (text: string) => string;
  readonly hex: (digits: string) => string;
  readonly digits: (digits: string) => string;
}

/** Replaces the letters of a word, however they are written; blanks, slashes and other marks stay. */
export function replaceEncoded(word: string, { plain, hex, digits }: Replaces): string {
  return word
    .split(ALL_ENCODED)
    .map((part, at) => {
      if (part === '') return part;
      if (at % 2 === 0) return plain(part);
      if (listCodes(part).every(isMark)) return part;
      if (part.startsWith('&#')) return /^&#x/i.test(part) ? `&#x${hex(part.slice(3))}` : `&#${digits(part.slice(2))}`;
      return part.startsWith('%') ? withDigits(part, hex) : withDigits(part, (all) => asOctal(digits(all)));
    })
    .join('');
}

/** The numbers that a run of one form holds. */
function listCodes(part: string): readonly number[] {
  const base = /^(?:%|&#x)/i.test(part) ? 16 : part.startsWith('\\') ? 8 : 10;
  return (part.match(/[\da-f]+/gi) ?? []).map((digits) => Number.parseInt(digits, base));
}

/** No letter and no digit of ASCII, and no byte of another letter. */
function isMark(code: number): boolean {
  return code < 128 && !/[\da-z]/i.test(String.fromCodePoint(code));
}

function withDigits(part: string, replace: (digits: string) => string): string {
  const drawn = replace(part.replaceAll(/[^\da-f]/gi, ''));
  let next = 0;
  return part.replaceAll(/[\da-f]/gi, () => drawn[next++] ?? '0');
}

/** Three digits a byte, none above `\377`. */
function asOctal(digits: string): string {
  return digits.replaceAll(/./g, (digit, at: number) => String(Number(digit) % (at % 3 === 0 ? 4 : 8)));
}
