import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { addPasted, removePasted } from '../core/document/edits/pasted';
import { followForgetting, type OtherTabs } from './epoch';
import { forgetEverything } from './forget';
import { goBackTo, readHistory } from './history';
import { EPOCH_KEY, HISTORY_KEY, type Places, read } from './places';
import { KEPT_DAYS, startBench } from './start';
import { encodeLink } from './link';
import { createBench } from './store';
import { places } from './testing/places';

const SECRET = 'the-secret-of-node7';
const LARGE = `# ${SECRET}\n${'-A KUBE-SERVICES -j RETURN\n'.repeat(50_000)}`;
type Kept = ReturnType<typeof places>;

async function page(where: Places, hash = '') {
  const bench = createBench();
  const { saveNow, linkRead } = await startBench(bench, { places: where, hash, language: 'en' });
  await linkRead;
  return { bench, saveNow, actions: bench.getState().actions };
}

/** Everything that is kept anywhere, as one text. */
function all({ tab, machine, texts, bodies }: Kept): string {
  const storages = [tab, machine] as unknown as { readonly kept: ReadonlyMap<string, string> }[];
  return JSON.stringify([storages.map(({ kept }) => [...kept]), [...texts, ...bodies]]);
}

const rest = () => vi.advanceTimersByTimeAsync(5000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what was removed', () => {
  it.each([
    ['small', `# ${SECRET}`],
    ['large', LARGE],
  ])('is in no store any more: a %s text, also after a reload', async (_size, text) => {
    const where = places();
    const first = await page(where);
    first.actions.edit((document) => addPasted(document, [{ title: 'a', text }]));
    await rest();
    expect(all(where)).toContain(SECRET);
    first.saveNow();
    const second = await page(where);
    const [pasted] = second.bench.getState().document.present.pasted.texts;
    expect(pasted?.text).toBe(text);
    second.actions.edit((document) => removePasted(document, pasted?.id ?? ''));
    await rest();
    expect(all(where)).not.toContain(SECRET);
  });

  it('goes from what a link put aside, too', async () => {
    const where = places();
    const first = await page(where);
    first.actions.edit((document) => addPasted(document, [{ title: 'a', text: LARGE }]));
    await rest();
    const link = await encodeLink({ document: WEB_TWO_NODES.document(), view: {} });
    const second = await page(where, link.ok ? link.value : '');
    await rest();
    const [previous] = readHistory(read(where.machine, HISTORY_KEY));
    await goBackTo(second.bench, where, previous?.id ?? '');
    expect(second.bench.getState().document.present.pasted.texts[0]?.text).toBe(LARGE);
    await rest();
    second.actions.edit((document) => removePasted(document, document.pasted.texts[0]?.id ?? ''));
    await rest();
    expect(all(where)).not.toContain(SECRET);
  });

  it('and a text that is replaced leaves nothing behind', async () => {
    const where = places();
    const { actions } = await page(where);
    for (const title of ['a', 'b', 'c']) {
      actions.edit((document) => addPasted(document, [{ title, text: LARGE }]));
      await rest();
    }
    expect(where.texts.size).toBe(1);
  });
});

it('“Forget everything” empties every store, the bench, its drafts and its undo', async () => {
  const where = places();
  const { bench, actions, saveNow } = await page(where);
  actions.edit((document) => addPasted(document, [{ title: 'a', text: LARGE }]));
  actions.setDraft('yaml', SECRET);
  actions.setTheme('dark');
  await rest();
  await forgetEverything(bench, where);
  expect(all(where)).toBe('[[[],[]],[]]');
  await rest();
  saveNow();
  expect(all(where)).not.toContain(SECRET);
  expect(bench.getState()).toMatchObject({ canUndo: false, view: { drafts: {}, theme: 'system' } });
  expect((await page(where)).bench.getState().document.present.pasted.texts).toEqual([]);
});

/** Tabs of one browser: each hears what another tells. */
function makeTabs(): () => OtherTabs {
  const all: { listener: (until: number) => void; of: object }[] = [];
  return () => {
    const of = {};
    return {
      tell: (until) => all.filter((each) => each.of !== of).forEach(({ listener }) => listener(until)),
      hear: (listener) => void all.push({ listener, of }),
    };
  };
}

