import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { EmptyState } from '../common/EmptyState';
import { usePhrase } from '../i18n/use-phrase';

/** What to show where a trace should be and is not: being computed, impossible (and why), failed, or none sent yet. */
export function FlowState() {
  const t = useTranslations('rules.flow');
  const say = usePhrase();
  const status = useBench((state) => state.run.status);
  const error = useBench((state) => state.run.error);
  const problem = useBench((state) => state.run.result?.problem);
  const flows = useBench((state) => state.document.present.flows.length);
  if (problem) return <EmptyState title={t('problem')}>{say(problem)}</EmptyState>;
  if (status === 'failed' && error) return <EmptyState title={t('failed')}>{say(error)}</EmptyState>;
  if (status === 'working') {
    return (
      <div role="status">
        <EmptyState title={t('working')} />
      </div>
    );
  }
  return <EmptyState title={t('none')}>{flows === 0 ? t('noFlows') : t('send')}</EmptyState>;
}
