import { useTranslations } from 'use-intl';
import type { RuleRef } from '../../core/linux/xtables/types';
import { useActions } from '../../store/hooks';
import type { FlatStep } from '../../store/selectors';
import { Button } from '../common/Button';
import styles from './chain-card.module.css';
import { useScope } from './datapath-context';
import { OriginLine } from './OriginLine';
import { RuleTests } from './RuleTests';

/** Below the picked rule: why it did not match (if it was tested), and which field it comes from. */
export function RuleDetail({ at, step }: { readonly at: RuleRef; readonly step?: FlatStep }) {
  const t = useTranslations('rules');
  const { node, family } = useScope();
  const { showInspector } = useActions();
  return (
    <div className={styles.detail}>
      {step && <RuleTests at={at} step={step} />}
      <OriginLine netns={node} family={family} at={at} />
      <Button size="s" variant="quiet" onClick={() => showInspector('rules')}>
        {t('showInRules')}
      </Button>
    </div>
  );
}
