import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { usePhrase } from '../i18n/use-phrase';
import { useReducedMotion } from '../theme/motion';
import { Bars } from './Bars';
import { orderText } from './bars.model';
import { sendNew, useMany } from './many-store';
import styles from './many.module.css';
import { PickOne } from './PickOne';
import { CrowdTransport, SendBar } from './SendBar';
import { useOnFlow } from './use-on-flow';

/** Sends again when the flow or the document is another one; after an edit all have landed at once. */
function useSending(): () => void {
  const actions = useActions();
  const still = useReducedMotion();
  const shown = useBench(({ run }) => run.flowId);
  const send = (flowId: string, glide: boolean): void => {
    actions.pause();
    void sendNew(actions, flowId, glide && !still);
  };
  useOnFlow(send);
  return () => {
    if (shown !== undefined) send(shown, true);
  };
}

/** New connections: where they land, against the exact odds. */
export function NewTab() {
  const t = useTranslations('many');
  const say = usePhrase();
  const send = useSending();
  const result = useMany((state) => state.result);
  const working = useMany((state) => state.working);
  return (
    <>
      <SendBar send={send}>
        <CrowdTransport />
      </SendBar>
      {!result && working && (
        <p className={styles.note} role="status">
          {t('working')}
        </p>
      )}
      {result?.problem && <p className={styles.note}>{say(result.problem)}</p>}
      {result && !result.problem && (
        <div className={styles.body}>
          <Bars result={result} />
          <div className={styles.aside}>
            <p className={styles.order}>
              <span className={styles.label}>{t('order')}</span> <code>{orderText(result)}</code>
            </p>
            <PickOne result={result} />
            <p className={styles.small}>{t('apart')}</p>
          </div>
        </div>
      )}
    </>
  );
}
