import { Tooltip as Radix } from 'radix-ui';
import { Kbd } from './labels';
import type { TooltipProps } from './Tooltip';
import styles from './tooltip.module.css';

/** {@link Tooltip} once its parts are loaded. */
export function TooltipParts({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={styles.tip} side={side} sideOffset={6} collisionPadding={8}>
            {text}
            {shortcut !== undefined && <Kbd keys={shortcut} />}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
