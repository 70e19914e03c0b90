import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { currentStep, shownSteps } from '../../store/selectors';
import { Segmented } from '../common/Segmented';
import { legChoices } from './transport.model';

/** Request or reply, and those of a second connection: shows where the packet is, and goes there. */
export function LegSwitch() {
  const t = useTranslations('shell.transport');
  const { setPlayhead, pause } = useActions();
  const legs = legChoices(useBench(({ run }) => run.result?.trace));
  const steps = useBench(shownSteps);
  const here = useBench((state) => currentStep(state)?.leg ?? 0);
  const go = (id: string): void => {
    const first = steps.find(({ leg }) => leg === Number(id));
    pause();
    if (first) setPlayhead(first.index);
  };
  return (
    <Segmented
      label={t('leg')}
      value={String(here)}
      onChange={go}
      items={legs.map((choice) => {
        const name = choice.role === undefined ? t('noReply') : t(`legs.${choice.role}`);
        return { id: choice.id, label: choice.second ? t('secondLeg', { name }) : name, disabled: !choice.role };
      })}
    />
  );
}
