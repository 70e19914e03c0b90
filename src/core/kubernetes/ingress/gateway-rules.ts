import { phrase } from '../../lib/phrase';
import { bareHost, barePath, type HttpRequest } from '../../net/http';
import { isFields, listExpressions, listFields, selectsLabels } from '../policy/selector';
import type { OtherObject } from '../types';
import {
  splitPath,
  fitsExpression,
  fitsHost,
  fitsPath,
  hostRank,
  type Fit,
  type PathMatch,
  byAge,
  asFields,
  placeOf,
  readSpec,
  asText,
  type BackendRef,
  type ObjectFields,
  type HttpRule,
  type RuleChoice,
} from './rules';

const GROUP = 'gateway.networking.k8s.io';

/** One listener of a Gateway. */
export interface Listener {
  readonly name: string;
  readonly port: number;
  readonly protocol: string;
  /** `Passthrough`: TLS does not end at the Gateway, which reads no more than the name in its handshake. */
  readonly mode: string;
  readonly hostname: string;
  /** The Secret with its certificate. */
  readonly secret: string;
  /** `allowedRoutes.namespaces` of the listener: the namespaces whose routes it takes. */
  readonly from: ObjectFields;
}

/** The listeners of a Gateway, as they are written. */
export function readListeners(gateway: OtherObject): readonly Listener[] {
  return listFields(readSpec(gateway)['listeners']).flatMap((listener) => {
    const { name, port, protocol, hostname, tls, allowedRoutes } = listener;
    if (typeof port !== 'number') return [];
    const [secret] = listFields(asFields(tls)['certificateRefs']);
    return [
      {
        name: asText(name),
        port,
        protocol: asText(protocol) || 'HTTP',
        mode: asText(asFields(tls)['mode']) || 'Terminate',
        hostname: asText(hostname),
        secret: asText(secret?.['name']),
        from: asFields(asFields(allowedRoutes)['namespaces']),
      },
    ];
  });
}

/** The objects that routing looks at beside the Gateway. */
export interface RouteGround {
  readonly gateway: OtherObject;
  readonly others: readonly OtherObject[];
}

/** Protocols of listeners whose host is read: of a request, or of a handshake. */
export const READ: ReadonlySet<string> = new Set(['HTTP', 'HTTPS', 'TLS']);

/** The kind of the routes that a listener takes. */
const routeKind = ({ protocol }: Listener): HttpRule['kind'] => (protocol === 'TLS' ? 'TLSRoute' : 'HTTPRoute');

/** The listener of a port that takes a host: the one that names it most exactly, and only that one. */
export function listenerFor(gateway: OtherObject, port: number, host: string): Listener | undefined {
  const fitting = readListeners(gateway).filter(
    (each) => each.port === port && READ.has(each.protocol) && fitsHost(each.hostname, host, 'suffix'),
  );
  return fitting.toSorted((a, b) => compareHosts(a.hostname, b.hostname))[0];
}

/** By name before by wildcard before any; the longer first. */
function compareHosts(a: string, b: string): number {
  return hostRank(b) - hostRank(a) || b.length - a.length;
}

/** May a route be attached to a listener: it names the Gateway, and the listener takes routes of its kind and namespace? */
export function isAttached(route: OtherObject, listener: Listener, { gateway, others }: RouteGround): boolean {
  if (route.kind !== routeKind(listener)) return false;
  const own = placeOf(gateway);
  const { namespace } = placeOf(route);
  const isParent = listFields(readSpec(route)['parentRefs']).some(
    ({ group = GROUP, kind = 'Gateway', name, namespace: of = namespace, sectionName, port }) =>
      group === GROUP &&
      kind === 'Gateway' &&
      name === own.name &&
      of === own.namespace &&
      (sectionName === undefined || sectionName === listener.name) &&
      (port === undefined || port === listener.port),
  );
  return isParent && takesNamespace(listener, { own: own.namespace, namespace, others });
}

interface NamespaceScope {
  readonly own: string;
  readonly namespace: string;
  readonly others: readonly OtherObject[];
}

