import type { SheetState } from '../core/sheet/render';
import type { AskedRule, NotAsked } from '../core/questions/why/not-asked';
import type { Locale } from '../content/phrases';
import type { Document } from '../core/document/document';
import type { Phrase } from '../core/lib/phrase';
import type { RuleRef } from '../core/linux/hooks';
import type { IpFamily } from '../core/net/ip';
import type { RouteKind } from '../core/kubernetes/ingress/kinds';
import type { Origin } from '../core/kubernetes/proxy/mode';
import type { ProxyModeId } from '../core/kubernetes/types';
import type { QuestionKind, StoryQuestion } from '../core/story/question';
import type { DrawsActions, DrawsState } from './draws';
import type { ManyActions, ManyState } from './many';
import type { Foretold } from '../engine/foretell';
import type { ShownListing } from './changes';
import type { InboxActions, InboxState } from './inbox-slice';
import type { RedactionActions, RedactionState } from './redaction-slice';
import type { Story } from '../engine/questions/story';
import type {
  Bench,
  ManyOptions,
  ManyView,
  PaneSpec,
  PartRef,
  PartRow,
  RequestsOptions,
  RequestsView,
  RuleExplanation,
  LineRange,
  RulesView,
  RunResult,
  SentOptions,
  TimePlace,
  StepAddress,
  WantedPort,
} from '../engine/protocol';

/** What the person has picked anywhere on the page; every view lights it. */
export type Selection =
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'pod' | 'service' | 'deployment'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'route'; readonly object: RouteKind; readonly namespace: string; readonly name: string }
  | { readonly kind: 'flow'; readonly id: string }
  | { readonly kind: 'netns'; readonly id: string }
  | { readonly kind: 'pasted'; readonly id: string };

/** One rule of one namespace and family. */
export interface RuleSelection {
  readonly netns: string;
  readonly family: IpFamily;
  readonly ref: RuleRef;
}

/** A line of a dump that is no rule: by the part it stands for, so that it is found again after an edit. */
export interface LineSelection {
  readonly netns: string;
  readonly family: IpFamily;
  /** Absent: the line belongs to the dump's own structure. */
  readonly part?: PartRef | undefined;
  /** Where it stood when it was picked. */
  readonly line?: number | undefined;
}

/** Something kube-proxy left in one namespace, for one family. */
export interface PartPlace {
  readonly netns: string;
  readonly family: IpFamily;
  readonly at: PartRef;
}

export const INSPECTOR_TABS = ['packet', 'trace', 'rules', 'conntrack', 'routes', 'why'] as const;
export type InspectorTab = (typeof INSPECTOR_TABS)[number];
export const LEFT_TABS = ['cluster', 'yaml', 'pasted'] as const;
export type LeftTab = (typeof LEFT_TABS)[number];
export type Theme = 'system' | 'light' | 'dark';
export type LegFilter = 'all' | 'request' | 'reply';

/** The walk as moments, one sentence each; or as every step, with all that can be edited around it. */
export type Depth = 'story' | 'bench';

/** The scene that is told: one of `content/scenes`, or of the author's own. */
export interface ShownScene {
  readonly id: string;
  /** The lesson it is told in: its question is asked, and its next scene follows. Absent: it is told straight through. */
  readonly lesson?: string;
}

/** A scene to be told, and where it begins: what a short link says. */
export interface WantedScene extends ShownScene {
  /** Counted from 1; it stands still there. Absent: it is told from the first. */
  readonly moment?: number;
  /** Another mode than its own. */
  readonly mode?: ProxyModeId;
  /** What comes is asked before it is shown. */
  readonly hides?: boolean;
}

/** A walk somebody kept to be told: a document with its flow, where it begins, what is asked and said. */
export interface OwnScene {
  /** `own-3`. */
  readonly id: string;
  readonly title: string;
  /** For whoever speaks. */
  readonly notes: string;
  /** Absent: nothing is asked. */
  readonly question?: QuestionKind;
  /** Where it begins, counted from 1. Absent: at the first. */
  readonly moment?: number;
  readonly flowId: string;
  /** As `encodeDocument` writes it. */
  readonly document: string;
}

