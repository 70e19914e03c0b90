import { isFields, listExpressions, listFields, selectsLabels } from '../../kubernetes/policy/selector';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { isOfNames } from './what-clears';
import { listFragments } from './yaml-fragments';

type Fields = Readonly<Record<string, unknown>>;

/** Rules of egress of one policy of Cilium, or of a fragment of one. */
interface CiliumEgress {
  /** `CiliumNetworkPolicy shop/till`; `none`: a fragment without a name. */
  readonly name: string;
  readonly namespace: string | undefined;
  readonly rules: readonly Fields[];
}

const OF_CILIUM = /\bcilium/i;
const PEERS = /\bto(?:Endpoints|Services|Entities|FQDNs|CIDR(?:Set)?|Ports)\b/;
const DNS_LABELS = { 'k8s-app': 'kube-dns', 'io.kubernetes.pod.namespace': 'kube-system' };
const NAMESPACE = 'io.kubernetes.pod.namespace';
/** Entities that the API server is one of, or that every machine is (docs.cilium.io: Entities based). */
const API_ENTITIES: ReadonlySet<string> = new Set(['kube-apiserver', 'all', 'cluster', 'remote-node']);

const isRule = (value: unknown): value is Fields =>
  isFields(value) && Object.keys(value).some((key) => PEERS.test(key));

function readSpec(spec: unknown, of: Pick<CiliumEgress, 'name' | 'namespace'>): readonly CiliumEgress[] {
  const rules = isFields(spec) ? listFields(spec['egress']).filter(isRule) : [];
  return rules.length === 0 ? [] : [{ ...of, rules }];
}

const named = (value: unknown, without: string): string => (typeof value === 'string' ? value : without);

/** A policy of Cilium, the spec of one, or its list of rules alone. */
function readEgress(value: unknown): readonly CiliumEgress[] {
  const alone = { name: 'none', namespace: undefined };
  if (Array.isArray(value)) return readSpec({ egress: value }, alone);
  if (!isFields(value)) return [];
  const { kind, metadata, spec, specs } = value;
  if (typeof kind !== 'string') return readSpec(value, alone);
  if (!kind.startsWith('Cilium')) return [];
  const { name, namespace } = isFields(metadata) ? metadata : {};
  const own = kind === 'CiliumNetworkPolicy' ? named(namespace, 'default') : undefined;
  const of = { name: `${kind} ${own === undefined ? '' : `${own}/`}${named(name, '?')}`, namespace: own };
  return [spec, ...listFields(specs)].flatMap((each) => readSpec(each, of));
}

/** Labels without the source that Cilium writes before them: `k8s:app`. */
function withoutSources(selector: Fields): Fields {
  const labels = isFields(selector['matchLabels']) ? Object.entries(selector['matchLabels']) : [];
  const plain = labels.map(([key, value]) => [key.replace(/^(?:k8s|any)[:.]/, ''), value] as const);
  return { ...selector, matchLabels: Object.fromEntries(plain) };
}

/** Does a rule of labels take Pods of CoreDNS? Without a namespace it takes those of the policy’s own. */
function takesDns(selector: Fields, namespace: string | undefined): boolean {
  const plain = withoutSources(selector);
  const names = JSON.stringify(plain).includes(NAMESPACE);
  const isThere = names || namespace === undefined || namespace === 'kube-system';
  return isThere && selectsLabels(plain, DNS_LABELS);
}

const listPorts = (rule: Fields): readonly Fields[] =>
  listFields(rule['toPorts']).flatMap((each) => listFields(each['ports']));

/** A rule that lets UDP to port 53 of CoreDNS through, or of which that is not known. */
function mayAskNames(rule: Fields, namespace: string | undefined): boolean {
  const ports = listPorts(rule);
  const isPort = ports.some(
    ({ port, protocol = 'ANY' }) =>
      ['53', '0', 'dns'].includes(String(port)) && ['ANY', 'UDP'].includes(String(protocol)),
  );
  if (ports.length > 0 && !isPort) return false;
  if (Array.isArray(rule['toEndpoints'])) {
    return listFields(rule['toEndpoints']).some((each) => takesDns(each, namespace));
  }
  const entities = listExpressions(rule['toEntities']);
  if (entities.length > 0) return entities.some((each) => each === 'all' || each === 'cluster');
  return rule['toFQDNs'] === undefined;
}

const DROPPED_NAME = /:53\b.{0,80}policy denied|policy denied.{0,120}:53\b/i;
const LONGEST = 2000;

