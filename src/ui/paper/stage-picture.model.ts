import { drawnName, textBaselines, type Placed } from '../story/frame.model';
import { listLabels, wireSpots, writePillNote } from '../story/labels.model';
import type { HostBox, StageGround } from '../story/layout.model';
import { hostPlate } from '../story/plate.model';
import { bottomOf, centre, hexagon, rightOf, type StageSpot } from '../story/lines.model';
import type { LensWords } from '../story/lens.model';
import { getTone, type Picture } from '../story/story-parts';
import { arrowHead, box, ring, text } from './pen.model';
import type { Ink, Shape } from './sheet.model';

const TONES: Readonly<Record<ReturnType<typeof getTone>, Ink>> = { service: 'svc', pod: 'pod', physical: 'phys' };

/** The stage at one moment, as the page draws it, without what can be pressed. */
export function stageShapes(picture: Picture, t: LensWords): readonly Shape[] {
  const { ground, drawing, scene } = picture;
  const boxes = [...ground.hosts.flatMap(({ placed }) => placed), ...ground.outside];
  return [
    ...ground.hosts.flatMap((host) => hostShapes(host, ground)),
    ...drawing.wires.map(({ d }): Shape => ({ kind: 'line', d, stroke: 'edge', width: 2 })),
    ...wireNames(picture, t),
    ...pillShapes(picture, t),
    ...nobodyShapes(picture, t),
    ...gateShapes(picture),
    ...wayShapes(picture),
    ...aimShapes(picture),
    ...drawing.threads.flatMap(({ d, chosen }): Shape[] =>
      chosen
        ? [{ kind: 'line', d, stroke: 'pod', width: 3.5 }, arrowHead(d, { stroke: 'pod' })]
        : [{ kind: 'line', d, stroke: 'faint', width: 2.2, dash: '0.5 7' }],
    ),
    ...boxes.flatMap((each) => actorShapes(each, picture, t)),
    ...ground.hosts.flatMap((host) => moreShapes(host, ground, t)),
    ...gateNames(picture, t),
    ...rememberedShapes(picture, t),
    ...listLabels(ground, scene.passed, drawing).flatMap(({ text: name, x, y, anchor, dot, programs }): Shape[] => [
      ...(dot
        ? [
            programs
              ? marked(dot, 7)
              : ({ kind: 'dot', ...dot, r: 5, fill: 'panel', stroke: 'accent', width: 2 } as const),
          ]
        : []),
      text(name, [x, y], {
        size: dot ? 18 : 15,
        weight: 560,
        face: 'mono',
        fill: 'phys',
        halo: 'panel',
        ...(anchor === 'start' ? {} : { anchor }),
      }),
    ]),
    ...(drawing.socket ? [marked(drawing.socket, 11)] : []),
    ...packetShapes(picture, t),
  ];
}

/** Programs of eBPF are there. */
function marked(at: StageSpot, r: number): Shape {
  return { kind: 'line', d: hexagon(at, r), stroke: 'accent', fill: 'panel', width: 2 };
}

function hostShapes(area: HostBox, { sizes, paper }: StageGround): Shape[] {
  const { host } = area;
  const { x, name, shown, end } = hostPlate(area, paper, sizes);
  const y = area.y + area.h + (paper.tall ? 6 : 6.5);
  const under = { x: x - 12, w: end - x + 24 };
  return [
    box(area, {
      fill: 'panel',
      ...(host.inferred ? { stroke: 'faint', dash: '7 5' } : { stroke: 'line' }),
      width: 1.5,
      r: paper.tall ? 16 : 18,
    }),
    box({ ...under, y: bottomOf(area) - 14, h: 15 }, { fill: 'panel' }),
    box({ ...under, y: bottomOf(area) - 1, h: 17 }, { fill: 'bg' }),
    text(drawnName(host.name), [x, y], { size: sizes.type, weight: 640, fill: 'ink' }),
    ...(shown
      ? [text(host.address, [x + name + 10, y], { size: sizes.type, weight: 460, fill: 'phys', face: 'mono' })]
      : []),
  ];
}

function wireNames(picture: Picture, t: LensWords): Shape[] {
  const { tall } = picture.ground.paper;
  const word = t(picture.scene.tunnel ? 'tunnel' : 'wire');
  const size = tall ? 16 : picture.ground.sizes.type;
  return wireSpots(picture).map(({ x, y }) =>
    text(word, [x, y], { size, weight: 500, fill: 'phys', anchor: tall ? 'end' : 'middle' }),
  );
}

