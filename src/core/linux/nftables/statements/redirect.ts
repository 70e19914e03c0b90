import { ip } from '../../../net/ip';
import { ACCEPT, DROP } from '../../hooks';
import { firstAddressOf } from '../../routing/masquerade-address';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import {
  flagsOf,
  parseNatFlags,
  parseNatTarget,
  printNatFlags,
  printNatTarget,
  type NatFlags,
  type NatTarget,
} from '../nat-target';

export interface RedirectSpec {
  /** Ports only. */
  readonly target?: NatTarget;
  readonly flags: NatFlags;
}

const LOOPBACK = { ipv4: ip('127.0.0.1'), ipv6: ip('::1') } as const;

/** From here: loopback. From outside: the first address of the device it came in by. */
function run({ target, flags }: RedirectSpec, ctx: NftContext): StatementOutcome {
  const { hook, family, skb, netns } = ctx;
  if (target?.expression) return 'unknown';
  const address = hook === 'OUTPUT' ? LOOPBACK[family] : firstAddressOf(netns, skb.indev, family);
  if (!address) return DROP;
  const range = { ...target?.range, ...flagsOf(flags), minAddress: address, maxAddress: address };
  return ctx.apply({ kind: 'nat', manip: 'DST', range }) ?? ACCEPT;
}

/** DNAT to this host itself. */
export const redirect: NftStatementExtension<'redirect', RedirectSpec> = {
  name: 'redirect',
  reference: 'net/netfilter/nft_redir.c',
  simulated: 'full',
  starts: ['redirect'],
  parse: (parser) => {
    if (!parser.take('redirect')) return undefined;
    const target = parser.take('to') ? parseNatTarget(parser, 'ip') : undefined;
    return { flags: parseNatFlags(parser), ...(target ? { target } : {}) };
  },
  print: ({ target, flags }) => `redirect${target ? ` to ${printNatTarget(target)}` : ''}${printNatFlags(flags)}`,
  run,
};
