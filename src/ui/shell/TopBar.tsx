import { LANGUAGES, nextLocale } from '../../content/languages';
import {
  BookOpen,
  ChevronDown,
  CircleQuestionMark,
  ClipboardPaste,
  Clock,
  Columns3,
  PanelBottom,
  PanelLeft,
  PanelRight,
  Redo2,
  Search,
  Share2,
  Undo2,
} from 'lucide-react';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { Button, IconButton, SEGMENTED, Select } from '../common/controls';
import { ModeSegments } from './bench/ModeSegments';
import { Menu, type MenuItem } from '../common/floating';
import { BenchTitle, MoreMenu } from './HeadParts';
import { useWorkspace, type WorkspacePane, useProxyChoice, type ProxyChoice } from './bench/use-shortcuts';
import { ThemeMenu } from './ThemeMenu';
import { useMediaQuery } from '../common/theme/media';
import styles from './top-bar.module.css';
import type { ModeOffer } from '../../engine/protocol';
import { standingReleases } from './bench/mode.model';
import { ADVANCED } from './bench/advanced';
import { useReleaseHint } from './bench/use-release-hint';

interface Props {
  /** The modes in a list box, where there is little room. */
  readonly compact: boolean;
  /** The release is left to the form of kube-proxy. */
  readonly modeOnly: boolean;
}

/** Which kube-proxy writes the rules: its mode and its release. Both are edits of the document. */
function ProxyPicker({ compact, modeOnly }: Props) {
  const choice = useProxyChoice();
  if (!choice) return null;
  const several = choice.offers.length > 1;
  return (
    <div className={styles.proxy}>
      {several && (compact ? <ModeSelect choice={choice} /> : <ModeChoice choice={choice} />)}
      {!(several && modeOnly) && <ReleaseMenu choice={choice} named={!several} />}
    </div>
  );
}

function ModeSelect({ choice }: { readonly choice: ProxyChoice }) {
  const t = useTranslations('shell.top');
  const unknown = choice.mode ? [] : [{ id: '' as const, label: '' }];
  return (
    <Select
      aria-label={t('mode')}
      value={choice.mode?.id ?? ''}
      onChange={(id) => id !== '' && choice.chooseMode(id)}
      options={[...unknown, ...choice.offers.map(({ id, title }) => ({ id, label: title }))]}
    />
  );
}

function ModeChoice({ choice }: { readonly choice: ProxyChoice }) {
  const t = useTranslations('shell.top');
  return <ModeSegments label={t('mode')} choice={choice} look={SEGMENTED} />;
}

