import { classes } from './classes';
import styles from './segmented.module.css';

export interface SegmentedProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly items: readonly { readonly id: Id; readonly label: string; readonly disabled?: boolean }[];
}

/** One of a few, all visible: request | reply. The pressed one is where we are. */
export function Segmented<Id extends string>({ label, value, onChange, items }: SegmentedProps<Id>) {
  return (
    <fieldset aria-label={label} className={styles.group}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          aria-pressed={item.id === value}
          disabled={item.disabled ?? false}
          className={classes(styles.item, item.id === value && styles.on)}
          onClick={() => onChange(item.id)}
        >
          {item.label}
        </button>
      ))}
    </fieldset>
  );
}
