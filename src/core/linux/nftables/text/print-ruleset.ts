import { nftName, nftString } from './quoted';
import { oneLine } from '../../../lib/scan';
import { printStatement } from '../statements';
import type { NftRule, NftBase, NftChain, NftObject, NftRuleset, NftSet, NftTable } from '../types';
import { printTime } from '../datatypes/datatype';
import { printElements, printPriority } from './print-set';
import { ANONYMOUS } from './table-builder';

/** A rule as nft lists it, with its comment. */
export function printNftRule({ statements, comment }: NftRule): string {
  const words = statements.map(printStatement);
  if (comment !== undefined) words.push(`comment ${nftString(comment)}`);
  return oneLine('rule', words.join(' '));
}

/** How many elements of a set stand in one line (`calculate_delim` of nft). */
function perLine({ keyTypes }: NftSet): number {
  return keyTypes.length === 1 ? (keyTypes[0]?.perLine ?? 1) : 1;
}

function elementLines(set: NftSet): string[] {
  const texts = printElements(set);
  if (texts.length === 0) return [];
  const inLine = perLine(set);
  const gap = (i: number): string => (i === 0 ? '' : i % inLine === 0 ? ',\n\t\t\t     ' : ', ');
  return [`elements = { ${texts.map((text, i) => gap(i) + text).join('')} }`];
}

/** nft gives this size to a set without one when it meets a rule that writes to it. */
const DYNAMIC_SIZE = 65_535;

/** Sets that rules of the table write to. */
function writtenSets({ chains }: NftTable): ReadonlySet<string> {
  const names = new Set<string>();
  for (const chain of chains.values()) {
    for (let i = 0; i < chain.length; i++) {
      for (const [, name] of chain.text(i).matchAll(/\b(?:add|update) @(\S+) \{/g)) if (name) names.add(name);
    }
  }
  return names;
}

/** Words that nft lists of a set before its size, and behind its timeout (set_print_declaration()). */
const FIRST = /^policy\b/;
const LAST = /^gc-interval\b/;

function setLines(set: NftSet, written: ReadonlySet<string>): string[] {
  const { declared, flags, timeout, more, comment } = set;
  const size = set.size ?? (written.has(set.name ?? '') ? DYNAMIC_SIZE : undefined);
  return [
    ...(declared ? [declared] : []),
    ...more.filter((line) => FIRST.test(line)),
    ...(size === undefined ? [] : [`size ${size}`]),
    ...(flags.length > 0 ? [`flags ${flags.join(',')}`] : []),
    ...more.filter((line) => !FIRST.test(line) && !LAST.test(line)),
    ...(timeout === undefined ? [] : [`timeout ${printTime(timeout)}`]),
    ...more.filter((line) => LAST.test(line)),
    ...(comment === undefined ? [] : [`comment ${nftString(comment)}`]),
    ...elementLines(set),
  ];
}

function baseText({ type, hook, priority, policy, devices }: NftBase, table: NftTable): string {
  const word = hook.toLowerCase();
  const where = !devices
    ? ''
    : devices.length === 1
      ? ` device ${nftString(devices[0] ?? '')}`
      : ` devices = { ${devices.join(', ')} }`;
  const when = printPriority(priority, word, table.family);
  return `type ${type} hook ${word}${where} priority ${when}; policy ${policy.toLowerCase()};`;
}

const isAnonymous = (name: string): boolean => name.startsWith(ANONYMOUS);

/** A rule with the chains it holds: nft lists those in braces where the name of another chain stands. */
function ruleLines(rule: string, table: NftTable, seen: readonly string[] = []): string[] {
  const [whole = '', verb = '', name = ''] = /\b(jump|goto) (__chain\d+)/.exec(rule) ?? [];
  const chain = table.chains.get(name);
  if (!chain || seen.includes(name)) return [rule];
  const inside = listRules(chain).flatMap((each) => ruleLines(each, table, [...seen, name]));
  const [before = '', after = ''] = rule.split(whole);
  return [`${before}${verb} {`, ...inside.map((line) => `\t${line}`), `}${after}`];
}

const listRules = (chain: NftChain): string[] =>
  Array.from({ length: chain.length }, (_, i) => printNftRule(chain.rule(i)));

function chainLines(chain: NftChain, table: NftTable): string[] {
  const rules = listRules(chain).flatMap((rule) => ruleLines(rule, table));
  return [
    ...(chain.comment === undefined ? [] : [`comment ${nftString(chain.comment)}`]),
    ...(chain.base ? [baseText(chain.base, table)] : []),
    ...rules,
  ];
}

const block = (head: string, lines: readonly string[]): string =>
  `\t${head} {\n${lines.map((line) => `\t\t${line}\n`).join('')}\t}\n`;

/** A counter, a flow table, a helper: its lines as they were written, each on its own. */
function objectText({ kind, text }: NftObject): string {
  const [, head = text, inside = ''] = /^([^{]*)\{(.*)\}\s*$/s.exec(text) ?? [];
  const lines = inside.split(/[;\n]/).map((line) => line.trim());
  const said = lines.filter((line) => line !== '');
  return block(
    head.trim().replaceAll(/\s+/g, ' '),
    said.length === 0 && kind === 'counter' ? ['packets 0 bytes 0'] : said,
  );
}

/** One table as `nft list table` prints it. */
function printTable(table: NftTable): string {
  const head = [
    ...(table.flags.length > 0 ? [`\tflags ${table.flags.join(',')}\n`] : []),
    ...(table.comment === undefined ? [] : [`\tcomment ${nftString(table.comment)}\n`]),
  ];
  const written = writtenSets(table);
  const blocks = [
    ...table.objects.map(objectText),
    ...[...table.sets].map(([name, set]) => block(`${set.kind} ${nftName(name)}`, setLines(set, written))),
    ...[...table.chains]
      .filter(([name]) => !isAnonymous(name))
      .map(([name, chain]) => block(`chain ${nftName(name)}`, chainLines(chain, table))),
  ];
  return `table ${table.family} ${nftName(table.name)} {\n${head.join('')}${blocks.join('\n')}}\n`;
}

/**
 * A ruleset as `nft list ruleset` (1.0.6) prints it. Elements of hashed sets keep the order they were written in:
 * the kernel's own cannot be told.
 */
export function printNftRuleset({ tables }: NftRuleset): string {
  return [...tables.values()].map(printTable).join('');
}
