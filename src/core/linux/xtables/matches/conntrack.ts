import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { secondsLeft, type CtStatus } from '../../conntrack/table';
import type { Skb } from '../../skb';
import { ctHas, getCtState, type HookContext, type MatchExtension } from '../extension';
import { ADDRESS_MASK, addressMatches, type MaskedAddress } from '../syntax/addresses';
import { inRange, PORT_RANGE, rangeCodec, type NumberRange } from '../syntax/numbers';
import { field, type Codec, type OptionValue, type TableSpec, choiceCodec, setCodec } from '../syntax/option-table';
import { findProtocol } from '../syntax/protocols';
import { tableMatch } from '../syntax/extension-table';
import { unless, type PacketSet, type PacketSpace } from '../../packet-space';

const STATES = ['INVALID', 'NEW', 'RELATED', 'ESTABLISHED', 'UNTRACKED', 'SNAT', 'DNAT'] as const;
const STATUSES = ['NONE', 'EXPECTED', 'SEEN_REPLY', 'ASSURED', 'CONFIRMED'] as const;

const PROTOCOL: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const protocol = findProtocol(text);
    return protocol !== undefined ? ok(protocol) : err(phrase('xtables.value-protocol', { value: text }));
  },
  print: (protocol) => [String(protocol)],
};

/** NONE is no bit: it stands only alone. */
const STATUS: Codec<readonly (typeof STATUSES)[number][]> = {
  ...setCodec(STATUSES),
  parse: (values, family) => {
    const read = setCodec(STATUSES).parse(values, family);
    if (!read.ok || read.value.length === 1) return read;
    return ok(read.value.filter((status) => status !== 'NONE'));
  },
};

const FIELDS = {
  state: field('--ctstate', setCodec(STATES), { negatable: true }),
  proto: field('--ctproto', PROTOCOL, { negatable: true }),
  origsrc: field('--ctorigsrc', ADDRESS_MASK, { negatable: true }),
  origdst: field('--ctorigdst', ADDRESS_MASK, { negatable: true }),
  replsrc: field('--ctreplsrc', ADDRESS_MASK, { negatable: true }),
  repldst: field('--ctrepldst', ADDRESS_MASK, { negatable: true }),
  origsrcport: field('--ctorigsrcport', PORT_RANGE, { negatable: true }),
  origdstport: field('--ctorigdstport', PORT_RANGE, { negatable: true }),
  replsrcport: field('--ctreplsrcport', PORT_RANGE, { negatable: true }),
  repldstport: field('--ctrepldstport', PORT_RANGE, { negatable: true }),
  status: field('--ctstatus', STATUS, { negatable: true }),
  expire: field('--ctexpire', rangeCodec(0, 0xffffffff), { negatable: true }),
  dir: field('--ctdir', choiceCodec(['ORIGINAL', 'REPLY'])),
};
export type ConntrackSpec = TableSpec<typeof FIELDS>;

function stateMatches(wanted: NonNullable<ConntrackSpec['state']>, skb: Skb): boolean {
  const has = (state: (typeof STATES)[number]): boolean => {
    if (state === 'SNAT') return ctHas(skb, 'SRC_NAT');
    if (state === 'DNAT') return ctHas(skb, 'DST_NAT');
    return getCtState(skb) === state;
  };
  return wanted.value.some(has) !== wanted.negated;
}

/** Each side of the entry that a rule can name.  */
function entryMatches(spec: ConntrackSpec, ct: NonNullable<Skb['ct']>, skb: Skb): boolean {
  const address = (want: OptionValue<MaskedAddress> | undefined, is: typeof ct.original.src): boolean =>
    !want || addressMatches(is, want.value) !== want.negated;
  const port = (want: OptionValue<NumberRange> | undefined, is: number): boolean =>
    !want || inRange(is, want.value) !== want.negated;
  const { original, reply } = ct;
  const status = (name: (typeof STATUSES)[number]): boolean => {
    if (name === 'EXPECTED') return ct.expectedBy !== undefined;
    return name !== 'NONE' && ctHas(skb, name satisfies CtStatus);
  };
  return (
    address(spec.origsrc, original.src) &&
    address(spec.origdst, original.dst) &&
    address(spec.replsrc, reply.src) &&
    address(spec.repldst, reply.dst) &&
    (!spec.proto || (original.protocol === spec.proto.value) !== spec.proto.negated) &&
    port(spec.origsrcport, original.sport) &&
    port(spec.origdstport, original.dport) &&
    port(spec.replsrcport, reply.sport) &&
    port(spec.repldstport, reply.dport) &&
    (!spec.status || spec.status.value.some(status) !== spec.status.negated)
  );
}

function test(spec: ConntrackSpec, { skb, state }: HookContext): boolean {
  if (spec.state && !stateMatches(spec.state, skb)) return false;
  // As the kernel: without an entry, what else was asked is not looked at if the state fitted.
  if (!skb.ct) return spec.state !== undefined;
  if (spec.dir && (skb.ctDirection ?? 'original') !== spec.dir.value.toLowerCase()) return false;
  if (!entryMatches(spec, skb.ct, skb)) return false;
  return !spec.expire || inRange(secondsLeft(skb.ct, state.now), spec.expire.value) !== spec.expire.negated;
}

/** The state is a field of the packet here; what else the entry says is not. */
function conntrackSet({ state, ...rest }: ConntrackSpec, space: PacketSpace): PacketSet | undefined {
  if (!state) return undefined;
  const states = state.value.filter((name) => name !== 'SNAT' && name !== 'DNAT');
  const sets: PacketSet[] = [space.state(states)];
  for (const [name, side] of [
    ['SNAT', 'src'],
    ['DNAT', 'dst'],
  ] as const) {
    const translated = state.value.includes(name) ? space.translated(side) : space.none;
    if (translated === undefined) return undefined;
    sets.push(translated);
  }
  const set = unless(space, state.negated, space.either(...sets));
  return Object.keys(rest).length === 0 ? set : space.both(set, space.may());
}

/** Holds by the conntrack entry of the packet's connection. */
export const conntrack: MatchExtension<'conntrack', ConntrackSpec> = tableMatch({
  name: 'conntrack',
  reference: 'net/netfilter/xt_conntrack.c',
  fields: FIELDS,
  oneOf: true,
  test,
  set: conntrackSet,
  actual: (_spec, { skb }) => {
    const extra = (['SNAT', 'DNAT'] as const).filter((name) => ctHas(skb, name === 'SNAT' ? 'SRC_NAT' : 'DST_NAT'));
    return `--ctstate ${[getCtState(skb), ...extra].join(',')}`;
  },
});
