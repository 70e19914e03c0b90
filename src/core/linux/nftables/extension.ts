import type { NftDatum } from './datum';
import type { IpFamily } from '../../net/ip';
import type { Choice, ChainEvent, EventOdds } from '../chain-walk';
import type { DeviceHook, Hook, Verdict, NftTableName, RuleRef } from '../hooks';
import type { Namespace } from '../namespace';
import type { Skb } from '../skb';
import type { NetnsState } from '../state';
import type { NatRange, Simulated } from '../xtables/extension';
import type { NftDatatype } from './datatypes/datatype';
import type { Parser } from './text/parser';
import type { NftExpression, NftStatement, NftTable } from './types';

type NftRuleRef = RuleRef<NftTableName>;

/** One lookup in a set or map, in the words of a trace's rule step. */
export interface SetLookup {
  readonly set: string;
  readonly key: string;
  readonly element?: string;
  readonly size: number;
}

/** Event of a walk, in order; its fields are those of the trace's steps of the same kind. */
export type NftWalkEvent =
  | ({
      readonly kind: 'rule';
      readonly ref: NftRuleRef;
      readonly verdict: Verdict;
      readonly markBefore?: number;
      readonly lookup?: SetLookup;
    } & EventOdds)
  | ChainEvent<NftTableName>;

/** Edit that the walk hands to conntrack and NAT. `masquerade`: the connection is bound to its out device. */
export type NftEdit =
  | { readonly kind: 'nat'; readonly manip: 'SRC' | 'DST'; readonly range: NatRange; readonly masquerade?: true }
  | { readonly kind: 'notrack' }
  | { readonly kind: 'zone'; readonly zone: number; readonly direction?: 'original' | 'reply' };

/** Result of an expression: one value for each field; `break` ends the rule (NFT_BREAK). */
export type Evaluated = readonly NftDatum[] | 'break' | 'unknown';

/** A number of which only the bits of `known` are. */
export interface KnownBits {
  readonly value: bigint;
  readonly known: bigint;
}

/** Everything an expression or a statement can see (struct nft_pktinfo). */
export interface NftContext {
  readonly family: IpFamily;
  readonly hook: Hook | DeviceHook;
  readonly table: NftTable;
  readonly skb: Skb;
  readonly netns: Namespace;
  readonly state: NetnsState;
  readonly decide: (choice: Choice) => number;
  /** Does NAT or stops tracking; a verdict it returns is final. */
  readonly apply: (edit: NftEdit) => Verdict | undefined;
  /** The rule, and which of its statements: what counters and draws are remembered under. */
  readonly ref: NftRuleRef;
  readonly position: number;
  readonly evaluate: (expression: NftExpression) => Evaluated;
  /** Known bits of an expression; undefined: it is none that is read bit by bit. */
  readonly partly: (expression: NftExpression) => KnownBits | 'break' | 'unknown' | undefined;
  readonly drawOf: (expression: NftExpression) => Draw | undefined;
  /** Runs a statement that belongs to an element; `owner` is what it remembers things under. */
  readonly run: (statement: NftStatement, owner: string) => StatementOutcome;
  readonly owner?: string;
  /** Notes a lookup; it is put into words only if somebody is told. */
  readonly looked: (lookup: () => SetLookup) => void;
}

/** A number drawn in [offset, offset + modulus): by chance, or by a hash whose seed is not known. */
export interface Draw {
  readonly offset: number;
  readonly modulus: number;
  /** The same packet draws the same number again: it is remembered under this. */
  readonly memory?: string;
}

/** An expression: one file each in expressions/, listed once in expressions/index.ts. */
export interface NftExpressionExtension<Name extends string, Spec> {
  readonly name: Name;
  /** The kernel file imitated. */
  readonly reference: string;
  readonly simulated: Simulated;
  /** The words it may begin with. */
  readonly starts: readonly string[];
  /** Reads from the first word on; undefined: it is something else. */
  readonly parse: (parser: Parser) => Spec | undefined;
  readonly print: (spec: Spec) => string;
  readonly types: (spec: Spec) => readonly NftDatatype[];
  readonly evaluate: (spec: Spec, ctx: NftContext) => Evaluated;
  /** Known bits where not all of them are. */
  readonly partly?: (spec: Spec, ctx: NftContext) => KnownBits | 'break' | 'unknown';
  readonly draw?: (spec: Spec, ctx: NftContext) => Draw | undefined;
}

/** Effect of a statement on its rule. */
export type StatementOutcome = 'continue' | 'break' | 'unknown' | Verdict;

/** A statement: one file each in statements/, listed once in statements/index.ts. */
export interface NftStatementExtension<Name extends string, Spec> {
  readonly name: Name;
  readonly reference: string;
  readonly simulated: Simulated;
  /** Absent: whatever the others do not take. */
  readonly starts?: readonly string[];
  readonly parse: (parser: Parser) => Spec | undefined;
  readonly print: (spec: Spec) => string;
  /**
   * Present on a statement that holds or ends the rule. `compares`: changes nothing, so what comes before it need not
   * be known yet; `counts`: keeps a count. Absent: without the statement's answer the rule cannot go on.
   */
  readonly tests?: 'compares' | 'counts';
  readonly run: (spec: Spec, ctx: NftContext) => StatementOutcome;
  /** For the reader: what was wanted and what the packet had. Must not change anything. */
  readonly explain?: (spec: Spec, ctx: NftContext) => { readonly expected: string; readonly actual: string };
}

/** Extensions by their names, and by each word they may begin with. */
export function indexExtensions<E extends { readonly name: string; readonly starts?: readonly string[] }>(
  all: readonly E[],
): { readonly byName: ReadonlyMap<string, E>; readonly byStart: ReadonlyMap<string, readonly E[]> } {
  const words = new Set(all.flatMap(({ starts = [] }) => starts));
  return {
    byName: new Map(all.map((each) => [each.name, each])),
    byStart: new Map([...words].map((word) => [word, all.filter(({ starts }) => starts?.includes(word))])),
  };
}
