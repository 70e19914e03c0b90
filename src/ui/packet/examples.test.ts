import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { flattenedSteps } from '../../store/selectors';
import { createEngine } from '../../worker/engine';
import { focusOf, shownFamily } from '../topology/focus.model';
import { layoutStage } from '../topology/layout.model';
import { stageOf } from '../topology/topology.model';
import { routeBetween } from '../topology/wires.model';
import { anchorsOf } from './anchors.model';

/** Every flow of every example, as the engine really walks it. */
describe.each(EXAMPLES.map(({ id, document }) => [id, document()] as const))('%s', (_id, document) => {
  const engine = createEngine();
  const bench = engine.open(document);

  it.each(document.flows.map(({ id }) => id))('%s keeps to the wires', (flow) => {
    const result = engine.run(flow);
    const focus = focusOf(result, undefined, bench);
    const { graph } = layoutStage(stageOf(document, bench, { family: shownFamily(result, bench), focus }));
    const steps = flattenedSteps(result);
    const anchors = anchorsOf(graph, steps);
    const lost = anchors.filter((anchor) => !graph.vertices.has(anchor));
    const leaps = anchors.slice(1).flatMap((to, i) => {
      const from = anchors[i] ?? '';
      const sameLeg = steps[i]?.leg === steps[i + 1]?.leg;
      return sameLeg && !routeBetween(graph, from, to) ? [`${from} to ${to}`] : [];
    });
    expect({ lost, leaps }).toEqual({ lost: [], leaps: [] });
    expect(steps.length > 0).toBe(result.problem === undefined);
  });
});
