import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { clusterBench } from '../../../content/scenes/bench';
import { node } from '../../../core/kubernetes/build';
import { SCENES } from '../../../content/scenes';
import { derivePasted } from '../../../core/document/derive-pasted';
import { flowsOfSubject, type Document } from '../../../core/document/document';
import { SOAKING } from '../../../core/lib/testing/soaking';
import { createEngine } from '../../../engine/engine';
import { benchOn } from '../../../engine/questions/open';
import { run } from '../../../engine/questions/run';
import { story } from '../../../engine/questions/story';
import { exampleDocument } from '../../../engine/testing/engine';
import { storyCast } from '../cast/cast.model';
import { textWidth } from '../layout/frame.model';
import { listLabels, wireSpots } from './labels.model';
import { bottomOf, rightOf, type Area, type StageSpot } from '../layout/lines.model';
import { LEAST_SCALE, panePicture, paneShape, reachedMoment, type PaneRoom } from './pane.model';
import { samplePath } from '../layout/path.model';
import type { StoryWithCast } from '../cast/scene.model';

const WORDS = {
  measure: textWidth,
  words: { to: 'to', from: 'from', remembered: 'remembered', routing: 'routing' },
};

/** The stage's pane as the bench opens: on a laptop, on a large screen, and a small one. */
const LAPTOP: PaneRoom = { width: 671, height: 309, corner: 110 };
const ROOMS: readonly PaneRoom[] = [
  LAPTOP,
  { width: 1311, height: 560, corner: 110 },
  { width: 560, height: 300, corner: 110 },
];

function tellerOf(document: Document): (flow: number) => StoryWithCast {
  const engine = createEngine(derivePasted);
  const bench = benchOn(engine, document);
  return (flow) => {
    const result = run(engine, { flowId: flowsOfSubject(document)[flow]?.id ?? '' });
    const played = { document, bench, result, ...story(engine, { flowId: result.flowId }) };
    return { ...played, cast: storyCast(played) };
  };
}

const overlap = (a: Area, b: Area): boolean =>
  a.x < rightOf(b) - 1 && b.x < rightOf(a) - 1 && a.y < bottomOf(b) - 1 && b.y < bottomOf(a) - 1;

/** Well within: a line that ends at a box touches its border. */
const isIn = ({ x, y }: StageSpot, box: Area): boolean =>
  x > box.x + 2 && x < rightOf(box) - 2 && y > box.y + 2 && y < bottomOf(box) - 2;

/** What is wrong with the drawing of a walk in a pane, at each of its moments. */
function faults(told: StoryWithCast, room: PaneRoom): string[] {
  const shape = paneShape(told, room, WORDS);
  const { scale } = shape;
  return told.moments.flatMap(({ kind }, index) => {
    const picture = panePicture(told, room, WORDS, { index, shape });
    if (!picture) return [`${kind}: no picture`];
    const { layout, drawing, scene } = picture;
    const { pill } = layout;
    const boxes = [...layout.hosts.flatMap(({ placed }) => placed), ...layout.outside];
    const named = (box: Area): string => boxes.find((each) => each === box)?.actor.name ?? 'the Service';
    const solid = [...boxes, ...(pill ? [pill] : [])];
    const said: string[] = [];
    for (const box of solid) {
      if (overlap(box, drawing.packet)) said.push(`the packet covers ${named(box)}`);
      if (drawing.gate && overlap(box, drawing.gate)) said.push(`the hook covers ${named(box)}`);
      if (solid.some((other) => other !== box && overlap(other, box))) said.push(`${named(box)} is covered`);
      if (box.x < 0 || rightOf(box) > layout.paper.width + 1) said.push(`${named(box)} leaves the pane`);
      const lines = [
        ...drawing.wires.map(({ id, d }) => [`the wire of ${id}`, d] as const),
        ...drawing.threads.map(({ id, d }) => [`the thread to ${id}`, d] as const),
        ...(drawing.way === undefined ? [] : [['the way', drawing.way] as const]),
        ...(drawing.aim ? [['the aim', drawing.aim.d] as const] : []),
      ];
      for (const [name, d] of lines) {
        // Who comes from behind the machine at the wire goes in there, and out.
        const isThrough = box === layout.outside.at(-1) && /^the (wire|way)/.test(name);
        if (!isThrough && samplePath(d).some((spot) => isIn(spot, box)))
          said.push(`${name} runs through ${named(box)}`);
      }
    }
    for (const { text, x, y, anchor } of listLabels(layout, scene.passed, drawing)) {
      const w = textWidth(text, 'mono', 18);
      const label = { x: anchor === 'end' ? x - w : x, y: y - 13, w, h: 17 };
      if (text !== '' && boxes.some((box) => overlap(box, label))) said.push(`${text} stands on a box`);
    }
    const on = layout.hosts.find(({ host }) => host.id === scene.gate?.host);
    if (drawing.gate && on && (drawing.gate.x < on.x || rightOf(drawing.gate) > rightOf(on)))
      said.push('the hook leaves its node');
    if (drawing.gate && overlap(drawing.gate, pill ?? { x: 0, y: 0, w: 0, h: 0 }))
      said.push('the hook is at the Service');
    return [...new Set(said)].map((fault) => `${kind}, ${Math.round(scale * 100)} %: ${fault}`);
  });
}

