import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import { MACHINE_PHRASES } from '../../../content/en/phrases/machine';
import { REACH_PHRASES } from '../../../content/en/phrases/reach';
import { REPORT_PHRASES } from '../../../content/en/phrases/report';
import { WEB_TWO_NODES } from '../../../content/examples/web-two-nodes';
import { createDerive } from '../../document/derive';
import { applyChange } from '../why/candidate';
import { whatFlips } from '../why/what-flips';
import { documentOf, PROBLEMS, type ReportedProblem } from '../why/testing/problems';
import { finished } from '../../lib/scan';
import { thinned } from '../../lib/testing/soaking';
import { openTexts } from '../../public/open-texts';
import { sheetMarkdown } from '../../sheet/markdown';
import type { RenderedSheet } from '../../sheet/render';
import type { SaidBlock } from '../../sheet/said';
import { moments } from '../../story/moments';
import { openSide, walkCells } from '../reach/cells';
import { compareReach } from '../reach/changes';
import { changeProxy } from '../../document/edits/proxy';
import { setTrafficPolicy } from '../../document/edits/services';
import { sheetOfChanges } from './changes';
import { sheetOfMachine } from './machine';
import { machineSentences } from './machine-sentences';
import { sheetOfPacket } from './packet';

const FOLDER = new URL('../why/testdata/problems/', import.meta.url);
const opened = (problem: ReportedProblem) => documentOf(problem, readFileSync(new URL(problem.file, FOLDER), 'utf8'));

const MORE = { ...MACHINE_PHRASES, ...REACH_PHRASES, ...REPORT_PHRASES };

function written(sheet: RenderedSheet, locale: 'en' | 'ko' = 'en'): string {
  return sheetMarkdown(sheet, { locale, say: createSpeaker(locale, MORE), named: (_walk, netns) => netns });
}

const rowsUnder = ({ blocks }: RenderedSheet, id: string) => {
  const at = blocks.findIndex((block) => block.kind === 'said' && block.says.some((each) => each.id === id));
  const next = blocks[at + 1];
  return at >= 0 && next?.kind === 'rows' ? next.rows : [];
};

