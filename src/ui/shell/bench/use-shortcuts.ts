import { createContext, use, useCallback, useEffect, useEffectEvent, useMemo, useState, useRef } from 'react';
import { changeProxy } from '../../../core/document/edits/proxy';
import type { ProxyModeId } from '../../../core/kubernetes/types';
import { momentAtStep } from '../../../core/story/moment';
import { handOut } from '../../../store/hand-out';
import { useActions, useBench, useBenchStore } from '../../../store/hooks';
import { DEVICES_OF_BENCH } from '../../../store/preferences';
import type { BenchState } from '../../../store/types';
import type { ModeOffer, ReleaseOffer } from '../../../engine/protocol';
import { inKeyOrder, offeredRelease, switchMode } from './mode.model';
import { currentStep } from '../../../store/selectors';
import { belongsToFocus, byMode, makeCommand, type Command, type KeyFocus } from './shortcuts.model';

const NONE: readonly ModeOffer[] = [];

/** What can be chosen of kube-proxy, what is chosen, and how to choose. */
export interface ProxyChoice {
  readonly offers: readonly ModeOffer[];
  readonly mode: ModeOffer | undefined;
  /** As the document says it, also when no kube-proxy had it. */
  readonly release: string;
  readonly offered: ReleaseOffer | undefined;
  readonly chooseMode: (id: ProxyModeId) => void;
  readonly chooseRelease: (release: string) => void;
}

/** Switches the cluster on the bench to a mode that is offered; an undoable edit. Else does nothing. */
function chooseMode({ run, document, view, actions }: BenchState, id: ProxyModeId): void {
  const offer = inKeyOrder(run.bench?.modes ?? NONE).find((each) => each.id === id);
  if (!offer || document.present.subject !== 'cluster') return;
  const { present } = document;
  const { document: next, notice } = switchMode(present, offer, view.releases[id]);
  actions.edit(() => next);
  actions.leaveRelease(present.mode, present.release);
  // After the edit: a change of mode ends what was said of the one before.
  if (notice) actions.notify(notice);
}

/** Mode and release of the cluster on the bench; choosing is an undoable edit. Undefined for a pasted node. */
export function useProxyChoice(): ProxyChoice | undefined {
  const store = useBenchStore();
  const offers = useBench(({ run }) => run.bench?.modes ?? NONE);
  const id = useBench(({ document }) => document.present.mode);
  const release = useBench(({ document }) => document.present.release);
  const built = useBench(({ document }) => document.present.subject === 'cluster');
  const { edit } = useActions();
  if (!built) return undefined;
  const named = inKeyOrder(offers);
  const mode = named.find((offer) => offer.id === id);
  return {
    offers: named,
    mode,
    release,
    offered: offeredRelease(mode, release),
    chooseMode: (wanted) => chooseMode(store.getState(), wanted),
    chooseRelease: (wanted) => edit((document) => changeProxy(document, { release: wanted })),
  };
}

export const PANES = ['stage', 'datapath', 'cluster', 'inspector'] as const;
export type WorkspacePane = (typeof PANES)[number];

/**
 * The windows that exist: the table of windows declares its own into this interface, so that whoever opens one names only
 * what is there, and no room knows the table that stands on all of them.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface PageWindows {}
type WindowId = PageWindows extends { readonly id: infer Id extends string } ? Id : string;

/** What the frame itself remembers: the window that is open, and on a narrow screen the pane in front. */
interface Shell {
  readonly dialog: WindowId | undefined;
  readonly openDialog: (dialog: WindowId | undefined) => void;
  readonly pane: WorkspacePane;
  /** Brings a pane to the front, unfolds it and moves the focus into it. */
  readonly goTo: (pane: WorkspacePane) => void;
  readonly setPane: (pane: WorkspacePane) => void;
  /** Several modes beside each other instead of the panes. */
  readonly comparing: boolean;
  readonly setComparing: (comparing: boolean) => void;
  /** The story while it is on screen: then keys go by moments. */
  readonly moves: () => StoryMoves | undefined;
  /** The story takes the keys, and gives them back. */
  readonly setMoves: (moves: StoryMoves | undefined) => void;
}

/** Going through a story. */
export interface StoryMoves {
  readonly step: (direction: 1 | -1) => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  /** Draws again who gets the packet, or a thousand times. False: nothing of it is drawn. */
  readonly draw: (often: boolean) => boolean;
}

const nothing = (): void => undefined;

export const WorkspaceContext = createContext<Shell>({
  dialog: undefined,
  openDialog: nothing,
  pane: 'stage',
  goTo: nothing,
  setPane: nothing,
  comparing: false,
  setComparing: nothing,
  moves: () => undefined,
  setMoves: nothing,
});

