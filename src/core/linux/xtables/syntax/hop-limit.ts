import type { IpFamily } from '../../../net/ip';
import { CONTINUE } from '../../hooks';
import type { MatchExtension, TargetExtension } from '../extension';
import { tableMatch, tableTarget } from './extension-table';
import { numberCodec } from './numbers';
import { field, type TableSpec } from './option-table';

const OCTET = numberCodec(0, 255);
const STEP = numberCodec(1, 255);

const makeMatchFields = (prefix: string) => ({
  eq: field(`${prefix}-eq`, OCTET, { aliases: prefix === '--ttl' ? ['--ttl'] : [], negatable: true }),
  lt: field(`${prefix}-lt`, OCTET),
  gt: field(`${prefix}-gt`, OCTET),
});
export type HopMatchSpec = TableSpec<ReturnType<typeof makeMatchFields>>;

/** A match on the time to live of IPv4, or the hop limit of IPv6: one kernel module has both. */
export function hopMatch<Name extends 'hl' | 'ttl'>(name: Name, family: IpFamily): MatchExtension<Name, HopMatchSpec> {
  const fields = makeMatchFields(`--${name}`);
  return tableMatch({
    name,
    reference: 'net/netfilter/xt_hl.c',
    fields,
    oneOf: true,
    exclusive: ['eq', 'lt', 'gt'],
    more: { family },
    test: ({ eq, lt, gt }, { skb: { packet } }) => {
      if (lt) return packet.ttl < lt.value;
      if (gt) return packet.ttl > gt.value;
      return !eq || (packet.ttl === eq.value) !== eq.negated;
    },
    actual: (_spec, { skb }) => `${fields.eq.option} ${skb.packet.ttl}`,
  });
}

const makeTargetFields = (prefix: string) => ({
  set: field(`${prefix}-set`, OCTET),
  dec: field(`${prefix}-dec`, STEP),
  inc: field(`${prefix}-inc`, STEP),
});
export type HopTargetSpec = TableSpec<ReturnType<typeof makeTargetFields>>;

/** A target that changes it. */
export function hopTarget<Name extends 'HL' | 'TTL'>(
  name: Name,
  family: IpFamily,
): TargetExtension<Name, HopTargetSpec> {
  return tableTarget({
    name,
    reference: 'net/netfilter/xt_HL.c',
    fields: makeTargetFields(`--${name.toLowerCase()}`),
    oneOf: true,
    exclusive: ['set', 'dec', 'inc'],
    more: { tables: ['mangle'], family },
    apply: ({ set, dec, inc }, { skb: { packet } }) => {
      const wanted = set?.value ?? packet.ttl + (inc?.value ?? 0) - (dec?.value ?? 0);
      return { verdict: CONTINUE, edits: [{ kind: 'ttl', ttl: Math.max(0, Math.min(255, wanted)) }] };
    },
    effect: () => ({ verdict: CONTINUE }),
  });
}
