import { withDnsCaches } from '../kubernetes/network/dns-cache';
import { dialFromCache } from '../sim/dns-cache';
import type { Planes } from './kernel-parts';

/** What a cluster needs whose nodes have a DNS cache of their own. */
export const DNS_CACHE_PLANE: Planes = {
  withDnsCaches: (network, ground) => withDnsCaches(network, { ...ground, dialler: dialFromCache }),
};
