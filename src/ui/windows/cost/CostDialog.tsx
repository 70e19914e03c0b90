import { useMemo, useState, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { CostCurve, CostQuestion } from '../../../core/questions/cost/cost';
import { useBench } from '../../../store/hooks';
import { Dialog, type WindowProps } from '../../common/Dialog';
import { Segmented } from '../../common/controls';
import {
  makeChart,
  MEASURES,
  type Frame,
  type Measure,
  makeGrowth,
  hasArrived,
  costValue,
  type Chart,
  type ChartLine,
} from './cost.model';
import styles from './cost.module.css';
import type { AskOptions } from '../../../engine/client';
import { background } from '../../../engine/page-engines';
import { useQuestion } from '../../common/use-asked';
import { MODE_SPANS, PROXY_MODE_IDS, type ProxyModeId } from '../../../core/kubernetes/mode-ids';

interface CostChartProps {
  readonly chart: Chart;
  readonly frame: Frame;
  readonly label: string;
}

/** Logarithmic curves, told apart by dash, mark and name as well as by colour. The table beside it is for reading aloud. */
export function CostChart({ chart, frame, label }: CostChartProps) {
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
      className={styles.chart}
      preserveAspectRatio="xMidYMid meet"
    >
      <Axes chart={chart} frame={frame} />
      {chart.lines.map((line) => (
        <Curve key={line.mode} line={line} x={frame.width - frame.right} />
      ))}
    </svg>
  );
}

function Axes({ chart: { xTicks, yTicks, own }, frame }: Omit<CostChartProps, 'label'>) {
  const t = useTranslations('cost');
  const bottom = frame.height - frame.bottom;
  return (
    <g>
      {yTicks.map(({ y, value }) => (
        <g key={value}>
          <line x1={frame.left} x2={frame.width - frame.right} y1={y} y2={y} className={styles.grid} />
          <text x={frame.left - 8} y={y + 4} textAnchor="end" className={styles.tick}>
            {value.toLocaleString('en')}
          </text>
        </g>
      ))}
      {xTicks.map(({ x, services }) => (
        <text key={services} x={x} y={bottom + 20} textAnchor="middle" className={styles.tick}>
          {services.toLocaleString('en')}
        </text>
      ))}
      <text
        x={(frame.left + frame.width - frame.right) / 2}
        y={frame.height - 4}
        textAnchor="middle"
        className={styles.tick}
      >
        {t('sizes')}
      </text>
      {own && (
        <g>
          <line x1={own.x} x2={own.x} y1={frame.top} y2={bottom} className={styles.own} />
          <text x={own.x + 6} y={frame.top + 10} className={styles.tick}>
            {t('own', { services: own.services })}
          </text>
        </g>
      )}
    </g>
  );
}

/** A square, a triangle, a diamond, a disc, a cross: so that curves are not told apart by colour alone. */
const MARKS = [
  'M-4 -4H4V4H-4Z',
  'M0 -5L5 4H-5Z',
  'M0 -5L5 0L0 5L-5 0Z',
  'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z',
  'M-5 -2H-2V-5H2V-2H5V2H2V5H-2V2H-5Z',
] as const;

const markOf = (mode: ProxyModeId): string => MARKS[PROXY_MODE_IDS.indexOf(mode) % MARKS.length] ?? MARKS[0];

function Curve({ line, x }: { readonly line: ChartLine; readonly x: number }) {
  return (
    <g className={styles.line} data-mode={line.mode}>
      <path d={line.path} className={styles.path} />
      {line.points.map((point) => (
        <path
          key={point.services}
          d={markOf(line.mode)}
          transform={`translate(${point.x} ${point.y})`}
          className={styles.mark}
        >
          <title>{`${line.title}: ${point.services.toLocaleString('en')} → ${point.value.toLocaleString('en')}`}</title>
        </path>
      ))}
      <text x={x + 12} y={line.labelY + 4} className={styles.name}>
        {line.title}
      </text>
    </g>
  );
}

interface CostTableProps {
  readonly curves: readonly CostCurve[];
  readonly measure: Measure;
}

