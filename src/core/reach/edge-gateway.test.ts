import { describe, expect, it } from 'vitest';
import { createRng } from '../lib/random';
import type { RuleRef } from '../linux/hooks';
import { rulesetOf, visitOf, walkVisit } from '../linux/xtables/testing/walk-text';
import type { XtTable } from '../linux/xtables/types';
import { findDeadRules } from './dead-rules';
import type { Diagram } from './diagram';
import { mapTable } from './table-map';
import { openTableSpace } from './table-model';
import { edgeGateway } from './testing/edge-gateway';
import { xtPackets } from './xt-packets';

const TEXT = edgeGateway();

function tableOf(text: string): XtTable {
  const table = rulesetOf(text).tables.get('filter');
  if (!table) throw new Error('no table');
  return table;
}

const placeOf = ({ chain, index }: RuleRef): string => `${chain} ${index}`;

/** Every rule with its place; what is no rule has none. */
const LINES = ((): readonly { readonly line: string; readonly chain?: string; readonly index?: number }[] => {
  const seen = new Map<string, number>();
  return TEXT.split('\n').map((line) => {
    const chain = /^-A (\S+)/.exec(line)?.[1];
    if (chain === undefined) return { line };
    const index = seen.get(chain) ?? 0;
    seen.set(chain, index + 1);
    return { line, chain, index };
  });
})();

/** The table without one rule. */
function without(rule: RuleRef): XtTable {
  const left = LINES.filter(({ chain, index }) => chain !== rule.chain || index !== rule.index);
  return tableOf(left.map(({ line }) => line).join('\n'));
}

const table = tableOf(TEXT);
const found = findDeadRules({ table, family: 'ipv4' });
const dead = found.ok ? found.value : [];
const covered = dead.filter(({ why }) => why === 'covered');
const space = openTableSpace({ table, family: 'ipv4' });

/** Every packet that could come to a chain by its verdict: the same number means the same of all packets. */
const verdicts = (of: XtTable, chain: string): Diagram =>
  mapTable(space, { table: xtPackets(of), chain, become: {}, ways: [] }, ({ verdict: { kind }, by }) =>
    space.diagrams.leaf(by ? 3 + ['ACCEPT', 'DROP'].indexOf(kind) : 2),
  );

const rng = createRng(1);

/** A random address of a network as a rule writes it; without one, any of the Internet. */
function anyAddress(network = '0.0.0.0/0'): string {
  const [address = '', prefix = '32'] = network.split('/');
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const mask = Number(prefix) === 0 ? 0 : (~0 << (32 - Number(prefix))) >>> 0;
  const word = (((a << 24) | (b << 16) | (c << 8) | d) & mask) | (rng.u32() & ~mask);
  return [24, 16, 8, 0].map((by) => (word >>> by) & 0xff).join('.');
}

/** What the rule that leads to a chain wants of packets. */
const guards = new Map(
  LINES.flatMap(({ line }) => {
    const [, guard, to = ''] = /^-A FORWARD (.*)-j (\S+)$/.exec(line) ?? [];
    return guard === undefined ? [] : [[to, guard] as const];
  }),
);

/** A random packet that a rule and the one that leads to its chain hold for, and that asks for no zone where neither says which. */
function packetFor(line: string, chain: string): ReturnType<typeof visitOf> {
  const words = `${line} ${guards.get(chain) ?? ''}`;
  const value = (option: string): string | undefined => new RegExp(`${option} (\\S+)`).exec(words)?.[1];
  const proto = value('-p') ?? 'tcp';
  const port = Number((value('--dports?') ?? '7').split(/[:,]/)[0]);
  const [src, dst] = [anyAddress(value('-s')), anyAddress(value('-d') ?? '10.99.0.0/16')];
  const ports = proto === 'icmp' ? [`${src}>${dst}`, 'type=8'] : [`${src}:4000>${dst}:${port}`];
  const hook = chain === 'INPUT' ? 'INPUT' : 'FORWARD';
  const visit = visitOf(
    `${hook} in=${value('-i') ?? 'eth0'} ${hook === 'INPUT' ? '' : 'out=eth1 '}${proto} ${ports.join(' ')}`,
  );
  visit.skb.ctState = words.includes('ESTABLISHED') ? 'ESTABLISHED' : 'NEW';
  return visit;
}

/** Rules that a packet was held by on a walk. */
const rulesOn = (visit: ReturnType<typeof visitOf>): string[] =>
  walkVisit(table, visit).events.flatMap((event) => (event.kind === 'rule' ? [placeOf(event.ref)] : []));

describe('a gateway of 4,572 rules', () => {
  it('has 80 that decide no packet: 64 in chains that nothing leads to, 16 whose packets others take', () => {
    expect(LINES.filter(({ chain }) => chain !== undefined)).toHaveLength(4572);
    const reasons = ['covered', 'unreached', 'never'].map((each) => dead.filter(({ why }) => why === each).length);
    expect(reasons).toEqual([16, 64, 0]);
  });

  it('ends every packet as before without any one of the 16', () => {
    for (const { rule } of covered)
      expect([placeOf(rule), verdicts(without(rule), rule.chain)]).toEqual([
        placeOf(rule),
        verdicts(table, rule.chain),
      ]);
  });

  it('ends some otherwise without one of those that take their packets', () => {
    const takers = new Map(covered.flatMap(({ by }) => by).map((each) => [placeOf(each), each]));
    for (const [place, rule] of takers)
      expect([place, verdicts(without(rule), rule.chain)]).not.toEqual([place, verdicts(table, rule.chain)]);
  });

  it('leads to no chain of the 64', () => {
    const chains = new Set(dead.filter(({ why }) => why === 'unreached').map(({ rule }) => rule.chain));
    expect(LINES.filter(({ line }) => chains.has(/-j (\S+)$/.exec(line)?.[1] ?? ''))).toEqual([]);
  });

  it('holds a packet by each other rule on a walk, and none by one of the 80', () => {
    const held = new Set<string>();
    const silent = new Set(dead.map(({ rule }) => placeOf(rule)));
    for (const { line, chain, index } of LINES) {
      if (chain === undefined || index === undefined) continue;
      const place = placeOf({ table: 'filter', chain, index });
      for (let tries = 0; tries < 40 && !held.has(place); tries++) {
        for (const each of rulesOn(packetFor(line, chain))) held.add(each);
        if (silent.has(place) && tries === 4) break;
      }
    }
    expect([...silent].filter((place) => held.has(place))).toEqual([]);
    expect(held.size).toBe(4572 - 80);
  });
});
