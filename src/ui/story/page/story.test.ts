import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { sceneById, SCENES, type Scene } from '../../../content/scenes';
import { derivePasted } from '../../../core/document/derive-pasted';
import { flowsOfSubject, type Document } from '../../../core/document/document';
import { Memo, once } from '../../../core/lib/memo';
import { SOAKING, thinned } from '../../../core/lib/testing/soaking';
import { scaleDeployment, setPodReady } from '../../../core/document/edits/pods';
import { createEngine } from '../../../engine/engine';
import type { LensRoute } from '../../../core/story/lens';
import { momentAtStep } from '../../../core/story/moment';
import { benchOn } from '../../../engine/questions/open';
import { run } from '../../../engine/questions/run';
import { story } from '../../../engine/questions/story';
import { exampleDocument } from '../../../engine/testing/engine';
import { breakable, type Of } from '../lenses/lens.model';
import { mostTelling } from '../cast/telling';
import type { StoryWords } from '../cast/words';
import { rungBars } from '../lenses/lens-ladder';
import { REFUSAL_LENS } from '../lenses/lens-refusal';
import { routesShown } from '../lenses/lens-routes';
import { devicesByMachine } from '../lenses/lens-way';
import { ruleOptions } from '../lenses/rule-options.model';
import { castAt, podNamesInSentences, storyCast } from '../cast/cast.model';
import { makeDrawing } from '../drawing/drawing.model';
import { letterBox, type MeasureText } from '../layout/frame.model';
import { lackOfHeight, makeLayout, neededHeight, ownDevice, type Paper } from '../layout/layout.model';
import { listLabels, LEGEND_TYPE } from '../drawing/labels.model';
import { bottomOf, rightOf, type Area, type StageSpot } from '../layout/lines.model';
import { samplePath } from '../layout/path.model';
import { describeChange, matchingMoment } from './position.model';
import { sceneAt, type StoryWithCast } from '../cast/scene.model';
import { leastSight, sightTop, tallShape } from '../drawing/sight.model';
import type { Picture } from '../drawing/picture';
import { BELOW_TALL, MOST_BETWEEN } from '../layout/tall.model';

/** About as wide as the page's own typefaces. */
const measure: MeasureText = (text, font, size) => text.length * size * (font === 'mono' ? 0.6 : 0.54);
const words = { to: 'to', from: 'from', remembered: 'remembered', routing: 'routing' };

/** The story of each flow that is asked for, on one bench. */
function tellerOf(document: Document, apart = false): (flow: number) => StoryWithCast {
  const engine = createEngine(derivePasted);
  const bench = benchOn(engine, document);
  return (flow) => {
    const result = run(engine, { flowId: flowsOfSubject(document)[flow]?.id ?? '' });
    const played = { document, bench, result, ...story(engine, { flowId: result.flowId, apart }) };
    return { ...played, cast: storyCast(played) };
  };
}

const told = (document: Document): StoryWithCast => tellerOf(document)(0);

/** The story of a scene that several tests look at, worked out once. */
const toldOf = (id: string): StoryWithCast => toldOnce(sceneById(id)!, memo);

const memo = new Memo();
const toldOnce = once(({ document }: Scene) => told(document()));

function paperFor({ moments }: StoryWithCast, tall: boolean, width: number): Paper {
  const deep = new Set(moments.filter(({ hook, kind }) => hook !== undefined || kind === 'routed').map((m) => m.node));
  return { width, height: 356, tall, measure, words, deep };
}

function overlap(a: Area, b: Area): boolean {
  return a.x < rightOf(b) - 1 && b.x < rightOf(a) - 1 && a.y < b.y + b.h - 1 && b.y < a.y + a.h - 1;
}

const PAPERS = [
  [1280, false],
  [1024, false],
  [768, true],
  [390, true],
  [360, true],
] as const;

/** The paper of a page, or of a hand, where what is above and below a stage leaves it 400 px. */
function stagePaper(all: StoryWithCast, [width, tall]: (typeof PAPERS)[number]): Paper {
  const base = paperFor(all, tall, width);
  if (!tall) return { ...base, height: neededHeight(all.cast, base) };
  const { needed, scale, ...layout } = tallShape(all, { width, height: 400 });
  return { ...base, ...layout, width: width / scale, height: needed + layout.spare };
}

/** What is wrong with the drawing of every moment: boxes over boxes, or past the paper. */
function faults(all: StoryWithCast, of: (typeof PAPERS)[number]): string[] {
  const paper = stagePaper(all, of);
  const { width } = paper;
  return all.moments.flatMap(({ kind }, index) => {
    const scene = sceneAt(all, index);
    if (!scene) return [`${kind}: no scene`];
    const cast = castAt(all.cast, index);
    const layout = makeLayout(cast, scene, paper);
    const { packet, gate } = makeDrawing(layout, scene);
    const boxes = [...layout.hosts.flatMap(({ placed }) => placed), ...layout.outside];
    const said: string[] = [];
    const { aim, shows } = scene;
    if (aim && 'pill' in aim && cast.pill?.text !== shows.end.text)
      said.push(`${kind}: ${shows.end.text} is said to be ${cast.pill?.name} ${cast.pill?.text}`);
    for (const box of boxes) {
      if (overlap(box, packet)) said.push(`${kind}: the packet covers ${box.actor.name}`);
      if (gate && overlap(box, gate)) said.push(`${kind}: the hook covers ${box.actor.name}`);
      if (layout.pill && overlap(box, layout.pill)) said.push(`${kind}: the Service covers ${box.actor.name}`);
      if (boxes.some((other) => other !== box && overlap(other, box)))
        said.push(`${kind}: ${box.actor.name} is covered`);
    }
    const on = layout.hosts.find(({ host }) => host.id === scene.gate?.host);
    if (gate && on && (gate.x < on.x || rightOf(gate) > rightOf(on)))
      said.push(`${kind}: the hook ${gate.x}..${rightOf(gate)} leaves its node ${on.x}..${rightOf(on)}`);
    for (const box of [...boxes, packet, ...(gate ? [gate] : []), ...(layout.pill ? [layout.pill] : [])]) {
      if (box.x < 0 || rightOf(box) > width + 1)
        said.push(`${kind}: ${Math.round(box.x)}..${Math.round(rightOf(box))} of ${width}`);
    }
    return said;
  });
}

