import { nftString } from './text/quoted';
import { Memo } from '../../lib/memo';
import { LazyMap } from '../../lib/lazy-map';
import type { Hook } from '../hooks';
import { printTime } from './datatypes/datatype';
import type { ParserScope } from './text/parser';
import { chainFromTexts, setFromTexts, type RuleText } from './text/table-builder';
import type { NftBase, NftChain, NftElement, NftElements, NftObject, NftSet, NftTable } from './types';

/** A chain of generated rule texts. */
interface ChainLines {
  readonly base?: { readonly type: NftBase['type']; readonly hook: Lowercase<Hook>; readonly priority: number };
  readonly comment?: string;
  readonly rules: readonly RuleText[];
}

/** A set or map of generated elements. */
interface SetLines {
  readonly kind: 'set' | 'map';
  /** `ipv4_addr . inet_service : verdict`. */
  readonly type: string;
  readonly flags?: readonly string[];
  /** Seconds. */
  readonly timeout?: number;
  readonly comment?: string;
  readonly elements: readonly { readonly key: string; readonly value?: string | undefined }[];
}

export interface TableLines {
  readonly family: 'ipv4' | 'ipv6';
  readonly table: string;
  readonly comment?: string;
  readonly chains: ReadonlyMap<string, ChainLines>;
  readonly sets: ReadonlyMap<string, SetLines>;
  /** Names of counters; absent: it has none. */
  readonly counters?: readonly string[];
}

function readHead({ type, flags, timeout, comment }: SetLines): string[] {
  return [
    `type ${type}`,
    ...(flags ? [`flags ${flags.join(',')}`] : []),
    ...(timeout === undefined ? [] : [`timeout ${printTime(timeout * 1000)}`]),
    ...(comment === undefined ? [] : [`comment ${nftString(comment)}`]),
  ];
}

type Line = SetLines['elements'][number];
type ReadText = (text: string) => NftElement | undefined;

function formatText({ key, value }: Line): string {
  return value === undefined ? key : `${key} : ${value}`;
}

/**
 * Elements read from lines, kept by their type: nothing else decides how they read, and most are the same ones after
 * an edit.
 */
function makeElements({ type, elements }: SetLines, read: ReadText, memo: Memo): NftElements {
  const known = memo.of(type);
  return {
    get length() {
      return elements.length;
    },
    text: (index) => formatText(elements[index] ?? { key: '' }),
    element: (index) => {
      const line = elements[index];
      return line && known.about(makeElements, line, () => read(formatText(line)));
    },
  };
}

function makeBase(base?: ChainLines['base']): { base?: NftBase } {
  if (!base) return {};
  const { type, hook, priority } = base;
  return { base: { type, hook: hook.toUpperCase() as Hook, priority, policy: 'ACCEPT' } };
}

class LazyTable implements NftTable {
  readonly family: 'ip' | 'ip6';
  readonly name: string;
  readonly comment?: string;
  readonly flags: readonly string[] = [];
  readonly #lines: TableLines;
  readonly #memo: Memo;
  #sets: ReadonlyMap<string, NftSet> | undefined;
  #baseChains: readonly string[] | undefined;

  constructor(lines: TableLines, memo: Memo) {
    this.#memo = memo;
    this.family = lines.family === 'ipv4' ? 'ip' : 'ip6';
    this.name = lines.table;
    if (lines.comment !== undefined) this.comment = lines.comment;
    this.#lines = lines;
  }

  get objects(): readonly NftObject[] {
    const { counters = [] } = this.#lines;
    return counters.map((name) => ({ kind: 'counter', name, text: `counter ${name} { packets 0 bytes 0 }` }));
  }

  get #scope(): ParserScope {
    return { family: this.family, set: (name) => this.sets.get(name) };
  }

  readonly chains: ReadonlyMap<string, NftChain> = new LazyMap(
    () => this.#lines.chains.keys(),
    (name) => {
      const { base, comment, rules = [] } = this.#lines.chains.get(name) ?? {};
      const draft = { ...makeBase(base), ...(comment === undefined ? {} : { comment }), rules };
      return chainFromTexts(name, draft, this.#scope);
    },
  );

  get baseChains(): readonly string[] {
    if (this.#baseChains) return this.#baseChains;
    const names: string[] = [];
    this.#lines.chains.forEach(({ base }, name) => base && names.push(name));
    return (this.#baseChains = names);
  }

  get sets(): ReadonlyMap<string, NftSet> {
    return (this.#sets ??= new Map(
      [...this.#lines.sets].map(([name, lines]) => {
        const head = { kind: lines.kind, head: readHead(lines) };
        return [name, setFromTexts(name, head, this.#scope, (read) => makeElements(lines, read, this.#memo))] as const;
      }),
    ));
  }
}

/** A table over generated texts: nothing is built before a packet or a reader asks. */
export function tableFromLines(lines: TableLines, memo = new Memo()): NftTable {
  return new LazyTable(lines, memo);
}
