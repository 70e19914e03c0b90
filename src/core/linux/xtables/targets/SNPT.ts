import type { TargetExtension } from '../extension';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { sameIp, parseIp } from '../../../net/ip';
import { NETWORK, prefixOf, type MaskedAddress } from '../syntax/addresses';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/table-target';

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

const FIELDS = {
  src: field('--src-pfx', PREFIX),
  dst: field('--dst-pfx', PREFIX),
};
export type SnptSpec = TableSpec<typeof FIELDS>;

/** Translates a source prefix without remembering connections (RFC 6296). */
export const SNPT: TargetExtension<'SNPT', SnptSpec> = tableTarget({
  name: 'SNPT',
  reference: 'net/ipv6/netfilter/ip6t_NPT.c',
  fields: FIELDS,
  required: ['src', 'dst'],
  simulated: 'no',
  more: { tables: ['mangle'], family: 'ipv6' },
});
