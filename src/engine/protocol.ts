import type { NodeIdentity } from '../core/paste/asking';
import type { SuggestedFlow } from '../core/paste/pasted';
import type { PastedConnection } from '../core/paste/pasted-connections';
import type { Assumption, FoundService, TextSummary } from '../core/paste/pasted-types';
import type { Comparison, PaneSpec } from '../core/questions/compare/compare';
import type { Phrase } from '../core/lib/phrase';
import type { Diagnostic } from '../core/formats/format';
import type { ExplainedPart, PartRef } from '../core/kubernetes/proxy/mode';
import type { WantedPort } from '../core/kubernetes/proxy/parts';
import type { PatchRelease } from '../core/kubernetes/proxy/release-changes';
import type { ClusterObjects, ProxyModeId } from '../core/kubernetes/types';
import type { AttachedProgram } from '../core/linux/ebpf/attached';
import type { Segment } from '../core/linux/namespace';
import type { Netns } from '../core/linux/netns';
import type { Route } from '../core/linux/routing/fib';
import type { Ladder } from '../core/linux/xtables/ladder';
import type { RulePart } from '../core/linux/xtables/rule-parts';
import type { AnyTableName, Hook, RuleRef } from '../core/linux/hooks';
import type { IpFamily } from '../core/net/ip';
import type { Bearing, ExpectedLanding } from '../core/sim/many-expected';
import type { Requests } from '../core/sim/many-requests';
import type { ManyWay } from '../core/sim/many';
import type { Outcome, Trace } from '../core/sim/trace';
import type { ClusterMoment } from '../core/timeline/moment';

export type {
  Assumption,
  Comparison,
  ExplainedPart,
  FoundService,
  PaneSpec,
  PartRef,
  SuggestedFlow,
  TextSummary,
  WantedPort,
};

/** A namespace as the page needs it to draw: everything but its rules. */
export interface NetnsView extends Pick<Netns, 'id' | 'title' | 'kind' | 'node' | 'devices' | 'sockets' | 'programs'> {
  /** All of `ip route show table all`, local table included. */
  readonly routes: readonly Route[];
  /** How many more addresses a device has than are listed, by its name; their local routes are left out, too. */
  readonly hiddenAddresses?: Readonly<Record<string, number>>;
  /** How many more sockets of the userspace proxy it has than are listed. */
  readonly hiddenSockets?: number;
  /** `net.bridge.bridge-nf-call-iptables` is 0: frames that cross a bridge pass iptables by. */
  readonly bridgeNf?: false;
  /** Programs of eBPF at its devices, and at sockets. */
  readonly attached?: readonly AttachedProgram[];
  /** The IPVS director, where it is loaded. */
  readonly ipvs?: { readonly virtualServers: number };
}

/** A chain without its rules. `hook`: built-in chains. */
export interface ChainView {
  readonly table: AnyTableName;
  readonly name: string;
  readonly length: number;
  readonly hook?: Hook;
  /** Base chains of nftables: where among the others they are asked. */
  readonly base?: { readonly type: 'filter' | 'nat' | 'route'; readonly priority: number };
  readonly policy?: 'ACCEPT' | 'DROP';
  /** `default/web:http`, where comments or hashes tell. */
  readonly service?: string;
  /** The 0-based line that declares it in a listing; 0 where there is none. */
  readonly line: number;
  /** The line of its first rule; rules of a chain are consecutive. */
  readonly firstLine: number;
}

/** What a line of a listing is, where it stands for nothing kube-proxy was asked for. */
type Structure = 'table' | 'end' | 'command' | 'other';

/** A line of a listing, cut where what it is printed of is an object. */
export interface Row {
  /** As `iptables-save`, `nft list ruleset`, `ipvsadm -Ln` or `ipset save` print it. */
  readonly text: string;
  /** What it stands for: two elements may share a line. */
  readonly at: readonly PartRef[];
  readonly structure?: Structure;
  readonly rule?: ListedRule;
}

/** A stretch of a rule; all of them joined are its text. `append`: `-A CHAIN`. */
export interface RowPart extends Omit<RulePart, 'kind'> {
  readonly kind: RulePart['kind'] | 'append';
}

