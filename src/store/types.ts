import type { DrawsActions, DrawsState } from './draws';
import type { ManyActions, ManyState } from './many';
import type { InboxActions, InboxState } from './inbox-slice';
import type { RedactionActions, RedactionState } from './redaction-slice';
import type { ViewState, PlaybackActions, ViewActions } from './view-state';
import type { RunState, RunActions } from './run-state';
import type { DocumentState, DocumentActions } from './document-state';

export interface Actions
  extends
    DocumentActions,
    RunActions,
    PlaybackActions,
    ViewActions,
    ManyActions,
    DrawsActions,
    InboxActions,
    RedactionActions {}

export interface BenchState {
  readonly document: DocumentState;
  readonly view: ViewState;
  readonly run: RunState;
  readonly many: ManyState;
  /** Undefined: nothing was drawn in the story. */
  readonly draws: DrawsState | undefined;
  readonly inbox: InboxState;
  readonly redaction: RedactionState;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly actions: Actions;
}
