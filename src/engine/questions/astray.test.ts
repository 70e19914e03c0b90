import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { derivePasted } from '../../core/document/derive-pasted';
import { createDeriveWith } from '../../core/document/derive-cluster';
import { documentOf, PROBLEMS } from '../../core/questions/why/testing/problems';
import { engineAtHand } from '../testing/engine';
import { createComparer } from './compare';

const PROBLEM = PROBLEMS.find(({ file }) => file === '16-hostport-ipvs.txt')!;
const TEXT = readFileSync(
  new URL(`../../core/questions/why/testdata/problems/${PROBLEM.file}`, import.meta.url),
  'utf8',
);
const DOCUMENT = documentOf(PROBLEM, TEXT);

it('what missed its Service is told in a pane of Compare and of many packets, as on the bench', () => {
  const engine = engineAtHand();
  engine.open(DOCUMENT);
  const { astray } = engine.run('flow-1');
  expect(astray).toEqual([0]);
  const { landings, astray: missed } = engine.many('flow-1', { count: 5, seed: 1 });
  expect(missed).toEqual(landings.map((_, index) => index));
  const comparer = createComparer(() => createDeriveWith(derivePasted));
  comparer.setDocuments({ '': DOCUMENT });
  const { mode, release } = DOCUMENT;
  const { panes } = comparer.compare({ panes: [{ mode, release }], flowId: 'flow-1' });
  expect(panes[0]?.astray).toEqual(astray);
  const { rows } = comparer.probe([{ mode, release }], 0, () => true);
  expect(rows[0]?.ends[0]?.verdicts).toEqual([expect.objectContaining({ kind: 'DELIVERED', astray: true })]);
});
