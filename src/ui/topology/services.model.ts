import type { Document } from '../../core/document/document';
import type { ServiceObject, ServicePort } from '../../core/kubernetes/types';
import { bitsOf, formatIp, type IpFamily } from '../../core/net/ip';
import type { Bench } from '../../worker/protocol';
import { splitName } from './names.model';
import type { ServiceChip } from './stage-types';

type Via = ServiceChip['via'];

/** One chip per virtual address and port of the document's Services, in the document's order. */
export function serviceChips(document: Document, bench: Bench, family: IpFamily): readonly ServiceChip[] {
  if (document.subject === 'pasted') return foundChips(bench, family);
  const entries = entriesOf(bench);
  const chips = document.cluster.services.flatMap((service) =>
    virtualAddresses(service)
      .filter(({ address }) => isOf(address, family))
      .flatMap(({ address, via }) =>
        (service.spec.ports ?? []).map((port): ServiceChip => {
          const entry = via === 'clusterIP' ? undefined : entries.get(address);
          const own = chipOf(service, port, address, via);
          return {
            ...own,
            ...(entry === undefined ? {} : { entry }),
            ...(isIngress(service) ? { ingress: true } : {}),
          };
        }),
      ),
  );
  // What stands in front of the others comes first.
  return chips.toSorted((a, b) => Number(b.ingress ?? false) - Number(a.ingress ?? false));
}

/** Which node an address that no machine has is brought to: what the client's routing table says. */
function entriesOf({ netns }: Bench): ReadonlyMap<string, string> {
  const clients = netns.filter(({ kind }) => kind === 'client' || kind === 'router');
  const names = new Map(
    netns
      .filter(({ kind }) => kind === 'node')
      .flatMap(({ title, devices }) =>
        devices.flatMap(({ addresses }) => addresses.map(({ address }) => [formatIp(address), title] as const)),
      ),
  );
  return new Map(
    clients.flatMap(({ routes }) =>
      routes.flatMap(({ dst, via }) => {
        const name = via && names.get(formatIp(via));
        const host = dst.prefix === bitsOf(dst.address.family);
        return name !== undefined && host ? [[formatIp(dst.address), name] as const] : [];
      }),
    ),
  );
}

const CONTROLLERS = /ingress|traefik|contour|envoy-gateway|kong-proxy/;

/** Is it the Service of an Ingress controller, as their charts name and label them? */
function isIngress({ metadata, spec }: ServiceObject): boolean {
  const name = 'app.kubernetes.io/name';
  return [metadata.name, metadata.labels?.[name], spec.selector?.[name]].some((text) => CONTROLLERS.test(text ?? ''));
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
