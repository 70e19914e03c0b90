import { Panel, useReactFlow } from '@xyflow/react';
import { CirclePlus, Maximize, Minus, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../common/IconButton';
import styles from './stage.module.css';

interface Props {
  readonly fit: () => void;
  /** Opens the menu of things that can be added, at a place of the window. */
  readonly add: (at: { readonly x: number; readonly y: number }) => void;
}

/** Closer, further away, everything; and something new. */
export function StageButtons({ fit, add }: Props) {
  const t = useTranslations('topology');
  const { zoomIn, zoomOut } = useReactFlow();
  return (
    <Panel position="bottom-left" className={styles.buttons}>
      <IconButton label={t('zoomIn')} icon={<Plus size={15} aria-hidden />} size="s" onClick={() => void zoomIn()} />
      <IconButton label={t('zoomOut')} icon={<Minus size={15} aria-hidden />} size="s" onClick={() => void zoomOut()} />
      <IconButton
        label={t('add')}
        icon={<CirclePlus size={15} aria-hidden />}
        size="s"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          add({ x: left, y: top });
        }}
      />
      <IconButton label={t('fit')} icon={<Maximize size={15} aria-hidden />} size="s" onClick={fit} />
    </Panel>
  );
}
