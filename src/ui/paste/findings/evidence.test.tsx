// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { afterEach, expect, it } from 'vitest';
import { phrase } from '../../../core/lib/phrase';
import type { PlacedEvidence } from '../../../core/questions/evidence/list-evidence';
import { MESSAGES } from '../../common/i18n/testing/messages';
import { EvidenceList } from './Evidence';

afterEach(cleanup);

const WORDS = phrase('machine.severity', { severity: 'info' });
const found = (id: string, severity: PlacedEvidence['severity'], isLeading = true): PlacedEvidence => ({
  id,
  severity,
  says: WORDS,
  next: WORDS,
  further: [],
  isLeading,
});

const HEADINGS = {
  en: [
    'What is wrong, strongest first',
    'What becomes of the packet',
    'What it may be: it fits, and is not proven',
    'What to look at next',
    'What is odd',
  ],
  ko: [
    '무엇이 잘못인가, 강한 것부터',
    '패킷이 어떻게 되나',
    '무엇일 수 있나: 들어맞지만 증명되지 않은 것',
    '다음에 볼 것',
    '이상한 점',
  ],
} as const;

async function headings(locale: 'en' | 'ko', evidence: readonly PlacedEvidence[]): Promise<readonly unknown[]> {
  const { container } = await act(async () =>
    render(
      <IntlProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
        <EvidenceList evidence={evidence} />
      </IntlProvider>,
    ),
  );
  // Its words are loaded with it.
  while (!container.querySelector('li')) await act(() => new Promise((done) => void setTimeout(done)));
  return [...container.querySelectorAll('h4')].map((heading) => [
    heading.textContent,
    heading.nextElementSibling?.querySelectorAll('li').length,
  ]);
}

it.each(['en', 'ko'] as const)(
  '%s: each kind of what is told first stands below its heading, in the order of the command',
  async (locale) => {
    const all = [
      found('remark', 'info'),
      found('walked', 'error'),
      found('symptom-dns', 'warning'),
      found('known-kernel', 'warning'),
      found('no-endpoints', 'error'),
      found('mixed', 'warning'),
      found('later', 'warning', false),
    ];
    expect(await headings(locale, all)).toEqual(HEADINGS[locale].map((title, at) => [title, at === 0 ? 2 : 1]));
  },
);

it('there is no heading where nothing is of its kind', async () => {
  expect(await headings('en', [found('known-kernel', 'warning'), found('later', 'warning', false)])).toEqual([
    [HEADINGS.en[2], 1],
  ]);
});

it('what goes on from a sentence stands behind it', async () => {
  const also = [phrase('machine.severity', { severity: 'error' })];
  const { container } = await act(async () =>
    render(
      <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
        <EvidenceList evidence={[{ ...found('walked', 'warning'), also }]} />
      </IntlProvider>,
    ),
  );
  while (!container.querySelector('li')) await act(() => new Promise((done) => void setTimeout(done)));
  expect(container.querySelector('li p')?.textContent).toMatch(/note error$/);
});
