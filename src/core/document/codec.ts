import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import * as v from 'valibot';
import { nestsTooDeep } from '../formats/kubernetes/read';
import { type Document, documentBeyondLimits } from './document';
import { isProxyModeId, KUBE_PROXY_MODE_IDS, modeProblem, PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import { isKnownKind, shapeProblems } from '../formats/kubernetes/schema';
import { ROUTE_KINDS } from '../kubernetes/ingress/kinds';
import { TCP_SEGMENTS } from '../net/packet';
import { SCRIPT_SCHEMA } from './script';
import { findInvalidText } from './texts';

/** The version this program writes. */
export const DOCUMENT_VERSION = 1;

type Plain = Readonly<Record<string, unknown>>;

/** From version n - 1 to version n, by n. Version 1 is the first, so there is none yet. */
export type Upgraders = Readonly<Record<number, (document: Plain) => Plain>>;
const UPGRADERS: Upgraders = {};

for (let version = 2; version <= DOCUMENT_VERSION; version++) {
  if (!UPGRADERS[version]) throw new Error(`no upgrader to document version ${version}`);
}

/** Brings a document of any older version to `version`, one step at a time. A newer one is refused with a sentence. */
export function upgrade(
  document: Plain,
  upgraders: Upgraders = UPGRADERS,
  version: number = DOCUMENT_VERSION,
): Result<Plain, Phrase> {
  const from = document['version'];
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 1) return err(phrase('document.codec.no-version'));
  if (from > version) return err(phrase('document.codec.newer', { found: from, known: version }));
  let current = document;
  for (let next = from + 1; next <= version; next++) {
    const step = upgraders[next];
    if (!step) return err(phrase('document.codec.no-upgrader', { found: from }));
    current = { ...step(current), version: next };
  }
  return ok(current);
}

/** The shape of a document. Objects of the cluster are held to the same shapes as pasted manifests. */
const text = v.string();
const number = v.number();

const objectsOf = (kind: string) =>
  v.array(
    v.pipe(
      v.looseObject({ kind: v.literal(kind), metadata: v.looseObject({ name: text }) }),
      v.check((object) => isKnownKind(kind) && shapeProblems(kind, object).length === 0, `a ${kind}`),
    ),
  );

const source = v.variant('kind', [
  v.object({ kind: v.literal('pod'), namespace: text, name: text }),
  v.object({ kind: v.literal('node'), name: text }),
  v.object({ kind: v.literal('external'), address: v.optional(text) }),
  v.object({
    kind: v.literal('interface'),
    device: v.optional(text),
    address: text,
    node: v.optional(text),
    enters: v.optional(text),
  }),
]);

const target = v.variant('kind', [
  v.object({
    kind: v.literal('service'),
    namespace: text,
    name: text,
    via: v.picklist(['clusterIP', 'nodePort', 'externalIP', 'loadBalancer']),
    node: v.optional(text),
  }),
  v.object({ kind: v.literal('pod'), namespace: text, name: text }),
  v.object({ kind: v.literal('name'), name: text }),
  v.object({ kind: v.literal('route'), object: v.picklist(ROUTE_KINDS), namespace: text, name: text }),
  v.object({ kind: v.literal('address'), address: text }),
]);

const before = v.object({
  to: v.optional(
    v.variant('kind', [
      v.object({ kind: v.literal('pod'), namespace: text, name: text }),
      v.object({ kind: v.literal('address'), address: text }),
    ]),
  ),
  seconds: v.optional(number),
});

const flow = v.looseObject({
  id: text,
  title: v.optional(text),
  from: source,
  to: target,
  protocol: v.picklist(['tcp', 'udp', 'sctp', 'icmp']),
  port: number,
  sourcePort: v.optional(number),
  ongoing: v.optional(v.literal(true)),
  again: v.optional(v.union([v.literal(true), before])),
  segment: v.optional(v.picklist(TCP_SEGMENTS)),
  http: v.optional(
    v.object({
      host: v.optional(text),
      path: v.optional(text),
      method: v.optional(text),
      headers: v.optional(v.record(v.string(), text)),
    }),
  ),
});

const facts = v.looseObject({
  interfaces: v.optional(v.array(v.looseObject({ name: text, addresses: v.array(text), kind: v.optional(text) }))),
  routes: v.optional(v.array(v.looseObject({ dst: text, via: v.optional(text), dev: v.optional(text) }))),
  sysctls: v.optional(v.record(v.string(), number)),
  hairpin: v.optional(v.record(v.string(), v.boolean())),
  ports: v.optional(v.record(v.string(), number)),
});

