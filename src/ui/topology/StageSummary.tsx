import { useTranslations } from 'use-intl';
import type { Moment } from '../packet/moment.model';
import type { StageModel } from './stage-types';

interface Props {
  readonly stage: StageModel;
  readonly moment: Moment;
}

/** The stage in words, for those who do not see it. The trace list is the walk in words. */
export function StageSummary({ stage, moment }: Props) {
  const t = useTranslations('topology');
  const hook = moment.notebook.hook;
  const where = [moment.netns, hook].filter(Boolean).join(' ');
  return (
    <p className="visually-hidden">
      {t('summary', {
        nodes: stage.nodes.length + stage.compact.length + stage.hiddenNodes,
        pods: stage.counts.total,
        ready: stage.counts.ready,
        services: stage.services.length + stage.hiddenServices,
      })}{' '}
      {where === '' ? t('summaryIdle') : t('summaryPacket', { place: where })}
    </p>
  );
}
