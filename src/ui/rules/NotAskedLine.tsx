import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { NotReached, RuleInNetns } from '../../core/questions/why/not-asked';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { usePhrase } from '../common/i18n/use-phrase';
import styles from './origin.module.css';

/** “Why was it not asked?” of one rule: the answer, from the rule itself back to what kept the packet from it. */
export function NotAskedLine({ rule }: { readonly rule: RuleInNetns }) {
  const t = useTranslations('rules');
  const say = usePhrase();
  const { whyNotAsked, selectRule } = useActions();
  const result = useBench((state) => state.run.result);
  const [answer, setAnswer] = useState<{ key: string; result: unknown; value: NotReached | undefined }>();
  const { netns, family, ref } = rule;
  const key = `${netns} ${family} ${ref.table} ${ref.chain} ${ref.index}`;
  if (!result) return null;
  if (answer?.key !== key || answer.result !== result) {
    const ask = (): void => void whyNotAsked(rule).then((value) => setAnswer({ key, result, value }));
    return (
      <Button size="s" onClick={ask}>
        {t('whyNotAsked')}
      </Button>
    );
  }
  const { asked, reasons = [] } = answer.value ?? {};
  if (asked) return <p className={styles.origin}>{t(`wasAsked.${asked}`)}</p>;
  return (
    <ol className={styles.origin} aria-label={t('whyNotAsked')}>
      {reasons.map(({ says, ref: at }) => (
        <li key={say(says)}>
          {say(says)}{' '}
          {at && (
            <Button size="s" variant="quiet" onClick={() => selectRule({ netns, family, ref: at })}>
              {t('showThatRule')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
