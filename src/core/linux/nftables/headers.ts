import { ETHER_ADDR, IPV4_ADDR, IPV6_ADDR, type NftDatatype } from './datatypes/datatype';
import * as types from './datatypes/symbols';

/** A field of a header: its type and its place, in bits. */
export interface HeaderField {
  readonly type: NftDatatype;
  readonly offset: number;
  readonly bits: number;
}

export interface NftHeader {
  /** Only packets of this family have it. */
  readonly family?: 'ipv4' | 'ipv6';
  /** Only packets of this protocol have it. */
  readonly protocol?: number;
  readonly fields: Readonly<Record<string, HeaderField>>;
}

const at = (offset: number, bits: number, type: NftDatatype = types.INTEGER): HeaderField => ({ offset, bits, type });

const PORTS = { sport: at(0, 16, types.INET_SERVICE), dport: at(16, 16, types.INET_SERVICE) };

/** Headers and their fields as nft names them (src/proto.c). */
export const HEADERS: Readonly<Record<string, NftHeader>> = {
  ether: {
    fields: { daddr: at(0, 48, ETHER_ADDR), saddr: at(48, 48, ETHER_ADDR), type: at(96, 16, types.ETHER_TYPE) },
  },
  vlan: { fields: { id: at(4, 12), dei: at(3, 1), pcp: at(0, 3), type: at(16, 16, types.ETHER_TYPE) } },
  arp: { fields: { htype: at(0, 16), ptype: at(16, 16, types.ETHER_TYPE), operation: at(48, 16) } },
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
      protocol: at(72, 8, types.INET_PROTO),
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
      nexthdr: at(48, 8, types.INET_PROTO),
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
  udplite: { protocol: 136, fields: { ...PORTS, checksum: at(48, 16) } },
  sctp: { protocol: 132, fields: { ...PORTS, vtag: at(32, 32), checksum: at(64, 32) } },
  dccp: { protocol: 33, fields: { ...PORTS, type: at(67, 4) } },
  icmp: {
    family: 'ipv4',
    protocol: 1,
    fields: {
      type: at(0, 8, types.ICMP_TYPE_DATATYPE),
      code: at(8, 8, types.ICMP_CODE),
      checksum: at(16, 16),
      id: at(32, 16),
      sequence: at(48, 16),
      mtu: at(48, 16),
      gateway: at(32, 32),
    },
  },
  icmpv6: {
    family: 'ipv6',
    protocol: 58,
    fields: {
      type: at(0, 8, types.ICMPV6_TYPE_DATATYPE),
      code: at(8, 8, types.ICMPV6_CODE),
      checksum: at(16, 16),
      id: at(32, 16),
      sequence: at(48, 16),
      mtu: at(32, 32),
    },
  },
  esp: { protocol: 50, fields: { spi: at(0, 32), sequence: at(32, 32) } },
  ah: { protocol: 51, fields: { nexthdr: at(0, 8, types.INET_PROTO), spi: at(32, 32), sequence: at(64, 32) } },
  comp: { protocol: 108, fields: { nexthdr: at(0, 8, types.INET_PROTO), cpi: at(16, 16) } },
};
