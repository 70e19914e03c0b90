import { formatIp, type IpAddress } from '../net/ip';
import { hasPorts, type Packet } from '../net/packet';

/** A load balancer policy of HNS as VFP has it. */
export interface VfpBalancer {
  /** `10.96.0.10:80/TCP`; of a nodePort, which any address of the node has, `*:30080/TCP`. */
  readonly frontend: string;
  /** The object HNS was given, as JSON. */
  readonly policy: string;
  /** Direct server return: answers do not come back through it. */
  readonly dsr: boolean;
  /** The destination stays what was asked for. */
  readonly preservesDestination: boolean;
  /** The hash is of the client's address alone; else of both ends. */
  readonly byClient: boolean;
  readonly endpoints: readonly IpAddress[];
  /** Of all endpoints. */
  readonly port: number;
  /** What the source becomes without direct server return. Absent: the node's address. */
  readonly sourceVip?: IpAddress;
}

/** The virtual switch of a Windows node. */
export interface VSwitchNode {
  /** How Pods' packets go to other nodes: by their own addresses, or wrapped. */
  readonly network: 'l2bridge' | 'overlay';
  /** By {@link vfpFrontendKey}. */
  readonly balancers: ReadonlyMap<string, VfpBalancer>;
  /** The node's addresses, one a family. */
  readonly addresses: readonly IpAddress[];
}

/** `tcp 10.96.0.10 80`; without an address, that of a nodePort. */
export function vfpFrontendKey(protocol: string, address: string, port: number): string {
  return `${protocol} ${address} ${port}`;
}

/** How frontends are written that any address of the node has. */
export const ANY_ADDRESS = { ipv4: '*', ipv6: '[*]' } as const;

/** What was looked for among the policies, and what was found. */
export interface BalancerLookup {
  /** `10.96.0.10:80/TCP`. */
  readonly key: string;
  readonly found?: VfpBalancer;
}

/**
 * The policies a packet may meet: that of its destination, and, if that is the node's own, one of a nodePort.
 *
 * @param isOwn whether the destination is an address of the node
 */
export function lookUpBalancer({ balancers }: VSwitchNode, packet: Packet, isOwn: boolean): readonly BalancerLookup[] {
  const { l4, dst } = packet;
  if (!hasPorts(l4)) return [];
  const address = formatIp(dst);
  const look = (vip: string): BalancerLookup => {
    const found = balancers.get(vfpFrontendKey(l4.proto, vip, l4.dport));
    const shown = vip.includes(':') ? `[${vip}]` : vip;
    return { key: `${shown}:${l4.dport}/${l4.proto.toUpperCase()}`, ...(found ? { found } : {}) };
  };
  const first = look(address);
  return first.found || !isOwn ? [first] : [first, look(ANY_ADDRESS[dst.family])];
}
