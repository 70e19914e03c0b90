import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes';
import styles from './tabs.module.css';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** A small number after the label. */
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

export interface TabsProps<Id extends string> {
  /** Names the tab list for screen readers. */
  readonly label: string;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly items: readonly TabItem<Id>[];
  /** Right of the tabs: a search box, a button. */
  readonly extra?: ReactNode;
  readonly className?: string;
}

/** Tabs that fill their pane; only the open one is in the tree, and it scrolls by itself. */
export function Tabs<Id extends string>({ label, value, onChange, items, extra, className }: TabsProps<Id>) {
  return (
    <Radix.Root value={value} onValueChange={(id) => onChange(id as Id)} className={classes(styles.root, className)}>
      <div className={styles.bar}>
        <Radix.List aria-label={label} className={styles.list}>
          {items.map((item) => (
            <Radix.Trigger key={item.id} value={item.id} className={styles.tab}>
              {item.label}
              {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {extra}
      </div>
      {items.map((item) => (
        <Radix.Content key={item.id} value={item.id} className={styles.content}>
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