function takesNamespace({ from }: Listener, { own, namespace, others }: NamespaceScope): boolean {
  if (from['from'] === 'All') return true;
  if (from['from'] !== 'Selector') return own === namespace;
  const found = others.find(({ kind, metadata }) => kind === 'Namespace' && metadata?.name === namespace);
  const labels = { 'kubernetes.io/metadata.name': namespace, ...found?.metadata?.labels };
  return isFields(from['selector']) && selectsLabels(from['selector'], labels);
}

/** A match of a rule, and what it is compared by. */
interface Candidate {
  readonly rule: HttpRule;
  /** The rule as it is written: several matches may be its. */
  readonly of: ObjectFields;
  readonly fits: Fit;
  /** Larger goes first, one after the other. */
  readonly keys: readonly number[];
  readonly isExpression: boolean;
}

/**
 * The rule of the HTTPRoutes of a listener that a request falls to, as the API orders them (HTTPRouteSpec and
 * HTTPRouteRule of gateway-api apis/v1): characters of a host named in full, characters of a host, an exact path, the
 * longest prefix, a method, most headers, most query parameters; the oldest route, the first by name, the first rule.
 * Where a regular expression competes, the order is the implementation's.
 */
export function chooseRouteRule(listener: Listener, ground: RouteGround, request: HttpRequest): RuleChoice {
  const routes = ground.others.filter(({ kind }) => kind === routeKind(listener)).toSorted(byAge);
  const candidates = routes
    .filter((route) => isAttached(route, listener, ground))
    .flatMap((route) => listCandidates(route, { listener, ground, request }))
    .filter(({ fits }) => fits !== 'no')
    .toSorted((a, b) => firstDifference(b.keys, a.keys));
  const [best] = candidates;
  if (!best) return { kind: 'none' };
  const rivals = candidates.filter(({ keys }) => keys[0] === best.keys[0] && keys[1] === best.keys[1]);
  const open = rivals.find(({ fits, isExpression, of }) => fits === 'unknown' || (isExpression && of !== best.of));
  const disputed = open ?? (best.isExpression && rivals.some(({ of }) => of !== best.of) ? best : undefined);
  if (disputed) {
    const values = {
      object: `${disputed.rule.kind} ${disputed.rule.object}`,
      pattern: disputed.rule.path?.value ?? '',
    };
    return { kind: 'unknown', reason: phrase('ingress.pattern', values) };
  }
  return { kind: 'rule', rule: best.rule };
}

function firstDifference(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, index) => each !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

interface ListenerRequest {
  readonly listener: Listener;
  readonly ground: RouteGround;
  readonly request: HttpRequest;
}

/** A host that both the route and the listener take; undefined: none of the route's fits. */
function hostFor(route: OtherObject, { listener, request }: ListenerRequest): string | undefined {
  const named = listExpressions(readSpec(route)['hostnames']);
  if (named.length === 0) return listener.hostname;
  const meets = (host: string): boolean =>
    fitsHost(listener.hostname, host, 'suffix') ||
    (host.startsWith('*.') && fitsHost(host, listener.hostname, 'suffix'));
  return named.filter((host) => meets(host) && fitsHost(host, request.host, 'suffix')).toSorted(compareHosts)[0];
}

function listCandidates(route: OtherObject, site: ListenerRequest): readonly Candidate[] {
  const host = hostFor(route, site);
  if (host === undefined) return [];
  const specified = readSpec(route)['rules'];
  const rules = Array.isArray(specified) ? listFields(specified) : [{}];
  return rules.flatMap((rule) => {
    const listed = listFields(rule['matches']);
    return (listed.length === 0 ? [{}] : listed).map((match) => candidate(route, host, rule, match, site));
  });
}

function candidate(
  route: OtherObject,
  host: string,
  rule: ObjectFields,
  match: ObjectFields,
  site: ListenerRequest,
): Candidate {
  const path = readPathMatch(match['path']);
  const { request } = site;
  const [headers, query] = [listFields(match['headers']), listFields(match['queryParams'])];
  const bare = barePath(request.path);
  const fits = worst([
    fitsPath(path, bare),
    typeof match['method'] !== 'string' || match['method'] === (request.method ?? 'GET') ? 'yes' : 'no',
    ...headers.map((each) => fitsValue(each, findHeader(request, asText(each['name'])))),
    ...query.map((each) => fitsValue(each, findQuery(request.path, asText(each['name'])))),
  ]);
  const isNamed = hostRank(host) === 2;
  const keys = [
    isNamed ? bareHost(host).length : 0,
    host.length,
    path.type === 'Exact' ? 1 : 0,
    path.type === 'Prefix' ? splitPath(path.value).length : 0,
    typeof match['method'] === 'string' ? 1 : 0,
    headers.length,
    query.length,
  ];
  const isExpression = path.type === 'RegularExpression';
  return { rule: makeRule(route, host, rule, { path, site }), of: rule, fits, keys, isExpression };
}