describe('the stage of a story', () => {
  it.each(thinned(EXAMPLES).map(({ id }) => id))('has room for everybody, whatever the moment: %s', (id) => {
    const document = exampleDocument(id);
    const tell = tellerOf(document);
    for (const flow of flowsOfSubject(document).keys()) {
      const all = tell(flow);
      for (const paper of SOAKING || flow === 0 ? PAPERS : [PAPERS[flow % PAPERS.length]!])
        expect(faults(all, paper), `flow ${flow + 1} at ${paper[0]}`).toEqual([]);
    }
  });

  it('has room beside a machine outside, too, where the hook has nothing to hold', () => {
    const all = toldOf('ping-a-service');
    for (const paper of PAPERS) expect(faults(all, paper), `${paper[0]}`).toEqual([]);
  });

  it.each(['iptables', 'ipvs', 'nftables', 'userspace'] as const)('shows nothing before it happens: %s', (mode) => {
    const release = mode === 'userspace' ? { release: '1.25' } : {};
    const all = told({ ...exampleDocument(), mode, ...release });
    const at = all.moments.findIndex(({ kind }) => kind === 'chosen');
    expect(at).toBeGreaterThan(0);
    for (const index of all.moments.keys()) {
      const scene = sceneAt(all, index);
      expect(scene?.chosen === undefined, `${index}`).toBe(index < at);
    }
  });

  it('lets go of the Service and takes hold of the Pod where the destination is rewritten', () => {
    const all = told(exampleDocument());
    const aims = all.moments.map((_, index) => {
      const aim = sceneAt(all, index)?.aim;
      return aim === undefined ? '-' : 'pill' in aim ? 'service' : 'pod';
    });
    expect(aims.slice(0, 5)).toEqual(['service', 'service', 'service', 'pod', 'pod']);
    expect(aims.at(-1)).toBe('service');
  });

  it('takes the reply past a machine outside that it never comes to', () => {
    // A load balancer that hands packets on as they are, and a router: nodes answer the client themselves.
    for (const id of ['healthy-nodes', 'routed-from-outside']) {
      const all = toldOf(id);
      for (const [index, { kind, role }] of all.moments.entries()) {
        const scene = sceneAt(all, index);
        if (!scene || !['crosses', 'received'].includes(kind)) continue;
        const layout = makeLayout(castAt(all.cast, index), scene, paperFor(all, false, 1280));
        const last = layout.outside.at(-1) as Area;
        const way = makeDrawing(layout, scene).way ?? '';
        const spots = [...way.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
        const enters = spots.some(([x, y]) => x >= last.x && x <= rightOf(last) && y >= last.y);
        expect(enters, `${id} ${kind} ${role}`).toBe(role === 'request');
      }
    }
  });

  it('calls routing by its name, not by the hook before it', () => {
    const all = tellerOf(exampleDocument(), true)(0);
    const gates = all.moments.map((_, index) => sceneAt(all, index)?.gate?.name);
    const at = all.moments.findIndex(({ kind }) => kind === 'routed');
    expect(gates.slice(at - 1, at + 2)).toEqual(['PREROUTING', '', 'POSTROUTING']);
  });

  it("draws the way of what a node's kernel sends itself", () => {
    const all = toldOf('ping-in-ipvs');
    const index = all.moments.findIndex(({ kind }) => kind === 'received');
    const scene = sceneAt(all, index)!;
    const layout = makeLayout(castAt(all.cast, index), scene, paperFor(all, false, 1280));
    expect(makeDrawing(layout, scene).way).toMatch(/^M/);
  });

  it('remembers from the rewrite on, and reads it where the reply is translated back', () => {
    const all = told(exampleDocument());
    const seen = all.moments.map((_, index) => sceneAt(all, index)?.remembered[0]?.now ?? '');
    expect(seen.filter((now) => now !== '')).toEqual(['written', 'read']);
    expect(seen.indexOf('written')).toBe(all.moments.findIndex(({ kind }) => kind === 'rewritten'));
  });

  it('remembers a choice that the reply is translated back by, from that choice on', () => {
    const all = told(sceneById('on-windows')!.document());
    const back = all.moments.find(({ kind }) => kind === 'translated-back')?.because[0];
    expect(back).toMatchObject({ kind: 'moment', index: 1 });
    const seen = all.moments.map((_, index) => sceneAt(all, index)?.remembered.map(({ host }) => host) ?? []);
    expect(seen).toEqual(all.moments.map((_, index) => (index < 1 ? [] : ['node1'])));
  });

  it.each(['iptables', 'nftables'] as const)('says what was asked for the client before a draw: %s', (mode) => {
    // The same Service, and a client that comes for the first time.
    const again = { ...sceneById('affinity')!.document(), mode };
    const document = { ...again, flows: again.flows.map(({ again: _again, ...flow }) => flow) };
    const chosen = told(document).moments.find(({ kind }) => kind === 'chosen');
    expect(chosen?.cause?.values).toMatchObject({ count: 3, looked: 3 });
    expect(told(exampleDocument()).moments.find(({ kind }) => kind === 'chosen')?.cause?.values).toMatchObject({
      looked: 0,
    });
  });

  it('remembers nothing of a packet that does not get out', () => {
    const all = toldOf('hairpin-off');
    expect(all.moments.map(({ kind }) => kind)).toContain('rewritten');
    for (const index of all.moments.keys()) expect(sceneAt(all, index)?.remembered).toEqual([]);
  });
});

/** A moment as it is drawn. */
function pictureOf(all: StoryWithCast, index: number, paper: Paper): Picture {
  const [cast, scene] = [castAt(all.cast, index), sceneAt(all, index)!];
  const layout = makeLayout(cast, scene, paper);
  return { cast, scene, layout, drawing: makeDrawing(layout, scene) };
}

const HAND = [390, true] as const;
const STORIED = [
  'a-headless-name',
  'bridge-nf-off',
  'by-path',
  'external-ip',
  'source-ranges',
  'through-vxlan',
  'in-userspace',
  'ten-pods',
  'on-windows',
];

describe('whoever is chosen', () => {
  const chosenIn = (all: StoryWithCast) =>
    all.moments.flatMap((moment, index) => {
      const scene = sceneAt(all, index);
      const { pod, kind } = moment;
      return kind === 'chosen' && pod?.kind === 'pod' && scene ? [{ scene, pod, next: sceneAt(all, index + 1) }] : [];
    });

  it.each(thinned(SCENES).map(({ id }) => id))('stands on the stage, and is aimed at then: %s', (id) => {
    const all = toldOf(id);
    for (const { scene, pod, next } of chosenIn(all)) {
      expect(scene.chosen, pod.text).toBeDefined();
      if (next?.moment.kind === 'rewritten') expect(next.aim, pod.text).toEqual({ actor: scene.chosen });
    }
  });

  it('also behind a node that only a route of the pasted one tells of, which is drawn as that', () => {
    const { cast } = toldOf('calico-beside');
    const [own, other] = cast.hosts;
    expect([own?.inferred, other?.inferred]).toEqual([undefined, true]);
    expect(other?.actors.map(({ address }) => address)).toEqual(['10.244.1.2']);
  });
});

describe('in a small frame', () => {
  it('covers nobody where who has the packet has no room', () => {
    const all = toldOf('dns-on-the-node');
    const paper = { ...paperFor(all, false, 480), height: 200, small: true };
    for (const index of all.moments.keys()) {
      const { layout, drawing } = pictureOf(all, index, paper);
      const covered = layout.hosts.flatMap(({ placed }) => placed.filter((box) => overlap(box, drawing.packet)));
      expect(
        covered.map(({ actor }) => actor.name),
        `moment ${index + 1}`,
      ).toEqual([]);
    }
  });
});

describe('in the frames of other pages', () => {
  const FRAMES = [
    [360, 160],
    [480, 200],
    [480, 232],
  ] as const;

  it.each(thinned(SCENES).map(({ id }) => id))(
    'shows who is chosen, whole and in letters as large as elsewhere: %s',
    (id) => {
      const all = toldOf(id);
      for (const [width, height] of FRAMES)
        for (const index of all.moments.keys()) {
          const { layout, scene, drawing } = pictureOf(all, index, {
            ...paperFor(all, false, width),
            height,
            small: true,
          });
          const at = `moment ${index + 1} at ${width}x${height}`;
          const boxes = [...layout.hosts.flatMap(({ placed }) => placed), ...layout.outside];
          const isDrawn = boxes.some(({ actor }) => actor.id === scene.chosen);
          if (scene.moment.kind === 'chosen' && scene.chosen !== undefined) expect(isDrawn, at).toBe(true);
          const past = [...boxes, drawing.packet].filter((box) => box.x < 0 || rightOf(box) > width);
          expect(past, at).toEqual([]);
          const over = boxes.filter((box) => boxes.some((other) => other !== box && overlap(other, box)));
          expect(over, at).toEqual([]);
          const isOn = layout.outside.length + layout.hosts.length > 0 && scene.start !== undefined;
          if (scene.moment.kind === 'recognised' && isOn) expect(drawing.way, at).toBeDefined();
          const { type, packet } = layout.sizes;
          const drawn = (Math.min(type, packet) * height) / (height + lackOfHeight(layout));
          expect(drawn, at).toBeGreaterThanOrEqual(14);
        }
    },
  );
});

describe('in a hand', () => {
  it.each(['hairpin', 'elb', 'hairpin-seen'])('stands in the middle of the height there is: %s', (id) => {
    const all = toldOf(id);
    const paper = stagePaper(all, HAND);
    const close = pictureOf(all, 0, { ...paper, spare: 0 }).layout;
    const whole = pictureOf(all, 0, paper).layout;
    const topOf = ({ pill, hosts, outside }: typeof whole): number =>
      Math.min(...[...(pill ? [pill] : []), ...outside, ...hosts].map(({ y }) => y));
    const bottom = Math.max(...whole.hosts.map(bottomOf)) + BELOW_TALL;
    expect(paper.height).toBe(400);
    expect(topOf(whole)).toBeGreaterThan(topOf(close));
    expect(Math.abs(topOf(whole) - topOf(close) - (paper.height - bottom))).toBeLessThanOrEqual(MOST_BETWEEN + 1);
    expect(bottom - topOf(whole)).toBeGreaterThan(Math.max(...close.hosts.map(bottomOf)) + BELOW_TALL - topOf(close));
  });

  it.each(thinned(STORIED))('shows the packet and its hook in a window as small as it may be: %s', (id) => {
    const all = toldOf(id);
    const paper = stagePaper(all, HAND);
    for (const index of all.moments.keys()) {
      const picture = pictureOf(all, index, paper);
      const height = leastSight(picture);
      const top = sightTop(picture, height);
      for (const { y, h } of [picture.drawing.packet, picture.drawing.gate].filter((each) => each !== undefined))
        expect([y >= top, y + h <= top + height], `moment ${index + 1}`).toEqual([true, true]);
      expect(sightTop(picture, paper.height)).toBe(0);
    }
  });

  it.each(thinned(STORIED))('writes names of devices where nothing is drawn: %s', (id) => {
    const all = toldOf(id);
    const paper = stagePaper(all, HAND);
    for (const index of all.moments.keys()) {
      const { scene, layout, drawing } = pictureOf(all, index, paper);
      const { packet, gate } = drawing;
      const boxes = [...layout.hosts.flatMap(({ placed }) => placed), packet, ...(gate ? [gate] : [])];
      const labels = listLabels(layout, scene.passed, drawing);
      expect(new Set(labels.map(({ id }) => id)).size).toBe(labels.length);
      for (const { text, x, y } of labels) {
        const name = { x, y: y - 12, w: measure(text, 'mono', LEGEND_TYPE), h: 15 };
        const on = layout.hosts.filter((host) => y - 12 > host.y && y + 4 < host.y + host.h - 8);
        expect([text, boxes.some((box) => overlap(box, name)), on.length]).toEqual([text, false, 1]);
      }
    }
  });

  it.each(thinned(STORIED))('keeps what is remembered off the names of devices on a desk: %s', (id) => {
    const all = toldOf(id);
    for (const [width, height] of [
      [1280, 314],
      [1280, 340],
    ] as const)
      for (const index of all.moments.keys()) {
        const { layout, drawing, scene } = pictureOf(all, index, {
          ...paperFor(all, false, width),
          height,
          words: { ...words, remembered: 'remembered by it' },
        });
        const names = scene.passed.flatMap((each) => ownDevice(layout, each) ?? []);
        const covered = drawing.remembered.filter((chip) => names.some((name) => overlap(name, chip)));
        expect(covered, `moment ${index + 1}`).toEqual([]);
      }
  });

  it('lets nobody take the place of another at the choice', () => {
    for (const id of ['ten-pods', 'in-userspace', 'ipvs-rr']) {
      const all = toldOf(id);
      const drawn = [...all.moments.keys()].map((index) =>
        pictureOf(all, index, stagePaper(all, HAND)).layout.hosts.flatMap(({ placed }) =>
          placed.map(({ actor, x, y }) => `${actor.id} ${x} ${y}`),
        ),
      );
      for (const each of drawn) expect(each, id).toEqual(drawn[0]);
    }
  });
});

/** The same cluster with addresses of IPv6. */
function inIpv6(document: Document): Document {
  const text = JSON.stringify(document)
    .replaceAll(/10\.244\.(\d+)\.0\/24/g, 'fd00:10:244:$1::/64')
    .replaceAll('10.244.0.0/16', 'fd00:10:244::/48')
    .replaceAll(/10\.244\.(\d+)\.(\d+)/g, 'fd00:10:244:$1::$2')
    .replaceAll('172.18.0.0/16', 'fd00:172:18::/64')
    .replaceAll(/172\.18\.0\.(\d+)(\/16)?/g, 'fd00:172:18::$1')
    .replaceAll(/10\.96\.0\.0\/\d+/g, 'fd00:10:96::/112')
    .replaceAll(/10\.(?:96|110)\.\d+\.(\d+)/g, 'fd00:10:96::$1')
    .replaceAll('"IPv4"', '"IPv6"');
  return JSON.parse(text) as Document;
}

describe('in a hand, with addresses of IPv6', () => {
  it.each(['ten-pods', 'why-this-pod', 'asked-from-outside', 'one-pod'])('has room for who must be there: %s', (id) => {
    const all = told(inIpv6(sceneById(id)!.document()));
    expect(all.moments[0]?.header.to.address).toContain(':');
    for (const of of PAPERS.slice(2)) {
      expect(faults(all, of), `${of[0]}`).toEqual([]);
      const { layout } = pictureOf(all, 0, stagePaper(all, of));
      const drawn = new Set(layout.hosts.flatMap(({ placed }) => placed.map(({ actor }) => actor.id)));
      expect(
        [...all.cast.takers].filter((taker) => !drawn.has(taker)),
        `${of[0]}`,
      ).toEqual([]);
    }
  });
});

describe('in the least frame, with addresses of IPv6', () => {
  it.each(['why-this-pod', 'any-node', 'host-to-pod'])(
    'shows who is chosen, in letters as large as elsewhere: %s',
    (id) => {
      const all = told(inIpv6(sceneById(id)!.document()));
      expect(all.moments[0]?.header.to.address).toContain(':');
      for (const index of all.moments.keys()) {
        const { layout, scene } = pictureOf(all, index, { ...paperFor(all, false, 360), height: 160, small: true });
        const boxes = [...layout.hosts.flatMap(({ placed }) => placed), ...layout.outside];
        expect(
          boxes.filter((box) => box.x < 0 || rightOf(box) > 360),
          `moment ${index + 1}`,
        ).toEqual([]);
        if (scene.moment.kind === 'chosen') expect(boxes.some(({ actor }) => actor.id === scene.chosen)).toBe(true);
        const { type, packet } = layout.sizes;
        const drawn = (Math.min(type, packet) * 160) / (160 + lackOfHeight(layout));
        expect(drawn, `moment ${index + 1}`).toBeGreaterThanOrEqual(14);
      }
    },
  );
});

describe('the line', () => {
  const FRAME = { width: 480, height: 232, small: true } as const;

  it.each(thinned(SCENES).map(({ id }) => id))('leads nowhere in the middle of a node: %s', (id) => {
    const all = toldOf(id);
    const papers = [...PAPERS.map((of) => stagePaper(all, of)), { ...paperFor(all, false, 480), ...FRAME }];
    for (const paper of papers)
      for (const index of all.moments.keys()) {
        const { scene, layout, drawing } = pictureOf(all, index, paper);
        const [hub] = layout.hosts;
        const isHere = 'host' in scene.place && scene.place.host === hub?.host.id;
        const lines = drawing.wires.map(({ d }) => cornersOf(d).map(({ x }) => x));
        const end = lines[0]?.at(-1);
        if (!hub || isHere || end === undefined || end < hub.x + 1 || end > rightOf(hub) - 1) continue;
        const xs = lines.flat();
        const stems = lines.map(([x = 0]) => x);
        const isLed =
          stems.some((x) => Math.abs(x - end) < 1) || (Math.min(...xs) < end - 1 && Math.max(...xs) > end + 1);
        expect(isLed || Math.abs(end - layout.trunk) < 1, `moment ${index + 1} at ${paper.width}: ${end}`).toBe(true);
      }
  });
});

describe('the aim', () => {
  it('takes hold of a process whose address it is, among others of its node', () => {
    const all = toldOf('the-api-server');
    const at = all.moments.findIndex(({ kind }) => kind === 'rewritten');
    const chosen = sceneAt(all, at)?.chosen;
    expect(sceneAt(all, at)?.aim).toEqual({ actor: chosen });
    expect(sceneAt(all, at + 1)?.aim).toEqual({ actor: chosen });
  });

  it.each(['the-api-server', 'why-this-pod', 'by-weight'])('goes past the letters of what is asked: %s', (id) => {
    const all = toldOf(id);
    const actors = [...all.cast.hosts.flatMap((host) => host.actors), ...all.cast.outside];
    const lettered = new Set(actors.map((actor) => actor.id));
    for (const [width, tall] of PAPERS)
      for (const index of all.moments.keys()) {
        const scene = sceneAt(all, index)!;
        const base = { ...paperFor(all, tall, width), lettered };
        const paper = { ...base, height: neededHeight(all.cast, base) };
        const layout = makeLayout(castAt(all.cast, index), scene, paper);
        const { aim, packet } = makeDrawing(layout, scene);
        const boxes = [...layout.hosts.flatMap(({ placed }) => placed), ...layout.outside];
        const letters = boxes
          .filter(({ actor }) => lettered.has(actor.id))
          .map((box) => [box, letterBox(box, tall)] as const);
        for (const [box, letter] of letters.filter(() => tall))
          expect(letter.x, box.name).toBeGreaterThanOrEqual(
            box.x + box.pad + measure(box.name, 'ui', layout.sizes.type),
          );
        const above = boxes.map((box) => letterBox(box, tall)).filter(({ y }) => y < packet.y);
        const rises = aim?.rises;
        const crossed = above.filter((letter) => rises !== undefined && rises > letter.x && rises < rightOf(letter));
        expect(crossed, `moment ${index + 1} at ${width}`).toEqual([]);
      }
  });
});

describe('the aim beside names of devices', () => {
  const more = (count: number): Document =>
    scaleDeployment(exampleDocument('web-two-nodes'), { namespace: 'default', name: 'web' }, count);

  it.each([3, 4, 5, 6, 8, 10])('runs through none of them: %i Pods', (count) => {
    const tell = tellerOf(more(count));
    for (const all of [0, 2].map(tell))
      for (const width of [1280, 1180, 1024])
        for (const index of all.moments.keys()) {
          const { scene, layout, drawing } = pictureOf(all, index, { ...paperFor(all, false, width), height: 317 });
          const names = scene.passed.flatMap((each) => ownDevice(layout, each) ?? []);
          const spots = samplePath(drawing.aim?.d ?? '');
          const crossed = names.filter((area) =>
            spots.some(({ x, y }) => x > area.x && x < rightOf(area) && y > area.y && y < bottomOf(area)),
          );
          expect(crossed, `${count} Pods, moment ${index + 1} at ${width}`).toEqual([]);
        }
  });
});

/** The corners of a line; where it bends in a curve, the curve's ends. */
function cornersOf(d: string): readonly StageSpot[] {
  const at: StageSpot[] = [];
  for (const [, command, rest = ''] of d.matchAll(/([A-Z])([^A-Z]*)/gu)) {
    const numbers = rest.split(' ').map(Number);
    const [x = 0, y = 0] = numbers.slice(command === 'C' ? -2 : 0);
    const before = at.at(-1);
    at.push(command === 'V' ? { x: before?.x ?? 0, y: x } : { x, y });
  }
  return at;
}

/** How far an upright piece of one line lies on one of another, px. */
function liesOn(d: string, other: string): number {
  const upright = (line: string) => {
    const corners = cornersOf(line);
    return corners.slice(1).flatMap((to, index) => {
      const from = corners[index]!;
      const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
      return Math.abs(from.x - to.x) < 1 ? [{ x: to.x, top, bottom }] : [];
    });
  };
  const shared = upright(d).flatMap((a) =>
    upright(other).map((b) => (Math.abs(a.x - b.x) < 8 ? Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) : 0)),
  );
  return Math.max(0, ...shared);
}

