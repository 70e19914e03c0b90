import { temporal, type TemporalState } from 'zundo';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Document, flowsOfSubject, emptyDocument, documentBeyondLimits } from '../core/document/document';
import type { EngineClient } from '../engine/client';
import { NOTHING_COMPARED, comparedOf, DEFAULT_PREFERENCES } from './preferences';
import { createRunner, type RunActions, type Runner } from './run-slice';
import {
  type Actions,
  type BenchState,
  type DocumentState,
  type Preferences,
  STEPS_PER_SECOND,
  type JumpTarget,
  type ViewState,
  type EditIntent,
  type LeftTab,
  type SharedView,
} from './types';
import { headerBefore, playRange, shownSteps, type FlatStep } from './selectors';
import { phrase, type Phrase } from '../core/lib/phrase';

/** Has what a notice is about ended with a change of the document? */
function isOver({ id }: Phrase, before: Document, now: Document): boolean {
  if (id === 'document.mode.other-release') return now.mode !== before.mode || now.release !== before.release;
  // What could not be done is over once something else was.
  return id === 'document.edit.failed' || id.includes('.limit.');
}

/** Is it still to be said when another document is put on the bench? What is about the browser is. */
function staysBeyond({ id }: Phrase): boolean {
  return id === 'document.autosave.failed';
}

type DocumentActions = Pick<Actions, 'edit' | 'undo' | 'redo' | 'openDocument' | 'dice'>;

/** Another document: what was picked or typed belongs to the one before. */
const NOTHING_PICKED = {
  focusNode: undefined,
  ruleSelection: undefined,
  madeBy: undefined,
  starting: false,
  drafts: {},
  releases: {},
} as const;

function notify(access: Access, notice: Phrase): void {
  access.set(({ view }) => ({ view: { ...view, notices: [...view.notices, notice] } }));
}

/** The left panel shows what is on the stage: a pasted node, or the cluster in the tab that was open. */
function tabOf({ subject }: Document, before: LeftTab): LeftTab {
  if (subject === 'pasted') return 'pasted';
  return before === 'pasted' ? 'cluster' : before;
}

/** An edit that fails is a fault of this program: it is said, and the document stays as it was. */
function attempt(access: Access, change: () => Document): Document | undefined {
  try {
    return change();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    notify(access, phrase('document.edit.failed', { message }));
    return undefined;
  }
}

/** Everything that changes the document. Undo is zundo's list of past documents; this decides what becomes a step. */
function documentActions(access: Access, runner: Runner): DocumentActions {
  let burst: string | undefined;
  const put = (present: Document, intent: EditIntent): void => {
    const key = typeof intent === 'object' ? intent.coalesce : undefined;
    const silent = intent === 'skip' || (key !== undefined && key === burst);
    burst = intent === 'skip' ? burst : key;
    const past = access.temporal().getState();
    if (silent) past.pause();
    access.set(() => ({ document: { present } }));
    if (silent) past.resume();
  };
  const edit: Actions['edit'] = (fn, intent = 'record') => {
    const before = access.get().document.present;
    const after = attempt(access, () => fn(before)) ?? before;
    const beyond = after === before ? undefined : documentBeyondLimits(after, before);
    if (beyond) notify(access, beyond);
    else if (after !== before) put(after, intent);
  };
  const travel = (move: 'undo' | 'redo'): void => {
    burst = undefined;
    access.temporal().getState()[move]();
  };
  const openDocument = (document: Document, view: SharedView = {}): void => {
    put(document, 'record');
    access.set(({ view: old, run }) => ({
      view: {
        ...old,
        ...NOTHING_PICKED,
        leftTab: tabOf(document, old.leftTab),
        selection: view.selection,
        notices: [...old.notices.filter(staysBeyond), ...(view.refused ? [view.refused] : [])],
        ...comparedOf(view, old.compare),
      },
      run: { ...run, flowId: undefined, outcome: undefined, sent: undefined },
    }));
    const flows = flowsOfSubject(document);
    const flow = flows.find(({ id }) => id === view.flowId) ?? flows[0];
    if (!flow) return;
    const playback = { playing: view.playhead === undefined && !access.calm(), playhead: view.playhead ?? 0 };
    runner.show(flow.id, playback, flow.id === view.flowId ? view.asked : undefined);
  };
  return {
    edit,
    undo: () => travel('undo'),
    redo: () => travel('redo'),
    openDocument,
    dice: () => {
      edit((document) => ({ ...document, seed: access.random() }), { coalesce: 'dice' });
      const { flowId } = access.get().run;
      if (flowId !== undefined) runner.show(flowId, { playing: true, playhead: 0 });
    },
  };
}

/**
 * Is it decided here who gets the packet, or that nobody does? A draw, a lookup in a map, a scheduler, a proxy's
 * turn, a drop or a refusal.
 */