const kubeProxy = v.looseObject({
  mode: v.optional(v.picklist(KUBE_PROXY_MODE_IDS)),
  clusterCIDR: v.optional(text),
  detectLocalMode: v.optional(v.picklist(['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix'])),
  detectLocal: v.optional(v.looseObject({ bridgeInterface: v.optional(text), interfaceNamePrefix: v.optional(text) })),
  nodePortAddresses: v.optional(v.array(text)),
  iptables: v.optional(
    v.looseObject({
      masqueradeBit: v.optional(number),
      masqueradeAll: v.optional(v.boolean()),
      localhostNodePorts: v.optional(v.boolean()),
    }),
  ),
  conntrack: v.optional(v.looseObject({ tcpBeLiberal: v.optional(v.boolean()) })),
});

const stopped = v.looseObject({
  mode: v.picklist(PROXY_MODE_IDS),
  release: text,
  kubeProxy,
  services: objectsOf('Service'),
  endpointSlices: objectsOf('EndpointSlice'),
});

/** The shape of a document from outside. */
export const DOCUMENT_SCHEMA = v.looseObject({
  version: v.literal(1),
  title: text,
  seed: number,
  subject: v.picklist(['cluster', 'pasted']),
  cluster: v.looseObject({
    nodes: objectsOf('Node'),
    pods: objectsOf('Pod'),
    deployments: objectsOf('Deployment'),
    services: objectsOf('Service'),
    endpointSlices: objectsOf('EndpointSlice'),
    others: v.optional(v.array(v.looseObject({ kind: text }))),
  }),
  settings: v.looseObject({
    serviceClusterIPRange: v.array(text),
    clusterCIDR: v.array(text),
    serviceNodePortRange: v.tuple([number, number]),
    physicalNetwork: v.array(text),
    clusterDomain: text,
  }),
  kubeProxy,
  guessedCIDR: v.optional(text),
  mode: v.picklist(PROXY_MODE_IDS),
  release: text,
  cilium: v.optional(v.record(v.string(), v.union([text, v.boolean()]))),
  flows: v.array(flow),
  stopped: v.optional(v.record(v.string(), stopped)),
  pasted: v.looseObject({
    texts: v.array(
      v.looseObject({
        id: text,
        title: text,
        text,
        node: v.optional(text),
        machines: v.optional(v.record(v.string(), text)),
      }),
    ),
    facts,
    nodes: v.optional(v.record(v.string(), v.looseObject({ facts }))),
    rebuilt: v.optional(v.looseObject({ node: text, machine: v.optional(text), detected: v.optional(text) })),
  }),
  script: v.optional(SCRIPT_SCHEMA),
});

/** Reads what `encodeDocument` (encode.ts) wrote, now or in an older version. Whatever else it is given is an error that says why. */
export function decodeDocument(text: string): Result<Document, Phrase> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err(phrase('document.codec.not-json'));
  }
  return checkDocument(value);
}

/** A mode nobody here knows is said by its name; no mode at all is a matter of the schema. */
function modeRefused({ mode, kubeProxy }: Readonly<Record<string, unknown>>): Phrase | undefined {
  const configured = typeof kubeProxy === 'object' && kubeProxy !== null && 'mode' in kubeProxy ? [kubeProxy.mode] : [];
  const unknown = [mode, ...configured].find((each) => typeof each === 'string' && !isProxyModeId(each));
  return unknown === undefined ? undefined : modeProblem(unknown);
}

/** Upgrades and checks plain data: the one way anything from outside becomes a {@link Document}. */
export function checkDocument(value: unknown): Result<Document, Phrase> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || nestsTooDeep(value)) {
    return err(phrase('document.codec.not-document'));
  }
  const current = upgrade(value as Readonly<Record<string, unknown>>);
  if (!current.ok) return current;
  const unknownMode = modeRefused(current.value);
  if (unknownMode) return err(unknownMode);
  const checked = v.safeParse(DOCUMENT_SCHEMA, current.value);
  if (checked.success) {
    const document = current.value as unknown as Document;
    const refused = documentBeyondLimits(document) ?? findInvalidText(document);
    return refused ? err(refused) : ok(document);
  }
  const [issue] = checked.issues;
  const path = (issue.path ?? []).map(({ key }) => String(key)).join('.');
  return err(
    phrase('document.codec.invalid', { path, expected: issue.expected ?? issue.message, received: issue.received }),
  );
}