describe('the end of the aim', () => {
  it.each(['why-this-pod', 'elb', 'any-node'])(
    'is a ring at the sender of the packet, to whom nothing goes: %s',
    (id) => {
      const all = toldOf(id);
      const ends = all.moments.flatMap((_, index) => {
        const scene = sceneAt(all, index)!;
        const layout = makeLayout(castAt(all.cast, index), scene, stagePaper(all, [1280, false]));
        const { aim } = makeDrawing(layout, scene);
        return aim ? [[scene.shows.side, aim.sender ?? false] as const] : [];
      });
      expect(ends).toContainEqual(['from', true]);
      expect(ends.every(([side, sender]) => sender === (side === 'from'))).toBe(true);
    },
  );
});

describe('what the stage says', () => {
  it('calls no two nodes by one name: those nobody has a name for are called by their address', () => {
    const named = SCENES.map(({ id }) => toldOf(id).cast.hosts.map(({ name }) => name));
    expect(named.filter((names) => new Set(names).size < names.length)).toEqual([]);
    expect(toldOf('two-backends').cast.hosts.map(({ name }) => name)).toEqual(['node', '172.18.0.3']);
  });

  it.each([
    ['elb', 'sent'],
    ['in-userspace', 'rewritten'],
  ] as const)('takes hold of who has the address, also where it is another of his: %s', (id, kind) => {
    const all = toldOf(id);
    const at = all.moments.findIndex((moment) => moment.kind === kind);
    const actors = [...all.cast.hosts.flatMap((host) => host.actors), ...all.cast.outside];
    const aim = sceneAt(all, at)?.aim;
    const named = actors.find((actor) => aim && 'actor' in aim && actor.id === aim.actor);
    expect(named?.name).toBe(all.moments[at]?.header.to.name);
    expect(named?.address).not.toBe(all.moments[at]?.header.to.address);
  });

  it('goes from the packet straight down to a machine below it', () => {
    const all = toldOf('elb');
    const scene = sceneAt(all, 0)!;
    const { aim, packet } = makeDrawing(makeLayout(all.cast, scene, paperFor(all, false, 1280)), scene);
    expect(aim).toBeDefined();
    const low = makeDrawing(makeLayout(all.cast, scene, stagePaper(all, PAPERS[0])), scene);
    expect(low.aim).toBeUndefined();
    expect(Math.min(...cornersOf(aim?.d ?? '').map(({ y }) => y))).toBeGreaterThan(packet.y + packet.h);
  });

  it('draws the way of a packet that comes back to who sent it', () => {
    const all = toldOf('hairpin');
    const at = all.moments.findIndex(({ kind }) => kind === 'arrives');
    const scene = sceneAt(all, at)!;
    expect(makeDrawing(makeLayout(all.cast, scene, stagePaper(all, PAPERS[0])), scene).way).toBeDefined();
  });

  it('draws none of a packet that its process has not let go of', () => {
    const all = toldOf('in-userspace');
    const at = all.moments.findIndex(({ kind }) => kind === 'chosen');
    const scene = sceneAt(all, at)!;
    expect(makeDrawing(makeLayout(all.cast, scene, stagePaper(all, PAPERS[0])), scene).way).toBeUndefined();
  });

  it('writes a name whole that shares its row with none', () => {
    const all = toldOf('by-path');
    const layout = makeLayout(all.cast, sceneAt(all, 0)!, stagePaper(all, PAPERS[0]));
    const names = layout.hosts.flatMap(({ placed }) => placed.map(({ name }) => name));
    expect(names).toContain('ingress-nginx-controller-9rgxk');
  });
});

