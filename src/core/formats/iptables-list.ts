import { phrase } from '../lib/phrase';
import { err, ok } from '../lib/result';
import { HOOKS, type TableName } from '../linux/hooks';
import { makeChain, type XtChain, type XtRuleset } from '../linux/xtables/types';
import { parseCidr, type IpFamily } from '../net/ip';
import type { Diagnostic, Format } from './format';
import { findCommand } from './iptables-save/section';
import { isChainLine, readListing, type ListedChain } from './listing/read-listing';
import { printListing } from './listing/print-listing';

/** What one `iptables -L` prints: one table. */
export interface IptablesListing {
  readonly family: IpFamily;
  /** Told by the built-in chains and the targets: the listing itself does not name it. */
  readonly table: TableName;
  readonly ruleset: XtRuleset;
}

const NAT_TARGETS = new Set(['DNAT', 'SNAT', 'MASQUERADE', 'REDIRECT', 'NETMAP']);

/** The table whose built-in chains and targets these are; undefined if nothing tells. */
export function tableOfListing(chains: readonly ListedChain[]): TableName | undefined {
  const targets = new Set(chains.flatMap(({ rules }) => rules.map(({ target }) => target?.target ?? '')));
  if ([...targets].some((target) => NAT_TARGETS.has(target))) return 'nat';
  if (targets.has('REJECT')) return 'filter';
  const builtIn = new Set<string>(HOOKS.filter((hook) => chains.some(({ name }) => name === hook)));
  if (builtIn.has('FORWARD')) return builtIn.has('PREROUTING') ? 'mangle' : 'filter';
  if (builtIn.has('POSTROUTING')) return 'nat';
  if (builtIn.has('PREROUTING')) return builtIn.has('INPUT') ? 'nat' : 'raw';
  return builtIn.has('INPUT') || builtIn.has('OUTPUT') ? 'filter' : undefined;
}

/** A chain that `iptables -L` listed as an XtChain, with the line of the text that each rule stands on. */
export function chainOfListing(listed: ListedChain): XtChain {
  const { name, rules, lines, policy, counters } = listed;
  const base = makeChain(name, rules, { ...(policy ? { policy } : {}), ...(counters ? { counters } : {}) });
  return { ...base, line: (index) => lines[index] };
}

/**
 * Several listings one after the other: a table lists its built-in chains first, in the hooks' order,
 * so a chain that comes again, or a built-in one out of order, begins the next.
 */
export function splitListings(chains: readonly ListedChain[]): readonly (readonly ListedChain[])[] {
  const groups: ListedChain[][] = [];
  const seen = new Set<string>();
  let order = -1;
  for (const chain of chains) {
    const hook = chain.policy === undefined ? HOOKS.length : HOOKS.findIndex((name) => name === chain.name);
    if (groups.length === 0 || seen.has(chain.name) || hook < order) {
      groups.push([]);
      seen.clear();
    }
    order = hook;
    seen.add(chain.name);
    groups.at(-1)?.push(chain);
  }
  return groups;
}

const COMMENT = /\/\*.*?\*\//g;
/** A source or destination, an address translated to, and what only one of the two tools prints; `inet6:` begins kube-router's sets. */
const ADDRESS = /^!?(?:to:)?\[?([0-9a-f:.]+)\]?(?::\d+)?(\/\d+)?$/i;
const ONLY_IPV6 = /^(?:icmpv6|ipv6-icmp|icmp6-\S+|ipv6-icmptype|inet6:\S+)$/;

function familyOfWord(word: string): IpFamily | undefined {
  if (ONLY_IPV6.test(word)) return 'ipv6';
  const [, address = '', prefix = ''] = ADDRESS.exec(word) ?? [];
  const read = /[.:]/.test(address) ? parseCidr(address + prefix) : undefined;
  return read?.ok ? read.value.address.family : undefined;
}

/**
 * The family of a listing: as the tool above it is named, else as its first address, comments aside; a rule's
 * source and destination stand before its options. IPv4 where it has none.
 */
export function familyOfListing(text: string): IpFamily {
  for (const line of text.slice(0, 20_000).split('\n')) {
    const command = findCommand(line, 0, line.length);
    if (command?.does === 'list') return command.family;
    if (isChainLine(line)) continue;
    const words = line.replaceAll(COMMENT, ' ').split(/\s+/);
    for (const word of words) {
      const family = familyOfWord(word);
      if (family) return family;
    }
  }
  return 'ipv4';
}

/** One diagnostic for what `iptables -L` leaves out: without -v, the interfaces. */
export function listLosses(chains: readonly ListedChain[]): Diagnostic[] {
  const blind = chains.find(({ columns, rules }) => !columns.interfaces && rules.length > 0);
  if (!blind) return [];
  const span = { start: 0, end: 0, line: blind.line, column: 1 };
  return [
    { severity: 'warning', code: 'partly-simulated', message: phrase('formats.iptables-list.no-interfaces'), span },
  ];
}

function makeListing(family: IpFamily, chains: readonly ListedChain[]): IptablesListing {
  const table = tableOfListing(chains) ?? 'filter';
  const byName = new Map(chains.map((chain) => [chain.name, chainOfListing(chain)]));
  return { family, table, ruleset: { tables: new Map([[table, { name: table, chains: byName }]]) } };
}

/** `iptables -L [-n] [-v] [--line-numbers]`: made for eyes; what it does not tell is said. */
export const IPTABLES_LIST: Format<'iptables-list', readonly IptablesListing[]> = {
  id: 'iptables-list',
  title: 'iptables -L',
  command: 'iptables -L -n -v',
  detect: (text) => (text.slice(0, 20_000).split('\n').some(isChainLine) ? 0.9 : 0),
  parse: (text) => {
    const family = familyOfListing(text);
    const steps = readListing(text, family);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { chains, diagnostics } = step.value;
    if (chains.length === 0) {
      const message = phrase('formats.iptables-list.no-chain');
      return err([{ severity: 'error', code: 'unrecognised', message }]);
    }
    const value = splitListings(chains).map((group) => makeListing(family, group));
    return ok({ value, diagnostics: [...listLosses(chains), ...diagnostics] });
  },
  print: (listings) => listings.map(printListing).join('\n'),
};
