import {
  memo,
  useMemo,
  useRef,
  useState,
  useLayoutEffect,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useTranslations } from 'use-intl';
import { REQUEST_OUTCOMES } from '../../core/timeline/ending';
import type { Timeline } from '../../core/timeline/timeline';
import { Button } from '../common/controls';
import { usePhrase } from '../common/i18n/use-phrase';
import {
  arrows,
  heightOf,
  inSpan,
  laneRows,
  laneSizes,
  makeAxis,
  MARKS,
  around,
  moved,
  neighbour,
  pointedAt,
  timelineRowAt,
  tellingSpan,
  type Pointed,
  requestPaths,
  zoomed,
  type LaneRow,
  type LaneSizes,
  type Span,
} from './timeline.model';
import { formatTime } from '../common/texts.model';
import styles from './timeline.module.css';
import { useLaneName, useRequestWords } from './EventList';
import type { LanesView } from './TimelineDialog';

interface Props extends LanesView {
  readonly timeline: Timeline;
  readonly label: string;
  /** By a scene: larger. */
  readonly told: boolean;
  /** What plays them. */
  readonly children?: ReactNode;
}

/** Lines of a moment begin below the times that are written above the lanes. */
const belowTimes = ({ top }: LaneSizes): number => top - 8;

/** The lanes on one axis of time: zoomed and moved by buttons, wheel and keys. */
export function Lanes({ timeline, label, told, span, setSpan, moment, setMoment, setClient, children }: Props) {
  const t = useTranslations('timeline');
  const [pointed, setPointed] = useState<Pointed>();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const sizes = laneSizes(told, width);
  const rows = useMemo(() => laneRows(timeline, sizes), [timeline, sizes]);
  const axis = useMemo(() => makeAxis(span, width, sizes), [span, width, sizes]);
  const { duration } = timeline;
  const zoom = (factor: number, at = Math.max(span.from, Math.min(moment, span.until))): void =>
    setSpan(zoomed(span, { at, factor, duration }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    if (step.kind === 'move' && event.shiftKey) {
      const next = neighbour(timeline.events, pointed?.event, { at: moment, direction: step.by > 0 ? 1 : -1 });
      if (!next) return;
      setPointed({ event: next });
      setMoment(next.at);
      if (next.at < span.from || next.at > span.until) setSpan(around(next.at, span, duration));
    } else if (step.kind === 'zoom') zoom(step.by);
    else setSpan(moved(span, step.by, duration));
  };
  const onPointer = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.round(Math.max(0, Math.min(duration, axis.at(event.clientX - box.left))));
    const near = pointedAt(timeline, timelineRowAt(rows, event.clientY - box.top), {
      at,
      within: axis.at(HIT) - axis.at(0),
    });
    setPointed(near);
    if (event.buttons !== 1) return;
    setMoment(near?.request?.at ?? at);
    if (near?.request) setClient(near.request.client);
  };
  const [x, below] = [axis.x(moment), belowTimes(sizes)];
  return (
    <section className={styles.lanes} aria-label={label}>
      <div className={styles.bar}>
        <strong>{label}</strong>
        <span className={styles.quiet}>
          {t('span', { from: formatTime(span.from), until: formatTime(span.until) })}
        </span>
        {children}
        <Button size="s" onClick={() => zoom(0.5)}>
          {t('zoomIn')}
        </Button>
        <Button size="s" onClick={() => zoom(2)}>
          {t('zoomOut')}
        </Button>
        <SpanButtons timeline={timeline} setSpan={setSpan} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={frame} className={styles.frame} tabIndex={0} role="group" aria-label={t('keys')} onKeyDown={onKeyDown}>
        <svg
          width={width}
          height={heightOf(rows, sizes)}
          role="img"
          aria-label={t('picture')}
          onPointerDown={onPointer}
          onPointerMove={onPointer}
          onPointerLeave={() => setPointed(undefined)}
        >
          <Picture timeline={timeline} rows={rows} sizes={sizes} span={span} width={width} />
        </svg>
        {moment >= span.from && moment <= span.until && (
          <div
            className={styles.moment}
            style={{ height: heightOf(rows, sizes) - below, transform: `translate(${x}px, ${below}px)` }}
          />
        )}
      </div>
      <Legend timeline={timeline} />
      <Explained timeline={timeline} pointed={pointed} />
    </section>
  );
}

/** To what happens, and to all of it. */
function SpanButtons({ timeline, setSpan }: { readonly timeline: Timeline } & Pick<LanesView, 'setSpan'>) {
  const t = useTranslations('timeline');
  return (
    <>
      <Button size="s" onClick={() => setSpan(tellingSpan([timeline], timeline.duration))}>
        {t('toEvents')}
      </Button>
      <Button size="s" onClick={() => setSpan(undefined)}>
        {t('whole')}
      </Button>
    </>
  );
}

/** So near a thing a hand points at it, px. */
const HIT = 7;

/** What is pointed at, in words: what happened, and how long after its cause. */
function Explained({ timeline, pointed }: { readonly timeline: Timeline; readonly pointed: Pointed | undefined }) {
  const t = useTranslations('timeline');
  const say = usePhrase();
  const laneName = useLaneName();
  const words = useRequestWords();
  const tell = ({ event, request }: Pointed): string => {
    if (request)
      return t('explained', {
        time: formatTime(request.at),
        where: t('client', { number: request.client + 1 }),
        what: words(request),
      });
    if (!event) return '';
    const told = { time: formatTime(event.at), where: laneName(event.lane), what: say(event.says) };
    const cause = event.cause === undefined ? undefined : timeline.events[event.cause];
    if (!cause) return t('explained', told);
    return t('explainedAfter', { ...told, delay: formatTime(event.at - cause.at), cause: say(cause.says) });
  };
  return (
    <p role="status" className={styles.explained}>
      {pointed && tell(pointed)}
    </p>
  );
}

