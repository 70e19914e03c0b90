import type { IpFamily } from '../../net/ip';

/** One line of `ipset save`: `add NAME 10.0.0.1,tcp:80 nomatch`. */
export interface IpSetMember {
  /** As written, the parts still joined by commas. */
  readonly element: string;
  /** An exception inside a set of networks. */
  readonly nomatch: boolean;
  /** The other words behind the element: `timeout 30 packets 5 bytes 300 comment "web"`. */
  readonly options?: string;
}

/** A set as `ipset save` lists it. */
export interface IpSet {
  readonly name: string;
  /** `hash:ip,port`, `bitmap:port`, `list:set`. */
  readonly type: string;
  /** Sets of ports, of link-layer addresses and of sets have none. */
  readonly family?: IpFamily;
  /** The words behind the type: `range 0-65535`, `timeout 300`. */
  readonly options: string;
  readonly members: readonly IpSetMember[];
}

/** What a part of an element is made of; the names are those in a set type. */
export type Dimension = 'ip' | 'net' | 'port' | 'mac' | 'iface' | 'mark';

/** One type of set. One file each in kinds/, listed once in kinds/index.ts. */
export interface SetKind {
  /** As `ipset create` takes it: `hash:ip,port`. */
  readonly type: string;
  /** The kernel file imitated. */
  readonly reference: string;
  /** Empty for a list of sets. */
  readonly parts: readonly Dimension[];
  /** Ports are bare numbers, of TCP or UDP alike; otherwise `protocol:port`. */
  readonly barePorts?: true;
  /** The last part of an element may be missing: then any will do, and the first packet fills it in. */
  readonly lastOptional?: true;
  /** Only the most specific network that is listed, with whatever interface, is looked at. */
  readonly firstNetworkOnly?: true;
}
