import { foldAddress, hash32, type IpvsScheduler, atPosition } from '../scheduler';

const TABLE_BITS = 8;

/** Destination hashing: 256 places filled with the list again and again. */
export const dh: IpvsScheduler = {
  name: 'dh',
  reference: 'net/netfilter/ipvs/ip_vs_dh.c',
  schedule: (input) => {
    const { servers, packet } = input;
    if (servers.length === 0) return undefined;
    const chosen = atPosition(input, hash32(foldAddress(packet.dst), TABLE_BITS) % servers.length);
    return chosen && chosen.weight > 0 ? chosen : undefined;
  },
};
