import {
  ETHER_ADDR,
  IPV4_ADDR,
  IPV6_ADDR,
  integerType,
  type NftDatatype,
  IFACE_INDEX,
  IFNAME,
  STRING,
  TIME,
} from './datatype';
import { INET_PROTO, INET_SERVICE } from './internet';
import * as symbols from './symbols';
import { DAY, HOUR } from './times';

/** Every type a set can be declared with, by its name: one line each. */
const DATATYPES: ReadonlyMap<string, NftDatatype> = new Map(
  [
    IPV4_ADDR,
    IPV6_ADDR,
    ETHER_ADDR,
    IFNAME,
    IFACE_INDEX,
    STRING,
    TIME,
    symbols.INTEGER,
    symbols.MARK_DATATYPE,
    INET_SERVICE,
    INET_PROTO,
    HOUR,
    DAY,
    symbols.CT_STATE,
    symbols.CT_STATUS,
    symbols.CT_DIR,
    symbols.CT_EVENT,
    symbols.FIB_ADDRTYPE,
    symbols.ICMP_TYPE_DATATYPE,
    symbols.ICMPV6_TYPE_DATATYPE,
    symbols.ICMP_CODE,
    symbols.ICMPV6_CODE,
    symbols.ICMPX_CODE,
    symbols.TCP_FLAG,
    symbols.NF_PROTO,
    symbols.ETHER_TYPE,
    symbols.PKT_TYPE,
    symbols.BOOLEAN,
    symbols.DSCP_TYPE,
    symbols.ECN_TYPE,
    symbols.SCTP_CHUNK,
    symbols.UID,
    symbols.GID,
    symbols.REALM,
    symbols.CLASSID,
    symbols.DEVGROUP,
    symbols.IFACE_TYPE,
    symbols.IGMP_TYPE,
    symbols.DCCP_TYPE,
    symbols.MH_TYPE,
    symbols.ARP_OP,
    symbols.BITMASK8,
    integerType('ct_label', 53, { host: true }),
    integerType('cgroupsv2', 53),
  ].map((type) => [type.name, type] as const),
);

/** The type of a name; undefined if none is known. */
export function findDatatype(name: string): NftDatatype | undefined {
  return DATATYPES.get(name);
}
