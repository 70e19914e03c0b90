import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './Kbd';
import styles from './menu.module.css';

export type MenuItem =
  | {
      readonly id: string;
      readonly label: ReactNode;
      /** A second, quiet line. */
      readonly hint?: ReactNode;
      readonly shortcut?: string;
      /** Present: a choice, with a tick if true. */
      readonly checked?: boolean;
      readonly disabled?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly heading: string };

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly label?: string;
  readonly align?: 'start' | 'end';
  readonly onOpenChange?: (open: boolean) => void;
}

/** A menu of actions or choices under a button. */
export function Menu({ trigger, items, label, align = 'start', onOpenChange }: MenuProps) {
  return (
    <Radix.Root modal={false} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8} aria-label={label}>
          {items.map((item) =>
            'heading' in item ? (
              <Radix.Label key={`heading ${item.heading}`} className={styles.heading}>
                {item.heading}
              </Radix.Label>
            ) : (
              <MenuRow key={item.id} item={item} />
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function MenuRow({ item }: { readonly item: Exclude<MenuItem, { heading: string }> }) {
  const inside = (
    <>
      <span className={styles.words}>
        <span>{item.label}</span>
        {item.hint !== undefined && <span className={styles.hint}>{item.hint}</span>}
      </span>
      {item.shortcut !== undefined && <Kbd keys={item.shortcut} />}
    </>
  );
  const { disabled = false, onSelect } = item;
  if (item.checked === undefined) {
    return (
      <Radix.Item className={styles.item} disabled={disabled} onSelect={onSelect}>
        {inside}
      </Radix.Item>
    );
  }
  return (
    <Radix.CheckboxItem className={styles.item} checked={item.checked} disabled={disabled} onSelect={onSelect}>
      <span className={styles.tick}>
        <Radix.ItemIndicator>
          <Check size={14} aria-hidden />
        </Radix.ItemIndicator>
      </span>
      {inside}
    </Radix.CheckboxItem>
  );
}
