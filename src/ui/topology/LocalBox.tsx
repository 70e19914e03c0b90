import { useTranslations } from 'use-intl';
import { inside } from './inside';
import styles from './card.module.css';
import { place } from './places';
import { useLayout } from './stage-context';
import type { NodeCard } from './stage-types';
import { withoutDefault } from './names.model';

/** Processes in the node's own namespace: reached by INPUT, heard through OUTPUT. */
export function LocalBox({ card }: { readonly card: NodeCard }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const { owners } = card.local;
  const [first, ...others] = owners;
  const all = owners.map(({ owner, ports }) => `${owner} ${ports.join(' ')}`).join('\n');
  return (
    <div
      className={styles.local}
      style={inside(layout, place.card(card.id), place.local(card.id))}
      title={all === '' ? t('noListener') : all}
    >
      <span className={styles.localTitle}>{t('localProcess')}</span>
      <span className={styles.localOwner}>
        {first ? `${withoutDefault(first.owner)} ${first.ports[0] ?? ''}` : t('noListener')}
        {others.length > 0 && ` +${others.length}`}
      </span>
    </div>
  );
}
