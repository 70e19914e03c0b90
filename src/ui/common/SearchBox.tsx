import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes';
import { FilterInput, type FilterInputProps } from './FilterInput';
import styles from './search-box.module.css';

interface Props extends FilterInputProps {
  /** How much was found; read out as it changes. */
  readonly found: ReactNode;
  /** Buttons behind it. */
  readonly children?: ReactNode;
}

/** A framed box to search a long list with, and how much it found. */
export function SearchBox({ className, found, children, ...input }: Props) {
  return (
    <div className={classes(styles.box, className)} role="search">
      <Search size={14} aria-hidden className={styles.icon} />
      <FilterInput {...input} className={styles.input} spellCheck={false} autoComplete="off" />
      <span role="status" className={styles.found}>
        {found}
      </span>
      {children}
    </div>
  );
}
