import { BALANCER_PLANE } from './balancer-plane';
import { DNS_CACHE_PLANE } from './dns-cache-plane';
import { EBPF_PLANE } from './ebpf-plane';
import { INGRESS_PLANE } from './ingress-plane';
import { NAMES_PLANE } from './names-plane';
import type { Planes } from './kernel-parts';
import { WINDOWS_PLANE } from './windows-plane';

/** Every part of the core that only some clusters need: for whoever does not load them one by one. */
export const ALL_PLANES: Planes = {
  ...EBPF_PLANE,
  ...WINDOWS_PLANE,
  ...BALANCER_PLANE,
  ...INGRESS_PLANE,
  ...NAMES_PLANE,
  ...DNS_CACHE_PLANE,
};
