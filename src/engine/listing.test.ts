import { expect, describe, it } from 'vitest';
import type { Diagnostic } from '../core/formats/format';
import { Memo } from '../core/lib/memo';
import { phrase } from '../core/lib/phrase';
import { rulesetFromLines } from '../core/linux/xtables/ruleset-text';
import type { XtChain, XtRuleset } from '../core/linux/xtables/types';
import { findChain, indexOfChains, lineOfRule, ruleAtLine } from './chain-index';
import { Listing, listListingPieces } from './listing';
import { remarksOf } from './questions/rules';

function listingOf(ruleset: XtRuleset): Listing {
  const nft = { ruleset: undefined, generated: undefined, family: 'ipv4' } as const;
  return new Listing(
    listListingPieces({ netns: 'n', family: 'ipv4', ruleset, nft, ipvs: undefined }, new Memo()),
    new Memo(),
    'n',
  );
}

/** Chains by table, each with its rules. */
function listed(tables: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>): Listing {
  const lines = Object.entries(tables).map(([table, chains]) => {
    const all = Object.entries(chains).map(
      ([name, rules]) => [name, { rules: rules.map((text) => ({ text })) }] as const,
    );
    return [table as 'nat', new Map(all)] as const;
  });
  return listingOf(rulesetFromLines(new Map(lines), 'ipv4'));
}

const linesOf = (listing: Listing): string[] => Array.from({ length: listing.lines }, (_, line) => listing.text(line));

const LISTING = listed({
  filter: { INPUT: ['-p tcp -j ACCEPT'], EMPTY: [] },
  nat: {
    'KUBE-SERVICES': ['-d 10.96.0.1/32 -j KUBE-SVC-A', '-j RETURN'],
    'KUBE-SVC-A': ['-j ACCEPT'],
    PREROUTING: ['-j KUBE-SERVICES'],
  },
});
const INDEX = indexOfChains(LISTING.chains, new Memo());

describe('a listing', () => {
  it('has tables, their chains, the rules of each', () => {
    expect(linesOf(LISTING)).toEqual([
      '*filter',
      ':INPUT ACCEPT [0:0]',
      ':FORWARD ACCEPT [0:0]',
      ':OUTPUT ACCEPT [0:0]',
      ':EMPTY - [0:0]',
      '-A INPUT -p tcp -j ACCEPT',
      'COMMIT',
      '*nat',
      ':PREROUTING ACCEPT [0:0]',
      ':INPUT ACCEPT [0:0]',
      ':OUTPUT ACCEPT [0:0]',
      ':POSTROUTING ACCEPT [0:0]',
      ':KUBE-SERVICES - [0:0]',
      ':KUBE-SVC-A - [0:0]',
      '-A PREROUTING -j KUBE-SERVICES',
      '-A KUBE-SERVICES -d 10.96.0.1/32 -j KUBE-SVC-A',
      '-A KUBE-SERVICES -j RETURN',
      '-A KUBE-SVC-A -j ACCEPT',
      'COMMIT',
    ]);
  });

  it('has the same texts in its rows, and none beyond its ends', () => {
    expect(linesOf(LISTING).map((_, line) => LISTING.row(line)?.text)).toEqual(linesOf(LISTING));
    expect(
      Object.keys(
        LISTING.rows([
          [-5, 2],
          [17, 99],
        ]),
      ),
    ).toEqual(['0', '1', '17', '18']);
  });

  it.each([
    ['nat KUBE-SERVICES 0', 15],
    ['nat KUBE-SERVICES 1', 16],
    ['filter INPUT 0', 5],
    ['nat KUBE-SERVICES 2', undefined],
    ['filter KUBE-SERVICES 0', undefined],
    ['filter EMPTY 0', undefined],
  ])('%s stands on line %s', (name, line) => {
    const [table, chain, at] = name.split(' ') as ['nat' | 'filter', string, string];
    const ref = { table, chain, index: Number(at) };
    expect([lineOfRule(INDEX, ref), LISTING.lineOfRule(ref), LISTING.lineOf({ kind: 'rule', ...ref })]).toEqual([
      line,
      line,
      line,
    ]);
    if (line !== undefined) expect(ruleAtLine(INDEX, line)).toEqual(ref);
  });

  it('finds no rule on other lines, and chains without rules by where they are declared', () => {
    const others = [0, 1, 2, 4, 6, 7, 8, 13, 18, 99].map((line) => ruleAtLine(INDEX, line));
    expect(others.filter(Boolean)).toEqual([]);
    expect(findChain(INDEX, 'filter', 'EMPTY')).toMatchObject({ length: 0, line: 4 });
    expect(findChain(INDEX, 'nat', 'EMPTY')).toBeUndefined();
    expect(LISTING.lineOf({ kind: 'chain', table: 'nat', chain: 'KUBE-SVC-A' })).toBe(13);
  });
});

