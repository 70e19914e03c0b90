import { asLast, once, type Memo } from '../core/lib/memo';
import type { Hook } from '../core/linux/hooks';
import { findLadder, type Ladder } from '../core/linux/xtables/ladder';
import { printParts } from '../core/linux/xtables/rule-parts';
import { cutRule, printRule } from '../core/linux/xtables/rule-text';
import {
  BUILT_IN_CHAINS,
  chainOrder,
  isBuiltIn,
  type XtChain,
  type XtRuleset,
  type XtTable,
} from '../core/linux/xtables/types';
import type { IpFamily } from '../core/net/ip';
import { ownerOfChain } from '../core/paste/owners';
import { structurePiece, type Piece } from './pieces';
import type { ChainView, Row, RowPart, ListedRule } from './protocol';

/** Chains kube-proxy makes for one Service port; the first comment in them names it. */
const SERVICE_CHAIN = /^KUBE-(SVC|SVL|SEP|EXT|FW|XLB)-/;
/** By itself, or as in `masquerade traffic for default/web:http external destinations` (`pkg/proxy/iptables/proxier.go`). */
const SERVICE_NAME = /--comment "?(?:[\w ]+ traffic for )?([a-z0-9.-]+\/[a-z0-9.-]+(?::[a-z0-9.-]+)?)/;

/** Built-in chains are there even if nobody declared them: the kernel makes them with the table. */
export const chainNames = once(({ name, chains }: XtTable, memo): readonly string[] => {
  const names = lastNames([...new Set([...BUILT_IN_CHAINS[name], ...chains.keys()])], memo, name);
  return memo.about(chainNames, names, () => chainOrder(name, names));
});

/** An edit mostly changes no name: they are put in order once. */
const lastNames = asLast<readonly string[]>();

/** What of a ruleset is told without its rules: built-in chains, whose chains the others are, how many rules there are. */
export interface Entered {
  readonly chains: readonly ChainView[];
  /** Chains of Services, each followed by what it is of. */
  readonly services: readonly string[];
  readonly ruleCount: number;
}

/** Goes through the chains of a ruleset once; where a built-in chain begins is as in the listing. */
export function enteredChains(ruleset: XtRuleset, family: IpFamily, memo: Memo): Entered {
  const chains: ChainView[] = [];
  const services: string[] = [];
  let ruleCount = 0;
  let line = 0;
  for (const { name: table, chains: all } of ruleset.tables.values()) {
    const builtIn = BUILT_IN_CHAINS[table];
    const head = line + 1;
    line = head + all.size + builtIn.filter((name) => !all.has(name)).length;
    let before = 0;
    for (const [at, name] of builtIn.entries()) {
      const chain = all.get(name);
      if (!chain) continue;
      chains.push(chainLines(chain, memo, table, family).viewAt(head + at, line + before));
      before += chain.length;
    }
    for (const chain of all.values()) {
      ruleCount += chain.length;
      line += chain.length;
      const service = SERVICE_CHAIN.test(chain.name) ? chainLines(chain, memo, table, family).service() : undefined;
      if (service !== undefined) services.push(chain.name, service);
    }
    line += 1;
  }
  return { chains, services, ruleCount };
}

/** Nodes have nearly the same chains: views that say the same are one object, which crosses the thread border once. */
const sharedView = asLast<ChainView>({ names: 400_000 });

/** What `iptables-save` prints of a ruleset. No rule is read. */
export function xtPieces(ruleset: XtRuleset, family: IpFamily, memo: Memo): readonly Piece[] {
  const pieces: Piece[] = [];
  let line = 0;
  const add = (piece: Piece): void => {
    pieces.push(piece);
    line += piece.length;
  };
  for (const table of ruleset.tables.values()) {
    const names = chainNames(table, memo);
    const head = line + 1;
    add(structurePiece([`*${table.name}`], 'table'));
    add(declarations(table, names));
    for (const [at, name] of names.entries()) {
      const chain = table.chains.get(name);
      if (!chain) continue;
      const lines = chainLines(chain, memo, table.name, family);
      add(new ChainPiece(lines, lines.viewAt(head + at, line)));
    }
    add(structurePiece(['COMMIT'], 'end'));
  }
  return pieces;
}

function declarations(table: XtTable, names: readonly string[]): Piece {
  const text = (at: number): string => declaration(table, names[at] ?? '');
  return {
    length: names.length,
    text,
    row: (at) => ({ text: text(at), at: [{ kind: 'chain', table: table.name, chain: names[at] ?? '' }] }),
  };
}

function declaration(table: XtTable, name: string): string {
  const { packets = 0, bytes = 0 } = table.chains.get(name)?.counters ?? {};
  const policy = isBuiltIn(table.name, name) ? (table.chains.get(name)?.policy ?? 'ACCEPT') : '-';
  return `:${name} ${policy} [${packets}:${bytes}]`;
}

/** The rules of a chain: pasted ones as they were pasted, generated ones as iptables-save prints them back. */
class ChainLines {
  readonly chain: XtChain;
  readonly #table: XtTable['name'];
  readonly #family: IpFamily;
  readonly #memo: Memo;
  readonly #isPasted: boolean;
  #view: ChainView | undefined;
  #service: { readonly is: string | undefined } | undefined;
  #lines: readonly string[] | undefined;
  #rows: Map<number, Row> | undefined;
  #ladder: { readonly is: Ladder | undefined } | undefined;
  #width: number | undefined;

