import { formatIp, parseIp } from '../net/ip';
import type { Network } from '../linux/netns';
import type { FlowEnds } from './pasted-types';

/** The namespace of the pasted node, of several the first one. */
export const NODE_ID = 'node';

/** Is it the namespace of a machine whose texts were pasted? */
export function isMachine(id: string): boolean {
  return id === NODE_ID || id.startsWith(`${NODE_ID}:`);
}

/**
 * The namespace a flow of pasted nodes begins in: the peer that has the address; where no device is
 * named the node that has it, else the first node. Undefined: nobody has the address.
 */
export function senderOfPasted(network: Network, from: FlowEnds['from'], host = NODE_ID): string | undefined {
  const address = parseIp(from.address ?? '');
  const wanted = address.ok ? formatIp(address.value) : undefined;
  const owners = [...network.netns.values()].filter(({ devices }) =>
    devices.some((device) => device.addresses.some((own) => formatIp(own.address) === wanted)),
  );
  if (!from.device) return owners.find(({ kind, id }) => kind === 'node' && isMachine(id))?.id ?? NODE_ID;
  return owners.find(({ id }) => id !== host)?.id;
}