const worst = (fits: readonly Fit[]): Fit =>
  fits.includes('no') ? 'no' : fits.includes('unknown') ? 'unknown' : 'yes';

function readPathMatch(value: unknown): PathMatch {
  const { type, value: text } = asFields(value);
  const path = asText(text) || '/';
  if (type === 'Exact' || type === 'RegularExpression') return { type, value: path };
  return { type: 'Prefix', value: path };
}

function fitsValue({ type, value }: ObjectFields, own: string | undefined): Fit {
  if (own === undefined) return 'no';
  if (type === 'RegularExpression') return fitsExpression(asText(value), own);
  return own === asText(value) ? 'yes' : 'no';
}

function findHeader({ headers = {} }: HttpRequest, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function findQuery(path: string, name: string): string | undefined {
  const query = /\?([^#]*)/.exec(path)?.[1] ?? '';
  const found = query
    .split('&')
    .map((pair) => pair.split('='))
    .find(([key = '']) => decoded(key) === name);
  return found && decoded(found.slice(1).join('='));
}

/** Text decoded from a URL; as it is, where it is not encoded as it has to be. */
function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

interface RuleSite {
  readonly path: PathMatch;
  readonly site: ListenerRequest;
}

function makeRule(route: OtherObject, host: string, rule: ObjectFields, { path, site }: RuleSite): HttpRule {
  const { namespace, name } = placeOf(route);
  const filters = listFields(rule['filters']);
  const redirect = filters.find(({ type }) => type === 'RequestRedirect');
  const code = asFields(redirect?.['requestRedirect'])['statusCode'];
  const { protocol, mode, secret } = site.listener;
  const kind = routeKind(site.listener);
  const stream = mode === 'Passthrough' ? ('passthrough' as const) : ('terminate' as const);
  return {
    kind,
    object: `${namespace}/${name}`,
    host,
    path,
    backends: listFields(rule['backendRefs']).map((ref) =>
      readBackendRef(ref, { kind, from: namespace, others: site.ground.others }),
    ),
    filters: filters.map(({ type }) => asText(type)),
    ...(redirect ? { redirect: typeof code === 'number' ? code : 302 } : {}),
    ...(protocol === 'HTTPS' ? { tls: secret || 'unnamed' } : {}),
    ...(protocol === 'TLS' ? { stream } : {}),
  };
}

/** A Service of another namespace needs a ReferenceGrant there; what is no Service is nothing that is known here. */
function readBackendRef(
  ref: ObjectFields,
  { kind: by, from, others }: Pick<Reference, 'kind' | 'from'> & Pick<RouteGround, 'others'>,
): BackendRef {
  const { group = '', kind = 'Service', name, namespace = from, port, weight = 1 } = ref;
  const isService = kind === 'Service' && (group === '' || group === 'core');
  const of = asText(namespace);
  const isGranted =
    of === from || others.some((object) => grants(object, { kind: by, from, to: of, name: asText(name) }));
  return {
    namespace: of,
    name: asText(name),
    weight: typeof weight === 'number' ? Math.max(0, Math.trunc(weight)) : 1,
    ...(isService ? { port: typeof port === 'number' ? port : '' } : {}),
    ...(isGranted ? {} : { isInvalid: true as const }),
  };
}

interface Reference {
  readonly kind: HttpRule['kind'];
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

function grants(object: OtherObject, { kind, from, to, name }: Reference): boolean {
  if (object.kind !== 'ReferenceGrant' || placeOf(object).namespace !== to) return false;
  const spec = readSpec(object);
  return (
    listFields(spec['from']).some((each) => each['kind'] === kind && each['namespace'] === from) &&
    listFields(spec['to']).some(
      (each) => each['kind'] === 'Service' && (each['name'] === undefined || each['name'] === name),
    )
  );
}
