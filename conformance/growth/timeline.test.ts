import { expect, it } from 'vitest';
import type { ScriptEvent } from '../../src/core/document/script';
import { clusterDocument, lived } from '../../src/core/timeline/testing/documents';
import { countWork, superlinear, type Work } from './work';

/** Scales a Deployment to so many Pods, and back to one; each Pod is scheduled, addressed, started, probed and ended. */
function scaling(replicas: number): () => void {
  const to = (at: number, count: number): ScriptEvent => ({
    at,
    do: 'scale',
    deployment: 'default/web0',
    replicas: count,
  });
  const document = clusterDocument(
    { duration: 120_000, events: [to(1000, replicas), to(60_000, 1)] },
    { nodes: 5, replicas: 1 },
  );
  return () => lived(document);
}

it('twice as many Pods are twice the work of a timeline', () => {
  const works = [150, 300, 600].map((replicas) => countWork(scaling(replicas)));
  expect(superlinear(works as unknown as readonly [Work, Work, Work])).toEqual([]);
});
