import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXAMPLES } from '../content/examples';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { emptyDocument } from '../core/document/document';
import { addPasted } from '../core/document/edits/pasted';
import { inMode } from '../core/document/edits/proxy';
import { goBackTo, readHistory, type KeptDocument } from './history';
import { encodeLink } from './link';
import { HISTORY_KEY, type Places, PREVIOUS_KEY, read } from './places';
import { KEPT_DAYS, openLink, startBench } from './start';
import { createBench } from './store';
import { memory, memoryVault, places } from './testing/places';

const DUMP = '-A KUBE-SERVICES -j RETURN\n';
const rest = () => vi.advanceTimersByTimeAsync(5000);

async function page(where: Places, hash = '') {
  const bench = createBench();
  const { saveNow, linkRead } = await startBench(bench, { places: where, hash, language: 'en' });
  await linkRead;
  await rest();
  return { bench, saveNow, actions: bench.getState().actions };
}

const linkTo = async (title: string): Promise<string> => {
  const link = await encodeLink({ document: { ...WEB_TWO_NODES.document(), title }, view: {} });
  return link.ok ? link.value : '';
};

const kept = ({ machine }: Places): readonly KeptDocument[] => readHistory(read(machine, HISTORY_KEY));
const titles = (where: Places, keep: KeptDocument['keep'] = 'own'): readonly string[] =>
  kept(where).flatMap((each) => (each.keep === keep ? [each.title] : []));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Bench = Awaited<ReturnType<typeof page>>;

/** Makes a document of that title the bench's, as a file that is opened does. */
async function make({ actions }: Bench, title: string): Promise<void> {
  actions.openDocument({ ...emptyDocument(title) }, {}, { from: 'here' });
  await rest();
}

describe('what is gone back to', () => {
  it('is one’s own work however many links are opened, in this tab or as new pages, told apart from theirs', async () => {
    const where = places();
    const first = await page(where);
    first.actions.edit((document) => ({ ...document, title: 'mine' }));
    await rest();
    for (const name of ['one', 'two', 'three']) {
      // oxlint-disable-next-line no-await-in-loop
      await openLink(first.bench, where, await linkTo(name));
      // oxlint-disable-next-line no-await-in-loop
      await rest();
    }
    first.saveNow();
    for (const name of ['four', 'five', 'six', 'seven', 'eight']) {
      // oxlint-disable-next-line no-await-in-loop
      (await page(where, await linkTo(name))).saveNow();
    }
    expect(titles(where)).toEqual(['mine']);
    expect(titles(where, 'linked')).toEqual(['seven', 'six', 'five', 'four', 'three']);
  });

  it('is all ten of one’s own, however many links came since', async () => {
    const where = places();
    const first = await page(where);
    const own = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `document ${number}`);
    for (const title of own) {
      // oxlint-disable-next-line no-await-in-loop
      await make(first, title);
    }
    for (let number = 1; number <= 12; number++) {
      // oxlint-disable-next-line no-await-in-loop
      await openLink(first.bench, where, await linkTo(`theirs ${number}`));
      // oxlint-disable-next-line no-await-in-loop
      await rest();
    }
    expect(titles(where)).toEqual(own.toReversed());
  });

  it('is what was pasted, edited in a link, or put aside by a new paste; with what it is and when', async () => {
    const where = places();
    const first = await page(where, await linkTo('theirs'));
    first.actions.edit((document) => addPasted(document, [{ title: 'node1', text: DUMP }]));
    first.actions.edit((document) => ({ ...document, subject: 'pasted' }));
    await rest();
    first.actions.edit((document) => ({ ...document, title: 'a manifest', subject: 'cluster' }), 'replace');
    const at = Date.now();
    await rest();
    first.actions.openDocument(WEB_TWO_NODES.document());
    await rest();
    expect(kept(where)).toMatchObject([
      { title: 'a manifest', keep: 'own', about: { subject: 'cluster', nodes: 2, mode: 'iptables' } },
      { title: 'node1', keep: 'own', at, about: { subject: 'pasted', texts: 1 } },
    ]);
  });

  it('is no example or scene as it is shipped, in whatever mode it was looked at', async () => {
    const where = places();
    const { actions } = await page(where);
    for (const example of EXAMPLES.slice(0, 4)) {
      actions.openDocument(example.document('en'));
      actions.edit((document) => inMode(document, 'ipvs'));
      actions.dice();
      // oxlint-disable-next-line no-await-in-loop
      await rest();
    }
    expect(kept(where)).toEqual([]);
  });

  it('is the last ten, the latest first; one that was gone back to and replaced again is once in the list', async () => {
    const where = places();
    const first = await page(where);
    for (let number = 1; number <= 13; number++) {
      // oxlint-disable-next-line no-await-in-loop
      await make(first, `document ${number}`);
    }
    expect(titles(where)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `document ${number}`));
    const oldest = kept(where).at(-1);
    await goBackTo(first.bench, where, oldest?.id ?? '');
    await rest();
    expect(first.bench.getState().document.present.title).toBe('document 3');
    expect(titles(where)[0]).toBe('document 13');
    first.actions.edit((document) => ({ ...document, title: 'document 3, edited' }));
    await make(first, 'another');
    expect(titles(where).filter((title) => title.startsWith('document 3'))).toEqual(['document 3, edited']);
    expect(titles(where)).toHaveLength(10);
    expect(where.bodies.size).toBe(10);
  });

  it('is there whole: with large texts, its flow and where one was', async () => {
    const where = places();
    const first = await page(where);
    const text = DUMP.repeat(50_000);
    first.actions.edit((document) => addPasted(document, [{ title: 'rules', text }]));
    first.actions.edit((document) => ({ ...document, subject: 'cluster' }));
    first.actions.selectFlow('flow-3', 4);
    await rest();
    const before = first.bench.getState().document.present;
    (await page(where, await linkTo('theirs'))).saveNow();
    const second = await page(where);
    await goBackTo(second.bench, where, kept(where).find(({ keep }) => keep === 'own')?.id ?? '');
    expect(second.bench.getState().document.present).toEqual(before);
    expect(second.bench.getState()).toMatchObject({ run: { flowId: 'flow-3' }, view: { playhead: 4 } });
    expect(titles(where, 'linked')).toEqual(['theirs']);
  });

  it('is what another tab had on the bench, which this one is kept in the place of', async () => {
    const shared = places();
    const [one, two] = [await page({ ...shared, tab: memory() }), await page({ ...shared, tab: memory() })];
    one.actions.edit((document) => ({ ...document, title: 'of the first tab' }));
    await rest();
    two.actions.edit((document) => ({ ...document, title: 'of the second tab' }));
    await rest();
    expect(titles(shared)).toContain('of the first tab');
  });

  it('is what an older page has set aside', async () => {
    const where = places();
    const document = JSON.stringify({ ...emptyDocument('before'), seed: 7 });
    where.machine.setItem(PREVIOUS_KEY, JSON.stringify({ at: Date.now(), document, view: '{}', drafts: {} }));
    await page(where);
    expect(titles(where)).toEqual(['before']);
    expect(where.machine.getItem(PREVIOUS_KEY)).toBeNull();
  });

  it(`is let go after ${KEPT_DAYS} days`, async () => {
    const where = places();
    await make(await page(where), 'old');
    await make(await page(where), 'older');
    expect(titles(where)).toEqual(['old']);
    vi.setSystemTime(Date.now() + (KEPT_DAYS + 1) * 86_400_000);
    await page(where);
    expect(kept(where)).toEqual([]);
    expect(where.bodies.size).toBe(0);
  });
});

