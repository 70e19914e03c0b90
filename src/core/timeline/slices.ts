import { phrase } from '../lib/phrase';
import { matchesLabels } from '../kubernetes/pods';
import {
  getNamespace,
  namespacedName,
  type PodObject,
  type EndpointSliceObject,
  type ServiceObject,
} from '../kubernetes/types';
import type { ApiChange } from './api-server';
import { type Run, lagOf } from './run';
import { Memo, sameValue } from '../lib/memo';
import { completeCluster } from '../kubernetes/complete';

/** Starts the EndpointSlice controller: a queue of Services; one write may carry several changes. */
export function watchSlices(run: Run): void {
  const slices = new Slices(run);
  run.api.watch((change) => slices.hear(change));
}

class Slices {
  readonly #run: Run;
  readonly #queued = new Set<string>();
  readonly #memo = new Memo();

  constructor(run: Run) {
    this.#run = run;
  }

  hear(change: ApiChange): void {
    if (change.kind === 'service' && change.of === 'service') this.#enqueue(change.id, change.event);
    if (change.kind !== 'pod') return;
    const pods = [change.before, change.after].filter((pod) => pod !== undefined);
    for (const service of this.#run.api.view.services) {
      if (pods.some((pod) => selects(service, pod))) this.#enqueue(namespacedName(service), change.event);
    }
  }

  #enqueue(id: string, cause: number): void {
    if (this.#queued.has(id)) return;
    this.#queued.add(id);
    const { delays, queue } = this.#run;
    const wait = lagOf(this.#run, 'endpointslice controller') + delays.sliceBatch + delays.controller;
    queue.after(wait, () => {
      this.#queued.delete(id);
      this.#sync(id, cause);
    });
  }

  #sync(id: string, cause: number): void {
    const { api, journal } = this.#run;
    const before = api.slicesOf(id);
    const service = api.service(id);
    const after = service ? this.#slicesFor(service) : [];
    if (sameValue(before, after)) return;
    const { ready, terminating } = countEndpoints(after);
    const says = phrase('timeline.slices', { service: id, ready, terminating });
    const event = journal.note({ lane: 'slices', says, cause });
    api.putSlices(id, after, { says: phrase('timeline.slices-stored', { service: id }), cause: event });
  }

  /** What the controller makes of the Pods as they are now: the very code that fills the bench's slices. */
  #slicesFor(service: ServiceObject): readonly EndpointSliceObject[] {
    const { api } = this.#run;
    const pods = [...api.pods.values()].filter((pod) => selects(service, pod));
    const own = { nodes: api.nodes, pods, deployments: [], services: [service], endpointSlices: [] };
    return completeCluster(own, this.#memo).endpointSlices;
  }
}

function selects(service: ServiceObject, pod: PodObject): boolean {
  return getNamespace(service) === getNamespace(pod) && matchesLabels(pod.metadata.labels, service.spec.selector);
}

function countEndpoints(slices: readonly EndpointSliceObject[]): {
  readonly ready: number;
  readonly terminating: number;
} {
  const endpoints = slices.flatMap((slice) => slice.endpoints ?? []);
  return {
    ready: endpoints.filter(({ conditions }) => conditions?.ready).length,
    terminating: endpoints.filter(({ conditions }) => conditions?.terminating).length,
  };
}
