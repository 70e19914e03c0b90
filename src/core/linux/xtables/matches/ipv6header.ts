import type { MatchExtension } from '../extension';
import { FLAG, setCodec, field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const LONG = ['hop-by-hop', 'ipv6-opts', 'ipv6-route', 'ipv6-frag', 'ah', 'esp', 'ipv6-nonxt', 'protocol'] as const;
const SHORT: Readonly<Record<string, (typeof LONG)[number]>> = {
  hop: 'hop-by-hop',
  dst: 'ipv6-opts',
  route: 'ipv6-route',
  frag: 'ipv6-frag',
  auth: 'ah',
  none: 'ipv6-nonxt',
  prot: 'protocol',
};
const LIST = setCodec(LONG);
const HEADERS: Codec<readonly (typeof LONG)[number][]> = {
  ...LIST,
  parse: ([text = ''], family) =>
    LIST.parse(
      [
        text
          .split(',')
          .map((word) => SHORT[word] ?? word)
          .join(','),
      ],
      family,
    ),
};

const FIELDS = {
  header: field('--header', HEADERS, { negatable: true }),
  soft: field('--soft', FLAG),
};
export type Ipv6headerSpec = TableSpec<typeof FIELDS>;

/** Matches by the IPv6 extension headers of a packet. */
export const ipv6header: MatchExtension<'ipv6header', Ipv6headerSpec> = tableMatch({
  name: 'ipv6header',
  reference: 'net/ipv6/netfilter/ip6t_ipv6header.c',
  fields: FIELDS,
  required: ['header'],
  more: { family: 'ipv6' },
});
