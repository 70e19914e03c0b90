import { err, ok, type Result } from '../../lib/result';

/** The sizes `bpf-lb-maglev-table-size` takes: primes. */
export const MAGLEV_SIZES = [251, 509, 1021, 2039, 4093, 8191, 16_381, 32_749, 65_521, 131_071] as const;

/** `bpf-lb-maglev-hash-seed` unless told otherwise. */
export const MAGLEV_SEED = 'JLfvgnHc2kaSUFaI';

/** The three words of a seed: of the table, and of the lookup of each family (pkg/maglev/maglev.go). */
export interface MaglevSeed {
  readonly murmur: number;
  readonly jhash4: number;
  readonly jhash6: number;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Reads `bpf-lb-maglev-hash-seed`: 12 bytes in base64. The error is the text. */
export function readMaglevSeed(text: string): Result<MaglevSeed, string> {
  const digits = text.split('').map((char) => BASE64.indexOf(char));
  if (digits.length !== 16 || digits.includes(-1)) return err(text);
  const bits = digits.reduce((all, digit) => (all << 6n) | BigInt(digit), 0n);
  const word = (at: bigint): number => Number((bits >> at) & 0xffffffffn);
  return ok({ murmur: word(64n), jhash4: word(32n), jhash6: word(0n) });
}
