import { useTranslations } from 'use-intl';
import type { ProxyModeId } from '../../core/kubernetes/types';
import type { Chart, ChartLine, Frame } from './cost.model';
import styles from './cost.module.css';

interface Props {
  readonly chart: Chart;
  readonly frame: Frame;
  readonly label: string;
}

/** Logarithmic curves, told apart by dash, mark and name as well as by colour. The table beside it is for reading aloud. */
export function CostChart({ chart, frame, label }: Props) {
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

function Axes({ chart: { xTicks, yTicks, own }, frame }: Omit<Props, 'label'>) {
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

const MARKS: Readonly<Record<ProxyModeId, string>> = {
  iptables: 'M-4 -4H4V4H-4Z',
  ipvs: 'M0 -5L5 4H-5Z',
  nftables: 'M0 -5L5 0L0 5L-5 0Z',
  userspace: 'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z',
};

function Curve({ line, x }: { readonly line: ChartLine; readonly x: number }) {
  return (
    <g className={styles.line} data-mode={line.mode}>
      <path d={line.path} className={styles.path} />
      {line.points.map((point) => (
        <path
          key={point.services}
          d={MARKS[line.mode]}
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
