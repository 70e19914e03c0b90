import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './Button';
import { classes } from './classes';
import styles from './dialog.module.css';
import { useFocusBack } from './use-focus-back';

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** One sentence under the title. */
  readonly description?: ReactNode;
  /** Text to be read: it gets the focus, so that the keys scroll it. */
  readonly reading?: boolean;
  /** `m` 520 px, `l` 880 px, `full` nearly the whole window. */
  readonly size?: 'm' | 'l' | 'full';
  readonly children: ReactNode;
  /** Buttons, at the end. */
  readonly footer?: ReactNode;
}

/** The focus goes to what is marked `data-autofocus`, else to the window itself: never to the close button. */
function focusFirst(event: Event): void {
  const opened = event.currentTarget;
  if (!(opened instanceof HTMLElement)) return;
  event.preventDefault();
  (opened.querySelector<HTMLElement>('[data-autofocus]') ?? opened).focus();
}

/** Escape in a box marked `data-own-escape` is for the box. */
function keepOpen(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
}

/** A window over the page: focus stays inside, Escape closes, focus goes back to what opened it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'm',
  reading = false,
  children,
  footer,
}: DialogProps) {
  const t = useTranslations('common');
  const { remember, giveBack } = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={classes(styles.window, size === 'l' && styles.large, size === 'full' && styles.full)}
          onOpenAutoFocus={(event) => {
            remember();
            focusFirst(event);
          }}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={keepOpen}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={styles.head}>
            <div>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className={styles.description}>{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="quiet" aria-label={t('close')} className={styles.close}>
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </header>
          <div
            className={styles.body}
            {...(reading ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
            data-autofocus={reading || undefined}
          >
            {children}
          </div>
          {footer !== undefined && <div className={styles.foot}>{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
