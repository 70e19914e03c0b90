import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { protocolNumber } from '../../../net/packet';
import type { Ternary } from '../../chain-walk';
import { tupleOfPorts } from '../../ipvs/director';
import type { IpvsConnection } from '../../ipvs/service';
import type { HookContext, MatchExtension } from '../extension';
import { ADDRESS_MASK, addressMatches } from '../syntax/addresses';
import { parsePort } from '../syntax/numbers';
import { findProtocol } from '../syntax/protocols';
import { choiceCodec, FLAG, field, type Codec, type OptionValue, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const PROTOCOL: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const protocol = findProtocol(text);
    return protocol === undefined ? err(phrase('xtables.value-protocol', { value: text })) : ok(protocol);
  },
  print: (protocol) => [String(protocol)],
};
const PORT: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const port = parsePort(text);
    return port === undefined ? err(phrase('xtables.value-port', { value: text })) : ok(port);
  },
  print: (port) => [String(port)],
};

const FIELDS = {
  ipvs: field('--ipvs', FLAG, { negatable: true }),
  vproto: field('--vproto', PROTOCOL, { negatable: true }),
  vaddr: field('--vaddr', ADDRESS_MASK, { negatable: true }),
  vport: field('--vport', PORT, { negatable: true }),
  vdir: field('--vdir', choiceCodec(['ORIGINAL', 'REPLY'])),
  vmethod: field('--vmethod', choiceCodec(['GATE', 'IPIP', 'MASQ']), { negatable: true }),
  vportctl: field('--vportctl', PORT, { negatable: true }),
};
export type IpvsSpec = TableSpec<typeof FIELDS>;

const METHODS = { GATE: 'route', IPIP: 'tunnel', MASQ: 'masq' } as const;

/** A value as asked for, or not, where it was to be another; nothing asked: it fits. */
function fits<T>(wanted: OptionValue<T> | undefined, test: (value: T) => boolean): boolean {
  return !wanted || test(wanted.value) !== wanted.negated;
}

/** The connection of a request that was sent on to its server: the packet is client > server by now. */
function findConnection({ skb, state }: HookContext): IpvsConnection | undefined {
  const tuple = tupleOfPorts(skb.packet);
  return (
    tuple &&
    state.ipvs.findOut(
      { protocol: tuple.protocol, src: tuple.dst, sport: tuple.dport, dst: tuple.src, dport: tuple.sport },
      state.now,
    )
  );
}

function test(spec: IpvsSpec, ctx: HookContext): Ternary {
  const { skb } = ctx;
  const more = Object.keys(spec).some((name) => name !== 'ipvs');
  if (!more) return (skb.ipvsProperty === true) !== (spec.ipvs?.negated ?? false);
  if (!skb.ipvsProperty || !fits(spec.vproto, (wanted) => wanted === protocolNumber(skb.packet.l4))) return false;
  const conn = findConnection(ctx);
  if (!conn || !fits(spec.vport, (port) => port === conn.virtualPort)) return false;
  if (spec.vdir && (!skb.ct || (skb.ctDirection ?? 'original') !== spec.vdir.value.toLowerCase())) return false;
  if (!fits(spec.vmethod, (method) => METHODS[method] === conn.forward)) return false;
  if (!fits(spec.vaddr, (address) => addressMatches(conn.virtual, address))) return false;
  return spec.vportctl ? 'unknown' : true;
}

/** Holds by the IPVS connection of a packet. The port of a controlling connection (--vportctl) is not simulated. */
export const ipvs: MatchExtension<'ipvs', IpvsSpec> = tableMatch({
  name: 'ipvs',
  reference: 'net/netfilter/xt_ipvs.c',
  fields: FIELDS,
  oneOf: true,
  simulated: 'partly',
  test,
  actual: (_spec, ctx) => {
    const conn = ctx.skb.ipvsProperty ? findConnection(ctx) : undefined;
    return conn ? conn.service : ctx.skb.ipvsProperty ? '--ipvs' : '! --ipvs';
  },
});
