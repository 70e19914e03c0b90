import { nameKey } from '../../document/edits/offered-flows';
import { findOwnerService } from '../../kubernetes/defaults';
import {
  getNamespace,
  type ClusterObjects,
  type EndpointSliceObject,
  type ServiceObject,
  type ServicePort,
} from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

const pathTo = (slice: EndpointSliceObject): string => `EndpointSlice ${nameKey(slice)}`;

const findOwner = (slice: EndpointSliceObject): string => `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`;

/** Slices of endpoints that name a Service which is not in the texts, beside one without a selector that nothing names. */
function findMisnamed({ services, endpointSlices }: ClusterObjects): readonly EvidenceFinding[] {
  const names = new Set(services.map(nameKey));
  const named = new Set(endpointSlices.map(findOwner));
  const isAlone = ({ spec: { selector = {}, type } }: ServiceObject): boolean =>
    Object.keys(selector).length === 0 && type !== 'ExternalName';
  return endpointSlices.flatMap((slice): readonly EvidenceFinding[] => {
    if (names.has(findOwner(slice))) return [];
    const near = services.find(
      (each) => isAlone(each) && !named.has(nameKey(each)) && getNamespace(each) === getNamespace(slice),
    );
    if (!near || nameKey(near) === 'default/kubernetes') return [];
    const values = { slice: nameKey(slice), owner: findOwnerService(slice) ?? 'none', service: near.metadata.name };
    return [
      {
        id: 'misnamed-slice',
        severity: 'error',
        says: phrase('evidence.misnamed-slice', values),
        next: phrase('evidence.next.misnamed-slice', values),
        path: pathTo(slice),
      },
    ];
  });
}

/** `tcp-80`: as ports of a table are called, which has no names. */
const isNamedHere = ({ name, port, protocol = 'TCP' }: ServicePort): boolean =>
  name === `${protocol.toLowerCase()}-${port}`;

/** The ports that slices of a Service have to have, as a line of YAML; PORT is to be filled in where the Service tells a name alone. */
function writePorts({ spec: { ports = [] } }: ServiceObject): string {
  const written = ports.map(({ name = '', port, protocol = 'TCP', targetPort = port }) => {
    const number = typeof targetPort === 'number' ? targetPort : 'PORT';
    return `{${name === '' ? '' : `name: ${name}, `}port: ${number}, protocol: ${protocol}}`;
  });
  return `ports: [${written.join(', ')}]`;
}

/** Ports of a Service that none of its slices has by that name: kube-proxy joins both by the name of the port. */
function findUnnamed({ services, endpointSlices }: ClusterObjects): readonly EvidenceFinding[] {
  return services.flatMap((service): readonly EvidenceFinding[] => {
    const own = endpointSlices.filter((slice) => findOwner(slice) === nameKey(service));
    const ports = own.flatMap((slice) => (slice.ports ?? []).map(({ name = '' }) => name));
    const missing = (service.spec.ports ?? []).filter((port) => !ports.includes(port.name ?? '') && !isNamedHere(port));
    const [slice] = own;
    const hasSelector = Object.keys(service.spec.selector ?? {}).length > 0;
    // kube-proxy passes headless Services over, and their addresses in DNS hang on no port (coredns plugin/kubernetes).
    const isHeadless = service.spec.clusterIP === 'None';
    if (!slice || hasSelector || isHeadless || missing.length === 0 || ports.length === 0) return [];
    const values = {
      service: nameKey(service),
      ports: quoteWords(missing.map(({ name = '', port }) => (name === '' ? String(port) : name))),
      names: quoteWords(ports.map((name) => name || '""')),
      fix: writePorts(service),
      named: (service.spec.ports ?? []).every(({ name = '' }) => name === '') ? 'no' : 'yes',
    };
    return [
      {
        id: 'unnamed-endpoints',
        severity: 'error',
        says: phrase('evidence.unnamed-endpoints', values),
        next: phrase('evidence.next.unnamed-endpoints', values),
        path: pathTo(slice),
      },
    ];
  });
}

type Endpoint = NonNullable<EndpointSliceObject['endpoints']>[number];

const isReady = ({ conditions }: Endpoint): boolean => conditions?.ready !== false;
const namePod = ({ targetRef }: Endpoint): string => targetRef?.name ?? 'POD';

/** Endpoints of one slice with one address, of which one is ready and another is not: kube-proxy keys them by address and port (kubernetes#135266). */
function findTwins({ endpointSlices }: ClusterObjects): readonly EvidenceFinding[] {
  return endpointSlices.flatMap((slice): readonly EvidenceFinding[] => {
    const endpoints = slice.endpoints ?? [];
    const ready = endpoints.find(
      (each) =>
        isReady(each) && endpoints.some((other) => !isReady(other) && other.addresses?.[0] === each.addresses?.[0]),
    );
    const dead = endpoints.find((each) => !isReady(each) && each.addresses?.[0] === ready?.addresses?.[0]);
    if (!ready || !dead) return [];
    const values = {
      address: ready.addresses?.[0] ?? '?',
      ready: namePod(ready),
      dead: namePod(dead),
      node: dead.nodeName ?? 'NODE',
      namespace: getNamespace(slice),
    };
    return [
      {
        id: 'twin-endpoints',
        severity: 'error',
        says: phrase('evidence.twin-endpoints', values),
        next: phrase('evidence.next.twin-endpoints', values),
        path: pathTo(slice),
      },
    ];
  });
}

/**
 * Findings about EndpointSlices that somebody wrote: a Service that they name and that is not there, ports of another name; and about two endpoints
 * of one address.
 */
export function findOfSlices(told: ClusterObjects): readonly EvidenceFinding[] {
  return [...findTwins(told), ...findMisnamed(told), ...findUnnamed(told)];
}
