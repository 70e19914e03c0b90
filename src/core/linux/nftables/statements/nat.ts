import { ACCEPT } from '../../hooks';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import {
  flagsOf,
  parseNatFlags,
  parseNatTarget,
  printNatFlags,
  printNatTarget,
  resolveTarget,
  type NatFlags,
  type NatTarget,
} from '../nat-target';
import type { Parser } from '../text/parser';

export interface NatSpec {
  readonly verb: 'dnat' | 'snat';
  /** Written, as it must be in `inet` tables. */
  readonly family?: 'ip' | 'ip6';
  readonly target: NatTarget;
  readonly flags: NatFlags;
}

function parse(parser: Parser): NatSpec | undefined {
  const verb = parser.takeOne(['dnat', 'snat'] as const);
  if (!verb) return undefined;
  const family = parser.takeOne(['ip', 'ip6'] as const);
  if (parser.take('addr')) parser.take('.', 'port');
  if (!parser.take('to')) return undefined;
  const target = parseNatTarget(parser, family ?? (parser.scope.family === 'ip6' ? 'ip6' : 'ip'));
  return target && { verb, target, flags: parseNatFlags(parser), ...(family ? { family } : {}) };
}

function run({ verb, family, target, flags }: NatSpec, ctx: NftContext): StatementOutcome {
  if (family && (family === 'ip') !== (ctx.family === 'ipv4')) return 'break';
  const range = resolveTarget(target, ctx);
  if (typeof range === 'string') return range;
  if (range.minAddress && range.minAddress.family !== ctx.family) return 'break';
  const manip = verb === 'snat' ? 'SRC' : 'DST';
  return ctx.apply({ kind: 'nat', manip, range: { ...range, ...flagsOf(flags) } }) ?? ACCEPT;
}

/** Translates the connection's destination or source. */
export const nat: NftStatementExtension<'nat', NatSpec> = {
  name: 'nat',
  reference: 'net/netfilter/nft_nat.c',
  simulated: 'full',
  starts: ['dnat', 'snat'],
  parse,
  print: ({ verb, family, target, flags }) => {
    // A map to addresses and ports is listed with its family.
    const shown = family ? `${family} ` : '';
    return `${verb} ${shown}to ${printNatTarget(target)}${printNatFlags(flags)}`;
  },
  run,
};
