import type { FeatureChange } from '../../changes';

/** From which release on kube-proxy asks HNS for something else (KEP-5100). */
export const KERNELSPACE_CHANGES = {
  /** `winkernel.enableDSR` counts; before 1.33 only with the feature gate WinDSR, without it kube-proxy does not start. */
  directReturn: { gate: 'WinDSR' },
} as const satisfies Record<string, FeatureChange>;
