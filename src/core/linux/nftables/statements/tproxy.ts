import { hasPorts } from '../../../net/packet';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { familyOfTarget, parseNatTarget, printNatTarget, resolveTarget, type NatTarget } from '../nat-target';
import type { Parser } from '../text/parser';

export interface NftTproxySpec {
  readonly family?: 'ip' | 'ip6';
  readonly target: NatTarget;
}

function parse(parser: Parser): NftTproxySpec | undefined {
  if (!parser.take('tproxy')) return undefined;
  const family = parser.takeOne(['ip', 'ip6'] as const);
  if (!parser.take('to')) return undefined;
  const target = parseNatTarget(parser, family ?? (parser.scope.family === 'ip6' ? 'ip6' : 'ip'));
  if (!target) return undefined;
  const shown = parser.scope.family === 'inet' ? (family ?? familyOfTarget(target)) : undefined;
  return { target, ...(shown ? { family: shown } : {}) };
}

/** Without a transparent socket to take the packet the rule ends (`nft_tproxy_eval`); whether there is one is not known. */
function run({ family, target }: NftTproxySpec, ctx: NftContext): StatementOutcome {
  if (family && (family === 'ip') !== (ctx.family === 'ipv4')) return 'break';
  const { l4 } = ctx.skb.packet;
  if (!hasPorts(l4) || l4.proto === 'sctp' || resolveTarget(target, ctx) === 'break') return 'break';
  return 'unknown';
}

/** Hands the packet to a socket of this host that is not the one it is meant for. */
export const nftTproxy: NftStatementExtension<'tproxy', NftTproxySpec> = {
  name: 'tproxy',
  reference: 'net/netfilter/nft_tproxy.c',
  simulated: 'partly',
  tests: 'counts',
  starts: ['tproxy'],
  parse,
  print: ({ family, target }) => `tproxy ${family ? `${family} ` : ''}to ${printNatTarget(target)}`,
  run,
};
