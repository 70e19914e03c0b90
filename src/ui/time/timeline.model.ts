import { scaleLinear } from 'd3';
import { countBefore } from '../../core/lib/sorted';
import type { Lane, TimelineEvent } from '../../core/timeline/run';
import type { RequestOutcome } from '../../core/timeline/ending';
import type { Timeline, TimelineRequest } from '../../core/timeline/timeline';
import { PLAIN_LANES } from './lane-sizes.model';

/** What is looked at: milliseconds from the beginning. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A lane as it is drawn. */
export interface LaneRow {
  readonly key: string;
  readonly kind: 'lane' | 'client';
  /** Of a client: its place; else the lane. */
  readonly lane?: Lane;
  readonly client?: number;
  readonly y: number;
}

/** The shortest time that can be looked at. */
const SHORTEST = 20;

const ORDER = ['user', 'controllers', 'api', 'slices', 'nodes', 'load-balancer'] as const;

/**
 * Rows of the lanes: clients first, as what failed is to be seen at once; then the lanes in which something happens,
 * control plane first, then node by node.
 */
export function laneRows(
  { events, requests, nodes }: Timeline,
  { row: height, top } = PLAIN_LANES,
): readonly LaneRow[] {
  const used = new Set(events.map(({ lane }) => lane));
  const plane = ORDER.filter((lane) => used.has(lane));
  const machines = nodes.flatMap(({ node }) =>
    ([`kubelet ${node}`, `kube-proxy ${node}`, `kernel ${node}`] as const).filter((lane) => used.has(lane)),
  );
  const lanes = [...plane, ...machines].map((lane) => ({ key: lane, kind: 'lane', lane }) as const);
  const clients = [...new Set(requests.map(({ client }) => client))].sort((a, b) => a - b);
  const rows = [...clients.map((client) => ({ key: `client ${client}`, kind: 'client', client }) as const), ...lanes];
  return rows.map((row, nth) => ({ ...row, y: top + nth * height + height / 2 }));
}

/** Time to pixels. */
export function makeAxis({ from, until }: Span, width: number, { left } = PLAIN_LANES) {
  const scale = scaleLinear([from, until], [left, width - 24]);
  const ticks = listTicks({ from, until }, Math.max(2, Math.floor((width - left) / 90)));
  return { x: (at: number): number => scale(at), at: (x: number): number => scale.invert(x), ticks };
}

/** Between two times that are written, ms: as a clock is divided, above a second in sixties. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 18e5, 36e5];

/** Round times within a span, `most` of them or one more. */
export function listTicks({ from, until }: Span, most: number): readonly number[] {
  const step = STEPS.find((each) => (until - from) / each <= most) ?? 36e5;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(until / step) - first + 1 }, (_, at) => (first + at) * step);
}

/** A part of time around a moment, `factor` times as long, within the whole. */
export function zoomSpan(
  { from, until }: Span,
  { at, factor, duration }: { readonly at: number; readonly factor: number; readonly duration: number },
): Span {
  const length = Math.min(duration, Math.max(SHORTEST, (until - from) * factor));
  const share = until > from ? (at - from) / (until - from) : 0.5;
  return within({ from: at - length * share, until: at + length * (1 - share) }, duration);
}

/** Moved by a share of itself, within the whole. */
export function panSpan({ from, until }: Span, share: number, duration: number): Span {
  const step = (until - from) * share;
  return within({ from: from + step, until: until + step }, duration);
}

/** A part of time of the same length with a moment in its middle. */
export function around(at: number, { from, until }: Span, duration: number): Span {
  return within({ from: at - (until - from) / 2, until: at + (until - from) / 2 }, duration);
}

function within({ from, until }: Span, duration: number): Span {
  const length = Math.min(until - from, duration);
  const start = Math.max(0, Math.min(from, duration - length));
  return { from: start, until: start + length };
}

/** Around what happens, of the whole of it. */
const AROUND = 0.08;
/** More than so much of a timeline is all of it. */
const NEARLY_ALL = 0.7;

/** What comes of it is seen, too: at least so much of all. */
const LEAST_PART = 0.2;
/** Parts of the whole duration that the ends of a span are rounded to, so that they are easily said. */
const ROUNDED = 30;

