import { ownerOfChain } from '../core/paste/owners';
import type { KernelState } from '../core/kubernetes/proxy/mode';
import { sameItems, type Memo } from '../core/lib/memo';
import { oncePerObject } from '../core/lib/once-per-object';
import type { Hook, TableName } from '../core/linux/hooks';
import {
  BUILT_IN_CHAINS,
  chainOrder,
  isBuiltIn,
  type XtChain,
  type XtRuleset,
  type XtTable,
} from '../core/linux/xtables/types';
import { printRule } from '../core/linux/xtables/rule-text';
import type { IpFamily } from '../core/net/ip';
import { ipvsPieces } from './ipvs-text';
import { hasNft, nftListing, nftPieces, type NftParts } from './nft-text';
import type { ChainView, RulesView } from './protocol';

/** Chains kube-proxy makes for one Service port; the first comment in them names it. */
const SERVICE_CHAIN = /^KUBE-(SVC|SVL|SEP|EXT|FW|XLB)-/;
const SERVICE_NAME = /--comment "?([a-z0-9.-]+\/[a-z0-9.-]+(?::[a-z0-9.-]+)?)/;

interface Placed {
  readonly table: XtTable;
  readonly chain: XtChain;
  /** Index of the line of its first rule. */
  readonly firstLine: number;
}

/**
 * The chains of a ruleset in the order iptables-save prints them, with the line each begins at:
 * per table `*nat`, one `:CHAIN` line a chain, the rules chain by chain, `COMMIT`. No rule is read.
 */
export function placeChains(ruleset: XtRuleset): readonly Placed[] {
  const placed: Placed[] = [];
  let line = 0;
  for (const table of ruleset.tables.values()) {
    const names = chainNames(table);
    line += 1 + names.length;
    for (const name of names) {
      const chain = table.chains.get(name);
      if (!chain) continue;
      placed.push({ table, chain, firstLine: line });
      line += chain.length;
    }
    line += 1;
  }
  return placed;
}

/** Built-in chains are there even if nobody declared them: the kernel makes them with the table. */
export const chainNames = oncePerObject(({ name, chains }: XtTable): readonly string[] => {
  const names = [...new Set([...BUILT_IN_CHAINS[name], ...chains.keys()])];
  const last = ordered.get(name);
  if (last && sameItems(last.names, names)) return last.order;
  const order = chainOrder(name, names);
  ordered.set(name, { names, order });
  return order;
});

/** How the chains of a table were put in order last: an edit mostly changes no name. */
const ordered = new Map<TableName, { readonly names: readonly string[]; readonly order: readonly string[] }>();

/** What of a ruleset is told without its rules: built-in chains, whose chains the others are, how many rules there are. */
interface Entered {
  readonly chains: readonly ChainView[];
  readonly services: readonly (readonly [chain: string, service: string])[];
  readonly ruleCount: number;
}

/** Goes through the chains of a ruleset once; where a built-in chain begins is as in {@link placeChains}. */
export function enteredChains(ruleset: XtRuleset, family: IpFamily): Entered {
  const chains: ChainView[] = [];
  const services: (readonly [string, string])[] = [];
  let ruleCount = 0;
  let line = 0;
  for (const table of ruleset.tables.values()) {
    const absent = BUILT_IN_CHAINS[table.name].filter((name) => !table.chains.has(name));
    line += 1 + table.chains.size + absent.length;
    let before = 0;
    for (const name of BUILT_IN_CHAINS[table.name]) {
      const chain = table.chains.get(name);
      if (!chain) continue;
      chains.push(chainView({ table, chain, firstLine: line + before }, family));
      before += chain.length;
    }
    for (const chain of table.chains.values()) {
      ruleCount += chain.length;
      line += chain.length;
      const service = serviceOf(chain, family);
      if (service !== undefined) services.push([chain.name, service]);
    }
    line += 1;
  }
  return { chains, services, ruleCount };
}

const listed = new WeakMap<XtRuleset, readonly ChainView[]>();

/** The chains as the page lists them. */
function chainViews(ruleset: XtRuleset, family: IpFamily): readonly ChainView[] {
  const known = listed.get(ruleset);
  if (known) return known;
  const views = placeChains(ruleset).map((placed) => placedView(placed, family));
  listed.set(ruleset, views);
  return views;
}

const placedLast = new WeakMap<XtChain, ChainView>();

/** A chain that is the same at the same place is told by the same view. */
function placedView(placed: Placed, family: IpFamily): ChainView {
  const known = placedLast.get(placed.chain);
  if (known?.firstLine === placed.firstLine && known.table === placed.table.name) return known;
  const view = sharedView(chainView(placed, family));
  placedLast.set(placed.chain, view);
  return view;
}

const shared = new Map<string, ChainView>();

/** Nodes have nearly the same chains: views that say the same are one object, which crosses the thread border once. */
function sharedView(view: ChainView): ChainView {
  const key = `${view.table} ${view.name}`;
  const known = shared.get(key);
  const { length, firstLine, policy, service } = view;
  if (known?.length === length && known.firstLine === firstLine && known.policy === policy && known.service === service)
    return known;
  shared.set(key, view);
  return view;
}

