import { expect, it } from 'vitest';
import { Client, type EngineClient } from '../engine/client';
import { precomputeWalk, type PrecomputedWalk } from '../engine/precompute';
import { exampleDocument, inlineClient } from '../engine/testing/engine';
import { createBench } from './store';

const document = exampleDocument();
const precomputed = precomputeWalk(document);
if (!precomputed) throw new Error('the default example has no flow');

/** As it stands in the page: other objects that say the same. */
const written = (): PrecomputedWalk => JSON.parse(JSON.stringify(precomputed)) as PrecomputedWalk;

/** An engine that never answers. */
const silent = (): EngineClient => new Client(() => ({ post: () => undefined, end: () => undefined }));

/** One task: whatever needs no answer is done by then. */
const turn = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

it('shows what was precomputed before the engine has said anything', async () => {
  const bench = createBench({ engine: silent() });
  const said = written();
  bench.showPrecomputed({ ...said, document });
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
  bench.showPrecomputed({ ...said, document });
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
  bench.showPrecomputed({ ...change(written()), document });
  bench.getState().actions.openDocument(document);
  await bench.settled();
  const { run, actions } = bench.getState();
  expect(run.bench).toEqual(precomputed.bench);
  expect(run.result).toEqual(precomputed.result);
  expect(await actions.tell()).toEqual(precomputed.story);
});

it('says nothing of another document, nor of an edited one', async () => {
  const bench = createBench({ engine: silent() });
  bench.showPrecomputed({ ...written(), document });
  bench.getState().actions.openDocument({ ...document, seed: document.seed + 1 });
  await turn();
  expect(bench.getState().run.result).toBeUndefined();
});

it('has the document as it is', () => {
  expect(written().document).toStrictEqual(document);
});
