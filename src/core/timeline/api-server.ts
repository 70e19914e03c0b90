import type { Phrase } from '../lib/phrase';
import { findOwnerService } from '../kubernetes/defaults';
import {
  getNamespace,
  namespacedName,
  type ClusterObjects,
  type DeploymentObject,
  type EndpointSliceObject,
  type NodeObject,
  type PodObject,
  type ServiceObject,
} from '../kubernetes/types';
import type { Journal } from './run';

/** What a kube-proxy is told of, at one version. */
export interface ProxyView {
  readonly services: readonly ServiceObject[];
  readonly endpointSlices: readonly EndpointSliceObject[];
}

/** What was stored, as watchers hear of it; `event` is its place in the journal. */
export type ApiChange = { readonly event: number } & (
  | { readonly kind: 'pod'; readonly id: string; readonly before?: PodObject; readonly after?: PodObject }
  | { readonly kind: 'deployment'; readonly id: string }
  | { readonly kind: 'node'; readonly name: string }
  /** A Service or its slices: a new version for kube-proxies. */
  | { readonly kind: 'service'; readonly id: string; readonly version: number; readonly of: 'service' | 'slices' }
);

/** An object as it was stored at a time; `after` undefined: it was deleted. */
export type Put = { readonly at: number } & (
  | { readonly kind: 'pod'; readonly id: string; readonly after: PodObject | undefined }
  | { readonly kind: 'deployment'; readonly id: string; readonly after: DeploymentObject }
  | { readonly kind: 'nodes'; readonly after: readonly NodeObject[] }
);

/** Why something is written. */
export interface WriteReason {
  readonly says: Phrase;
  readonly cause?: number | undefined;
}

/** The Service a slice belongs to: `namespace/name`. */
export function ownerOf(slice: EndpointSliceObject): string {
  return `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`;
}

/** Stores objects and tells whoever watches; what each of them hears when is its own matter. */
export class ApiServer {
  readonly pods = new Map<string, PodObject>();
  readonly deployments = new Map<string, DeploymentObject>();
  nodes: readonly NodeObject[];
  /** All versions kube-proxies can have seen, oldest first. */
  readonly views: ProxyView[];
  /** When each of them was stored. */
  readonly stored: number[] = [-Infinity];
  /** What else was stored, oldest first. */
  readonly puts: Put[] = [];
  readonly #journal: Journal;
  readonly #watchers: ((change: ApiChange) => void)[] = [];

  constructor(cluster: ClusterObjects, journal: Journal) {
    this.#journal = journal;
    this.nodes = cluster.nodes;
    for (const pod of cluster.pods) this.pods.set(namespacedName(pod), pod);
    for (const each of cluster.deployments) this.deployments.set(namespacedName(each), each);
    this.views = [{ services: cluster.services, endpointSlices: cluster.endpointSlices }];
  }

  /** The newest version. */
  get view(): ProxyView {
    return this.views.at(-1) as ProxyView;
  }

  watch(watcher: (change: ApiChange) => void): void {
    this.#watchers.push(watcher);
  }

  service(id: string): ServiceObject | undefined {
    return this.view.services.find((each) => namespacedName(each) === id);
  }

  slicesOf(id: string): readonly EndpointSliceObject[] {
    return this.view.endpointSlices.filter((slice) => ownerOf(slice) === id);
  }

  /** Stores a Pod; undefined: it is gone. */
  putPod(id: string, after: PodObject | undefined, story: WriteReason): number {
    const before = this.pods.get(id);
    if (after) this.pods.set(id, after);
    else this.pods.delete(id);
    this.puts.push({ at: this.#journal.now, kind: 'pod', id, after });
    const event = this.#note(story);
    this.#tell({ kind: 'pod', id, event, ...(before ? { before } : {}), ...(after ? { after } : {}) });
    return event;
  }

  putDeployment(after: DeploymentObject, story: WriteReason): void {
    const id = namespacedName(after);
    this.deployments.set(id, after);
    this.puts.push({ at: this.#journal.now, kind: 'deployment', id, after });
    this.#tell({ kind: 'deployment', id, event: this.#note(story) });
  }

  putNode(after: NodeObject, story: WriteReason): number {
    const { name } = after.metadata;
    this.setNodes(this.nodes.map((node) => (node.metadata.name === name ? after : node)));
    const event = this.#note(story);
    this.#tell({ kind: 'node', name, event });
    return event;
  }

  deleteNode(name: string, story: WriteReason): number {
    this.setNodes(this.nodes.filter((node) => node.metadata.name !== name));
    const event = this.#note(story);
    this.#tell({ kind: 'node', name, event });
    return event;
  }

  node(name: string): NodeObject | undefined {
    return this.nodes.find(({ metadata }) => metadata.name === name);
  }

  /** The IPAM's notebook: nobody waits for it. */
  setNodes(nodes: readonly NodeObject[]): void {
    this.nodes = nodes;
    this.puts.push({ at: this.#journal.now, kind: 'nodes', after: nodes });
  }

  putService(id: string, after: ServiceObject | undefined, story: WriteReason): void {
    const { services, endpointSlices } = this.view;
    const next = services.flatMap((each) => (namespacedName(each) === id ? (after ?? []) : each));
    this.views.push({ services: next, endpointSlices });
    this.#tellVersion(id, 'service', story);
  }

  putSlices(id: string, after: readonly EndpointSliceObject[], story: WriteReason): void {
    const { services, endpointSlices } = this.view;
    const others = endpointSlices.filter((slice) => ownerOf(slice) !== id);
    this.views.push({ services, endpointSlices: [...others, ...after] });
    this.#tellVersion(id, 'slices', story);
  }

  #tellVersion(id: string, of: 'service' | 'slices', story: WriteReason): void {
    this.stored.push(this.#journal.now);
    this.#tell({ kind: 'service', id, of, version: this.views.length - 1, event: this.#note(story) });
  }

  #note({ says, cause }: WriteReason): number {
    return this.#journal.note({ lane: 'api', says, cause });
  }

  #tell(change: ApiChange): void {
    for (const watcher of this.#watchers) watcher(change);
  }
}
