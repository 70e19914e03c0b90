/** The UTF-8 bytes of a text (core has no TextEncoder); a lone surrogate becomes U+FFFD, as encoders do. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const raw = character.codePointAt(0) ?? 0xfffd;
    const point = raw >= 0xd800 && raw < 0xe000 ? 0xfffd : raw;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point, 0));
    else if (point < 0x1_0000) bytes.push(0xe0 | (point >> 12), tail(point, 6), tail(point, 0));
    else bytes.push(0xf0 | (point >> 18), tail(point, 12), tail(point, 6), tail(point, 0));
  }
  return Uint8Array.from(bytes);
}

function tail(point: number, shift: number): number {
  return 0x80 | ((point >> shift) & 63);
}

/** SHA-1 (FIPS 180-4) of the UTF-8 bytes of a text, in hexadecimal: CNI plugins name interfaces by it. */
export function sha1Hex(text: string): string {
  const words = padded(utf8(text));
  let state: readonly [number, number, number, number, number] = [
    0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0,
  ];
  for (let offset = 0; offset < words.length; offset += 16) state = block(state, words.subarray(offset, offset + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The message as big-endian words, padded to whole blocks. */
function padded(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(((bytes.length + 72) >> 6) << 4);
  bytes.forEach((byte, i) => {
    words[i >> 2] = (words[i >> 2] ?? 0) | (byte << (24 - 8 * (i & 3)));
  });
  const end = bytes.length;
  words[end >> 2] = (words[end >> 2] ?? 0) | (0x80 << (24 - 8 * (end & 3)));
  words[words.length - 1] = bytes.length * 8;
  return words;
}

type State = readonly [number, number, number, number, number];

function block(state: State, words: Uint32Array): State {
  const w = new Uint32Array(80);
  w.set(words);
  for (let i = 16; i < 80; i++) {
    w[i] = rotate((w[i - 3] ?? 0) ^ (w[i - 8] ?? 0) ^ (w[i - 14] ?? 0) ^ (w[i - 16] ?? 0), 1);
  }
  let [a, b, c, d, e] = state;
  for (let i = 0; i < 80; i++) {
    const [mixed, constant] = round(i, b, c, d);
    const next = (rotate(a, 5) + mixed + e + constant + (w[i] ?? 0)) | 0;
    [e, d, c, b, a] = [d, c, rotate(b, 30), a, next];
  }
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0, (state[4] + e) | 0];
}

function round(i: number, b: number, c: number, d: number): [mixed: number, constant: number] {
  if (i < 20) return [(b & c) | (~b & d), 0x5a827999];
  if (i < 40) return [b ^ c ^ d, 0x6ed9eba1];
  if (i < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** The first primes, ascending. */
function listPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let each = 2; primes.length < count; each++) if (primes.every((prime) => each % prime > 0)) primes.push(each);
  return primes;
}

/** The first 32 bits behind the point; a double has fifty of a number below eight. */
const fraction = (value: number): number => (value % 1) * 2 ** 32;

/**
 * SHA-256 (FIPS 180-4, its constants by their definition in 4.2.2 and 5.3.3) and base32 (RFC 4648), synchronous and pure: core
 * has no WebCrypto, and chain names are needed by the ten thousand.
 */
const PRIMES = listPrimes(64);
const K = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const INITIAL = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const schedule = new Uint32Array(64);
/** Where names are padded: buffers of their own would cost more than the hash. */
const scratch = new Uint8Array(1024);

/** Writes the UTF-8 bytes of a text into a message with room for them; how many. */
function encode(text: string, message: Uint8Array): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return encodeWide(text, message);
    message[i] = unit;
  }
  return text.length;
}

/** A text beyond ASCII: no valid object name is. */
function encodeWide(text: string, message: Uint8Array): number {
  const bytes = utf8(text);
  message.set(bytes);
  return bytes.length;
}

/** Pads a message of so many bytes to whole blocks; how long it then is. */
function pad(message: Uint8Array, length: number): number {
  const end = ((length + 72) >> 6) << 6;
  message.fill(0, length, end);
  message[length] = 0x80;
  const bits = length * 8;
  for (let i = 0; i < 4; i++) message[end - 1 - i] = (bits >>> (8 * i)) & 255;
  return end;
}

function expand(message: Uint8Array, offset: number): void {
  for (let i = 0, at = offset; i < 16; i++, at += 4) {
    schedule[i] =
      ((message[at] ?? 0) << 24) |
      ((message[at + 1] ?? 0) << 16) |
      ((message[at + 2] ?? 0) << 8) |
      (message[at + 3] ?? 0);
  }
  for (let i = 16; i < 64; i++) {
    const a = schedule[i - 15] ?? 0;
    const b = schedule[i - 2] ?? 0;
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
    schedule[i] = (schedule[i - 16] ?? 0) + s0 + (schedule[i - 7] ?? 0) + s1;
  }
}

function compress(state: Int32Array): void {
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (schedule[i] ?? 0)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  add(state, 0, a, b, c, d);
  add(state, 4, e, f, g, h);
}

function add(state: Int32Array, at: number, a: number, b: number, c: number, d: number): void {
  state[at] = (state[at] ?? 0) + a;
  state[at + 1] = (state[at + 1] ?? 0) + b;
  state[at + 2] = (state[at + 2] ?? 0) + c;
  state[at + 3] = (state[at + 3] ?? 0) + d;
}

const digest = new Int32Array(8);

/** Hashes into {@link digest}. */
function hash(text: string): void {
  const room = text.length * 3 + 72;
  const message = room <= scratch.length ? scratch : new Uint8Array(room);
  const end = pad(message, encode(text, message));
  digest.set(INITIAL);
  for (let offset = 0; offset < end; offset += 64) {
    expand(message, offset);
    compress(digest);
  }
}

/** SHA-256 of the UTF-8 bytes of a text, as eight signed 32-bit words, most significant first. */
export function sha256(text: string): Int32Array {
  hash(text);
  return digest.slice();
}

/** The digest in lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  return Array.from(sha256(text), (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The first 16 characters of the base32 text of SHA-256: what kube-proxy puts into chain names. */
export function hash16(text: string): string {
  hash(text);
  return String.fromCharCode(
    letter(0),
    letter(5),
    letter(10),
    letter(15),
    letter(20),
    letter(25),
    letter(30),
    letter(35),
    letter(40),
    letter(45),
    letter(50),
    letter(55),
    letter(60),
    letter(65),
    letter(70),
    letter(75),
  );
}

/** The base32 letter of five bits of the digest. */
function letter(bit: number): number {
  const at = bit >> 5;
  const high = digest[at] ?? 0;
  const room = 27 - (bit & 31);
  const value = room >= 0 ? high >>> room : (high << -room) | ((digest[at + 1] ?? 0) >>> (32 + room));
  return ALPHABET.charCodeAt(value & 31);
}
