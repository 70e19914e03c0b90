import { asLast, once, type Memo } from '../core/lib/memo';
import type { Hook } from '../core/linux/hooks';
import { ladderOf } from '../core/linux/xtables/ladder';
import { printParts } from '../core/linux/xtables/parts-of-text';
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
import { made, madeEach, structurePiece, type Piece } from './pieces';
import type { ChainView, Row, RowPart, RuleRow } from './protocol';

/** Chains kube-proxy makes for one Service port; the first comment in them names it. */
const SERVICE_CHAIN = /^KUBE-(SVC|SVL|SEP|EXT|FW|XLB)-/;
const SERVICE_NAME = /--comment "?([a-z0-9.-]+\/[a-z0-9.-]+(?::[a-z0-9.-]+)?)/;

/** Built-in chains are there even if nobody declared them: the kernel makes them with the table. */
export const chainNames = once(({ name, chains }: XtTable, memo): readonly string[] => {
  const names = lastNames([...new Set([...BUILT_IN_CHAINS[name], ...chains.keys()])], memo, name);
  return memo.about(chainNames, names, () => chainOrder(name, names));
});

/** An edit mostly changes no name: they are put in order once. */
const lastNames = asLast<readonly string[]>();

/** What of a ruleset is told without its rules: built-in chains, whose chains the others are, how many rules there are. */
interface Entered {
  readonly chains: readonly ChainView[];
  readonly services: readonly (readonly [chain: string, service: string])[];
  readonly ruleCount: number;
}

/** Goes through the chains of a ruleset once; where a built-in chain begins is as in the listing. */
export function enteredChains(ruleset: XtRuleset, family: IpFamily, memo: Memo): Entered {
  const chains: ChainView[] = [];
  const services: (readonly [string, string])[] = [];
  let ruleCount = 0;
  let line = 0;
  for (const table of ruleset.tables.values()) {
    const builtIn = BUILT_IN_CHAINS[table.name];
    const head = line + 1;
    line = head + table.chains.size + builtIn.filter((name) => !table.chains.has(name)).length;
    let before = 0;
    for (const [at, name] of builtIn.entries()) {
      const chain = table.chains.get(name);
      if (!chain) continue;
      chains.push(chainView({ table, chain, line: head + at, firstLine: line + before }, family, memo));
      before += chain.length;
    }
    for (const chain of table.chains.values()) {
      ruleCount += chain.length;
      line += chain.length;
      const service = serviceOf(chain, memo, family);
      if (service !== undefined) services.push([chain.name, service]);
    }
    line += 1;
  }
  return { chains, services, ruleCount };
}

interface Placed {
  readonly table: XtTable;
  readonly chain: XtChain;
  readonly line: number;
  readonly firstLine: number;
}

function chainView({ table, chain, line, firstLine }: Placed, family: IpFamily, memo: Memo): ChainView {
  const hook = isBuiltIn(table.name, chain.name) ? (chain.name as Hook) : undefined;
  const owner = ownerOfChain(chain.name);
  const service = serviceOf(chain, memo, family);
  return {
    table: table.name,
    name: chain.name,
    length: chain.length,
    line,
    firstLine,
    ...(hook ? { hook } : {}),
    ...(chain.policy ? { policy: chain.policy } : {}),
    ...(owner === undefined ? {} : { owner }),
    ...(service === undefined ? {} : { service }),
  };
}

/** A chain that is the same at the same place is told by the same view. */
const placedView = once(
  (
    chain: XtChain,
    memo,
    table: XtTable['name'],
    ...[line, firstLine, family]: [number, number, IpFamily]
  ): ChainView => {
    const view = chainView({ table: { name: table, chains: new Map() }, chain, line, firstLine }, family, memo);
    return sharedView(view, memo, `${table} ${chain.name}`);
  },
);

/** Nodes have nearly the same chains: views that say the same are one object, which crosses the thread border once. */
const sharedView = asLast<ChainView>({ names: 400_000 });

function serviceOf(chain: XtChain, memo: Memo, family: IpFamily): string | undefined {
  if (!SERVICE_CHAIN.test(chain.name) || chain.length === 0) return undefined;
  return serviceNamed(chain, memo, family);
}

/** By the remark of its first rule, which is not read for it: there may be 100,000 such chains. */
const serviceNamed = once(
  (chain: XtChain, _memo, family: IpFamily) =>
    SERVICE_NAME.exec(chain.text?.(0) ?? printRule(chain.rule(0), family))?.[1],
);

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
      const view = placedView(chain, memo, table.name, head + at, line, family);
      // An empty one has no lines of its own.
      add({ ...chainPiece(chain, memo, table.name, family), chain: { view, rulesFrom: 0 } });
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
export const chainPiece = once((chain: XtChain, _memo, table: XtTable['name'], family: IpFamily): Piece => {
  const { name, length } = chain;
  const isPasted = length > 0 && chain.line(0) !== undefined && chain.text !== undefined;
  const ruleAt = (at: number): string => (isPasted ? (chain.text?.(at) ?? '') : printRule(chain.rule(at), family));
  const lineAt = (at: number): string => `-A ${name} ${ruleAt(at)}`.trimEnd();
  const lines = made(() => Array.from({ length }, (_, at) => lineAt(at)));
  const ladder = made(() => ladderOf(chain, family));
  return {
    length,
    name: `${table} ${name}`,
    of: chain,
    // What is generated is printed once; what was pasted is a text already.
    text: isPasted ? lineAt : (at) => lines()[at] ?? '',
    row: madeEach((index) => {
      const parts = isPasted ? cutRule(chain.text?.(index) ?? '', family) : printParts(chain.rule(index), family);
      const odds = ladder();
      return rowOf([{ kind: 'append', text: `-A ${name} ` }, ...parts], {
        at: [{ kind: 'rule', table, chain: name, index }],
        rule: {
          ...(odds ? { ladder: odds } : {}),
          ...(asksMark(chain, index) ? { asksMark: true } : {}),
        },
      });
    }),
    width: name.length + longestText(chain),
  };
});

interface Said {
  readonly at: Row['at'];
  readonly rule: Omit<RuleRow, 'parts' | 'target'>;
}

function rowOf(all: readonly RowPart[], { at, rule }: Said): Row {
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
