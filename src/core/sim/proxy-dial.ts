import type { Netns, Socket } from '../linux/netns';
import type { Packet } from '../net/packet';

/** The second connection of a proxying process while it is made. */
export interface ProxyDial {
  readonly netns: Netns;
  readonly socket: Socket;
  /** The client's packet as the process got it. */
  readonly client: Packet;
  attempts: number;
  /** What was sent last. */
  request?: Packet;
  /** Answered, or given up. */
  over: boolean;
}
