import { expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { clusterBench } from '../../../content/scenes/bench';
import { derivePasted } from '../../../core/document/derive-pasted';
import { flowsOfSubject, type Document } from '../../../core/document/document';
import { setPodReady } from '../../../core/document/edits/pods';
import { node, pod } from '../../../core/kubernetes/build';
import { createEngine } from '../../../engine/engine';
import { benchOn } from '../../../engine/questions/open';
import { run } from '../../../engine/questions/run';
import { story } from '../../../engine/questions/story';
import { storyCast } from '../cast/cast.model';
import { textWidth } from '../layout/frame.model';
import { deepNodes, makeLayout, type Paper } from '../layout/layout.model';
import { sceneAt } from '../cast/scene.model';

const words = { to: 'to', from: 'from', remembered: 'remembered', routing: 'routing' };

/** Boxes that stand on the stage when the walk is over. */
function drawn(document: Document) {
  const engine = createEngine(derivePasted);
  const bench = benchOn(engine, document);
  const result = run(engine, { flowId: flowsOfSubject(document)[0]?.id ?? '' });
  const played = { document, bench, result, ...story(engine, { flowId: result.flowId }) };
  const cast = storyCast(played);
  const paper: Paper = {
    width: 1280,
    height: 356,
    tall: false,
    measure: textWidth,
    words,
    deep: deepNodes(played.moments),
  };
  const scene = sceneAt({ ...played, cast }, played.moments.length - 1)!;
  return makeLayout(cast, scene, paper).hosts.flatMap(({ placed }) => placed.map(({ actor }) => actor));
}

const CONTAINERS = [{ name: 'web', ports: [{ name: 'http', containerPort: 8080 }] }];

it('keeps the Pod of a Service that refuses in sight: strangers of its namespace give way', () => {
  const slow = pod('web-slow', { node: 'node1', labels: { app: 'web' }, ready: false, containers: CONTAINERS });
  const strangers = Array.from({ length: 8 }, (_, nth) => pod(`stranger-${nth}`, { node: 'node1' }));
  const extra = [...strangers.slice(0, 4), slow, ...strangers.slice(4)];
  const actors = drawn(clusterBench({ pods: 0, extra }).document());
  expect(actors.find(({ name }) => name === 'web-slow')).toMatchObject({ state: 'notReady', label: 'app=web' });
  expect(actors.map(({ name }) => name)).toContain('client');
});

it('draws a Pod not ready whose node is not', () => {
  const lost = { ...node('node3'), status: { conditions: [{ type: 'Ready', status: 'False' }] } } as ReturnType<
    typeof node
  >;
  const gone = pod('web-gone', { node: 'node3', labels: { app: 'web' }, containers: CONTAINERS });
  const actors = drawn(clusterBench({ pods: 2, extra: [lost, gone] }).document());
  expect(actors.flatMap(({ name, state }) => (state ? [`${name} ${state}`] : []))).toEqual(['web-gone notReady']);
});

it.each(['web-1', 'web-2', 'web-3'])('every Pod keeps its place when %s becomes not ready', (name) => {
  const document = EXAMPLES[0]!.document();
  const placesOf = (of: Document): string[] => drawn(of).map((actor) => actor.name);
  const before = placesOf(document);
  const [found = ''] = before.filter((each) => each.startsWith('web-')).slice(Number(name.at(-1)) - 1);
  expect(placesOf(setPodReady(document, { namespace: 'default', name: found }, false))).toEqual(before);
});
