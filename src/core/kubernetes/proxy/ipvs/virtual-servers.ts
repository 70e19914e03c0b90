import type { EndpointInfo } from '../../endpoint';
import type { ServicePortInfo } from '../../service-port';
import type { CategorizedEndpoints } from '../../topology';
import type { GeneratedRealServer, GeneratedVirtualServer } from '../mode';
import type { ProxierContext } from './context';
import { Explained, type ReasonId, type Subject } from './explain';

/** IP_VS_SVC_F_PERSISTENT and IP_VS_SVC_F_SCHED2 (mh: the hash includes the source port), include/uapi/linux/ip_vs.h. */
const PERSISTENT = 0x1;
const MAGLEV_PORT = 0x10;

/** An address and port a service port answers on. */
export interface Frontend {
  readonly address: string;
  readonly port: number;
  /** Only endpoints of this node, unless it has none. */
  readonly onlyLocal: boolean;
  readonly reason: ReasonId;
  readonly subject: Subject;
}

class VirtualServer extends Explained implements GeneratedVirtualServer {
  readonly protocol: GeneratedVirtualServer['protocol'];
  readonly address: string;
  readonly port: number;
  readonly scheduler: string;
  readonly flags: number;
  readonly timeout: number;
  readonly servers: readonly GeneratedRealServer[];

  constructor(
    { address, port, reason, subject }: Frontend,
    servers: readonly GeneratedRealServer[],
    { scheduler, features }: ProxierContext,
  ) {
    super(reason, subject);
    const { protocol, affinityTimeout } = subject.port;
    const persistent = affinityTimeout > 0 ? PERSISTENT : 0;
    this.protocol = protocol;
    this.address = address;
    this.port = port;
    this.scheduler = scheduler;
    this.flags = persistent | (features.maglev && scheduler === 'mh' ? MAGLEV_PORT : 0);
    this.timeout = affinityTimeout;
    this.servers = servers;
  }
}

class RealServer extends Explained implements GeneratedRealServer {
  readonly address: string;
  readonly port: number;
  readonly weight = 1;

  constructor(port: ServicePortInfo, info: EndpointInfo, reason: ReasonId) {
    super(reason, { port, index: 0, endpoint: info });
    this.address = info.ip;
    this.port = info.port;
  }
}

/** The virtual servers of a service port's frontends (syncService and syncEndpoint of pkg/proxy/ipvs/proxier.go). */
export function virtualServers(
  port: ServicePortInfo,
  frontends: readonly Frontend[],
  chosen: CategorizedEndpoints,
  context: ProxierContext,
): GeneratedVirtualServer[] {
  const real = (list: readonly EndpointInfo[], reason: ReasonId): GeneratedRealServer[] =>
    list.map((info) => new RealServer(port, info, reason));
  let everywhere: readonly GeneratedRealServer[] | undefined;
  let onNode: readonly GeneratedRealServer[] | undefined;
  return frontends.map((frontend) => {
    if (frontend.onlyLocal) {
      // From 1.21 on Pods of this node still get through when it has no endpoint; answers to clients outside are lost.
      onNode ??=
        chosen.local.length > 0 || !context.features.localFallback
          ? real(chosen.local, 'real-server-local')
          : real(chosen.cluster, 'real-server-no-local');
    } else everywhere ??= real(chosen.cluster, 'real-server');
    return new VirtualServer(frontend, (frontend.onlyLocal ? onNode : everywhere) ?? [], context);
  });
}

/** `10.96.0.1:443/TCP`, `[fd00::1]:443/TCP`: what makes a virtual server one. */
export function virtualServerKey({ address, port, protocol }: GeneratedVirtualServer): string {
  return `${hostPort(address, port)}/${protocol}`;
}

/** `10.244.1.5:8080`. */
export function realServerKey({ address, port }: Pick<GeneratedRealServer, 'address' | 'port'>): string {
  return hostPort(address, port);
}

function hostPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
