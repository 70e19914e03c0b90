import { phrase } from '../lib/phrase';
import { ownerOf, type ProxyView } from './api-server';
import type { KubeProxy } from './kube-proxy';
import { chanceOf, type Run } from './run';

/** Which nodes a balancer sends to from a moment on. */
export interface BalancerChange {
  readonly at: number;
  readonly node: string;
  readonly isIn: boolean;
}

/** The nodes a balancer sends to at a moment. */
export function nodesIn(changes: readonly BalancerChange[], at: number): readonly string[] {
  const now = new Map<string, boolean>();
  for (const change of changes) if (change.at <= at) now.set(change.node, change.isIn);
  return [...now].filter(([, isIn]) => isIn).map(([node]) => node);
}

/** A cloud's load balancer for one Service: probes every node, and sends to those that answer. */
export class LoadBalancer {
  readonly service: string;
  readonly changes: BalancerChange[] = [];
  readonly #run: Run;
  readonly #proxies: ReadonlyMap<string, KubeProxy>;

  constructor(run: Run, service: string, proxies: ReadonlyMap<string, KubeProxy>) {
    this.#run = run;
    this.service = service;
    this.#proxies = proxies;
    for (const node of proxies.keys()) this.#watch(node);
  }

  #watch(node: string): void {
    const { queue, delays, journal } = this.#run;
    let isIn = this.#answers(node);
    let against = 0;
    this.changes.push({ at: -Infinity, node, isIn });
    const tick = (): void => {
      const now = this.#answers(node);
      against = now === isIn ? 0 : against + 1;
      if (against >= delays.probeFailures) {
        [isIn, against] = [now, 0];
        this.changes.push({ at: queue.now, node, isIn });
        const says = isIn
          ? phrase('timeline.node-in', { node })
          : phrase('timeline.node-out', { node, count: delays.probeFailures });
        journal.note({ lane: 'load-balancer', says });
      }
      queue.after(delays.probe, tick);
    };
    queue.after(chanceOf(this.#run, `balancer ${this.service} ${node}`).below(delays.probe), tick);
  }

  /**
   * externalTrafficPolicy Local: kube-proxy answers 200 on healthCheckNodePort while it has local ready endpoints
   * (pkg/proxy/healthcheck/service_health.go); else /healthz of a kube-proxy that runs.
   */
  #answers(node: string): boolean {
    const proxy = this.#proxies.get(node);
    if (!proxy?.running || this.#run.lost.has(node)) return false;
    const view = this.#run.api.views[proxy.synced];
    const service = this.#run.api.service(this.service);
    if (service?.spec.externalTrafficPolicy !== 'Local' || !view) return service !== undefined;
    return hasLocalEndpoint(view, this.service, node);
  }
}

function hasLocalEndpoint({ endpointSlices }: ProxyView, service: string, node: string): boolean {
  return endpointSlices.some(
    (slice) =>
      ownerOf(slice) === service &&
      slice.endpoints?.some(({ nodeName, conditions }) => nodeName === node && (conditions?.ready ?? true)),
  );
}
