import type { NftDatum } from '../datum';
import { hasPorts, withEndpoints, type Packet } from '../../../net/packet';
import { datumAddress } from '../datatypes/datatype';
import { knownExpression, printExpression } from '../expressions';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { HEADERS } from '../headers';
import type { NftExpression } from '../types';

export interface PayloadSetSpec {
  readonly field: NftExpression;
  readonly value: NftExpression;
}

function printName(expression: NftExpression): string {
  const field = knownExpression(expression);
  return field.expression === 'payload' ? field.spec.field : '';
}

/** The packet with another field; undefined: the field is not one that packets here have. */
function rewritten(packet: Packet, field: string, value: NftDatum): Packet | undefined {
  if (field === 'saddr') return { ...packet, src: datumAddress(value) };
  if (field === 'daddr') return { ...packet, dst: datumAddress(value) };
  if (field === 'ttl' || field === 'hoplimit') return { ...packet, ttl: Number(value) };
  if (field === 'dscp') return { ...packet, tos: ((packet.tos ?? 0) & 3) | (Number(value) << 2) };
  if (field === 'sport' && hasPorts(packet.l4)) return withEndpoints(packet, { sport: Number(value) });
  return field === 'dport' && hasPorts(packet.l4) ? withEndpoints(packet, { dport: Number(value) }) : undefined;
}

function run({ field, value }: PayloadSetSpec, ctx: NftContext): StatementOutcome {
  const present = ctx.evaluate(field);
  const values = ctx.evaluate(value);
  if (present === 'break' || values === 'break') return 'break';
  if (typeof values === 'string' || values[0] === undefined) return 'unknown';
  const packet = rewritten(ctx.skb.packet, printName(field), values[0]);
  if (packet) ctx.skb.packet = packet;
  return packet ? 'continue' : 'unknown';
}

/** Writes into the packet itself, without NAT. */
export const payloadSet: NftStatementExtension<'payload set', PayloadSetSpec> = {
  name: 'payload set',
  reference: 'net/netfilter/nft_payload.c',
  simulated: 'partly',
  starts: [...Object.keys(HEADERS), '@ll', '@nh', '@th', '@ih'],
  parse: (parser) => {
    const field = parser.expression();
    if (field?.expression !== 'payload' || !parser.take('set')) return undefined;
    const value = parser.value(parser.typesOf(field));
    return value && { field, value };
  },
  print: ({ field, value }) => `${printExpression(field)} set ${printExpression(value)}`,
  run,
};
