import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CostCurve, CostQuestion } from '../../core/document/cost/curves';
import { useBench } from '../../store/hooks';
import { Dialog } from '../common/Dialog';
import { Segmented } from '../common/Segmented';
import { CostChart } from './CostChart';
import { CostTable } from './CostTable';
import { chartOf, MEASURES, type Frame, type Measure } from './cost.model';
import styles from './cost.module.css';
import { useCost } from './use-cost';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const SIZES = [1, 10, 100, 1000, 10_000] as const;
const ENDPOINTS = ['1', '3', '10'] as const;
const FRAME: Frame = { width: 900, height: 340, left: 76, right: 110, top: 12, bottom: 44 };
/** The same letters, on the width of a telephone. */
const NARROW: Frame = { width: 430, height: 300, left: 60, right: 92, top: 12, bottom: 44 };

/** How each mode's work grows with the number of Services, counted by compiler and simulator. */
export function CostDialog({ open, onOpenChange }: Props) {
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
  const frame = matchMedia('(max-width: 600px)').matches ? NARROW : FRAME;
  const chart = useMemo(() => chartOf(curves, measure, frame, own), [curves, measure, frame, own]);
  return (
    <>
      <CostChart chart={chart} frame={frame} label={t('chart', { measure: t(`measures.${measure}`) })} />
      <div className={styles.wide}>
        <CostTable curves={curves} measure={measure} />
      </div>
      <h3 className={styles.heading}>{t('also')}</h3>
      <ul className={styles.also}>
        {curves.map(({ mode, title, points }) => (
          <li key={mode}>
            <strong>{title}</strong> {t('crossings', { count: points.at(-1)?.crossings ?? 0 })},{' '}
            {t('rewrites', { count: points.at(-1)?.rewrites ?? 0 })}
          </li>
        ))}
      </ul>
    </>
  );
}
