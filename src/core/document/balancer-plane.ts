import { withLoadBalancers } from '../kubernetes/network/load-balancers';
import type { Planes } from './kernel-parts';

/** What a cluster needs whose Services say what load balancer stands in front of them. */
export const BALANCER_PLANE: Planes = { withLoadBalancers };
