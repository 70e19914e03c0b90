import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { currentStep } from '../../store/selectors';
import { Segmented } from '../common/Segmented';

/** Request or reply: shows where the packet is, and goes there. */
export function LegSwitch() {
  const t = useTranslations('shell.transport');
  const { jump } = useActions();
  const second = useBench(({ run }) => run.result?.trace.legs[1]?.role);
  const here = useBench((state) => currentStep(state)?.role ?? 'request');
  return (
    <Segmented
      label={t('leg')}
      value={here === 'request' ? 'request' : 'reply'}
      onChange={(leg) => jump(leg === 'request' ? 'start' : 'reply')}
      items={[
        { id: 'request', label: t('legs.request') },
        { id: 'reply', label: second ? t(`legs.${second}`) : t('noReply'), disabled: second === undefined },
      ]}
    />
  );
}
