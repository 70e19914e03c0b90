import type { TargetExtension } from '../extension';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

/** `MAJOR:MINOR` in hex. */
const CLASS: Codec<string> = {
  takes: 1,
  parse: ([text = '']) => {
    const [, major = '', minor = ''] = /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(text) ?? [];
    return major
      ? ok(`${major.toLowerCase().padStart(4, '0')}:${minor.toLowerCase().padStart(4, '0')}`)
      : err(phrase('xtables.value-class', { value: text }));
  },
  print: (text) => [text],
};

const FIELDS = {
  set: field('--set-class', CLASS),
};
export type ClassifySpec = TableSpec<typeof FIELDS>;

/** Chooses the queueing class. */
export const CLASSIFY: TargetExtension<'CLASSIFY', ClassifySpec> = tableTarget({
  name: 'CLASSIFY',
  reference: 'net/netfilter/xt_CLASSIFY.c',
  fields: FIELDS,
  required: ['set'],
  more: { tables: ['mangle'] },
});
