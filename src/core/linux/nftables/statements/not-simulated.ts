import { IFACE_INDEX, IPV4_ADDR, IPV6_ADDR } from '../datatypes/datatype';
import { INTEGER } from '../datatypes/symbols';
import { printExpression } from '../expressions';
import type { NftStatementExtension } from '../extension';
import type { Parser } from '../text/parser';
import { nftString } from '../text/quoted';

export interface NotSimulatedSpec {
  readonly verb: 'queue' | 'fwd' | 'xt';
  /** Behind the verb, as nft lists it. */
  readonly text: string;
}

const VERBS = ['queue', 'fwd', 'xt'] as const;

/** `1-5`, `numgen inc mod 4`, `5`. */
function parseTarget(parser: Parser): string | undefined {
  const expression = parser.expression([INTEGER]);
  if (expression) return printExpression(expression);
  const word = parser.next();
  return /^\d+(?:-\d+)?$/.test(word) ? word : undefined;
}

/** `bypass`, `fanout,bypass`. */
function parseFlags(parser: Parser): string[] {
  const flags: string[] = [];
  for (let flag = parser.takeOne(['bypass', 'fanout']); flag; flag = parser.takeOne(['bypass', 'fanout'])) {
    flags.push(flag);
    parser.take(',');
  }
  return ['bypass', 'fanout'].filter((flag) => flags.includes(flag));
}

/** `queue num 1-3 bypass,fanout`, `queue flags bypass to 1-3`. */
function parseQueue(parser: Parser): string | undefined {
  const before = parser.take('flags') ? parseFlags(parser) : [];
  const isTargeted = parser.takeOne(['num', 'to']) !== undefined;
  const target = isTargeted ? parseTarget(parser) : '0';
  const flags = [...before, ...parseFlags(parser)];
  if (target === undefined) return undefined;
  return `${flags.length === 0 ? '' : `flags ${flags.join(',')} `}to ${target}`;
}

/** `fwd to "eth0"`, `fwd ip to 192.0.2.1 device "eth0"`. */
function parseForward(parser: Parser): string | undefined {
  const family = parser.takeOne(['ip', 'ip6']);
  if (!parser.take('to')) return undefined;
  const to = parser.value([family === undefined ? IFACE_INDEX : family === 'ip' ? IPV4_ADDR : IPV6_ADDR]);
  const device = parser.take('device') ? parser.value([IFACE_INDEX]) : undefined;
  if (!to) return undefined;
  return `${family ? `${family} ` : ''}to ${printExpression(to)}${device ? ` device ${printExpression(device)}` : ''}`;
}

/** `xt match "comment"`: what iptables-nft keeps, of which nft knows no more than the name. */
function parseXt(parser: Parser): string | undefined {
  const kind = parser.takeOne(['match', 'target', 'watcher']);
  return kind && `${kind} ${nftString(parser.string())}`;
}

function parse(parser: Parser): NotSimulatedSpec | undefined {
  const verb = parser.takeOne(VERBS);
  if (!verb) return undefined;
  const text = verb === 'queue' ? parseQueue(parser) : verb === 'fwd' ? parseForward(parser) : parseXt(parser);
  return text === undefined ? undefined : { verb, text };
}

/** `queue`, `fwd`, `xt`: they hand the packet to something that is not here; read and said, not run. */
export const notSimulated: NftStatementExtension<'not simulated', NotSimulatedSpec> = {
  name: 'not simulated',
  reference: 'net/netfilter/nft_queue.c',
  simulated: 'no',
  starts: VERBS,
  parse,
  print: ({ verb, text }) => `${verb} ${text}`,
  run: () => 'unknown',
};