/** `named`: the button also says the mode, because nothing beside it does. */
function ReleaseMenu({ choice, named }: { readonly choice: ProxyChoice; readonly named: boolean }) {
  const t = useTranslations('shell.top');
  const { mode, release, chooseRelease } = choice;
  const title = mode?.title ?? '';
  const program = mode?.axis ?? 'kube-proxy';
  const items = useReleaseItems(mode, release, chooseRelease);
  const advanced = useAdvancedItem(program);
  return (
    <Menu
      label={t('release', { program })}
      width={320}
      items={[{ heading: t('releaseHeading', { mode: title, program }) }, ...items, advanced]}
      trigger={
        <Button
          variant="quiet"
          aria-label={t('releaseOf', { mode: title, release, program })}
          className={styles.releaseButton}
        >
          {named && title} <span className={styles.release}>{release}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}

/** Patch releases are typed where the rare fields are. */
function useAdvancedItem(program: string): MenuItem {
  const t = useTranslations('shell.top');
  const { select, showLeft, setCollapsed } = useActions();
  const { setPane } = useWorkspace();
  const onSelect = (): void => {
    select(undefined);
    showLeft('cluster');
    setPane('cluster');
    setCollapsed('cluster', false);
    setCollapsed(ADVANCED, false);
  };
  return { id: 'advanced', label: t('advanced'), hint: t('advancedHint', { program }), onSelect };
}

/** Newest first; one a mode does not have cannot be chosen and says why. Of patch releases only the one there is. */
function useReleaseItems(mode: ModeOffer | undefined, release: string, choose: (release: string) => void): MenuItem[] {
  const hintOf = useReleaseHint();
  return standingReleases(mode, release).map((choice) => {
    const hint = hintOf(choice);
    return {
      id: choice.release,
      label: choice.kind === 'minor' ? choice.release : <span className={styles.patch}>{choice.release}</span>,
      checked: choice.chosen,
      disabled: choice.kind === 'minor' && choice.offer.problem !== undefined,
      onSelect: () => choose(choice.release),
      ...(hint === '' ? {} : { hint }),
    };
  });
}

const FOLDING = [
  ['cluster', PanelLeft],
  ['datapath', PanelBottom],
  ['inspector', PanelRight],
] as const satisfies readonly (readonly [WorkspacePane, unknown])[];

/** Folds the panes around the stage away, and back. */
function PaneToggles() {
  const t = useTranslations('shell.pane');
  const collapsed = useBench(({ view }) => view.collapsed);
  const { setCollapsed } = useActions();
  return (
    <div className={styles.pair}>
      {FOLDING.map(([pane, Icon]) => {
        const folded = collapsed[pane] === true;
        return (
          <IconButton
            key={pane}
            label={t(folded ? 'show' : 'hide', { pane: t(pane) })}
            icon={<Icon aria-hidden />}
            className={folded ? styles.folded : undefined}
            aria-expanded={!folded}
            onClick={() => setCollapsed(pane, !folded)}
          />
        );
      })}
    </div>
  );
}

/** Above this every button of the bar has its own place; below, the seldom used ones are in a menu. */
const ROOMY = '(min-width: 1200px)';

/** The head of the page: what is on the bench, and what can be done with all of it. */
export function TopBar({ narrow, starting }: { readonly narrow: boolean; readonly starting: boolean }) {
  const t = useTranslations('shell.top');
  const { comparing } = useWorkspace();
  const roomy = useMediaQuery(ROOMY);
  return (
    <header className={styles.bar} aria-label={t('bar')}>
      <h1 className={styles.name}>Rulewalk</h1>
      <BenchTitle />
      {!starting && (
        <Suspense fallback={null}>
          <ProxyPicker compact={!roomy} modeOnly={narrow} />
          {!comparing && <StoryButton sign={narrow} />}
          {!narrow && <CompareButton />}
          {roomy && <TimeButton />}
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
  const { openDialog } = useWorkspace();
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
  const { openDialog } = useWorkspace();
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
  const { comparing, setComparing } = useWorkspace();
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

/** What happens between an edit and the last failed request. */
function TimeButton() {
  const t = useTranslations('shell.top');
  const { openDialog } = useWorkspace();
  return (
    <Button
      icon={<Clock aria-hidden />}
      className={styles.worded}
      title={t('timeHint')}
      onClick={() => openDialog('timeline')}
    >
      {t('time')}
    </Button>
  );
}

/** The same walk, told in moments. `sign`: there is no room for its word. */
function StoryButton({ sign }: { readonly sign: boolean }) {
  const t = useTranslations('shell.top');
  const { setDepth } = useActions();
  const icon = <BookOpen aria-hidden />;
  const onClick = (): void => setDepth('story');
  if (sign) return <IconButton label={t('story')} icon={icon} onClick={onClick} />;
  return (
    <Button icon={icon} className={styles.worded} title={t('storyHint')} onClick={onClick}>
      {t('story')}
    </Button>
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
  const { setLocale } = useActions();
  const other = nextLocale(useBench(({ view }) => view.locale));
  const { short, invitation } = LANGUAGES[other];
  return (
    <Button variant="quiet" lang={other} aria-label={invitation} onClick={() => setLocale(other)}>
      {short}
    </Button>
  );
}
