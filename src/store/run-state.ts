import type { RuleInNetns, NotReached } from '../core/questions/why/not-asked';
import type { Document } from '../core/document/document';
import type { Phrase } from '../core/lib/phrase';
import type { RuleRef } from '../core/linux/hooks';
import type { IpFamily } from '../core/net/ip';
import type { Origin } from '../core/kubernetes/proxy/mode';
import type { QuestionKind, StoryQuestion } from '../core/story/question';
import type { PrecomputedWalk } from '../engine/precompute';
import type { ShownListing } from './changes';
import type { Story } from '../engine/questions/story';
import type {
  Bench,
  ManyOptions,
  ManyView,
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
import type { PartPlace } from './selection';
import type { DocumentState } from './document-state';

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
  readonly precomputed: PrecomputedWalk | undefined;
}

/** What a picture was computed from. */
export interface PictureSource {
  readonly document: Document;
  readonly opening: DocumentState['opening'];
  /** Milliseconds of its script; absent: the document as it stands. */
  readonly at?: number;
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
  readonly whyNotAsked: (rule: RuleInNetns) => Promise<NotReached | undefined>;
  /** The object and field a generated rule, element or server comes from. */
  readonly origin: (place: PartPlace) => Promise<Origin | undefined>;
  /** Everything a Service or service port made in a namespace. */
  readonly parts: (netns: string, family: IpFamily, wanted: WantedPort) => Promise<readonly PartRow[]>;
}
