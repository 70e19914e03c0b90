import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesetOf } from '../linux/xtables/testing/walk-text';
import { deadRulesInSteps, findDeadRules, type DeadRule } from './dead-rules';
import { modelTable } from './table-model';

function tableOf(text: string) {
  const table = rulesetOf(`*filter\n:FORWARD DROP\n${text}\nCOMMIT`).tables.get('filter');
  if (!table) throw new Error('no table');
  return table;
}

function deadOf(text: string): readonly DeadRule[] {
  const found = findDeadRules({ table: tableOf(text), family: 'ipv4' });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

const say = ({ rule, why, by }: DeadRule): string =>
  `${rule.chain} ${rule.index + 1} ${why} ${by.map(({ chain, index }) => `${chain} ${index + 1}`).join(', ')}`.trim();

it.each([
  [
    'covered by two together',
    '-A FORWARD -d 10.0.1.0/25 -j ACCEPT\n-A FORWARD -d 10.0.1.128/25 -j ACCEPT\n-A FORWARD -d 10.0.1.0/24 -p tcp -j DROP',
    ['FORWARD 3 covered FORWARD 1, FORWARD 2'],
  ],
  ['a chain that nobody leads to', ':OLD -\n-A OLD -j DROP', ['OLD 1 unreached']],
  [
    'a chain that what comes to it never fits',
    ':A -\n-A FORWARD -d 10.0.0.0/8 -j A\n-A A -d 11.0.0.1/32 -j DROP',
    ['A 1 never'],
  ],
  [
    'taken in a chain before',
    ':A -\n-A FORWARD -j A\n-A FORWARD -s 10.0.0.1/32 -j ACCEPT\n-A A -s 10.0.0.0/8 -j DROP',
    ['FORWARD 2 covered A 1'],
  ],
  [
    'a limit takes nothing for sure',
    '-A FORWARD -s 10.0.0.0/8 -m limit --limit 1/sec -j DROP\n-A FORWARD -s 10.0.0.1/32 -j ACCEPT',
    [],
  ],
  [
    'a mark that is never set',
    '-A FORWARD -j MARK --set-mark 0\n-A FORWARD -m mark --mark 1 -j DROP',
    ['FORWARD 2 never'],
  ],
  [
    'what is left of a range',
    '-A FORWARD -p tcp -m tcp --dport 80:90 -j ACCEPT\n-A FORWARD -s 10.0.0.0/8 -p tcp -m tcp --dport 81:90 -j DROP',
    ['FORWARD 2 covered FORWARD 1'],
  ],
  [
    'a mark that some have',
    '-A FORWARD -s 10.0.0.0/8 -j MARK --set-mark 1\n-A FORWARD -m mark --mark 1 -j DROP\n-A FORWARD -s 11.0.0.0/8 -j ACCEPT',
    [],
  ],
  [
    'a mark that some have who were in a chain',
    ':A -\n-A FORWARD -p tcp -m tcp --dport 80 -j A\n-A FORWARD -m mark --mark 1 -j DROP\n-A FORWARD -p tcp -j ACCEPT\n-A A -s 10.0.0.0/8 -j MARK --set-mark 1\n-A A -d 10.0.0.1/32 -j MARK --set-mark 1',
    [],
  ],
  [
    'what was taken before others came back from a chain',
    ':A -\n-A FORWARD -s 11.0.0.0/8 -p udp -j DROP\n-A FORWARD -p tcp -m tcp --dport 80 -j A\n-A FORWARD -s 11.0.0.1/32 -p udp -j ACCEPT\n-A A -s 10.0.0.0/8 -j DROP',
    ['FORWARD 3 covered FORWARD 1'],
  ],
  ['what LOG sees goes on', '-A FORWARD -s 10.0.0.0/8 -j LOG\n-A FORWARD -s 10.0.0.1/32 -j ACCEPT', []],
])('%s', (_name, text, wanted) => {
  expect(deadOf(text).map(say)).toEqual(wanted);
});

const TESTS = [
  '-s 10.0.0.0/8',
  '-s 10.0.0.1/32',
  '! -s 10.0.0.0/16',
  '-p tcp',
  '-p tcp -m tcp --dport 80',
  '-p tcp -m tcp --dport 0:1023',
  '-p tcp -m tcp --dport 80:90',
  '-p tcp ! -s 10.0.0.0/16',
  '-m conntrack --ctstate NEW',
  '-p tcp -m mark --mark 1',
  '',
];
const TARGETS = ['-j ACCEPT', '-j DROP', '-j RETURN', '-j A', '-g A', '-j MARK --set-mark 1'];
const some = fc.array(fc.tuple(fc.constantFrom(...TESTS), fc.constantFrom(...TARGETS)), { maxLength: 8 });

it('finds rules that can be taken away: every packet ends as before', () => {
  let dead = 0;
  fc.assert(
    fc.property(some, some, (main, other) => {
      const lines = [
        ...main.map((words) => `-A FORWARD ${words.join(' ')}`),
        ...other.map((words) => `-A A ${words.join(' ')}`),
      ];
      const found = deadOf([':A -', ...lines].join('\n')).map(({ rule }) => `${rule.chain} ${rule.index}`);
      dead += found.length;
      const count = { FORWARD: 0, A: 0 };
      const left = lines.filter((line) => {
        const chain = line.startsWith('-A A') ? 'A' : 'FORWARD';
        return !found.includes(`${chain} ${count[chain]++}`);
      });
      expect(endsOf([':A -', ...left].join('\n'))).toEqual(endsOf([':A -', ...lines].join('\n')));
    }),
    { numRuns: 100 },
  );
  expect(dead).toBeGreaterThan(60);
});

it('finds a rule at two hooks that decides nothing at either', () => {
  let dead = 0;
  fc.assert(
    fc.property(some, some, some, (input, main, other) => {
      const shared = [':A -', ...other.map((words) => `-A A ${words.join(' ')}`)];
      const at = (chain: string, rules: typeof main): string[] =>
        rules.map((words) => `-A ${chain} ${words.join(' ')}`);
      const found = (...lines: readonly string[]): string[] =>
        deadOf([...shared, ...lines].join('\n')).map(({ rule }) => `${rule.chain} ${rule.index}`);
      const [one, two] = [found(...at('INPUT', input)), found(...at('FORWARD', main))];
      const both = found(...at('INPUT', input), ...at('FORWARD', main));
      dead += both.length;
      const own = (rule: string): boolean => !rule.startsWith('A ') || (one.includes(rule) && two.includes(rule));
      expect(both.toSorted()).toEqual([...new Set([...one, ...two])].filter(own).toSorted());
    }),
    { numRuns: 100 },
  );
  expect(dead).toBeGreaterThan(60);
});

/** How many packets of each verdict: the share of all headers, exactly. */
function endsOf(text: string): Record<string, number> {
  const model = modelTable({ table: tableOf(text), hook: 'FORWARD', family: 'ipv4' });
  if (!model.ok) throw new Error(model.error);
  const { space, outcome, fates } = model.value;
  const shares: Record<string, number> = {};
  const share = new Map<number, number>([
    [1, 1],
    [0, 0],
  ]);
  const shareOf = (node: number): number => {
    const known = share.get(node);
    if (known !== undefined) return known;
    const made = (shareOf(space.diagrams.low(node)) + shareOf(space.diagrams.high(node))) / 2;
    share.set(node, made);
    return made;
  };
  fates.forEach(({ verdict }, i) => {
    const set = space.diagrams.where(outcome, space.diagrams.leaf(i + 2));
    shares[verdict.kind] = (shares[verdict.kind] ?? 0) + shareOf(set);
  });
  return Object.fromEntries(Object.entries(shares).filter(([, part]) => part > 0));
}

describe('a large table', () => {
  const rules = Array.from({ length: 3000 }, (_, i) => `-A A -s 10.${i >> 8}.${i & 255}.0/24 -j DROP`);
  const table = tableOf([':A -', '-A FORWARD -j A', ...rules].join('\n'));

  it('says how far it is at least every 256 rules, and comes to its end', () => {
    const told: number[] = [];
    const work = deadRulesInSteps({ table, family: 'ipv4' });
    let step = work.next();
    for (; !step.done; step = work.next()) told.push(step.value);
    expect(step.value).toEqual({ ok: true, value: [] });
    expect(told.length).toBeGreaterThan(3000 / 256);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it('is stopped between two of them: no rule is asked any more', () => {
    let asked = 0;
    const counted = {
      ...table,
      chains: new Map(
        [...table.chains].map(([name, chain]) => {
          const rule: typeof chain.rule = (index) => {
            asked++;
            return chain.rule(index);
          };
          return [name, Object.assign(Object.create(chain) as typeof chain, { rule })] as const;
        }),
      ),
    };
    const work = deadRulesInSteps({ table: counted, family: 'ipv4' });
    // Which devices the rules ask for is read of all of them first.
    work.next();
    const first = asked;
    for (let i = 0; i < 3; i++) work.next();
    const before = asked;
    expect(before - first).toBeLessThan(3000 / 2);
    work.return({ ok: true, value: [] });
    expect(work.next().done).toBe(true);
    expect(asked).toBe(before);
  });

  it('gives up where there is too much, and says of what', () => {
    const found = findDeadRules({ table, family: 'ipv4', limit: 2000 });
    expect(found).toEqual({ ok: false, error: expect.stringContaining('nodes') as string });
  });
});
