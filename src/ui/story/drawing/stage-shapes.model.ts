import { arrowHead, box, ring, text, type Ink, type Shape } from '../../common/shapes.model';
import { actorParts } from './actor-shapes.model';
import { drawnName } from '../layout/frame.model';
import { listLabels, wireSpots, writePillNote, type DeviceLabel } from './labels.model';
import { moreSpot, type HostBox } from '../layout/layout.model';
import type { StoryWords } from '../cast/words';
import { bottomOf, centre, hexagon, rightOf, type StageSpot } from '../layout/lines.model';
import { hostPlate } from '../layout/plate.model';
import type { PassedDevice } from '../cast/scene.model';
import { part, type StagePart, type DrawingWords } from './stage-part.model';
import { getTone, STAGE_INKS } from '../cast/tones';
import type { Picture } from './picture';

/** The stage at one moment: its parts, what lies behind first. Page, file, canvas and paper draw these and nothing else. */
export function stageParts(picture: Picture, words: DrawingWords): readonly StagePart[] {
  const { layout, drawing, scene } = picture;
  const boxes = [...layout.hosts.flatMap(({ placed }) => placed), ...layout.outside];
  return [
    ...layout.hosts.flatMap((host) => hostParts(host, picture, words)),
    ...drawing.wires.map(({ id, d }) => part('wire', id, { kind: 'line', d, stroke: 'edge', width: 2 })),
    ...wireNames(picture, words),
    ...serviceParts(picture, words),
    ...nobodyParts(picture, words),
    ...gateParts(picture),
    ...wayParts(picture),
    ...aimParts(picture),
    ...drawing.threads.map(({ id, d, chosen }) =>
      chosen
        ? part('thread', id, { kind: 'line', d, stroke: 'pod', width: 3.5 }, arrowHead(d, { stroke: 'pod' }))
        : part('thread', id, { kind: 'line', d, stroke: 'faint', width: 2.2, dash: '0.5 7' }),
    ),
    ...boxes.flatMap((each) => actorParts(each, picture, words)),
    ...layout.hosts.flatMap((host) => moreParts(host, picture, words)),
    ...hookParts(picture, words),
    ...rememberedParts(picture, words),
    ...deviceParts(picture, words.passed ?? scene.passed),
    ...(drawing.socket ? [part('socket', '', ...socketShapes(drawing.socket))] : []),
    packetPart(picture, words),
  ];
}

/** The same as shapes alone, for what is no page. */
export function stageShapes(picture: Picture, t: StoryWords): readonly Shape[] {
  return stageParts(picture, { t }).flatMap(({ kind, shapes }) =>
    kind === 'packet' || kind === 'way' ? movingShapes(kind, shapes) : shapes,
  );
}

/** What moves in a picture that is on a page says so; of a way only the line. */
function movingShapes(kind: 'packet' | 'way', shapes: readonly Shape[]): readonly Shape[] {
  return shapes.map((shape, at) => (kind === 'packet' || at === 0 ? { ...shape, part: kind } : shape));
}

/** A node: its name and address stand in its lower border. */
function hostParts(area: HostBox, { layout: { sizes, paper } }: Picture, { late }: DrawingWords): StagePart[] {
  const { host } = area;
  const { x, name, shown, end } = hostPlate(area, paper, sizes);
  const y = area.y + area.h + (paper.tall ? 6 : 6.5);
  const differs = host.differs && late ? late(host.differs) : '';
  const wide = end - x + (differs === '' ? 0 : 22 + paper.measure(differs, 'ui', sizes.type));
  const under = { x: x - 12, w: wide + 24 };
  const type = sizes.type;
  const frame = box(area, {
    fill: 'panel',
    ...(host.inferred ? { stroke: 'faint', dash: '7 5' } : { stroke: 'line' }),
    width: 1.5,
    r: paper.tall ? 16 : 18,
  });
  const address = text(host.address, [x + name + 10, y], { size: type, weight: 460, fill: 'phys', face: 'mono' });
  return [
    part('host', host.id, frame),
    part(
      'plate',
      host.id,
      box({ ...under, y: bottomOf(area) - 14, h: 15 }, { fill: 'panel' }),
      box({ ...under, y: bottomOf(area) - 1, h: 17 }, { fill: 'bg' }),
      text(drawnName(host.name), [x, y], { size: type, weight: 640, fill: 'ink' }),
      ...(shown ? [address] : []),
      ...(differs === '' ? [] : [text(differs, [end + 14, y], { size: type, weight: 600, fill: 'drop' })]),
    ),
  ];
}

