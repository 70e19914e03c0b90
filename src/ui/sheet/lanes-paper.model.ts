import { REQUEST_OUTCOMES, type RequestOutcome } from '../../core/timeline/ending';
import type { Timeline } from '../../core/timeline/timeline';
import { box, text, type Ink, type Shape } from '../common/shapes.model';
import { formatTime } from '../common/texts.model';
import type { PaperSheet } from '../story/paper/sheet.model';
import {
  causeArrows,
  inSpan,
  laneRows,
  makeAxis,
  OUTCOME_MARKS,
  requestPaths,
  type LaneRow,
  type Span,
} from '../time/timeline.model';
import { lanesHeight, laneSizes, type LaneSizes } from '../time/lane-sizes.model';

/** What lanes on paper are called by, in the language of the page. */
export interface LaneWords {
  readonly title: string;
  readonly row: (row: LaneRow) => string;
  readonly outcome: (outcome: RequestOutcome) => string;
  readonly mark: (mark: LaneMark) => string;
}

/** Marks of lanes that a legend explains. */
export type LaneMark = 'event' | 'sync' | 'behind' | 'flushed';

/** As wide as the column of a Sheet, px. */
const WIDTH = 976;
/** From one word of the legend to the next, from a row of it to the next, and its letters, px. */
const LEGEND = { apart: 320, row: 26, type: 15 };
const PER_ROW = Math.floor(WIDTH / LEGEND.apart);

const INKS: Readonly<Record<RequestOutcome, Ink>> = {
  served: 'pod',
  refused: 'rej',
  reset: 'rej',
  'timed-out': 'drop',
  unknown: 'mute',
};

/** Lanes of a timeline as a picture without a page: a part of time with all rows, and what the marks mean below. */
export function lanesPaper(timeline: Timeline, span: Span, words: LaneWords): PaperSheet {
  const sizes = laneSizes(true, WIDTH);
  const rows = laneRows(timeline, sizes);
  const drawing = { timeline, sizes, rows, span, words, ...makeAxis(span, WIDTH, sizes) };
  const top = lanesHeight(rows, sizes) + LEGEND.row;
  const legend = drawLegend(timeline, words, top);
  return {
    title: words.title,
    width: WIDTH,
    height: top + legend.height,
    shapes: [
      ...drawTimes(drawing),
      ...drawSpans(drawing),
      ...drawEvents(drawing),
      ...drawRequests(drawing),
      ...legend.shapes,
    ],
  };
}

const line = (d: string, stroke: Ink, width = 1): Shape => ({ kind: 'line', d, stroke, width });

interface Drawing {
  readonly timeline: Timeline;
  readonly sizes: LaneSizes;
  readonly rows: readonly LaneRow[];
  readonly span: Span;
  readonly words: LaneWords;
  readonly x: (at: number) => number;
  readonly ticks: readonly number[];
}

function drawTimes({ rows, sizes, words, x, ticks }: Drawing): readonly Shape[] {
  const { left, type, top } = sizes;
  const bottom = lanesHeight(rows, sizes);
  return [
    ...ticks.flatMap((tick) => [
      line(`M${x(tick)} ${top - 8}V${bottom}`, 'line'),
      text(formatTime(tick), [x(tick), top / 2], { size: type, weight: 400, fill: 'mute', anchor: 'middle' }),
    ]),
    ...rows.flatMap((row) => [
      line(`M${left} ${row.y}H${WIDTH}`, 'line'),
      text(words.row(row), [4, row.y + type * 0.35], { size: type, weight: 400, fill: 'ink' }),
    ]),
  ];
}

