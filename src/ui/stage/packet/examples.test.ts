import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import type { Document } from '../../../core/document/document';
import { flattenedSteps } from '../../../store/selectors';
import { listLegs } from '../../inspector/trace-list.model';
import { listFocus, shownFamily } from '../topology/flows.model';
import { layoutStage } from '../topology/layout.model';
import { makeStage } from '../topology/topology.model';
import { routeBetween, type WireGraph } from '../topology/geometry.model';
import { momentAt } from '../topology/moment.model';
import { newSpot, packetPath, spotAt } from './path.model';
import { engineAtHand } from '../../../engine/testing/engine';
import { some } from '../../../core/lib/testing/soaking';

const MODES = [
  ['iptables', '1.30'],
  ['ipvs', '1.30'],
  ['nftables', '1.33'],
  ['userspace', '1.25'],
] as const;

const BENCHES = some(
  EXAMPLES.flatMap(({ id, document }): (readonly [string, string, Document])[] => {
    const made = document();
    if (made.subject !== 'cluster') return [[id, 'pasted', made]];
    return MODES.map(([mode, release]) => [id, mode, { ...made, mode, release }]);
  }),
  9,
);

/** Does a place of the picture lie in a namespace? */
function isIn(netns: string, anchor: string): boolean {
  const place = anchor.slice(anchor.indexOf(':') + 1);
  return place === netns || place.startsWith(`${netns}/`);
}

const isDrawn = ({ vertices }: WireGraph, netns: string): boolean => [...vertices.keys()].some((id) => isIn(netns, id));

it('knows which places lie in a namespace', () => {
  expect(isIn('node1', 'gate:node1/INPUT')).toBe(true);
  expect(isIn('default/web', 'pod:default/web')).toBe(true);
  expect(isIn('node1', 'gate:node12/INPUT')).toBe(false);
});

/** Every flow of every example in every mode, as the engine really walks it. */
describe.each(BENCHES)('%s in %s', (_id, _mode, document) => {
  const engine = engineAtHand();
  const bench = engine.open(document);

  it.each(document.flows.map(({ id }) => id))(
    '%s keeps to the wires, and is at each step where the list has it',
    (flow) => {
      const result = engine.run(flow);
      const focus = listFocus(result, undefined, bench);
      const { graph } = layoutStage(makeStage(document, bench, { family: shownFamily(result, bench), focus }));
      const steps = flattenedSteps(result);
      const path = packetPath(graph, steps);
      const { anchors } = path;
      const lost = anchors.filter((anchor) => !graph.vertices.has(anchor));
      const leaps = anchors.slice(1).flatMap((to, i) => {
        const from = anchors[i] ?? '';
        const sameLeg = steps[i]?.leg === steps[i + 1]?.leg;
        return sameLeg && !routeBetween(graph, from, to) ? [`${from} to ${to}`] : [];
      });
      expect({ lost, leaps }).toEqual({ lost: [], leaps: [] });
      expect(steps.length > 0).toBe(result.problem === undefined);

      // The list of the inspector, from its first line to its last, against the stations of the animation.
      const lines = listLegs(steps).flatMap(({ hops }) =>
        hops.flatMap((hop) => hop.steps.map(({ index }) => ({ index, netns: hop.netns }))),
      );
      expect(lines.map(({ index }) => index)).toEqual(steps.map((_, index) => index));
      const spot = newSpot();
      const elsewhere = lines.flatMap(({ index, netns }) => {
        const { x, y, step } = spotAt(path, index, spot);
        const anchor = anchors[index] ?? '';
        const vertex = graph.vertices.get(anchor);
        const there =
          step === index && Math.abs(x - (vertex?.x ?? NaN)) < 0.01 && Math.abs(y - (vertex?.y ?? NaN)) < 0.01;
        const inside = !isDrawn(graph, netns) || isIn(netns, anchor);
        return there && inside && momentAt(steps, index).netns === netns ? [] : [`${index} ${netns}: ${anchor}`];
      });
      expect(elsewhere).toEqual([]);
    },
  );
});
