// @vitest-environment jsdom
import { createTranslator } from 'use-intl/core';
import { expect, it } from 'vitest';
import { RULES_MESSAGES } from '../../content/en/messages/rules';
import { STORY_MESSAGES } from '../../content/en/messages/story';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import { findSheet } from '../../content/sheets';
import { derivePasted } from '../../core/document/derive-pasted';
import { finished } from '../../core/lib/scan';
import type { Phrase } from '../../core/lib/phrase';
import { UNTOUCHED } from '../../core/sheet/render';
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
  const sent = await sheet(engine, { text: shelf.text, benches: shelf.benches('en'), state: UNTOUCHED, known: [] });
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