const NOT_SAID = /undefined|NaN|\{|\?\?|\b(?:report|machine|reach|story|document)\.[a-z]/;

describe('what happened to this packet', () => {
  const some = PROBLEMS.filter((_, at) => at % 3 === 0);

  it.each(thinned(some).map((problem) => [problem.file, problem] as const))('%s', (_, problem) => {
    const document = opened(problem);
    const flowId = document.flows[0]?.id ?? '';
    const made = finished(sheetOfPacket({ document, flowId }, createDerive()));
    if ('id' in made) throw new Error(made.id);
    for (const locale of ['en', 'ko'] as const) expect(written(made, locale)).not.toMatch(NOT_SAID);
    const walk = made.walks.get('packet')!;
    const figure = made.blocks.find((block) => block.kind === 'figure');
    expect(figure?.at).toBe(walk.moments.length - 1);
    const [first] = made.blocks;
    expect(first?.kind === 'said' && first.says[0]).toMatchObject({
      id: 'report.ending',
      values: { answer: walk.outcome.answered ? expect.stringMatching(/always|never/) : 'never' },
    });
    expect(rowsUnder(made, 'report.h.moments')).toHaveLength(walk.moments.length);
    // A line is one that was pasted, letter for letter, where it is said to stand.
    const lines = made.blocks.flatMap((block) =>
      block.kind === 'rows' ? block.rows.flatMap((row) => row.lines ?? []) : [],
    );
    for (const { file, line, text } of lines) {
      if (line === undefined || text === undefined) continue;
      const pasted = document.pasted.texts.find(({ title }) => title === file)?.text.split('\n')[line - 1];
      expect(pasted?.trim()).toBe(text);
    }
  });

  it('lists as what would change it only what was tried and does', () => {
    const problem = PROBLEMS.find((each) => each.file.includes('forward')) ?? PROBLEMS[0]!;
    const document = opened(problem);
    const flowId = document.flows[0]?.id ?? '';
    const made = finished(sheetOfPacket({ document, flowId }, createDerive()));
    if ('id' in made) throw new Error(made.id);
    const said = rowsUnder(made, 'report.h.change').flatMap(({ says }) => says.map((each) => JSON.stringify(each)));
    const flips = finished(whatFlips({ document, flowId }, createDerive()));
    const tried = flips!.found.filter(({ effect }) => effect === 'flips');
    expect(tried.length).toBeGreaterThan(0);
    for (const { says, change } of tried.slice(0, 3)) {
      expect(said).toContain(JSON.stringify(says));
      const after = finished(sheetOfPacket({ document: applyChange(document, change), flowId }, createDerive()));
      if ('id' in after) throw new Error(after.id);
      expect(after.walks.get('packet')!.outcome.answered).not.toBe(made.walks.get('packet')!.outcome.answered);
    }
  });
});

describe('what this machine is', () => {
  const pasted = PROBLEMS.map(opened).filter(({ subject }) => subject === 'pasted');

  it.each(pasted.slice(0, 8).map((document) => [document.title, document] as const))('%s', (_, document) => {
    const read = openTexts(document.pasted.texts);
    if (!read.ok) throw new Error('cannot be opened');
    const made = sheetOfMachine(read.value);
    for (const locale of ['en', 'ko'] as const) expect(written(made, locale)).not.toMatch(NOT_SAID);
    expect(made.blocks.length).toBeGreaterThan(2);
  });
});

describe('what a machine does not let on', () => {
  const RULES = ['-A FORWARD -s 10.0.0.0/8 -j ACCEPT', '-A FORWARD -m comment --comment "the rest" -j REJECT'];
  const dump = (policy: string, rules: readonly string[]): string =>
    ['*filter', ':INPUT ACCEPT [0:0]', `:FORWARD ${policy} [0:0]`, ':OUTPUT ACCEPT [0:0]', ...rules, 'COMMIT', ''].join(
      '\n',
    );
  const odd = (text: string) => {
    const read = openTexts([{ title: 'node', text }]);
    if (!read.ok) throw new Error('cannot be opened');
    return rowsUnder(sheetOfMachine(read.value), 'machine.head').length > 0
      ? machineSentences(read.value).filter(({ says }) => says.some(({ id }) => id === 'machine.closed'))
      : [];
  };

  it.each([
    ['a policy', dump('DROP', []), { by: 'policy', chain: 'FORWARD' }, ':FORWARD DROP [0:0]'],
    ['a rule that asks nothing', dump('ACCEPT', RULES), { by: 'rule', rule: 2, verdict: 'REJECT' }, RULES[1]],
  ])('says it of %s, with its line', (_, text, values, line) => {
    const [row] = odd(text);
    expect(row?.says[0]?.values).toMatchObject(values);
    expect(text.split('\n')[(row?.lines?.[0]?.line ?? 0) - 1]).toBe(line);
  });

  it('says nothing of what an earlier rule lets on, or of a policy of ACCEPT', () => {
    expect(odd(dump('ACCEPT', RULES.slice(0, 1)))).toEqual([]);
    expect(odd(dump('DROP', ['-A FORWARD -j ACCEPT'])).length).toBe(0);
  });

  it('lists a command for every assumption that has one', () => {
    for (const document of PROBLEMS.map(opened).filter(({ subject }) => subject === 'pasted')) {
      const read = openTexts(document.pasted.texts);
      if (!read.ok) continue;
      const { assumptions } = read.value.derived;
      const said = machineSentences(read.value)
        .filter(({ about }) => about === 'question')
        .flatMap(({ says }) => says.map(({ values }) => String(values?.['command'] ?? '')));
      for (const { settledBy = '' } of assumptions)
        for (const word of settledBy
          .split(/; */)
          .flatMap((command) => command.split(' ').at(/-save|ipset/.test(command) ? 0 : -1) ?? []))
          expect(said.join(' ')).toContain(word);
    }
  });
});

describe('what changes between two sides', () => {
  const document = setTrafficPolicy(
    WEB_TWO_NODES.document('en'),
    { namespace: 'default', name: 'web' },
    { internal: 'Local', external: 'Local' },
  );
  const asked = {
    document,
    family: 'ipv4',
    before: { mode: 'ipvs', release: '1.31' },
    after: { mode: 'nftables', release: '1.33' },
  } as const;
  let made: RenderedSheet;
  beforeAll(() => {
    made = finished(sheetOfChanges(asked, createDerive));
  }, 120_000);

  it('says each class that is there, and nothing else', () => {
    const sides = [asked.before, asked.after].map((proxy) => {
      const side = openSide(changeProxy(document, proxy), createDerive(), 'ipv4');
      return { side, cells: finished(walkCells(side)) };
    });
    const { classes, compared } = compareReach(sides[0]!, sides[1]!);
    expect(classes.length).toBeGreaterThan(0);
    const heads = made.blocks.filter((block) => block.kind === 'said' && block.as === 'h3');
    expect(heads).toHaveLength(classes.length);
    const differ = classes.reduce((sum, { flows }) => sum + flows, 0);
    expect(made.blocks[0]).toMatchObject({
      says: [{ id: 'report.alike', values: { same: compared - differ, compared } }, { id: expect.any(String) }],
    });
  });

  it('draws each class as it ends on both sides', () => {
    const figures = made.blocks.filter((block) => block.kind === 'figure');
    expect(figures.length).toBeGreaterThan(0);
    for (const { ways } of figures) {
      const ends = ways.map(({ walk }) => made.walks.get(walk)!);
      expect(ends.map(({ document: { mode } }) => mode)).toEqual(['ipvs', 'nftables']);
      for (const walk of ends) expect(walk.moments).toEqual(moments(walk).length > 0 ? walk.moments : []);
    }
  });

  it('advises what somebody can do, tried on the flows of the class', () => {
    const advice = made.blocks.flatMap((block) =>
      block.kind === 'rows' ? block.rows.filter(({ name }) => name?.id === 'report.do') : [],
    );
    expect(advice.length).toBeGreaterThan(0);
    for (const { says, quiet = [] } of advice) {
      expect(JSON.stringify(says)).not.toMatch(/document\.why\.(?:ask|caller|other-port)/);
      for (const { values = {} } of quiet) {
        expect(Number(values['through'])).toBeGreaterThan(0);
        expect(Number(values['through'])).toBeLessThanOrEqual(Number(values['flows']));
      }
    }
  });

  it('says what no packet shows with where it is known from, and the dates of upstream', () => {
    const table = made.blocks.find((block): block is Extract<SaidBlock, { kind: 'table' }> => block.kind === 'table')!;
    expect(table.rows.every((row) => row.length === 3)).toBe(true);
    const text = written(made);
    expect(text).toMatch(/KEP-5495/);
    expect(text).toMatch(/1\.40/);
    expect(text).toMatch(/source of 1\.30\.5/);
    for (const locale of ['en', 'ko'] as const) expect(written(made, locale)).not.toMatch(NOT_SAID);
  });
});
