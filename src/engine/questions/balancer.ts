import type { Document } from '../../core/document/document';
import { completeCluster } from '../../core/kubernetes/complete';
import { balancerTargets, type BalancerTarget } from '../../core/kubernetes/network/load-balancer-targets';
import { namespacedName } from '../../core/kubernetes/types';
import type { Engine } from '../engine';

export interface BalancerQuestion {
  readonly document: Document;
  /** `namespace/name` */
  readonly service: string;
}

/** Where the load balancer of a Service may send, and what its health check finds. */
export function balancer({ memo }: Engine, { document, service }: BalancerQuestion): readonly BalancerTarget[] {
  const cluster = completeCluster(document.cluster, memo);
  const found = cluster.services.find((each) => namespacedName(each) === service);
  const stopped = new Set(Object.keys(document.stopped ?? {}));
  return found ? balancerTargets(found, { cluster, stopped, memo }) : [];
}
