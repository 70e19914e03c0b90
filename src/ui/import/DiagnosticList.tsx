import { useTranslations } from 'use-intl';
import type { Diagnostic } from '../../core/formats/format';
import { classes } from '../common/classes';
import { VirtualList } from '../common/lists';
import severities from '../common/severity.module.css';
import { usePhrase } from '../i18n/use-phrase';
import styles from './import.module.css';

const FEW = 12;

export interface DiagnosticListProps {
  readonly diagnostics: readonly Diagnostic[];
  /** A remark with a place was clicked. */
  readonly onShow?: (line: number) => void;
}

/** What is to be said of a text: where, what, and the next step. */
export function DiagnosticList({ diagnostics, onShow }: DiagnosticListProps) {
  const t = useTranslations('import');
  if (diagnostics.length === 0) return <p className={styles.note}>{t('noRemarks')}</p>;
  const row = (diagnostic: Diagnostic) => <Remark diagnostic={diagnostic} {...(onShow ? { onShow } : {})} />;
  if (diagnostics.length <= FEW) {
    return (
      <ul className={styles.list}>
        {diagnostics.map((diagnostic, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- remarks have no identity of their own
          <li key={index}>{row(diagnostic)}</li>
        ))}
      </ul>
    );
  }
  return (
    <div className={styles.scroll}>
      <VirtualList label={t('remarks')} count={diagnostics.length} rowHeight={44}>
        {(index) => {
          const diagnostic = diagnostics[index];
          return diagnostic && row(diagnostic);
        }}
      </VirtualList>
    </div>
  );
}

function Remark({ diagnostic, onShow }: { readonly diagnostic: Diagnostic; readonly onShow?: (line: number) => void }) {
  const t = useTranslations('import');
  const say = usePhrase();
  const { severity, message, span } = diagnostic;
  return (
    <p className={styles.remark}>
      <span className={classes(styles.severity, severities[severity])}>{t(`severity.${severity}`)}</span>{' '}
      {span &&
        (onShow ? (
          <button type="button" className={styles.place} onClick={() => onShow(span.line)}>
            {t('where', { line: span.line, column: span.column })}
          </button>
        ) : (
          <span className={styles.place}>{t('where', { line: span.line, column: span.column })}</span>
        ))}{' '}
      {say(message)}
    </p>
  );
}
