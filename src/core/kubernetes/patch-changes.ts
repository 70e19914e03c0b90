/** A change that reached older minors in one of their patch releases. */
export interface PatchChange {
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
  /** nftables: filter hooks stand at priority 0; only source ranges are checked before translation. */
  filterAfterNat: { since: 34, patches: { 33: 6 }, source: 'kubernetes #132456; 1.33.13, 1.34.9 recorded' },
  /** nftables: `iifname`, so that the interface need not exist when the rules are loaded. */
  interfaceByName: {
    since: 35,
    patches: { 33: 6, 34: 2 },
    source: 'kubernetes #134024, #134099, #134118; 1.33.13, 1.34.9 recorded',
  },
} as const satisfies Record<string, PatchChange>;
