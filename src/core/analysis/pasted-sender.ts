import type { Network } from '../linux/netns';
import { formatIp, parseIp } from '../net/ip';
import { NODE_ID } from './node/node-id';
import type { FlowEnds } from './pasted-types';

/**
 * The namespace a flow of a pasted node begins in: the peer that has the address, the node itself when
 * no device is named. Undefined: nobody has the address.
 */
export function senderOfPasted(network: Network, from: FlowEnds['from']): string | undefined {
  if (!from.device) return NODE_ID;
  const address = parseIp(from.address ?? '');
  if (!address.ok) return undefined;
  const wanted = formatIp(address.value);
  for (const netns of network.netns.values()) {
    const owns = netns.devices.some((device) => device.addresses.some((own) => formatIp(own.address) === wanted));
    if (owns && netns.id !== NODE_ID) return netns.id;
  }
  return undefined;
}
