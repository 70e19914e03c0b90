import { badTexts, configOfObject, grammarOf, isConfigObject, valueAt } from '../../kubernetes/config-fields';
import { isRoutingObject } from '../../kubernetes/ingress/kinds';
import { stateOfObject } from '../../kubernetes/object-state';
import { isNetworkPolicy } from '../../kubernetes/policy/network-policy';
import { isSelectorRefused } from '../../kubernetes/policy/selector';
import {
  getNamespace,
  type ClusterObjects,
  type KubernetesObject,
  type OtherObject,
  type PodObject,
} from '../../kubernetes/types';
import { listUnknownFields } from '../../kubernetes/validation/config';
import { fieldProblems, formatPath, inspectFields, type PaddedAddress } from '../../kubernetes/validation/fields';
import type { GrammarId } from '../../kubernetes/validation/grammars';
import { isSetting, isWorkload } from '../../kubernetes/workloads';
import { phrase } from '../../lib/phrase';
import { shown } from '../../lib/plain';
import type { Diagnostic, SourceSpan } from '../format';
import { kindByShape } from './kind-by-shape';
import { asReadByProxy } from './padded-addresses';
import { listBadClusterIPs, sayFieldsMeant, sayKindMeant, sayNodePorts } from './spelling';
import { asCurrent, slicesOfEndpoints, type EndpointsObject } from './older-objects';
import { isKnownKind, KIND_SCHEMAS, shapeProblems, type KnownKind } from '../../kubernetes/object-schemas';

type Path = readonly (string | number)[];

/** An object found in a text, before its shape is checked. */
interface Found {
  readonly kind: string;
  readonly apiVersion: string | undefined;
  readonly value: Readonly<Record<string, unknown>>;
  readonly spanOf: (path: Path) => SourceSpan;
}

/** One object of a manifest: `Service default/web`, and where its parts stand. */
export interface ManifestObject {
  readonly name: string;
  readonly spanOf: (path: Path) => SourceSpan;
}

