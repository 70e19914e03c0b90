import type { ReactNode } from 'react';
import styles from './section-heading.module.css';

interface Props {
  readonly id?: string;
  /** How many things stand below it. */
  readonly count?: number;
  readonly children: ReactNode;
}

/** The title of a part of a window or a panel. */
export function SectionHeading({ id, count, children }: Props) {
  return (
    <h3 id={id} className={styles.heading}>
      {children} {count !== undefined && <span className={styles.count}>{count}</span>}
    </h3>
  );
}
