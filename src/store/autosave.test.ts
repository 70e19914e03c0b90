import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { addPasted } from '../core/document/edits/pasted';
import { startAutosave } from './autosave';
import { goBackTo, readHistory } from './history';
import { AUTOSAVE_KEY, HISTORY_KEY, type Places, PREVIOUS_KEY, read } from './places';
import { encodeLink } from './link';
import { startBench } from './start';
import { createBench, type BenchStore } from './store';
import { memory, places } from './testing/places';

async function page(where: Places, hash = '', language = 'en-US'): Promise<{ bench: BenchStore; flush: () => void }> {
  const bench = createBench();
  const { saveNow, linkRead } = await startBench(bench, { places: where, hash, language });
  await linkRead;
  return { bench, flush: saveNow };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the first document', () => {
  it('is the default example, its first flow wanted and playing, nothing to undo', async () => {
    const { bench } = await page(places());
    const state = bench.getState();
    expect(state.document.present.flows).toHaveLength(5);
    expect(state).toMatchObject({ canUndo: false, view: { playing: true, locale: 'en' }, run: { flowId: 'flow-1' } });
  });

  it('speaks the language of the browser, or the one chosen before', async () => {
    const where = places();
    const { bench, flush } = await page(where, '', 'ko-KR');
    expect(bench.getState().view.locale).toBe('ko');
    expect(bench.getState().document.present.title).toBe(WEB_TWO_NODES.title.ko);
    bench.getState().actions.setLocale('en');
    flush();
    expect((await page(where, '', 'ko-KR')).bench.getState().view.locale).toBe('en');
  });

  it('is the link when there is one; what was there is put aside', async () => {
    const where = places();
    const first = await page(where);
    first.bench.getState().actions.edit((d) => ({ ...d, title: 'mine' }));
    first.flush();
    const document = { ...WEB_TWO_NODES.document(), title: 'theirs' };
    const link = await encodeLink({ document, view: { flowId: 'flow-3', playhead: 7 } });
    const { bench } = await page(where, link.ok ? link.value : '');
    expect(bench.getState().document.present).toEqual(document);
    expect(bench.getState()).toMatchObject({ view: { playing: false, playhead: 7 }, run: { flowId: 'flow-3' } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(readHistory(read(where.machine, HISTORY_KEY))).toMatchObject([{ title: 'mine', keep: 'own' }]);
    expect(where.machine.getItem(PREVIOUS_KEY)).toBeNull();
  });

  it.each([
    [`#1.${'A'.repeat(1_000_000)}`, 'document.limit.link'],
    ['#1.broken', 'document.link.broken'],
    ['#7.AAAA', 'document.codec.newer'],
  ])('is the default example when the link %s cannot be read, and that is said', async (hash, id) => {
    const { bench } = await page(places(), hash);
    expect(bench.getState().view.notices).toMatchObject([{ id }]);
    expect(bench.getState().document.present.title).toBe(WEB_TWO_NODES.title.en);
  });
});

describe('a reload', () => {
  it('brings back document, flow, playhead, selection, panes and what was being typed', async () => {
    const where = places();
    const first = await page(where);
    const { edit, selectFlow, select, setDraft, setPane, setTheme } = first.bench.getState().actions;
    edit((d) => ({ ...d, title: 'mine' }));
    selectFlow('flow-4');
    select({ kind: 'node', name: 'node2' });
    setDraft('yaml', 'kind: Ser');
    setPane('main', [20, 60, 20]);
    setTheme('dark');
    vi.advanceTimersByTime(1000);
    const second = await page(where);
    expect(second.bench.getState().document.present).toEqual(first.bench.getState().document.present);
    expect(second.bench.getState()).toMatchObject({
      run: { flowId: 'flow-4' },
      view: {
        drafts: { yaml: 'kind: Ser' },
        selection: { kind: 'node', name: 'node2' },
        panes: { main: [20, 60, 20] },
        theme: 'dark',
        playing: false,
      },
    });
  });

  it('of a mode nobody here knows is kept aside, and that is said', async () => {
    const where = places();
    const first = await page(where);
    first.bench.getState().actions.edit((d) => ({ ...d, title: 'mine' }));
    first.flush();
    for (const storage of [where.tab, where.machine]) {
      const text = storage.getItem(AUTOSAVE_KEY) ?? '';
      storage.setItem(AUTOSAVE_KEY, text.replace(/(\\"mode\\":\\")\w+/, '$1tproxy'));
    }
    const { bench, flush } = await page(where);
    expect(bench.getState().view.notices).toMatchObject([{ id: 'document.mode.missing', values: { mode: 'tproxy' } }]);
    expect(bench.getState().document.present.title).toBe(WEB_TWO_NODES.title.en);
    flush();
    await vi.advanceTimersByTimeAsync(1000);
    const [kept] = readHistory(read(where.machine, HISTORY_KEY));
    expect([...where.bodies.values()].flat()[0]?.text).toContain('tproxy');
    await goBackTo(bench, where, kept?.id ?? '');
    expect(bench.getState().view.notices.at(-1)).toMatchObject({ id: 'document.mode.missing' });
    expect(readHistory(read(where.machine, HISTORY_KEY))).toHaveLength(1);
  });

  it('belongs to the tab: another tab does not replace it', async () => {
    const machine = memory();
    const [one, two] = [places(), places()];
    const first = await page({ ...one, machine });
    first.bench.getState().actions.edit((d) => ({ ...d, title: 'one' }));
    first.flush();
    const second = await page({ ...two, machine });
    second.bench.getState().actions.edit((d) => ({ ...d, title: 'two' }));
    second.flush();
    expect((await page({ ...one, machine })).bench.getState().document.present.title).toBe('one');
    expect((await page({ ...places(), machine })).bench.getState().document.present.title).toBe('two');
  });

  it('waits for a silence after the last change, but not for ever', async () => {
    const where = places();
    const { bench, flush } = await page(where);
    flush();
    const saved = (): string | undefined => /change \d+/.exec(where.machine.getItem(AUTOSAVE_KEY) ?? '')?.[0];
    const titles: (string | undefined)[] = [];
    for (let change = 0; change < 12; change++) {
      bench.getState().actions.edit((d) => ({ ...d, title: `change ${change}` }));
      vi.advanceTimersByTime(200);
      titles.push(saved());
    }
    expect(titles.indexOf('change 7')).toBe(7);
    expect(new Set(titles).size).toBe(2);
    vi.advanceTimersByTime(300);
    expect(saved()).toBe('change 11');
  });

  it('keeps large pasted texts apart, and writes them only when they change', async () => {
    const where = places();
    const first = await page(where);
    const text = '-A KUBE-SERVICES -j RETURN\n'.repeat(50_000);
    first.bench.getState().actions.edit((d) => addPasted(d, [{ title: 'rules', text }]));
    vi.advanceTimersByTime(1000);
    first.bench.getState().actions.edit((d) => ({ ...d, title: 'x' }));
    vi.advanceTimersByTime(1000);
    expect(where.texts.size).toBe(1);
    expect(where.machine.getItem(AUTOSAVE_KEY)?.length).toBeLessThan(50_000);
    const second = await page(where);
    expect(second.bench.getState().document.present.pasted.texts[0]?.text).toBe(text);
  });

  it('keeps a large text that is not on the bench yet, beside large ones that are, until it is taken away', async () => {
    const where = places();
    const first = await page(where);
    const { edit, setDraft } = first.bench.getState().actions;
    const [text, draft] = ['-A KUBE-SERVICES -j RETURN\n', '"vault":"no-key"}'].map((line) => line.repeat(70_000));
    edit((d) => addPasted(d, [{ title: 'rules', text: text ?? '' }]));
    setDraft('inbox', draft);
    setDraft('yaml', 'kind: Ser');
    vi.advanceTimersByTime(5000);
    expect(where.machine.getItem(AUTOSAVE_KEY)?.length).toBeLessThan(50_000);
    expect(where.texts.size).toBe(2);
    const second = await page(where);
    expect(second.bench.getState().view.drafts).toEqual({ inbox: draft, yaml: 'kind: Ser' });
    expect(second.bench.getState().document.present.pasted.texts[0]?.text).toBe(text);
    second.bench.getState().actions.setDraft('inbox', undefined);
    vi.advanceTimersByTime(5000);
    expect([...where.texts.values()]).toMatchObject([[{ title: 'rules' }]]);
    expect((await page(where)).bench.getState().view.drafts).toEqual({ yaml: 'kind: Ser' });
  });

  it.each(['', 'null', '{"document":', '{"document":"{}"}', '{"document":5,"drafts":[1]}'])(
    'after damage (%j) begins with the default example',
    async (text) => {
      const where = places();
      where.machine.setItem(AUTOSAVE_KEY, text);
      expect((await page(where)).bench.getState().document.present.flows).toHaveLength(5);
    },
  );
});

describe('saving', () => {
  it('waits for silence and does not mind the moving playhead', async () => {
    const where = places();
    const { bench } = await page(where);
    vi.advanceTimersByTime(1000);
    where.machine.removeItem(AUTOSAVE_KEY);
    bench.getState().actions.setPlayhead(3);
    vi.advanceTimersByTime(1000);
    expect(where.machine.getItem(AUTOSAVE_KEY)).toBeNull();
    bench.getState().actions.setDraft('yaml', 'k');
    expect(where.machine.getItem(AUTOSAVE_KEY)).toBeNull();
    vi.advanceTimersByTime(1000);
    expect(where.machine.getItem(AUTOSAVE_KEY)).not.toBeNull();
  });

  it('says once that a storage is full, and goes on', () => {
    const bench = createBench();
    const { flush } = startAutosave(bench, places(10));
    flush();
    flush();
    expect(bench.getState().view.notices).toEqual([{ id: 'document.autosave.failed' }]);
  });
});
