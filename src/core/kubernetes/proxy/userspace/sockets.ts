import type { GeneratedClaim, GeneratedProxyPort } from '../mode';
import type { Claim } from './claims';
import type { ProxierContext } from './context';
import { FromOpenPort } from './explain';
import type { OpenPort } from './open-ports';
import { shuffled } from './round-robin';

/** The listening socket of a service port; its endpoints are put in order when somebody looks. */
class ProxyPort extends FromOpenPort implements GeneratedProxyPort {
  readonly protocol: GeneratedProxyPort['protocol'];
  readonly address: string;
  readonly port: number;
  readonly affinitySeconds?: number;
  readonly #open: OpenPort;

  constructor(open: OpenPort, address: string) {
    super('proxy-port', open, 0, undefined);
    this.protocol = open.port.protocol;
    this.address = address;
    this.port = open.proxyPort;
    if (open.port.affinityTimeout > 0) this.affinitySeconds = open.port.affinityTimeout;
    this.#open = open;
  }

  get endpoints(): readonly string[] {
    const { endpoints, start } = this.#open.portal;
    return shuffled(
      endpoints.map(({ endpoint }) => endpoint),
      start,
    );
  }
}

class ClaimedPort extends FromOpenPort implements GeneratedClaim {
  readonly protocol: GeneratedClaim['protocol'];
  readonly address: string;
  readonly port: number;

  constructor({ kind, index, number }: Claim, open: OpenPort, address: string) {
    super(`claim-${kind}`, open, index, undefined);
    this.protocol = open.port.protocol;
    this.address = address;
    this.port = number;
  }
}

/** The sockets connections are taken from. */
export function proxyPorts(ports: readonly OpenPort[], { listening }: ProxierContext): GeneratedProxyPort[] {
  return ports.map((open) => new ProxyPort(open, listening.address));
}

/** The sockets that only keep others away; nodePorts on any address. */
export function claimedPorts(
  claims: readonly Claim[],
  ports: readonly OpenPort[],
  { family }: ProxierContext,
): GeneratedClaim[] {
  const open = new Map(ports.map((port) => [port.portal, port]));
  const anywhere = family === 'ipv4' ? '0.0.0.0' : '::';
  return claims.flatMap((claim) => {
    const owner = open.get(claim.portal);
    return owner ? [new ClaimedPort(claim, owner, claim.address || anywhere)] : [];
  });
}
