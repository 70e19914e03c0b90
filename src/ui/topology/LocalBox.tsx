import { useTranslations } from 'use-intl';
import { inside } from './inside';
import styles from './card.module.css';
import { place } from './places';
import { useLayout } from './stage-context';
import type { NodeCard } from './stage-types';
import { withoutDefault } from '../common/object-names.model';

/** Processes in the node's own namespace: reached by INPUT, heard through OUTPUT. */
export function LocalBox({ card }: { readonly card: NodeCard }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const { owners, proxied } = card.local;
  const [first, ...others] = owners;
  const firstOwner = first ? `${withoutDefault(first.owner)} ${first.ports[0] ?? ''}` : t('noListener');
  const all = owners.map(({ owner, ports }) => `${owner} ${ports.join(' ')}`).join('\n');
  return (
    <>
      {proxied > 0 && <UserSpace card={card} />}
      <div
        className={styles.local}
        style={inside(layout, place.card(card.id), place.local(card.id))}
        title={all === '' ? t('noListener') : all}
      >
        <span className={styles.localTitle}>{proxied > 0 ? first?.owner : t('localProcess')}</span>
        <span className={card.director ? 'visually-hidden' : styles.localOwner}>
          {proxied > 0 ? t('proxyPorts', { count: proxied }) : firstOwner}
          {others.length > 0 && ` +${others.length}`}
        </span>
      </div>
    </>
  );
}

/** The line between user space and kernel around the proxying process: a packet crosses it up, and down again. */
function UserSpace({ card }: { readonly card: NodeCard }) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const box = inside(layout, place.card(card.id), place.local(card.id));
  return (
    <div className={styles.userSpace} style={box} title={t('userSpaceAbout')}>
      <span className={styles.userSpaceName}>{t('userSpace')}</span>
    </div>
  );
}
