import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useActions } from '../../store/hooks';
import styles from './drop-zone.module.css';

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** The whole window takes dropped files: they go to the inbox, and `onReceived` opens the window that shows it. */
export function DropZone({ onReceived }: { readonly onReceived: () => void }) {
  const over = useDraggedFiles(onReceived);
  return over ? <Veil /> : null;
}

/** Follows files over the window; true while they hang there. */
function useDraggedFiles(onReceived: () => void): boolean {
  const { receiveFiles } = useActions();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      void receiveFiles([...(event.dataTransfer?.files ?? [])]);
      onReceived();
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onReceived, receiveFiles]);
  return over;
}

function Veil() {
  const t = useTranslations('import');
  return (
    <div className={styles.veil} role="status">
      <p className={styles.words}>{t('drop')}</p>
    </div>
  );
}
