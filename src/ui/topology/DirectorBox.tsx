import { useTranslations } from 'use-intl';
import { gateKey } from '../packet/moment.model';
import { classes } from '../common/classes';
import { useBench } from '../../store/hooks';
import { currentStep } from '../../store/selectors';
import styles from './card.module.css';
import { inside } from './inside';
import { place } from './places';
import { useLayout, useMoment } from './stage-context';
import type { NodeCard } from './stage-types';

/** The IPVS director: it takes packets for virtual servers at INPUT and sends them out again by OUTPUT. */
export function DirectorBox({ card, virtualServers }: { readonly card: NodeCard; readonly virtualServers: number }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const { gates } = useMoment();
  const now = useBench((state) => {
    const step = currentStep(state);
    return step?.netns === card.id && step.data.kind === 'ipvs' && step.data.at === 'in';
  });
  const visited = gates.get(gateKey(card.id, 'INPUT'))?.marks.some(({ word }) => word === 'IPVS') ?? false;
  return (
    <div
      className={classes(styles.director, visited && styles.directed, now && styles.directing)}
      style={inside(layout, place.card(card.id), place.director(card.id))}
      title={`${t('virtualServers', { count: virtualServers })}. ${t('directorAbout')}`}
    >
      <span className={styles.localTitle}>{t('director')}</span>
      <span className="visually-hidden">{t('virtualServers', { count: virtualServers })}</span>
    </div>
  );
}