describe('the aim', () => {
  it('has the colour of what it takes hold of: a machine and a process are no Pods', () => {
    const toneAt = (id: string, kind: string): string | undefined => {
      const all = toldOf(id);
      const index = all.moments.findIndex((moment) => moment.kind === kind);
      return pictureOf(all, index, paperFor(all, false, 1280)).drawing.aim?.tone;
    };
    expect(toneAt('elb', 'sent')).toBe('physical');
    expect(toneAt('the-api-server', 'rewritten')).toBe('physical');
    expect(toneAt('why-this-pod', 'rewritten')).toBe('pod');
    expect(toneAt('why-this-pod', 'sent')).toBe('service');
  });

  it.each(thinned(SCENES).map(({ id }) => id))('lies on no other line: %s', (id) => {
    const all = toldOf(id);
    const paper = stagePaper(all, PAPERS[0]);
    for (const index of all.moments.keys()) {
      const scene = sceneAt(all, index)!;
      const { aim, way, wires } = makeDrawing(makeLayout(castAt(all.cast, index), scene, paper), scene);
      const lines = [...wires.map(({ d }) => d), ...(way === undefined ? [] : [way])];
      const most = Math.max(0, ...lines.map((d) => (aim ? liesOn(aim.d, d) : 0)));
      expect(most, `moment ${index + 1}`).toBeLessThan(14);
    }
  });
});

