import { byOwner } from '../complete';
import { fraction, multiply, ONE, type Fraction } from '../../lib/fraction';
import { once, type Memo } from '../../lib/memo';
import { phrase, type Phrase } from '../../lib/phrase';
import type { HttpOption } from '../../net/http';
import { parseIp, type IpAddress, type IpFamily } from '../../net/ip';
import {
  getNamespace,
  type ClusterObjects,
  type EndpointSliceObject,
  type ServiceObject,
  type ServicePort,
} from '../types';
import type { BackendRef, HttpRule } from './rules';

/** Services, slices and families that backends are looked up in. */
export interface BackendGround {
  readonly cluster: Pick<ClusterObjects, 'services' | 'endpointSlices'>;
  /** Families the proxy's Pod has addresses of. */
  readonly families: ReadonlySet<IpFamily>;
  readonly memo: Memo;
  /** Makes the sentence for one of its endpoints. */
  readonly says: (service: string) => Phrase;
}

const servicesByName = once(
  (services: readonly ServiceObject[]): ReadonlyMap<string, ServiceObject> =>
    new Map(services.map((service) => [`${getNamespace(service)}/${service.metadata.name}`, service])),
);

/** EndpointSlices by owner, those of headless Services too, which kube-proxy does not see. */
const slicesByOwner = once((slices: readonly EndpointSliceObject[]) => byOwner(slices));

/** A Service of the cluster by `namespace/name`. */
export function findBackendService(
  { cluster, memo }: Pick<BackendGround, 'cluster' | 'memo'>,
  name: string,
): ServiceObject | undefined {
  return servicesByName(cluster.services, memo).get(name);
}

/** The Service port a backend names, by number or by name. */
export function findBackendPort(
  { spec: { ports = [] } }: ServiceObject,
  { port }: BackendRef,
): ServicePort | undefined {
  return (
    ports.find((each) => (typeof port === 'number' ? each.port === port : each.name === port)) ??
    (port === '' && ports.length === 1 ? ports[0] : undefined)
  );
}

/**
 * Options of a request by a rule's backends: each endpoint with its odds, and an answer of the proxy's own for those
 * that have none. Unknown: nobody here knows, with why.
 */
export function optionsFor(
  rule: HttpRule,
  ground: BackendGround,
): readonly HttpOption[] | { readonly unknown: Phrase } {
  const all = rule.backends.filter(({ weight }) => weight > 0);
  const sum = all.reduce((total, { weight }) => total + weight, 0);
  const options: HttpOption[] = [];
  for (const backend of all) {
    const share = all.length === 1 ? ONE : fraction(backend.weight, sum);
    const found = listOptions(rule, backend, { ...ground, share });
    if ('unknown' in found) return found;
    options.push(...found);
  }
  if (options.length > 0) return options;
  const status = rule.kind === 'HTTPRoute' ? 500 : 503;
  const reason = phrase('ingress.no-backend', { object: findReferenced(rule), status });
  return [{ share: ONE, status, reason }];
}

/** `Ingress default/shop`. */
export function findReferenced({ kind, object }: HttpRule): string {
  return `${kind} ${object}`;
}

interface Sharing extends BackendGround {
  readonly share: Fraction;
}

function listOptions(
  rule: HttpRule,
  backend: BackendRef,
  ground: Sharing,
): readonly HttpOption[] | { readonly unknown: Phrase } {
  const { share } = ground;
  const name = `${backend.namespace}/${backend.name}`;
  const values = { object: findReferenced(rule), service: name };
  if (backend.port === undefined)
    return { unknown: phrase('ingress.other-backend', { object: values.object, backend: name }) };
  const service = findBackendService(ground, name);
  const port = service && findBackendPort(service, backend);
  if (backend.isInvalid || !service || !port) {
    const status = rule.kind === 'HTTPRoute' ? 500 : 503;
    const why = backend.isInvalid ? 'grant' : service ? 'port' : 'service';
    return [
      { share, status, reason: phrase('ingress.bad-backend', { ...values, why, port: String(backend.port), status }) },
    ];
  }
  if (service.spec.type === 'ExternalName') {
    return { unknown: phrase('ingress.external-name', { service: name, target: service.spec.externalName ?? '' }) };
  }
  const places = rule.asksService ? clusterIPs(service, port, ground) : endpointPlaces(name, port, ground);
  if (places.length === 0) return [{ share, status: 503, reason: phrase('ingress.no-endpoints', values) }];
  const own = multiply(share, fraction(1, places.length));
  return places.map((to) => ({ share: own, to, reason: ground.says(name) }));
}

type HttpBackend = NonNullable<HttpOption['to']>;

function clusterIPs(
  { spec }: ServiceObject,
  { port }: ServicePort,
  { families }: BackendGround,
): readonly HttpBackend[] {
  const texts = spec.clusterIPs ?? [spec.clusterIP ?? ''];
  const address = texts.flatMap(parsed).find(({ family }) => families.has(family));
  return address ? [{ address, port }] : [];
}

/** The ready ones, each once; of two families the first that has any. */
function endpointPlaces(
  name: string,
  { name: called = '', protocol = 'TCP' }: ServicePort,
  ground: BackendGround,
): readonly HttpBackend[] {
  const slices = slicesByOwner(ground.cluster.endpointSlices, ground.memo).get(name) ?? [];
  const places = new Map<string, HttpBackend>();
  for (const { ports = [], endpoints = [] } of slices) {
    const number = ports.find((port) => (port.name ?? '') === called && (port.protocol ?? 'TCP') === protocol)?.port;
    if (number === undefined) continue;
    for (const { addresses = [], conditions } of endpoints) {
      const [text = ''] = addresses;
      const [address] = parsed(text);
      if (conditions?.ready !== false && address) places.set(`${text} ${number}`, { address, port: number });
    }
  }
  const known = [...places.values()].filter(({ address }) => ground.families.has(address.family));
  return known.filter(({ address }) => address.family === known[0]?.address.family);
}

function parsed(text: string): readonly IpAddress[] {
  const address = parseIp(text);
  return address.ok ? [address.value] : [];
}
