import type { Document } from '../../core/document/document';
import type { ServiceObject, ServicePort } from '../../core/kubernetes/types';
import type { IpFamily } from '../../core/net/ip';
import type { Bench } from '../../worker/protocol';
import { splitName } from './names.model';
import type { ServiceChip } from './stage-types';

type Via = ServiceChip['via'];

/** One chip per virtual address and port of the document's Services, in the document's order. */
export function serviceChips(document: Document, bench: Bench, family: IpFamily): readonly ServiceChip[] {
  if (document.subject === 'pasted') return foundChips(bench, family);
  return document.cluster.services.flatMap((service) =>
    virtualAddresses(service)
      .filter(({ address }) => isOf(address, family))
      .flatMap(({ address, via }) => (service.spec.ports ?? []).map((port) => chipOf(service, port, address, via))),
  );
}

function isOf(address: string, family: IpFamily): boolean {
  return address.includes(':') === (family === 'ipv6');
}

/** clusterIPs, externalIPs and the balancer's addresses; a headless Service and an ExternalName have none. */
function virtualAddresses({ spec, status }: ServiceObject): { address: string; via: Via }[] {
  if (spec.type === 'ExternalName') return [];
  const cluster = spec.clusterIPs ?? (spec.clusterIP === undefined ? [] : [spec.clusterIP]);
  const balancer = (status?.loadBalancer?.ingress ?? []).flatMap(({ ip, ipMode }) =>
    ip === undefined || ipMode === 'Proxy' ? [] : [ip],
  );
  return [
    ...cluster.filter((address) => address !== 'None' && address !== '').map(named('clusterIP')),
    ...(spec.externalIPs ?? []).map(named('externalIP')),
    ...balancer.map(named('loadBalancer')),
  ];
}

function named(via: Via): (address: string) => { address: string; via: Via } {
  return (address) => ({ address, via });
}

function chipOf({ metadata, spec }: ServiceObject, port: ServicePort, address: string, via: Via): ServiceChip {
  const namespace = metadata.namespace ?? 'default';
  const protocol = port.protocol ?? 'TCP';
  return {
    id: `svc:${namespace}/${metadata.name}/${via}/${address}/${protocol}/${port.port}`,
    namespace,
    name: metadata.name,
    protocol,
    address,
    port: port.port,
    via,
    // One port needs no name to be told from others.
    ...(port.name === undefined || spec.ports?.length === 1 ? {} : { portName: port.name }),
    ...(port.nodePort === undefined ? {} : { nodePort: port.nodePort }),
  };
}

const PROTOCOLS = { tcp: 'TCP', udp: 'UDP', sctp: 'SCTP' } as const;

/** Services named in pasted rules. */
function foundChips(bench: Bench, family: IpFamily): ServiceChip[] {
  return bench.found
    .filter(({ address }) => isOf(address, family))
    .map((found) => {
      const { namespace, name } = splitName(found.name);
      const [bare = name, portName] = name.split(':');
      const protocol = PROTOCOLS[found.protocol];
      return {
        id: `svc:${found.name}/clusterIP/${found.address}/${protocol}/${found.port}`,
        namespace,
        name: bare,
        protocol,
        address: found.address,
        port: found.port,
        via: 'clusterIP' as const,
        ...(portName === undefined ? {} : { portName }),
        ...(found.nodePort === undefined ? {} : { nodePort: found.nodePort }),
      };
    });
}
