import { temporal, type TemporalState } from 'zundo';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Document, emptyDocument } from '../core/document/document';
import type { EngineClient } from '../engine/client';
import { documentActions, isOver } from './document-slice';
import { EMPTY_INBOX, inboxActions } from './inbox-slice';
import { manyActions, NO_CROWD } from './many';
import { DEFAULT_PREFERENCES } from './preferences';
import { NOT_REDACTED, redactionActions } from './redaction-slice';
import { createRunner, NOTHING_RUN, type Runner } from './run-slice';
import { openScene } from './scenes';
import type { Access, Undoable } from './access';
import type { Actions, BenchState } from './types';
import type { Preferences } from './view-state';
import { NOTHING_VIEWED, viewActions } from './view-slice';

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

/** A store with its past. */
export interface BenchStore extends StoreApi<BenchState> {
  readonly temporal: StoreApi<TemporalState<Undoable>>;
  /** Connects the engine; the present document is opened at once. */
  readonly attachEngine: (engine: EngineClient) => void;
  /** What the engine said of a document when the page was built: shown until it has said so here. */
  readonly showPrecomputed: Runner['showPrecomputed'];
  /** Resolves when nothing is being computed any more. */
  readonly settled: () => Promise<void>;
}

function random32(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

function initialState(options: BenchOptions, actions: Actions): BenchState {
  const present = options.document ?? emptyDocument();
  return {
    document: { present, opening: 0, origin: { id: '', from: 'shipped', opened: present } },
    view: { ...DEFAULT_PREFERENCES, ...options.preferences, ...NOTHING_VIEWED },
    run: NOTHING_RUN,
    many: NO_CROWD,
    draws: undefined,
    inbox: EMPTY_INBOX,
    redaction: NOT_REDACTED,
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
    subscribe: (listener) => store.subscribe(listener),
    temporal: () => store.temporal,
    random: options.random ?? random32,
    calm: options.calm ?? (() => false),
  };
  const runner = createRunner(access);
  const actions: Actions = {
    ...documentActions(access, runner),
    ...viewActions(access),
    openScene: (wanted) => openScene(access, wanted),
    ...runner.actions,
    ...manyActions(access, runner.actions),
    drawAgain: async () => (await import('./draws')).drawAgain({ access, actions: runner.actions }),
    drawMany: async () => (await import('./draws')).drawMany({ access, actions: runner.actions }),
    ...inboxActions(access),
    ...redactionActions(access),
  };
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
  return Object.assign(store, {
    attachEngine: runner.attach,
    showPrecomputed: runner.showPrecomputed,
    settled: runner.settled,
  });
}
