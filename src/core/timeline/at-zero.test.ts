import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { SCENES, TIME_SCENES } from '../../content/scenes';
import { createDerive } from '../document/derive';
import { flowsOfSubject, type Document } from '../document/document';
import { changeProxy, inMode } from '../document/edits/proxy';
import type { Derived } from '../document/kernel-parts';
import { resolveFlow } from '../document/resolve-flow';
import { MODE_SPANS, PROXY_MODE_IDS, type ProxyModeId } from '../kubernetes/mode-ids';

import { getMinor, NEWEST_RELEASE } from '../kubernetes/release';
import { SOAKING, somePairs, thinned } from '../lib/testing/soaking';
import { explore, makeTrace } from '../sim/explore';
import { Moments } from './moment';
import { runToEnd } from './testing/documents';

/** Every built-in document that is of a cluster, by its name; those of lessons of time, too. */
const DOCUMENTS: readonly (readonly [id: string, document: Document])[] = [
  ...EXAMPLES.map(({ id, document }) => [`example ${id}`, document()] as const),
  ...SCENES.map(({ id, document }) => [`scene ${id}`, document()] as const),
  ...TIME_SCENES.map(({ id, document }) => [`time ${id}`, document()] as const),
].filter(([, { subject }]) => subject === 'cluster');

/** All releases of a mode when it soaks; else its oldest, 1.30 and its newest. */
function releasesOf(mode: ProxyModeId): readonly string[] {
  const { since, until = NEWEST_RELEASE } = MODE_SPANS[mode];
  const [first, last] = [getMinor(since), getMinor(until)];
  const all = Array.from({ length: last - first + 1 }, (_, nth) => `1.${first + nth}`);
  return SOAKING ? all : all.filter((release) => [since, '1.30', until].includes(release));
}

/** A mode in a release, with a document; of those one in seven when nothing soaks: of each mode, release and document some. */
const CASES = somePairs(
  DOCUMENTS,
  PROXY_MODE_IDS.flatMap((mode) => releasesOf(mode).map((release) => ({ mode, release }))),
  7,
);

/** Everything that is told of a value, numbers of any size and maps included. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'bigint') return `${each}n`;
    if (each instanceof Set) return [...each];
    if (each instanceof Map) return [...each];
    // In which order kernels came to remember something tells nothing.
    return isFields(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each;
  });

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every way of every flow, by the flow's id; why it cannot be sent, of one that cannot. */
function waysOf(document: Document, { network, stateFor }: Derived): ReadonlyMap<string, readonly string[]> {
  return new Map(
    flowsOfSubject(document).map((flow) => {
      const sent = resolveFlow(document, network, flow);
      if (!sent.ok) return [flow.id, [plain(sent.error)]];
      const state = stateFor?.(sent.value);
      const input = { network, flow: sent.value, seed: document.seed, ...(state ? { state } : {}) };
      const { outcomes } = explore({ ...input, limit: 32 });
      return [flow.id, outcomes.map((outcome) => plain([outcome, makeTrace(input, outcome)]))];
    }),
  );
}

/** The flows that go otherwise at 0 ms than on the bench, where nothing happens. */
function strayFlows(document: Document): readonly string[] {
  const derived = createDerive()(document);
  const moments = runToEnd(Moments.of({ ...document, script: { duration: 1000, events: [], clients: [] } }));
  const moment = runToEnd(moments.at(0));
  const [bench, first] = [waysOf(document, derived), waysOf(moment.document, moment.derived)];
  return [...bench].flatMap(([id, ways]) => (plain(ways) === plain(first.get(id)) ? [] : [id]));
}

describe('at 0 ms and without an event every flow goes as it does on the bench', () => {
  test.each(PROXY_MODE_IDS)('%s', { timeout: SOAKING ? 3_600_000 : 120_000 }, (mode) => {
    const all = thinned(CASES.filter(([, each]) => each.mode === mode));
    const strays = all.flatMap(([[id, document], { release }]) => {
      const made = changeProxy(inMode(document, mode), { mode, release });
      return strayFlows(made).map((flow) => `${id} in ${mode} ${release}: ${flow}`);
    });
    expect(strays).toEqual([]);
  });
});
