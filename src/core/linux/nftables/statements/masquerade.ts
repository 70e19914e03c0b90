import { NF_ACCEPT, NF_DROP } from '../../hooks';
import { masqueradeAddress } from '../../routing/source-address';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { ownAddressRange, parseOwnAddress, printOwnAddress, type OwnAddressSpec } from '../nat-target';

function run(spec: OwnAddressSpec, ctx: NftContext): StatementOutcome {
  const address = masqueradeAddress(ctx.netns, ctx.skb);
  if (!address) return NF_DROP;
  const range = ownAddressRange(spec, address, ctx);
  if (typeof range === 'string') return range;
  return ctx.apply({ kind: 'nat', manip: 'SRC', range, masquerade: true }) ?? NF_ACCEPT;
}

/** SNAT to an address of the device the packet leaves by. */
export const masquerade: NftStatementExtension<'masquerade', OwnAddressSpec> = {
  name: 'masquerade',
  reference: 'net/netfilter/nft_masq.c',
  simulated: 'full',
  starts: ['masquerade'],
  parse: (parser) => parseOwnAddress(parser, 'masquerade'),
  print: (spec) => printOwnAddress('masquerade', spec),
  run,
};
