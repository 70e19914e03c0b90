import type { MatchExtension } from '../extension';
import { quoteWord } from '../../../lib/scan';
import { numberCodec } from '../syntax/numbers';
import { nameCodec, field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

/** iptables-save writes `Mac OS` without quotes. */
const GENRE: Codec<string> = {
  ...nameCodec(31),
  takes: 'words',
  parse: (words, family) => nameCodec(31).parse([words.join(' ')], family),
  print: (genre) => [/^[^"'\\\n]*$/.test(genre) ? genre : quoteWord(genre)],
};

const FIELDS = {
  genre: field('--genre', GENRE, { negatable: true }),
  ttl: field('--ttl', numberCodec(0, 2)),
  log: field('--log', numberCodec(0, 2)),
};
export type OsfSpec = TableSpec<typeof FIELDS>;

/** The sender's operating system, by the look of its SYN. */
export const osf: MatchExtension<'osf', OsfSpec> = tableMatch({
  name: 'osf',
  reference: 'net/netfilter/xt_osf.c',
  fields: FIELDS,
  required: ['genre'],
  more: { protocols: [6], family: 'ipv4' },
});
