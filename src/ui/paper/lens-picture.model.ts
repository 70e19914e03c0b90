import type { Lens } from '../../core/story/lens';
import type { Moment, StoryEnd } from '../../core/story/moment';
import {
  makeCards,
  type CardRow,
  type LensCard,
  type Of,
  oddsWords,
  routesShown,
  rungBars,
  telling,
} from '../story/lens.model';
import { getTone, STAGE_INKS } from '../story/story-parts';
import {
  GAP,
  PAPER_LEFT,
  put,
  PAPER_ROW,
  said,
  table,
  title,
  TOP,
  TYPE,
  who,
  measureWidth,
  type Block,
  type SheetCell,
  type LensKit,
  type SheetRow,
} from './pen.model';
import { arrowHead, box, text, type Ink, type Shape } from '../common/shapes.model';

const END = 16;

/** What decided at a moment, in the width of the page. */
export function lensBlock({ picture }: Lens, moment: Moment, kit: LensKit): Block {
  const { t } = kit;
  switch (picture.kind) {
    case 'ladder':
      return ladder(picture, moment.service ?? moment.header.to.name, kit);
    case 'servers':
      return servers(picture, kit);
    case 'map':
      return numberMap(picture, kit);
    case 'process':
      return process(picture, kit);
    case 'header':
      return headers(picture, kit);
    case 'routes':
      return routes(picture, kit);
    case 'way':
    case 'rule':
    case 'lookup':
    case 'virtual-server':
    case 'affinity':
    case 'mark':
    case 'kept':
    case 'refusal':
      return cards(makeCards(picture, moment, t), kit);
  }
}

const bold = { b: (chunks: string) => chunks };
const MOST = 3;
const BAR = 288;

function ladder({ rungs, looked = 0 }: Of<'ladder'>, service: string, kit: LensKit): Block {
  const { t, ruler } = kit;
  const bars = rungBars(rungs);
  const shown = telling(bars, ({ rung }) => rung.said === 'yes', MOST);
  const words =
    shown.length < bars.length
      ? t('lens.ladderPart', { service, count: bars.length, shown: shown.length, looked })
      : t('lens.ladder', { service, count: bars.length, looked });
  const names = shown.map(({ rung }) => who(rung.end?.name ?? '', rung.said === 'yes'));
  const barX = Math.max(158, PAPER_LEFT + Math.max(0, ...names.map((cell) => measureWidth(kit, cell))) + GAP);
  const right = table(
    shown.map((bar) => {
      const taken = bar.rung.said === 'yes';
      const odds = { words: oddsWords(bar, t), weight: taken ? 600 : 400, fill: taken ? 'ink' : 'mute' } as const;
      return { taken: false, cells: [odds, said(t(`lens.said.${bar.rung.said}`), taken)] };
    }),
    [barX + BAR + GAP, TOP],
    kit,
  );
  const end = (right.columns.at(-1) ?? 0) - GAP + 12;
  const shapes = shown.flatMap((bar, at): Shape[] => {
    const taken = bar.rung.said === 'yes';
    const top = TOP + at * PAPER_ROW;
    const share = { x: barX + bar.from * BAR, y: top + 4, h: 26 };
    const wide = Math.max(bar.share * BAR, ruler({ text: bar.rung.share, size: 17, weight: 640, face: 'ui' }) + 8);
    const fill = taken ? 'pod' : 'sunken';
    return [
      ...(taken
        ? [box({ x: PAPER_LEFT - 12, y: top, w: end - PAPER_LEFT + 12, h: PAPER_ROW - 2 }, { fill: 'pod-soft', r: 9 })]
        : []),
      put(names[at]?.words ?? '', PAPER_LEFT, top + 23, names[at]),
      box({ ...share, w: BAR * (1 - bar.from) }, { fill: 'panel', stroke: 'edge', width: 1.5, r: 5 }),
      box({ ...share, w: wide }, { fill, stroke: taken ? 'pod' : 'edge', width: 1.5, r: 5 }),
      text(bar.rung.share, [share.x + wide / 2, top + 23], {
        size: 17,
        weight: taken ? 640 : 500,
        fill: taken ? 'on-pod' : 'mute',
        anchor: 'middle',
      }),
    ];
  });
  return { shapes: [title(words), ...shapes, ...right.shapes], height: right.height + END };
}

