import { formatIp, type IpAddress } from '../net/ip';
import type { NatRange } from '../linux/xtables/extension';

/** Ends begin at this value of a leaf. */
export const FIRST_END = 2;

/** What a host does with a packet, as others see it. */
export interface HostEnd {
  /**
   * `local`: a process or the kernel of this host gets it; `sent`: it leaves by a device; `dropped`: without a word;
   * `rejected`: with an error; `refused`: by the routing or what it takes for a martian; `unknown`: nobody can say. Of a whole
   * way: `taken` by a process; `closed`: no process listens; `left`: out of what is known.
   */
  readonly kind: 'local' | 'sent' | 'dropped' | 'rejected' | 'refused' | 'unknown' | 'taken' | 'closed' | 'left';
  /** Of a whole way: the machine where it ends. */
  readonly at?: string;
  /** Of one that is taken: who has the socket, and whether the first answer comes back to who sent it. */
  readonly by?: string;
  readonly answered?: boolean;
  /** Where it goes to by then, where that is not where it was sent to. */
  readonly dst?: string;
  /** The source it is seen with, where that is not who sent it. */
  readonly src?: string;
  /** The same, to go on with. */
  readonly to?: { readonly address?: IpAddress; readonly port?: number };
  readonly from?: IpAddress;
  /** A source port that is another, which the kernel took; told by ends that tell ways. */
  readonly sport?: 'any';
  /** Of one that is sent: the device, and the router it is handed to. */
  readonly device?: string;
  readonly via?: string;
  /** The same, to go on with. */
  readonly nexthop?: IpAddress;
  /** Of a REJECT: with which error. Of an unknown end: what nobody can say. */
  readonly why?: string;
}

/** `10.244.0.5:8080`, `10.244.0.5`, `:8080`; undefined: neither. */
export function endText(address: IpAddress | undefined, port: number | undefined): string | undefined {
  if (!address) return port === undefined ? undefined : `:${port}`;
  if (port === undefined) return formatIp(address);
  return address.family === 'ipv6' ? `[${formatIp(address)}]:${port}` : `${formatIp(address)}:${port}`;
}

/** A range of which the kernel takes one address or port, as rules write it: `10.0.0.1-10.0.0.9:1024-2048`. */
export function rangeText({ minAddress, maxAddress = minAddress, minPort, maxPort = minPort }: NatRange): string {
  const from = minAddress ? formatIp(minAddress) : '';
  const to = maxAddress ? formatIp(maxAddress) : '';
  const ports = minPort === undefined ? '' : `:${minPort}${maxPort === minPort ? '' : `-${maxPort}`}`;
  return `${from}${from === to ? '' : `-${to}`}${ports}`;
}

/** Ends by number, each once: hosts that are compared share one list. */
export class HostEnds {
  private readonly list: HostEnd[] = [];
  private readonly known = new Map<string, number>();
  /** Are ends told apart that differ in nothing but the source port, or in where a packet was sent that was rejected? */
  readonly tellsWays: boolean;

  constructor({ tellsWays = false }: { readonly tellsWays?: boolean } = {}) {
    this.tellsWays = tellsWays;
  }

  /** The number of an end. */
  number(end: HostEnd): number {
    const { kind, dst, src, device, via, why, sport, at, by, answered } = end;
    const key = JSON.stringify([kind, dst, src, device, via, why, sport, at, by, answered]);
    const known = this.known.get(key) ?? this.list.push(end) - 1;
    this.known.set(key, known);
    return known;
  }

  /** The end with a number. Throws where there is none. */
  at(number: number): HostEnd {
    const end = this.list[number];
    if (!end) throw new RangeError(`no end ${number}`);
    return end;
  }
}
