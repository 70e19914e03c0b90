/**
 * How much the page takes on at once. All of it is checked before work starts; what is beyond is said and not begun.
 * Clusters: what kube-proxy and the API server are tested with (10,000 Services) fits; a thousand nodes with routes to
 * each other are what a browser holds. Names: what the API server takes (253, RFC 1123).
 */
export const LIMITS = {
  /** Pods one Deployment may ask for. */
  replicas: 5000,
  /** Pods of a cluster, those of Deployments included. */
  pods: 10_000,
  nodes: 1000,
  services: 12_000,
  endpointSlices: 20_000,
  /** Characters of an object's name or namespace. */
  name: 253,
  /** Characters. */
  title: 500,
  /** Characters of a link's part behind the `#`. */
  link: 400_000,
  /** Characters a link may unfold to. */
  inflated: 16_000_000,
  /** Characters of a manifest that is read where it is typed. */
  typed: 2_000_000,
} as const;
