import { protocolNumber } from '../../../net/packet';
import { INTEGER } from '../datatypes/symbols';
import { knownExpression, printExpression } from '../expressions';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { tcpOptionName } from '../extension-headers';
import type { Parser } from '../text/parser';
import type { NftExpression } from '../types';

export interface OptionSetSpec {
  /** `tcp option maxseg size set rt mtu`: the field that is written. */
  readonly field?: NftExpression;
  readonly value?: NftExpression;
  /** `reset tcp option sack-perm`: the option that is blanked. */
  readonly reset?: string;
}

function parse(parser: Parser): OptionSetSpec | undefined {
  if (parser.take('reset')) return parser.take('tcp', 'option') ? { reset: tcpOptionName(parser.next()) } : undefined;
  const field = parser.expression();
  const known = field && knownExpression(field);
  if (!field || known?.expression !== 'exthdr' || !parser.take('set')) return undefined;
  const value = parser.value([INTEGER]);
  return value && { field, value };
}

/** Options of TCP are bytes that no rule here reads; what is no TCP ends the rule (`nft_exthdr_tcp_set_eval`). */
function run({ value }: OptionSetSpec, ctx: NftContext): StatementOutcome {
  if (value && ctx.evaluate(value) === 'break') return 'break';
  return protocolNumber(ctx.skb.packet.l4) === 6 ? 'continue' : 'break';
}

/** Writes an option of TCP, or takes it out. */
export const optionSet: NftStatementExtension<'option set', OptionSetSpec> = {
  name: 'option set',
  reference: 'net/netfilter/nft_exthdr.c',
  simulated: 'full',
  starts: ['tcp', 'reset', 'exthdr'],
  parse,
  print: ({ field, value, reset }) =>
    reset === undefined && field && value
      ? `${printExpression(field)} set ${printExpression(value)}`
      : `reset tcp option ${reset ?? ''}`,
  run,
};
