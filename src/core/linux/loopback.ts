import { ip } from '../net/ip';
import type { Device } from './netns';

/** `lo` with the addresses it is brought up with (net/ipv4/devinet.c `inetdev_event`, net/ipv6/addrconf.c `init_loopback`). */
export const LOOPBACK: Device = {
  name: 'lo',
  kind: 'loopback',
  up: true,
  addresses: [
    { address: ip('127.0.0.1'), prefix: 8 },
    { address: ip('::1'), prefix: 128 },
  ],
};
