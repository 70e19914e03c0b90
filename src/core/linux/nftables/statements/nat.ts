import { NF_ACCEPT } from '../../hooks';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { listTypes } from '../expressions';
import type { NftFamily } from '../types';
import {
  familyOfTarget,
  makeFlags,
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
  /** As nft lists it; a packet of the other family is none of the rule's business. */
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
  if (!target) return undefined;
  const shown = shownFamily(parser.scope.family, target, family);
  return { verb, target, flags: parseNatFlags(parser), ...(shown ? { family: shown } : {}) };
}

/** nft lists the family of an address in `inet` tables, and elsewhere of a map to addresses and ports. */
function shownFamily(table: NftFamily, target: NatTarget, written: NatSpec['family']): NatSpec['family'] {
  const known = familyOfTarget(target);
  if (table === 'inet') return written ?? known;
  return target.expression && listTypes(target.expression).length > 1 ? (written ?? known) : undefined;
}

function run({ verb, family, target, flags }: NatSpec, ctx: NftContext): StatementOutcome {
  if (family && (family === 'ip') !== (ctx.family === 'ipv4')) return 'break';
  const range = resolveTarget(target, ctx);
  if (typeof range === 'string') return range;
  if (range.minAddress && range.minAddress.family !== ctx.family) return 'break';
  const manip = verb === 'snat' ? 'SRC' : 'DST';
  return ctx.apply({ kind: 'nat', manip, range: { ...range, ...makeFlags(flags) } }) ?? NF_ACCEPT;
}

/** Translates the connection's destination or source. */
export const nat: NftStatementExtension<'nat', NatSpec> = {
  name: 'nat',
  reference: 'net/netfilter/nft_nat.c',
  simulated: 'full',
  starts: ['dnat', 'snat'],
  parse,
  print: ({ verb, family, target, flags }) => {
    const shown = family ? `${family} ` : '';
    return `${verb} ${shown}to ${printNatTarget(target)}${printNatFlags(flags)}`;
  },
  run,
};
