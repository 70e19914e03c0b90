import type { ScriptEvent } from '../../src/core/document/script';
import type { Document } from '../../src/core/document/document';
import type { ServiceObject } from '../../src/core/kubernetes/types';
import { Memo } from '../../src/core/lib/memo';
import { clusterDocument, runToEnd } from '../../src/core/timeline/testing/documents';
import { liveThrough } from '../../src/core/timeline/timeline';
import { median, type Figure } from './walk';

type Mode = 'iptables' | 'nftables' | 'ipvs';

const AFFINITY: Partial<ServiceObject['spec']> = {
  sessionAffinity: 'ClientIP',
  sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } },
};

const EVENTS: readonly ScriptEvent[] = [
  { at: 5000, do: 'roll-out', deployment: 'default/web0' },
  { at: 60_000, do: 'roll-out', deployment: 'default/web1' },
  { at: 120_000, do: 'scale', deployment: 'default/web0', replicas: 30 },
  { at: 180_000, do: 'drain', node: 'node5' },
  { at: 240_000, do: 'lose-node', node: 'node6' },
  { at: 300_000, do: 'crash', pod: 'default/web0' },
  { at: 360_000, do: 'roll-out', deployment: 'default/web0' },
];

function proxied(mode: Mode): Partial<Document> {
  return { mode, release: '1.33', kubeProxy: { mode, clusterCIDR: '10.244.0.0/16' } };
}

/** Ten minutes of 20 nodes, 200 Pods and five clients with ten requests a second each, one of them over one connection. */
function tenMinutes(mode: Mode, service: Partial<ServiceObject['spec']> = {}): Document {
  const clients = Array.from({ length: 5 }, (_, nth) => ({
    flow: nth === 1 ? 'udp' : 'tcp',
    perSecond: 10,
    sends: nth === 2 ? ('keep-alive' as const) : ('new' as const),
  }));
  const script = { duration: 600_000, events: EVENTS, clients };
  return clusterDocument(script, { nodes: 20, services: 10, replicas: 20, service, document: proxied(mode) });
}

/** A rollout on 3 nodes with 30 Pods, as a slider of it is moved: each time another minSyncPeriod, one memory. */
function movedSlider(mode: Mode): () => unknown {
  const events: readonly ScriptEvent[] = [{ at: 5000, do: 'roll-out', deployment: 'default/web0' }];
  const clients = [{ flow: 'tcp', perSecond: 20, sends: 'new' as const }];
  const script = { duration: 60_000, events, clients };
  const document = clusterDocument(script, { services: 3, replicas: 10, document: proxied(mode) });
  const memo = new Memo();
  let minSync = 1000;
  return () =>
    runToEnd(liveThrough({ ...document, script: { ...script, delays: { minSync: (minSync += 100) } } }, memo));
}

/** How long it takes to live through a script. */
export function* timelineFigures(): Generator<Figure> {
  for (const mode of ['iptables', 'nftables', 'ipvs'] as const) {
    const name = `timeline, 10 minutes of 20 nodes, 200 Pods, 50 requests a second (${mode})`;
    for (const [what, service] of [
      [name, {}],
      [`${name}, ClientIP affinity`, AFFINITY],
    ] as const) {
      const document = tenMinutes(mode, service);
      yield { name: what, value: median(() => runToEnd(liveThrough(document)), 3), unit: 'ms', most: 2000 };
    }
    const moved = movedSlider(mode);
    yield {
      name: `timeline, a slider moved, 3 nodes and 30 Pods (${mode})`,
      value: median(moved),
      unit: 'ms',
      most: 300,
    };
  }
}
