import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { sameIp, parseIp } from '../../../net/ip';
import { NETWORK, prefixOf, type MaskedAddress } from './addresses';
import { field, type Codec } from './option-table';

/** A prefix of at most 64 bits without host bits. */
const PREFIX: Codec<MaskedAddress> = {
  ...NETWORK,
  parse: (values, family) => {
    const [text = ''] = values;
    const parsed = NETWORK.parse(values, family);
    const written = parseIp(text.split('/')[0] ?? '');
    if (!parsed.ok) return parsed;
    const good =
      written.ok && sameIp(written.value, parsed.value.address) && (prefixOf(parsed.value.mask) ?? 128) <= 64;
    return good ? ok(parsed.value) : err(phrase('xtables.value-prefix', { value: text }));
  },
};

/** What SNPT and DNPT are given (net/ipv6/netfilter/ip6t_NPT.c). */
export const NPT_FIELDS = {
  src: field('--src-pfx', PREFIX),
  dst: field('--dst-pfx', PREFIX),
};
