import { DIRECT_OVERLAY } from './direct';
import { IPIP_OVERLAY } from './ipip';
import type { PodOverlay } from './overlay';
import { VXLAN_OVERLAY } from './vxlan';

/** The ways from one node's Pods to another's, the usual one first: one line each. */
const POD_OVERLAYS = [DIRECT_OVERLAY, IPIP_OVERLAY, VXLAN_OVERLAY] as const;

/** Name of an overlay in the annotation `rulewalk/pod-overlay`; it follows from the list above. */
export type PodOverlayId = (typeof POD_OVERLAYS)[number]['id'];

/** Ids of all overlays, in the order they are offered. */
export const POD_OVERLAY_IDS: readonly PodOverlayId[] = POD_OVERLAYS.map(({ id }) => id);

/** A way by its id; absent: the usual one. */
export function podOverlay(id: PodOverlayId = 'direct'): PodOverlay<PodOverlayId> {
  return POD_OVERLAYS.find((overlay) => overlay.id === id) ?? DIRECT_OVERLAY;
}
