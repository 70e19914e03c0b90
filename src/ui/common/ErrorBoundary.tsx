import { Component, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './Button';
import styles from './error-boundary.module.css';

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

/** What browsers say when a part of the page could not be fetched. */
const MISSING = /dynamically imported module|module script|preload CSS|Failed to fetch/i;

function Crash({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useTranslations('common.crash');
  const said = error instanceof Error ? error.message : String(error);
  const missing = MISSING.test(said);
  return (
    <div role="alert" className={styles.crash}>
      <p className={styles.title}>{t(missing ? 'missing' : 'title')}</p>
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