/** When something happens in any of some timelines, with a little before and after: what a scene begins with. All: nothing does. */
export function tellingSpan(timelines: readonly Timeline[], duration: number): Span {
  const whole = { from: 0, until: duration };
  const times = timelines.flatMap(({ events, requests }) => [
    ...events.flatMap(({ at, until }) => [at, until ?? at]),
    ...requests.flatMap(({ at, outcome }) => (outcome === 'served' ? [] : [at])),
  ]);
  if (times.length === 0) return whole;
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const more = Math.max(SHORTEST, (last - first) * AROUND);
  const step = STEPS.find((each) => (last - first) / each <= ROUNDED) ?? SHORTEST;
  const from = Math.max(0, Math.floor((first - more) / step) * step);
  const until = Math.max(Math.ceil((last + more) / step) * step, from + duration * LEAST_PART);
  const span = { from, until: Math.min(duration, until) };
  return span.until - span.from < duration * NEARLY_ALL ? span : whole;
}

/** A part of a list that is sorted by time. */
export function inSpan<T extends { readonly at: number }>(list: readonly T[], { from, until }: Span): readonly T[] {
  return list.slice(firstAt(list, from), firstAt(list, until + 1e-9));
}

/** The place of the first at or after a time. */
export function firstAt(list: readonly { readonly at: number }[], time: number): number {
  return countBefore(list.length, (index) => (list[index]?.at ?? 0) < time);
}

/** An event or a request that a hand points at. */
export interface PointedMark {
  readonly event?: TimelineEvent;
  readonly request?: TimelineRequest;
}

export function timelineRowAt(rows: readonly LaneRow[], y: number): LaneRow | undefined {
  const away = (row: LaneRow): number => Math.abs(row.y - y);
  const [nearest] = rows.toSorted((a, b) => away(a) - away(b));
  return nearest && away(nearest) <= PLAIN_LANES.row / 2 ? nearest : undefined;
}

/** The thing of a row that is nearest to a moment, not further away than `within` milliseconds. */
export function pointedAt(
  { events, requests }: Timeline,
  row: LaneRow | undefined,
  { at, within: most }: { readonly at: number; readonly within: number },
): PointedMark | undefined {
  if (!row) return undefined;
  const span = { from: at - most, until: at + most };
  const nearest = <T extends { readonly at: number }>(list: readonly T[]): T | undefined =>
    list.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
  if (row.client !== undefined) {
    const request = nearest(inSpan(requests, span).filter(({ client }) => client === row.client));
    return request && { request };
  }
  const event = nearest(inSpan(events, span).filter(({ lane }) => lane === row.lane));
  return event && { event };
}

/** The event after (or before) another, or after a moment. */
export function adjacentEvent(
  events: readonly TimelineEvent[],
  from: TimelineEvent | undefined,
  { at, direction }: { readonly at: number; readonly direction: 1 | -1 },
): TimelineEvent | undefined {
  if (from) return events[from.id + direction];
  const next = firstAt(events, at);
  return events[direction === 1 ? next : next - 1];
}

/** More than this are not drawn one by one. */
const MOST_ARROWS = 300;
const MOST_MARKS = 600;

export interface Arrow {
  readonly key: number;
  readonly path: string;
}