const KEYS: Readonly<Record<string, { readonly kind: 'zoom' | 'move'; readonly by: number }>> = {
  '+': { kind: 'zoom', by: 0.5 },
  '=': { kind: 'zoom', by: 0.5 },
  '-': { kind: 'zoom', by: 2 },
  ArrowLeft: { kind: 'move', by: -0.2 },
  ArrowRight: { kind: 'move', by: 0.2 },
};

function useWidth(frame: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(900);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(320, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

/** What the marks on the lanes are; of bars and of ends that requests come to, those there are. */
function Legend({ timeline: { events, requests, nodes } }: { readonly timeline: Timeline }) {
  const t = useTranslations('timeline');
  const outcomes = new Set(requests.map(({ outcome }) => outcome));
  const bars = [
    ...(events.some(({ until }) => until !== undefined) ? (['sync'] as const) : []),
    ...(['behind', 'flushed'] as const).filter((kind) => nodes.some(({ [kind]: spans }) => spans.length > 0)),
  ];
  return (
    <ul className={styles.legend} aria-label={t('legend')}>
      {REQUEST_OUTCOMES.filter((outcome) => outcomes.has(outcome)).map((outcome) => (
        <li key={outcome}>
          <svg width={14} height={14} aria-hidden>
            <path d={`M7 7${MARKS[outcome]}`} className={styles.request} data-outcome={outcome} />
          </svg>
          {t(`outcomes.${outcome}`)}
        </li>
      ))}
      <li>
        <svg width={14} height={14} aria-hidden>
          <circle cx={7} cy={7} r={3.5} className={styles.event} />
        </svg>
        {t('marks.event')}
      </li>
      {bars.map((kind) => (
        <li key={kind}>
          <svg width={22} height={14} aria-hidden>
            <rect
              x={1}
              y={2}
              width={20}
              height={10}
              className={styles[kind === 'sync' ? 'sync' : 'late']}
              data-kind={kind}
            />
          </svg>
          {t(`marks.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

interface PictureProps {
  readonly timeline: Timeline;
  readonly rows: readonly LaneRow[];
  readonly sizes: LaneSizes;
  readonly span: Span;
  readonly width: number;
}

/** All but the moment: drawn anew only when what is looked at changes. */
const Picture = memo(function Picture({ timeline, rows, sizes, span, width }: PictureProps) {
  const t = useTranslations('timeline');
  const say = usePhrase();
  const laneName = useLaneName();
  const { x, ticks } = makeAxis(span, width, sizes);
  const events = inSpan(timeline.events, span);
  const requests = inSpan(timeline.requests, span);
  const y = new Map(rows.map((row) => [row.key, row.y] as const));
  const bottom = heightOf(rows, sizes);
  const { left, type, row: height, top: times } = sizes;
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={belowTimes(sizes)} y2={bottom} className={styles.grid} />
          <text x={x(tick)} y={times / 2} textAnchor="middle" className={styles.tick} fontSize={type}>
            {formatTime(tick)}
          </text>
        </g>
      ))}
      {rows.map((row) => (
        <g key={row.key}>
          <line x1={left} x2={width} y1={row.y} y2={row.y} className={styles.row} />
          <text x={4} y={row.y + type * 0.35} className={styles.name} fontSize={type}>
            {row.client === undefined ? laneName(row.lane ?? 'api') : t('client', { number: row.client + 1 })}
          </text>
        </g>
      ))}
      <Spans timeline={timeline} y={y} x={x} left={left} width={width} />
      {arrows(timeline, events, { rows, x }).map(({ key, path }) => (
        <path key={key} d={path} className={styles.arrow} />
      ))}
      {events.slice(0, 1500).map((event) => {
        const from = x(event.at);
        const length = event.until === undefined ? 0 : Math.max(3, x(event.until) - from);
        const title = `${formatTime(event.at)} ${say(event.says)}`;
        const top = y.get(event.lane) ?? 0;
        return length > 0 ? (
          <rect key={event.id} x={from} y={top - height / 4} width={length} height={height / 2} className={styles.sync}>
            <title>{title}</title>
          </rect>
        ) : (
          <circle key={event.id} cx={from} cy={top} r={3.5} className={styles.event}>
            <title>{title}</title>
          </circle>
        );
      })}
      {rows.flatMap((row) => {
        if (row.client === undefined) return [];
        const own = requests.filter(({ client }) => client === row.client);
        return [...requestPaths(own, { y: row.y, x })].map(([outcome, path]) => (
          <path key={`${row.key} ${outcome}`} d={path} className={styles.request} data-outcome={outcome} />
        ));
      })}
    </>
  );
});

/** When a node's rules were old, or gone. */
function Spans({
  timeline,
  y,
  x,
  left: least,
  width,
}: {
  readonly timeline: Timeline;
  readonly y: ReadonlyMap<string, number>;
  readonly x: (at: number) => number;
  readonly left: number;
  readonly width: number;
}) {
  return timeline.nodes.flatMap(({ node, behind, flushed }) => {
    const top = y.get(`kernel ${node}`);
    if (top === undefined) return [];
    const bar = ([from, until]: readonly [number, number], kind: 'behind' | 'flushed') => {
      const [left, right] = [Math.max(least, x(from)), Math.min(width, x(until))];
      if (right <= left) return null;
      return (
        <rect
          key={`${node} ${kind} ${from}`}
          x={left}
          y={top - 5}
          width={Math.max(1, right - left)}
          height={10}
          className={styles.late}
          data-kind={kind}
        />
      );
    };
    return [...behind.map((each) => bar(each, 'behind')), ...flushed.map((each) => bar(each, 'flushed'))];
  });
}
