import { EBPF_WALKER } from './ebpf-devices';
import { VFP_WALKER } from './vfp-walk';
import type { Walkers } from './walker';

/** Walkers of nodes that have more than the kernel's IP stack, a line each. */
export const WALKERS: Walkers = { ebpf: EBPF_WALKER, vfp: VFP_WALKER };