export function isDecision({ data }: FlatStep): boolean {
  const { kind } = data;
  if (kind === 'rule') {
    return data.odds !== undefined || data.lookup !== undefined || ['DROP', 'REJECT'].includes(data.verdict.kind);
  }
  if (kind === 'policy') return data.verdict.kind === 'DROP';
  if (kind === 'ipvs') return data.at === 'in' && data.from !== 'connection';
  if (kind === 'originate') return data.reason !== undefined;
  return kind === 'stop';
}

type ViewActions = Omit<Actions, keyof DocumentActions | keyof RunActions>;

/** Everything that changes how things are looked at, and nothing else. */
function viewActions(access: Access): ViewActions {
  const patch: Patch = (change) => access.set((state) => ({ view: { ...state.view, ...change(state.view, state) } }));
  return {
    ...playbackActions(patch),
    select: (selection) => patch(() => ({ selection })),
    selectRule: (ruleSelection) => patch(() => ({ ruleSelection })),
    showMadeBy: (madeBy) => patch(() => (madeBy ? { madeBy, inspectorTab: 'rules' } : { madeBy })),
    focusNode: (focusNode) => patch(() => ({ focusNode })),
    showInspector: (inspectorTab) => patch(() => ({ inspectorTab })),
    showLeft: (leftTab) => patch(() => ({ leftTab })),
    setTheme: (theme) => patch(() => ({ theme })),
    setLocale: (locale) => patch(() => ({ locale })),
    setPane: (id, sizes) => patch(({ panes }) => ({ panes: { ...panes, [id]: sizes } })),
    setCollapsed: (id, on) => patch(({ collapsed }) => ({ collapsed: { ...collapsed, [id]: on } })),
    setDraft: (editor, text) => patch(({ drafts }) => ({ drafts: withDraft(drafts, editor, text) })),
    leaveRelease: (mode, release) => patch(({ releases }) => ({ releases: { ...releases, [mode]: release } })),
    settle: (id) => patch(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) })),
    notify: (notice) => patch(({ notices }) => ({ notices: [...notices, notice] })),
    dismissNotice: () => patch(({ notices }) => ({ notices: notices.slice(1) })),
    setStarting: (starting) => patch(() => ({ starting })),
    setCompare: (change) => patch(({ compare }) => ({ compare: { ...compare, ...change } })),
    setCompareTick: (compareTick) => patch(() => ({ compareTick })),
  };
}

function withDraft(drafts: ViewState['drafts'], editor: string, text: string | undefined): ViewState['drafts'] {
  const { [editor]: _old, ...others } = drafts;
  return text === undefined ? others : { ...others, [editor]: text };
}

type Patch = (change: (view: ViewState, state: BenchState) => Partial<ViewState>) => void;
type PlaybackActions = Pick<
  Actions,
  | 'play'
  | 'pause'
  | 'togglePlaying'
  | 'setPlayhead'
  | 'step'
  | 'jump'
  | 'tick'
  | 'setLegFilter'
  | 'setSpeed'
  | 'setLoop'
>;

