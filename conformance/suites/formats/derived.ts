import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { IPTABLES_LIST } from '../../../src/core/formats/iptables-list';
import { IPTABLES_SAVE } from '../../../src/core/formats/iptables-save';
import { printRule } from '../../../src/core/linux/xtables/rule-text';
import { type XtTable, type XtChain, isBuiltIn } from '../../../src/core/linux/xtables/types';
import { printListing } from '../../../src/core/formats/listing/print-listing';
import type { IpFamily } from '../../../src/core/net/ip';
import type { SuiteResult } from '../suite';
import { firstDifference, Tally } from './found-texts';
import { NFT_RULESET } from '../../../src/core/formats/nft-ruleset';
import { printNftRule } from '../../../src/core/linux/nftables/text/print-ruleset';
import type { NftChain, NftTable } from '../../../src/core/linux/nftables/types';

/** A table of a dump, with its family. */
interface SavedTable {
  readonly family: IpFamily;
  readonly table: XtTable;
}

/** What both listings tell of a rule; undefined: one of them tells it otherwise, or not at all. */
interface Fields {
  readonly in: string | undefined;
  readonly out: string | undefined;
  readonly src: string | undefined;
  readonly dst: string | undefined;
  readonly dport: string | undefined;
  readonly states: string | undefined;
  readonly does: string | undefined;
}

const NAMES = ['in', 'out', 'src', 'dst', 'dport', 'states', 'does'] as const;

/** Targets that nft has a word of its own for. */
const WORDS: Readonly<Record<string, string>> = {
  ACCEPT: 'accept',
  DROP: 'drop',
  RETURN: 'return',
  MASQUERADE: 'masquerade',
  DNAT: 'dnat',
  SNAT: 'snat',
  REDIRECT: 'redirect',
  REJECT: 'reject',
  LOG: 'log',
  NFLOG: 'log',
};

const sorted = (words: string): string => words.toLowerCase().split(',').toSorted().join(',');

/** `! -s 10.0.0.1/32` -> `!= 10.0.0.1`; without the option `''`. */
function tested(text: string, option: string): string {
  const [, not, value = ''] = new RegExp(`(?:^| )(! )?${option} (\\S+)`).exec(text) ?? [];
  return value === '' ? '' : `${not ? '!= ' : ''}${value}`;
}

function xtFields(rule: string): Fields {
  const host = (value: string): string => value.replace(/\/(?:32|128)$/, '');
  const mask = / -[sd] \S+\/\d+\./.test(` ${rule}`);
  const device = (option: string): string => tested(rule, option).replace(/\+$/, '*');
  const [, jump, target = ''] = /-([jg]) (\S+)/.exec(rule) ?? [];
  const ports = (/multiport|--dports/.test(rule) ? 0 : (rule.match(/--dport /g)?.length ?? 0)) === 1;
  return {
    in: device('-i'),
    out: device('-o'),
    src: mask ? undefined : host(tested(rule, '-s')),
    dst: mask ? undefined : host(tested(rule, '-d')),
    dport: ports ? tested(rule, '--dport').replace(':', '-') : undefined,
    // nft tells a state that is no state of its own by another key: `ct status dnat`.
    states: /--ctstate (?!\S*NAT)/.test(rule) ? sorted(tested(rule, '--ctstate')) : undefined,
    does: jump === 'g' ? `goto ${target}` : (WORDS[target] ?? (/^[A-Z]+$/.test(target) ? undefined : `jump ${target}`)),
  };
}

/** `ip saddr != 10.0.0.1` -> `!= 10.0.0.1`; without it `''`. */
function shown(text: string, name: string): string {
  const [, not, quoted, bare = ''] = new RegExp(`(?:^| )${name} (!= )?(?:"([^"]*)"|(\\S+))`).exec(text) ?? [];
  const value = quoted ?? bare;
  return value === '' ? '' : `${not ? '!= ' : ''}${value}`;
}

