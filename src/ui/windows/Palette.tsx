import { LANGUAGES, nextLocale } from '../../content/languages';
import { Command as Cmdk } from 'cmdk';
import { Dialog as Radix, VisuallyHidden } from 'radix-ui';
import { useMessages, useTranslations } from 'use-intl';
import { Kbd } from '../common/labels';
import dialog from '../common/dialog.module.css';
import { useFocusBack, type WindowProps } from '../common/Dialog';
import styles from './palette.module.css';
import { paletteScore } from './palette.model';
import { SHEETS } from '../../content/sheets/titles';
import { EXAMPLES } from '../../content/examples';
import { useActions, useBench } from '../../store/hooks';
import { sourceTitle, targetTitle } from '../editors/flow.model';
import { useFlowWords } from '../editors/use-flow-words';
import { plainName } from '../../core/story/service-at';
import { useWorkspace, useProxyChoice, useCommands } from '../shell/bench/use-shortcuts';
import { SHORTCUTS, type Command } from '../shell/bench/shortcuts.model';
import { WINDOWS, type PageWindow } from '.';
import { THEMES } from '../shell/HeadParts';

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly keys?: string | undefined;
  readonly action: () => void;
}
export interface PaletteGroup {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
}

/** Objects beyond this are found by the tree's own means, not here. */
const MOST_OBJECTS = 200;

