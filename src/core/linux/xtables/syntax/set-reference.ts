import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { Codec } from './option-table';

export type SetDirection = 'src' | 'dst';
export interface SetReference {
  readonly name: string;
  readonly directions: readonly SetDirection[];
}

/** A set and which parts of the packet are looked up in it. */
export const REFERENCE: Codec<SetReference> = {
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