describe('“Forget everything” reaches every open tab', () => {
  /** Two tabs of one browser: one with a secret on the bench, in undo, in a draft; the other forgets. */
  async function twoTabs(text: string, hears: boolean) {
    const newTab = makeTabs();
    const shared = places();
    const [where, elsewhere] = [shared, { ...shared, tab: places().tab }];
    const [one, other] = [await page(where), await page(elsewhere)];
    if (hears) followForgetting(one.bench, where, newTab());
    one.actions.edit((document) => addPasted(document, [{ title: 'a', text }]));
    one.actions.setDraft('yaml', SECRET);
    await rest();
    one.actions.openDocument(WEB_TWO_NODES.document());
    await rest();
    one.actions.undo();
    await rest();
    expect(all(where)).toContain(SECRET);
    await forgetEverything(other.bench, elsewhere, newTab());
    return { one, other, where, elsewhere };
  }

  it.each([
    ['small', `# ${SECRET}`],
    ['large', LARGE],
  ])('which hears of it: it keeps nothing of a %s text, and says so', async (_size, text) => {
    const { one, where } = await twoTabs(text, true);
    await rest();
    one.saveNow();
    await rest();
    expect(all(where)).not.toContain(SECRET);
    expect(one.bench.getState()).toMatchObject({
      canUndo: false,
      view: { drafts: {}, notices: [{ id: 'document.forgotten.elsewhere' }] },
    });
    one.actions.edit((document) => ({ ...document, title: 'anew' }));
    await rest();
    expect(one.bench.getState().view.notices).toHaveLength(1);
    expect(where.machine.getItem('rulewalk.autosave')).toContain('anew');
  });

  it('which hears of it before its storage is empty: processes are told apart, at different times', async () => {
    const newTab = makeTabs();
    const where = places();
    const { bench, actions } = await page(where);
    followForgetting(bench, where, newTab());
    actions.edit((document) => ({ ...document, title: SECRET }));
    await rest();
    newTab().tell(Date.now());
    await vi.advanceTimersByTimeAsync(100);
    expect(bench.getState().document.present.title).toBe(WEB_TWO_NODES.title.en);
    expect(bench.getState().view.notices).toMatchObject([{ id: 'document.forgotten.elsewhere' }]);
  });

  it('and not one that began at the same time as another, as when a browser restores both', async () => {
    const shared = places();
    const [here, there] = [
      { ...shared, tab: places().tab },
      { ...shared, machine: places().machine, tab: places().tab },
    ];
    const [one] = [await page(here), await page(there)];
    one.actions.edit((document) => ({ ...document, title: 'mine' }));
    shared.machine.setItem(EPOCH_KEY, there.machine.getItem(EPOCH_KEY) ?? '');
    await rest();
    expect(one.bench.getState().document.present.title).toBe('mine');
    expect(one.bench.getState().view.notices).toEqual([]);
    expect((await page(here)).bench.getState().document.present.title).toBe('mine');
  });

  it('which was asleep: it writes nothing of it when it wakes, and says so', async () => {
    const { one, other, where } = await twoTabs(LARGE, false);
    other.actions.edit((document) => ({ ...document, title: 'anew' }));
    await rest();
    one.actions.edit((document) => ({ ...document, title: 'awake' }));
    await rest();
    expect(all(where)).not.toContain(SECRET);
    expect(one.bench.getState().view.notices).toMatchObject([{ id: 'document.forgotten.elsewhere' }]);
    expect(where.machine.getItem('rulewalk.autosave')).not.toContain('awake');
  });

  it('which was closed and is opened again with what its session had', async () => {
    const { where } = await twoTabs(`# ${SECRET}`, false);
    const { bench } = await page(where);
    expect(bench.getState().document.present.pasted.texts).toEqual([]);
    await rest();
    expect(all(where)).not.toContain(SECRET);
  });
});

it(`what nobody came back for in ${KEPT_DAYS} days is let go`, async () => {
  const where = places();
  const { actions } = await page(where);
  actions.edit((document) => addPasted(document, [{ title: 'a', text: LARGE }]));
  await rest();
  vi.setSystemTime(Date.now() + (KEPT_DAYS - 1) * 86_400_000);
  expect((await page(where)).bench.getState().document.present.pasted.texts).toHaveLength(1);
  vi.setSystemTime(Date.now() + 2 * 86_400_000);
  expect((await page(where)).bench.getState().document.present.pasted.texts).toEqual([]);
  expect(all(where)).not.toContain(SECRET);
});
