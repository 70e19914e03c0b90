import { useTranslations } from 'use-intl';
import type { BridgeStep, DeliverStep, OriginateStep, ReceiveStep, TransmitStep } from '../../core/sim/trace';
import { usePhrase } from '../i18n/use-phrase';
import { withoutDefault } from '../common/object-names.model';
import styles from './event-card.module.css';

type Move = OriginateStep | ReceiveStep | BridgeStep | TransmitStep | DeliverStep;

/** The packet comes, crosses a bridge, or goes. */
export function MoveEvent({ step }: { readonly step: Move }) {
  const t = useTranslations('rules.event');
  const say = usePhrase();
  if (step.kind === 'receive') return <span className={styles.title}>{t('receive', { device: step.device })}</span>;
  if (step.kind === 'transmit') return <span className={styles.title}>{t('transmit', { device: step.device })}</span>;
  if (step.kind === 'originate') {
    return (
      <>
        <span className={styles.title}>{t('originate', { by: withoutDefault(step.by) })}</span>
        {step.reason && <span className={styles.line}>{say(step.reason)}</span>}
      </>
    );
  }
  if (step.kind === 'deliver') {
    return <span className={styles.title}>{t('deliver', { to: withoutDefault(step.to) })}</span>;
  }
  return (
    <>
      <span className={styles.title}>
        {t(`bridge.${step.action}`, { bridge: step.bridge, port: step.outPort ?? '' })}
      </span>
      <span className={styles.line}>{say(step.reason)}</span>
    </>
  );
}
