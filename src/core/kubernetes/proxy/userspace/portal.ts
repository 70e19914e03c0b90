import { draw } from '../../controllers/suffix';
import { endpointsOf, type EndpointInfo } from '../../endpoint';
import type { ServicePortInfo } from '../../service-port';
import type { EndpointSliceObject } from '../../types';
import type { PortBlock } from '../shared/service-blocks';
import type { ProxierContext } from './context';

/** A service port this mode can serve, before it has its socket. */
export interface Portal extends PortBlock {
  readonly port: ServicePortInfo & { readonly protocol: 'TCP' | 'UDP' };
  /** Ready ones, sorted. */
  readonly endpoints: readonly EndpointInfo[];
  /** Where in the range the search for a free port begins. */
  readonly start: number;
}

/**
 * Makes the portal of a service port; undefined for SCTP. kube-proxy draws proxy ports at random (with
 * a range) or lets the kernel do it: here the search begins at a number drawn from the node and the
 * service port's name, so that the same cluster has the same ports and an edit changes no others.
 */
export function portalOf(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  { family, node, listening }: ProxierContext,
): Portal | undefined {
  const { protocol } = port;
  if (protocol === 'SCTP') return undefined;
  const endpoints = endpointsOf(slices, port, { family, node }).filter(({ ready }) => ready);
  const start = draw(0, `proxy port ${node} ${port.name} ${port.proto}`, listening.ports.size);
  return { port: { ...port, protocol }, endpoints, start };
}
