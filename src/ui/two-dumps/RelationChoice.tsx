import { useTranslations } from 'use-intl';
import { Segmented } from '../common/Segmented';
import type { Relation } from './pair.model';
import styles from './two-dumps.module.css';

interface Props {
  readonly relation: Relation;
  readonly onRelation: (relation: Relation) => void;
}

/** One node at two times, and which of them was pasted first; or two nodes. */
export function RelationChoice({ relation, onRelation }: Props) {
  const t = useTranslations('twoDumps');
  return (
    <div className={styles.choices}>
      <Segmented
        label={t('relation')}
        value={relation === 'nodes' ? 'nodes' : 'times'}
        onChange={(id) => onRelation(id === 'nodes' ? 'nodes' : 'pasted-before')}
        items={[
          { id: 'times', label: t('times') },
          { id: 'nodes', label: t('nodes') },
        ]}
      />
      {relation !== 'nodes' && (
        <>
          <span>{t('order')}</span>
          <Segmented
            label={t('order')}
            value={relation}
            onChange={onRelation}
            items={[
              { id: 'pasted-before', label: t('isBefore') },
              { id: 'pasted-after', label: t('isAfter') },
            ]}
          />
        </>
      )}
    </div>
  );
}
