import type { Document } from '../../core/document/document';
import type { ServiceObject, ServicePort } from '../../core/kubernetes/types';
import { bitsOf, formatIp, type IpFamily } from '../../core/net/ip';
import type { Bench } from '../../engine/protocol';
import { splitName } from '../common/object-names.model';
import type { ServiceChip } from './stage-types';

type Via = ServiceChip['via'];

/** What is drawn of the Services, and how many more there are. */
interface Chips {
  readonly chips: readonly ServiceChip[];
  readonly hidden: number;
}

/** One chip per virtual address and port of the document's Services, in the document's order; the first `most` of them. */
export function serviceChips(document: Document, bench: Bench, family: IpFamily, most: number): Chips {
  if (document.subject === 'pasted') return foundChips(bench, family, most);
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
  const sorted = chips.toSorted((a, b) => Number(b.ingress ?? false) - Number(a.ingress ?? false));
  return { chips: sorted.slice(0, most), hidden: Math.max(0, sorted.length - most) };
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

/** Services named in pasted rules: there may be 45,000, so that only what is drawn is made. */
function foundChips(bench: Bench, family: IpFamily, most: number): Chips {
  const found = bench.found.filter(({ address }) => isOf(address, family));
  const chips = found.slice(0, most).map((service): ServiceChip => {
    const { namespace, name } = splitName(service.name);
    const [bare = name, portName] = name.split(':');
    const protocol = PROTOCOLS[service.protocol];
    return {
      id: `svc:${service.name}/clusterIP/${service.address}/${protocol}/${service.port}`,
      namespace,
      name: bare,
      protocol,
      address: service.address,
      port: service.port,
      via: 'clusterIP',
      ...(portName === undefined ? {} : { portName }),
      ...(service.nodePort === undefined ? {} : { nodePort: service.nodePort }),
    };
  });
  return { chips, hidden: Math.max(0, found.length - most) };
}