describe('the stage of the bench', () => {
  it.each(EXAMPLES.map(({ id }) => id))('leads no line through a box, covers nothing: %s', (id) => {
    const document = exampleDocument(id);
    const tell = tellerOf(document);
    for (const flow of flowsOfSubject(document).keys()) {
      const told = tell(flow);
      for (const room of SOAKING || flow === 0 ? ROOMS : [LAPTOP])
        expect(faults(told, room), `flow ${flow + 1} in ${room.width} px`).toEqual([]);
    }
  });

  it.each(SCENES.filter((_, nth) => SOAKING || nth % 4 === 0).map((scene) => [scene.id, scene] as const))(
    'leads no line through a box, covers nothing: scene %s',
    (_id, scene) => {
      expect(faults(tellerOf(scene.document())(0), LAPTOP)).toEqual([]);
    },
  );

  it.each(['iptables', 'ipvs', 'nftables'] as const)(
    'shows nine Pods on three nodes on a laptop, with no letters under 12 px: %s',
    (mode) => {
      const document = clusterBench({ pods: 9, extra: [node('node3')] }).document();
      const told = tellerOf({ ...document, mode })(0);
      const shape = paneShape(told, LAPTOP, WORDS);
      const { scale } = shape;
      expect(scale * 18).toBeGreaterThanOrEqual(12);
      for (const index of told.moments.keys()) {
        const { layout } = panePicture(told, LAPTOP, WORDS, { index, shape })!;
        expect(layout.hosts.map(({ more }) => more)).toEqual([0, 0, 0]);
        expect(layout.hosts.reduce((sum, { placed }) => sum + placed.length, 0)).toBe(10);
        expect(layout.paper.height * scale).toBeLessThanOrEqual(LAPTOP.height + 1);
      }
      expect(faults(told, LAPTOP)).toEqual([]);
    },
  );

  it('is as large as the story where everybody has room', () => {
    const told = tellerOf(exampleDocument())(0);
    expect(paneShape(told, ROOMS[1]!, WORDS).scale).toBeGreaterThanOrEqual(1);
    expect(paneShape(told, LAPTOP, WORDS).scale * 18).toBeGreaterThan(15);
    expect(paneShape(told, { width: 600, height: 120, corner: 0 }, WORDS)).toEqual({ scale: LEAST_SCALE });
    // In a hand nodes stand under each other, and letters are 17 px before they are scaled.
    const hand = paneShape(told, { width: 390, height: 580, corner: 0 }, WORDS);
    expect(hand.tall).toBeDefined();
    expect(hand.scale * 16).toBeGreaterThanOrEqual(12);
  });

  it('shows a moment when what it is about has happened, not before', () => {
    const { moments } = tellerOf(exampleDocument())(0);
    const last = moments.at(-1)!.last;
    for (let step = 0; step <= last; step += 0.5) {
      const index = reachedMoment(moments, step);
      if (index > 0) expect(moments[index]!.at).toBeLessThanOrEqual(step);
      const next = moments[index + 1];
      if (next) expect(Math.max(next.first, next.at)).toBeGreaterThan(Math.floor(step));
    }
  });
});

it.each([390, 560, 671])(
  'what stands in the corner of a pane of %i px covers no Service, and a long name is cut for it',
  (width) => {
    const room: PaneRoom = { width, height: 580, corner: width < 560 ? 50 : 110 };
    for (const name of ['web', 'frontend']) {
      const told = tellerOf(EXAMPLES[0]!.document())(0);
      const pill = { ...told.cast.pill!, name };
      const renamed = {
        ...told,
        cast: { ...told.cast, pill, asked: told.cast.asked.map((each) => ({ ...each, pill })) },
      };
      const shape = paneShape(renamed, room, WORDS);
      const picture = panePicture(renamed, room, WORDS, { index: 0, shape })!;
      expect(rightOf(picture.layout.pill!) * shape.scale).toBeLessThanOrEqual(width - room.corner);
      expect(picture.layout.pill!.x).toBeGreaterThanOrEqual(0);
    }
  },
);

it('beside a machine outside the line is a wire, also where nodes send each other tunnels', () => {
  const told = tellerOf(EXAMPLES.find(({ id }) => id === 'kuard-2019')!.document())(0);
  const room: PaneRoom = { width: 1311, height: 560, corner: 110 };
  const shape = paneShape(told, room, WORDS);
  const picture = panePicture(told, room, WORDS, { index: told.moments.length - 1, shape })!;
  expect(picture.scene.tunnel).toBe(true);
  expect(picture.layout.outside.length).toBeGreaterThan(0);
  const words = wireSpots(picture).map(({ word }) => word);
  expect(words.at(-1)).toBe('wire');
  expect(words.slice(0, -1)).toEqual(words.slice(0, -1).map(() => 'tunnel'));
});
