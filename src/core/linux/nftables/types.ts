import type { DeviceHook, Hook, NftTableName } from '../hooks';
import type { NftDatatype } from './datatypes/datatype';
import type { NftData, NftPattern } from './datum';

/** Datatypes of an expression made of others once it is read, and its words as nft lists them. */
interface Composed {
  readonly types: readonly NftDatatype[];
  readonly text: string;
}

/** The half that expressions made of others have in common: no word of their own starts them, the grammar reads them. */
export const COMPOSED = {
  simulated: 'full',
  starts: [],
  parse: () => undefined,
  print: ({ text }: Composed) => text,
  types: ({ types }: Composed) => types,
} as const;

/** An expression as plain data: what the extension of that name read. `knownExpression` tells them apart. */
export interface NftExpression {
  readonly expression: string;
  readonly spec: unknown;
}

/** A statement as plain data: what the extension of that name read. `knownStatement` tells them apart. */
export interface NftStatement {
  readonly statement: string;
  readonly spec: unknown;
}

export type NftFamily = 'ip' | 'ip6' | 'inet' | 'bridge' | 'arp' | 'netdev';

/** One rule: its statements run in order, and the first that fails ends it. */
export interface NftRule {
  readonly statements: readonly NftStatement[];
  readonly comment?: string;
}

/** Where a chain is registered. */
export interface NftBase {
  readonly type: 'filter' | 'nat' | 'route';
  readonly hook: Hook | DeviceHook;
  readonly priority: number;
  readonly policy: 'ACCEPT' | 'DROP';
  readonly devices?: readonly string[];
}

/** A chain read through an interface: a rule is read when it is walked or shown. */
export interface NftChain {
  readonly name: string;
  readonly base?: NftBase;
  readonly comment?: string;
  readonly length: number;
  /** The rule at a 0-based index. */
  readonly rule: (index: number) => NftRule;
  /** The rule as it was written. */
  readonly text: (index: number) => string;
  /** The 1-based line in the text it came from. */
  readonly line: (index: number) => number | undefined;
}

export interface NftElement {
  /** `any`: the element `*`, found when no other is. */
  readonly key: NftPattern | 'any';
  readonly data?: NftData;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly expires?: number;
  readonly comment?: string;
  /** `limit`, `counter`, `ct count` that belong to this element. */
  readonly statements?: readonly NftStatement[];
}

/** Elements, read when the set is asked for the first time. */
export interface NftElements {
  readonly length: number;
  readonly element: (index: number) => NftElement | undefined;
  readonly text: (index: number) => string;
}

/** A set or a map, named or written in a rule. */
export interface NftSet {
  /** Absent: written in a rule. */
  readonly name?: string;
  readonly kind: 'set' | 'map';
  readonly keyTypes: readonly NftDatatype[];
  /** Maps only. */
  readonly data?: 'verdict' | readonly NftDatatype[];
  /** The 1-based line in the text it came from. */
  readonly line?: number;
  /** `type …` or `typeof …`, as written. */
  readonly declared?: string;
  readonly flags: readonly string[];
  /** Milliseconds an element stays. */
  readonly timeout?: number;
  readonly size?: number;
  /** `gc-interval`, `policy`, `auto-merge`, `counter`: as written. */
  readonly more: readonly string[];
  readonly comment?: string;
  readonly elements: NftElements;
  /** Every element runs these when it is found or added. */
  readonly statements?: readonly NftStatement[];
}

/** A `counter`, `quota`, `limit`, `ct helper`, `flowtable` … with a name, kept as written. */
export interface NftObject {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
}

export interface NftTable {
  readonly family: NftFamily;
  readonly name: string;
  readonly comment?: string;
  readonly flags: readonly string[];
  readonly chains: ReadonlyMap<string, NftChain>;
  /** Names of those the kernel enters by itself, where they are known without reading the others. */
  readonly baseChains?: readonly string[];
  readonly sets: ReadonlyMap<string, NftSet>;
  readonly objects: readonly NftObject[];
}

/** Every table of a namespace, in the order they were made; `inet` tables serve both IP families. */
export interface NftRuleset {
  readonly tables: ReadonlyMap<NftTableName, NftTable>;
}

/** Right side of a comparison: a constant, flags, a set, or another expression. */
export type NftRight =
  | { readonly kind: 'pattern'; readonly pattern: NftPattern }
  | { readonly kind: 'flags'; readonly value: number }
  | { readonly kind: 'set'; readonly set: NftSet }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'expression'; readonly expression: NftExpression };

/** The set behind a word of a rule. */
export type NftSetUse = Extract<NftRight, { readonly kind: 'set' | 'reference' }>;

/** `ip kube-proxy`. */
export function tableName({ family, name }: Pick<NftTable, 'family' | 'name'>): NftTableName {
  return `${family} ${name}`;
}
