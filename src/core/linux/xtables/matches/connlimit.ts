import type { HookContext, MatchExtension } from '../extension';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { makeNetwork, getBits, formatIp } from '../../../net/ip';
import { countConnections } from '../../state';
import type { Skb } from '../../skb';
import { numberCodec } from '../syntax/numbers';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const COUNT = numberCodec(0, 0xffffffff);

const FIELDS = {
  upto: field('--connlimit-upto', COUNT, { negatable: true }),
  above: field('--connlimit-above', COUNT, { negatable: true }),
  mask: field('--connlimit-mask', numberCodec(0, 128)),
  saddr: field('--connlimit-saddr', FLAG),
  daddr: field('--connlimit-daddr', FLAG),
};
export type ConnlimitSpec = TableSpec<typeof FIELDS>;

/** The part of the address that is counted for (`connlimit_mt`). */
function makeKey(spec: ConnlimitSpec, { packet }: Skb): string {
  const address = spec.daddr ? packet.dst : packet.src;
  return formatIp(makeNetwork(address, spec.mask?.value ?? getBits(packet.family)));
}

/** Each rule counts for itself, address by address. */
function test(spec: ConnlimitSpec, ctx: HookContext): boolean {
  const { skb, ref, matchIndex = 0 } = ctx;
  const count = countConnections(ctx, `${ref.table} ${ref.chain} ${ref.index} ${matchIndex}`, makeKey(spec, skb));
  return spec.above ? count > spec.above.value : count <= (spec.upto?.value ?? 0);
}

/** How many connections an address or network has. */
export const connlimit: MatchExtension<'connlimit', ConnlimitSpec> = tableMatch({
  name: 'connlimit',
  reference: 'net/netfilter/xt_connlimit.c',
  fields: FIELDS,
  oneOf: ['upto', 'above'],
  exclusive: ['upto', 'above'],
  more: { stateful: true },
  test,
  complete: ({ upto, above, mask, daddr, saddr }, family) => {
    const bits = getBits(family);
    if ((mask?.value ?? 0) > bits) {
      return err(phrase('xtables.value-number', { value: String(mask?.value), min: 0, max: bits }));
    }
    if (saddr && daddr) {
      return err(
        phrase('xtables.option-exclusive', { name: 'connlimit', options: '--connlimit-saddr, --connlimit-daddr' }),
      );
    }
    const limit = upto ?? above;
    const isUpto = (upto !== undefined) !== (limit?.negated ?? false);
    const count = { negated: false, value: limit?.value ?? 0 };
    return ok({
      ...(isUpto ? { upto: count } : { above: count }),
      mask: mask ?? { negated: false, value: bits },
      ...(daddr ? { daddr } : { saddr: { negated: false, value: true as const } }),
    });
  },
});
