import { ACCEPT, DROP } from '../../hooks';
import { masqueradeAddress } from '../../routing/masquerade-address';
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

export interface MasqueradeSpec {
  /** Ports only. */
  readonly target?: NatTarget;
  readonly flags: NatFlags;
}

function run({ target, flags }: MasqueradeSpec, ctx: NftContext): StatementOutcome {
  const address = masqueradeAddress(ctx.netns, ctx.skb);
  if (!address) return DROP;
  const range = { ...target?.range, ...flagsOf(flags), minAddress: address, maxAddress: address };
  return ctx.apply({ kind: 'nat', manip: 'SRC', range, masquerade: true }) ?? ACCEPT;
}

/** SNAT to an address of the device the packet leaves by. */
export const masquerade: NftStatementExtension<'masquerade', MasqueradeSpec> = {
  name: 'masquerade',
  reference: 'net/netfilter/nft_masq.c',
  simulated: 'full',
  starts: ['masquerade'],
  parse: (parser) => {
    if (!parser.take('masquerade')) return undefined;
    const target = parser.take('to') ? parseNatTarget(parser, 'ip') : undefined;
    return { flags: parseNatFlags(parser), ...(target ? { target } : {}) };
  },
  print: ({ target, flags }) => `masquerade${target ? ` to ${printNatTarget(target)}` : ''}${printNatFlags(flags)}`,
  run,
};
