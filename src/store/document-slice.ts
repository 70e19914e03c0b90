import { type Document, flowsOfSubject, documentBeyondLimits } from '../core/document/document';
import { phrase, type Phrase } from '../core/lib/phrase';
import { comparedOf, DEVICES_OF_BENCH } from './preferences';
import type { Runner } from './run-slice';
import type { Access } from './access';
import { makeOrigin } from './origin';
import type { Actions } from './types';
import type { DocumentActions, DocumentState, EditIntent } from './document-state';
import type { LeftTab, SharedView, ViewState } from './view-state';

/** Has what a notice is about ended with a change of the document? */
export function isOver({ id }: Phrase, before: Document, now: Document): boolean {
  if (id === 'document.mode.other-release') return now.mode !== before.mode || now.release !== before.release;
  // What could not be done is over once something else was.
  return id === 'document.edit.failed' || id.includes('.limit.');
}

/** Is it still to be said when another document is put on the bench? What is about the browser is. */
function staysBeyond({ id }: Phrase): boolean {
  return id === 'document.autosave.failed';
}

/** Another document: what was picked or typed belongs to the one before. */
const NOTHING_PICKED = {
  focusNode: undefined,
  ruleSelection: undefined,
  lineSelection: undefined,
  madeBy: undefined,
  starting: false,
  drafts: {},
  releases: {},
} as const;

/** The part of the view that changes when a document is opened. */
function viewOfOpened(document: Document, view: SharedView, old: ViewState): Partial<ViewState> {
  return {
    ...NOTHING_PICKED,
    leftTab: getTab(document, old.leftTab),
    selection: view.selection,
    depth: view.depth ?? old.depth,
    sheet: view.sheet,
    scene: view.scene,
    time: view.time,
    wantedMoment: view.moment,
    ...(view.devices ? { collapsed: { ...old.collapsed, [DEVICES_OF_BENCH]: false } } : {}),
    hides: view.hides ?? (view.scene ? old.hides : false),
    notices: [...old.notices.filter(staysBeyond), ...(view.refused ? [view.refused] : [])],
    ...comparedOf(view, old.compare),
  };
}

function notify(access: Access, notice: Phrase): void {
  access.set(({ view }) => ({ view: { ...view, notices: [...view.notices, notice] } }));
}

/** The left panel shows what is on the stage: a pasted node, or the cluster in the tab that was open. */
function getTab({ subject }: Document, before: LeftTab): LeftTab {
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
export function documentActions(access: Access, runner: Runner): DocumentActions {
  let burst: string | undefined;
  let openings = 0;
  const put = (present: Document, intent: EditIntent, opened: Partial<DocumentState> = {}): void => {
    const key = typeof intent === 'object' ? intent.coalesce : undefined;
    const silent = intent === 'skip' || (key !== undefined && key === burst);
    burst = intent === 'skip' ? burst : key;
    const past = access.temporal().getState();
    if (silent) past.pause();
    access.set(({ document }) => ({ document: { ...document, ...opened, present } }));
    if (silent) past.resume();
  };
  const openingOf = (...made: Parameters<typeof makeOrigin>) => ({ opening: ++openings, origin: makeOrigin(...made) });
  const edit: Actions['edit'] = (fn, intent = 'record') => {
    const before = access.get().document.present;
    const after = attempt(access, () => fn(before)) ?? before;
    const beyond = after === before ? undefined : documentBeyondLimits(after, before);
    if (beyond) notify(access, beyond);
    else if (after !== before) put(after, intent, intent === 'replace' ? openingOf(after, { from: 'here' }) : {});
  };
  const travel = (move: 'undo' | 'redo'): void => {
    burst = undefined;
    access.temporal().getState()[move]();
  };
  const openDocument: Actions['openDocument'] = (document, view = {}, origin = {}) => {
    put(document, 'record', openingOf(document, origin));
    access.set(({ view: old, run }) => ({
      view: { ...old, ...viewOfOpened(document, view, old) },
      run: { ...run, flowId: undefined, outcome: undefined, sent: undefined },
      draws: undefined,
    }));
    const flows = flowsOfSubject(document);
    const flow = flows.find(({ id }) => id === view.flowId) ?? flows[0];
    if (!flow) return;
    const stands = view.playhead !== undefined || view.moment !== undefined || view.time !== undefined;
    const playback = { playing: !stands && !access.calm(), playhead: view.playhead ?? 0 };
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