function nftFields(rule: string): Fields {
  const mask = / [sd]addr (?:!= )?(?:&|and) /.test(rule);
  // A value may be a word of this kind too: `icmp type redirect`. The counter stands between.
  const end = rule.split(/ ?counter packets \d+ bytes \d+ ?/).at(-1) ?? '';
  const does = /^(?:(?:jump|goto) \S+|accept|drop|return|masquerade|dnat|snat|redirect|reject|log)(?= |$)/.exec(
    end,
  )?.[0];
  return {
    in: shown(rule, 'iifname'),
    out: shown(rule, 'oifname'),
    src: mask ? undefined : shown(rule, 'ip6? saddr'),
    dst: mask ? undefined : shown(rule, 'ip6? daddr'),
    dport: shown(rule, '(?:tcp|udp|sctp|dccp|th) dport'),
    states: sorted(shown(rule, 'ct state')),
    does,
  };
}

function compareRule(xt: string, nft: string): string | undefined {
  const [wanted, got] = [xtFields(xt), nftFields(nft)];
  const differs = NAMES.find(
    (name) => wanted[name] !== undefined && got[name] !== undefined && wanted[name] !== got[name],
  );
  return differs === undefined ? undefined : `    ${differs}\n    - ${xt}\n    + ${nft}`;
}

function compareChain(tally: Tally, id: string, chain: XtChain, family: IpFamily, listed: NftChain | undefined): void {
  if (listed?.length !== chain.length) {
    tally.check(id, `    - ${chain.length} rules\n    + ${listed ? `${listed.length} rules` : 'no such chain'}`);
    return;
  }
  for (let index = 0; index < chain.length; index++) {
    const nft = printNftRule(listed.rule(index));
    if (/\bxt (?:match|target)\b/.test(nft)) tally.skip('the rule has an expression of xtables');
    else tally.check(`${id} ${index + 1}`, compareRule(printRule(chain.rule(index), family), nft));
  }
}

function compareTable(tally: Tally, id: string, { family, table }: SavedTable, listed: NftTable): void {
  // The tools make no chains for hooks that nobody uses.
  const names = [...table.chains.values()].filter(({ name, length }) => length > 0 || !isBuiltIn(table.name, name));
  const shownNames = [...listed.chains.keys()].filter((name) => !isBuiltIn(table.name, name)).toSorted();
  const own = names
    .map(({ name }) => name)
    .filter((name) => !isBuiltIn(table.name, name))
    .toSorted();
  tally.check(`${id} chains`, firstDifference(own, shownNames));
  for (const chain of names) {
    const there = listed.chains.get(chain.name);
    if (there?.base && chain.policy) {
      const policy =
        there.base.policy === chain.policy ? undefined : `    - ${chain.policy}\n    + ${there.base.policy}`;
      tally.check(`${id} ${chain.name} policy`, policy);
    }
    compareChain(tally, `${id} ${chain.name}`, chain, family, there);
  }
}

/** The rules of iptables-nft lists them, as far as both listings tell the same. */
function checkNftListing(tally: Tally, file: string, saved: ReadonlyMap<string, SavedTable>): void {
  const id = file.slice(file.indexOf('/derived/') + 9);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const parsed = NFT_RULESET.parse(text);
  if (saved.size === 0) tally.skip('no dump to hold it against');
  else if (text.trim() === '') tally.skip('empty listing');
  else if (!parsed.ok) tally.check(id, '    - tables\n    + nothing read');
  else {
    for (const each of saved.values()) {
      const listed = parsed.value.value.tables.get(`${each.family === 'ipv4' ? 'ip' : 'ip6'} ${each.table.name}`);
      if (listed) compareTable(tally, `${id} ${each.table.name}`, each, listed);
      else tally.skip('nft lists no such table');
    }
  }
}

