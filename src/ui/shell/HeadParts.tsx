import { LANGUAGES, nextLocale } from '../../content/languages';
import { ChevronDown, Ellipsis } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { flowsOfSubject } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import type { Theme } from '../../store/view-state';
import { useCommands, useWorkspace } from './bench/use-shortcuts';
import { classes } from '../common/classes';
import { Button, IconButton } from '../common/controls';
import { EarlyTrigger, Menu, type MenuItem, type Trigger } from '../common/floating';
import { lateParts } from '../common/late';
import { useBenchTitle } from './use-bench-title';
import styles from './top-bar.module.css';

/** In the order they are offered. */
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const useExampleMenu = lateParts(() => import('./ExampleMenu'));
const useFlowMenu = lateParts(() => import('./FlowChips'));

/** The flow that is told, with a menu of all; its line is kept free until it is there. Nothing where the document has one flow. */
export function FlowLine({ className }: { readonly className: string | undefined }) {
  const parts = useFlowMenu();
  const some = useBench(({ document }) => flowsOfSubject(document.present).length > 1);
  // What stands in the page before its script is what is drawn first, and that comes before these parts.
  const drawn = typeof document === 'object';
  return some && <div className={className}>{parts && drawn && <parts.FlowMenu />}</div>;
}

/**
 * The title of the document; its menu of examples is loaded once the page is free. `whole`: on two lines rather than cut off.
 */
export function BenchTitle({ whole = false }: { readonly whole?: boolean }) {
  const t = useTranslations('shell.top');
  const title = useBenchTitle();
  const trigger = (edited: boolean): Trigger => (
    <Button
      className={classes(styles.title, whole && styles.whole)}
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

/**
 * The menu of the head's other actions. `short`: comparing, pasting and sharing have buttons of their own; `own`: items of
 * this view only.
 */
export function MoreMenu({ short, own }: { readonly short: boolean; readonly own?: readonly MenuItem[] }) {
  const t = useTranslations('shell.top');
  const { openDialog, comparing, setComparing } = useWorkspace();
  const built = useBench(({ view }) => !view.starting);
  const theme = useBench(({ view }) => view.theme);
  const other = nextLocale(useBench(({ view }) => view.locale));
  const { setTheme, setLocale, setStarting } = useActions();
  const run = useCommands();
  return (
    <Menu
      label={t('more')}
      align="end"
      trigger={<IconButton label={t('more')} icon={<Ellipsis aria-hidden />} />}
      items={[
        ...(own ?? []),
        ...(built && !short
          ? [
              {
                id: 'compare',
                label: t('compare'),
                hint: t('compareHint'),
                checked: comparing,
                onSelect: () => setComparing(!comparing),
              },
            ]
          : []),
        ...(short
          ? []
          : [
              { id: 'paste', label: t('paste'), hint: t('pasteHint'), onSelect: () => openDialog('paste') },
              { id: 'share', label: t('share'), onSelect: () => openDialog('share') },
            ]),
        { id: 'start', label: t('start'), onSelect: () => setStarting(true) },
        { id: 'lessons', label: t('lessons'), onSelect: () => openDialog('lessons') },
        { id: 'present', label: t('present'), hint: t('presentHint'), onSelect: () => run('present') },
        { id: 'reach', label: t('reach'), hint: t('reachHint'), onSelect: () => openDialog('reach') },
        { id: 'timeline', label: t('time'), hint: t('timeHint'), onSelect: () => openDialog('timeline') },
        { id: 'commands', label: t('commands'), onSelect: () => openDialog('palette') },
        { id: 'help', label: t('help'), onSelect: () => openDialog('help') },
        { heading: t('theme') },
        ...THEMES.map((id) => ({
          id,
          label: t(`themes.${id}`),
          checked: id === theme,
          onSelect: () => setTheme(id),
        })),
        { heading: '' },
        { id: 'language', label: LANGUAGES[other].invitation, onSelect: () => setLocale(other) },
      ]}
    />
  );
}
