import { ChevronDown, CircleQuestionMark, ClipboardPaste, Columns3, Redo2, Search, Share2, Undo2 } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import { EarlyTrigger, type Trigger } from '../common/EarlyTrigger';
import { IconButton } from '../common/IconButton';
import { lateParts } from '../common/late-parts';
import { MoreMenu } from './MoreMenu';
import { PaneToggles } from './PaneToggles';
import { ProxyPicker } from './ProxyPicker';
import { useShell } from './shell-context';
import { ThemeMenu } from './ThemeMenu';
import { useMediaQuery } from '../theme/motion';
import { useBenchTitle } from './use-bench-title';
import styles from './top-bar.module.css';

const useExampleMenu = lateParts(import('./ExampleMenu'));

/** Above this every button of the bar has its own place; below, the seldom used ones are in a menu. */
const ROOMY = '(min-width: 1200px)';

/** The head of the page: what is on the bench, and what can be done with all of it. */
export function TopBar({ narrow, starting }: { readonly narrow: boolean; readonly starting: boolean }) {
  const t = useTranslations('shell.top');
  const { comparing } = useShell();
  const roomy = useMediaQuery(ROOMY);
  return (
    <header className={styles.bar} aria-label={t('bar')}>
      <h1 className={styles.name}>Rulewalk</h1>
      <BenchTitle />
      {!starting && (
        <Suspense fallback={null}>
          <ProxyPicker compact={!roomy} modeOnly={narrow} />
          {!narrow && <CompareButton />}
        </Suspense>
      )}
      <div className={styles.space} />
      {!narrow && !starting && !comparing && <PaneToggles />}
      <UndoRedo />
      {!narrow && <TextButtons />}
      {roomy ? <PageButtons /> : <MoreMenu short={!narrow} />}
    </header>
  );
}

/** What brings something in and out. */
function TextButtons() {
  const t = useTranslations('shell.top');
  const { openDialog } = useShell();
  return (
    <>
      <Button
        className={styles.worded}
        icon={<ClipboardPaste aria-hidden />}
        title={t('pasteHint')}
        onClick={() => openDialog('paste')}
      >
        {t('paste')}
      </Button>
      <Button
        className={styles.worded}
        variant="primary"
        icon={<Share2 aria-hidden />}
        onClick={() => openDialog('share')}
      >
        {t('share')}
      </Button>
    </>
  );
}

/** What is of the page and not of the bench. */
function PageButtons() {
  const t = useTranslations('shell.top');
  const { openDialog } = useShell();
  return (
    <>
      <IconButton
        label={t('commands')}
        shortcut="mod+k"
        icon={<Search aria-hidden />}
        onClick={() => openDialog('palette')}
      />
      <ThemeMenu />
      <IconButton
        label={t('help')}
        shortcut="?"
        icon={<CircleQuestionMark aria-hidden />}
        onClick={() => openDialog('help')}
      />
      <LanguageButton />
    </>
  );
}

/** Puts modes, documents and pasted nodes beside each other, and back to the bench. */
function CompareButton() {
  const t = useTranslations('shell.top');
  const { comparing, setComparing } = useShell();
  return (
    <Button
      icon={<Columns3 aria-hidden />}
      className={styles.worded}
      title={t('compareHint')}
      aria-pressed={comparing}
      onClick={() => setComparing(!comparing)}
    >
      {t('compare')}
    </Button>
  );
}

/** What is on the bench; its menu, with all examples, comes when the rest of the page stands. */
function BenchTitle() {
  const t = useTranslations('shell.top');
  const title = useBenchTitle();
  const trigger = (edited: boolean): Trigger => (
    <Button
      className={styles.title}
      aria-label={`${t('chooseExample')}: ${edited ? t('editedTitle', { title }) : title}`}
    >
      <span className={styles.titleText}>{title}</span>
      {edited && <span className={styles.edited}>{t('edited')}</span>}
      <ChevronDown aria-hidden />
    </Button>
  );
  const parts = useExampleMenu();
  return (
    <EarlyTrigger parts={parts} trigger={trigger(false)}>
      {(loaded, pressed) => <loaded.ExampleMenu trigger={trigger} defaultOpen={pressed} />}
    </EarlyTrigger>
  );
}

function UndoRedo() {
  const t = useTranslations('shell.top');
  const { undo, redo } = useActions();
  const canUndo = useBench((state) => state.canUndo);
  const canRedo = useBench((state) => state.canRedo);
  return (
    <div className={styles.pair}>
      <IconButton
        label={t('undo')}
        shortcut="mod+z"
        icon={<Undo2 aria-hidden />}
        aria-disabled={!canUndo}
        onClick={undo}
      />
      <IconButton
        label={t('redo')}
        shortcut="mod+shift+z"
        icon={<Redo2 aria-hidden />}
        aria-disabled={!canRedo}
        onClick={redo}
      />
    </div>
  );
}

function LanguageButton() {
  const t = useTranslations('shell.top');
  const locale = useBench(({ view }) => view.locale);
  const { setLocale } = useActions();
  const other = locale === 'en' ? 'ko' : 'en';
  return (
    <Button variant="quiet" lang={other} aria-label={t('language')} onClick={() => setLocale(other)}>
      {t('languageShort')}
    </Button>
  );
}
