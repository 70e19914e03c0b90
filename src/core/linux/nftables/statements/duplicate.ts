import { IFACE_INDEX, IPV4_ADDR, IPV6_ADDR, type NftDatatype } from '../datatypes/datatype';
import { printExpression } from '../expressions';
import type { NftStatementExtension } from '../extension';
import type { Parser } from '../text/parser';
import type { NftExpression, NftFamily } from '../types';

export interface DuplicateSpec {
  readonly to: NftExpression;
  readonly device?: NftExpression;
}

/** Type of the target a copy goes to: an address, or a device where packets have not come up to IP yet. */
const targetType = (family: NftFamily): NftDatatype =>
  family === 'netdev' ? IFACE_INDEX : family === 'ip6' ? IPV6_ADDR : IPV4_ADDR;

function parse(parser: Parser): DuplicateSpec | undefined {
  if (!parser.take('dup', 'to')) return undefined;
  const to = parser.value([targetType(parser.scope.family)]);
  if (!to || !parser.take('device')) return to && { to };
  const device = parser.value([IFACE_INDEX]);
  return device && { to, device };
}

/** Sends a copy on its way; the packet itself goes on (`nft_dup_ipv4_eval`). The copy is not followed. */
export const duplicate: NftStatementExtension<'dup', DuplicateSpec> = {
  name: 'dup',
  reference: 'net/ipv4/netfilter/nft_dup_ipv4.c',
  simulated: 'partly',
  starts: ['dup'],
  parse,
  print: ({ to, device }) => `dup to ${printExpression(to)}${device ? ` device ${printExpression(device)}` : ''}`,
  run: ({ to, device }, ctx) => {
    const ended = [to, ...(device ? [device] : [])].some((each) => ctx.evaluate(each) === 'break');
    return ended ? 'break' : 'continue';
  },
};
