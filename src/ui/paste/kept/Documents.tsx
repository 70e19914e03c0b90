import { useTranslations } from 'use-intl';
import { useDocuments, type DocumentRow } from './use-documents';
import styles from './kept.module.css';

interface Props {
  /** Below a heading of its own; else folded, under a line to open it. */
  readonly heading?: boolean;
  readonly onOpened?: () => void;
}

/** The documents that can be gone back to; nothing where there are none. */
export function Documents({ heading = false, onOpened }: Props) {
  const t = useTranslations('kept.documents');
  const rows = useDocuments();
  if (rows.length === 0) return null;
  const lists = <Lists rows={rows} onOpened={onOpened} Heading={heading ? 'h4' : 'h3'} />;
  if (heading) {
    return (
      <section aria-label={t('title')} className={styles.documents}>
        <h3 className={styles.heading}>{t('title')}</h3>
        {lists}
      </section>
    );
  }
  return (
    <details className={styles.documents}>
      <summary className={styles.summary}>{t('fold', { count: rows.length })}</summary>
      {lists}
    </details>
  );
}

interface ListsProps {
  readonly rows: readonly DocumentRow[];
  readonly onOpened: Props['onOpened'] | undefined;
}

function Lists({ rows, onOpened, Heading }: ListsProps & { readonly Heading: 'h3' | 'h4' }) {
  const t = useTranslations('kept.documents');
  const [own, linked] = (['own', 'linked'] as const).map((kind) => rows.filter(({ keep }) => keep === kind));
  return (
    <>
      {own && own.length > 0 && <Rows label={t('own')} rows={own} onOpened={onOpened} />}
      {linked && linked.length > 0 && (
        <>
          <Heading className={styles.linked}>{t('linked')}</Heading>
          <Rows label={t('linked')} rows={linked} onOpened={onOpened} />
        </>
      )}
    </>
  );
}

function Rows({ label, rows, onOpened }: ListsProps & { readonly label: string }) {
  return (
    <ul aria-label={label} className={styles.rows}>
      {rows.map(({ id, title, about, open }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.row}
            onClick={() => {
              open();
              onOpened?.();
            }}
          >
            <span className={styles.name}>{title}</span>
            <span className={styles.what}>{about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
