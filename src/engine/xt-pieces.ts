import { asLast, once, type Memo } from '../core/lib/memo';
import { findLadder, type Ladder } from '../core/linux/xtables/ladder';
import { printParts } from '../core/linux/xtables/rule-parts';
import { cutRule } from '../core/linux/xtables/rule-text';
import {
  BUILT_IN_CHAINS,
  chainOrder,
  isBuiltIn,
  type XtChain,
  type XtRuleset,
  type XtTable,
} from '../core/linux/xtables/types';
import type { IpFamily } from '../core/net/ip';
import { structurePiece, type Piece } from './pieces';
import type { ChainView, Row, RowPart, ListedRule } from './protocol';
import { chainHead, type ChainHead } from './xt-chains';

/** Built-in chains are there even if nobody declared them: the kernel makes them with the table. */
export const chainNames = once(({ name, chains }: XtTable, memo): readonly string[] => {
  const names = lastNames([...new Set([...BUILT_IN_CHAINS[name], ...chains.keys()])], memo, name);
  return memo.about(chainNames, names, () => chainOrder(name, names));
});

/** An edit mostly changes no name: they are put in order once. */
const lastNames = asLast<readonly string[]>();

/** The output of `iptables-save` for a ruleset, in pieces; no rule is read for it. */
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
      add(new ChainPiece(lines, lines.head.viewAt(head + at, line)));
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
  readonly head: ChainHead;
  #lines: readonly string[] | undefined;
  #rows: Map<number, Row> | undefined;
  #ladder: { readonly is: Ladder | undefined } | undefined;
  #width: number | undefined;

  constructor(head: ChainHead) {
    this.head = head;
  }

  #line(at: number): string {
    return `-A ${this.head.chain.name} ${this.head.rule(at)}`.trimEnd();
  }

  /** What is generated is printed once; what was pasted is a text already. */
  text(at: number): string {
    if (this.head.isPasted) return this.#line(at);
    this.#lines ??= Array.from({ length: this.head.chain.length }, (_, each) => this.#line(each));
    return this.#lines[at] ?? '';
  }

  row(at: number): Row {
    this.#rows ??= new Map();
    const row = this.#rows.get(at) ?? this.#newRow(at);
    this.#rows.set(at, row);
    return row;
  }

  #newRow(index: number): Row {
    const { name } = this.head.chain;
    const parts = this.head.isPasted
      ? cutRule(this.head.rule(index), this.head.family)
      : printParts(this.head.chain.rule(index), this.head.family);
    this.#ladder ??= { is: findLadder(this.head.chain, this.head.family) };
    return makeRow([{ kind: 'append', text: `-A ${name} ` }, ...parts], {
      at: [{ kind: 'rule', table: this.head.table, chain: name, index }],
      rule: {
        ...(this.#ladder.is ? { ladder: this.#ladder.is } : {}),
        ...(asksMark(this.head.chain, index) ? { asksMark: true } : {}),
      },
    });
  }

  /** About how long its longest line is. */
  width(): number {
    return (this.#width ??= this.head.chain.name.length + longestText(this.head.chain));
  }
}

export const chainLines = once(
  (chain: XtChain, memo, table: XtTable['name'], family: IpFamily) =>
    new ChainLines(chainHead(chain, memo, table, family)),
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
    return this.#lines.head.chain.length;
  }

  get name(): string {
    return this.#lines.head.name();
  }

  get of(): object {
    return this.#lines.head.chain;
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
