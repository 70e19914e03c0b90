import {
  useMemo,
  useRef,
  useState,
  useLayoutEffect,
  type CSSProperties,
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
  laneRows,
  makeAxis,
  OUTCOME_MARKS,
  around,
  panSpan,
  adjacentEvent,
  pointedAt,
  timelineRowAt,
  tellingSpan,
  type PointedMark,
  zoomSpan,
} from './timeline.model';
import { lanesHeight, laneSizes, slideSizes, type LaneSizes } from './lane-sizes.model';
import { formatTime } from '../common/texts.model';
import { belowTimes, LanesPicture } from './LanesPicture';
import styles from './timeline.module.css';
import { useLaneName, useRequestWords } from './EventList';
import type { LanesView } from './TimelineDialog';

interface Props extends LanesView {
  readonly timeline: Timeline;
  readonly label: string;
  /** In a Sheet: larger. */
  readonly told?: boolean;
  /** Px that are one of the drawing: more where a room looks at it. */
  readonly scale?: number;
  /** All rows stand in sight, however many there are. */
  readonly whole?: boolean;
  /** On a slide: as high as what is left of it, with nothing around that moves time. */
  readonly fits?: boolean;
  /** What plays them. */
  readonly children?: ReactNode;
}

/** The lanes on one axis of time: zoomed and moved by buttons, wheel and keys. */
export function Lanes({
  timeline,
  label,
  told = false,
  scale = 1,
  whole = false,
  fits = false,
  span,
  setSpan,
  moment,
  setMoment,
  setClient,
  children,
}: Props) {
  const t = useTranslations('timeline');
  const [pointed, setPointed] = useState<PointedMark>();
  const frame = useRef<HTMLDivElement>(null);
  const { width, sizes, style } = useLaneSizes(frame, { timeline, told, scale, whole, fits });
  const rows = useMemo(() => laneRows(timeline, sizes), [timeline, sizes]);
  const axis = useMemo(() => makeAxis(span, width, sizes), [span, width, sizes]);
  const { duration } = timeline;
  const zoom = (factor: number, at = Math.max(span.from, Math.min(moment, span.until))): void =>
    setSpan(zoomSpan(span, { at, factor, duration }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    if (step.kind === 'move' && event.shiftKey) {
      const next = adjacentEvent(timeline.events, pointed?.event, { at: moment, direction: step.by > 0 ? 1 : -1 });
      if (!next) return;
      setPointed({ event: next });
      setMoment(next.at);
      if (next.at < span.from || next.at > span.until) setSpan(around(next.at, span, duration));
    } else if (step.kind === 'zoom') zoom(step.by);
    else setSpan(panSpan(span, step.by, duration));
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
  return (
    <section className={styles.lanes} aria-label={label}>
      <LanesBar label={label} span={span}>
        {children}
        {!fits && <ZoomButtons timeline={timeline} setSpan={setSpan} zoom={zoom} />}
      </LanesBar>
      <div
        ref={frame}
        className={styles.frame}
        style={style}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label={t('keys')}
        onKeyDown={onKeyDown}
      >
        <Pointable
          height={lanesHeight(rows, sizes)}
          width={width}
          onPointer={onPointer}
          onLeave={() => setPointed(undefined)}
        >
          <LanesPicture timeline={timeline} rows={rows} sizes={sizes} span={span} width={width} />
        </Pointable>
        {moment >= span.from && moment <= span.until && (
          <MomentLine x={axis.x(moment)} height={lanesHeight(rows, sizes)} below={belowTimes(sizes)} />
        )}
      </div>
      <Legend timeline={timeline} />
      <Explained timeline={timeline} pointed={pointed} />
    </section>
  );
}

interface PointableProps {
  readonly width: number;
  readonly height: number;
  readonly onPointer: (event: PointerEvent<SVGSVGElement>) => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** A picture a hand may point into. */
function Pointable({ width, height, onPointer, onLeave, children }: PointableProps) {
  const t = useTranslations('timeline');
  const pointing = { onPointerDown: onPointer, onPointerMove: onPointer, onPointerLeave: onLeave };
  return (
    <svg width={width} height={height} role="img" aria-label={t('picture')} {...pointing}>
      {children}
    </svg>
  );
}

/** Where in time one is. */
function MomentLine({ x, height, below }: Readonly<Record<'x' | 'height' | 'below', number>>) {
  const style = { height: height - below, transform: `translate(${x}px, ${below}px)` };
  return <div className={styles.moment} style={style} />;
}

const WHOLE = { maxHeight: 'none' } as const;

/** How large lanes are drawn in their frame, and how high that is. */
function useLaneSizes(
  frame: React.RefObject<HTMLDivElement | null>,
  {
    timeline,
    told,
    scale,
    whole,
    fits,
  }: Pick<Props, 'timeline'> & Required<Pick<Props, 'told' | 'scale' | 'whole' | 'fits'>>,
) {
  const { width, height } = useFrameSize(frame);
  const own = useMemo(() => laneSizes(told, width, scale), [told, width, scale]);
  const count = useMemo(() => laneRows(timeline).length, [timeline]);
  const sizes = useMemo(() => (fits ? slideSizes(own, count, height) : own), [fits, own, count, height]);
  return { width, sizes, style: fits ? slideStyle(own, count) : whole ? WHOLE : undefined };
}

/** On a slide at least as high as its rows stand closest. */
const slideStyle = (own: LaneSizes, count: number): CSSProperties => {
  const { top, row } = slideSizes(own, count, 0);
  return { ...WHOLE, flex: '1 1 0', minHeight: lanesHeight({ length: count }, { ...own, top, row }) + 2 };
};

/** Heading of the lanes: their name, which part of time is looked at, and how another is. */
function LanesBar({ label, span, children }: Pick<Props, 'label' | 'span' | 'children'>) {
  const t = useTranslations('timeline');
  return (
    <div className={styles.bar}>
      <strong>{label}</strong>
      <span className={styles.quiet}>{t('span', { from: formatTime(span.from), until: formatTime(span.until) })}</span>
      {children}
    </div>
  );
}

interface ZoomProps extends Pick<Props, 'timeline' | 'setSpan'> {
  readonly zoom: (factor: number) => void;
}

/** To more or less of time, to what happens, and to all of it. */
function ZoomButtons({ timeline, setSpan, zoom }: ZoomProps) {
  const t = useTranslations('timeline');
  return (
    <>
      <Button size="s" onClick={() => zoom(0.5)}>
        {t('zoomIn')}
      </Button>
      <Button size="s" onClick={() => zoom(2)}>
        {t('zoomOut')}
      </Button>
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

/** The mark under the pointer in words: what happened, and how long after its cause. */
function Explained({ timeline, pointed }: { readonly timeline: Timeline; readonly pointed: PointedMark | undefined }) {
  const t = useTranslations('timeline');
  const say = usePhrase();
  const laneName = useLaneName();
  const words = useRequestWords();
  const tell = ({ event, request }: PointedMark): string => {
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

/** How large the lanes may be drawn, px. */
function useFrameSize(frame: React.RefObject<HTMLDivElement | null>): Readonly<Record<'width' | 'height', number>> {
  const [size, setSize] = useState({ width: 900, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ width: Math.max(320, element.clientWidth), height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

/** Legend of the marks on the lanes; of bars and of ends that requests come to, those there are. */
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
            <path d={`M7 7${OUTCOME_MARKS[outcome]}`} className={styles.request} data-outcome={outcome} />
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
