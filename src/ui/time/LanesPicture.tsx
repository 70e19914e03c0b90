import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Timeline } from '../../core/timeline/timeline';
import { formatTime } from '../common/texts.model';
import { usePhrase } from '../common/i18n/use-phrase';
import { useLaneName } from './EventList';
import { causeArrows, inSpan, makeAxis, requestPaths, type LaneRow, type Span } from './timeline.model';
import { lanesHeight, type LaneSizes } from './lane-sizes.model';
import styles from './timeline.module.css';

/** Lines of a moment begin below the times that are written above the lanes. */
export const belowTimes = ({ top }: LaneSizes): number => top - 8;

interface PictureProps {
  readonly timeline: Timeline;
  readonly rows: readonly LaneRow[];
  readonly sizes: LaneSizes;
  readonly span: Span;
  readonly width: number;
}

/** All but the moment: drawn anew only when what is looked at changes. */
export const LanesPicture = memo(function LanesPicture({ timeline, rows, sizes, span, width }: PictureProps) {
  const t = useTranslations('timeline');
  const say = usePhrase();
  const laneName = useLaneName();
  const { x, ticks } = makeAxis(span, width, sizes);
  const events = inSpan(timeline.events, span);
  const requests = inSpan(timeline.requests, span);
  const y = new Map(rows.map((row) => [row.key, row.y] as const));
  const bottom = lanesHeight(rows, sizes);
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
      {causeArrows(timeline, events, { rows, x }).map(({ key, path }) => (
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
