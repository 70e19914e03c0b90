import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
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
