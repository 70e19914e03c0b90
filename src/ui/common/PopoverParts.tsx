import { Popover as Radix } from 'radix-ui';
import type { PopoverProps } from './Popover';
import styles from './popover.module.css';

/** {@link Popover} once its parts are loaded. */
export function PopoverParts(props: PopoverProps & { readonly defaultOpen: boolean }) {
  const { trigger, label, children, side = 'bottom', align = 'start', open, onOpenChange, defaultOpen } = props;
  return (
    <Radix.Root open={open} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          className={styles.window}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
