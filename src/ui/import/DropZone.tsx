import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { receiveFiles, receiveTexts } from './inbox';
import styles from './drop-zone.module.css';

/** A pasted line this short is more likely meant for something else. */
const SHORTEST = 20;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], .cm-editor') !== null
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/**
 * The whole window takes dropped files, and text pasted anywhere but into a box; both go to the inbox
 * and `onReceived` opens the window that shows it.
 */
export function DropZone({ onReceived }: { readonly onReceived: () => void }) {
  const over = useDraggedFiles(onReceived);
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (files.length === 0 && text.trim().length < SHORTEST) return;
      event.preventDefault();
      if (files.length > 0) void receiveFiles(files);
      else receiveTexts([{ title: '', text }]);
      onReceived();
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [onReceived]);
  return over ? <Veil /> : null;
}

/** Follows files over the window; true while they hang there. */
function useDraggedFiles(onReceived: () => void): boolean {
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
  }, [onReceived]);
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
