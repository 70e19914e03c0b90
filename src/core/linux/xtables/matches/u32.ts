import { inQuotes } from '../../../lib/scan';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { not, packetBytes, type PartlyKnown, lengthBounds, type Bounds } from '../../skb';
import type { MatchExtension } from '../extension';
import { hex, parseNumber, parseRange, printRange } from '../syntax/numbers';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import type { Packet } from '../../../net/packet';
import type { Ternary } from '../../chain-walk';

interface Step {
  readonly op: '&' | '<<' | '>>' | '@';
  readonly number: number;
}

/** `0>>22&0x3c@12=0x1:0x2,0x5`: where to read, what to do with it, what it may be. */
interface Test {
  readonly start: number;
  readonly steps: readonly Step[];
  readonly ranges: readonly Bounds[];
}

function readTest(text: string): Test {
  const [location = '', wanted = ''] = text.split('=');
  const [start = '0', ...rest] = location.split(/(&|<<|>>|@)/);
  const steps: Step[] = [];
  for (let i = 0; i + 1 < rest.length; i += 2) steps.push({ op: rest[i] as Step['op'], number: Number(rest[i + 1]) });
  const ranges = wanted.split(',').map((part): Bounds => {
    const [min = 0, max = min] = part.split(':').map(Number);
    return { min, max };
  });
  return { start: Number(start), steps, ranges };
}

function collectProgram(text: string): readonly Test[] {
  return text.split('&&').map(readTest);
}

const NOT_KNOWN: Word = { value: 0, known: 0, mayEnd: true };

/** Word that was read; the packet may end before the place, which would fail the test. */
interface Word extends PartlyKnown {
  readonly mayEnd: boolean;
}

/** The four bytes from offset `at`, in bytes from the IP header's first; undefined: surely behind the packet's end. */
function wordAt(packet: Packet, at: number): Word | undefined {
  const { min, max } = lengthBounds(packet);
  if (at + 4 > max) return undefined;
  const bytes = packetBytes(packet);
  const join = (of: (byte: PartlyKnown) => number): number =>
    [0, 1, 2, 3].reduce((word, i) => (word * 256 + of(bytes[at + i] ?? NOT_KNOWN)) >>> 0, 0);
  return { value: join(({ value }) => value), known: join(({ known }) => known), mayEnd: at + 4 > min };
}

/** Shifts of 32 and more leave nothing. */
function shifted(word: number, op: '<<' | '>>', by: number): number {
  if (by > 31) return 0;
  return (op === '<<' ? word << by : word >>> by) >>> 0;
}

function applied({ value, known, mayEnd }: Word, { op, number }: Step): Word {
  if (op === '&') return { value: (value & number) >>> 0, known: (known | ~number) >>> 0, mayEnd };
  if (op === '@') return NOT_KNOWN;
  // What is shifted in is zero, and known.
  const filler = ~shifted(0xffffffff, op, number) >>> 0;
  return { value: shifted(value, op, number), known: (shifted(known, op, number) | filler) >>> 0, mayEnd };
}

/** Word where a test looks; undefined: the packet ends before. */
function findValue({ start, steps }: Test, packet: Packet): Word | undefined {
  let base = 0;
  let word = wordAt(packet, start);
  for (const step of steps) {
    if (!word) return undefined;
    if (step.op !== '@') word = applied(word, step);
    else if (word.known !== 0xffffffff) return NOT_KNOWN;
    else {
      base += word.value;
      word = wordAt(packet, base + step.number);
    }
  }
  return word;
}

/** Is the word in one of the ranges, whatever its unknown bits are? */
function judge({ value, known, mayEnd }: Word, ranges: readonly Bounds[]): Ternary {
  const [least, most] = [(value & known) >>> 0, (value | ~known) >>> 0];
  if (ranges.some(({ min, max }) => least >= min && most <= max)) return mayEnd ? 'unknown' : true;
  return ranges.every(({ min, max }) => most < min || least > max) ? false : 'unknown';
}

/** Runs a program over a packet's headers (net/netfilter/xt_u32.c `u32_match_it`): every test must hold. */
function runU32(text: string, packet: Packet): Ternary {
  let unknown = false;
  for (const test of collectProgram(text)) {
    const word = findValue(test, packet);
    const answer = word ? judge(word, test.ranges) : false;
    if (answer === false) return false;
    unknown ||= answer === 'unknown';
  }
  return unknown ? 'unknown' : true;
}

/** `offset op number ... = ranges`, in its canonical text. */
function canonicalTest(text: string): string | undefined {
  const [location = '', ranges, extra] = text.split('=');
  if (ranges === undefined || extra !== undefined) return undefined;
  const parts = location.split(/(&|<<|>>|@)/).map((part) => part.trim());
  const steps = parts.map((part, index) => (index % 2 === 1 ? part : canonicalNumber(part)));
  const wanted = ranges.split(',').map((part) => canonicalRange(part.trim()));
  return steps.includes(undefined) || wanted.includes(undefined) ? undefined : `${steps.join('')}=${wanted.join(',')}`;
}

function canonicalNumber(text: string): string | undefined {
  const value = parseNumber(text, 0, 0xffffffff);
  return value === undefined ? undefined : hex(value);
}

function canonicalRange(text: string): string | undefined {
  const range = parseRange(text, { min: 0, max: 0xffffffff }, ':', (part) => parseNumber(part.trim(), 0, 0xffffffff));
  if (!range) return undefined;
  return range.min === range.max
    ? hex(range.min)
    : printRange(range)
        .split(':')
        .map((part) => hex(Number(part)))
        .join(':');
}

const PROGRAM: Codec<string> = {
  takes: 1,
  parse: ([text = '']) => {
    const tests = text.split('&&').map((test) => canonicalTest(test.trim()));
    return tests.includes(undefined) ? err(phrase('xtables.value-u32', { value: text })) : ok(tests.join('&&'));
  },
  print: (text) => [inQuotes(text)],
};

const FIELDS = { u32: field('--u32', PROGRAM, { negatable: true }) };
type U32Spec = TableSpec<typeof FIELDS>;

/** Four bytes from anywhere in the packet, as far as its headers are known. */
export const u32: MatchExtension<'u32', U32Spec> = tableMatch({
  name: 'u32',
  reference: 'net/netfilter/xt_u32.c',
  fields: FIELDS,
  required: ['u32'],
  simulated: 'partly',
  test: ({ u32: program }, { skb }) => {
    const holds = !program || runU32(program.value, skb.packet);
    return program?.negated ? not(holds) : holds;
  },
});
