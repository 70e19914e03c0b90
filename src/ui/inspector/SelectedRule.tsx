import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import severities from '../common/severity.module.css';
import { OriginLine } from '../rules/OriginLine';
import { lineOfRule, type ChainIndex } from '../rules/rules-view.model';
import { usePhrase } from '../i18n/use-phrase';
import { ruleName, type Hit } from './dump.model';
import type { Remarks } from './remarks.model';
import styles from './rules-tab.module.css';

interface Props {
  readonly index: ChainIndex;
  readonly hits: ReadonlyMap<number, Hit>;
  readonly remarks: Remarks;
}

/** Below the dump: what is known of the selected rule: where it comes from, and when it matched. */
export function SelectedRule({ index, hits, remarks }: Props) {
  const t = useTranslations('inspector.rules');
  const { selectRule, setPlayhead, pause } = useActions();
  const say = usePhrase();
  const { netns, family } = index.view;
  const selection = useBench((state) => state.view.ruleSelection);
  if (selection?.netns !== netns || selection.family !== family) return null;
  const line = lineOfRule(index, selection.ref);
  if (line === undefined) return null;
  const hit = hits.get(line);
  const go = (): void => {
    pause();
    if (hit) setPlayhead(hit.step.index);
  };
  return (
    <section className={styles.selected} aria-label={t('selected')}>
      <h3 className={styles.selectedName}>{ruleName(selection.ref)}</h3>
      {(remarks.get(line) ?? []).map((remark) => (
        <p key={`${remark.code} ${remark.span?.start}`} className={severities[remark.severity]}>
          {say(remark.message)}
        </p>
      ))}
      <OriginLine netns={netns} family={family} at={selection.ref} />
      <div className={styles.selectedButtons}>
        {hit ? (
          <Button size="s" onClick={go}>
            {t('goToStep', { step: hit.step.index + 1 })}
          </Button>
        ) : (
          <span className={styles.quiet}>{t('noHit')}</span>
        )}
        <Button size="s" variant="quiet" onClick={() => selectRule(undefined)}>
          {t('unselect')}
        </Button>
      </div>
    </section>
  );
}