function chainView({ table, chain, firstLine }: Placed, family: IpFamily): ChainView {
  const hook = isBuiltIn(table.name, chain.name) ? (chain.name as Hook) : undefined;
  const owner = ownerOfChain(chain.name);
  const service = serviceOf(chain, family);
  return {
    table: table.name,
    name: chain.name,
    length: chain.length,
    firstLine,
    ...(hook ? { hook } : {}),
    ...(chain.policy ? { policy: chain.policy } : {}),
    ...(owner === undefined ? {} : { owner }),
    ...(service === undefined ? {} : { service }),
  };
}

/** Generated rules as they are printed, by their text: an edit leaves nearly all of them as they were. */
const printed: Readonly<Record<IpFamily, Map<string, string>>> = { ipv4: new Map(), ipv6: new Map() };
const MOST_PRINTED = 200_000;

function printedText(chain: XtChain, index: number, family: IpFamily): string {
  const text = chain.text?.(index);
  if (text === undefined) return printRule(chain.rule(index), family);
  const memory = printed[family];
  const known = memory.get(text);
  if (known !== undefined) return known;
  const rule = printRule(chain.rule(index), family);
  if (memory.size >= MOST_PRINTED) memory.clear();
  memory.set(text, rule);
  return rule;
}

/** Empty where no comment tells. */
const namedIn: Readonly<Record<IpFamily, (chain: XtChain) => string>> = {
  ipv4: oncePerObject((chain: XtChain) => SERVICE_NAME.exec(ruleText(chain, 0, 'ipv4'))?.[1] ?? ''),
  ipv6: oncePerObject((chain: XtChain) => SERVICE_NAME.exec(ruleText(chain, 0, 'ipv6'))?.[1] ?? ''),
};

function serviceOf(chain: XtChain, family: IpFamily): string | undefined {
  if (!SERVICE_CHAIN.test(chain.name) || chain.length === 0) return undefined;
  return namedIn[family](chain) || undefined;
}

/** What follows `-A CHAIN`, cheaply: as it was written where that is known. */
function ruleText(chain: XtChain, index: number, family: IpFamily): string {
  return chain.text?.(index) ?? printRule(chain.rule(index), family);
}

/** What follows `-A CHAIN`: a pasted line as it was pasted, a generated one as iptables-save prints it back. */
function shownText(chain: XtChain, index: number, family: IpFamily): string {
  return chain.line(index) === undefined ? printedText(chain, index, family) : ruleText(chain, index, family);
}

/** What stands beside the iptables rules. */
export interface Beside {
  readonly nft: NftParts;
  readonly ipvs: KernelState['ipvs'];
}

/** What the rules of a namespace are printed of. */
export interface Printed {
  readonly netns: string;
  readonly family: IpFamily;
  readonly ruleset: XtRuleset;
  readonly beside?: Beside;
}

/** The whole text of what is in a namespace, with where each line starts. Lines of iptables are those of {@link placeChains}. */
export function rulesView({ netns, family, ruleset, beside }: Printed, memo: Memo): Omit<RulesView, 'edition'> {
  const lines = xtLines(ruleset, family);
  const chains = [...chainViews(ruleset, family)];
  const others = (command: string): void => void (lines.length > 0 && lines.push(command));
  if (beside && hasNft(beside.nft)) {
    others('# nft list ruleset');
    const listing = nftListing(nftPieces(beside.nft, memo), lines.length);
    for (const line of listing.lines) lines.push(line);
    for (const chain of listing.chains) chains.push(chain);
  }
  for (const { lines: own } of beside?.ipvs ? ipvsPieces(beside.ipvs) : []) for (const line of own) lines.push(line);
  const text = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  return { netns, family, text, offsets: offsetsOf(lines), chains };
}

function xtLines(ruleset: XtRuleset, family: IpFamily): string[] {
  const lines: string[] = [];
  for (const table of ruleset.tables.values()) {
    const names = chainNames(table);
    lines.push(`*${table.name}`);
    // One by one: a call with an argument for each of 136,000 chains has no room on the stack.
    for (const name of names) lines.push(declaration(table, name));
    for (const name of names) {
      const chain = table.chains.get(name);
      if (chain) for (const line of chainLines(chain, family)) lines.push(line);
    }
    lines.push('COMMIT');
  }
  return lines;
}

const generated: Readonly<Record<IpFamily, WeakMap<XtChain, readonly string[]>>> = {
  ipv4: new WeakMap(),
  ipv6: new WeakMap(),
};

/** The lines of a chain's rules. Those of a generated one are kept: an edit leaves nearly all chains as they were. */
export function chainLines(chain: XtChain, family: IpFamily): readonly string[] {
  const known = generated[family].get(chain);
  if (known) return known;
  const lines = Array.from({ length: chain.length }, (_, index) =>
    `-A ${chain.name} ${shownText(chain, index, family)}`.trimEnd(),
  );
  if (chain.length > 0 && chain.line(0) === undefined) generated[family].set(chain, lines);
  return lines;
}

function declaration(table: XtTable, name: string): string {
  const { packets = 0, bytes = 0 } = table.chains.get(name)?.counters ?? {};
  const policy = isBuiltIn(table.name, name) ? (table.chains.get(name)?.policy ?? 'ACCEPT') : '-';
  return `:${name} ${policy} [${packets}:${bytes}]`;
}

function offsetsOf(lines: readonly string[]): Uint32Array {
  const offsets = new Uint32Array(lines.length);
  let offset = 0;
  for (const [index, line] of lines.entries()) {
    offsets[index] = offset;
    offset += line.length + 1;
  }
  return offsets;
}