/** Scenes in an author's order. */
export interface OwnLesson {
  readonly title: string;
  readonly goal: string;
  readonly scenes: readonly OwnScene[];
  /** True of a lesson that came by a link and was not changed: the next one that comes takes its place. */
  readonly received?: true;
}

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
  /** The author's own lesson. */
  readonly own: OwnLesson;
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

/** A Sheet as its reader left it: what was turned, drawn and answered, and how far it was scrolled, px. */
export interface LeftSheet {
  readonly state: SheetState;
  readonly top: number;
  /** The figure it was opened at. */
  readonly figure?: string | undefined;
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
  /** The story for a room: nothing but the story, in large type. */
  readonly presenting: boolean;
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

/** `working`: the engine is busy; what is shown is the last good picture. */
export type RunStatus = 'idle' | 'working' | 'ready' | 'failed';

export interface RunState {
  readonly status: RunStatus;
  /** The flow that is shown, or being computed. */
  readonly flowId: string | undefined;
  /** The outcome asked for instead of the seed's pick. */
  readonly outcome: number | undefined;
  /** The one of many connections whose walk is asked for. */
  readonly sent: SentOptions | undefined;
  readonly result: RunResult | undefined;
  readonly bench: Bench | undefined;
  /**
   * The document {@link bench} and {@link result} were computed from: when it is not the present one, the picture is old,
   * or of a moment of its script.
   */
  readonly shownDocument: Document | undefined;
  /** Where {@link shownDocument} comes from; undefined: nothing was computed here yet. */
  readonly shownSource: PictureSource | undefined;
  readonly error: Phrase | undefined;
  /** Rules already fetched, by `netns family`; old ones stay until the new ones are there. */
  readonly rules: Readonly<Record<string, RulesView>>;
  /** Listings that were shown, with what the last edit changed in each; by `netns family`. */
  readonly listings: Readonly<Record<string, ShownListing>>;
  /** The example the page began with, as it is shipped, and what was said of it when the page was built. */
  readonly foretold: Foretold | undefined;
}

/** Where the document on the bench comes from. */
export interface DocumentOrigin {
  /** Tells documents apart in what is kept. */
  readonly id: string;
  /** `shipped`: an example, a scene, an empty one. `link`: a link somebody sent. `here`: made, pasted or opened from a file. */
  readonly from: 'shipped' | 'link' | 'here';
  /** The document as it was opened. */
  readonly opened: Document;
}

export interface DocumentState {
  readonly present: Document;
  /** Edits keep it, undo brings it back with its document. */
  readonly origin: DocumentOrigin;
  /** Which opening of a document it comes from: edits keep the number, opening another document takes the next one. */
  readonly opening: number;
}

/** What a picture was computed from. */
export interface PictureSource {
  readonly document: Document;
  readonly opening: DocumentState['opening'];
  /** Milliseconds of its script; absent: the document as it stands. */
  readonly at?: number;
}

/**
 * `record`: one undo step. `coalesce`: edits in a row with the same key are one undo step. `skip`: none. `replace`: one undo
 * step, and what comes is another document made here: the one before is kept as when one is opened.
 */
export type EditIntent = 'record' | 'skip' | 'replace' | { readonly coalesce: string };

export type JumpTarget = 'start' | 'end' | 'nat' | 'hop' | 'decision' | 'landmark' | 'reply';

/** Changes of the document: what undo knows of. */
export interface DocumentActions {
  /** Applies a pure edit of core/document/edits; an edit that returns the same document does nothing. */
  readonly edit: (fn: (document: Document) => Document, intent?: EditIntent) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Replaces the document (undoable) and sends its first flow, or the view's. `origin`: another than one that is shipped. */
  readonly openDocument: (
    document: Document,
    view?: SharedView,
    origin?: Partial<Pick<DocumentOrigin, 'id' | 'from'>>,
  ) => void;
  /** Takes a new seed (one undo step for rolls in a row) and plays what it picks. */
  readonly dice: () => void;
}

/** What is computed: which walk is shown, and questions to the engine that leave the picture as it is. */
export interface RunActions {
  /** Shows a flow at its first (or another) step, standing still. */
  readonly selectFlow: (id: string, playhead?: number) => void;
  /** Shows a flow and plays it from the start. */
  readonly send: (id: string) => void;
  /** Shows outcome `index` of the shown flow instead of the seed's pick; undefined: the seed's pick again. */
  readonly showOutcome: (index: number | undefined) => void;
  /** Shows the walk of one of many connections at its first step; undefined: the seed's pick again. */
  readonly showSent: (sent: SentOptions | undefined) => void;
  /** Shows the walk of one of many connections where the playhead is, standing still. */
  readonly drawSent: (sent: SentOptions) => void;
  /** Puts a moment of the document's script on the bench, or a request of it; undefined: the document as it stands. */
  readonly showTime: (time: TimePlace | undefined) => void;
  /** Stops what the engine is doing; the last good picture stays. */
  readonly cancel: () => void;