function playbackActions(patch: Patch): PlaybackActions {
  return {
    play: () => patch(startPlaying),
    pause: () => patch(() => ({ playing: false })),
    togglePlaying: () => patch((view, state) => (view.playing ? { playing: false } : startPlaying(view, state))),
    setPlayhead: (playhead) => patch((_, state) => ({ playhead: clamp(playhead, 0, shownSteps(state).length - 1) })),
    step: (direction) => patch((view, state) => ({ playing: false, playhead: stepFrom(view, state, direction) })),
    jump: (to, direction = 1) =>
      patch((view, state) => ({ playing: false, playhead: jumpFrom(view, state, to, direction) })),
    tick: (milliseconds) => patch((view, state) => tickFrom(view, state, milliseconds)),
    setLegFilter: (legFilter) => patch(() => ({ legFilter })),
    setSpeed: (speed) => patch(() => ({ speed })),
    setLoop: (loop) => patch(() => ({ loop })),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** Pressing play at the end starts over. */
function startPlaying(view: ViewState, state: BenchState): Partial<ViewState> {
  const range = playRange(shownSteps(state), view.legFilter);
  if (!range) return {};
  const inside = view.playhead >= range.first && view.playhead < range.last;
  return { playing: true, playhead: inside ? view.playhead : range.first };
}

function stepFrom(view: ViewState, state: BenchState, direction: 1 | -1): number {
  const range = playRange(shownSteps(state), view.legFilter);
  if (!range) return 0;
  const next = direction === 1 ? Math.floor(view.playhead) + 1 : Math.ceil(view.playhead) - 1;
  return clamp(next, range.first, range.last);
}

/** While the engine works, what is shown may be about to go: the packet waits. */
function tickFrom(view: ViewState, state: BenchState, milliseconds: number): Partial<ViewState> {
  if (!view.playing || state.run.status === 'working') return {};
  const range = playRange(shownSteps(state), view.legFilter);
  if (!range) return {};
  const from = clamp(view.playhead, range.first, range.last);
  const playhead = from + (milliseconds / 1000) * STEPS_PER_SECOND * view.speed;
  if (playhead < range.last) return { playhead };
  return view.loop ? { playhead: range.first } : { playhead: range.last, playing: false };
}

/** The first step of a hop, a NAT step, the first step of a later leg: where a reader wants to stop. */
const IS_TARGET: Readonly<Record<Exclude<JumpTarget, 'start' | 'end'>, (step: FlatStep) => boolean>> = {
  nat: ({ data }) => headerBefore(data) !== undefined,
  hop: ({ step }) => step === 0,
  decision: isDecision,
  landmark: ({ data, step }) => headerBefore(data) !== undefined || step === 0,
  reply: ({ leg, hop, step }) => leg === 1 && hop === 0 && step === 0,
};

function jumpFrom(view: ViewState, state: BenchState, to: JumpTarget, direction: 1 | -1): number {
  const steps = shownSteps(state);
  const range = playRange(steps, view.legFilter);
  if (!range) return 0;
  if (to === 'start') return range.first;
  if (to === 'end') return range.last;
  if (to === 'reply') return steps.find(IS_TARGET.reply)?.index ?? view.playhead;
  const here = view.playhead;
  const wanted = steps.filter((step) => IS_TARGET[to](step) && step.index >= range.first && step.index <= range.last);
  const found =
    direction === 1 ? wanted.find(({ index }) => index > here) : wanted.findLast(({ index }) => index < here);
  return found?.index ?? (direction === 1 ? range.last : range.first);
}

/** How many undo steps are kept. Documents share structure, so a step costs what it changed. */
const UNDO_LIMIT = 200;

interface BenchOptions {
  readonly document?: Document;
  readonly preferences?: Partial<Preferences>;
  /** Absent: nothing is computed until {@link BenchStore.attachEngine}. */
  readonly engine?: EngineClient;
  /** 32 random bits for the dice; tests hand in their own. */
  readonly random?: () => number;
  /** Does the person want less motion? Then nothing plays by itself. Absent: no. */
  readonly calm?: () => boolean;
}

type Undoable = { readonly document: DocumentState };

/** A store with its past. */
export interface BenchStore extends StoreApi<BenchState> {
  readonly temporal: StoreApi<TemporalState<Undoable>>;
  /** Connects the engine; the present document is opened at once. */
  readonly attachEngine: (engine: EngineClient) => void;
  /** Resolves when nothing is being computed any more. */
  readonly settled: () => Promise<void>;
}

/** The part of a store that slices need: read and merge. */
export interface Access {
  readonly get: () => BenchState;
  readonly set: (change: (state: BenchState) => Partial<BenchState>) => void;
  readonly temporal: () => StoreApi<TemporalState<Undoable>>;
  readonly random: () => number;
  readonly calm: () => boolean;
}

function random32(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

function initialState(options: BenchOptions, actions: Actions): BenchState {
  return {
    document: { present: options.document ?? emptyDocument() },
    view: {
      ...DEFAULT_PREFERENCES,
      ...options.preferences,
      selection: undefined,
      focusNode: undefined,
      ruleSelection: undefined,
      madeBy: undefined,
      playing: false,
      playhead: 0,
      legFilter: 'all',
      inspectorTab: 'trace',
      leftTab: 'cluster',
      drafts: {},
      releases: {},
      notices: [],
      starting: false,
      reading: undefined,
      reload: undefined,
      compare: NOTHING_COMPARED,
      compareTick: 0,
    },
    run: {
      status: 'idle',
      flowId: undefined,
      outcome: undefined,
      sent: undefined,
      result: undefined,
      bench: undefined,
      shownDocument: undefined,
      error: undefined,
      rules: {},
    },
    canUndo: false,
    canRedo: false,
    actions,
  };
}

/** Makes a bench: the page has one ({@link bench} in hooks.ts), every test its own. */
export function createBench(options: BenchOptions = {}): BenchStore {
  const access: Access = {
    get: () => store.getState(),
    set: (change) => store.setState(change),
    temporal: () => store.temporal,
    random: options.random ?? random32,
    calm: options.calm ?? (() => false),
  };
  const runner = createRunner(access);
  const actions: Actions = { ...documentActions(access, runner), ...viewActions(access), ...runner.actions };
  const store = createStore<BenchState>()(
    temporal(() => initialState(options, actions), {
      partialize: (state): Undoable => ({ document: state.document }),
      equality: (past, current) => past.document.present === current.document.present,
      limit: UNDO_LIMIT,
    }),
  );
  store.temporal.subscribe(({ pastStates, futureStates }) => {
    const [canUndo, canRedo] = [pastStates.length > 0, futureStates.length > 0];
    const state = store.getState();
    if (state.canUndo !== canUndo || state.canRedo !== canRedo) store.setState({ canUndo, canRedo });
  });
  store.subscribe((state, before) => {
    const [now, then] = [state.document.present, before.document.present];
    if (now === then) return;
    runner.changed();
    const { view } = store.getState();
    const notices = view.notices.filter((notice) => !isOver(notice, then, now));
    if (notices.length < view.notices.length) store.setState({ view: { ...view, notices } });
  });
  if (options.engine) runner.attach(options.engine);
  return Object.assign(store, { attachEngine: runner.attach, settled: runner.settled });
}
