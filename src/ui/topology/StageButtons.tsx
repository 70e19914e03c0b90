import { Panel, useReactFlow } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../common/IconButton';
import styles from './stage.module.css';

/** Closer, further away, everything. */
export function StageButtons({ fit }: { readonly fit: () => void }) {
  const t = useTranslations('topology');
  const { zoomIn, zoomOut } = useReactFlow();
  return (
    <Panel position="bottom-left" className={styles.buttons}>
      <IconButton label={t('zoomIn')} icon={<Plus size={15} aria-hidden />} size="s" onClick={() => void zoomIn()} />
      <IconButton label={t('zoomOut')} icon={<Minus size={15} aria-hidden />} size="s" onClick={() => void zoomOut()} />
      <IconButton label={t('fit')} icon={<Maximize size={15} aria-hidden />} size="s" onClick={fit} />
    </Panel>
  );
}
