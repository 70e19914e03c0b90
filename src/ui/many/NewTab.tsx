import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { usePhrase } from '../i18n/use-phrase';
import { useReducedMotion } from '../theme/motion';
import { Select } from '../common/Select';
import { Bars } from './Bars';
import { orderText } from './bars.model';
import { APARTS, sendNew, setMany, useMany } from './many-store';
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

/** New connections: where they land, against the odds. */
export function NewTab() {
  const t = useTranslations('many');
  const say = usePhrase();
  const send = useSending();
  const result = useMany((state) => state.result);
  const working = useMany((state) => state.working);
  return (
    <>
      <SendBar send={send}>
        <Apart send={send} />
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
            <p className={styles.small}>{t('apart', { apart: String(result.apart ?? APARTS[0]) })}</p>
          </div>
        </div>
      )}
    </>
  );
}

/** How much time passes between them: timers of conntrack, affinity and persistence run on. */
function Apart({ send }: { readonly send: () => void }) {
  const t = useTranslations('many');
  const apart = useMany((state) => state.apart);
  return (
    <label className={styles.seed}>
      {t('between')}
      <Select
        value={String(apart)}
        onChange={(next) => {
          setMany({ apart: Number(next) });
          send();
        }}
        options={APARTS.map((each) => ({ id: String(each), label: t('aparts', { apart: String(each) }) }))}
      />
    </label>
  );
}