/** The tables of the dump a folder of views was made from. */
function savedIn(folder: string, legacy: boolean): ReadonlyMap<string, SavedTable> {
  const source = folder.replace('/derived/', '/');
  const names = legacy
    ? [join(folder, 'legacy-save-c.txt')]
    : ['.normalised', '.normalised-repaired'].map((end) => source + end);
  const path = names.find((name) => existsSync(name));
  const parsed = path === undefined ? undefined : IPTABLES_SAVE.parse(readFileSync(path, 'utf8'));
  const tables = new Map<string, SavedTable>();
  if (!parsed?.ok) return tables;
  const { families, rulesets } = parsed.value.value;
  for (const family of families) {
    for (const table of rulesets[family]?.tables.values() ?? []) tables.set(table.name, { family, table });
  }
  return tables;
}

/** `chain: rule`, chain by chain in the order of their names. */
function rulesOf({ chains }: XtTable, family: IpFamily): string[] {
  return [...chains.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((chain) =>
      Array.from({ length: chain.length }, (_, i) => `${chain.name}: ${printRule(chain.rule(i), family)}`),
    );
}

/** What a listing carries of a table: its text without blanks' widths and counters. */
function listed(table: XtTable, family: IpFamily): string[] {
  const text = printListing({ family, ruleset: { tables: new Map([[table.name, table]]) } });
  return chainsOfListing(text);
}

function chainsOfListing(text: string): string[] {
  const blocks = text.split(/\n(?=Chain )/).map((block) =>
    block
      .split('\n')
      .map((line) =>
        line
          .trim()
          .replace(/^\S+\s+\S+\s+(?=\S)/, (counts) => (/^[\d.]+[KMGT]?\s+[\d.]+[KMGT]?\s/.test(counts) ? '' : counts)),
      )
      .map((line) =>
        line
          .replace(/\d+[KMGT]? packets, \d+[KMGT]? bytes/, '')
          .split(/\s+/)
          .join(' '),
      )
      .filter((line) => line !== ''),
  );
  return blocks.toSorted((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)).flat();
}

/** The same rules through `iptables -S` and `-L -n -v`, of both variants of the tool. */
export function checkDerived(files: readonly string[]): SuiteResult[] {
  const views = files.filter((path) => path.includes('/derived/'));
  const listings = new Tally('-S against the dump');
  const tables = new Tally('-L -n -v against the dump');
  const nft = new Tally('nft list ruleset against the dump, what both tell');
  for (const file of views) {
    const name = basename(file);
    const [, table = '', legacy] = /^(\w+)\.(legacy\.)?(?:S|L-nv)$/.exec(name) ?? [];
    if (table === '') {
      if (name === 'ruleset.nft') checkNftListing(nft, file, savedIn(dirname(file), false));
      continue;
    }
    const saved = savedIn(dirname(file), legacy !== undefined).get(table);
    const id = file.slice(file.indexOf('/derived/') + 9);
    if (!saved) listings.skip('no dump to hold it against');
    else if (name.endsWith('.S')) listings.check(id, compareS(file, saved));
    else tables.check(id, compareL(file, saved));
  }
  return [...listings.result(), ...tables.result(), ...nft.result()];
}

function compareS(file: string, { family, table }: SavedTable): string | undefined {
  const command = family === 'ipv4' ? 'iptables' : 'ip6tables';
  const parsed = IPTABLES_SAVE.parse(`# ${command} -t ${table.name} -S\n${readFileSync(file, 'utf8')}`);
  const read = parsed.ok ? parsed.value.value.rulesets[family]?.tables.get(table.name) : undefined;
  return firstDifference(rulesOf(table, family), read ? rulesOf(read, family) : []);
}

/** What the real listing carries, read and printed, against what the dump would print. */
function compareL(file: string, { family, table }: SavedTable): string | undefined {
  const text = readFileSync(file, 'utf8');
  const parsed = IPTABLES_LIST.parse(text);
  const read = parsed.ok ? parsed.value.value[0]?.ruleset.tables.values().next().value : undefined;
  return firstDifference(listed(table, family), read ? listed(read, family) : []);
}
