import { phrase } from '../../lib/phrase';
import { namespaceOf } from '../../kubernetes/meta';
import type { ClusterObjects, KubernetesObject, OtherObject } from '../../kubernetes/types';
import type { Diagnostic, SourceSpan } from '../format';
import { slicesOfEndpoints, type EndpointsObject } from './endpoints';
import type { ReadDocument } from './read';
import { isKnownKind, KIND_SCHEMAS, shapeProblems, type KnownKind } from './schema';

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
export function collectObjects(documents: readonly ReadDocument[]): ManifestObjects {
  const diagnostics: Diagnostic[] = [];
  const found = documents.flatMap(({ value, spanOf }) => findObjects({ value, spanOf }, undefined, diagnostics));
  const collected = new Collector(diagnostics);
  for (const object of found) collected.add(object);
  return collected.finish();
}

interface Part {
  readonly value: unknown;
  readonly spanOf: (path: Path) => SourceSpan;
}

/** What has items that say their kinds is a list, whether it says so or not. */
function kindOfItems({ items }: Readonly<Record<string, unknown>>): 'List' | undefined {
  const isObject = (item: unknown): boolean => isRecord(item) && typeof item['kind'] === 'string';
  return Array.isArray(items) && items.some(isObject) ? 'List' : undefined;
}

/** Opens Lists (`List`, `PodList`…); items of a typed list may leave out their kind. */
function findObjects(part: Part, impliedKind: string | undefined, diagnostics: Diagnostic[]): Found[] {
  const { value, spanOf } = part;
  if (value === null || value === undefined) return [];
  const kind = isRecord(value) ? (value['kind'] ?? impliedKind ?? kindOfItems(value)) : undefined;
  if (!isRecord(value) || typeof kind !== 'string' || kind === '') {
    const id = isRecord(value) ? 'document.manifest.no-kind' : 'document.manifest.not-object';
    diagnostics.push({ severity: 'error', code: 'invalid', message: phrase(id), span: spanOf([]) });
    return [];
  }
  const items = value['items'];
  if (kind.endsWith('List') && (Array.isArray(items) || items === null || items === undefined)) {
    const implied = kind === 'List' ? undefined : kind.slice(0, -'List'.length);
    const list: readonly unknown[] = Array.isArray(items) ? items : [];
    return list.flatMap((item, index) =>
      findObjects({ value: item, spanOf: (path) => spanOf(['items', index, ...path]) }, implied, diagnostics),
    );
  }
  const apiVersion = value['apiVersion'];
  return [{ kind, apiVersion: typeof apiVersion === 'string' ? apiVersion : undefined, value, spanOf }];
}

/** Keys are what `kubectl apply` tells objects apart by: the last one of a name stays. */
class Collector {
  private readonly diagnostics: Diagnostic[];
  private readonly known = new Map<string, KubernetesObject>();
  private readonly endpoints: EndpointsObject[] = [];
  private readonly others: OtherObject[] = [];
  private readonly objects: ManifestObject[] = [];

  constructor(diagnostics: Diagnostic[]) {
    this.diagnostics = diagnostics;
  }

  add(found: Found): void {
    const name = `${found.kind} ${nameOf(found)}`;
    this.objects.push({ name, spanOf: found.spanOf });
    if (!isKnownKind(found.kind)) return this.addOther(found, name);
    const problems = shapeProblems(found.kind, found.value);
    for (const { path, expected, received } of problems) {
      const field = formatPath(path);
      const message = phrase('document.manifest.type', { name, field, expected, received });
      this.report('error', 'invalid', message, found.spanOf(path), `${name} ${field}`);
    }
    if (problems.length === 0) this.addKnown(found.kind, found, name);
  }

  private addKnown(kind: KnownKind, found: Found, name: string): void {
    const object = normalise(kind, found.value);
    if (kind === 'Endpoints') this.endpoints.push(object as unknown as EndpointsObject);
    else {
      if (this.known.has(name)) {
        this.report(
          'warning',
          'invalid',
          phrase('document.manifest.twice', { name }),
          found.spanOf(['metadata', 'name']),
          name,
        );
      }
      this.known.set(name, object as unknown as KubernetesObject);
    }
  }

  private addOther(found: Found, name: string): void {
    this.others.push(found.value as unknown as OtherObject);
    this.report('info', 'irrelevant', phrase('document.manifest.other-kind', { name }), found.spanOf([]), name);
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
          ? [`${namespaceOf(object)}/${object.metadata.labels?.['kubernetes.io/service-name'] ?? ''}`]
          : [],
      ),
    );
    return this.endpoints.flatMap((endpoints) => {
      const name = `${namespaceOf(endpoints)}/${endpoints.metadata.name}`;
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

  finish(): ManifestObjects {
    const all = [...this.known.values(), ...this.mirrored()];
    const of = <K extends KubernetesObject['kind']>(kind: K): Extract<KubernetesObject, { kind: K }>[] =>
      all.filter((object): object is Extract<KubernetesObject, { kind: K }> => object.kind === kind);
    const cluster: ClusterObjects = {
      nodes: of('Node'),
      pods: of('Pod'),
      deployments: of('Deployment'),
      services: of('Service'),
      endpointSlices: of('EndpointSlice'),
      ...(this.others.length > 0 ? { others: this.others } : {}),
    };
    return { cluster, objects: this.objects, diagnostics: this.diagnostics };
  }
}

/** `default/web`; a Node has no namespace. */
function nameOf({ kind, value }: Found): string {
  const metadata = isRecord(value['metadata']) ? value['metadata'] : {};
  const name = typeof metadata['name'] === 'string' ? metadata['name'] : '?';
  const namespace = typeof metadata['namespace'] === 'string' ? metadata['namespace'] : 'default';
  return kind === 'Node' ? name : `${namespace}/${name}`;
}

/** `spec.ports[0].port`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** Reads what {@link formatPath} printed. */
export function parsePath(text: string): (string | number)[] {
  return [...text.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([part, index]) => (index === undefined ? part : Number(index)));
}

/** Null fields are unset fields; the group and version are those the bench speaks; Nodes and Pods have a spec. */
function normalise(kind: KnownKind, value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const bare = withoutNulls(value) as Readonly<Record<string, unknown>>;
  const filled = kind === 'Node' ? { spec: {}, status: {} } : kind === 'Pod' ? { spec: {} } : {};
  const { apiVersion: _version, kind: _kind, ...rest } = bare;
  return { apiVersion: KIND_SCHEMAS[kind].apiVersion, kind, ...filled, ...rest };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutNulls(field)]));
}
