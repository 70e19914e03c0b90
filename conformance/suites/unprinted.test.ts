import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { XtChain, XtRule, XtRuleset, XtTable } from '../../src/core/linux/xtables/types';
import { excused, readRecords } from './kernel';
import type { KernelRecord, RecordedTopologies } from './kernel/record';
import { rulesetOf } from './recorded-rules';
import { KERNEL_RECORDINGS, projectFolder } from './suite';
import { SOAKING, some } from '../../src/core/lib/testing/soaking';

const read = (name: string): string => readFileSync(join(projectFolder(KERNEL_RECORDINGS), name), 'utf8');
const topologies = JSON.parse(read('topologies.json')) as RecordedTopologies;
const records = readRecords(read('raw-A.jsonl'));

const rulesOf = ({ rules }: KernelRecord): XtRule[] =>
  [...rulesetOf(rules, 'ipv4').tables.values()].flatMap(({ chains }) =>
    [...chains.values()].flatMap((chain) => Array.from({ length: chain.length }, (_, i) => chain.rule(i))),
  );

/** The record without `-i eth9` in one rule: no router has an eth9, so that is what an unprinted `! -i +` leaves. */
function lossesOf(record: KernelRecord): { record: KernelRecord; chain: string }[] {
  const lines = record.rules.split('\n');
  return lines.flatMap((line, at) => {
    const rules = lines.with(at, line.replace(/(?<!! )-i eth9 /, '')).join('\n');
    return rules === record.rules ? [] : [{ record: { ...record, rules }, chain: line.split(' ')[1] ?? '' }];
  });
}

const fails = (record: KernelRecord): boolean => excused([record], topologies).attempts.some(({ failed }) => failed);
const losses = records.flatMap(lossesOf).filter(({ record }) => fails(record));

describe('a saved rule that lost a test which never holds', () => {
  const among = (lost: KernelRecord): readonly KernelRecord[] =>
    records.map((record) => (record.id === lost.id ? lost : record));

  it('is found, in the chain that lost it', () => {
    expect(losses.length).toBeGreaterThan(1);
    for (const { record, chain } of some(losses, 2)) {
      const rule = excused(among(record), topologies).rules.get(record.id);
      expect(`${record.id} ${rule?.split(' ')[1]}`).toBe(`${record.id} ${chain}`);
    }
  });

  it('is not assumed while another record is wrong for another reason', () => {
    const [first] = losses;
    const other = records.find(({ id }) => id !== first?.record.id);
    if (!first || !other) throw new Error('no records');
    const wrong = { ...other, rules: other.rules.replaceAll(/^(:FORWARD|:INPUT|:OUTPUT) ACCEPT/gm, '$1 DROP') };
    const run = among(first.record).map((record) => (record.id === wrong.id ? wrong : record));
    expect(excused(run, topologies).rules.size).toBe(0);
  });
});

/** The ruleset with every rule changed: a fault of ours, the same in all records. */
function everywhere(change: (rule: XtRule) => XtRule): (rules: XtRuleset) => XtRuleset {
  const inChain = (chain: XtChain): XtChain => ({ ...chain, rule: (index) => change(chain.rule(index)) });
  const inTable = (table: XtTable): XtTable => ({
    ...table,
    chains: new Map([...table.chains].map(([name, chain]) => [name, inChain(chain)] as const)),
  });
  return ({ tables }) => ({ tables: new Map([...tables].map(([name, table]) => [name, inTable(table)] as const)) });
}

/** Holds whatever the packet is: as a match that is taken to be true. */
const without =
  (name: string) =>
  (rule: XtRule): XtRule => ({ ...rule, matches: rule.matches.filter(({ match }) => match !== name) });
const HEADER = ['src', 'dst', 'indev', 'outdev', 'proto'] as const;

describe('a fault of ours is never taken for it', () => {
  const kinds = [...new Set(records.flatMap(rulesOf).flatMap(({ matches }) => matches.map(({ match }) => match)))];
  const matters = kinds.filter((kind) => !['comment', 'tcp', 'udp'].includes(kind));

  it.runIf(SOAKING)('a match that would always hold', () => {
    const wrong = matters.map((kind) => {
      const { attempts, rules } = excused(records, topologies, everywhere(without(kind)));
      expect([kind, ...rules]).toEqual([kind]);
      return attempts.filter(({ failed }) => failed).length;
    });
    // icmp and sctp are never asked for where the protocol does not say it already.
    expect(wrong.filter((count) => count > 0).length).toBeGreaterThan(8);
  });

  it.each(SOAKING ? HEADER : HEADER.filter((_, at) => at % 2 === 1))(
    'a test of the header that would always hold: %s',
    (part) => {
      const drop = ({ [part]: _dropped, ...rule }: XtRule): XtRule => rule;
      expect([...excused(records, topologies, everywhere(drop)).rules]).toEqual([]);
    },
  );

  it.each(some(HEADER, 2))('a test of the header turned round: %s', (part) => {
    const turn = (rule: XtRule): XtRule => {
      const test = rule[part];
      return test ? { ...rule, [part]: { ...test, negated: !test.negated } } : rule;
    };
    expect([...excused(records, topologies, everywhere(turn)).rules]).toEqual([]);
  });
});