describe('programs of eBPF', () => {
  it('stays with the client while a program at its socket is asked: there is no packet yet', () => {
    const walk = told({ ...exampleDocument(), mode: 'ebpf', release: '1.19' });
    const [sent, chosen] = [sceneAt(walk, 0), sceneAt(walk, 1)];
    expect([sent?.moment.kind, sent?.place, sent?.socket]).toEqual(['sent', { actor: sent?.start }, undefined]);
    expect([chosen?.moment.kind, chosen?.place, chosen?.socket]).toEqual([
      'chosen',
      { actor: sent?.start },
      sent?.start,
    ]);
    // Rules see a packet: it has left the client by the time they are asked.
    expect(sceneAt(told(exampleDocument()), 0)?.place).toEqual({ host: 'node1' });
  });

  it('shows which devices have programs', () => {
    const walk = told({ ...exampleDocument(), mode: 'ebpf', release: '1.19' });
    const crosses = walk.moments.findIndex(({ kind }) => kind === 'crosses');
    const passed = sceneAt(walk, crosses)?.passed.map(({ device, programs }) => [device.slice(0, 3), programs]);
    expect(passed).toEqual([
      ['eth', undefined],
      ['lxc', true],
      ['eth', true],
      ['eth', true],
      ['lxc', true],
    ]);
  });
});

