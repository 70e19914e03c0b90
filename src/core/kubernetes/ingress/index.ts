import type { Memo } from '../../lib/memo';
import type { Socket } from '../../linux/namespace';
import type { Netns, Network } from '../../linux/netns';
import type { IpFamily } from '../../net/ip';
import { namespacedName, type ClusterObjects, type PodObject } from '../types';
import type { ObjectFinding } from '../finding';
import { findControllers, httpPorts, type Controller } from './controllers';
import { ownsAddress, makeDoors } from './doors';
import { routingFindings } from './findings';
import { makeRouter } from './router';

/** What makes proxies of the Pods of Ingress controllers and Gateways. */
export interface IngressPlane {
  /**
   * The network in which the Pods of controllers read requests and open connections of their own, as the Ingresses and
   * HTTPRoutes of the cluster say; with where each of those is reached, and what there is to say of them.
   */
  readonly withIngress: (
    network: Network,
    cluster: ClusterObjects,
    memo: Memo,
  ) => { readonly network: Network; readonly findings: readonly ObjectFinding[] };
}

/** See {@link IngressPlane}. */
export const INGRESS: IngressPlane = {
  withIngress: (network, cluster, memo) => {
    const served = findControllers(cluster, memo);
    const findings = routingFindings(cluster, served, memo);
    const doors = makeDoors(cluster, served);
    const netns = new Map(network.netns);
    for (const controller of served.controllers) {
      for (const pod of controller.pods.filter(ownsAddress)) {
        const own = netns.get(pod.spec.hostNetwork ? (pod.spec.nodeName ?? '') : namespacedName(pod));
        if (own) netns.set(own.id, proxying(own, pod, { controller, cluster, memo }));
      }
    }
    return { network: { ...network, netns, doors }, findings };
  },
};

interface Ground {
  readonly controller: Controller;
  readonly cluster: ClusterObjects;
  readonly memo: Memo;
}

/** The namespace with the Pod's HTTP ports as those of a proxy. */
function proxying(netns: Netns, pod: PodObject, { controller, cluster, memo }: Ground): Netns {
  const owner = namespacedName(pod);
  const families = listFamilies(netns);
  const own = httpPorts(controller, pod).map((port): Socket => {
    const http = makeRouter({ controller, port, cluster, families, memo });
    return { proto: 'tcp', port: port.port, owner, reply: 'proxy', proxy: { endpoints: [], http } };
  });
  const isOwn = ({ proto, port, owner: whose }: Socket): boolean =>
    proto === 'tcp' && whose === owner && own.some((each) => each.port === port);
  return { ...netns, sockets: [...own, ...netns.sockets.filter((socket) => !isOwn(socket))] };
}

function listFamilies({ devices }: Netns): ReadonlySet<IpFamily> {
  return new Set(
    devices
      .filter(({ kind }) => kind !== 'loopback' && kind !== 'dummy')
      .flatMap(({ addresses }) => addresses.map(({ address }) => address.family)),
  );
}