function pillShapes(picture: Picture, t: LensWords): Shape[] {
  const {
    cast: { pill },
    ground: { pill: area, sizes, paper },
    scene,
  } = picture;
  if (!pill || !area) return [];
  const quiet = !scene.serving && !scene.threads;
  const y = area.y + area.h / 2 + sizes.type * 0.36;
  const wants = scene.nobody && pill.selector !== undefined;
  const type = sizes.type;
  return [
    box(area, {
      fill: quiet ? 'bg' : 'svc-soft',
      stroke: quiet ? 'edge' : 'svc',
      width: 2,
      dash: '7 5',
      r: area.h / 2,
    }),
    text(area.name, [area.x + (paper.tall ? 22 : paper.small ? 16 : 26), y], {
      size: type,
      weight: 680,
      fill: 'svc',
    }),
    text(pill.text, [rightOf(area) - (paper.tall ? 56 : paper.small ? 16 : 26), y], {
      size: type,
      weight: 560,
      fill: 'svc',
      face: 'mono',
      anchor: 'end',
    }),
    ...(paper.tall || paper.small
      ? []
      : [
          text(writePillNote(picture, t, rightOf(area) + 16), [rightOf(area) + 16, y], {
            size: type,
            weight: wants ? 560 : 400,
            fill: wants ? 'svc' : 'mute',
          }),
        ]),
  ];
}

function nobodyShapes({ drawing: { nobody }, ground }: Picture, t: LensWords): Shape[] {
  if (!nobody) return [];
  const { sign, stem, beside } = nobody;
  const r = beside ? 10 : 13;
  const lean = r * 0.7;
  const slash = `M${sign.x - lean} ${sign.y + lean}L${sign.x + lean} ${sign.y - lean}`;
  return [
    ...(stem === '' ? [] : [{ kind: 'line', d: stem, stroke: 'svc', width: 2.5, dash: '3 7' } as const]),
    { kind: 'dot', ...sign, r, fill: 'drop-soft', stroke: 'drop', width: 2.5 },
    { kind: 'line', d: slash, stroke: 'drop', width: 2.5 },
    text(t('nobody'), [sign.x + (beside ? 18 : 0), sign.y + (beside ? 6 : 40)], {
      size: Math.min(18, ground.sizes.type + 1),
      weight: 640,
      fill: 'drop',
      ...(beside ? {} : { anchor: 'middle' as const }),
    }),
  ];
}

function gateShapes({ scene: { gate }, drawing }: Picture): Shape[] {
  if (!gate || !drawing.gate) return [];
  const refusing = gate.verdict !== undefined;
  const fill = refusing ? 'drop-soft' : 'accent-soft';
  return [box(drawing.gate, { fill, stroke: refusing ? 'drop' : 'accent', width: 2, r: 12 })];
}

function gateNames({ scene, drawing: { gate }, ground }: Picture, t: LensWords): Shape[] {
  if (!gate || !scene.gate) return [];
  const { verdict, name } = scene.gate;
  const { tall } = ground.paper;
  const size = ground.sizes.type;
  const y = gate.y + (ground.paper.small ? 21 : tall ? 24 : 27);
  const fill = verdict === undefined ? 'accent' : 'drop';
  return [
    text(name === '' ? t('routing') : name, [gate.x + (tall ? 14 : 16), y], { size, weight: 640, fill }),
    ...(verdict === undefined
      ? []
      : [
          text(verdict, [rightOf(gate) - 20, y], { size, weight: 720, fill, anchor: 'end' }),
          {
            kind: 'line',
            d: `M${rightOf(gate)} ${gate.y + 16}V${bottomOf(gate) - 16}`,
            stroke: 'drop',
            width: 8,
          } as const,
        ]),
  ];
}

function wayShapes({ drawing: { way, wayArrow } }: Picture): Shape[] {
  if (way === undefined) return [];
  const line: Shape = { kind: 'line', d: way, stroke: 'accent', width: 4.5, part: 'way' };
  return wayArrow ? [line, arrowHead(way, { stroke: 'accent' })] : [line];
}

function aimShapes({ drawing: { aim } }: Picture): Shape[] {
  if (!aim) return [];
  const stroke = TONES[aim.tone];
  const end = aim.sender ? ring(aim.d, stroke) : arrowHead(aim.d, { stroke, width: 2.8 });
  return [{ kind: 'line', d: aim.d, stroke, width: 2.5, dash: '3 7' }, end];
}