/** Everything the palette offers now. */
export function usePaletteGroups(): readonly PaletteGroup[] {
  const t = useTranslations('guide.palette');
  const groups = [
    { heading: t('flows'), items: useFlows() },
    { heading: t('playback'), items: usePlaybackItems() },
    { heading: t('go'), items: useGoItems() },
    { heading: t('select'), items: useObjects() },
    { heading: t('page'), items: usePageItems() },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function useFlows(): readonly PaletteItem[] {
  const t = useTranslations('guide.palette');
  const words = useFlowWords();
  const flows = useBench(({ document }) => document.present.flows);
  const { send } = useActions();
  return flows.map((flow) => ({
    id: `flow ${flow.id}`,
    label: t('send', { flow: flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}` }),
    action: () => send(flow.id),
  }));
}

const JUMPS = (['nat', 'hop', 'decision'] as const).flatMap((kind) => [
  [`${kind}-back`, 'jumpBack', kind] as const,
  [`${kind}-forward`, 'jumpForward', kind] as const,
]);

function usePlaybackItems(): readonly PaletteItem[] {
  const t = useTranslations('shell');
  const guide = useTranslations('guide');
  const run = useCommands();
  const item = (command: Command, label: string): PaletteItem => ({
    id: command,
    label,
    keys: SHORTCUTS[command][0],
    action: () => run(command),
  });
  return [
    item('toggle-playing', guide('palette.playPause')),
    item('to-start', t('transport.toStart')),
    item('to-end', t('transport.toEnd')),
    item('reply', guide('help.reply')),
    item('dice', t('transport.dice')),
    item('many', guide('palette.many')),
    ...JUMPS.map(([command, label, kind]) =>
      item(command, t(`transport.${label}`, { what: t(`transport.jump.${kind}`) })),
    ),
  ];
}

function useGoItems(): readonly PaletteItem[] {
  const t = useTranslations('shell');
  const guide = useTranslations('guide');
  const run = useCommands();
  const { goTo } = useWorkspace();
  return [
    { id: 'depth', label: guide('help.depth'), keys: 'b', action: () => run('depth') },
    { id: 'go-stage', label: t('pane.stage'), keys: 'g t', action: () => run('go-stage') },
    { id: 'go-datapath', label: t('pane.datapath'), keys: 'g d', action: () => run('go-datapath') },
    { id: 'go-cluster', label: t('pane.cluster'), action: () => goTo('cluster') },
    { id: 'go-inspector', label: t('pane.inspector'), action: () => goTo('inspector') },
    { id: 'search-rules', label: guide('help.search'), keys: '/', action: () => run('search-rules') },
  ];
}

function useObjects(): readonly PaletteItem[] {
  const { nodes, services, pods } = useBench(({ document }) => document.present.cluster);
  const { select } = useActions();
  const { goTo } = useWorkspace();
  const choose = (selection: Parameters<typeof select>[0]): void => {
    select(selection);
    goTo('cluster');
  };
  const kinds = [
    ['service', 'Service', services],
    ['pod', 'Pod', pods],
  ] as const;
  const namespaced = kinds.flatMap(([kind, title, objects]) =>
    objects.slice(0, MOST_OBJECTS).map(({ metadata: { namespace = 'default', name } }) => ({
      id: `${kind} ${namespace}/${name}`,
      label: `${title} ${plainName(`${namespace}/${name}`)}`,
      action: () => choose({ kind, namespace, name }),
    })),
  );
  const machines = nodes.slice(0, MOST_OBJECTS).map(({ metadata: { name } }) => ({
    id: `node ${name}`,
    label: `Node ${name}`,
    action: () => choose({ kind: 'node', name }),
  }));
  return [...namespaced, ...machines];
}

const WINDOW_IDS = Object.keys(WINDOWS) as readonly (keyof typeof WINDOWS)[];

/** The windows that can be opened now, by their names. */
function useWindowItems(): readonly PaletteItem[] {
  const words = useMessages();
  const subject = useBench(({ document }) => document.present.subject);
  const { openDialog } = useWorkspace();
  return WINDOW_IDS.flatMap((id) => {
    const { name, keys, subject: wanted = subject }: PageWindow = WINDOWS[id];
    return name && wanted === subject ? [{ id, label: name(words), keys, action: () => openDialog(id) }] : [];
  });
}

function usePageItems(): readonly PaletteItem[] {
  const lessons = useTranslations('lessons');
  const run = useCommands();
  const t = useTranslations('shell');
  const guide = useTranslations('guide');
  const locale = useBench(({ view }) => view.locale);
  const { setComparing } = useWorkspace();
  const choice = useProxyChoice();
  const modes = choice?.offers ?? [];
  const { undo, redo, setTheme, setLocale, setStarting, openDocument } = useActions();
  return [
    ...EXAMPLES.map((example) => ({
      id: `example ${example.id}`,
      label: guide('palette.open', { title: example.title[locale] }),
      action: () => openDocument(example.document(locale)),
    })),
    ...SHEETS.map(({ id, title }) => ({
      id: `sheet ${id}`,
      label: guide('palette.open', { title: title[locale] }),
      action: () => void (location.hash = `#sheet=${id}`),
    })),
    ...useWindowItems(),
    { id: 'print', label: guide('help.print'), keys: 'mod+p', action: () => run('print') },
    { id: 'hide', label: lessons('hide'), keys: 'w', action: () => run('hide') },
    { id: 'devices', label: guide('help.devices'), keys: 'v', action: () => run('devices') },
    { id: 'present', label: guide('help.present'), keys: 'p', action: () => run('present') },
    { id: 'start', label: t('top.start'), action: () => setStarting(true) },
    { id: 'compare', label: t('top.compare'), action: () => setComparing(true) },
    { id: 'undo', label: t('top.undo'), keys: 'mod+z', action: undo },
    { id: 'redo', label: t('top.redo'), keys: 'mod+shift+z', action: redo },
    ...modes.map(({ id, title }) => ({
      id: `mode ${id}`,
      label: guide('palette.mode', { mode: title }),
      keys: SHORTCUTS[`mode-${id}`][0],
      action: () => choice?.chooseMode(id),
    })),
    ...THEMES.map((theme) => ({
      id: `theme ${theme}`,
      label: guide('palette.theme', { theme: t(`top.themes.${theme}`) }),
      action: () => setTheme(theme),
    })),
    { id: 'language', label: LANGUAGES[nextLocale(locale)].invitation, action: () => setLocale(nextLocale(locale)) },
  ];
}

/** Everything that can be done, by typing a part of its name. */
export function Palette({ open, onOpenChange }: WindowProps) {
  const t = useTranslations('guide.palette');
  const groups = usePaletteGroups();
  const { remember, giveBack } = useFocusBack();
  const run = (action: () => void): void => {
    onOpenChange(false);
    action();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialog.scrim} />
        <Radix.Content
          className={styles.window}
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
        >
          <VisuallyHidden.Root>
            <Radix.Title>{t('title')}</Radix.Title>
          </VisuallyHidden.Root>
          <Cmdk label={t('title')} loop filter={(_, typed, [label = '', id] = []) => paletteScore(label, typed, id)}>
            <Cmdk.Input className={styles.input} placeholder={t('placeholder')} aria-label={t('placeholder')} />
            <Cmdk.List className={styles.list} label={t('title')}>
              <Cmdk.Empty className={styles.none}>{t('none')}</Cmdk.Empty>
              {groups.map(({ heading, items }) => (
                <Cmdk.Group key={heading} heading={heading} className={styles.group}>
                  {items.map(({ id, label, keys, action }) => (
                    <Cmdk.Item
                      key={id}
                      value={id}
                      keywords={[label, id]}
                      className={styles.item}
                      onSelect={() => run(action)}
                    >
                      <span className={styles.label}>{label}</span>
                      {keys !== undefined && <Kbd keys={keys} />}
                    </Cmdk.Item>
                  ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
          </Cmdk>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
