import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { lateParts, lazyPart, takeOver, useLoadedView, type Loader } from './common/late';
import { narrowly } from './common/when';
import { isEmbedded } from '../store/embedded';
import { STOP_REASON } from '../engine/client';
import { useBench, useActions } from '../store/hooks';
import type { ViewState } from '../store/view-state';
import type { Locale } from '../content/languages';
import styles from './shell/page.module.css';
import { AddressBookProvider } from './common/addresses';
import { I18nProvider, RestOfWords } from './common/i18n/I18nProvider';
import { SPEAKERS, usePhrase } from './common/i18n/use-phrase';
import { eachLanguage, REST_OF_WORDS, STAGE_WORDS } from './common/words';
import { NarrowMany } from './stage/many/LowerPane';
import { ErrorBoundary, Toast, Toasts, ToastWith } from './common/feedback';
import { useKeptInbox, usePasteAnywhere } from './paste/use-inbox';
import { WorkspaceContext, useWorkspace, useShortcuts, useWorkspaceState, paneId } from './shell/bench/use-shortcuts';
import { useBenchTitle } from './shell/use-bench-title';
import { usePlayback } from './shell/use-playback';
import { StoryView } from './story/page/StoryView';
import { NARROW_QUERY, useMediaQuery, useTheme } from './common/theme/media';
import './common/theme/base.css';
import './common/theme/fonts.css';
import './common/theme/print.css';
import './common/theme/tokens.css';
import { useLocale, useTranslations } from 'use-intl';
import { reloadPage } from '../store/offline';
import { WINDOWS } from './windows';

const useDropZone = lateParts(() => import('./paste/DropZone'));

const StartScreen = lazyPart(async () => (await import('./shell/start/StartScreen')).StartScreen);

// Who opens the page is told a story: the bench is there when it is gone to. A phone, for which evaluating it is long,
// asks for its own as soon as somebody does something.
const TopBar = lazyPart(async () => (await import('./shell/TopBar')).TopBar, narrowly ? 'touched' : 'free');
const BenchStage = lazyPart(async () => (await import('./story/page/BenchStage')).BenchStage, !narrowly && 'free');
const Workspace = lazyPart(async () => (await import('./shell/Workspace')).Workspace, !narrowly && 'free');
const TransportBar = lazyPart(async () => (await import('./shell/TransportBar')).TransportBar, !narrowly && 'free');
const NarrowWorkspace = lazyPart(
  async () => (await import('./shell/NarrowWorkspace')).NarrowWorkspace,
  narrowly && 'touched',
);

const MomentBar = lazyPart(async () => (await import('./time/MomentBar')).MomentBar);

const LinkedScenes = lazyPart(async () => (await import('./common/LinkedScenes')).LinkedScenes);
const EmbedView = lazyPart(async () => (await import('./share/embed/EmbedView')).EmbedView);

const SheetEmbed = lazyPart(async () => (await import('./sheet/SheetEmbed')).SheetEmbed);
const SheetPage = lazyPart(async () => (await import('./sheet/SheetPage')).loadSheetPage());

const SHEET_SENTENCES = eachLanguage(
  async (locale) => await (await import('./sheet/use-sheet-phrase')).useSheetPhrase.speakers[locale](),
);

const CompareView = lazyPart(async () => (await import('./compare/CompareView')).CompareView);

/** What fills the page below its bar. */
type PageView = 'start' | 'compare' | 'story' | 'bench' | 'sheet';

/** All words of a language: with them another one is gone to, so that nothing that stands is taken away meanwhile. */
const ALL_WORDS = eachLanguage(
  async (locale) => await Promise.all([SPEAKERS[locale](), REST_OF_WORDS[locale](), STAGE_WORDS[locale]()]),
);

/** The language that is drawn: the one asked for, or the one before while the words of it are on their way. */
function useLoadedLanguage(asked: Locale): Locale {
  const [first] = useState(asked);
  const words = useMemo(() => [asked === first ? SPEAKERS[asked] : ALL_WORDS[asked]], [asked, first]);
  return useLoadedView(asked, words);
}

