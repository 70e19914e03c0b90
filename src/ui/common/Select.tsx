import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { classes } from './classes';
import styles from './select.module.css';

export interface SelectProps<Id extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'onChange' | 'value'
> {
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly disabled?: boolean }[];
}

/** The browser's own list box in the page's clothes: needs a label (`aria-label`, or a `<label>` around it). */
export function Select<Id extends string>({ value, onChange, options, className, ...rest }: SelectProps<Id>) {
  return (
    <span className={classes(styles.frame, className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value as Id)}
        className={styles.select}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id} disabled={option.disabled ?? false}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden className={styles.arrow} />
    </span>
  );
}
