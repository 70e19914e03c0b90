import { Suspense, useEffect, useState, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { LANGUAGES, nextLocale } from '../../content/languages';
import { classes } from '../common/classes';
import { ErrorBoundary } from '../common/feedback';
import { lazyPart } from '../common/late';
import { useActions, useBench } from '../../store/hooks';
import { isSheetFile } from '../../store/whole-file';
import type { ShelfSheet } from '../../content/sheets/shelf';
import { useTitle } from './Article';
import { useCopySheet } from './use-copy-sheet';
import type { ShownSheet } from './sheet.model';
import { usePaper } from './use-way';
import styles from './sheet.module.css';

const HandOut = lazyPart(async () => (await import('./HandOut')).HandOut);

/** The title comes into the header once its own place has gone out of sight. Px of the page. */
const TITLE_AFTER = 130;

/** Above a Sheet: what it is, how far it is read, and what can be done with it. */
export function SheetHeader({
  page,
  shown,
  edits,
  onEdit,
  onPresent,
}: {
  readonly page: RefObject<HTMLDivElement | null>;
  readonly shown: ShownSheet | undefined;
  /** True while the Sheet is edited. */
  readonly edits: boolean;
  readonly onEdit: (on: boolean) => void;
  /** Absent: there is nothing to be presented. */
  readonly onPresent?: () => void;
}) {
  const t = useTranslations('sheet');
  const other = useBench(({ view }) => nextLocale(view.locale));
  const { setLocale, setDepth } = useActions();
  const print = usePaper(shown);
  // Nothing leaves before its figures are there.
  const isOutline = shown?.told !== undefined;
  const title = useTitle(shown?.sheet.sheet.title);
  const [read, setRead] = useState({ top: 0, share: 0 });
  useEffect(() => {
    const scroller = page.current;
    if (!scroller) return undefined;
    const onScroll = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      setRead({ top: scrollTop, share: scrollTop / Math.max(1, scrollHeight - clientHeight) });
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, [page]);
  return (
    <header className={styles.header} data-read={read.top > 0 || undefined}>
      {isSheetFile() ? (
        <span className={styles.brand}>Rulewalk</span>
      ) : (
        <button type="button" className={styles.brand} aria-label={t('home')} onClick={() => setDepth('story')}>
          Rulewalk
        </button>
      )}
      <span className={styles.headTitle} aria-hidden>
        {read.top > TITLE_AFTER && title}
      </span>
      <span className={styles.spring} />
      {shown?.source.kind === 'shelf' && !isSheetFile() && (
        <EditButton shelf={shown.source.shelf} edits={edits} onEdit={onEdit} />
      )}
      {onPresent && (
        <button type="button" className={styles.button} onClick={onPresent} disabled={isOutline}>
          {t('present')} <kbd>p</kbd>
        </button>
      )}
      {shown && <HandOutButton shown={shown} disabled={isOutline} />}
      {/* Of what is edited nothing is printed yet; the row of a phone, whose browser prints, has no place for it. */}
      {!edits && (
        <button type="button" className={styles.button} data-print="" onClick={print} disabled={isOutline}>
          {t('print')}
        </button>
      )}
      <button
        type="button"
        className={styles.button}
        aria-label={LANGUAGES[other].invitation}
        onClick={() => setLocale(other)}
      >
        {LANGUAGES[other].short}
      </button>
      <span className={styles.progress} style={{ width: `${read.share * 100}%` }} aria-hidden />
    </header>
  );
}

/** Opens the window that hands a Sheet out, which is loaded then. */
function HandOutButton({ shown, disabled }: { readonly shown: ShownSheet; readonly disabled: boolean }) {
  const t = useTranslations('sheet');
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        disabled={disabled}
        onClick={() => (setWasOpened(true), setOpen(true))}
      >
        {t('handOut')}
      </button>
      {wasOpened && (
        <ErrorBoundary resetKey={open}>
          <Suspense fallback={null}>
            <HandOut shown={shown} open={open} onOpenChange={setOpen} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

interface EditProps {
  readonly shelf: ShelfSheet;
  readonly edits: boolean;
  readonly onEdit: (on: boolean) => void;
}

/** Reads or edits a Sheet of one's own; of any other a copy is made. */
function EditButton({ shelf, edits, onEdit }: EditProps) {
  const t = useTranslations('author');
  const copy = useCopySheet();
  const isOwn = useBench(({ view }) => view.sheets.some(({ id }) => id === shelf.id));
  return (
    <button
      type="button"
      className={classes(styles.button, edits && styles.pressed)}
      aria-pressed={isOwn ? edits : undefined}
      onClick={() => (isOwn ? onEdit(!edits) : void copy(shelf))}
    >
      {t(isOwn ? 'edit' : 'editCopy')}
    </button>
  );
}
