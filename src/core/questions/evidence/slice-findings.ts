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

/** `kubectl describe service till`, `kubectl -n shop get ep till`: the Service that a command asks for. */
const ASKED_SERVICE = /\b(?:describe|get) (?:services?|svc|endpoints|ep)[ /]([a-z][a-z\d-]{0,62})\b/g;
const IS_EMPTY = /^ {0,8}Endpoints: {1,40}<none>/m;

type NamingTexts = readonly { readonly text: string }[];

/** The Service after which a slice is called, as a command of the texts beside an empty list of endpoints names it. */
function findAskedService({ metadata: { name } }: EndpointSliceObject, texts: NamingTexts): string | undefined {
  const empty = texts.filter(({ text }) => IS_EMPTY.test(text));
  const asked = empty.flatMap(({ text }) => [...text.matchAll(ASKED_SERVICE)].map(([, service = '']) => service));
  return asked.find((service) => isCalledAfter(name, service));
}

const isCalledAfter = (name: string, service: string): boolean => name === service || name.startsWith(`${service}-`);

/** A Service without a selector that no slice with endpoints names, beside a slice of its namespace; one that gave the slice its name before others. */
function findLonely(
  slice: EndpointSliceObject,
  { services, endpointSlices }: ClusterObjects,
): ServiceObject | undefined {
  const named = new Set(endpointSlices.filter(({ endpoints = [] }) => endpoints.length > 0).map(findOwner));
  const lonely = services.filter(
    (each) =>
      Object.keys(each.spec.selector ?? {}).length === 0 &&
      each.spec.type !== 'ExternalName' &&
      !named.has(nameKey(each)) &&
      getNamespace(each) === getNamespace(slice),
  );
  const near = lonely.find((each) => isCalledAfter(slice.metadata.name, each.metadata.name)) ?? lonely[0];
  return near && nameKey(near) === 'default/kubernetes' ? undefined : near;
}

/** Slices of endpoints that name a Service which is not in the texts, or none, beside one without a selector that nothing names. */
function findMisnamed(told: ClusterObjects, texts: NamingTexts): readonly EvidenceFinding[] {
  const names = new Set(told.services.map(nameKey));
  return told.endpointSlices.flatMap((slice): readonly EvidenceFinding[] => {
    if (names.has(findOwner(slice))) return [];
    const owner = findOwnerService(slice);
    const asked = owner === undefined ? findAskedService(slice, texts) : undefined;
    const service = findLonely(slice, told)?.metadata.name ?? asked;
    if (service === undefined) return [];
    const alike = owner === undefined && isCalledAfter(slice.metadata.name, service) ? 'yes' : 'no';
    const values = { slice: nameKey(slice), owner: owner ?? 'none', service, alike };
    const next = { slice: slice.metadata.name, namespace: getNamespace(slice), service };
    return [
      {
        id: 'misnamed-slice',
        severity: 'error',
        says: phrase('evidence.misnamed-slice', values),
        next: phrase('evidence.next.misnamed-slice', next),
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
      ports: quoteWords(missing.map(({ name = '', port }) => name || String(port))),
      called: missing.every(({ name = '' }) => name === '') ? 'unnamed' : 'named',
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
export function findOfSlices(told: ClusterObjects, texts: NamingTexts = []): readonly EvidenceFinding[] {
  return [...findTwins(told), ...findMisnamed(told, texts), ...findUnnamed(told)];
}
