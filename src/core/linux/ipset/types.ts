import type { IpFamily } from '../../net/ip';

/** One line of `ipset save`: `add NAME 10.0.0.1,tcp:80 nomatch`. */
export interface IpSetMember {
  /** As written, the parts still joined by commas. */
  readonly element: string;
  /** An exception inside a set of networks. */
  readonly nomatch: boolean;
}

/** A set as `ipset save` lists it. */
export interface IpSet {
  readonly name: string;
  /** `hash:ip,port`, `bitmap:port`, `list:set`. */
  readonly type: string;
  /** Sets of ports and of sets have none. */
  readonly family?: IpFamily;
  /** The words behind the type: `range 0-65535`, `timeout 300`. */
  readonly options: string;
  readonly members: readonly IpSetMember[];
}