/** When a node's rules were old, or gone. */
function drawSpans({ timeline, rows, sizes, x }: Drawing): readonly Shape[] {
  return timeline.nodes.flatMap(({ node, behind, flushed }) => {
    const row = rows.find(({ lane }) => lane === `kernel ${node}`);
    if (!row) return [];
    const bar = ([from, until]: readonly [number, number], mark: 'behind' | 'flushed'): readonly Shape[] => {
      const [start, end] = [Math.max(sizes.left, x(from)), Math.min(WIDTH, x(until))];
      return end <= start ? [] : [drawBar(start, row.y, { mark, width: Math.max(1, end - start) })];
    };
    return [...behind.flatMap((each) => bar(each, 'behind')), ...flushed.flatMap((each) => bar(each, 'flushed'))];
  });
}

const BARS = {
  sync: { fill: 'accent-soft', stroke: 'accent' },
  behind: { fill: 'svc-soft', stroke: 'svc' },
  flushed: { fill: 'drop-soft', stroke: 'drop' },
} as const;

const drawBar = (x: number, y: number, { mark, width }: { readonly mark: keyof typeof BARS; readonly width: number }) =>
  box({ x, y: y - 5, w: width, h: 10 }, { ...BARS[mark], width: 1 });

function drawEvents({ timeline, rows, span, x }: Drawing): readonly Shape[] {
  const y = new Map(rows.map((row) => [row.key, row.y] as const));
  const events = inSpan(timeline.events, span);
  return [
    ...causeArrows(timeline, events, { rows, x }).map(({ path }) => line(path, 'faint')),
    ...events.slice(0, MOST_EVENTS).map(({ at, until, lane }): Shape => {
      const [left, top] = [x(at), y.get(lane) ?? 0];
      return until === undefined
        ? { kind: 'dot', x: left, y: top, r: 3.5, fill: 'accent' }
        : drawBar(left, top, { mark: 'sync', width: Math.max(3, x(until) - left) });
    }),
  ];
}

/** More than so many nobody tells apart. */
const MOST_EVENTS = 1500;

function drawRequests({ timeline, rows, span, x }: Drawing): readonly Shape[] {
  const requests = inSpan(timeline.requests, span);
  return rows.flatMap(({ client, y }) => {
    const own = client === undefined ? [] : requests.filter((each) => each.client === client);
    return [...requestPaths(own, { y, x })].map(([outcome, path]) => line(path, INKS[outcome], 1.5));
  });
}

/** What the marks that are there mean, below the lanes. */
function drawLegend({ events, requests, nodes }: Timeline, words: LaneWords, top: number): Legend {
  const there = new Set(requests.map(({ outcome }) => outcome));
  const outcomes = REQUEST_OUTCOMES.filter((outcome) => there.has(outcome)).map((outcome) => ({
    says: words.outcome(outcome),
    draw: ([x, y]: Spot): Shape => line(`M${x + 11} ${y}${OUTCOME_MARKS[outcome]}`, INKS[outcome], 1.5),
  }));
  const marks: readonly LaneMark[] = [
    'event',
    ...(events.some(({ until }) => until !== undefined) ? (['sync'] as const) : []),
    ...(['behind', 'flushed'] as const).filter((kind) => nodes.some(({ [kind]: spans }) => spans.length > 0)),
  ];
  const listed = [
    ...outcomes,
    ...marks.map((mark) => ({
      says: words.mark(mark),
      draw: ([x, y]: Spot): Shape =>
        mark === 'event' ? { kind: 'dot', x: x + 11, y, r: 3.5, fill: 'accent' } : drawBar(x, y, { mark, width: 20 }),
    })),
  ];
  const shapes = listed.flatMap(({ says, draw }, at) => {
    const spot: Spot = [(at % PER_ROW) * LEGEND.apart, top + Math.floor(at / PER_ROW) * LEGEND.row];
    const look = { size: LEGEND.type, weight: 400, fill: 'mute' } as const;
    return [draw(spot), text(says, [spot[0] + 28, spot[1] + 5], look)];
  });
  return { shapes, height: Math.ceil(listed.length / PER_ROW) * LEGEND.row };
}

type Spot = readonly [x: number, y: number];

interface Legend {
  readonly shapes: readonly Shape[];
  readonly height: number;
}
