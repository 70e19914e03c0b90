import { getMinor, getRelease, type Release } from './release';

/** A change that reached older minors in one of their patch releases. */
interface PatchChange {
  /** The first minor that has it from its first patch on. */
  readonly since: number;
  /** Older minors, each with the first patch that has it. */
  readonly patches?: Readonly<Record<number, number>>;
  /** Minors of `patches` whose first patch follows from the date its cherry-pick was merged: no recording shows it. */
  readonly dated?: readonly number[];
  /** The pull request, and where it is known from. */
  readonly source: string;
}

/** Everything that changes inside a minor, with where it is known from. */
export const PATCH_CHANGES = {
  /** Endpoints that are not ready leave no chains; before, a Service that only has those was not refused. */
  ignoresNotReady: {
    since: 23,
    patches: { 22: 4 },
    dated: [22],
    source: 'kubernetes #106030, #106373; 1.22.0-rc.0 recorded',
  },
  /** External addresses that another interface has are not bound to kube-ipvs0 too. */
  bindsOnlyForeign: {
    since: 28,
    patches: { 27: 2 },
    dated: [27],
    source: 'kubernetes #115019, #117684; 1.27.1, 1.28.3 recorded',
  },
  /** KUBE-IPVS-FILTER lets health checks through. */
  filterHealthChecks: {
    since: 28,
    patches: { 26: 5, 27: 2 },
    dated: [26, 27],
    source: 'kubernetes #117723, #117759, #117755; 1.26.0, 1.27.1, 1.28.3 recorded',
  },
  /** KUBE-IPVS-FILTER knows the external IPs of Services with policy Local. */
  filterLocalExternalIPs: {
    since: 30,
    patches: { 28: 7, 29: 2 },
    dated: [28, 29],
    source: 'kubernetes #121919, #121928, #122323; 1.28.3, 1.29.1, 1.30.5 recorded',
  },
  /** iptables: with more than 1,000 endpoints no sync is full because time has passed. */
  keepsLargePartial: {
    since: 37,
    patches: { 34: 8, 35: 5, 36: 1 },
    source: 'kubernetes #138571; 1.34.9, 1.36.3 recorded',
  },
  /** nftables: filter hooks stand at priority 0; only source ranges are checked before translation. */
  filterAfterNat: { since: 34, patches: { 33: 6 }, source: 'kubernetes #132456; 1.33.13, 1.34.9 recorded' },
  /** nftables: `iifname`, so that the interface need not exist when the rules are loaded. */
  interfaceByName: {
    since: 35,
    patches: { 33: 6, 34: 2 },
    source: 'kubernetes #134024, #134099, #134118; 1.33.13, 1.34.9 recorded',
  },
} as const satisfies Record<string, PatchChange>;

/** `featureGates` of kube-proxy's configuration. */
type Gates = Readonly<Record<string, boolean>>;

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
  /** kernelspace mode (KEP-5100). */
  WinDSR: { known: 14, on: 33, locked: 34 },
  WinOverlay: { known: 14, on: 20, locked: 34 },
  AllowServiceExternalIPs: { known: 36, on: 36, locked: 99 },
  /** nftables: nodePorts on loopback answer TCP through a socket, and refuse the rest by rule (KEP-6032). */
  KubeProxyNFTablesLocalhostNodePorts: { known: 37, on: 38, locked: 99 },
  /** Off, a kube-proxy in IPVS mode does not start (KEP-5495). */
  KubeProxyIPVS: { known: 37, on: 37, locked: 99 },
} as const satisfies Record<string, GateHistory>;

/** Name of a feature gate that kube-proxy asks. */
export type FeatureGate = keyof typeof GATES;

/** Is the gate on? One that is told false although it is locked is on: kube-proxy does not start (see config.ts). */
export function isGateOn(gate: FeatureGate, release: string, gates: Gates): boolean {
  return isGateOnAt(gate, getMinor(release), gates);
}

function isGateOnAt(gate: FeatureGate, minor: number, gates: Gates): boolean {
  const { known, on, locked } = GATES[gate];
  if (minor < known) return false;
  if (minor >= locked) return true;
  if (gates[gate] !== undefined) return gates[gate];
  return minor >= on;
}

/** From when a kube-proxy does something: a minor release, one brought back to older ones, or behind a feature gate. */
export type FeatureChange = number | PatchChange | GatedChange;

/** Done where a feature gate is on: from the minor that has it on unless told otherwise. */
interface GatedChange {
  readonly gate: FeatureGate;
}

/** Is it one that reached older minors in a patch release? */
export function isPatchChange(change: FeatureChange): change is PatchChange {
  return typeof change === 'object' && 'since' in change;
}

/** Does a release do it? */
export function hasChange(change: FeatureChange, release: string, gates: Gates = {}): boolean {
  return hasChangeAt(change, getRelease(release), gates);
}

function hasChangeAt(change: FeatureChange, { minor, patch }: Release, gates: Gates): boolean {
  if (typeof change === 'number') return minor >= change;
  if ('gate' in change) return isGateOnAt(change.gate, minor, gates);
  const first = change.patches?.[minor];
  return minor >= change.since || (first !== undefined && patch >= first);
}

/** Features of a program by its release and its feature gates: of changes, each with its name, which hold. */
export function featuresSince<Name extends string>(
  changes: Readonly<Record<Name, FeatureChange>>,
  { release, config }: { readonly release: string; readonly config?: { readonly featureGates?: Gates } },
): Readonly<Record<Name, boolean>> {
  const parts = getRelease(release);
  const gates = config?.featureGates ?? {};
  const entries = Object.entries<FeatureChange>(changes).map(([name, change]) => [
    name,
    hasChangeAt(change, parts, gates),
  ]);
  // The keys are those of the changes, one by one.
  return Object.fromEntries(entries) as Record<Name, boolean>;
}
