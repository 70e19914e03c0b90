import { NF_ACCEPT } from '../../hooks';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import type { NatRange } from '../../xtables/extension';
import { isSingle } from '../datum';
import { knownExpression, listTypes } from '../expressions';
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
  /** `prefix`: the host part of the address stays, under another network (NF_NAT_RANGE_NETMAP). */
  readonly netmap?: true;
}

/** `interval`, `prefix`, `addr . port`: what kind of target follows. True: a network that keeps the host part. */
function parseKind(parser: Parser): boolean {
  const isPrefix = parser.take('prefix');
  if (!isPrefix) parser.take('interval');
  if (parser.take('addr')) parser.take('.', 'port');
  return isPrefix;
}

function parse(parser: Parser): NatSpec | undefined {
  const verb = parser.takeOne(['dnat', 'snat'] as const);
  if (!verb) return undefined;
  const family = parser.takeOne(['ip', 'ip6'] as const);
  const isPrefix = parseKind(parser);
  parser.take('to');
  const target = parseNatTarget(parser, family ?? (parser.scope.family === 'ip6' ? 'ip6' : 'ip'));
  if (!target) return undefined;
  const shown = shownFamily(parser.scope.family, target, { written: family, isPrefix });
  const flags = parseNatFlags(parser);
  return { verb, target, flags, ...(shown ? { family: shown } : {}), ...(isPrefix ? { netmap: true } : {}) };
}

interface Written {
  readonly written: NatSpec['family'];
  readonly isPrefix: boolean;
}

/** Does a map give ranges? */
function givesRanges({ expression }: NatTarget): boolean {
  const known = expression && knownExpression(expression);
  if (known?.expression !== 'map' || known.spec.map.kind !== 'set') return false;
  const { elements } = known.spec.map.set;
  return Array.from({ length: elements.length }, (_, i) => elements.element(i)?.data).some(
    (data) => data?.kind === 'pattern' && data.pattern.some((field) => !isSingle(field)),
  );
}

/** nft lists the family of an address in `inet` tables, and elsewhere of a map to ranges, or to addresses and ports. */
function shownFamily(table: NftFamily, target: NatTarget, { written, isPrefix }: Written): NatSpec['family'] {
  const known = familyOfTarget(target);
  if (table === 'inet') return written ?? known;
  const { expression } = target;
  const isListed = expression && (isPrefix || listTypes(expression).length > 1 || givesRanges(target));
  return isListed ? (written ?? known) : undefined;
}

/** A network instead of a range: the address is the present one under it. */
export function asNetwork(range: ReturnType<typeof resolveTarget>): NatRange | 'break' | 'unknown' {
  if (typeof range === 'string') return range;
  const { minAddress, maxAddress } = range;
  if (!minAddress || !maxAddress) return range;
  const bits = minAddress.words.map((word, i) => Math.clz32(word ^ (maxAddress.words[i] ?? 0)));
  const open = bits.findIndex((same) => same < 32);
  const prefix = open < 0 ? bits.length * 32 : open * 32 + (bits[open] ?? 0);
  return { netmap: { address: minAddress, prefix } };
}

function run({ verb, family, target, flags, netmap }: NatSpec, ctx: NftContext): StatementOutcome {
  if (family && (family === 'ip') !== (ctx.family === 'ipv4')) return 'break';
  const found = resolveTarget(target, ctx);
  const range = netmap ? asNetwork(found) : found;
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
  print: ({ verb, family, target, flags, netmap }) => {
    const shown = `${family ? `${family} ` : ''}${netmap ? 'prefix ' : ''}`;
    return `${verb} ${shown}to ${printNatTarget(target)}${printNatFlags(flags)}`;
  },
  run,
};
