// @vitest-environment jsdom
import { createTranslator } from 'use-intl/core';
import { expect, it } from 'vitest';
import { RULES_MESSAGES } from '../../content/en/messages/rules';
import { STORY_MESSAGES } from '../../content/en/messages/story';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import { findSheet } from '../../content/sheets';
import { findLessonSheet } from '../../content/sheets/lessons';
import { derivePasted } from '../../core/document/derive-pasted';
import { finished } from '../../core/lib/scan';
import type { Phrase } from '../../core/lib/phrase';
import { fillLanes } from '../../core/sheet/fill-lanes';
import { UNTOUCHED } from '../../core/sheet/state';
import { varied } from '../../core/timeline/question';
import { lived } from '../../core/timeline/testing/documents';
import { createEngine } from '../../engine/engine';
import { report } from '../../engine/questions/report';
import { sheet, type SentSheet } from '../../engine/questions/sheet';
import { keepWalks, type SheetSource } from './sheet.model';
import { stillHtml, type StillKit } from './still.model';

const messages = { story: STORY_MESSAGES, rules: RULES_MESSAGES };
const translator = (namespace: 'story' | 'rules') => createTranslator({ locale: 'en', messages, namespace });
/** A name that would like to run. */
const LIVE = '<img src=x onerror=alert(1)></style><script>1</script>&"';

const kit: StillKit = {
  t: translator('story'),
  rules: translator('rules'),
  say: ({ id }: Phrase) => `${id} ${LIVE}`,
  ruler: ({ text, size }) => text.length * size * 0.55,
  locale: 'en',
  title: LIVE,
  figure: (number) => `Figure ${number}`,
  lanes: { row: ({ key }) => `${key} ${LIVE}`, outcome: (outcome) => `o ${outcome}`, mark: (mark) => `m ${mark}` },
  show: LIVE,
  tokens: ':root { --ink: #000; }',
};

function stillOf(sent: SentSheet, source: SheetSource): string {
  return stillHtml(
    {
      sheet: sent,
      walks: keepWalks(new Map(), sent),
      scripts: new Map(),
      source,
      state: UNTOUCHED,
      turned: undefined,
    },
    kit,
  );
}

/** The file as a browser reads it. */
const read = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

it('a still Sheet of the shelf has each figure drawn, and nothing in it is live, whatever it says', async () => {
  const shelf = findSheet('where-a-packet-goes')!;
  const engine = createEngine(derivePasted);
  const sent = finished(sheet(engine, { text: shelf.text, benches: shelf.benches('en'), state: UNTOUCHED, known: [] }));
  if (!('blocks' in sent)) throw new Error('not read');
  const page = read(stillOf(sent, { kind: 'shelf', shelf }));
  expect(page.querySelectorAll('script, img, iframe, link, object, [onerror], [href], [src]')).toHaveLength(0);
  expect(page.querySelectorAll('figure')).toHaveLength(9);
  expect(page.querySelectorAll('figure svg').length).toBeGreaterThan(9);
  expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'");
  // Who has not answered sees no answer: it is there to be opened.
  expect(page.querySelectorAll('details:not([open])').length).toBeGreaterThanOrEqual(3);
  expect(page.querySelector('h1')?.textContent).toBe(LIVE);
});

it('a still Sheet that was made of a walk is as quiet', () => {
  const document = WEB_TWO_NODES.document('en');
  const asked = { of: 'packet', document, flowId: document.flows[0]!.id } as const;
  const sent = finished(report(createEngine(derivePasted), asked));
  if (!('blocks' in sent)) throw new Error('not made');
  const page = read(stillOf(sent, { kind: 'made', asked }));
  expect(page.querySelectorAll('script, img, iframe, link, object, [onerror], [href], [src]')).toHaveLength(0);
  expect(page.querySelectorAll('figure svg')).toHaveLength(2);
  expect(page.querySelectorAll('ol > li').length).toBeGreaterThanOrEqual(10);
}, 60_000);

it('lanes of time are drawn in a still Sheet: each row, each end that requests come to, and what the marks mean', async () => {
  const shelf = findLessonSheet('lesson-time')!;
  const engine = createEngine(derivePasted);
  const answers = { 'q-min-sync-period': { tried: [], open: true } };
  const state = { ...UNTOUCHED, answers };
  const sent = finished(sheet(engine, { text: shelf.text, benches: shelf.benches('en'), state, known: [] }));
  if (!('blocks' in sent)) throw new Error('not read');
  const block = sent.blocks.find((each) => each.kind === 'lanes' && each.id === 'min-sync-period');
  if (block?.kind !== 'lanes' || !block.beside) throw new Error('no lanes');
  const script = sent.scripts![block.script]!;
  const [first, second] = [lived(script), lived(varied(script, block.beside))];
  const filled = fillLanes(sent.blocks, new Map([[block.id, { first, second, names: ['as it is', 'changed'] }]]));
  const page = read(stillOf({ ...sent, blocks: filled }, { kind: 'shelf', shelf }));
  expect(page.querySelectorAll('script, img, iframe, link, object, [onerror], [href], [src]')).toHaveLength(0);
  const pictures = [...page.querySelectorAll('figure svg')];
  expect(pictures).toHaveLength(2);
  for (const [at, { requests, events }] of [first, second].entries()) {
    const words = [...pictures[at]!.querySelectorAll('text')].map(({ textContent }) => textContent);
    for (const outcome of new Set(requests.map((each) => each.outcome))) expect(words).toContain(`o ${outcome}`);
    for (const lane of new Set(events.map((each) => each.lane))) expect(words).toContain(`${lane} ${LIVE}`);
    expect(words.filter((each) => each?.startsWith('client'))).toHaveLength(1);
    expect(pictures[at]!.querySelectorAll('circle').length).toBeGreaterThan(10);
  }
}, 60_000);
