import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { not } from '../../skb';
import type { MatchExtension } from '../extension';
import { hex, parseNumber, parseRange, printRange } from '../syntax/numbers';
import { runU32 } from '../u32-program';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

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
  print: (text) => [`"${text}"`],
};

const FIELDS = { u32: field('--u32', PROGRAM, { negatable: true }) };
export type U32Spec = TableSpec<typeof FIELDS>;

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