export interface ManifestObjects {
  readonly cluster: ClusterObjects;
  readonly objects: readonly ManifestObject[];
  readonly diagnostics: readonly Diagnostic[];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sorts the objects of a text into a cluster. What has an error is left out and said; unknown kinds are kept apart. */
export function collectObjects(documents: readonly Part[], keep: KeptState = 'last'): ManifestObjects {
  const diagnostics: Diagnostic[] = [];
  const found = documents.flatMap(({ value, spanOf }) => findObjects({ value, spanOf }, undefined, diagnostics));
  const collected = new Collector(diagnostics, keep);
  for (const object of found) collected.add(object);
  return collected.finish();
}

interface Part {
  readonly value: unknown;
  readonly spanOf: (path: Path) => SourceSpan;
}

/** What has items that say their kinds, or show them, is a list, whether it says so or not. */
function kindOfItems({ items }: Readonly<Record<string, unknown>>): 'List' | undefined {
  const isObject = (item: unknown): boolean =>
    isRecord(item) && (typeof item['kind'] === 'string' || kindByShape(item) !== undefined);
  return Array.isArray(items) && items.some(isObject) ? 'List' : undefined;
}

/** The value with the kind that its fields show, which is said; as it is where it has one, or shows none. */
function withKind({ value, spanOf }: Part, diagnostics: Diagnostic[]): unknown {
  if (!isRecord(value) || (typeof value['kind'] === 'string' && value['kind'] !== '')) return value;
  const shape = kindByShape(value);
  if (!shape) return value;
  const { kind, apiVersion, field } = shape;
  const found = { kind, apiVersion, value, spanOf };
  const message = phrase('document.manifest.kind-by-shape', { name: getName(found), kind, field });
  diagnostics.push({ severity: 'info', code: 'assumed', message, span: spanOf([]), path: `${kind} ${getName(found)}` });
  return { ...value, kind, apiVersion };
}

/** What a typed list (`PodList`) says of its items, which leave it out in Go's JSON. */
interface ImpliedType {
  readonly kind: string;
  readonly apiVersion: unknown;
}

/** Opens Lists (`List`, `PodList`…); items of a typed list may leave out their kind. */
function findObjects(part: Part, implied: ImpliedType | undefined, diagnostics: Diagnostic[]): Found[] {
  const { spanOf } = part;
  if (part.value === null || part.value === undefined) return [];
  if (Array.isArray(part.value) && part.value.some(isRecord)) {
    return part.value.flatMap((value: unknown, index) =>
      findObjects({ value, spanOf: (path) => spanOf([index, ...path]) }, implied, diagnostics),
    );
  }
  const value = implied === undefined ? withKind(part, diagnostics) : part.value;
  const kind = isRecord(value) ? value['kind'] || implied?.kind || kindOfItems(value) : undefined;
  if (!isRecord(value) || typeof kind !== 'string' || kind === '') {
    const id = isRecord(value) ? 'document.manifest.no-kind' : 'document.manifest.not-object';
    diagnostics.push({ severity: 'error', code: 'invalid', message: phrase(id), span: spanOf([]) });
    return [];
  }
  const items = value['items'];
  if (kind.endsWith('List') && (Array.isArray(items) || items === null || items === undefined)) {
    const own = { kind: kind.slice(0, -'List'.length), apiVersion: value['apiVersion'] };
    const list: readonly unknown[] = Array.isArray(items) ? items : [];
    return list.flatMap((item, index) =>
      findObjects(
        { value: item, spanOf: (path) => spanOf(['items', index, ...path]) },
        kind === 'List' ? undefined : own,
        diagnostics,
      ),
    );
  }
  const apiVersion = value['apiVersion'] ?? implied?.apiVersion;
  const whole = { ...value, kind, ...(apiVersion === undefined ? {} : { apiVersion }) };
  return [{ kind, apiVersion: typeof apiVersion === 'string' ? apiVersion : undefined, value: whole, spanOf }];
}

/** Of kubectl, with keys: no object of a cluster. */
const isKubeconfig = ({ kind, apiVersion }: Found): boolean => kind === 'Config' && apiVersion === 'v1';

/** Names the sentence for an object whose kind has no schema; undefined: another reader takes it. */
export function sayOther(
  object: OtherObject,
): 'other-kind' | 'other-policy' | 'refused-workload' | 'workload' | undefined {
  const isUsed = isRoutingObject(object) || isNetworkPolicy(object) || object.kind === 'Namespace' || isSetting(object);
  if (isUsed) return undefined;
  if (isWorkload(object)) return isSelectorRefused(object) ? 'refused-workload' : 'workload';
  return object.kind.endsWith('NetworkPolicy') ? 'other-policy' : 'other-kind';
}

/** A selector of Namespaces by a label they do not have by themselves. */
const BY_NAMESPACE =
  /"namespaceSelector":\{"match(?:Labels":\{(?!"kubernetes\.io\/metadata\.name":"[^"]*"\})|Expressions":\[(?!\]))/;

/** A text that is not built as its field has it, and of which object. */
interface RefusedText {
  readonly name: string;
  readonly path: Path;
  readonly grammar: GrammarId;
  readonly text: string;
}

/** `type: None` of a Service, where `clusterIP: None` was meant. */
function isTypeNone(kind: string, field: string, received: string): boolean {
  return kind === 'Service' && field === 'spec.type' && received.toLowerCase() === '"none"';
}

/** The state of an object that stays where several were read. */
export type KeptState = 'first' | 'last';

/** Keys are what `kubectl apply` tells objects apart by: one of each name stays. */
class Collector {
  private readonly diagnostics: Diagnostic[];
  private readonly keep: KeptState;
  private readonly known = new Map<string, KubernetesObject>();
  private readonly endpoints = new Map<string, EndpointsObject>();
  private readonly named = new Map<string, OtherObject>();
  private readonly others: OtherObject[] = [];
  private readonly objects: ManifestObject[] = [];
  private readonly nodePorts: Diagnostic[] = [];

  constructor(diagnostics: Diagnostic[], keep: KeptState) {
    this.diagnostics = diagnostics;
    this.keep = keep;
  }

  add(written: Found): void {
    if (isKubeconfig(written)) {
      const message = phrase('formats.manifest.kubeconfig');
      return this.report('warning', 'irrelevant', message, written.spanOf([]), 'Config');
    }
    const found = { ...written, value: asCurrent(written) };
    const name = `${found.kind} ${getName(found)}`;
    this.objects.push({ name, spanOf: found.spanOf });
    if (isConfigObject(found)) return this.addConfig(found, name);
    const { problems: refused, padded } = inspectFields(found.value as unknown as OtherObject);
    const bad = refused.length > 0 ? [] : listBadClusterIPs(found);
    for (const { path, grammar, text } of refused) this.refuseText(found, { name, path, grammar, text });
    for (const each of bad) this.refuseText(found, { ...each, name, grammar: 'cluster-ip' });
    if (refused.length + bad.length > 0) return;
    const misread = sayKindMeant(found, name);
    if (misread) return void this.diagnostics.push(misread);
    this.diagnostics.push(...sayFieldsMeant(found, name));
    if (!isKnownKind(found.kind)) return this.addOther(found, name);
    if (this.isCutOff(found, name)) return;
    const problems = shapeProblems(found.kind, found.value);
    for (const { path, expected, received } of problems) {
      const field = formatPath(path);
      const message = isTypeNone(found.kind, field, received)
        ? phrase('formats.manifest.type-none', { name })
        : phrase('document.manifest.type', { name, field, expected, received });
      this.report('error', 'invalid', message, found.spanOf(path), `${name} ${field}`);
    }
    if (problems.length > 0) return;
    for (const each of padded) this.sayPadded(found, name, each);
    if (found.kind === 'Service') this.nodePorts.push(...sayNodePorts(found, name));
    this.addKnown(found.kind, { ...found, value: asReadByProxy(found.value, padded) }, name);
  }

  /** True of an object that ends before it has a name: said in place of the fields it lacks. */
  private isCutOff({ value, spanOf, kind }: Found, name: string): boolean {
    if ('metadata' in value) return false;
    this.report('error', 'invalid', phrase('formats.manifest.cut-off', { kind }), spanOf([]), name);
    return true;
  }

  private sayPadded(found: Found, name: string, { path, text, read }: PaddedAddress): void {
    const field = formatPath(path);
    const message = phrase('formats.manifest.leading-zeros', { name: shown(name), field: shown(field), text, read });
    this.report('warning', 'assumed', message, found.spanOf(path), `${name} ${field}`);
  }

  /** Texts that the API server would not take are printed nowhere: the object is left out, and each of them is said. */
  private refuseText(found: Found, { name, path, grammar, text }: RefusedText): void {
    const field = formatPath(path);
    const message = phrase(`document.field.${grammar}`, { name: shown(name), field: shown(field), value: shown(text) });
    this.report('error', 'invalid', message, found.spanOf(path), `${name} ${field}`);
  }

  private addKnown(kind: KnownKind, found: Found, name: string): void {
    const object = normalise(kind, found.value);
    if (kind === 'Endpoints') this.keepIn(this.endpoints, found, name, object as unknown as EndpointsObject);
    else this.keepIn(this.known, found, name, object as unknown as KubernetesObject);
  }

  /** One of each name stays; that there were more is said, and whether they differ. */
  private keepIn<T extends object>(known: Map<string, T>, { spanOf }: Found, name: string, next: T): void {
    const before = known.get(name);
    if (before) {
      const isSame = stateOfObject(before) === stateOfObject(next);
      const message = phrase(isSame ? 'document.manifest.twice' : 'document.manifest.states', { name });
      this.report('warning', 'invalid', message, spanOf(['metadata', 'name']), name);
    }
    if (!before || this.keep === 'last') known.set(name, next);
  }

  private addOther(found: Found, name: string): void {
    if (found.kind === 'Secret') return this.addSecret(found, name);
    const other = found.value as unknown as OtherObject;
    const remark = sayOther(other);
    // What the bench makes nothing of may stand there as often as it was listed.
    if (remark === 'other-kind' || other.metadata?.name === undefined) this.others.push(other);
    else this.keepIn(this.named, found, name, other);
    if (!remark) return;
    const code = remark === 'other-kind' ? 'irrelevant' : 'assumed';
    const severity = remark === 'other-policy' || remark === 'refused-workload' ? 'warning' : 'info';
    this.report(
      severity,
      code,
      phrase(remark === 'other-kind' ? `document.manifest.${remark}` : `formats.manifest.${remark}`, { name }),
      found.spanOf([]),
      name,
    );
  }

  /** Keeps a Secret's name alone: its contents would stand in every link that is shared. */
  private addSecret({ value, spanOf }: Found, name: string): void {
    const { data: _data, stringData: _text, ...named } = value;
    this.others.push(named as unknown as OtherObject);
    this.report('warning', 'irrelevant', phrase('formats.manifest.secret', { name }), spanOf([]), name);
  }

  private addConfig(found: Found, name: string): void {
    const { bad } = configOfObject(found.value);
    for (const field of bad) {
      const { path, type, words } = field;
      const [text] = badTexts(field, valueAt(found.value, path));
      if (text !== undefined) {
        this.refuseText(found, { name, path: path.split('.'), grammar: grammarOf(field), text });
        continue;
      }
      const received = typeof valueAt(found.value, path);
      const message = phrase('document.manifest.type', {
        name,
        field: path,
        expected: words?.join(', ') ?? type,
        received,
      });
      this.report('error', 'invalid', message, found.spanOf(path.split('.')), `${name} ${path}`);
    }
    for (const field of listUnknownFields(found.value as unknown as OtherObject)) {
      const message = phrase('formats.manifest.unknown-field', { name, field });
      this.report('warning', 'unrecognised', message, found.spanOf(field.split('.')), `${name} ${field}`);
    }
    if (bad.length === 0) this.others.push(found.value as unknown as OtherObject);
  }

  private report(
    severity: Diagnostic['severity'],
    code: string,
    message: Diagnostic['message'],
    span: SourceSpan,
    path: string,
  ): void {
    this.diagnostics.push({ severity, code, message, span, path });
  }

  /** Endpoints count only where no slice speaks for the same Service: a dump holds both. */
  private mirrored(): KubernetesObject[] {
    const spoken = new Set(
      [...this.known.values()].flatMap((object) =>
        object.kind === 'EndpointSlice'
          ? [`${getNamespace(object)}/${object.metadata.labels?.['kubernetes.io/service-name'] ?? ''}`]
          : [],
      ),
    );
    return [...this.endpoints.values()].flatMap((endpoints) => {
      const name = `${getNamespace(endpoints)}/${endpoints.metadata.name}`;
      const used = !spoken.has(name);
      const message = phrase(used ? 'document.manifest.endpoints' : 'document.manifest.endpoints-unused', { name });
      this.diagnostics.push({
        severity: 'info',
        code: used ? 'assumed' : 'irrelevant',
        message,
        path: `Endpoints ${name}`,
      });
      return used ? slicesOfEndpoints(endpoints) : [];
    });
  }

  /** Without Namespaces nobody knows their labels, by which a policy may choose. */
  private remarkNamespaces(): void {
    const others = this.allOthers();
    if (others.some(({ kind }) => kind === 'Namespace')) return;
    for (const object of others.filter(isNetworkPolicy)) {
      if (!BY_NAMESPACE.test(JSON.stringify(object))) continue;
      const name = `NetworkPolicy ${getNamespace({ metadata: { name: '', ...object.metadata } })}/${object.metadata?.name ?? ''}`;
      const span = this.objects.find((each) => each.name === name)?.spanOf([]);
      const message = phrase('formats.manifest.no-namespaces', { name });
      this.diagnostics.push({ severity: 'warning', code: 'assumed', message, path: name, ...(span ? { span } : {}) });
    }
  }

  private allOthers(): readonly OtherObject[] {
    return [...this.named.values(), ...this.others];
  }

  /** Says which nodePorts are outside the default range; where a text has the API server's own range, nothing. */
  private remarkNodePorts(): void {
    if (this.nodePorts.length === 0) return;
    const all = [...this.known.values(), ...this.allOthers()];
    if (!JSON.stringify(all).includes('service-node-port-range')) this.diagnostics.push(...this.nodePorts);
  }

  finish(): ManifestObjects {
    this.remarkNamespaces();
    this.remarkNodePorts();
    const all = [...this.known.values(), ...this.mirrored()];
    const of = <K extends KubernetesObject['kind']>(kind: K): Extract<KubernetesObject, { kind: K }>[] =>
      all.filter((object): object is Extract<KubernetesObject, { kind: K }> => object.kind === kind);
    const others = this.allOthers();
    const cluster: ClusterObjects = {
      nodes: of('Node'),
      pods: of('Pod'),
      deployments: of('Deployment'),
      services: of('Service'),
      endpointSlices: of('EndpointSlice'),
      ...(others.length > 0 ? { others } : {}),
    };
    return { cluster, objects: this.objects, diagnostics: this.diagnostics };
  }
}

/** `default/web`; a Node has no namespace, a configuration no name. */
function getName({ kind, value }: Found): string {
  const metadata = isRecord(value['metadata']) ? value['metadata'] : {};
  const name = typeof metadata['name'] === 'string' ? metadata['name'] : '?';
  const namespace = typeof metadata['namespace'] === 'string' ? metadata['namespace'] : 'default';
  if (kind === 'KubeProxyConfiguration') return 'kube-proxy';
  return kind === 'Node' ? name : `${namespace}/${name}`;
}

/** Null fields are unset fields; the group and version are those the bench speaks; Nodes and Pods have a spec. */
function normalise(kind: KnownKind, value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const bare = withoutNulls(value) as Readonly<Record<string, unknown>>;
  const filled = kind === 'Node' ? { spec: {}, status: {} } : kind === 'Pod' ? { spec: {} } : {};
  const { apiVersion: _version, kind: _kind, ...rest } = bare;
  return { apiVersion: KIND_SCHEMAS[kind].apiVersion, kind, ...filled, ...rest };
}

/** The objects that have the shape of Pods, as Pods. */
export function readPods(objects: readonly Readonly<Record<string, unknown>>[]): readonly PodObject[] {
  const bare = objects.map((object) => normalise('Pod', object));
  return bare.filter(
    (object) =>
      shapeProblems('Pod', object).length === 0 && fieldProblems(object as unknown as OtherObject).length === 0,
  ) as unknown as readonly PodObject[];
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutNulls(field)]));
}
