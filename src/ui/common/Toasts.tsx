import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './Button';
import { IconButton } from './IconButton';
import styles from './toasts.module.css';

/** The place for sentences that come and stay until dismissed; read out politely. Always in the tree. */
export function Toasts({ children }: { readonly children?: ReactNode }) {
  const t = useTranslations('common');
  return (
    <section aria-label={t('notices')} aria-live="polite" className={styles.region}>
      {children}
    </section>
  );
}

/** One sentence in {@link Toasts}. */
export function Toast({ children, onDismiss }: { readonly children: ReactNode; readonly onDismiss: () => void }) {
  const t = useTranslations('common');
  return (
    <div className={styles.toast}>
      <div className={styles.words}>{children}</div>
      <IconButton size="s" label={t('dismiss')} icon={<X aria-hidden />} onClick={onDismiss} />
    </div>
  );
}

interface ToastWithProps {
  readonly children: ReactNode;
  /** What can be done about it. */
  readonly action: string;
  readonly onAction: () => void;
}

/** One sentence in {@link Toasts} with one thing to do; it stays as long as its cause. */
export function ToastWith({ children, action, onAction }: ToastWithProps) {
  return (
    <div className={styles.toast}>
      <div className={styles.words}>{children}</div>
      <Button size="s" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
