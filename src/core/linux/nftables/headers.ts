import { ETHER_ADDR, IPV4_ADDR, IPV6_ADDR, type NftDatatype } from './datatypes/datatype';
import { INET_PROTO, INET_SERVICE } from './datatypes/internet';
import * as types from './datatypes/symbols';

/** A field of a header: its type and its place, in bits. */
export interface HeaderField {
  readonly type: NftDatatype;
  readonly offset: number;
  readonly bits: number;
  /** Only messages of these types have it: nft asks for the type before it (`proto_icmp`, `proto_icmp6` in src/proto.c). */
  readonly messages?: readonly number[];
}

export interface NftHeader {
  /** Only packets of this family have it. */
  readonly family?: 'ipv4' | 'ipv6';
  /** Only packets of this protocol have it. */
  readonly protocol?: number;
  readonly fields: Readonly<Record<string, HeaderField>>;
}

const at = (offset: number, bits: number, type: NftDatatype = types.INTEGER): HeaderField => ({ offset, bits, type });

const of = (messages: readonly number[], field: HeaderField): HeaderField => ({ ...field, messages });

/** nft reads and lists it as a number; people write an address. */
const GROUP: NftDatatype = {
  ...types.INTEGER,
  bits: 32,
  parse: (word) => types.INTEGER.parse(word) ?? IPV4_ADDR.parse(word),
};

const PORTS = { sport: at(0, 16, INET_SERVICE), dport: at(16, 16, INET_SERVICE) };

/** Headers and their fields as nft names them (src/proto.c). */
export const HEADERS: Readonly<Record<string, NftHeader>> = {
  ether: {
    fields: { daddr: at(0, 48, ETHER_ADDR), saddr: at(48, 48, ETHER_ADDR), type: at(96, 16, types.ETHER_TYPE) },
  },
  vlan: {
    fields: {
      id: at(4, 12),
      dei: at(3, 1),
      cfi: at(3, 1),
      pcp: at(0, 3),
      type: at(16, 16, types.ETHER_TYPE),
    },
  },
  arp: {
    fields: {
      htype: at(0, 16),
      ptype: at(16, 16, types.ETHER_TYPE),
      hlen: at(32, 8),
      plen: at(40, 8),
      operation: at(48, 16, types.ARP_OP),
      'saddr ether': at(64, 48, ETHER_ADDR),
      'saddr ip': at(112, 32, IPV4_ADDR),
      'daddr ether': at(144, 48, ETHER_ADDR),
      'daddr ip': at(192, 32, IPV4_ADDR),
    },
  },
  ip: {
    family: 'ipv4',
    fields: {
      version: at(0, 4),
      hdrlength: at(4, 4),
      dscp: at(8, 6, types.DSCP_TYPE),
      ecn: at(14, 2, types.ECN_TYPE),
      length: at(16, 16),
      id: at(32, 16),
      'frag-off': at(48, 16),
      ttl: at(64, 8),
      protocol: at(72, 8, INET_PROTO),
      checksum: at(80, 16),
      saddr: at(96, 32, IPV4_ADDR),
      daddr: at(128, 32, IPV4_ADDR),
    },
  },
  ip6: {
    family: 'ipv6',
    fields: {
      version: at(0, 4),
      dscp: at(4, 6, types.DSCP_TYPE),
      ecn: at(10, 2, types.ECN_TYPE),
      flowlabel: at(12, 20),
      length: at(32, 16),
      nexthdr: at(48, 8, INET_PROTO),
      hoplimit: at(56, 8),
      saddr: at(64, 128, IPV6_ADDR),
      daddr: at(192, 128, IPV6_ADDR),
    },
  },
  th: { fields: PORTS },
  tcp: {
    protocol: 6,
    fields: {
      ...PORTS,
      sequence: at(32, 32),
      ackseq: at(64, 32),
      doff: at(96, 4),
      reserved: at(100, 4),
      flags: at(104, 8, types.TCP_FLAG),
      window: at(112, 16),
      checksum: at(128, 16),
      urgptr: at(144, 16),
    },
  },
  udp: { protocol: 17, fields: { ...PORTS, length: at(32, 16), checksum: at(48, 16) } },
  udplite: { protocol: 136, fields: { ...PORTS, csumcov: at(32, 16), checksum: at(48, 16) } },
  sctp: { protocol: 132, fields: { ...PORTS, vtag: at(32, 32), checksum: at(64, 32) } },
  dccp: { protocol: 33, fields: { ...PORTS, type: at(67, 4, types.DCCP_TYPE) } },
  icmp: {
    family: 'ipv4',
    protocol: 1,
    fields: {
      type: at(0, 8, types.ICMP_TYPE_DATATYPE),
      code: at(8, 8, types.ICMP_CODE),
      checksum: at(16, 16),
      id: of([0, 8], at(32, 16)),
      sequence: of([0, 8], at(48, 16)),
      mtu: of([3], at(48, 16)),
      gateway: of([5], at(32, 32)),
    },
  },
  icmpv6: {
    family: 'ipv6',
    protocol: 58,
    fields: {
      type: at(0, 8, types.ICMPV6_TYPE_DATATYPE),
      code: at(8, 8, types.ICMPV6_CODE),
      checksum: at(16, 16),
      id: of([128, 129], at(32, 16)),
      sequence: of([128, 129], at(48, 16)),
      'max-delay': of([130], at(32, 16)),
      mtu: of([2], at(32, 32)),
      taddr: of([135, 136, 137], at(64, 128, IPV6_ADDR)),
      daddr: of([137], at(192, 128, IPV6_ADDR)),
    },
  },
  igmp: {
    family: 'ipv4',
    protocol: 2,
    fields: {
      type: at(0, 8, types.IGMP_TYPE),
      mrt: at(8, 8),
      checksum: at(16, 16),
      group: at(32, 32, GROUP),
    },
  },
  esp: { protocol: 50, fields: { spi: at(0, 32), sequence: at(32, 32) } },
  ah: {
    protocol: 51,
    fields: {
      nexthdr: at(0, 8, INET_PROTO),
      hdrlength: at(8, 8),
      reserved: at(16, 16),
      spi: at(32, 32),
      sequence: at(64, 32),
    },
  },
  comp: {
    protocol: 108,
    fields: { nexthdr: at(0, 8, INET_PROTO), flags: at(8, 8, types.BITMASK8), cpi: at(16, 16) },
  },
};
