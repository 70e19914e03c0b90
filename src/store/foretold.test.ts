import { expect, it } from 'vitest';
import { Client, type EngineClient } from '../engine/client';
import { foretell, type PrecomputedWalk } from '../engine/foretell';
import { exampleDocument, inlineClient } from '../engine/testing/engine';
import { createBench } from './store';

const document = exampleDocument();
const foretold = foretell(document);
if (!foretold) throw new Error('the default example has no flow');

/** As it stands in the page: other objects that say the same. */
const written = (): PrecomputedWalk => JSON.parse(JSON.stringify(foretold)) as PrecomputedWalk;

/** An engine that never answers. */
const silent = (): EngineClient => new Client(() => ({ post: () => undefined, end: () => undefined }));

/** One task: whatever needs no answer is done by then. */
const turn = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

it('shows what was foretold before the engine has said anything', async () => {
  const bench = createBench({ engine: silent() });
  const said = written();
  bench.foretell({ ...said, document });
  bench.getState().actions.openDocument(document);
  await turn();
  const { run, actions } = bench.getState();
  expect(run.bench).toBe(said.bench);
  expect(run.result).toBe(said.result);
  expect(await actions.tell()).toBe(said.story);
});

it('draws nothing anew where the engine says the same', async () => {
  const bench = createBench({ engine: inlineClient() });
  const said = written();
  bench.foretell({ ...said, document });
  bench.getState().actions.openDocument(document);
  await bench.settled();
  const { run } = bench.getState();
  expect(run.status).toBe('ready');
  expect(run.bench).toBe(said.bench);
  expect(run.result).toBe(said.result);
});

it.each([
  ['bench', (said: PrecomputedWalk): PrecomputedWalk => ({ ...said, bench: { ...said.bench, segments: [] } })],
  ['result', (said: PrecomputedWalk): PrecomputedWalk => ({ ...said, result: { ...said.result, shown: 99 } })],
  ['story', (said: PrecomputedWalk): PrecomputedWalk => ({ ...said, story: { ...said.story, moments: [] } })],
] as const)('shows the engine’s own answers where it says another %s', async (_part, change) => {
  const bench = createBench({ engine: inlineClient() });
  bench.foretell({ ...change(written()), document });
  bench.getState().actions.openDocument(document);
  await bench.settled();
  const { run, actions } = bench.getState();
  expect(run.bench).toEqual(foretold.bench);
  expect(run.result).toEqual(foretold.result);
  expect(await actions.tell()).toEqual(foretold.story);
});

it('says nothing of another document, nor of an edited one', async () => {
  const bench = createBench({ engine: silent() });
  bench.foretell({ ...written(), document });
  bench.getState().actions.openDocument({ ...document, seed: document.seed + 1 });
  await turn();
  expect(bench.getState().run.result).toBeUndefined();
});

it('has the document as it is', () => {
  expect(written().document).toStrictEqual(document);
});