function servers({ servers: all, scheduler, turns }: Of<'servers'>, kit: LensKit): Block {
  const { t } = kit;
  const numbered = all.map((server, index) => ({ server, number: index + 1 }));
  const weighted = all.some(({ active }) => active > 0);
  const rows = telling(numbered, ({ server }) => server.chosen, MOST).map(({ server, number }): SheetRow => {
    const { end, weight, active, chosen } = server;
    const load = weighted && !turns ? t('lens.active', { active }) : t('lens.weight', { weight });
    return {
      taken: chosen,
      cells: [
        { words: String(number), weight: 640, fill: chosen ? 'pod' : 'mute' },
        who(end.name, chosen),
        { words: end.text, weight: 520, fill: STAGE_INKS[getTone(end)], face: 'mono' },
        { words: load, fill: 'mute' },
        said(chosen ? t(turns ? 'lens.turn' : 'lens.picked') : '', chosen),
      ],
    };
  });
  const dial = turns && all.length > 1 && all.length <= 8;
  const drawn = table(rows, [dial ? PAPER_LEFT + 150 : PAPER_LEFT, TOP], kit);
  const words = t.markup(turns ? 'lens.serversTurns' : 'lens.servers', { count: all.length, scheduler, ...bold });
  const round = dial ? dialShapes(all.map(({ chosen }) => chosen)) : [];
  return { shapes: [title(words), ...round, ...drawn.shapes], height: Math.max(drawn.height, dial ? 158 : 0) + END };
}

const TURN = 2 * Math.PI;

/** Round the table. Whose turn it was is not known, so nothing says so. */
function dialShapes(turns: readonly boolean[]): Shape[] {
  const [x, y] = [PAPER_LEFT + 60, TOP + 54];
  const places = turns.map((chosen, index) => {
    const angle = (TURN * index) / turns.length - TURN / 4;
    return { chosen, number: index + 1, at: [x + 42 * Math.cos(angle), y + 42 * Math.sin(angle)] as const };
  });
  const now = places.find(({ chosen }) => chosen);
  const hand = now && `M${x} ${y}L${x + (now.at[0] - x) * 0.6} ${y + (now.at[1] - y) * 0.6}`;
  return [
    { kind: 'dot', x, y, r: 42, fill: 'none', stroke: 'edge', width: 2 },
    ...(hand === undefined ? [] : [{ kind: 'line', d: hand, stroke: 'pod', width: 3.5 } as const]),
    ...places.flatMap(({ chosen, number, at }): Shape[] => [
      {
        kind: 'dot',
        x: at[0],
        y: at[1],
        r: 13,
        fill: chosen ? 'pod' : 'panel',
        stroke: chosen ? 'pod' : 'edge',
        width: 2,
      },
      text(String(number), [at[0], at[1] + 6], {
        size: TYPE,
        weight: 640,
        fill: chosen ? 'on-pod' : 'mute',
        anchor: 'middle',
      }),
    ]),
  ];
}

