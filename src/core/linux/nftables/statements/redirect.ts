import { ip } from '../../../net/ip';
import { NF_ACCEPT, NF_DROP } from '../../hooks';
import { findFirstAddress } from '../../routing/source-address';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { ownAddressRange, parseOwnAddress, printOwnAddress, type OwnAddressSpec } from '../nat-target';

const LOOPBACK = { ipv4: ip('127.0.0.1'), ipv6: ip('::1') } as const;

/** From here: loopback. From outside: the first address of the device it came in by. */
function run(spec: OwnAddressSpec, ctx: NftContext): StatementOutcome {
  const { hook, family, skb, netns } = ctx;
  const address = hook === 'OUTPUT' ? LOOPBACK[family] : findFirstAddress(netns, skb.indev, family);
  if (!address) return NF_DROP;
  const range = ownAddressRange(spec, address, ctx);
  return typeof range === 'string' ? range : (ctx.apply({ kind: 'nat', manip: 'DST', range }) ?? NF_ACCEPT);
}

/** DNAT to this host itself. */
export const redirect: NftStatementExtension<'redirect', OwnAddressSpec> = {
  name: 'redirect',
  reference: 'net/netfilter/nft_redir.c',
  simulated: 'full',
  starts: ['redirect'],
  parse: (parser) => parseOwnAddress(parser, 'redirect'),
  print: (spec) => printOwnAddress('redirect', spec),
  run,
};