export function useWorkspace(): Shell {
  return use(WorkspaceContext);
}

/** The DOM id of a pane, for the skip link and for moving the focus. */
export function paneId(pane: WorkspacePane): string {
  return `pane-${pane}`;
}

/** How long a `g` waits for its second key. */
const CHORD_MS = 1500;

/** What the rules tab marks its search box with. */
const SEARCH_BOX = '[data-rules-search]';

/** Keys that move the focus: it is shown to a person who presses one. */
const MOVING_KEYS = new Set(['Tab', 'Enter', 'ArrowUp', 'ArrowDown']);

const PRESSABLE = 'button, a, summary, label, input, [role="button"], [role="tab"]';

/**
 * The properties of the focused element that decide which keys are its own. `clicked`: what was clicked last, if no key has
 * moved the focus since.
 */
export function readKeyFocus(target: EventTarget | null, clicked: Element | undefined): KeyFocus {
  const element = target instanceof Element ? target : document.body;
  const typing = element.closest('input, textarea, select, [contenteditable="true"], .cm-editor');
  const scroller = element.closest('[tabindex="0"]:not(button, a, [role="slider"], [role="tab"])');
  const pressable = element.closest(PRESSABLE);
  return {
    editing: typing !== null && !(typing instanceof HTMLInputElement && /^(checkbox|radio|range)$/.test(typing.type)),
    // A click gives the focus, to what was clicked or to what opened it, but nobody sees it there: then keys are the page's.
    pressable: pressable !== null && clicked === undefined,
    scrolling: scroller !== null && clicked === undefined,
    modal: element.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null,
  };
}

/** Watches what was clicked last; undefined once keys have moved the focus. */
function watchPointer(): { readonly clicked: () => Element | undefined; readonly stop: () => void } {
  let last: Element | undefined;
  const onPointerDown = ({ target }: PointerEvent): void => {
    last = target instanceof Element ? target : undefined;
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (MOVING_KEYS.has(key)) last = undefined;
  };
  window.addEventListener('pointerdown', onPointerDown, true);
  window.addEventListener('keydown', onKeyDown, true);
  const stop = (): void => {
    window.removeEventListener('pointerdown', onPointerDown, true);
    window.removeEventListener('keydown', onKeyDown, true);
  };
  return { clicked: () => last, stop };
}

/** Opens or closes the panel of many packets, which is the bench's. */
function openMany({ many, actions, view }: BenchState): void {
  const open = view.depth === 'story' || !many.open;
  actions.setDepth('bench');
  if (open) actions.setCollapsed('datapath', false);
  actions.setMany({ open });
}

/** Opens the Sheet of the walk at the moment it stands at. */
async function openWalk({ actions, view }: BenchState, is: 'presented' | 'printed'): Promise<void> {
  const told = await actions.tell(false);
  actions.setSheetWay({ sheet: 'this-walk', is });
  location.hash = `#sheet=this-walk/moment-${momentAtStep(told?.moments ?? [], view.playhead) + 1}`;
}

/** Runs a command by its name: for keys, and for the command palette. */
export function useCommands(): (command: Command) => void {
  const store = useBenchStore();
  const shell = useWorkspace();
  return (command) => {
    const { actions } = store.getState();
    const moves = shell.moves();
    const turn = (id: string): void => actions.setCollapsed(id, store.getState().view.collapsed[id] === false);
    const inReply = (): boolean => currentStep(store.getState())?.role !== 'request';
    const run: Readonly<Record<Command, () => void>> = {
      'toggle-playing': actions.togglePlaying,
      'step-back': () => (moves ?? actions).step(-1),
      'step-forward': () => (moves ?? actions).step(1),
      'landmark-back': () => actions.jump('landmark', -1),
      'landmark-forward': () => actions.jump('landmark', 1),
      'nat-back': () => actions.jump('nat', -1),
      'nat-forward': () => actions.jump('nat', 1),
      'hop-back': () => actions.jump('hop', -1),
      'hop-forward': () => actions.jump('hop', 1),
      'decision-back': () => actions.jump('decision', -1),
      'decision-forward': () => actions.jump('decision', 1),
      many: () => {
        if (!moves?.draw(true)) openMany(store.getState());
      },
      'to-start': () => (moves ? moves.toStart() : actions.jump('start')),
      'to-end': () => (moves ? moves.toEnd() : actions.jump('end')),
      depth: () => actions.setDepth(store.getState().view.depth === 'story' ? 'bench' : 'story'),
      lessons: () => shell.openDialog('lessons'),
      reach: () => shell.openDialog('reach'),
      present: () => void openWalk(store.getState(), 'presented'),
      devices: () => (moves ? undefined : turn(DEVICES_OF_BENCH)),
      hide: () => actions.setHides(!store.getState().view.hides),
      // The bench prints as it stands; of a story all moments go on paper.
      print: () => {
        if (moves) return void openWalk(store.getState(), 'printed');
        void handOut(actions, store.getState().document.present, () => ({ to: 'paper' }));
      },
      'real-rules': () => actions.setRealRules(!store.getState().view.realRules),
      reply: () => actions.jump(inReply() ? 'start' : 'reply'),
      dice: () => void (moves?.draw(false) || actions.dice()),
      'search-rules': () => {
        actions.showInspector('rules');
        shell.goTo('inspector');
        focusSoon(SEARCH_BOX);
      },
      'go-stage': () => shell.goTo('stage'),
      'go-datapath': () => shell.goTo('datapath'),
      'go-rules': () => {
        actions.showInspector('rules');
        shell.goTo('inspector');
      },
      undo: actions.undo,
      redo: actions.redo,
      palette: () => shell.openDialog(shell.dialog === 'palette' ? undefined : 'palette'),
      help: () => shell.openDialog('help'),
      ...byMode((mode) => () => chooseMode(store.getState(), mode)),
    };
    run[command]();
  };
}

