import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button';
import styles from './button.module.css';
import { classes } from './classes';
import { Tooltip } from './Tooltip';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
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
