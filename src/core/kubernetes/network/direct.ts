import { listPodNetworks, routeDirectly, type PodOverlay } from './overlay';

/** No overlay: each node has a route to the others' Pods (flannel `host-gw`, Calico with BGP, kindnet). */
export const DIRECT_OVERLAY: PodOverlay<'direct'> = {
  id: 'direct',
  onNode: ({ others }) => ({
    devices: [],
    routes: others.flatMap((other) => listPodNetworks(other).flatMap((dst) => routeDirectly(other, dst))),
  }),
};
