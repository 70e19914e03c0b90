// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { expect, it } from 'vitest';
import { MESSAGES } from '../common/i18n/testing/messages';
import { useRequestWords } from './EventList';

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
    {children}
  </IntlProvider>
);

it('says whom a request reached, and nothing where it was dropped before anybody was chosen', () => {
  const say = renderHook(useRequestWords, { wrapper }).result.current;
  const request = { at: 0, client: 0, to: '', node: 'node1' } as const;
  expect(say({ ...request, outcome: 'served', to: '10.244.0.4', pod: 'default/web' })).toBe(
    'request served: default/web, by the rules of node1',
  );
  expect(say({ ...request, outcome: 'timed-out' })).toMatch(/^request timed out, by the rules of node1$/);
});