/** The chart as numbers, with the law of each curve in words. */
export function CostTable({ curves, measure }: CostTableProps) {
  const t = useTranslations('cost');
  const sizes = curves[0]?.points.map(({ services }) => services) ?? [];
  return (
    <table className={styles.table}>
      <caption>{t('table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('mode')}</th>
          {sizes.map((services) => (
            <th key={services} scope="col">
              {services.toLocaleString('en')}
            </th>
          ))}
          <th scope="col">{t('law')}</th>
        </tr>
      </thead>
      <tbody>
        {curves.map((curve) => (
          <Row key={curve.mode} curve={curve} measure={measure} sizes={sizes} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  curve,
  measure,
  sizes,
}: {
  readonly curve: CostCurve;
  readonly measure: Measure;
  readonly sizes: readonly number[];
}) {
  const t = useTranslations('cost');
  const values = curve.points.map((point) => costValue(measure, point));
  const { kind } = makeGrowth(values, sizes);
  const arrived = hasArrived(curve);
  return (
    <tr>
      <th scope="row">
        {curve.title}{' '}
        <span className={styles.release}>
          {t('release', { release: curve.release, program: MODE_SPANS[curve.mode].axis ?? 'kube-proxy' })}
        </span>
        {!arrived && <span className={styles.undelivered}>{t('undelivered')}</span>}
      </th>
      {values.map((value, i) => (
        <td key={sizes[i]}>{value.toLocaleString('en')}</td>
      ))}
      <td className={styles.law} data-law={arrived ? kind : undefined}>
        {arrived ? t(`laws.${kind}`) : '—'}
      </td>
    </tr>
  );
}

/** How the measuring stands. */
export interface Cost {
  readonly curves: readonly CostCurve[] | undefined;
  /** 0..1 while it is being computed. */
  readonly progress: number | undefined;
  readonly message: string | undefined;
}

/** Measures in a worker; `question` must keep its identity while it is the same. Ends with whoever asked. */
export function useCost(question: CostQuestion): Cost {
  const { status, progress, answer, message } = useQuestion(
    useCallback((options: AskOptions) => background.ask('cost', question, options), [question]),
  );
  const failed = status === 'failed';
  return {
    curves: failed ? undefined : answer,
    progress: status === 'idle' || status === 'working' ? progress : undefined,
    message: failed ? message : undefined,
  };
}

const SIZES = [1, 10, 100, 1000, 10_000] as const;
const ENDPOINTS = ['1', '3', '10'] as const;
const FRAME: Frame = { width: 900, height: 340, left: 76, right: 110, top: 12, bottom: 44 };
/** The same letters, on the width of a telephone. */
const NARROW: Frame = { width: 430, height: 300, left: 60, right: 92, top: 12, bottom: 44 };

/** How each mode's work grows with the number of Services, counted by compiler and simulator. */
export function CostDialog({ open, onOpenChange }: WindowProps) {
  const t = useTranslations('cost');
  const release = useBench(({ document }) => document.present.release);
  const [measure, setMeasure] = useState<Measure>('packet');
  const [endpoints, setEndpoints] = useState<(typeof ENDPOINTS)[number]>('3');
  const question = useMemo<CostQuestion>(
    () => ({ release, sizes: SIZES, endpoints: Number(endpoints) }),
    [release, endpoints],
  );
  const { curves, progress, message } = useCost(question);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')} size="full" reading>
      <div className={styles.controls}>
        <Segmented
          label={t('measure')}
          value={measure}
          onChange={setMeasure}
          items={MEASURES.map((id) => ({ id, label: t(`measures.${id}`) }))}
        />
        <span className={styles.choice}>
          {t('endpoints')}
          <Segmented
            label={t('endpoints')}
            value={endpoints}
            onChange={setEndpoints}
            items={ENDPOINTS.map((id) => ({ id, label: id }))}
          />
        </span>
      </div>
      <p className={styles.unit}>{t(`unit.${measure}`)}</p>
      <p role="status" className={styles.working}>
        {progress !== undefined && t('working', { percent: progress })}
        {message !== undefined && t('failed', { message })}
      </p>
      {progress !== undefined && <progress className={styles.progress} value={progress} aria-label={t('title')} />}
      {curves && <Curves curves={curves} measure={measure} />}
    </Dialog>
  );
}

function Curves({ curves, measure }: { readonly curves: readonly CostCurve[]; readonly measure: Measure }) {
  const t = useTranslations('cost');
  const own = useBench(({ document: { present } }) =>
    present.subject === 'cluster' ? present.cluster.services.length : undefined,
  );
  const undrawn = curves.filter((curve) => !hasArrived(curve)).map(({ title }) => title);
  const frame = matchMedia('(max-width: 600px)').matches ? NARROW : FRAME;
  const chart = useMemo(() => makeChart(curves, measure, frame, own), [curves, measure, frame, own]);
  return (
    <>
      <CostChart chart={chart} frame={frame} label={t('chart', { measure: t(`measures.${measure}`) })} />
      {undrawn.length > 0 && <p className={styles.unit}>{t('undrawn', { modes: undrawn.join(', ') })}</p>}
      <div className={styles.wide}>
        <CostTable curves={curves} measure={measure} />
      </div>
      <h3 className={styles.heading}>{t('also')}</h3>
      <ul className={styles.also}>
        {curves.filter(hasArrived).map(({ mode, title, points }) => (
          <li key={mode}>
            <strong>{title}</strong> {t('crossings', { count: points.at(-1)?.crossings ?? 0 })},{' '}
            {t('rewrites', { count: points.at(-1)?.rewrites ?? 0 })}
          </li>
        ))}
      </ul>
    </>
  );
}