describe('a walk that asks for a name first', () => {
  const scenes = (id: string) => {
    const all = toldOf(id);
    const seen = all.moments.map((_, index) => ({ scene: sceneAt(all, index), pill: castAt(all.cast, index).pill }));
    return { all, seen, asks: all.moments.findLastIndex(({ kind, role }) => kind === 'sent' && role === 'request') };
  };

  it('leaves the name server: a Pod that refuses is not a Service without Pods', () => {
    const { seen, asks } = scenes('a-headless-name');
    expect(asks).toBeGreaterThan(0);
    expect(seen.slice(asks).map(({ pill }) => pill)).toEqual(seen.slice(asks).map(() => undefined));
    expect(seen.some(({ scene }) => scene?.nobody)).toBe(false);
    expect(seen[asks]?.scene?.aim).toHaveProperty('actor');
  });

  it('forgets what was chosen for the name: nothing of the second choice is shown before it', () => {
    const { all, seen, asks } = scenes('a-name');
    const drawn = all.moments.findIndex(({ kind }, index) => index > asks && kind === 'chosen');
    for (const { scene } of seen.slice(asks, drawn)) expect(scene).toMatchObject({ threads: false, settled: false });
    expect(seen.slice(asks, drawn).map(({ scene }) => scene?.chosen)).toEqual(
      seen.slice(asks, drawn).map(() => undefined),
    );
    expect(seen[drawn]?.scene?.chosen).toMatch(/web/);
  });

  it('has threads to Pods at the Service they were chosen for only, not at the one whose address a cache answers from', () => {
    const { all, seen, asks } = scenes('dns-on-the-node');
    const threads = seen.slice(0, asks).flatMap(({ scene, pill }) => (scene?.threads ? [pill?.name] : []));
    expect(new Set(threads)).toEqual(new Set(['kube-dns-upstream']));
    expect(seen[asks - 1]).toMatchObject({ scene: { threads: false }, pill: { name: 'kube-dns' } });
    expect(all.moments[asks - 1]?.kind).toBe('received');
  });
});