/** The colours of one actor: a Pod, the chosen one, one that steps back, or a machine or process. */
function pickColours(
  { actor }: Placed,
  { scene }: Picture,
): { readonly fill: Ink; readonly stroke: Ink; readonly name: Ink; readonly address: Ink } {
  const chosen = scene.chosen === actor.id;
  if (chosen) return { fill: 'pod', stroke: 'pod', name: 'on-pod', address: 'on-pod' };
  const tone = actor.kind === 'pod' ? 'pod' : 'phys';
  const back = scene.settled && actor.endpoint && actor.id !== scene.start;
  if (back) return { fill: 'panel', stroke: 'edge', name: 'mute', address: tone };
  return { fill: tone === 'pod' ? 'pod-soft' : 'phys-soft', stroke: tone, name: 'ink', address: tone };
}

function actorShapes(placed: Placed, picture: Picture, t: LensWords): Shape[] {
  const { actor, lines } = placed;
  const { scene, ground } = picture;
  const { type } = ground.sizes;
  const { fill, stroke, name, address } = pickColours(placed, picture);
  const x = placed.x + placed.pad;
  const [first = 0, ...below] = textBaselines(placed, type);
  const labelled = scene.nobody && actor.label !== undefined;
  const under = labelled
    ? [
        text(drawnName(actor.label ?? ''), [x, placed.y + (below[0] ?? 0)], {
          size: type,
          weight: 560,
          fill: name === 'ink' ? 'mute' : name,
        }),
      ]
    : lines.map((line, at) =>
        text(line, [x, placed.y + (below[at] ?? 0)], { size: type, weight: 520, fill: address, face: 'mono' }),
      );
  return [
    box(placed, { fill, stroke, width: scene.chosen === actor.id ? 2 : 1.5, r: ground.paper.tall ? 11 : 12 }),
    text(placed.name, [x, placed.y + first], {
      size: type,
      weight: name === 'mute' ? 480 : 620,
      fill: name,
    }),
    ...under,
    ...(actor.state
      ? [
          text(t(`state.${actor.state}`), [rightOf(placed) - 4, placed.y - 4], {
            size: type - 2,
            weight: 560,
            fill: 'rej',
            anchor: 'end',
          }),
        ]
      : []),
  ];
}

function moreShapes(host: HostBox, { sizes, paper }: StageGround, t: LensWords): Shape[] {
  // Beside the node's name, or not at all.
  if (host.more === 0 || (paper.small && hostPlate(host, paper, sizes).end + 70 > rightOf(host))) return [];
  const at = [rightOf(host) - (paper.small ? 10 : 48), bottomOf(host) + 6] as const;
  return [
    text(t('more', { count: host.more }), at, {
      size: sizes.type,
      weight: 400,
      fill: 'mute',
      anchor: 'end',
      halo: 'bg',
    }),
  ];
}

function rememberedShapes({ drawing, ground }: Picture, t: LensWords): Shape[] {
  const size = ground.sizes.type - (ground.paper.tall ? 1 : 0);
  return drawing.remembered.flatMap(({ arrow, ...chip }): Shape[] => [
    box(chip, { fill: 'nat-soft', stroke: 'nat', width: 2, r: 10 }),
    text(t('remembered'), [centre(chip), chip.y + chip.h / 2 + size * 0.36], {
      size,
      weight: 620,
      fill: 'nat',
      anchor: 'middle',
    }),
    ...(arrow === undefined
      ? []
      : [{ kind: 'line', d: arrow, stroke: 'nat', width: 3 } as const, arrowHead(arrow, { stroke: 'nat' })]),
  ]);
}

function packetShapes({ scene, drawing: { packet }, ground }: Picture, t: LensWords): Shape[] {
  const { side, end } = scene.shows;
  const size = ground.sizes.packet;
  const first = packet.y + size * 1.375;
  const fill: Ink = `${TONES[getTone(end)] as 'svc' | 'pod' | 'phys'}-on-ink`;
  return [
    box(packet, { fill: 'ink', r: Math.min(packet.h / 2, 20) }),
    text(t(side), [packet.x + ground.sizes.packetPad, first], { size, weight: 400, fill: 'bg' }),
    ...packet.lines.map((line, at) =>
      text(line, [packet.textX, first + at * (size + 4)], { size, weight: 600, fill, face: 'mono' }),
    ),
  ].map((shape): Shape => ({ ...shape, part: 'packet' }));
}