/** What a rule says. */
export interface ListedRule {
  readonly parts: readonly RowPart[];
  /** The name after `-j` or `-g`, in nftables the statement that rewrites (`DNAT`); absent: it only counts, or is a verdict of nftables. */
  readonly target?: string;
  /** The odds of its chain, where rules of it draw. */
  readonly ladder?: Ladder;
  /** Of a rule of nftables that draws among the elements of a map. */
  readonly shares?: readonly Share[];
  /** True where the rule, or one shortly above it in its chain, asks for the packet's mark. */
  readonly asksMark?: true;
}

/** One element of a drawn verdict map: for which numbers, where to, how likely. */
export interface Share {
  /** `0`, or `0-2`. */
  readonly key: string;
  /** `goto endpoint-…`. */
  readonly verdict: string;
  /** As meant: `1/3`. */
  readonly odds: string;
  /** As the kernel draws, where that is another share: `1431655766/2^32`. */
  readonly kernelOdds?: string;
  /** `10.244.1.5:8080`, where the chain's name says it. */
  readonly endpoint?: string;
}

/** Something said of the rule on a line. */
export interface Remark {
  readonly line: number;
  readonly diagnostic: Diagnostic;
}

/** Something kube-proxy left on a node; a rule of iptables in its parts. */
export interface PartRow extends ExplainedPart {
  readonly parts?: readonly RowPart[];
}

/** Lines of a listing by their 0-based number. */
export type Rows = Readonly<Record<number, Row>>;

/** From a 0-based line up to but without another. */
export type LineRange = readonly [from: number, to: number];

/**
 * What is in one namespace, of one family, as it is listed: what `iptables-save` prints, then `nft list ruleset`,
 * `ipvsadm -Ln` and `ipset save` where there is something. Chains without their rules, and those rows that were asked
 * for or that the shown walks met.
 */
export interface RulesView {
  readonly netns: string;
  readonly family: IpFamily;
  readonly chains: readonly ChainView[];
  /** How many lines there are. */
  readonly lines: number;
  /** About how many characters the longest rule has. */
  readonly width: number;
  readonly rows: Rows;
  /** What was said of pasted rules. */
  readonly remarks: readonly Remark[];
  /** Counts what was listed of this namespace: a number stands for the same lines; see the question `changes`. */
  readonly edition: number;
}

/** A release of a mode: why there is none, or (where it is known) what it changed in the rules. */
export interface ReleaseOffer {
  /** `1.30`. */
  readonly release: string;
  /** The patch release it stands for: `1.30.5`. */
  readonly patch?: string;
  /** Was a kube-proxy of it recorded? */
  readonly recorded?: boolean;
  readonly problem?: Phrase;
  readonly changes?: readonly Phrase[];
  /** Patch releases of it that are not alike, oldest first. */
  readonly patches?: readonly PatchRelease[];
}

/** A mode whose rules packets can be walked through. */
export interface ModeOffer {
  /** Product whose releases these are, where not Kubernetes'. */
  readonly axis?: 'Cilium';
  readonly id: ProxyModeId;
  readonly title: string;
  /** Oldest first. */
  readonly releases: readonly ReleaseOffer[];
}

/** The rules of a namespace without the rules. */
export interface RulesSummary {
  readonly netns: string;
  readonly family: IpFamily;
  /**
   * Chains the kernel enters by itself. Absent: of many nodes, rules are written where a packet comes or they are asked
   * for.
   */
  readonly chains?: readonly ChainView[];
  /** Of all chains; absent as they are. */
  readonly ruleCount?: number;
  /** `default/web:http` by the chains that are a service port's; absent as they are. */
  readonly services?: Readonly<Record<string, string>>;
}

/** What `open` gives: all the page needs to draw before a packet is sent. */
export interface Bench {
  /** What this engine can be asked for; the same for every document. */
  readonly modes: readonly ModeOffer[];
  readonly netns: readonly NetnsView[];
  readonly segments: readonly Segment[];
  /** Namespaces that have rules. */
  readonly rules: readonly RulesSummary[];
  readonly diagnostics: readonly Diagnostic[];
  readonly assumptions: readonly Assumption[];
  readonly found: readonly FoundService[];
  /** Of a pasted node: prefixes Pods have. */
  readonly podNetworks?: readonly string[];
  /** What was understood of each pasted text. */
  readonly texts?: readonly TextSummary[];
  /** What each pasted machine is. */
  readonly identities?: readonly NodeIdentity[];
  /** Flows worth sending first through a pasted node. */
  readonly suggested?: readonly SuggestedFlow[];
  /** Connections a pasted `conntrack -L` showed. */
  readonly connections?: readonly PastedConnection[];
  /** Which moment of the document's script it is; absent: it is the document as it stands. */
  readonly moment?: MomentView;
}

