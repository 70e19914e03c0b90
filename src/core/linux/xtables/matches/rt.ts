import type { MatchExtension } from '../extension';
import { numberCodec, rangeCodec } from '../syntax/numbers';
import { FLAG, nameCodec, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  type: field('--rt-type', numberCodec(0, 255), { negatable: true }),
  segsleft: field('--rt-segsleft', rangeCodec(0, 0xffffffff), { negatable: true }),
  len: field('--rt-len', numberCodec(0, 0xffffffff), { negatable: true }),
  res: field('--rt-0-res', FLAG),
  addrs: field('--rt-0-addrs', nameCodec(1024)),
  notStrict: field('--rt-0-not-strict', FLAG),
};
export type RtSpec = TableSpec<typeof FIELDS>;

/** An IPv6 routing header. */
export const rt: MatchExtension<'rt', RtSpec> = tableMatch({
  name: 'rt',
  reference: 'net/ipv6/netfilter/ip6t_rt.c',
  fields: FIELDS,
  more: { family: 'ipv6' },
  // Packets here carry no extension headers.
  test: () => false,
});
