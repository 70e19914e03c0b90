import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { inlineClient } from '../engine/testing/engine';
import { readHistory } from './history';
import type { LivePages } from './opening';
import { HISTORY_KEY, type Places, read } from './places';
import { startBench } from './start';
import { createBench } from './store';
import { places } from './testing/places';

const rest = () => vi.advanceTimersByTimeAsync(5500);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Ends what runs by timers; the clock goes on, which `clearAllTimers` alone sets back. */
function stopRunning(): void {
  const now = Date.now();
  vi.clearAllTimers();
  vi.setSystemTime(now);
}

/** A browser that knows which pages live; `end`: all of them end without a word. */
function browser(): LivePages & { readonly end: () => void } {
  const held = new Set<string>();
  return {
    hold: (page) => {
      held.add(page);
      return () => held.delete(page);
    },
    isHeld: (page) => Promise.resolve(held.has(page)),
    end: () => {
      held.clear();
      stopRunning();
    },
  };
}

/** One that does not tell which pages live. */
const SILENT: LivePages = { hold: () => () => undefined, isHeld: () => Promise.resolve(undefined) };

/** What a page begins with. */
async function start(where: Places, pages: LivePages) {
  const bench = createBench();
  await startBench(bench, { places: where, hash: '', language: 'en', pages });
  const { document, view } = bench.getState();
  return { title: document.present.title, notices: view.notices.map(({ id }) => id), view };
}

/** A page whose engine never answers. */
async function hang(where: Places, pages: LivePages) {
  const bench = createBench({ engine: { ...inlineClient(), ask: () => new Promise(() => undefined) } });
  const started = await startBench(bench, { places: where, hash: '', language: 'en', pages });
  bench.getState().actions.edit((document) => ({ ...document, title: 'heavy' }));
  bench.getState().actions.setDraft('yaml', 'typed');
  await rest();
  return started;
}

/** The same machine, seen by another tab. */
const otherTab = (where: Places): Places => ({ ...where, tab: places().tab });

const TOLD = { title: WEB_TWO_NODES.title.en, notices: ['document.start.hung'] };
const OPENED = { title: 'heavy', notices: [] };

describe('a document with which the page stood still', () => {
  it('is not what the next start begins with; it is kept, what was typed is there, and it is said', async () => {
    const [where, pages] = [places(), browser()];
    await hang(where, pages);
    pages.end();
    const next = await start(where, pages);
    expect(next).toMatchObject({ ...TOLD, view: { starting: true, drafts: { yaml: 'typed' } } });
    await rest();
    expect(readHistory(read(where.machine, HISTORY_KEY))).toMatchObject([{ title: 'heavy' }]);
    expect((await start(where, pages)).notices).toEqual([]);
  });

  it.each([
    ['ended', browser],
    ['ended some time ago, in a browser that does not tell', () => ({ ...SILENT, end: stopRunning })],
  ])('is told to a new tab, too, when the page %s', async (_how, make) => {
    const [where, pages] = [places(), make()];
    await hang(where, pages);
    pages.end();
    await rest();
    expect(await start(otherTab(where), pages)).toMatchObject(TOLD);
  });

  it('and while it still stands there: it lives, and does not run', async () => {
    const [where, pages] = [places(), browser()];
    await hang(where, pages);
    stopRunning();
    await rest();
    expect(await start(otherTab(where), pages)).toMatchObject(TOLD);
  });

  it('and at once when somebody left it who had waited', async () => {
    const [where, pages] = [places(), browser()];
    const { leave } = await hang(where, pages);
    leave();
    expect(await start(where, pages)).toMatchObject(TOLD);
  });

  it('one noted by an older version is told', async () => {
    const [where, pages] = [places(), browser()];
    const { leave } = await hang(where, pages);
    leave();
    for (const storage of [where.tab, where.machine]) storage.setItem('rulewalk.opening', '1');
    expect(await start(where, pages)).toMatchObject(TOLD);
    await rest();
    expect((await start(where, pages)).notices).toEqual([]);
  });
});

describe('a document that another tab still opens', () => {
  it.each([
    ['which the browser knows to live', browser],
    ['in a browser that does not tell', () => SILENT],
  ])('did not fail to open: a new tab opens it without a word, %s', async (_what, make) => {
    const [where, pages] = [places(), make()];
    await hang(where, pages);
    expect(await start(otherTab(where), pages)).toMatchObject(OPENED);
  });

  it('nor when that tab was left for the new one, having waited for a while', async () => {
    const [where, pages] = [places(), browser()];
    const { saveNow } = await hang(where, pages);
    saveNow();
    expect(await start(otherTab(where), pages)).toMatchObject(OPENED);
  });

  it('and is told later, where it never opens: the new tab takes no note away but its own', async () => {
    const [where, pages] = [places(), browser()];
    await hang(where, pages);
    const other = otherTab(where);
    await start(other, pages);
    await rest();
    pages.end();
    expect(await start(where, pages)).toMatchObject(TOLD);
  });
});

describe('a document that opened', () => {
  it('is what the next start begins with', async () => {
    const [where, pages] = [places(), browser()];
    const bench = createBench({ engine: inlineClient() });
    const { saveNow } = await startBench(bench, { places: where, hash: '', language: 'en', pages });
    bench.getState().actions.edit((document) => ({ ...document, title: 'light' }));
    await bench.settled();
    await rest();
    saveNow();
    expect((await start(where, pages)).title).toBe('light');
  });

  it('also when it was edited again before its answer was drawn, however long all of it took', async () => {
    const [where, pages] = [places(), browser()];
    const engine = inlineClient();
    const slow: typeof engine.ask = async (...asked) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1500);
      });
      return engine.ask(...asked);
    };
    const bench = createBench({ engine: { ...engine, ask: slow } });
    const { saveNow } = await startBench(bench, { places: where, hash: '', language: 'en', pages });
    for (const title of ['a', 'b', 'c']) {
      bench.getState().actions.edit((document) => ({ ...document, title }));
      // oxlint-disable-next-line no-await-in-loop
      await vi.advanceTimersByTimeAsync(1600);
    }
    saveNow();
    expect(await start(where, pages)).toMatchObject({ title: 'c', notices: [] });
  });
});
