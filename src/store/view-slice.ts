import { NOTHING_COMPARED } from './preferences';
import { headerBefore, playRange, shownSteps, type FlatStep } from './selectors';
import type { Access } from './access';
import type { BenchState } from './types';
import {
  type JumpTarget,
  type PlaybackActions,
  type Preferences,
  STEPS_PER_SECOND,
  type ViewActions,
  type ViewState,
} from './view-state';

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
  if (kind === 'ebpf' || kind === 'vfp')
    return data.odds !== undefined || data.did === 'dropped' || data.did === 'refused';
  if (kind === 'originate') return data.reason !== undefined;
  return kind === 'stop';
}

/** Everything that changes how things are looked at, and nothing else. */
export function viewActions(access: Access): Omit<ViewActions, 'openScene'> & PlaybackActions {
  const patch: Patch = (change) => access.set((state) => ({ view: { ...state.view, ...change(state.view, state) } }));
  return {
    ...playbackActions(patch),
    setDepth: (depth) => patch(() => ({ depth, opensWith: depth, sheet: undefined })),
    leaveSheet: (id, left) => patch(({ leftSheets }) => ({ leftSheets: { ...leftSheets, [id]: left } })),
    setRealRules: (realRules) => patch(() => ({ realRules })),
    setHides: (hides) => patch(() => ({ hides })),
    setSheetWay: (sheetWay) => patch(() => ({ sheetWay })),
    reachMoment: () => patch(() => ({ wantedMoment: undefined })),
    setSheets: (sheets) => patch(() => ({ sheets })),
    markSeen: (id) => patch(({ seen }) => ({ seen: id === undefined ? [] : [...new Set([...seen, id])] })),
    select: (selection) => patch(() => ({ selection })),
    selectRule: (ruleSelection) => patch(() => ({ ruleSelection })),
    selectLine: (lineSelection) => patch(() => ({ lineSelection })),
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

/** How things are looked at before anybody has looked. */
export const NOTHING_VIEWED: Omit<ViewState, keyof Preferences> = {
  depth: 'bench',
  sheet: undefined,
  sheetFigure: undefined,
  leftSheets: {},
  scene: undefined,
  time: undefined,
  wantedMoment: undefined,
  hides: false,
  sheetWay: undefined,
  realRules: false,
  selection: undefined,
  focusNode: undefined,
  ruleSelection: undefined,
  lineSelection: undefined,
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
};
