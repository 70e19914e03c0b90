import { expect, test } from 'vitest';
import { createDerive } from '../../document/derive';
import type { Opened } from '../../document/explored';
import type { RenderedSheet } from '../../sheet/render';
import { FARTHER_WALKS } from '../../story/testing/farther-walks';
import { sheetOfWalk } from './walk';

type Name = keyof typeof FARTHER_WALKS;
const NAMES = Object.keys(FARTHER_WALKS) as Name[];

function told(id: Name, isMoment = false): RenderedSheet {
  const document = FARTHER_WALKS[id]();
  const opened: Opened = { document, derived: createDerive()(document), explored: new Map() };
  const sheet = sheetOfWalk(opened, { document, flowId: document.flows[0]!.id }, isMoment);
  if ('id' in sheet) throw new Error(sheet.id);
  return sheet;
}

test.each(NAMES)('a walk is a Sheet with a figure for each of its moments, in their order: %s', (id) => {
  const { blocks, walks } = told(id);
  const [walk] = [...walks.values()];
  const figures = blocks.flatMap((block) => (block.kind === 'figure' ? [block] : []));
  expect(figures.map(({ at }) => at)).toEqual(walk?.moments.map((_, at) => at));
  expect(figures.map(({ number }) => number)).toEqual(figures.map((_, at) => at + 1));
  expect(new Set(figures.map(({ id: name }) => name)).size).toBe(figures.length);
  expect(blocks[0]).toMatchObject({ kind: 'said', as: 'lede' });
});

test('figures of a moment of a script say so, and a flow that is not there says why', () => {
  const [id] = NAMES;
  expect(told(id!, true).blocks.filter((block) => 'atMoment' in block).length).toBeGreaterThan(1);
  const document = FARTHER_WALKS[id!]();
  const opened: Opened = { document, derived: createDerive()(document), explored: new Map() };
  expect(sheetOfWalk(opened, { document, flowId: 'nowhere' }, false)).toHaveProperty('id');
});