/** The code and words each needs before anything of it is drawn. */
const codeOfViews = (locale: Locale): Readonly<Record<PageView | 'narrow bench', readonly Loader[]>> => ({
  start: [StartScreen.code, TopBar.code, REST_OF_WORDS[locale]],
  compare: [CompareView.code, REST_OF_WORDS[locale]],
  story: [],
  sheet: [SheetPage.code, REST_OF_WORDS[locale], SHEET_SENTENCES[locale]],
  bench: [TopBar.code, Workspace.code, BenchStage.code, TransportBar.code, STAGE_WORDS[locale]],
  'narrow bench': [TopBar.code, NarrowWorkspace.code, BenchStage.code, TransportBar.code, STAGE_WORDS[locale]],
});

/**
 * Loads the parts and words the first frame is drawn with. React waits for a while with what it could not draw at once, so
 * nothing is drawn before this is there; what cannot be loaded is asked for again, and said, where it is drawn. False: there
 * are no words to say anything with.
 */
export async function loadFirstFrame({ depth, locale, sheet }: ViewState): Promise<boolean> {
  const more = sheet
    ? codeOfViews(locale).sheet.map((load) => load())
    : depth === 'bench'
      ? [
          import('./shell/TopBar'),
          import('./shell/Workspace'),
          import('./story/page/BenchStage'),
          import('./shell/TransportBar'),
          STAGE_WORDS[locale](),
        ]
      : [];
  const [words] = await Promise.allSettled([SPEAKERS[locale](), ...more]);
  return words.status === 'fulfilled';
}

/** The page: language, theme and address colours around everything, then the frame with its panes. */
export function App() {
  const asked = useBench(({ view }) => view.locale);
  const locale = useLoadedLanguage(asked);
  const theme = useBench(({ view }) => view.theme);
  const shell = useWorkspaceState();
  useTheme(theme);
  usePlayback();
  return (
    <I18nProvider locale={locale}>
      <ShownAddresses>
        <WorkspaceContext value={shell}>
          <ErrorBoundary>
            <Suspense fallback={null}>
              <Page />
            </Suspense>
          </ErrorBoundary>
        </WorkspaceContext>
      </ShownAddresses>
    </I18nProvider>
  );
}

/** The only one here that is drawn anew with each edit: what is inside stays as it is. */
function ShownAddresses({ children }: { readonly children: ReactNode }) {
  const document = useBench(({ run, document }) => run.shownDocument ?? document.present);
  const bench = useBench(({ run }) => run.bench);
  return (
    <AddressBookProvider document={document} bench={bench}>
      {children}
    </AddressBookProvider>
  );
}

/** The browser's tab says what is on the bench; paper, its file's name and a bookmark have it, too, so not while names are hidden. */
function useWindowTitle(): void {
  const title = useBenchTitle();
  const hidden = useBench(({ redaction }) => redaction.on);
  useEffect(() => {
    document.title = hidden ? 'Rulewalk' : `${title} · Rulewalk`;
  }, [title, hidden]);
}

function Page() {
  const [embedded] = useState(isEmbedded);
  return embedded ? <EmbeddedPage /> : <WholePage />;
}

function EmbeddedPage() {
  useLayoutEffect(takeOver, []);
  const isSheet = useBench(({ view }) => view.sheet !== undefined);
  // What is on the bench before is no figure of it.
  const waits = useBench(({ view: { sheet = '', leftSheets } }) => isSheet && !leftSheets[sheet]?.figure);
  return (
    <div className={styles.page}>
      {isSheet && (
        <RestOfWords>
          <SheetEmbed />
        </RestOfWords>
      )}
      {!waits && <EmbedView />}
    </div>
  );
}