describe('where little can be kept', () => {
  it('without IndexedDB documents stand beside the list, and the oldest there make room', async () => {
    const where = { ...places(), documents: memoryVault(undefined, true) };
    const { machine } = where;
    const size = (without: string): number =>
      [...machine.kept].reduce((sum, [key, each]) => sum + (key === without ? 0 : each.length), 0);
    const full: Places = {
      ...where,
      machine: {
        ...machine,
        setItem: (key, value) => {
          if (size(key) + value.length > 200_000) throw new DOMException('full', 'QuotaExceededError');
          machine.setItem(key, value);
        },
      },
    };
    const first = await page(full);
    for (let number = 1; number <= 6; number++) {
      first.actions.openDocument({ ...emptyDocument(`document ${number}`) }, {}, { from: 'here' });
      first.actions.edit((document) => addPasted(document, [{ title: `${number}`, text: DUMP.repeat(1500) }]));
      // oxlint-disable-next-line no-await-in-loop
      await rest();
    }
    await make(first, 'last');
    expect(titles(full)[0]).toBe('6');
    expect(titles(full).length).toBeGreaterThanOrEqual(2);
    await goBackTo(first.bench, full, kept(full)[0]?.id ?? '');
    expect(first.bench.getState().document.present.pasted.texts).toHaveLength(1);
  });

  it('what cannot be kept at all is said, and stays in undo', async () => {
    const where = { ...places(2000), documents: memoryVault(undefined, true) };
    const first = await page(where);
    first.actions.edit((document) => ({ ...document, title: 'mine' }));
    first.actions.openDocument(emptyDocument());
    await rest();
    expect(first.bench.getState().view.notices).toMatchObject([{ id: 'document.history.failed' }]);
    first.actions.undo();
    expect(first.bench.getState().document.present.title).toBe('mine');
  });
});

it('a text that is removed is taken out of every document that holds it; the rest of those stays', async () => {
  const where = places();
  const first = await page(where);
  const secret = `# the secret\n${DUMP}`;
  for (const size of [1, 50_000]) {
    first.actions.openDocument({ ...emptyDocument(`holds ${size}`) }, {}, { from: 'here' });
    first.actions.edit((document) =>
      addPasted(document, [
        { title: 'a', text: secret },
        { title: `b ${size}`, text: DUMP.repeat(size) },
      ]),
    );
    // oxlint-disable-next-line no-await-in-loop
    await rest();
  }
  await make(first, 'last');
  first.actions.edit((document) => addPasted(document, [{ title: 'c', text: secret }]));
  await rest();
  const id = first.bench.getState().document.present.pasted.texts[0]?.id;
  first.actions.edit(({ pasted, ...document }) => ({
    ...document,
    pasted: { ...pasted, texts: pasted.texts.filter((text) => text.id !== id) },
  }));
  await rest();
  expect(JSON.stringify([[...where.machine.kept], [...where.bodies]])).not.toContain('the secret');
  expect(titles(where)).toEqual(['b 50000', 'b 1']);
  await goBackTo(first.bench, where, kept(where)[0]?.id ?? '');
  expect(first.bench.getState().document.present.pasted.texts).toMatchObject([{ text: DUMP.repeat(50_000) }]);
});
