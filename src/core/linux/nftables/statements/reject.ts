import type { NftDatatype } from '../datatypes/datatype';
import { ICMP_CODE, ICMPV6_CODE, ICMPX_CODE } from '../datatypes/symbols';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import type { Parser } from '../text/parser';
import type { NftFamily } from '../types';

type Kind = 'tcp reset' | 'icmp' | 'icmpv6' | 'icmpx';

export interface NftRejectSpec {
  readonly kind: Kind;
  readonly code: number;
  /** Nothing was written behind `reject`. */
  readonly plain: boolean;
}

const CODES: Readonly<Record<Exclude<Kind, 'tcp reset'>, NftDatatype>> = {
  icmp: ICMP_CODE,
  icmpv6: ICMPV6_CODE,
  icmpx: ICMPX_CODE,
};
const PORT_UNREACHABLE = { icmp: 3, icmpv6: 4, icmpx: 1 } as const;

const defaultKind = (family: NftFamily): Exclude<Kind, 'tcp reset'> =>
  family === 'ip' ? 'icmp' : family === 'ip6' ? 'icmpv6' : 'icmpx';

function parse(parser: Parser): NftRejectSpec | undefined {
  if (!parser.take('reject')) return undefined;
  const usual = defaultKind(parser.scope.family);
  if (!parser.take('with')) return { kind: usual, code: PORT_UNREACHABLE[usual], plain: true };
  if (parser.take('tcp', 'reset')) return { kind: 'tcp reset', code: 0, plain: false };
  const kind = parser.takeOne(['icmp', 'icmpv6', 'icmpx'] as const);
  if (!kind) return undefined;
  parser.take('type');
  const code = CODES[kind].parse(parser.next());
  return typeof code === 'number'
    ? { kind, code, plain: kind === usual && code === PORT_UNREACHABLE[kind] }
    : undefined;
}

/** The names iptables gives to the same answers: what a trace says and the simulator sends. */
export const ICMP_WITH: Readonly<Record<number, string>> = {
  0: 'icmp-net-unreachable',
  1: 'icmp-host-unreachable',
  2: 'icmp-proto-unreachable',
  3: 'icmp-port-unreachable',
  9: 'icmp-net-prohibited',
  10: 'icmp-host-prohibited',
  13: 'icmp-admin-prohibited',
};
export const ICMPV6_WITH: Readonly<Record<number, string>> = {
  0: 'icmp6-no-route',
  1: 'icmp6-adm-prohibited',
  3: 'icmp6-addr-unreachable',
  4: 'icmp6-port-unreachable',
  5: 'icmp6-policy-fail',
  6: 'icmp6-reject-route',
};
/** `icmpx` in each family (`nft_reject_icmp_code`, `nft_reject_icmpv6_code`). */
export const ICMPX_WITH = {
  ipv4: ['icmp-net-unreachable', 'icmp-port-unreachable', 'icmp-host-unreachable', 'icmp-admin-prohibited'],
  ipv6: ['icmp6-no-route', 'icmp6-port-unreachable', 'icmp6-addr-unreachable', 'icmp6-adm-prohibited'],
} as const;

/** A reject of the other family, or a reset of what is not TCP, is a rule that does not hold. */
function run({ kind, code }: NftRejectSpec, { skb, family }: NftContext): StatementOutcome {
  const answer = (text: string | undefined): StatementOutcome =>
    text === undefined ? 'unknown' : { kind: 'REJECT', with: text };
  switch (kind) {
    case 'tcp reset':
      return skb.packet.l4.proto === 'tcp' ? answer('tcp-reset') : 'break';
    case 'icmp':
      return family === 'ipv4' ? answer(ICMP_WITH[code]) : 'break';
    case 'icmpv6':
      return family === 'ipv6' ? answer(ICMPV6_WITH[code]) : 'break';
    case 'icmpx':
      return answer(ICMPX_WITH[family][code]);
  }
}

/** Drops the packet and tells its sender. */
export const reject: NftStatementExtension<'reject', NftRejectSpec> = {
  name: 'reject',
  reference: 'net/netfilter/nft_reject_inet.c',
  simulated: 'full',
  starts: ['reject'],
  parse,
  print: ({ kind, code, plain }) => {
    if (plain) return 'reject';
    return kind === 'tcp reset' ? 'reject with tcp reset' : `reject with ${kind} ${CODES[kind].print(code)}`;
  },
  run,
};
