import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** What a pane says when there is nothing to show: what is missing, and the next step. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.next}>{children}</div>}
    </div>
  );
}