describe('a search', () => {
  it.each([
    ['kube-svc-a', [13, 15, 17]],
    ['10.96.0.1', [15]],
    ['10x96', []],
    ['-j', [5, 14, 15, 16, 17]],
    ['COMMIT', [6, 18]],
    ['', []],
    ['*filter', [0]],
    ['[0:0]', [1, 2, 3, 4, 8, 9, 10, 11, 12, 13]],
  ])('%s', (words, lines) => expect([...LISTING.linesWith(words)]).toEqual(lines));

  it('agrees with looking at every line of a long one', () => {
    const rules = Array.from({ length: 3000 }, (_, i) => `-d 10.96.${i % 200}.${i % 7}/32 -j X${i}`);
    const long = listed({ nat: { A: rules } });
    for (const words of ['.5/32', 'X29', 'nowhere']) {
      const expected = linesOf(long).flatMap((line, at) => (line.includes(words) ? [at] : []));
      expect([...long.linesWith(words)]).toEqual(expected);
    }
  });
});

const CHAINS = 140_000;

/** A chain without rules, which is not asked for any. */
const empty = (name: string): [string, XtChain] => [name, { name, length: 0 } as XtChain];

it('lists any number of chains: they are more than a call has room for arguments', () => {
  const chains = new Map(Array.from({ length: CHAINS }, (_, at) => empty(`C${String(at).padStart(6, '0')}`)));
  const listing = listingOf({ tables: new Map([['nat', { name: 'nat', chains }]]) } as unknown as XtRuleset);
  expect(listing.lines).toBe(1 + 4 + CHAINS + 1);
  expect([4, 5, 6].map((line) => listing.text(line))).toEqual([
    ':POSTROUTING ACCEPT [0:0]',
    ':C000000 - [0:0]',
    ':C000001 - [0:0]',
  ]);
});

describe('remarks', () => {
  const source = '[7:420] -A INPUT -m strange --thing 1 -j ACCEPT\n-A INPUT -j NFQUEUE --queue-num 3\n';
  const texts = [{ id: 'a', title: 'node.txt', text: source }];
  const listing = listed({ filter: { INPUT: ['-m strange --thing 1 -j ACCEPT', '-j NFQUEUE --queue-num 3'] } });
  const said = (of: string, path = 'filter INPUT 1'): Diagnostic => {
    const start = source.indexOf(of);
    const span = { start, end: start + of.length, line: 0, column: 0 };
    return { severity: 'warning', code: 'not-simulated', message: phrase('sim.routing.local'), span, path };
  };

  it.each([
    ['a part of a rule', said('-m strange --thing 1'), [4]],
    ['another rule', said('NFQUEUE', 'filter INPUT 2'), [5]],
    ['words that do not stand there: another family has a rule of that name', said('NFQUEUE'), []],
    ['a rule that is not listed', said('NFQUEUE', 'filter INPUT 3'), []],
    ['another table', said('NFQUEUE', 'nat INPUT 2'), []],
    ['a text', said('strange', 'node.txt'), []],
    ['no place', { ...said('strange'), span: { start: 0, end: 0, line: 4, column: 1 } }, [4]],
  ])('%s', (_name, diagnostic, lines) => {
    expect(remarksOf(listing, new Memo(), [diagnostic], texts).map(({ line }) => line)).toEqual(lines);
  });
});
