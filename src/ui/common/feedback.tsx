import { type ReactNode, Component } from 'react';
import styles from './feedback.module.css';
import { useTranslations } from 'use-intl';
import { Button, IconButton } from './controls';
import { X } from 'lucide-react';

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

interface Props {
  /** A change of this value tries again: the document, the trace. */
  readonly resetKey?: unknown;
  readonly children: ReactNode;
}
interface State {
  readonly error: unknown;
  readonly failed: boolean;
  readonly key: unknown;
}

/** Around every pane: if its drawing throws, the pane says so and the rest of the page goes on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return Object.is(props.resetKey, state.key) ? null : { error: undefined, failed: false, key: props.resetKey };
  }

  private readonly retry = (): void => this.setState({ error: undefined, failed: false });

  override render(): ReactNode {
    return this.state.failed ? <Crash error={this.state.error} retry={this.retry} /> : this.props.children;
  }
}

/**
 * What browsers say when a part of the page could not be fetched, or fits no other part since it is of another version;
 * the last are React's, of a part that is nothing.
 */
const MISSING =
  /dynamically imported module|module script|preload CSS|Failed to fetch|provide an export|binding name|error #(?:130|306)\b|Element type is invalid/i;

function Crash({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useTranslations('common.crash');
  const said = error instanceof Error ? error.message : String(error);
  const missing = MISSING.test(said);
  return (
    <div role="alert" className={styles.crash}>
      <p className={styles.crashTitle}>{t(missing ? 'missing' : 'title')}</p>
      <p>{t(missing ? 'missingBody' : 'body')}</p>
      <Button size="s" onClick={retry}>
        {t('retry')}
      </Button>
      {missing && (
        <Button size="s" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      )}
      <details>
        <summary>{t('details')}</summary>
        <code className={styles.said}>{said}</code>
      </details>
    </div>
  );
}

/** The text of a pane that has nothing to show: what is missing, and the next step. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.next}>{children}</div>}
    </div>
  );
}
