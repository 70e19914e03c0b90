import type { IpAddress, IpFamily } from '../../net/ip';
import type { Phrase } from '../../lib/phrase';
import type { Result } from '../../lib/result';
import type { Choice, Ternary } from '../chain-walk';
import type { CtDirection, CtStatus } from '../conntrack/table';
import type { Hook, TableName, Verdict, RuleRef } from '../hooks';
import type { Namespace } from '../namespace';
import type { PacketSet, PacketSpace } from '../packet-space';
import type { Skb } from '../skb';
import type { NetnsState } from '../state';

/** Does the packet's connection have a status bit? No connection has none. */
export function ctHas(skb: Skb, status: CtStatus): boolean {
  return skb.ct?.status.has(status) ?? false;
}

/** The packet's state as rules see it: without a connection it is INVALID unless conntrack was told to leave it alone. */
export function getCtState(skb: Skb): 'NEW' | 'ESTABLISHED' | 'RELATED' | 'INVALID' | 'UNTRACKED' {
  return skb.ctState ?? 'INVALID';
}

/** Everything a match or a target can see while a rule is evaluated (struct xt_action_param). */
export interface HookContext {
  readonly family: IpFamily;
  readonly hook: Hook;
  readonly table: TableName;
  readonly skb: Skb;
  /** Static: addresses, routes, sets. */
  readonly netns: Namespace;
  /** State that changes from packet to packet: recent lists, nth counters, conntrack. */
  readonly state: NetnsState;
  readonly decide: (choice: Choice) => number;
  /** The rule being evaluated: state that belongs to one rule (statistic nth) is keyed by it. */
  readonly ref: RuleRef;
  /** The position of the match in its rule: tells two `-m statistic` of one rule apart. */
  readonly matchIndex?: number;
}

/** One option of a match or target, as a row of a table (extensions/libxt_*.c, struct xt_option_entry). */
export interface OptionSyntax {
  /** With its dashes: `--dport`. */
  readonly name: string;
  readonly aliases?: readonly string[];
  /** How many words follow; `optional` takes one if it does not start with a dash, `words` all such. */
  readonly takes: 0 | 1 | 2 | 'optional' | 'words';
  readonly negatable?: boolean;
}

/** An option as written: `! --dport 80` is {name: '--dport', negated: true, values: ['80']}. */
export interface ParsedOption {
  readonly name: string;
  readonly negated: boolean;
  readonly values: readonly string[];
}

/** How far an extension is understood (Batfish's scale). */
export type Simulated = 'full' | 'partly' | 'no' | 'irrelevant';

/** A match: `-m NAME options`. One file each in matches/, listed once in matches/index.ts. */
export interface MatchExtension<Name extends string, Spec> {
  readonly name: Name;
  /** The kernel file imitated: `net/netfilter/xt_statistic.c`. */
  readonly reference: string;
  readonly simulated: Simulated;
  readonly options: readonly OptionSyntax[];
  /** Other names `-m` takes. */
  readonly aliases?: readonly string[];
  /** `-p` must name one of these, not negated, or the rule is refused. */
  readonly protocols?: readonly number[];
  /** As `protocols`, where it depends on the options. */
  readonly protocolsFor?: (spec: Spec, family: IpFamily) => readonly number[] | undefined;
  /** Absent: both. */
  readonly family?: IpFamily;
  /** The test changes state that later packets or rules can see (recent, statistic nth, limit); of sets, only some. */
  readonly stateful?: boolean | ((spec: Spec, ctx: HookContext) => boolean);
  /** From the words of a rule to the spec; the error says what is wrong and the next step. */
  readonly parse: (options: readonly ParsedOption[], family: IpFamily) => Result<Spec, Phrase>;
  /** The words the kernel's tools print back after `-m NAME`, in their order. */
  readonly print: (spec: Spec, family: IpFamily) => readonly string[];
  /** Does the packet match? May change ctx.state (recent --set), as the kernel's does. */
  readonly test: (spec: Spec, ctx: HookContext) => Ternary;
  /** All packets that {@link test} holds for. Absent, or undefined: nobody can say of which ones it does. */
  readonly set?: (spec: Spec, space: PacketSpace) => PacketSet | undefined;
  /** For the reader: what was wanted and what the packet had. Must not change anything. */
  readonly explain: (spec: Spec, ctx: HookContext) => { readonly expected: string; readonly actual: string };
}

/** The address and port range a NAT target asks for (struct nf_nat_range2). */
export interface NatRange {
  readonly minAddress?: IpAddress;
  readonly maxAddress?: IpAddress;
  readonly minPort?: number;
  readonly maxPort?: number;
  /** The original port that maps to `minPort`; the others follow in order. */
  readonly basePort?: number;
  readonly random?: 'random' | 'random-fully';
  readonly persistent?: boolean;
  /** NETMAP: keep the host bits of the original address under this mask. */
  readonly netmap?: { readonly address: IpAddress; readonly prefix: number };
}

/** Effect of a target on the packet or its connection, besides its verdict. */
export type Edit =
  | { readonly kind: 'mark'; readonly mark: number }
  | { readonly kind: 'ctmark'; readonly mark: number }
  | { readonly kind: 'nat'; readonly manip: 'SRC' | 'DST'; readonly range: NatRange }
  | { readonly kind: 'notrack' }
  | { readonly kind: 'ttl'; readonly ttl: number }
  | { readonly kind: 'tos'; readonly tos: number }
  | { readonly kind: 'zone'; readonly zone: number; readonly direction?: CtDirection }
  | { readonly kind: 'helper'; readonly helper: string };

/** Edits that the walk hands to the simulator's conntrack and NAT. */
export type HandedEdit = Extract<Edit, { readonly kind: 'nat' | 'notrack' | 'zone' | 'helper' }>;

/** Effect of a target that is the same for every packet. */
export interface TargetEffect {
  readonly verdict: Verdict;
  /** `own`: to an address that the packet's device or route gives; where there is none, it is dropped. */
  readonly nat?: { readonly manip: 'SRC' | 'DST'; readonly range: NatRange; readonly own?: true };
  /** The mark is (mark & ~mask) ^ value afterwards; `any`: nobody can say what. */
  readonly mark?: { readonly value: number; readonly mask: number } | 'any';
  /** conntrack leaves the packet alone from here on. */
  readonly untracks?: true;
}

export interface TargetResult {
  readonly verdict: Verdict;
  readonly edits?: readonly Edit[];
}

/** A target: `-j NAME options`. One file each in targets/, listed once in targets/index.ts. */
export interface TargetExtension<Name extends string, Spec> {
  readonly name: Name;
  readonly reference: string;
  readonly simulated: Simulated;
  readonly tables?: readonly TableName[];
  readonly hooks?: readonly Hook[];
  /** Absent: both. */
  readonly family?: IpFamily;
  /** `-p` must name one of these, not negated, or the rule is refused. */
  readonly protocolsFor?: (spec: Spec, family: IpFamily) => readonly number[] | undefined;
  readonly options: readonly OptionSyntax[];
  readonly parse: (options: readonly ParsedOption[], family: IpFamily) => Result<Spec, Phrase>;
  readonly print: (spec: Spec, family: IpFamily) => readonly string[];
  readonly apply: (spec: Spec, ctx: HookContext) => TargetResult;
  /** Effect of {@link apply} without a packet. Absent: it depends on the packet. */
  readonly effect?: (spec: Spec) => TargetEffect;
}
