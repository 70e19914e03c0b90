import { flagType, hexOf, integerType, parseInteger, symbolType, type NftDatatype, withoutQuotes } from './datatype';

export const INTEGER = integerType('integer', 53, { perLine: 5 });

/** Names that nft lists between quotes. */
function quotedNames(type: NftDatatype): NftDatatype {
  return { ...type, print: (value) => type.print(value).replace(/^\D.*$/, '"$&"') };
}

/** `0x00004000/30`: nft lists a range of marks in a set so where it is one (DTYPE_F_PREFIX of mark_type). */
function markPrefix(word: string): ReturnType<NonNullable<NftDatatype['prefix']>> {
  const [value = '', length = ''] = word.split('/');
  const [from, prefix] = [parseInteger(value), parseInteger(length)];
  if (from === undefined || prefix === undefined || from >= 2 ** 32 || prefix > 32) return undefined;
  const size = 2 ** (32 - prefix);
  const first = from - (from % size);
  return { from: first, to: first + size - 1, prefix };
}

export const MARK_DATATYPE = integerType('mark', 32, { host: true, print: hexOf(8), perLine: 5, prefix: markPrefix });

export const CT_STATE = flagType('ct_state', 32, { invalid: 1, established: 2, related: 4, new: 8, untracked: 64 });
export const CT_STATUS = flagType('ct_status', 32, {
  expected: 1,
  'seen-reply': 2,
  assured: 4,
  confirmed: 8,
  snat: 16,
  dnat: 32,
  dying: 512,
});
export const CT_DIR = symbolType('ct_dir', 8, { original: 0, reply: 1 });
export const CT_EVENT = flagType('ct_event', 32, {
  new: 1,
  related: 2,
  destroy: 4,
  reply: 8,
  assured: 16,
  protoinfo: 32,
  helper: 64,
  mark: 128,
  natseqinfo: 256,
  secmark: 512,
  label: 1024,
});

/** RTN_* of include/uapi/linux/rtnetlink.h. */
export const FIB_ADDRTYPES: Readonly<Record<string, number>> = {
  unspec: 0,
  unicast: 1,
  local: 2,
  broadcast: 3,
  anycast: 4,
  multicast: 5,
  blackhole: 6,
  unreachable: 7,
  prohibit: 8,
  throw: 9,
  nat: 10,
  xresolve: 11,
};
export const FIB_ADDRTYPE = symbolType('fib_addrtype', 32, FIB_ADDRTYPES, { host: true });