/** From what caused an event to the event, where both are in the picture. */
export function causeArrows(
  timeline: Timeline,
  shown: readonly TimelineEvent[],
  { rows, x }: { readonly rows: readonly LaneRow[]; readonly x: (at: number) => number },
): readonly Arrow[] {
  const y = new Map(rows.map((row) => [row.key, row.y] as const));
  if (shown.length > MOST_ARROWS) return [];
  return shown.flatMap((event) => {
    const cause = event.cause === undefined ? undefined : timeline.events[event.cause];
    const [from, to] = [cause && y.get(cause.lane), y.get(event.lane)];
    if (!cause || from === undefined || to === undefined || from === to) return [];
    return [{ key: event.id, path: `M${round(x(cause.until ?? cause.at))} ${from}L${round(x(event.at))} ${to}` }];
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A shape for each outcome: they are not told apart by colour alone. */
export const OUTCOME_MARKS: Readonly<Record<RequestOutcome, string>> = {
  served: 'm-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0',
  refused: 'm-4 -4l8 8m0 -8l-8 8',
  'timed-out': 'm-4 -4h8v8h-8z',
  reset: 'm0 -5l5 5l-5 5l-5 -5z',
  unknown: 'm-3 -2a3 3 0 1 1 3 3v2m0 2v1',
};

/** Requests of one client as one path an outcome; of very many served ones one for each pixel. */
export function requestPaths(
  requests: readonly TimelineRequest[],
  { y, x }: { readonly y: number; readonly x: (at: number) => number },
): ReadonlyMap<RequestOutcome, string> {
  const parts = new Map<RequestOutcome, string[]>();
  const taken = new Set<string>();
  for (const { at, outcome } of requests) {
    const place = round(x(at));
    const pixel = `${outcome} ${requests.length > MOST_MARKS ? Math.round(place / 2) : place}`;
    if (taken.has(pixel)) continue;
    taken.add(pixel);
    const list = parts.get(outcome) ?? [];
    parts.set(outcome, list);
    list.push(`M${place} ${y}${OUTCOME_MARKS[outcome]}`);
  }
  return new Map([...parts].map(([outcome, list]) => [outcome, list.join('')] as const));
}

/** How long a node's rules have been older than the objects at a moment; undefined: they are not. */
export function behindAt({ nodes }: Timeline, node: string, at: number): number | undefined {
  const found = nodes.find((each) => each.node === node)?.behind.find(([from, until]) => from <= at && at < until);
  return found && at - found[0];
}

/** Were a node's tables empty at a moment? */
export function isFlushedAt({ nodes }: Timeline, node: string, at: number): boolean {
  return nodes.find((each) => each.node === node)?.flushed.some(([from, until]) => from <= at && at < until) ?? false;
}

/** One line of the list: an event, or a request that failed. */
export interface ListRow {
  readonly key: string;
  readonly at: number;
  readonly event?: TimelineEvent;
  readonly request?: TimelineRequest;
}

/** Everything in order, served requests left out. */
export function listTimelineRows({ events, requests }: Timeline): readonly ListRow[] {
  const told = events.map((event): ListRow => ({ key: `e${event.id}`, at: event.at, event }));
  const wrong = requests.flatMap((request, nth): ListRow[] =>
    request.outcome === 'served' ? [] : [{ key: `r${nth}`, at: request.at, request }],
  );
  return [...told, ...wrong].sort((a, b) => a.at - b.at);
}

/** A cell of CSV (RFC 4180); what a spreadsheet would take for a formula is text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function makeCsv(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n');
}

/** What somebody did, in the words of the page: `roll-out`, to what, and how. */
export interface ActionWords {
  readonly at: number;
  readonly verb: DeedVerb;
  /** `default/web`, `node1`. */
  readonly name: string;
  /** Replicas, seconds, a selector: what the verb is with. */
  readonly how: string;
}

const DEED_VERBS = [
  'scale',
  'roll-out',
  'delete-pod',
  'crash',
  'fail-readiness',
  'lose-node',
  'drain',
  'delete-node',
  'change-node-addresses',
  'stop-proxy',
  'restart-proxy',
  'lose-watch',
  'flush',
  'delete-service',
  'change-selector',
] as const;
export type DeedVerb = (typeof DEED_VERBS)[number];
const OBJECTS = ['deployment', 'pod', 'node', 'service'];
const MANNERS = ['replicas', 'seconds', 'selector', 'addresses'];

/** The actions of a timeline that were done, in order; one on a thing that is not there is left out. */
export function listDeeds({ events }: Pick<Timeline, 'events'>): readonly ActionWords[] {
  return events.flatMap(({ lane, at, says: { id, values } }) => {
    const verb = lane === 'user' ? DEED_VERBS.find((each) => id === `timeline.do.${each}`) : undefined;
    if (!verb) return [];
    const valueOf = (names: readonly string[]): string =>
      String(Object.entries(values ?? {}).find(([key]) => names.includes(key))?.[1] ?? '');
    return [{ at, verb, name: valueOf(OBJECTS), how: valueOf(MANNERS) }];
  });
}

/** The newest event at a moment, and how many requests that were sent by then failed. */
export function happenedBy(
  { events, requests }: Pick<Timeline, 'events' | 'requests'>,
  moment: number,
): { readonly event: TimelineEvent | undefined; readonly failed: number } {
  const sent = requests.slice(0, firstAt(requests, moment + 1e-9));
  return {
    event: events[firstAt(events, moment + 1e-9) - 1],
    failed: sent.filter(({ outcome }) => outcome !== 'served').length,
  };
}

/** The next moment at which something happens or a request fails: how it is played for who wants less motion. */
export function nextHappening({ events, requests }: Timeline, moment: number): number | undefined {
  const event = events[firstAt(events, moment + 1e-9)]?.at;
  const request = requests.slice(firstAt(requests, moment + 1e-9)).find(({ outcome }) => outcome !== 'served')?.at;
  const next = Math.min(event ?? Infinity, request ?? Infinity);
  return Number.isFinite(next) ? next : undefined;
}

/** Played so many times slower than it is. */
export const SLOWDOWN = 10;
