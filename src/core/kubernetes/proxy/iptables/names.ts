import { hash16 } from '../../../lib/sha256';
import type { ServicePortInfo } from '../../service-port';

/** The chains kube-proxy owns whatever Services there are (pkg/proxy/iptables/proxier.go). */
export const KUBE_SERVICES = 'KUBE-SERVICES';
export const KUBE_NODEPORTS = 'KUBE-NODEPORTS';
export const KUBE_POSTROUTING = 'KUBE-POSTROUTING';
export const KUBE_MARK_MASQ = 'KUBE-MARK-MASQ';
/** Made by kubelet up to 1.26; kube-proxy uses it up to 1.24. */
export const KUBE_MARK_DROP = 'KUBE-MARK-DROP';
export const KUBE_EXTERNAL_SERVICES = 'KUBE-EXTERNAL-SERVICES';
export const KUBE_FORWARD = 'KUBE-FORWARD';
export const KUBE_PROXY_FIREWALL = 'KUBE-PROXY-FIREWALL';
export const KUBE_FIREWALL = 'KUBE-FIREWALL';
export const KUBE_PROXY_CANARY = 'KUBE-PROXY-CANARY';

/** Chains of service ports and endpoints: what a sync may delete when nothing needs them. */
export const OWNED_PREFIXES = ['KUBE-SVC-', 'KUBE-SVL-', 'KUBE-SEP-', 'KUBE-FW-', 'KUBE-EXT-', 'KUBE-XLB-'] as const;

/** The names of one service port's chains; all share one hash, and few are needed at once. */
export class ServicePortChains {
  readonly #hash: string;

  constructor(hash: string) {
    this.#hash = hash;
  }

  /** Cluster policy: all usable endpoints. */
  get svc(): string {
    return `KUBE-SVC-${this.#hash}`;
  }

  /** Local policy: endpoints of this node. */
  get svl(): string {
    return `KUBE-SVL-${this.#hash}`;
  }

  /** Entry of traffic from outside. */
  get ext(): string {
    return `KUBE-EXT-${this.#hash}`;
  }

  /** Source ranges of a load balancer. */
  get fw(): string {
    return `KUBE-FW-${this.#hash}`;
  }

  /** Up to 1.23: traffic from outside with policy Local. */
  get xlb(): string {
    return `KUBE-XLB-${this.#hash}`;
  }
}

/** Names the chains of a service port: the first 16 letters of base32(sha256("ns/name:port" + protocol)). */
export function servicePortChains(port: Pick<ServicePortInfo, 'name' | 'proto'>): ServicePortChains {
  return new ServicePortChains(hash16(port.name + port.proto));
}

/** Names the chain of one endpoint of a service port. */
export function endpointChain(port: Pick<ServicePortInfo, 'name' | 'proto'>, endpoint: string): string {
  return `KUBE-SEP-${hash16(port.name + port.proto + endpoint)}`;
}