export const ICMP_TYPE_DATATYPE = symbolType('icmp_type', 8, {
  'echo-reply': 0,
  'destination-unreachable': 3,
  'source-quench': 4,
  redirect: 5,
  'echo-request': 8,
  'router-advertisement': 9,
  'router-solicitation': 10,
  'time-exceeded': 11,
  'parameter-problem': 12,
  'timestamp-request': 13,
  'timestamp-reply': 14,
  'info-request': 15,
  'info-reply': 16,
  'address-mask-request': 17,
  'address-mask-reply': 18,
});
export const ICMPV6_TYPE_DATATYPE = symbolType('icmpv6_type', 8, {
  'destination-unreachable': 1,
  'packet-too-big': 2,
  'time-exceeded': 3,
  'parameter-problem': 4,
  'echo-request': 128,
  'echo-reply': 129,
  'mld-listener-query': 130,
  'mld-listener-report': 131,
  'mld-listener-done': 132,
  'mld-listener-reduction': 132,
  'nd-router-solicit': 133,
  'nd-router-advert': 134,
  'nd-neighbor-solicit': 135,
  'nd-neighbor-advert': 136,
  'nd-redirect': 137,
  'router-renumbering': 138,
  'ind-neighbor-solicit': 141,
  'ind-neighbor-advert': 142,
  'mld2-listener-report': 143,
});
export const ICMP_CODE = symbolType('icmp_code', 8, {
  'net-unreachable': 0,
  'host-unreachable': 1,
  'prot-unreachable': 2,
  'port-unreachable': 3,
  'frag-needed': 4,
  'net-prohibited': 9,
  'host-prohibited': 10,
  'admin-prohibited': 13,
});
export const ICMPV6_CODE = symbolType('icmpv6_code', 8, {
  'no-route': 0,
  'admin-prohibited': 1,
  'addr-unreachable': 3,
  'port-unreachable': 4,
  'policy-fail': 5,
  'reject-route': 6,
});
export const ICMPX_CODE = symbolType('icmpx_code', 8, {
  'port-unreachable': 1,
  'admin-prohibited': 3,
  'no-route': 0,
  'host-unreachable': 2,
});
export const TCP_FLAG = flagType(
  'tcp_flag',
  8,
  { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16, urg: 32, ecn: 64, cwr: 128 },
  ' | ',
);
export const NF_PROTO = symbolType('nf_proto', 8, { ipv4: 2, ipv6: 10 });
export const ETHER_TYPE = symbolType(
  'ether_type',
  16,
  { ip: 0x0800, arp: 0x0806, ip6: 0x86dd, '8021q': 0x8100, '8021ad': 0x88a8, vlan: 0x8100 },
  { printEnd: hexOf(4) },
);
export const ARP_OP = symbolType('arp_op', 16, {
  request: 1,
  reply: 2,
  rrequest: 3,
  rreply: 4,
  inrequest: 8,
  inreply: 9,
  nak: 10,
});
export const IFACE_TYPE = symbolType(
  'iface_type',
  16,
  { ether: 1, ppp: 512, ipip: 768, ipip6: 769, loopback: 772, sit: 776, ipgre: 778 },
  { host: true },
);
export const IGMP_TYPE = symbolType('igmp_type', 8, {
  'membership-query': 0x11,
  'membership-report-v1': 0x12,
  'membership-report-v2': 0x16,
  'membership-report-v3': 0x22,
  'leave-group': 0x17,
});
export const DCCP_TYPE = symbolType('dccp_pkttype', 4, {
  request: 0,
  response: 1,
  data: 2,
  ack: 3,
  dataack: 4,
  closereq: 5,
  close: 6,
  reset: 7,
  sync: 8,
  syncack: 9,
});
export const MH_TYPE = symbolType('mh_type', 8, {
  'binding-refresh-request': 0,
  'home-test-init': 1,
  'careof-test-init': 2,
  'home-test': 3,
  'careof-test': 4,
  'binding-update': 5,
  'binding-acknowledgement': 6,
  'binding-error': 7,
  'fast-binding-update': 8,
  'fast-binding-acknowledgement': 9,
  'fast-binding-advertisement': 10,
  'experimental-mobility-header': 11,
  'home-agent-switch-message': 12,
});
/** Groups of devices, by the names every machine has (/etc/iproute2/group). */
export const DEVGROUP = quotedNames(symbolType('devgroup', 32, { default: 0 }, { host: true }));
/** A byte whose bits are flags without names. */
export const BITMASK8 = integerType('bitmask', 8, { print: hexOf(0) });
export const PKT_TYPE = symbolType('pkt_type', 8, { host: 0, unicast: 0, broadcast: 1, multicast: 2, other: 3 });
export const BOOLEAN: NftDatatype = symbolType('boolean', 8, { exists: 1, missing: 0 });

const DSCP: Readonly<Record<string, number>> = {
  cs0: 0,
  cs1: 8,
  cs2: 16,
  cs3: 24,
  cs4: 32,
  cs5: 40,
  cs6: 48,
  cs7: 56,
  df: 0,
  be: 0,
  lephb: 1,
  af11: 10,
  af12: 12,
  af13: 14,
  af21: 18,
  af22: 20,
  af23: 22,
  af31: 26,
  af32: 28,
  af33: 30,
  af41: 34,
  af42: 36,
  af43: 38,
  va: 44,
  ef: 46,
};
/** A code point without a name is listed as two digits. */
export const DSCP_TYPE: NftDatatype = symbolType('dscp', 6, DSCP, { printEnd: hexOf(2) });
export const ECN_TYPE = symbolType('ecn', 2, { 'not-ect': 0, ect1: 1, ect0: 2, ce: 3 });
export const SCTP_CHUNK = symbolType('sctp_chunk', 8, {
  data: 0,
  init: 1,
  'init-ack': 2,
  sack: 3,
  heartbeat: 4,
  'heartbeat-ack': 5,
  abort: 6,
  shutdown: 7,
  'shutdown-ack': 8,
  error: 9,
  'cookie-echo': 10,
  'cookie-ack': 11,
});
export const UID: NftDatatype = symbolType('uid', 32, { root: 0 }, { host: true, print: String });
export const GID: NftDatatype = symbolType('gid', 32, { root: 0 }, { host: true, print: String });
export const REALM = quotedNames(symbolType('realm', 32, { cosmos: 0 }, { host: true }));
/** Handles of tc with a name. */
const HANDLES: Readonly<Record<string, number>> = { none: 0, root: 0xffffffff };

export const CLASSID: NftDatatype = {
  ...integerType('classid', 32, { host: true }),
  print: (value) => {
    const handle = Number(value);
    const named = Object.keys(HANDLES).find((name) => HANDLES[name] === handle);
    return named ?? `${Math.floor(handle / 65_536).toString(16)}:${(handle % 65_536).toString(16)}`;
  },
  parse: (written) => {
    const word = withoutQuotes(written);
    const named = HANDLES[word];
    if (named !== undefined) return named;
    const parts = /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(word);
    return parts
      ? Number.parseInt(parts[1] ?? '', 16) * 65_536 + Number.parseInt(parts[2] ?? '', 16)
      : parseInteger(word);
  },
};