describe('the place in a story', () => {
  it('is the moment a step belongs to, both ways', () => {
    const { moments } = told(exampleDocument());
    for (const [index, { first, last }] of moments.entries()) {
      expect(momentAtStep(moments, first)).toBe(index);
      expect(momentAtStep(moments, last)).toBe(index);
    }
  });

  it('is kept by kind when the mode is another', () => {
    const [before, after] = [
      told(exampleDocument()),
      told({ ...exampleDocument(), mode: 'userspace', release: '1.25' }),
    ];
    for (const kind of ['chosen', 'rewritten', 'arrives'] as const) {
      const at = before.moments.findIndex((moment) => moment.kind === kind);
      expect(after.moments[matchingMoment(before.moments, at, after.moments)]?.kind).toBe(kind);
    }
  });

  it('says what an edit changed', () => {
    const document = exampleDocument();
    const before = told(document);
    const after = told(scaleDeployment(document, { namespace: 'default', name: 'web' }, 5));
    const view = ({ moments, cast }: StoryWithCast) => ({ moments, endpoints: cast.endpoints.length });
    expect(describeChange(view(before), view(after))).toEqual({
      kind: 'endpoints',
      service: 'web',
      before: 3,
      after: 5,
    });
    const web = document.cluster.pods.filter(({ metadata }) => metadata.labels?.['app'] === 'web');
    const none = web.reduce(
      (doc, { metadata: { name } }) => setPodReady(doc, { namespace: 'default', name }, false),
      document,
    );
    expect(describeChange(view(before), view(told(none)))).toMatchObject({ kind: 'endpoints', after: 0 });
    expect(describeChange(view(before), view(before))).toEqual({ kind: 'same' });
  });
});

