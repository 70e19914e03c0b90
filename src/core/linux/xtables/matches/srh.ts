import type { MatchExtension } from '../extension';
import { ADDRESS_PREFIX } from '../syntax/addresses';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  nextHdr: field('--srh-next-hdr', numberCodec(0, 255), { negatable: true }),
  hdrLenEq: field('--srh-hdr-len-eq', numberCodec(0, 255), { negatable: true }),
  hdrLenGt: field('--srh-hdr-len-gt', numberCodec(0, 255), { negatable: true }),
  hdrLenLt: field('--srh-hdr-len-lt', numberCodec(0, 255), { negatable: true }),
  segsLeftEq: field('--srh-segs-left-eq', numberCodec(0, 255), { negatable: true }),
  segsLeftGt: field('--srh-segs-left-gt', numberCodec(0, 255), { negatable: true }),
  segsLeftLt: field('--srh-segs-left-lt', numberCodec(0, 255), { negatable: true }),
  lastEntryEq: field('--srh-last-entry-eq', numberCodec(0, 255), { negatable: true }),
  lastEntryGt: field('--srh-last-entry-gt', numberCodec(0, 255), { negatable: true }),
  lastEntryLt: field('--srh-last-entry-lt', numberCodec(0, 255), { negatable: true }),
  tag: field('--srh-tag', numberCodec(0, 65535), { negatable: true }),
  psid: field('--srh-psid', ADDRESS_PREFIX, { negatable: true }),
  nsid: field('--srh-nsid', ADDRESS_PREFIX, { negatable: true }),
  lsid: field('--srh-lsid', ADDRESS_PREFIX, { negatable: true }),
};
export type SrhSpec = TableSpec<typeof FIELDS>;

/** An IPv6 segment routing header. */
export const srh: MatchExtension<'srh', SrhSpec> = tableMatch({
  name: 'srh',
  reference: 'net/ipv6/netfilter/ip6t_srh.c',
  fields: FIELDS,
  more: { family: 'ipv6' },
  // Packets here carry no extension headers.
  test: () => false,
});
