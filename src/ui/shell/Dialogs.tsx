import { useTranslations } from 'use-intl';
import { paneId, useShell } from '../bench/use-shortcuts';
import styles from './skip-link.module.css';
import { useActions, useBench } from '../../store/hooks';
import { reloadPage } from '../../store/offline';
import { Toast, Toasts, ToastWith, ErrorBoundary } from '../common/feedback';
import { usePhrase } from '../i18n/use-phrase';
import { Suspense, type ComponentType } from 'react';
import { lazyPart } from '../common/late';
import { RestOfWords } from '../i18n/I18nProvider';

const HelpDialog = lazyPart(async () => (await import('./HelpDialog')).HelpDialog);
const Palette = lazyPart(async () => (await import('./Palette')).Palette);
const LessonsDialog = lazyPart(async () => (await import('../lessons/LessonsDialog')).LessonsDialog);
const CostDialog = lazyPart(async () => (await import('../cost/CostDialog')).CostDialog);
const TimelineDialog = lazyPart(async () => (await import('../timeline/TimelineDialog')).TimelineDialog);
const NamesDialog = lazyPart(async () => (await import('../names/NamesDialog')).NamesDialog);
const PasteDialog = lazyPart(async () => (await import('../import/PasteDialog')).PasteDialog);

interface OpenDialog {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

interface Props {
  readonly share: ComponentType<OpenDialog>;
  readonly print: ComponentType<{ readonly onDone: () => void }>;
}

/** The windows over the page, each loaded when it is first opened. What is shared and printed is drawn by rooms above this one. */
export function Dialogs({ share: ShareDialog, print: PrintNow }: Props) {
  const { dialog, openDialog } = useShell();
  const props = { open: true, onOpenChange: (open: boolean): void => (open ? undefined : openDialog(undefined)) };
  if (!dialog) return null;
  return (
    <ErrorBoundary resetKey={dialog}>
      <Suspense fallback={null}>
        <RestOfWords>
          {dialog === 'share' && <ShareDialog {...props} />}
          {dialog === 'print' && <PrintNow onDone={() => openDialog(undefined)} />}
          {dialog === 'help' && <HelpDialog {...props} />}
          {dialog === 'palette' && <Palette {...props} />}
          {dialog === 'lessons' && <LessonsDialog {...props} />}
          {dialog === 'cost' && <CostDialog {...props} />}
          {dialog === 'timeline' && <TimelineDialog {...props} />}
          {dialog === 'names' && <NamesDialog {...props} />}
          {dialog === 'paste' && <PasteDialog {...props} />}
        </RestOfWords>
      </Suspense>
    </ErrorBoundary>
  );
}

/** The page's notices, oldest first; the next is shown when one is dismissed. */
export function Notices() {
  const say = usePhrase();
  const { dismissNotice } = useActions();
  const [notice] = useBench(({ view }) => view.notices);
  const reading = useBench(({ view }) => view.reading);
  const reload = useBench(({ view }) => view.reload);
  return (
    <Toasts>
      {reading && <ReadingLink onStop={() => reading.abort()} />}
      {reload && <Reload why={reload} />}
      {notice && <Toast onDismiss={dismissNotice}>{say(notice)}</Toast>}
    </Toasts>
  );
}

/** A newer version, or a part that could not be loaded: what is on the bench comes back with the reload. */
function Reload({ why }: { readonly why: 'newer' | 'missing' }) {
  const t = useTranslations('shell.reload');
  return (
    <ToastWith action={t('do')} onAction={() => void reloadPage()}>
      {t(why)}
    </ToastWith>
  );
}

/** A long link is read beside the page; it can be stopped. */
function ReadingLink({ onStop }: { readonly onStop: () => void }) {
  const t = useTranslations('shell.link');
  return (
    <ToastWith action={t('stop')} onAction={onStop}>
      {t('reading')} <progress aria-label={t('reading')} />
    </ToastWith>
  );
}

/** The first stop of the Tab key: past the top bar. */
export function SkipLink() {
  const t = useTranslations('shell');
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById(paneId('stage'))?.focus()}>
      {t('skip')}
    </button>
  );
}
