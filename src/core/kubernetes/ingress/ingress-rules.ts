import { phrase } from '../../lib/phrase';
import { barePath, type HttpRequest } from '../../net/http';
import { listExpressions, listFields } from '../policy/selector';
import type { OtherObject } from '../types';
import {
  splitPath,
  fitsHost,
  fitsPath,
  hostRank,
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

const NGINX = 'nginx.ingress.kubernetes.io/';
/** Annotations of ingress-nginx that send requests elsewhere, or nowhere, in ways that are not evaluated. */
const NOT_EVALUATED =
  /^(?:canary|permanent-redirect|temporal-redirect|auth-|whitelist-|allowlist-|denylist-|app-root|default-backend|from-to-www|.*-snippet$|upstream-vhost)/;

/** With `ssl-passthrough` TLS does not end at the controller: the name in the handshake chooses, if it was started for that. */
const isUntold = (key: string, value: unknown): boolean =>
  NOT_EVALUATED.test(key) || (key === 'ssl-passthrough' && value === 'true');

/** An Ingress, read (k8s.io/api networking/v1; the betas before it named their backends otherwise). */
export interface IngressRules {
  readonly object: string;
  /** Of any path that no rule fits. */
  readonly fallback?: HttpRule;
  readonly rules: readonly HttpRule[];
  /** Annotations that are not evaluated. */
  readonly untold: readonly string[];
  /** `use-regex`, or a rewrite, which implies it. */
  readonly isPattern: boolean;
}

function readBackend(value: unknown, namespace: string): BackendRef | undefined {
  const { service, serviceName, servicePort, resource } = asFields(value);
  const { name, port } = asFields(service);
  const { number, name: called } = asFields(port);
  if (typeof name === 'string') return makeBackend(namespace, name, number ?? called);
  if (typeof serviceName === 'string') return makeBackend(namespace, serviceName, servicePort);
  const other = asText(asFields(resource)['name']);
  return other === '' ? undefined : { namespace, name: other, weight: 1 };
}

function makeBackend(namespace: string, name: string, port: unknown): BackendRef {
  return { namespace, name, weight: 1, port: typeof port === 'number' || typeof port === 'string' ? port : '' };
}

/** `byCharacters`: what the controller makes of ImplementationSpecific is nginx's own comparing. */
function readPath({ path, pathType }: ObjectFields, byCharacters: boolean): PathMatch {
  const value = asText(path) || '/';
  if (pathType === 'Exact' || pathType === 'Prefix') return { type: pathType, value };
  return { type: byCharacters ? 'Characters' : 'Prefix', value };
}

/** Reads an Ingress. `byCharacters`: see {@link readPath}. Never throws: what is not as the API has it is left out. */
export function readIngress(object: OtherObject, byCharacters: boolean): IngressRules {
  const { namespace, name } = placeOf(object);
  const spec = readSpec(object);
  const own = Object.entries(object.metadata?.annotations ?? {}).flatMap(([key, value]) =>
    key.startsWith(NGINX) && byCharacters ? [[key.slice(NGINX.length), value] as const] : [],
  );
  const annotations = new Map(own);
  const base = {
    kind: 'Ingress' as const,
    object: `${namespace}/${name}`,
    filters: [],
    ...(annotations.get('service-upstream') === 'true' ? { asksService: true as const } : {}),
  };
  const tls = listFields(spec['tls']);
  const withTls = (host: string): Pick<HttpRule, 'tls' | 'redirect'> => {
    const found = tls.find(({ hosts }) => listExpressions(hosts).some((each) => fitsHost(each, host, 'label')));
    return found ? { tls: asText(found['secretName']) || 'unnamed' } : {};
  };
  const rules = listFields(spec['rules']).flatMap((rule): HttpRule[] => {
    const host = asText(rule['host']);
    return listFields(asFields(rule['http'])['paths']).flatMap((path) => {
      const backend = readBackend(path['backend'], namespace);
      const backends = backend ? [backend] : [];
      return [{ ...base, host, path: readPath(path, byCharacters), backends, ...withTls(host) }];
    });
  });
  const hosts = listFields(spec['rules']).map(({ host }) => asText(host));
  const first = readBackend(spec['defaultBackend'] ?? spec['backend'], namespace);
  const bare = hosts.filter((host) => !rules.some((rule) => rule.host === host));
  return {
    object: base.object,
    ...(first ? { fallback: { ...base, host: '', backends: [first] } } : {}),
    rules: [
      ...rules,
      ...bare.map((host): HttpRule => ({ ...base, host, path: NOWHERE, backends: [], ...withTls(host) })),
    ],
    untold: own.flatMap(([key, value]) => (isUntold(key, value) ? [key] : [])),
    isPattern: annotations.get('use-regex') === 'true' || annotations.has('rewrite-target'),
  };
}

/** Of a rule that has a host and no path: its requests go to the default backend. */
const NOWHERE: PathMatch = { type: 'Exact', value: '' };

/** The longer path first; of two as long the exact one. */
function comparePaths({ path: a = NOWHERE }: HttpRule, { path: b = NOWHERE }: HttpRule): number {
  const own = (path: PathMatch): number => (path.type === 'Prefix' ? splitPath(path.value) : path.value).length;
  const isExact = (path: PathMatch): number => (path.type === 'Exact' ? 1 : 0);
  return own(b) - own(a) || isExact(b) - isExact(a);
}

/**
 * The rule of the Ingresses of one controller that a request falls to: the host first, by name before by wildcard before
 * any; of that host's paths the longest, exact before prefix; then a default backend, of an Ingress with that host before
 * others. A host's paths are all there are for it: no other host is looked at. Of two Ingresses that say the same the
 * older counts.
 */
export function chooseIngressRule(
  objects: readonly OtherObject[],
  { host, path }: HttpRequest,
  byCharacters: boolean,
): RuleChoice {
  const all = objects.toSorted(byAge).map((object) => readIngress(object, byCharacters));
  const fitting = all.flatMap(({ rules }) => rules).filter((rule) => fitsHost(rule.host, host, 'label'));
  const rank = Math.max(-1, ...fitting.map((rule) => hostRank(rule.host)));
  const own = fitting.filter((rule) => hostRank(rule.host) === rank);
  const owners = all.filter(({ object }) => own.some((rule) => rule.object === object));
  const untold = owners.find((each) => each.untold.length > 0);
  if (untold) {
    const values = { object: `Ingress ${untold.object}`, what: `${NGINX}${untold.untold[0] ?? ''}` };
    return { kind: 'unknown', reason: phrase('ingress.not-evaluated', values) };
  }
  const isPattern = owners.some((each) => each.isPattern);
  const chosen = choosePath(isPattern ? own.map(asPattern) : own, barePath(path));
  if (chosen) return chosen;
  const fallback = [...owners, ...all].find((each) => each.fallback)?.fallback;
  return fallback ? { kind: 'rule', rule: fallback } : { kind: 'none' };
}

/** With `use-regex` all paths of a host are regular expressions (buildLocation of ingress-nginx). */
function asPattern(rule: HttpRule): HttpRule {
  return rule.path && rule.path !== NOWHERE ? { ...rule, path: { type: 'Pattern', value: rule.path.value } } : rule;
}

function choosePath(rules: readonly HttpRule[], path: string): RuleChoice | undefined {
  for (const rule of rules.toSorted(comparePaths)) {
    const fits = fitsPath(rule.path ?? NOWHERE, path);
    if (fits === 'unknown') {
      const values = { object: `Ingress ${rule.object}`, pattern: rule.path?.value ?? '' };
      return { kind: 'unknown', reason: phrase('ingress.pattern', values) };
    }
    if (fits === 'yes') return { kind: 'rule', rule };
  }
  return undefined;
}
