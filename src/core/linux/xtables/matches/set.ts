import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { MatchExtension } from '../extension';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { numberCodec } from '../syntax/numbers';
import { tableMatch } from '../syntax/table-match';
import { FLAG } from '../syntax/words';

export type SetDirection = 'src' | 'dst';
export interface SetReference {
  readonly name: string;
  readonly directions: readonly SetDirection[];
}

const REFERENCE: Codec<SetReference> = {
  takes: 2,
  parse: ([name = '', list = '']) => {
    const directions = list.split(',').map((word) => (word === 'src' || word === 'dst' ? word : undefined));
    if (name === '' || name.length > 31) return err(phrase('xtables.value-too-long', { value: name, max: 31 }));
    const known = directions.filter((direction) => direction !== undefined);
    return known.length === directions.length && known.length <= 6
      ? ok({ name, directions: known })
      : err(phrase('xtables.value-set-direction', { value: list }));
  },
  print: ({ name, directions }) => [name, directions.join(',')],
};

const COUNT = numberCodec(0, Number.MAX_SAFE_INTEGER);
const FIELDS = {
  set: field('--match-set', REFERENCE, { negatable: true }),
  returnNomatch: field('--return-nomatch', FLAG),
  updateCounters: field('--update-counters', FLAG, { negatable: true }),
  updateSubcounters: field('--update-subcounters', FLAG, { negatable: true }),
  packetsEq: field('--packets-eq', COUNT, { negatable: true }),
  packetsLt: field('--packets-lt', COUNT),
  packetsGt: field('--packets-gt', COUNT),
  bytesEq: field('--bytes-eq', COUNT, { negatable: true }),
  bytesLt: field('--bytes-lt', COUNT),
  bytesGt: field('--bytes-gt', COUNT),
};
export type SetSpec = TableSpec<typeof FIELDS>;

/** Membership in an ipset. */
export const set: MatchExtension<'set', SetSpec> = tableMatch({
  name: 'set',
  reference: 'net/netfilter/xt_set.c',
  fields: FIELDS,
  required: ['set'],
});
