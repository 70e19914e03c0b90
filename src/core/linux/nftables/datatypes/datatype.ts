import type { NftDatum } from '../values';

/** A type of nft (libnftables datatype.c): how its constants are written, and how many bits a register needs. */
export interface NftDatatype {
  readonly name: string;
  readonly bits: number;
  /** Kept in the byte order of the host: numbers the kernel made itself (marks, devices). */
  readonly host?: boolean;
  /** Flags: a constant alone asks whether any of its bits is set. */
  readonly bitmask?: boolean;
  readonly parse: (word: string) => NftDatum | undefined;
  readonly print: (value: NftDatum) => string;
  /** A beginning of a name, or a prefix of an address, instead of a value. */
  readonly prefix?: (word: string) => { from: NftDatum; to: NftDatum; prefix: number } | undefined;
  /** How many elements of a set stand in one line of a listing. */
  readonly perLine?: number;
}

/** Reads `80`, `0x50` or, as C does, `0120`. */
export function parseInteger(word: string): number | undefined {
  if (/^0x[0-9a-f]+$/i.test(word)) return Number.parseInt(word, 16);
  if (/^0[0-7]+$/.test(word)) return Number.parseInt(word, 8);
  return /^\d+$/.test(word) ? Number(word) : undefined;
}

/** A type of plain numbers. */
export function integerType(name: string, bits: number, more: Partial<NftDatatype> = {}): NftDatatype {
  const limit = 2 ** bits;
  return {
    name,
    bits,
    parse: (word) => {
      const value = parseInteger(word);
      return value === undefined || value >= limit ? undefined : value;
    },
    print: String,
    ...more,
  };
}

type Names = Readonly<Record<string, number>>;

/** A type whose values have names; the first name of a value is printed. Numbers are taken too. */
export function symbolType(name: string, bits: number, names: Names, more: Partial<NftDatatype> = {}): NftDatatype {
  const byName = new Map(Object.entries(names));
  const byValue = new Map([...byName].reverse().map(([text, value]) => [value, text] as const));
  const plain = integerType(name, bits);
  return {
    ...plain,
    parse: (word) => byName.get(word) ?? plain.parse(word),
    print: (value) => (typeof value === 'number' ? byValue.get(value) : undefined) ?? String(value),
    ...more,
  };
}

/** A type of flags, printed with commas in the order of their bits. */
export function flagType(name: string, bits: number, names: Names, separator = ','): NftDatatype {
  const type = symbolType(name, bits, names, { bitmask: true });
  const ordered = Object.entries(names).toSorted(([, a], [, b]) => a - b);
  const print = (value: NftDatum): string => {
    const set = ordered.filter(([, bit]) => bit !== 0 && (Number(value) & bit) !== 0);
    const covered = set.reduce((bits, [, bit]) => bits | bit, 0);
    if (value === 0 || covered !== value) return `0x${value.toString(16)}`;
    return set.map(([text]) => text).join(separator);
  };
  return { ...type, print };
}
