import type { SheetState } from '../core/sheet/state';
import type { Locale } from '../content/phrases';
import type { Document } from '../core/document/document';
import type { Phrase } from '../core/lib/phrase';
import type { ProxyModeId } from '../core/kubernetes/types';
import type { PaneSpec, SentOptions, TimePlace, WantedPort } from '../engine/protocol';
import type { Selection, RuleSelection, LineSelection } from './selection';
import type { ShownScene, WantedScene, OwnSheet } from './scene-state';

export const INSPECTOR_TABS = ['packet', 'trace', 'rules', 'conntrack', 'routes', 'why'] as const;
export type InspectorTab = (typeof INSPECTOR_TABS)[number];
export const LEFT_TABS = ['cluster', 'yaml', 'pasted'] as const;
export type LeftTab = (typeof LEFT_TABS)[number];
export type Theme = 'system' | 'light' | 'dark';
export type LegFilter = 'all' | 'request' | 'reply';

/** The walk as moments, one sentence each; or as every step, with all that can be edited around it. */
export type Depth = 'story' | 'bench';

/** Kept on this machine only, never in a document or a link. */
export interface Preferences {
  readonly theme: Theme;
  readonly locale: Locale;
  /** Steps a second are {@link STEPS_PER_SECOND} times this. */
  readonly speed: number;
  readonly loop: boolean;
  /** Sizes of resizable panes, whatever their owner stores, by the pane group's id. */
  readonly panes: Readonly<Record<string, readonly number[]>>;
  readonly collapsed: Readonly<Record<string, boolean>>;
  /** What the person last chose to look at; undefined: nothing yet. */
  readonly opensWith: Depth | undefined;
  /** Scenes that were seen to their end. */
  readonly seen: readonly string[];
  /** Sheets of somebody's own. */
  readonly sheets: readonly OwnSheet[];
}

/** What the comparison shows: one flow moment by moment, many flows' ends, or the rules. */
export const COMPARE_TABS = ['walk', 'probes', 'rules'] as const;
export type CompareTab = (typeof COMPARE_TABS)[number];

/** The comparison: open or put aside, and what it is of. No edit of the document. */
export interface CompareState {
  readonly open: boolean;
  readonly tab: CompareTab;
  /** Undefined: every mode. */
  readonly panes: readonly PaneSpec[] | undefined;
  /** A generated flow instead of the shown one. */
  readonly probe: string | undefined;
  /** Of the first pane; undefined: what the seed picks. */
  readonly outcome: number | undefined;
  /** Documents of panes that are not the one on the bench, by the keys panes name them by. */
  readonly documents: Readonly<Record<string, Document>>;
}

/** Another walk of a flow than the seed's pick: an outcome by its place in the list, or one of many connections sent. */
export interface WantedWalk {
  readonly outcome?: number;
  readonly sent?: SentOptions;
}

/** The part of the view that rides along in a link. */
export interface SharedView {
  readonly asked?: WantedWalk;
  readonly flowId?: string;
  readonly playhead?: number;
  readonly selection?: Selection;
  readonly depth?: Depth;
  readonly scene?: ShownScene;
  /** The moment of the story it begins with, counted from 1, once it is told. */
  readonly moment?: number;
  readonly hides?: boolean;
  /** The bench's stage shows every device. */
  readonly devices?: true;
  /** The Sheet that is read over it. */
  readonly sheet?: string;
  readonly time?: TimePlace;
  readonly compare?: CompareState & { readonly tick: number };
  /** Why a part of it cannot be shown here. */
  readonly refused?: Phrase;
}

/** A Sheet as its reader left it: what was turned, drawn and answered, and what was read. */
export interface LeftSheet {
  readonly state: SheetState;
  /**
   * The block at the top of the page, by its place, and how far its beginning stood below that, px. `figure`: the first one from
   * there on, by its name: what lanes are asked comes once they were lived through, and moves the places of all that follows.
   */
  readonly at: { readonly block: number; readonly below: number; readonly figure?: string };
  /** The figure it was opened at. */
  readonly figure?: string | undefined;
  /** In the frame of another page: the moment of its walk that page asked for, counted from 1. */
  readonly moment?: number | undefined;
}

