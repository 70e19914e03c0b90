import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { IPTABLES_LIST } from '../../../core/formats/iptables-list';
import { IPTABLES_SAVE } from '../../../core/formats/iptables-save';
import { printRule } from '../../../core/linux/xtables/rule-text';
import type { XtTable } from '../../../core/linux/xtables/types';
import { printListing } from '../../../core/formats/listing/print-listing';
import type { IpFamily } from '../../../core/net/ip';
import type { SuiteResult } from '../suite';
import { checkNftListing, type SavedTable } from './derived-nft';
import { firstDifference, Tally } from './tally';

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
