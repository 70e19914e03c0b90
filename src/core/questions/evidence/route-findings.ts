import { listPodIPs } from '../../kubernetes/pods';
import type { ClusterObjects } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { Netns } from '../../linux/netns';
import type { Route } from '../../linux/routing/fib';
import { contains, formatCidr, formatIp, makeCidr, parseIp, type IpAddress } from '../../net/ip';
import type { EvidenceFinding } from './evidence-finding';

/** A Pod of another Node to which no route of the machine leads but the one to everything. */
export interface UnroutedPod {
  readonly address: IpAddress;
  readonly node: string;
  /** The route it takes. */
  readonly by: Route;
  /** A route to Pods of another Node, which shows that Pod networks are routed here. */
  readonly like: Route;
}

/** The longest of the main table's routes for an address. */
function findRoute({ routes }: Pick<Netns, 'routes'>, address: IpAddress): Route | undefined {
  return routes
    .filter(({ table, type, dst }) => table === 'main' && type === 'unicast' && contains(dst, address))
    .toSorted((a, b) => b.dst.prefix - a.dst.prefix)[0];
}

/** Pods of a routed Pod network that a machine's listed routes leave to its gateway; `here`: what the machine is called. */
export function listUnrouted(
  machine: Pick<Netns, 'routes' | 'devices'>,
  { pods }: Pick<ClusterObjects, 'pods'>,
  here: string,
): readonly UnroutedPod[] {
  const isNear = (address: IpAddress): boolean =>
    machine.devices.some(({ addresses }) =>
      addresses.some(
        (own) => own.address.family === address.family && contains(makeCidr(own.address, own.prefix), address),
      ),
    );
  const others = pods.flatMap((pod) => {
    const { nodeName } = pod.spec;
    if (nodeName === undefined || nodeName === here || pod.spec.hostNetwork) return [];
    return listPodIPs(pod).flatMap((text) => {
      const address = parseIp(text);
      const by = address.ok && !isNear(address.value) ? findRoute(machine, address.value) : undefined;
      return address.ok && by ? [{ address: address.value, node: nodeName, by }] : [];
    });
  });
  const like = others.find(({ by }) => by.dst.prefix > 0 && by.via !== undefined)?.by;
  const lost = others.filter(({ by }) => by.dst.prefix === 0);
  return like ? lost.map((each) => ({ ...each, like })) : [];
}

/** Pods of other Nodes to which the listed routes of a machine have no way of their own, a Node each. */
export function findOfRoutes(
  machine: Pick<Netns, 'routes' | 'devices' | 'title'>,
  objects: Pick<ClusterObjects, 'pods'>,
): readonly EvidenceFinding[] {
  const once = new Map(listUnrouted(machine, objects, machine.title).map((each) => [each.node, each]));
  return [...once.values()].map(({ address, node, by, like }): EvidenceFinding => {
    const values = {
      pod: formatIp(address),
      node,
      gateway: by.via ? formatIp(by.via) : (by.dev ?? 'none'),
      like: `${formatCidr(like.dst)} via ${like.via ? formatIp(like.via) : ''}`,
    };
    const says = phrase('evidence.no-pod-route', values);
    return {
      id: 'no-pod-route',
      severity: 'error',
      says,
      next: phrase('evidence.next.no-pod-route', values),
      words: [formatCidr(like.dst)],
    };
  });
}
