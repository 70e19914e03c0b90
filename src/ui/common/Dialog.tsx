import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent as Pressed, type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './controls';
import { classes } from './classes';
import { useBackCloses } from './use-back-closes';
import styles from './dialog.module.css';
import workProgressStyles from './work-progress.module.css';

/** Work in a worker, as the page sees it. */
interface Work {
  readonly status: 'idle' | 'working' | 'done' | 'stopped' | 'failed';
  /** 0..1 */
  readonly progress: number;
  readonly message: string;
  readonly stop: () => void;
  readonly again: () => void;
}

interface Props {
  readonly work: Work;
  /** Prefix of the messages that say what is being done: `working`, `stop`, `stopped`, `failed`, `again`. */
  readonly room: 'import' | 'reach' | 'rebuild' | 'twoDumps';
}

/** How far the work is, and a way to end it; what went wrong, and a way to try again. */
export function WorkProgress({ work: { status, progress, message, stop, again }, room }: Props) {
  const t = useTranslations(room);
  if (status === 'idle' || status === 'done') return null;
  if (status === 'working') {
    return (
      <div className={workProgressStyles.progress} role="status">
        <span>{t('working', { percent: progress })}</span>
        <progress value={progress} max={1} aria-label={t('working', { percent: progress })} />
        <Button size="s" onClick={stop}>
          {t('stop')}
        </Button>
      </div>
    );
  }
  return (
    <div className={workProgressStyles.progress} role="alert">
      <span>{status === 'stopped' ? t('stopped') : t('failed', { message })}</span>
      <Button size="s" onClick={again}>
        {t('again')}
      </Button>
    </div>
  );
}

interface FocusBack {
  /** Called before the window takes the focus. */
  readonly remember: () => void;
  /** For `onCloseAutoFocus`: Radix knows only its own triggers, and these windows are opened by any button or key. */
  readonly giveBack: (event: Event) => void;
}

/** The focus goes back to what had it when a window opened, unless what was done there has moved it on. */
export function useFocusBack(): FocusBack {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event) => {
      event.preventDefault();
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}

/** Whether a window is open, and whom it tells when it is opened or closed. */
export interface WindowProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

interface DialogProps extends WindowProps {
  readonly title: string;
  /** One sentence under the title. */
  readonly description?: ReactNode;
  /** Text to be read: it gets the focus, so that the keys scroll it. */
  readonly reading?: boolean;
  /** Keys that are for all of the window, whatever of it has the focus. */
  readonly onKeyDown?: (event: Pressed) => void;
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

/** Inside of a window that is open. */
function ClosedByBack({ onClose }: { readonly onClose: () => void }) {
  useBackCloses(onClose);
  return null;
}

/** A window over the page: focus stays inside, Escape and the browser's way back close, focus goes back to what opened it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'm',
  reading = false,
  onKeyDown,
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
          {...(onKeyDown && { onKeyDown })}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <ClosedByBack onClose={() => onOpenChange(false)} />
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