export interface ViewState extends Preferences {
  readonly depth: Depth;
  /** The Sheet that is read; undefined: none. */
  readonly sheet: string | undefined;
  /** The figure of it that is asked for. */
  readonly sheetFigure: string | undefined;
  /** Sheets that were read and left, by id. */
  readonly leftSheets: Readonly<Record<string, LeftSheet>>;
  /** The scene the document came from, however it was edited since; undefined: none. */
  readonly scene: ShownScene | undefined;
  /** The moment of the document's script that is on the bench, or a request of it; undefined: the document as it stands. */
  readonly time: TimePlace | undefined;
  /** The moment to go to once the story is told, counted from 1. */
  readonly wantedMoment: number | undefined;
  /** Hide what comes: each choice, verdict and source is asked before it is shown. */
  readonly hides: boolean;
  /** What is to be done with a Sheet once it is there; undefined: it is read. */
  readonly sheetWay: { readonly sheet: string; readonly is: 'presented' | 'printed' | 'edited' } | undefined;
  /** The story shows the kernel's own rules instead of its drawing of them. */
  readonly realRules: boolean;
  readonly selection: Selection | undefined;
  /** The node namespace whose datapath is open; undefined: follow the packet. */
  readonly focusNode: string | undefined;
  readonly ruleSelection: RuleSelection | undefined;
  readonly lineSelection: LineSelection | undefined;
  /** The Service or service port of which the rules tab lists what it made; undefined: the whole dump. */
  readonly madeBy: WantedPort | undefined;
  readonly playing: boolean;
  /** Fractional index over flattenedSteps(result): 2.5 is half way from step 2 to step 3. */
  readonly playhead: number;
  readonly legFilter: LegFilter;
  readonly inspectorTab: InspectorTab;
  readonly leftTab: LeftTab;
  /** Text being typed and not yet (or not validly) in the document, by editor: `yaml`, `yaml:Service default/web`. */
  readonly drafts: Readonly<Record<string, string>>;
  /** The release each mode of this document was in when it was left. */
  readonly releases: Readonly<Partial<Record<ProxyModeId, string>>>;
  /** Sentences to show once (a broken link, a full disk), oldest first; each ends with its cause. */
  readonly notices: readonly Phrase[];
  /** Does the person still have to choose one of the three starts? */
  readonly starting: boolean;
  /** A long link is being read; aborting stops that. */
  readonly reading: AbortController | undefined;
  /** The page should be loaded anew: there is a newer version, or a part of it could not be loaded. */
  readonly reload: 'newer' | 'missing' | undefined;
  readonly compare: CompareState;
  /** The shared scrubber of the comparison. */
  readonly compareTick: number;
}

export type JumpTarget = 'start' | 'end' | 'nat' | 'hop' | 'decision' | 'landmark' | 'reply';

/** Where in the shown trace one is. */
export interface PlaybackActions {
  readonly play: () => void;
  readonly pause: () => void;
  readonly togglePlaying: () => void;
  /** Clamped to the shown trace; does not change `playing`. */
  readonly setPlayhead: (playhead: number) => void;
  /** To the next or previous whole step of the leg filter; pauses. */
  readonly step: (direction: 1 | -1) => void;
  /** To the next (or previous) step of that kind; pauses. `landmark`: NAT or hop. */
  readonly jump: (to: JumpTarget, direction?: 1 | -1) => void;
  /** Moves the playhead by a frame's time while playing; stops (or loops) at the end. Milliseconds. */
  readonly tick: (milliseconds: number) => void;
  readonly setLegFilter: (filter: LegFilter) => void;
  readonly setSpeed: (speed: number) => void;
  readonly setLoop: (loop: boolean) => void;
}

/** What is picked, open, typed and said. */
export interface ViewActions {
  /** Chooses what is looked at; the playhead stays where it is. */
  readonly setDepth: (depth: Depth) => void;
  readonly leaveSheet: (id: string, left: LeftSheet) => void;
  readonly setRealRules: (on: boolean) => void;
  readonly setHides: (hides: boolean) => void;
  /** What is to be done with a Sheet that comes. */
  readonly setSheetWay: (way: ViewState['sheetWay']) => void;
  /** The story has gone to the moment it was to begin with. */
  readonly reachMoment: () => void;
  /** Puts a scene on the bench and tells it. False: there is none of that id. */
  readonly openScene: (wanted: WantedScene) => Promise<boolean>;
  /** Keeps Sheets of somebody's own, as they are now. */
  readonly setSheets: (sheets: readonly OwnSheet[]) => void;
  /** A scene was seen to its end; undefined: no scene was. */
  readonly markSeen: (id: string | undefined) => void;
  readonly select: (selection: Selection | undefined) => void;
  readonly selectRule: (rule: RuleSelection | undefined) => void;
  /** Selects a line of a dump that is no rule; undefined lets it go. */
  readonly selectLine: (line: LineSelection | undefined) => void;
  /** Lists what a Service or service port made, in the rules tab; undefined: the whole dump again. */
  readonly showMadeBy: (port: WantedPort | undefined) => void;
  readonly focusNode: (netns: string | undefined) => void;
  readonly showInspector: (tab: InspectorTab) => void;
  readonly showLeft: (tab: LeftTab) => void;
  readonly setTheme: (theme: Theme) => void;
  readonly setLocale: (locale: Locale) => void;
  readonly setPane: (id: string, sizes: readonly number[]) => void;
  readonly setCollapsed: (id: string, collapsed: boolean) => void;
  /** Keeps what is typed in an editor; undefined forgets it. */
  readonly setDraft: (editor: string, text: string | undefined) => void;
  /** Keeps the release a mode is left in, for the way back. */
  readonly leaveRelease: (mode: ProxyModeId, release: string) => void;
  readonly notify: (notice: Phrase) => void;
  /** Takes a notice back: its cause is gone. */
  readonly settle: (id: Phrase['id']) => void;
  readonly dismissNotice: () => void;
  readonly setStarting: (starting: boolean) => void;
  /** Changes what is compared; the scrubber stays where it is. */
  readonly setCompare: (change: Partial<CompareState>) => void;
  readonly setCompareTick: (tick: number) => void;
}

/** At speed 1. */
export const STEPS_PER_SECOND = 3;
