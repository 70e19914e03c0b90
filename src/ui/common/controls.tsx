import type { ButtonHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes } from 'react';
import styles from './controls.module.css';
import { classes } from './classes';
import { Tooltip } from './floating';
import { ChevronDown } from 'lucide-react';

interface SelectProps<Id extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
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

interface SegmentedProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly items: readonly { readonly id: Id; readonly label: string; readonly disabled?: boolean }[];
}

/** How a row of choices looks, for whoever has more in it than buttons. */
export const SEGMENTED = { group: styles.group, item: styles.item, on: styles.on } as const;

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

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `plain`: outlined. `primary`: the one thing to do here. `quiet`: no outline. `danger`: loses something. */
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'm' | 's';
  /** A lucide icon before the words; decorative. */
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with words. */
export function Button({ variant = 'plain', size = 'm', icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, styles[variant], size === 's' && styles.small, className)}
    >
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  /** What it does: its name for screen readers and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Shown in the tooltip: `mod+z`. */
  readonly shortcut?: string;
}

/** A button that is only an icon; its name is in the tooltip and in the accessibility tree. */
export function IconButton({ label, shortcut, className, variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <Button {...rest} variant={variant} aria-label={label} className={classes(styles.icon, className)} />
    </Tooltip>
  );
}