function wireNames(picture: Picture, { t }: DrawingWords): StagePart[] {
  const { tall } = picture.layout.paper;
  const size = tall ? 16 : picture.layout.sizes.type;
  return wireSpots(picture).map(({ x, y, word }) =>
    part(
      'word',
      `${x} ${y}`,
      text(t(word), [x, y], { size, weight: 500, fill: 'phys', anchor: tall ? 'end' : 'middle' }),
    ),
  );
}

/** The Service: on no device, so it belongs to no node. */
function serviceParts(picture: Picture, { t, plus = 0 }: DrawingWords): StagePart[] {
  const {
    cast: { pill },
    layout: { pill: area, sizes, paper },
    scene,
  } = picture;
  if (!pill || !area) return [];
  const quiet = !scene.serving && !scene.threads;
  const size = sizes.type;
  const y = area.y + area.h / 2 + size * 0.36;
  const wants = scene.nobody && pill.selector !== undefined;
  const inset = paper.small ? 16 : 26;
  const name = text(area.name, [area.x + (paper.tall ? 22 : inset), y], { size, weight: 680, fill: 'svc' });
  const look = { size, weight: 560, fill: 'svc', face: 'mono', anchor: 'end' } as const;
  const address = text(pill.text, [rightOf(area) - (paper.tall ? 56 : inset), y], look);
  const [fill, stroke] = quiet ? (['bg', 'edge'] as const) : (['svc-soft', 'svc'] as const);
  const noteX = rightOf(area) + 16 + plus;
  const said = { size, weight: wants ? 560 : 400, fill: wants ? 'svc' : 'mute' } as const;
  return [
    part('service', pill.name, box(area, { fill, stroke, width: 2, dash: '7 5', r: area.h / 2 }), name, address),
    ...(paper.tall || paper.small
      ? []
      : [part('note', pill.name, text(writePillNote(picture, t, noteX), [noteX, y], said))]),
  ];
}

/** The Service has nobody: a sign where its threads would begin. */
function nobodyParts({ drawing: { nobody }, layout }: Picture, { t }: DrawingWords): StagePart[] {
  if (!nobody) return [];
  const { sign, stem, beside } = nobody;
  const r = beside ? 10 : 13;
  const lean = r * 0.7;
  const slash = `M${sign.x - lean} ${sign.y + lean}L${sign.x + lean} ${sign.y - lean}`;
  return [
    part(
      'nobody',
      '',
      ...(stem === '' ? [] : [{ kind: 'line', d: stem, stroke: 'svc', width: 2.5, dash: '3 7' } as const]),
      { kind: 'dot', ...sign, r, fill: 'drop-soft', stroke: 'drop', width: 2.5 },
      { kind: 'line', d: slash, stroke: 'drop', width: 2.5 },
      text(t('nobody'), [sign.x + (beside ? 18 : 0), sign.y + (beside ? 6 : 40)], {
        size: Math.min(18, layout.sizes.type + 1),
        weight: 640,
        fill: 'drop',
        ...(beside ? {} : { anchor: 'middle' as const }),
      }),
    ),
  ];
}

function gateParts({ scene: { gate }, drawing }: Picture): StagePart[] {
  if (!gate || !drawing.gate) return [];
  const refusing = gate.verdict !== undefined;
  const fill = refusing ? 'drop-soft' : 'accent-soft';
  return [part('gate', gate.name, box(drawing.gate, { fill, stroke: refusing ? 'drop' : 'accent', width: 2, r: 12 }))];
}

/** The name of the hook over what passes it, and how it ended there. */
function hookParts({ scene, drawing: { gate }, layout }: Picture, { t }: DrawingWords): StagePart[] {
  if (!gate || !scene.gate) return [];
  const { verdict, name } = scene.gate;
  const { tall } = layout.paper;
  const size = layout.sizes.type;
  const y = gate.y + (layout.paper.small ? 21 : tall ? 24 : 27);
  const fill = verdict === undefined ? 'accent' : 'drop';
  const edge = `M${rightOf(gate)} ${gate.y + 16}V${bottomOf(gate) - 16}`;
  const shapes: readonly Shape[] =
    verdict === undefined
      ? []
      : [
          text(verdict, [rightOf(gate) - 20, y], { size, weight: 720, fill, anchor: 'end' }),
          { kind: 'line', d: edge, stroke: 'drop', width: 8 },
        ];
  const named = text(name === '' ? t('routing') : name, [gate.x + (tall ? 14 : 16), y], { size, weight: 640, fill });
  return [part('hook', name, named, ...shapes)];
}

function wayParts({ drawing: { way, wayArrow } }: Picture): StagePart[] {
  if (way === undefined) return [];
  const head = wayArrow ? [arrowHead(way, { stroke: 'accent', width: 3.6, size: 18 })] : [];
  return [part('way', '', { kind: 'line', d: way, stroke: 'accent', width: 4.5 }, ...head)];
}

