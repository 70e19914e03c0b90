/** What a word is by its looks, and what of it tells nothing. Every expression is linear in its text. */

/** Six bytes in any of the ways they are written: `52:54:00:ab:cd:ef`, `52-54-…`, `5254.00ab.cdef`, `525400abcdef`. */
const MAC_FORMS = [
  /^[\da-f]{1,2}(?::[\da-f]{1,2}){5}$/i,
  /^[\da-f]{2}(?:-[\da-f]{2}){5}$/i,
  /^[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}$/i,
  /^(?=.{0,11}[a-f])[\da-f]{12}$/i,
];
/** More bytes than six: a frame's header in a log of the kernel, an InfiniBand address. */
const BYTES = /^[\da-f]{2}(?::[\da-f]{2}){6,40}$/i;

export function isMac(text: string): boolean {
  return text.length < 18 && MAC_FORMS.some((form) => form.test(text));
}

export function isBytes(text: string): boolean {
  return BYTES.test(text);
}

export const UUID = /^\{?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\}?$/i;

/** `8000.024242c712ba`: the priority of a bridge and its MAC, as brctl lists them. */
export const BRIDGE_ID =
  /^([\da-f]{1,4}\.)((?:[\da-f]{2}:){5}[\da-f]{2}|[\da-f]{12}|[\da-f]{1,2}(?::[\da-f]{1,2}){5})$/i;

/** `2024-05-01T10:00:00Z`, `2024/05/01`, `10:11:12.123456`: a time says when, not whose. */
export const TIMESTAMP =
  /^(?:(?:19|20)\d\d[-/][01]\d[-/][0-3]\d(?:[T_]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?|\d\d:\d\d:\d\d(?:[.,]\d{1,6})?(?:Z|[+-]\d\d:?\d\d)?)$/;

const UNITS =
  's|sec|secs|second|seconds|m|min|mins|minute|minutes|h|hour|hours|d|day|days|w|y|ms|us|ns|msec|usec|K|M|G|T|P|k|g|t|Ki|Mi|Gi|Ti|Kb|kb|KB|kB|mb|MB|Mb|gb|GB|b|B|KiB|MiB|GiB|bit|Kbit|kbit|Mbit|mbit|Gbit|gbit|pps|p|x|th|%';
/** `5m`, `10s`, `100Mi`, `2d4h`, `1.5GiB`, `3/min`. */
export const QUANTITY = new RegExp(`^\\d{1,5}(?:\\.\\d{1,3})?(?:${UNITS})(?:\\d{1,3}(?:${UNITS})){0,4}$`);
export const LONG_QUANTITY = new RegExp(`^(\\d{6,40})(${UNITS})$`);

/** `v1.30.2`, `1.8.9`, `24.04`: a release tells of no machine. */
export const VERSION = /^v?\d{1,2}\.\d{1,2}(?:\.\d{1,3})?$/;

/** So many digits stand for a port, a count, a length; more tell one from all others. */
const MOST_DIGITS = 5;
/** Masks of bits, sizes of tables, round times: `1048576`, `2147483647`, `300000`. */
const MOST_SIGNIFICANT = 2;
const LARGEST_ODD = 63;

/** Is a number one of those that many machines have? */
export function isPlainNumber(digits: string): boolean {
  if (digits.length <= MOST_DIGITS) return true;
  if (digits.length > 20) return false;
  if (digits.replace(/0+$/, '').length <= MOST_SIGNIFICANT || /^(\d)\1*$/.test(digits)) return true;
  const value = BigInt(digits);
  return isShifted(value) || isShifted(value + 1n);
}

function isShifted(value: bigint): boolean {
  const odd = value / (value & -value);
  return odd <= LARGEST_ODD && value > 0n;
}

/** `0x4000`, `0x00ff0000`, `0xffffffff`: bits and masks, not somebody's address. */
export function isPlainHex(digits: string): boolean {
  const trimmed = digits.replace(/^0+/, '');
  if (trimmed.length <= 5) return true;
  return (
    new Set(trimmed.replaceAll(/[0f]/gi, '').toLowerCase()).size <= 1 && trimmed.replaceAll(/[0f]/gi, '').length <= 2
  );
}
