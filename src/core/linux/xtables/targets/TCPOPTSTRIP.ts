import type { TargetExtension } from '../extension';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { parseNumber } from '../syntax/numbers';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const NAMES: Readonly<Record<string, number>> = {
  mss: 2,
  wscale: 3,
  'sack-permitted': 4,
  sack: 5,
  timestamp: 8,
  md5: 19,
};
const LIST: Codec<readonly number[]> = {
  takes: 1,
  parse: ([text = '']) => {
    const options = text.split(',').map((part) => NAMES[part.toLowerCase()] ?? parseNumber(part, 2, 255));
    const known = options.filter((option) => option !== undefined);
    return known.length === options.length
      ? ok([...new Set(known)].toSorted((a, b) => a - b))
      : err(phrase('xtables.value-number', { value: text, min: 2, max: 255 }));
  },
  print: (options) => [options.join(',')],
};

const FIELDS = {
  strip: field('--strip-options', LIST),
};
export type TcpoptstripSpec = TableSpec<typeof FIELDS>;

/** Takes TCP options off. */
export const TCPOPTSTRIP: TargetExtension<'TCPOPTSTRIP', TcpoptstripSpec> = tableTarget({
  name: 'TCPOPTSTRIP',
  reference: 'net/netfilter/xt_TCPOPTSTRIP.c',
  fields: FIELDS,
  more: { tables: ['mangle'], protocolsFor: () => [6] },
});