/** A moment of a document's script; `client`: and the request that a client of the script (its place) sends then. */
export interface TimePlace {
  /** Milliseconds from the beginning. */
  readonly at: number;
  readonly client?: number;
}

/** What is so at a moment, and not in the document. */
export interface MomentView extends Pick<ClusterMoment, 'at' | 'differs' | 'connectionsFrom'> {
  /** The objects as the API server has them then. */
  readonly cluster: ClusterObjects;
  /** The flow of the request that was asked for. */
  readonly flowId?: string;
}

export interface RunResult {
  readonly flowId: string;
  /** Every possible outcome, most probable first. */
  readonly outcomes: readonly Outcome[];
  /** Index into {@link outcomes} of the one {@link trace} shows: picked by the document's seed, or asked for. */
  readonly shown: number;
  readonly trace: Trace;
  /** Exploration was cut: more outcomes exist than were walked. */
  readonly truncated: boolean;
  /** Indexes into {@link outcomes}: delivered, but not to an endpoint of the Service that was asked for. Absent: none. */
  readonly astray?: readonly number[];
  /** The flow cannot be sent: why, and what to change. No trace then has steps. */
  readonly problem?: Phrase;
  /** Rules written by now that {@link Bench.rules} says nothing of: those of every node the walk may come to. */
  readonly rules?: readonly RulesSummary[];
}

/** How many new connections of a flow are sent, one after the other; 1 to 1000. */
export interface ManyOptions {
  readonly count: number;
  /** Milliseconds from one to the next; 10 without it. The kernel's timers run on. */
  readonly apart?: number;
  /** Decides source ports and every random rule. */
  readonly seed: number;
}

/** One of many: the `nth` (from 0) of those that the seed sends. */
export interface SentOptions {
  readonly seed: number;
  /** As in {@link ManyOptions}. */
  readonly apart?: number;
  readonly nth: number;
}

/** One connection of many. */
export interface SentPacket {
  readonly sport: number;
  /** Indexes into {@link ManyView.landings} and {@link ManyView.ways}. */
  readonly landing: number;
  readonly way: number;
  /** How many of its decisions are not known. */
  readonly guessed: number;
}

/** Where many new connections of a flow went, against what was to be expected. */
export interface ManyView {
  readonly flowId: string;
  readonly seed: number;
  readonly bearing: Bearing;
  /** Why one connection bears on the next as it does. */
  readonly reason: Phrase;
  /** Why no expectation is given, where none is. */
  readonly noMean?: Phrase;
  readonly apart?: number;
  readonly landings: readonly ExpectedLanding[];
  /** Indexes into `landings`: delivered, but not to an endpoint of the Service that was asked for. Absent: none. */
  readonly astray?: readonly number[];
  readonly ways: readonly ManyWay[];
  readonly sent: readonly SentPacket[];
  readonly problem?: Phrase;
}

/** `requests` over `connections` that stay open, 1 to 1000. */
export interface RequestsOptions {
  readonly requests: number;
  readonly connections: number;
  readonly seed: number;
}

/** The same number of requests over the connections asked for, and over a new connection each. */
export interface RequestsView {
  readonly flowId: string;
  readonly kept?: Requests;
  readonly anew?: Requests;
  readonly problem?: Phrase;
}

/** Why one rule did not match the packet at one step. */
export interface RuleExplanation {
  readonly ref: RuleRef;
  readonly matched: boolean | 'unknown';
  /** Every test of the rule in order, up to and including the first that failed. */
  readonly tests: readonly {
    readonly part: string;
    readonly matched: boolean | 'unknown';
    readonly expected: string;
    readonly actual: string;
  }[];
}

/** Where in a trace: leg, hop and step indexes. */
export interface StepAddress {
  readonly leg: number;
  readonly hop: number;
  readonly step: number;
}
