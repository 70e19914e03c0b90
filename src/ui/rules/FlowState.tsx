import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { EmptyState } from '../common/feedback';
import { usePhrase } from '../common/i18n/use-phrase';
import { noStepOf } from './no-step.model';

/** Stands where a trace should be and is not: being computed, impossible (and why), failed, or none sent yet. */
export function FlowState() {
  const t = useTranslations('rules.flow');
  const say = usePhrase();
  const why = useBench(noStepOf);
  const error = useBench((state) => state.run.error);
  const problem = useBench((state) => state.run.result?.problem);
  switch (why) {
    case 'problem':
      return <EmptyState title={t('problem')}>{problem && say(problem)}</EmptyState>;
    case 'failed':
      return <EmptyState title={t('failed')}>{error && say(error)}</EmptyState>;
    case 'working':
      return (
        <div role="status">
          <EmptyState title={t('working')} />
        </div>
      );
    case 'noNodes':
    case 'noFlows':
      return <EmptyState title={t('none')}>{t(why)}</EmptyState>;
    case 'noneSent':
      return <EmptyState title={t('none')}>{t('send')}</EmptyState>;
  }
}
