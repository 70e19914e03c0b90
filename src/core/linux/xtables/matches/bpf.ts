import type { MatchExtension } from '../extension';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { inQuotes } from '../../../lib/scan';
import { nameCodec, field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

/** `4,48 0 0 9,...`: as many instructions of four numbers as the first number says. */
const BYTECODE: Codec<string> = {
  takes: 1,
  parse: ([text = '']) => {
    const [count = '', ...instructions] = text.split(',');
    const good =
      Number(count) === instructions.length && instructions.every((each) => /^\s*\d+( \d+){3}\s*$/.test(each));
    return good && instructions.length <= 64 ? ok(text) : err(phrase('xtables.value-bytecode', { value: text }));
  },
  print: (text) => [inQuotes(text)],
};

const FIELDS = {
  bytecode: field('--bytecode', BYTECODE),
  pinned: field('--object-pinned', nameCodec(512)),
};
export type BpfSpec = TableSpec<typeof FIELDS>;

/** A BPF program decides. */
export const bpf: MatchExtension<'bpf', BpfSpec> = tableMatch({
  name: 'bpf',
  reference: 'net/netfilter/xt_bpf.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['bytecode', 'pinned'],
});