/** Moves the focus to an element that may only be drawn in the next frames. */
function focusSoon(selector: string, tries = 20): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) element.focus();
    else if (tries > 0) focusSoon(selector, tries - 1);
  });
}

/**
 * Listens to the keys of the whole page; `capture`: before the page's own. A key is nobody else's where `run` took its command.
 */
export function useKeyCommands(run: (command: Command) => boolean, capture = false): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    let pending: string | undefined;
    let timer = 0;
    const pointer = watchPointer();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (
        event.defaultPrevented ||
        event.isComposing ||
        belongsToFocus(event, readKeyFocus(event.target, pointer.clicked()))
      )
        return;
      const found = makeCommand(event, pending);
      clearTimeout(timer);
      pending = found.pending;
      timer = window.setTimeout(() => (pending = undefined), CHORD_MS);
      if (found.command && onCommand(found.command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown, { capture });
    return () => {
      pointer.stop();
      window.removeEventListener('keydown', onKeyDown, { capture });
      clearTimeout(timer);
    };
  }, [capture]);
}

/** What is asked for wherever somebody is. */
const OF_ANY_VIEW: ReadonlySet<Command> = new Set(['palette', 'help', 'lessons', 'depth']);

/** The page's own keys. While a window is on its way, what is typed for it is not for the page. */
export function useShortcuts(): void {
  const run = useCommands();
  const { dialog } = useWorkspace();
  const reading = useBench(({ view }) => view.sheet !== undefined);
  useKeyCommands((command) => {
    // A Sheet has keys of its own: what moves a walk moves none that is seen.
    if (reading && !OF_ANY_VIEW.has(command)) return false;
    if (!dialog || command === 'palette') run(command);
    return true;
  });
}

/** The state behind {@link WorkspaceContext}; one per page. */
export function useWorkspaceState(): Shell {
  const [dialog, setDialog] = useState<WindowId>();
  const [pane, setPane] = useState<WorkspacePane>('stage');
  const comparing = useBench(({ view }) => view.compare.open);
  const { setCollapsed, setCompare, setDepth, pause } = useActions();
  const moves = useRef<StoryMoves | undefined>(undefined);
  // One for good: what opens a window once would open it again with each new one.
  const openDialog = useCallback(
    (next: WindowId | undefined): void => {
      // Whoever opens a window looks at that: the walk waits from the press on, not from when the window is loaded.
      if (next) pause();
      setDialog(next);
    },
    [pause],
  );
  return useMemo(
    () => ({
      dialog,
      openDialog,
      pane,
      setPane,
      comparing,
      setComparing: (open) => setCompare({ open }),
      moves: () => moves.current,
      setMoves: (next) => {
        moves.current = next;
      },
      goTo: (to) => {
        setPane(to);
        setCompare({ open: false });
        // The other panes are the bench's.
        if (to !== 'stage') setDepth('bench');
        setCollapsed(to, false);
        // The pane may only be drawn in the next frame.
        requestAnimationFrame(() => document.getElementById(paneId(to))?.focus());
      },
    }),
    [dialog, openDialog, pane, comparing, setCollapsed, setCompare, setDepth],
  );
}
