import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { FLAG, nameCodec, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  len: field('--hbh-len', numberCodec(0, 0xffffffff), { negatable: true }),
  opts: field('--hbh-opts', nameCodec(255), { negatable: true }),
  notStrict: field('--hbh-not-strict', FLAG),
};
export type HbhSpec = TableSpec<typeof FIELDS>;

/** An IPv6 hop-by-hop options header. */
export const hbh: MatchExtension<'hbh', HbhSpec> = tableMatch({
  name: 'hbh',
  reference: 'net/ipv6/netfilter/ip6t_hbh.c',
  fields: FIELDS,
  more: { family: 'ipv6' },
  // Packets here carry no extension headers.
  test: () => false,
});
