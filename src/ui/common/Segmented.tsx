import { ToggleGroup } from 'radix-ui';
import styles from './segmented.module.css';

export interface SegmentedProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly items: readonly { readonly id: Id; readonly label: string; readonly disabled?: boolean }[];
}

/** One of a few, all visible: request | reply. */
export function Segmented<Id extends string>({ label, value, onChange, items }: SegmentedProps<Id>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(id) => id !== '' && onChange(id as Id)}
      className={styles.group}
    >
      {items.map((item) => (
        <ToggleGroup.Item key={item.id} value={item.id} disabled={item.disabled ?? false} className={styles.item}>
          {item.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