function numberMap({ number, size, cells, of }: Of<'map'>, kit: LensKit): Block {
  const { t } = kit;
  const h = 96;
  const shapes: Shape[] = [
    title(
      of ? t.markup('lens.slots', { to: size, ...bold }) : t.markup('lens.map', { from: 0, to: size - 1, ...bold }),
    ),
    box({ x: PAPER_LEFT, y: TOP, w: 104, h }, { fill: 'sunken', r: 10 }),
    text(String(number), [PAPER_LEFT + 52, TOP + 52], { size: 36, weight: 680, fill: 'ink', anchor: 'middle' }),
    put(t('lens.drawn'), PAPER_LEFT + 52, TOP + 82, { fill: 'mute', anchor: 'middle' }),
    ...arrow([PAPER_LEFT + 110, TOP + h / 2], 26),
  ];
  let x = PAPER_LEFT + 146;
  for (const cell of telling(cells, ({ drawn }) => drawn, MOST)) {
    const [name, address] = [cell.end?.name ?? '', cell.end?.address ?? ''];
    const inks = cell.drawn ? (['on-pod', 'on-pod'] as const) : (['ink', 'pod'] as const);
    const w =
      Math.max(
        140,
        measureWidth(kit, { words: name, weight: 620 }),
        measureWidth(kit, { words: address, face: 'mono' }),
      ) + 32;
    const fill = cell.drawn ? 'pod' : 'panel';
    shapes.push(
      box({ x, y: TOP, w, h }, { fill, stroke: cell.drawn ? 'pod' : 'edge', width: 1.5, r: 10 }),
      put(String(cell.number), x + 16, TOP + 28, { weight: 640, fill: cell.drawn ? 'on-pod' : 'mute' }),
      put(name, x + 16, TOP + 56, { weight: 620, fill: inks[0] }),
      put(address, x + 16, TOP + 82, { weight: 520, fill: inks[1], face: 'mono' }),
    );
    x += w + 10;
  }
  return { shapes, height: TOP + h + END };
}

function arrow([x, y]: readonly [number, number], length: number, stroke: Ink = 'pod'): Shape[] {
  const d = `M${x} ${y}L${x + length} ${y}`;
  return [{ kind: 'line', d, stroke, width: 3 }, arrowHead(d, { stroke, width: 3, size: 10 })];
}

function process({ process: name, accepts, dials, endpoints, alone, odds }: Of<'process'>, kit: LensKit): Block {
  const { t } = kit;
  const dialled: SheetRow = {
    taken: false,
    cells: [
      { words: t('lens.dials'), fill: 'mute' },
      dials ? endCell(dials.to) : { words: t('lens.notYet'), fill: 'mute' },
    ],
  };
  const sockets: readonly SheetRow[] = [
    { taken: false, cells: [{ words: t('lens.accepts'), fill: 'mute' }, endCell(accepts.to)] },
    ...(alone ? [] : [dialled]),
  ];
  const inside = table(sockets, [PAPER_LEFT + 18, TOP + 34], kit);
  const w = (inside.columns.at(-1) ?? PAPER_LEFT) - GAP + 18 - PAPER_LEFT;
  const rows = telling(endpoints, ({ chosen }) => chosen, MOST).map(({ end, chosen }): SheetRow => ({
    taken: chosen,
    cells: [
      who(end.name, chosen),
      said(chosen ? t(odds ? 'lens.pickedOdds' : 'lens.picked', { odds: odds ?? '' }) : '', chosen),
    ],
  }));
  const right = table(rows, [PAPER_LEFT + w + 74, TOP], kit);
  return {
    shapes: [
      title(t(alone ? 'lens.processAlone' : 'lens.process', { process: name })),
      box({ x: PAPER_LEFT, y: TOP, w, h: 112 }, { fill: 'phys-soft', stroke: 'phys', width: 1.5, r: 10 }),
      put(name, PAPER_LEFT + 18, TOP + 27, { weight: 620 }),
      ...inside.shapes,
      ...(rows.length > 0 ? arrow([PAPER_LEFT + w + 10, TOP + 56], 34) : []),
      ...right.shapes,
    ],
    height: Math.max(TOP + 112, right.height) + END,
  };
}

const endCell = (end: StoryEnd, struck = false): SheetCell => ({
  words: end.text,
  weight: 520,
  fill: STAGE_INKS[getTone(end)],
  face: 'mono',
  ...(struck ? { struck: true } : {}),
});
const nameCell = (end: StoryEnd): SheetCell => ({
  words: end.name === end.address ? '' : end.name,
  weight: 620,
  fill: STAGE_INKS[getTone(end)],
});

