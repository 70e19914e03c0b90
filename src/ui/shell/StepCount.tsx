import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { currentStep, shownSteps } from '../../store/selectors';
import styles from './transport.module.css';

/** `5 / 14`. */
export function StepCount() {
  const t = useTranslations('shell.transport');
  const count = useBench((state) => shownSteps(state).length);
  const index = useBench((state) => currentStep(state)?.index);
  return <span className={styles.count}>{index === undefined ? '' : t('count', { step: index + 1, count })}</span>;
}