const findLine = (text: string, fits: (line: string) => boolean): string | undefined =>
  text.split('\n', 5000).find((line) => line.length <= LONGEST && fits(line));

/** The rule that lets Pods ask CoreDNS, and lets Cilium read what it answers, which toFQDNs goes by. */
const DNS_RULE =
  '- toEndpoints: [{matchLabels: {"k8s:io.kubernetes.pod.namespace": kube-system, "k8s:k8s-app": kube-dns}}]\n  toPorts: [{ports: [{port: "53", protocol: ANY}], rules: {dns: [{matchPattern: "*"}]}}]';
const API_RULE = '- toEntities: [kube-apiserver]';

function sayDns(policy: CiliumEgress, text: string): readonly EvidenceFinding[] {
  const { name, namespace, rules } = policy;
  if (rules.some((rule) => mayAskNames(rule, namespace))) return [];
  const dropped = findLine(text, (line) => DROPPED_NAME.test(line));
  const isNamed = rules.some((rule) => rule['toFQDNs'] !== undefined);
  const isAsked = isNamed || dropped !== undefined || findLine(text, isOfNames) !== undefined;
  const values = { name, why: dropped === undefined ? (isNamed ? 'fqdn' : 'none') : 'dropped', rule: DNS_RULE };
  const says = phrase('evidence.cilium-egress.dns', values);
  const next = phrase('evidence.cilium-egress-next.dns', values);
  const severity = dropped === undefined ? (isAsked ? 'warning' : 'info') : 'error';
  return [{ id: 'cilium-egress-dns', severity, says, next, words: [dropped?.trim() ?? 'egress'] }];
}

const isApiService = ({ k8sService }: Fields): boolean =>
  isFields(k8sService) &&
  k8sService['serviceName'] === 'kubernetes' &&
  (k8sService['namespace'] ?? 'default') === 'default';

const OF_API = /\b(?:api ?-?server|kubernetes api|kube-apiserver|k8s api)\b/i;

function sayApi({ name, rules }: CiliumEgress, text: string): readonly EvidenceFinding[] {
  if (rules.some((rule) => listExpressions(rule['toEntities']).some((each) => API_ENTITIES.has(each)))) return [];
  const isMeant = rules.some(
    (rule) =>
      listFields(rule['toServices']).some(isApiService) ||
      (OF_API.test(text) && /kube-apiserver/.test(JSON.stringify(rule['toEndpoints'] ?? ''))),
  );
  if (!isMeant) return [];
  const values = { name, rule: API_RULE };
  const says = phrase('evidence.cilium-egress.api', values);
  const next = phrase('evidence.cilium-egress-next.api', values);
  return [{ id: 'cilium-egress-api', severity: 'error', says, next, words: ['toServices'] }];
}

/** `relay.shop.svc.cluster.local:443`. */
const ASKED = /\b([a-z0-9][-a-z0-9]{0,62})\.([a-z0-9][-a-z0-9]{0,62})\.svc\b[-.a-z0-9]{0,60}:(\d{1,5})\b/g;

/** A port of toPorts by which a Service is asked: the one of its Pods may be another. */
function sayPorts({ name, rules }: CiliumEgress, text: string): readonly EvidenceFinding[] {
  const ports = new Set(
    rules
      .filter((rule) => Array.isArray(rule['toEndpoints']))
      .flatMap((rule) => listPorts(rule).map(({ port }) => String(port))),
  );
  const asked = [...text.matchAll(ASKED)].find(([, , , port = '']) => ports.has(port));
  if (!asked) return [];
  const [place, service = '', namespace = '', port = ''] = asked;
  const values = { name, place, port, service, namespace };
  const says = phrase('evidence.cilium-egress.port', values);
  const next = phrase('evidence.cilium-egress-next.port', values);
  return [{ id: 'cilium-egress-port', severity: 'warning', says, next, words: [place] }];
}

/**
 * Says of egress rules of Cilium's policies, whole or as fragments, whom they let Pods ask: names (port 53 of CoreDNS), the API server, which
 * labels never select, and ports, which count behind the translation of a Service (docs.cilium.io: Layer 3 and 4 Policies). Rules of other
 * policies, which add up, are not in them.
 */
export function findCiliumEgress(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const found = texts
    .filter(({ text }) => OF_CILIUM.test(text))
    .flatMap(({ text }) => {
      const policies = listFragments(text, PEERS).flatMap(readEgress);
      return policies.flatMap((each) => [...sayApi(each, text), ...sayDns(each, text), ...sayPorts(each, text)]);
    });
  return [...new Map(found.map((each) => [each.id + String(each.says.values?.['name']), each])).values()];
}
