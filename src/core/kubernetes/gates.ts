import { minorOf } from './release';

/** `featureGates` of kube-proxy's configuration. */
export type Gates = Readonly<Record<string, boolean>>;

interface GateHistory {
  /** The first minor that knows the name. */
  readonly known: number;
  /** The first that has it on unless told otherwise. */
  readonly on: number;
  /** The first in which it can no longer be set to false. */
  readonly locked: number;
}

/** The feature gates that change what kube-proxy writes, with their history (pkg/features/kube_features.go). */
export const GATES = {
  ExternalPolicyForExternalIP: { known: 18, on: 19, locked: 22 },
  ServiceInternalTrafficPolicy: { known: 21, on: 22, locked: 26 },
  TopologyAwareHints: { known: 21, on: 24, locked: 33 },
  ProxyTerminatingEndpoints: { known: 22, on: 26, locked: 28 },
  MinimizeIPTablesRestore: { known: 26, on: 27, locked: 28 },
  LoadBalancerIPMode: { known: 29, on: 30, locked: 32 },
  ServiceTrafficDistribution: { known: 30, on: 31, locked: 33 },
  PreferSameTrafficDistribution: { known: 33, on: 34, locked: 35 },
  /** Known from 1.27; kube-proxy asks it from 1.31 on. */
  MultiCIDRServiceAllocator: { known: 31, on: 33, locked: 34 },
  AllowServiceExternalIPs: { known: 36, on: 36, locked: 99 },
} as const satisfies Record<string, GateHistory>;

export type Gate = keyof typeof GATES;

/** Is the gate on? One that is told false although it is locked is on: kube-proxy does not start (see config.ts). */
export function isGateOn(gate: Gate, release: string, gates: Gates): boolean {
  const { known, on, locked } = GATES[gate];
  const minor = minorOf(release);
  if (minor < known) return false;
  if (minor >= locked) return true;
  if (gates[gate] !== undefined) return gates[gate];
  return minor >= on;
}