  /** Many new connections of a flow; what is shown stays. */
  readonly sendMany: (flowId: string, options: ManyOptions) => Promise<ManyView | undefined>;
  /** Requests over connections that stay open; what is shown stays. */
  readonly sendRequests: (flowId: string, options: RequestsOptions) => Promise<RequestsView | undefined>;
  /** The shown walk in moments; undefined: it could not be told. `apart`: those of its way that say little are not told as one. */
  readonly tell: (apart?: boolean) => Promise<Story | undefined>;
  /** What can be asked of the shown walk, of some kinds, before it is told. */
  readonly quiz: (kinds: readonly QuestionKind[]) => Promise<readonly StoryQuestion[]>;
  /** The seed's pick of a flow, beside the one that is shown. */
  readonly walk: (flowId: string) => Promise<RunResult | undefined>;

  /** Fetches the rules of a namespace into `run.rules` unless they are there and fresh. */
  readonly loadRules: (netns: string, family: IpFamily) => Promise<RulesView | undefined>;
  /** Fetches rows of a listing into `run.rules`. */
  readonly loadRows: (view: RulesView, lines: LineRange) => void;
  /** In which lines of a listing words stand; undefined: it is another one by now. */
  readonly findLines: (view: RulesView, query: string, signal: AbortSignal) => Promise<Uint32Array | undefined>;
  /** On which line of a listing something stands. */
  readonly placeOf: (view: RulesView, part: PartRef) => Promise<number | undefined>;
  /** A listing is shown: {@link RunState.listings} tells what the last edit changed in it. */
  readonly noteListing: (view: RulesView) => void;
  /** Why a rule did or did not match at a step of the shown trace. */
  readonly explainRule: (at: StepAddress, ref: RuleRef) => Promise<RuleExplanation | undefined>;
  /** Why a rule was not asked on the shown walk. */
  readonly whyNotAsked: (rule: AskedRule) => Promise<NotAsked | undefined>;
  /** The object and field a generated rule, element or server comes from. */
  readonly origin: (place: PartPlace) => Promise<Origin | undefined>;
  /** Everything a Service or service port made in a namespace. */
  readonly parts: (netns: string, family: IpFamily, wanted: WantedPort) => Promise<readonly PartRow[]>;
}

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
  /** Begins or ends presenting; what is presented is the story. */
  readonly setPresenting: (presenting: boolean) => void;
  /** The story has gone to the moment it was to begin with. */
  readonly reachMoment: () => void;
  /** Puts a scene on the bench and tells it. False: there is none of that id. */
  readonly openScene: (wanted: WantedScene) => Promise<boolean>;
  /** The author's own lesson, as it is now. */
  readonly setOwn: (own: OwnLesson) => void;
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

/** At speed 1. */
export const STEPS_PER_SECOND = 3;