  constructor(chain: XtChain, table: XtTable['name'], ...[family, memo]: [IpFamily, Memo]) {
    this.chain = chain;
    this.#table = table;
    this.#family = family;
    this.#memo = memo;
    this.#isPasted = chain.length > 0 && chain.line(0) !== undefined && chain.text !== undefined;
  }

  /** `nat KUBE-SERVICES`. */
  name(): string {
    return `${this.#table} ${this.chain.name}`;
  }

  /** As it is listed there; at the same place it is the same view. */
  viewAt(line: number, firstLine: number): ChainView {
    if (this.#view?.firstLine === firstLine && this.#view.line === line) return this.#view;
    const view = this.#newView(line, firstLine);
    this.#view = this.#isPasted ? view : sharedView(view, this.#memo, this.name());
    return this.#view;
  }

  #newView(line: number, firstLine: number): ChainView {
    const { name, length, policy } = this.chain;
    const hook = isBuiltIn(this.#table, name) ? (name as Hook) : undefined;
    const owner = ownerOfChain(name);
    const service = this.service();
    return {
      table: this.#table,
      name,
      length,
      line,
      firstLine,
      ...(hook ? { hook } : {}),
      ...(policy ? { policy } : {}),
      ...(owner === undefined ? {} : { owner }),
      ...(service === undefined ? {} : { service }),
    };
  }

  /** The Service port it is of, by the remark of its first rule; that is not read for it: there may be 100,000 such chains. */
  service(): string | undefined {
    return (this.#service ??= { is: this.#serviceNamed() }).is;
  }

  #serviceNamed(): string | undefined {
    const { name, length } = this.chain;
    const first = SERVICE_CHAIN.test(name) && length > 0 ? (this.chain.text?.(0) ?? this.#rule(0)) : '';
    return SERVICE_NAME.exec(first)?.[1];
  }

  /** What follows `-A CHAIN`. */
  #rule(at: number): string {
    return this.#isPasted ? (this.chain.text?.(at) ?? '') : printRule(this.chain.rule(at), this.#family);
  }

  #line(at: number): string {
    return `-A ${this.chain.name} ${this.#rule(at)}`.trimEnd();
  }

  /** What is generated is printed once; what was pasted is a text already. */
  text(at: number): string {
    if (this.#isPasted) return this.#line(at);
    this.#lines ??= Array.from({ length: this.chain.length }, (_, each) => this.#line(each));
    return this.#lines[at] ?? '';
  }

  row(at: number): Row {
    this.#rows ??= new Map();
    const row = this.#rows.get(at) ?? this.#newRow(at);
    this.#rows.set(at, row);
    return row;
  }

  #newRow(index: number): Row {
    const { name } = this.chain;
    const parts = this.#isPasted
      ? cutRule(this.#rule(index), this.#family)
      : printParts(this.chain.rule(index), this.#family);
    this.#ladder ??= { is: findLadder(this.chain, this.#family) };
    return makeRow([{ kind: 'append', text: `-A ${name} ` }, ...parts], {
      at: [{ kind: 'rule', table: this.#table, chain: name, index }],
      rule: {
        ...(this.#ladder.is ? { ladder: this.#ladder.is } : {}),
        ...(asksMark(this.chain, index) ? { asksMark: true } : {}),
      },
    });
  }

  /** About how long its longest line is. */
  width(): number {
    return (this.#width ??= this.chain.name.length + longestText(this.chain));
  }
}

export const chainLines = once(
  (chain: XtChain, memo, table: XtTable['name'], family: IpFamily) => new ChainLines(chain, table, family, memo),
);

/** A chain's rules in a listing. */
class ChainPiece implements Piece {
  readonly #lines: ChainLines;
  readonly chain: NonNullable<Piece['chain']>;

  constructor(lines: ChainLines, view: ChainView) {
    this.#lines = lines;
    this.chain = { view, rulesFrom: 0 };
  }

  get length(): number {
    return this.#lines.chain.length;
  }

  get name(): string {
    return this.#lines.name();
  }

  get of(): object {
    return this.#lines.chain;
  }

  get width(): number {
    return this.#lines.width();
  }

  text(at: number): string {
    return this.#lines.text(at);
  }

  row(at: number): Row {
    return this.#lines.row(at);
  }
}

interface ListedRow {
  readonly at: Row['at'];
  readonly rule: Omit<ListedRule, 'parts' | 'target'>;
}

function makeRow(all: readonly RowPart[], { at, rule }: ListedRow): Row {
  const parts = all.filter(({ text }) => text !== '');
  const target = parts.findLast(({ kind }) => kind === 'target')?.name;
  const text = parts
    .map((part) => part.text)
    .join('')
    .trimEnd();
  return { text, at, rule: { parts, ...(target === undefined ? {} : { target }), ...rule } };
}

/** Rules above that are looked at for a test of the mark. */
const FAR_ENOUGH = 200;

function asksMark(chain: XtChain, index: number): boolean {
  for (let at = index; at >= Math.max(0, index - FAR_ENOUGH); at--) {
    if (chain.text?.(at)?.includes('mark') === false) continue;
    if (chain.rule(at).matches.some(({ match }) => match === 'mark')) return true;
  }
  return false;
}

/** `-A `, and what iptables-save adds to words as they are written: masks, digits. */
const MORE = 16;

function longestText({ length, text }: XtChain): number {
  let longest = 0;
  for (let at = 0; at < length; at++) longest = Math.max(longest, text?.(at)?.length ?? 0);
  return longest + MORE;
}