function WholePage() {
  const narrow = useMediaQuery(NARROW_QUERY);
  const starting = useBench(({ view }) => view.starting);
  const { openDialog, comparing } = useWorkspace();
  const telling = useBench(({ view }) => view.depth === 'story');
  const sheet = useBench(({ view }) => view.sheet);
  const asked: PageView = sheet ? 'sheet' : starting ? 'start' : comparing ? 'compare' : telling ? 'story' : 'bench';
  const locale = useLocale();
  const code = useMemo(
    () => codeOfViews(locale)[narrow && asked === 'bench' ? 'narrow bench' : asked],
    [locale, narrow, asked],
  );
  const shown = useLoadedView(asked, code);
  useLayoutEffect(() => {
    if (shown !== 'story') takeOver();
  }, [shown]);
  const openPaste = useCallback(() => openDialog('paste'), [openDialog]);
  usePasteAnywhere(openPaste);
  useKeptInbox();
  useShortcuts();
  useWindowTitle();
  return (
    <div className={styles.page}>
      <SkipLink />
      {(shown === 'story' || shown === 'bench') && <ShownTime />}
      {(shown === 'start' || shown === 'bench') && (
        <Suspense fallback={null}>
          <TopBar narrow={narrow} starting={shown === 'start'} />
        </Suspense>
      )}
      <ErrorBoundary resetKey={shown}>
        <Suspense fallback={null}>
          <ShownView view={shown} narrow={narrow} />
        </Suspense>
      </ErrorBoundary>
      <Notices />
      <Dialogs />
      <ErrorBoundary>
        <Suspense fallback={null}>
          <DropPlace onReceived={openPaste} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function ShownView({ view, narrow }: { readonly view: PageView; readonly narrow: boolean }): ReactNode {
  switch (view) {
    case 'start':
      return (
        <RestOfWords>
          <StartScreen />
        </RestOfWords>
      );
    case 'compare':
      return <CompareView narrow={narrow} />;
    case 'story':
      return <StoryView />;
    case 'sheet':
      return (
        <RestOfWords>
          <SheetPage />
        </RestOfWords>
      );
    case 'bench':
      return <BenchView narrow={narrow} />;
  }
}

/** Over all that shows a moment of the script: which one it is. */
function ShownTime() {
  const isCluster = useBench(({ document }) => document.present.subject === 'cluster');
  const isMoment = useBench(({ view }) => view.time !== undefined);
  const { openDialog } = useWorkspace();
  if (!isMoment || !isCluster) return null;
  return (
    <Suspense fallback={null}>
      <RestOfWords>
        <MomentBar openTimeline={() => openDialog('timeline')} />
      </RestOfWords>
    </Suspense>
  );
}

/** Where files are dropped: the whole window, once the page has a moment for it. */
function DropPlace({ onReceived }: { readonly onReceived: () => void }) {
  const parts = useDropZone();
  if (!parts) return null;
  return (
    <RestOfWords>
      <parts.DropZone onReceived={onReceived} />
    </RestOfWords>
  );
}

function BenchView({ narrow }: { readonly narrow: boolean }) {
  return (
    <>
      {narrow ? <NarrowWorkspace stage={<BenchStage />} /> : <Workspace stage={<BenchStage />} />}
      {narrow && <NarrowMany />}
      <TransportBar />
    </>
  );
}

/** The window over the page, loaded when it is first opened. */
function Dialogs() {
  const { dialog, openDialog } = useWorkspace();
  if (!dialog) return null;
  const { Part } = WINDOWS[dialog];
  return (
    <ErrorBoundary resetKey={dialog}>
      <Suspense fallback={null}>
        <RestOfWords>
          <Part open onOpenChange={(open) => !open && openDialog(undefined)} />
        </RestOfWords>
      </Suspense>
    </ErrorBoundary>
  );
}

/** The page's notices, oldest first; the next is shown when one is dismissed. */
function Notices() {
  const say = usePhrase();
  const { dismissNotice } = useActions();
  const [notice] = useBench(({ view }) => view.notices);
  const reading = useBench(({ view }) => view.reading);
  const reload = useBench(({ view }) => view.reload);
  return (
    <Toasts>
      {reading && <ReadingLink onStop={() => reading.abort(STOP_REASON)} />}
      {reload && <Reload why={reload} />}
      {notice && (
        <Toast onDismiss={dismissNotice}>
          <Suspense fallback={say(notice)}>
            <LinkedScenes text={say(notice)} onOpened={dismissNotice} />
          </Suspense>
        </Toast>
      )}
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
function SkipLink() {
  const t = useTranslations('shell');
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById(paneId('stage'))?.focus()}>
      {t('skip')}
    </button>
  );
}