describe('the lens', () => {
  it('in a hand has a line for each machine, and of long names and addresses knows where a line may end', () => {
    const device = (netns: string, name: string) => ({ netns, where: netns, device: name, kind: 'out' }) as const;
    const passed = [device('a', 'eth0'), device('b', 'eth0'), device('b', 'cni0'), device('a', 'eth0')];
    const lines = devicesByMachine(passed).map(({ where, devices }) => `${where} ${devices.length}`);
    expect(lines).toEqual(['a 1', 'b 2', 'a 1']);
    expect(breakable('kube-system/kube-dns')).toEqual(['kube-system/', 'kube-dns']);
    expect(breakable('10.110.182.19:30080')).toEqual(['10.110.182.19:30080']);
    expect(breakable('[fd00:10:244::1:2]:8080').length).toBeGreaterThan(2);
    expect(breakable('app=web, tier=a/b')).toHaveLength(1);
  });

  it('in a hand shows beside the route taken what three lines have room for', () => {
    const route = (length: number, chosen = false) => ({ text: 'x'.repeat(length), chosen });
    const lengths = (...routes: LensRoute[]) => routesShown({ routes }, true).map(({ text }) => text.length);
    expect(lengths(route(48), route(33, true), route(37))).toEqual([33, 37]);
    expect(lengths(route(33), route(37, true))).toEqual([33, 37]);
    expect(lengths(route(63, true), route(48))).toEqual([63]);
  });

  it('is never empty where no rule refused: it says what was asked for, and of whom', () => {
    const all = toldOf('a-headless-name');
    const at = all.moments.findIndex(({ kind }) => kind === 'refused');
    const picture = all.lenses[at]?.picture as Of<'refusal'>;
    const t = ((id: string) => id) as unknown as StoryWords;
    const { cards } = REFUSAL_LENS.row(picture, all.moments[at]!, t);
    expect(cards.map(({ over, text }) => `${over} ${text}`)).toEqual(['to 10.244.1.3:80', 'web-fd6gp kinds.refused']);
  });

  it('puts each rung where the ones before left off', () => {
    const rung = { said: 'no', ref: { table: 'nat', chain: 'X', index: 0 } } as const;
    const bars = rungBars([
      { ...rung, odds: '1/3', share: '1/3' },
      { ...rung, odds: '1/2', share: '1/3' },
      { ...rung, share: '1/3' },
    ]);
    expect(bars.map(({ from }) => Math.round(from * 3))).toEqual([0, 1, 2]);
  });

  it('shows of many the first, the chosen and the last, in their order', () => {
    const items = Array.from({ length: 10 }, (_, index) => index);
    expect(mostTelling(items, (item) => item === 6, 3)).toEqual([0, 6, 9]);
    expect(mostTelling(items, (item) => item === 0, 3)).toContain(9);
    expect(mostTelling([1, 2], (item) => item === 1, 3)).toEqual([1, 2]);
  });

  it('keeps an option and its value together, and lights what decided', () => {
    const text = '-A KUBE-SVC-X -m statistic --mode random --probability 0.5 -j KUBE-SEP-Y';
    const options = ruleOptions(text, [[14, 58]]);
    expect(options.map(({ parts }) => parts.map((part) => part.text).join('')).join('')).toBe(text);
    expect(options).toHaveLength(3);
    expect(options[1]?.parts.at(-1)).toEqual({
      text: '-m statistic --mode random --probability 0.5',
      lit: true,
    });
  });
});

describe('the names in a sentence', () => {
  it.each(['kubelet-chains', 'two-backends'])('call the Pod of a pasted node as its moments do: %s', (id) => {
    const all = toldOf(id);
    const chosen = all.moments.find(({ kind }) => kind === 'chosen')?.pod?.name;
    expect(chosen).toBe('web 10.244.1.2');
    expect(podNamesInSentences(all.cast, all.moments)).toContain(chosen);
  });

  it('call no process of a node a Pod, though a Pod runs it', () => {
    const all = toldOf('by-path');
    expect([...podNamesInSentences(all.cast, all.moments)].filter((name) => name.startsWith('ingress'))).toEqual([]);
  });
});

describe('the devices on the stage', () => {
  it.each(thinned(SCENES).map(({ id }) => id))('are those the lens says the packet passed: %s', (id) => {
    const all = toldOf(id);
    const of = new Set(
      all.bench.netns.filter(({ kind }) => kind === 'pod' || kind === 'node').map((netns) => netns.id),
    );
    for (const [index, { picture }] of all.lenses.entries()) {
      if (picture.kind !== 'way') continue;
      const told = picture.devices.filter(({ netns, device }) => of.has(netns) && device !== 'lo');
      const drawn = sceneAt(all, index)!.passed.map(({ netns, device }) => `${netns} ${device}`);
      expect(new Set(drawn), `moment ${index + 1}`).toEqual(
        new Set(told.map((each) => `${each.netns} ${each.device}`)),
      );
    }
  });
});
