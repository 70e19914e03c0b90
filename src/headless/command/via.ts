import type { Opened } from '../../core/document/explored';
import type { Flow } from '../../core/document/document';
import { resolveFlow } from '../../core/document/resolve-flow';
import { CLIENT_ID } from '../../core/kubernetes/network';
import type { Netns } from '../../core/linux/netns';
import type { Route } from '../../core/linux/routing/fib';
import { hostCidr, type IpAddress } from '../../core/net/ip';
import { CommandRefusal, type CommandCall, type CommandOption } from './command';

/** By which node a packet from outside comes. */
export const VIA_OPTION: CommandOption = {
  name: 'via',
  value: 'NODE',
  about: 'of a packet from outside: by which Node it comes, as a router or a load balancer hands it on',
};

/** A device that wires of the cluster's nodes are on, as its client has it. */
const WIRE = 'eth0';

function addressOnWire({ devices }: Netns, { family }: IpAddress): IpAddress | undefined {
  const wire = devices.find(({ name }) => name === WIRE);
  return wire?.addresses.find(({ address }) => address.family === family)?.address;
}

/**
 * The network with a route of whoever is outside: what the flow asks for is handed to the node of `--via`. Without that
 * option it is as it was.
 * @throws {CommandRefusal} 64: there is no such Node, or the packet is not from outside
 */
export function handTo(opened: Opened, flow: Flow, { options, word }: CommandCall): Opened {
  const name = options.get('via');
  if (name === undefined) return opened;
  const { document, derived } = opened;
  const { network } = derived;
  const client = network.netns.get(CLIENT_ID);
  if (flow.from.kind !== 'external' || !client) throw new CommandRefusal(64, word('viaOutside', {}));
  const node = network.netns.get(name);
  if (node?.kind !== 'node') throw new CommandRefusal(64, word('noVia', { name }));
  const sent = resolveFlow(document, network, flow);
  const via = sent.ok ? addressOnWire(node, sent.value.dst) : undefined;
  if (!sent.ok || !via) return opened;
  const route: Route = { table: 'main', type: 'unicast', dst: hostCidr(sent.value.dst), via, dev: WIRE };
  const netns = new Map(network.netns).set(CLIENT_ID, { ...client, routes: [route, ...client.routes] });
  return { ...opened, derived: { ...derived, network: { ...network, netns } }, explored: new Map() };
}
