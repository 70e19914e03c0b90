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
import * as symbols from './symbols';

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
    symbols.INET_SERVICE,
    symbols.INET_PROTO,
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
    integerType('devgroup', 32, { host: true }),
    integerType('iface_type', 16, { host: true }),
    integerType('ct_label', 53, { host: true }),
    integerType('cgroupsv2', 53),
  ].map((type) => [type.name, type] as const),
);

/** The type of a name; undefined if none is known. */
export function findDatatype(name: string): NftDatatype | undefined {
  return DATATYPES.get(name);
}
