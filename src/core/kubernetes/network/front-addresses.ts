import type { ServiceObject } from '../types';

/** Where the load balancer of a Service is asked from outside. */
export interface FrontAddress {
  readonly ip: string;
  /** The name it was given in place of an address: what its DNS says nobody here knows, so the address stands in. */
  readonly hostname?: string;
}

/** The addresses of a Service's load balancer; one that has a name only stands at an address of its own. */
export function listFrontAddresses({ status }: Pick<ServiceObject, 'status'>): readonly FrontAddress[] {
  return (status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }): FrontAddress[] => {
    if (ip) return [{ ip }];
    return hostname ? [{ ip: standInFor(hostname), hostname }] : [];
  });
}

/** An address that follows from a name, of 198.18.0.0/15, which no network routes (RFC 2544); by the FNV-1a hash. */
function standInFor(hostname: string): string {
  let hash = 0x811c9dc5;
  for (const letter of hostname) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return `198.${18 + ((hash >>> 16) & 1)}.${(hash >>> 8) & 255}.${hash & 255}`;
}
