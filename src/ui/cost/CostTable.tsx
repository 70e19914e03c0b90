import { useTranslations } from 'use-intl';
import type { CostCurve } from '../../core/document/cost/curves';
import { growthOf, valueOf, type Measure } from './cost.model';
import styles from './cost.module.css';

interface Props {
  readonly curves: readonly CostCurve[];
  readonly measure: Measure;
}

/** The chart as numbers, with the law of each curve in words. */
export function CostTable({ curves, measure }: Props) {
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
  const values = curve.points.map((point) => valueOf(measure, point));
  const { kind } = growthOf(values, sizes);
  const arrived = curve.points.every(({ delivered }) => delivered);
  return (
    <tr>
      <th scope="row">
        {curve.title} <span className={styles.release}>{t('release', { release: curve.release })}</span>
        {!arrived && <span className={styles.undelivered}>{t('undelivered')}</span>}
      </th>
      {values.map((value, i) => (
        <td key={sizes[i]}>{value.toLocaleString('en')}</td>
      ))}
      <td className={styles.law} data-law={kind}>
        {t(`laws.${kind}`)}
      </td>
    </tr>
  );
}
