import type { GeneratedProxyPort } from '../mode';
import type { NftablesContext, NftPortPlan, PlannedNftEndpoint } from './context';
import { FromNftPort } from './transaction';

/** One address a family: not all of 127.0.0.0/8. */
const LOOPBACK = { ipv4: '127.0.0.1', ipv6: '::1' } as const;

/**
 * The socket that takes TCP connections to a nodePort on loopback, where rules cannot (KEP-6032; gate
 * KubeProxyNFTablesLocalhostNodePorts of 1.37): for each connection kube-proxy dials one endpoint, once, at random. With
 * affinity one endpoint is kept for all clients together: they are all the node itself.
 */
class LocalhostSocket extends FromNftPort implements GeneratedProxyPort {
  readonly protocol = 'TCP';
  readonly address: string;
  readonly port: number;
  readonly draws = true;
  readonly attempts = 1;
  readonly affinitySeconds?: number;
  readonly sharesAffinity?: true;
  readonly #endpoints: readonly PlannedNftEndpoint[];

  constructor(plan: NftPortPlan, endpoints: readonly PlannedNftEndpoint[], address: string) {
    super('localhost-socket', plan, 0, undefined);
    this.address = address;
    this.port = plan.port.nodePort;
    this.#endpoints = endpoints;
    if (plan.port.affinityTimeout === 0) return;
    this.affinitySeconds = plan.port.affinityTimeout;
    this.sharesAffinity = true;
  }

  get endpoints(): readonly string[] {
    return this.#endpoints.map(({ info }) => info.endpoint);
  }
}

/** The socket of a service port on loopback; undefined: nothing listens there for it. */
export function localhostSocket(
  plan: NftPortPlan,
  { localhost, family }: NftablesContext,
): GeneratedProxyPort | undefined {
  const { port, local, cluster } = plan;
  if (!localhost.listens || port.protocol !== 'TCP' || port.nodePort === 0) return undefined;
  const endpoints = port.externalPolicyLocal ? local : cluster;
  return endpoints.length === 0 ? undefined : new LocalhostSocket(plan, endpoints, LOOPBACK[family]);
}
