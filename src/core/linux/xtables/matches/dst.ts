import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { FLAG, nameCodec, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  len: field('--dst-len', numberCodec(0, 0xffffffff), { negatable: true }),
  opts: field('--dst-opts', nameCodec(255), { negatable: true }),
  notStrict: field('--dst-not-strict', FLAG),
};
export type DstSpec = TableSpec<typeof FIELDS>;

/** An IPv6 destination options header. */
export const dst: MatchExtension<'dst', DstSpec> = tableMatch({
  name: 'dst',
  reference: 'net/ipv6/netfilter/ip6t_hbh.c',
  fields: FIELDS,
  more: { family: 'ipv6' },
  // Packets here carry no extension headers.
  test: () => false,
});
