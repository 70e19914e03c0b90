import type { Failure, SuiteResult } from '../suite';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readText, type ReadText } from '../../../src/core/paste/read-text';
import { IPTABLES_SAVE } from '../../../src/core/formats/iptables-save';

/** Collects cases of one kind: each gives nothing when it agrees, else a diff, or a reason to skip it. */
export class Tally {
  private passed = 0;
  private total = 0;
  private readonly skips: Record<string, number> = {};
  private readonly failures: Failure[] = [];

  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  check(id: string, diff: string | undefined): void {
    this.total++;
    if (diff === undefined) this.passed++;
    else this.failures.push({ id, diff });
  }

  skip(reason: string): void {
    this.skips[reason] = (this.skips[reason] ?? 0) + 1;
  }

  result(): SuiteResult[] {
    const skipped = Object.values(this.skips).reduce((sum, count) => sum + count, 0);
    if (this.total + skipped === 0) return [];
    const { name, passed, total, skips, failures } = this;
    return [{ name, passed, total, skipped, skips, failures }];
  }
}

/** The first lines that differ, as a small diff. */
export function firstDifference(wanted: readonly string[], got: readonly string[]): string | undefined {
  const at = wanted.findIndex((line, index) => line !== got[index]);
  if (at < 0 && wanted.length === got.length) return undefined;
  const index = at < 0 ? wanted.length : at;
  return `    - ${wanted[index] ?? '(end)'}\n    + ${got[index] ?? '(end)'}`;
}

/** The lines of a listing without comments and empty ones. */
export const withoutComments = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

const NOT_FOUND =
  /\.(?:normalised[\w-]*|tsv|json|stderr|restore|input|save|ruleset|jsonl|yaml|nft)$|README|\/derived\//;
const RULE = /^\s*(?:\[\d+:\d+\]\s*)?-A\s+[^\s-]\S*\s+-/;

/** Is it a text somebody pasted: in the corpus, as it was found? */
export function isFoundText(path: string): boolean {
  const inCorpus = basename(dirname(dirname(path))) === 'corpus' || basename(dirname(path)) === 'seeds';
  return inCorpus && !NOT_FOUND.test(path);
}

/** Lines a text holds between them: rules, pieces, what is left aside. */
function otherLines({ others }: ReadText): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { from, to } of others) for (let line = from; line <= to; line++) lines.add(line);
  return lines;
}

/** Lines that became a rule of some table. */
function ruleLines({ layers }: ReadText): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { chains } of layers) {
    for (const chain of chains.values()) {
      for (let i = 0; i < chain.length; i++) lines.add(chain.line(i) ?? 0);
    }
  }
  return lines;
}

/** Rules of which it is said why they are in no table: repeated, of another time, or changed by a command. */
function saidLines(text: string, { diagnostics }: ReadText): ReadonlySet<number> {
  const parsed = IPTABLES_SAVE.parse(text);
  const edits = diagnostics.filter(({ message }) => /listed-twice|edit-not-applied/.test(message.id));
  const again = diagnostics.filter(({ message }) => message.id === 'formats.iptables-save.same-again');
  return new Set([
    ...(parsed.ok ? parsed.value.value.unused : []),
    ...edits.map(({ span }) => span?.line ?? 0),
    ...again.flatMap(({ span }) => tableLines(text, span?.line ?? 0)),
  ]);
}

/** The lines of a table that begins at a line, up to its COMMIT. */
function tableLines(text: string, from: number): number[] {
  const lines = text.split('\n').slice(from - 1);
  const end = lines.findIndex((line) => line.startsWith('COMMIT'));
  return Array.from({ length: end < 0 ? lines.length : end + 1 }, (_, i) => from + i);
}

/** Every line of a found text is a rule, part of a listing, or greyed; a line with a rule in it is that rule. */
export function checkFound(files: readonly string[]): SuiteResult[] {
  const tally = new Tally('every line of found texts accounted for');
  for (const file of files.filter(isFoundText)) {
    const text = readFileSync(file, 'utf8');
    const read = readText({ id: 'text', title: file, text });
    const lines = text.split('\n');
    const others = otherLines(read);
    const rules = ruleLines(read);
    const said = saidLines(text, read);
    const isHeld = (line: number): boolean => rules.has(line) || others.has(line) || said.has(line);
    const lost = lines.findIndex((line, i) => RULE.test(line) && !isHeld(i + 1));
    const counted = read.lines === lines.length - (text.endsWith('\n') ? 1 : 0);
    const diff = !counted ? `    ${read.lines} lines of ${lines.length}` : `    ${lost + 1}: ${lines[lost] ?? ''}`;
    tally.check(join(basename(dirname(file)), basename(file)), counted && lost < 0 ? undefined : diff);
  }
  return tally.result();
}
