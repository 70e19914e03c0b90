import { useTranslations } from 'use-intl';
import type { RulesetDiff } from '../../../core/questions/diff/diff-rulesets';
import { Dialog } from '../../common/Dialog';
import { RulesetDiffView } from '../../rules/ruleset-diff/RulesetDiffView';
import styles from './rebuild.module.css';

/** The pasted rules against what the cluster gives now, by chain and rule. */
export function DifferenceDialog({ diff, onClose }: { readonly diff: RulesetDiff; readonly onClose: () => void }) {
  const t = useTranslations('rebuild');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="full"
      title={t('differenceTitle')}
      description={t('differenceAbout')}
    >
      <div className={styles.diff}>
        <RulesetDiffView diff={diff} />
      </div>
    </Dialog>
  );
}
