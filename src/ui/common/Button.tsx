import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classes } from './classes';

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
