import { BRIDGE_LAYOUT } from './bridge';
import type { PodLayout } from './layout';
import { PTP_LAYOUT } from './ptp';
import { ROUTED_LAYOUT } from './routed';

/** The ways Pods are joined to their node, the usual one first: one line each. */
export const NETWORK_LAYOUTS = [BRIDGE_LAYOUT, ROUTED_LAYOUT, PTP_LAYOUT] as const;

/** Name of a layout in a document and in the annotation `rulewalk/pod-layout`; it follows from the list above. */
export type PodLayoutId = (typeof NETWORK_LAYOUTS)[number]['id'];

/** Ids of all Pod network layouts, in the order they are offered. */
export const POD_LAYOUT_IDS: readonly PodLayoutId[] = NETWORK_LAYOUTS.map(({ id }) => id);

/** A layout by its id; absent: the usual one. */
export function podLayout(id: PodLayoutId = 'bridge'): PodLayout<PodLayoutId> {
  return NETWORK_LAYOUTS.find((layout) => layout.id === id) ?? BRIDGE_LAYOUT;
}