function headers({ before, after }: Of<'header'>, kit: LensKit): Block {
  const { t } = kit;
  const row = (id: 'before' | 'after', { from, to }: typeof before): SheetRow => {
    const struck = (side: 'from' | 'to'): boolean => id === 'before' && before[side].text !== after[side].text;
    return {
      taken: id === 'after',
      cells: [
        { words: t(id), weight: id === 'after' ? 620 : 400, fill: id === 'after' ? 'ink' : 'mute' },
        endCell(from, struck('from')),
        nameCell(from),
        endCell(to, struck('to')),
        nameCell(to),
      ],
    };
  };
  const drawn = table([row('before', before), row('after', after)], [PAPER_LEFT, TOP + 24], kit);
  const [, from = PAPER_LEFT, , to = PAPER_LEFT] = drawn.columns;
  return {
    shapes: [
      title(t('header')),
      put(t('from'), from, TOP + 16, { fill: 'mute' }),
      put(t('to'), to, TOP + 16, { fill: 'mute' }),
      ...drawn.shapes,
    ],
    height: drawn.height + END,
  };
}

function routes(picture: Of<'routes'>, kit: LensKit): Block {
  const { t } = kit;
  const { node, routes: all } = picture;
  const shown = routesShown(picture);
  const words =
    shown.length < all.length
      ? t('lens.routesPart', { node, shown: shown.length, count: all.length })
      : t('lens.routes', { node });
  const rows = shown.map(({ text: route, chosen }): SheetRow => ({
    taken: chosen,
    cells: [{ words: route, face: 'mono', weight: 460 }, said(chosen ? t('lens.taken') : '', chosen)],
  }));
  const drawn = table(rows, [PAPER_LEFT, TOP], kit);
  return { shapes: [title(words), ...drawn.shapes], height: drawn.height + END };
}

const CARD_TONE: Readonly<Record<NonNullable<LensCard['tone']>, readonly [Ink, Ink]>> = {
  service: ['svc', 'svc-soft'],
  refused: ['drop', 'drop-soft'],
  memory: ['nat', 'nat-soft'],
  pod: ['pod', 'pod-soft'],
};

/** Cards from left to right with an arrow between; what has no room begins a new row. */
function cards({ title: words, cards: all }: CardRow, kit: LensKit): Block {
  const h = 98;
  let [x, y] = [PAPER_LEFT, TOP];
  const shapes: Shape[] = [title(words)];
  for (const [at, card] of all.entries()) {
    const [stroke, ink] = card.tone ? [CARD_TONE[card.tone][0], CARD_TONE[card.tone][0]] : (['edge', 'ink'] as const);
    const face = card.mono ? 'mono' : 'ui';
    const lines: readonly SheetCell[] = [
      { words: card.over, fill: 'mute' },
      { words: card.text, weight: card.mono ? 520 : 640, face, fill: card.quiet ? 'mute' : ink },
      ...(card.under === undefined ? [] : [{ words: card.under, fill: 'mute' as const }]),
    ];
    const w = Math.max(90, ...lines.map((line) => measureWidth(kit, line))) + 36;
    if (at > 0 && x + w + 34 > 1248) [x, y] = [PAPER_LEFT, y + h + 12];
    else if (at > 0) {
      shapes.push(...arrow([x + 4, y + h / 2], 24, 'faint'));
      x += 34;
    }
    shapes.push(box({ x, y, w, h }, { fill: 'panel', stroke, width: 1.5, r: 10 }));
    for (const [line, { words: said, ...look }] of lines.entries())
      shapes.push(put(said, x + 18, y + 28 + line * 28, look));
    x += w;
  }
  return { shapes, height: (all.length > 0 ? y + h : TOP) + END };
}