/** What the packet's address names: an arrow to where it goes, a ring at whose it is that it comes from. */
function aimParts({ drawing: { aim } }: Picture): StagePart[] {
  if (!aim) return [];
  const stroke = STAGE_INKS[aim.tone];
  const end = aim.sender ? ring(aim.d, stroke) : arrowHead(aim.d, { stroke });
  return [part('aim', aim.tone, { kind: 'line', d: aim.d, stroke, width: 2.5, dash: '3 7' }, end)];
}

/** Boxes without room, on the border of their node. */
function moreParts(host: HostBox, { layout: { sizes, paper } }: Picture, { t }: DrawingWords): StagePart[] {
  // Beside the node's name, or not at all.
  if (host.more === 0 || (paper.small && hostPlate(host, paper, sizes).end + 70 > rightOf(host))) return [];
  const { x, y, textAnchor } = moreSpot(host, paper.tall);
  const at = [paper.small ? rightOf(host) - 10 : x, y] as const;
  return [
    part(
      'more',
      host.host.id,
      text(t('more', { count: host.more }), at, {
        size: sizes.type,
        weight: 400,
        fill: 'mute',
        halo: 'bg',
        haloWidth: 8,
        ...(textAnchor === 'end' ? { anchor: 'end' } : {}),
      }),
    ),
  ];
}

function rememberedParts({ drawing, layout }: Picture, { t }: DrawingWords): StagePart[] {
  const size = layout.sizes.type - (layout.paper.tall ? 1 : 0);
  return drawing.remembered.map(({ host, arrow, ...chip }) => {
    const at = [centre(chip), chip.y + chip.h / 2 + size * 0.36] as const;
    return part(
      'remembered',
      host,
      box(chip, { fill: 'nat-soft', stroke: 'nat', width: 2, r: 10 }),
      text(t('remembered'), at, { size, weight: 620, fill: 'nat', anchor: 'middle' }),
      ...(arrow === undefined
        ? []
        : [{ kind: 'line', d: arrow, stroke: 'nat', width: 3 } as const, arrowHead(arrow, { stroke: 'nat' })]),
    );
  });
}

/** Names of devices; those the packet passes now stand out. */
function deviceParts({ layout, drawing, scene }: Picture, passed: readonly PassedDevice[]): StagePart[] {
  const passing = new Set(scene.passed.map(({ netns, device }) => `${netns} ${device}`));
  return listLabels(layout, passed, drawing).map((label) =>
    part('device', label.id, ...deviceShapes(label, passing.has(label.id))),
  );
}

function deviceShapes({ text: name, x, y, anchor, dot, programs }: DeviceLabel, isPassing: boolean): readonly Shape[] {
  const stroke: Ink = isPassing ? 'accent' : 'edge';
  const sign: Shape | undefined =
    dot && (programs ? marked(dot, 7, stroke) : { kind: 'dot', ...dot, r: 5, fill: 'panel', stroke, width: 2 });
  const word = text(name, [x, y], {
    size: dot ? 18 : 16,
    face: 'mono',
    halo: 'panel',
    ...(isPassing ? { weight: 560, fill: 'phys' } : { weight: 460, fill: 'mute' }),
    ...(anchor === 'start' ? {} : { anchor }),
  });
  return sign ? [sign, word] : [word];
}

/** Programs of eBPF are there. */
function marked(at: StageSpot, r: number, stroke: Ink): Shape {
  return { kind: 'line', d: hexagon(at, r), stroke, fill: 'panel', width: 2 };
}

/** A program at work at a socket: on the border of whose socket it is. */
function socketShapes(at: StageSpot): readonly Shape[] {
  return [marked(at, 11, 'accent'), { ...marked(at, 5, 'accent'), fill: 'accent' }];
}

function packetPart({ scene, drawing: { packet }, layout }: Picture, { t }: DrawingWords): StagePart {
  const { side, end } = scene.shows;
  const size = layout.sizes.packet;
  const first = packet.y + size * 1.375;
  const fill: Ink = `${STAGE_INKS[getTone(end)]}-on-ink`;
  return part(
    'packet',
    '',
    box(packet, { fill: 'ink', r: Math.min(packet.h / 2, 20) }),
    text(t(side), [packet.x + layout.sizes.packetPad, first], { size, weight: 400, fill: 'bg' }),
    ...packet.lines.map((line, at) =>
      text(line, [packet.textX, first + at * (size + 4)], { size, weight: 600, fill, face: 'mono' }),
    ),
  );
}
