// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { I18nProvider } from '../i18n/I18nProvider';
import { ErrorBoundary } from './feedback';

let broken = true;

function Pane() {
  if (broken) throw new Error('no such chain');
  return <p>the datapath</p>;
}

function page(resetKey: unknown) {
  return (
    <I18nProvider locale="en">
      <ErrorBoundary resetKey={resetKey}>
        <Pane />
      </ErrorBoundary>
      <p>the stage</p>
    </I18nProvider>
  );
}

beforeEach(() => {
  broken = true;
  // React reports every caught error there; that is not what is tested.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('says what happened and leaves the neighbours alone', () => {
  render(page(1));
  expect(screen.getByRole('alert').textContent).toContain('no such chain');
  expect(screen.getByText('the stage')).toBeDefined();
});

it('draws again on request', () => {
  render(page(1));
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('the datapath')).toBeDefined();
});

it('draws again when there is something else to draw', () => {
  const { rerender } = render(page(1));
  broken = false;
  rerender(page(1));
  expect(screen.queryByText('the datapath')).toBeNull();
  rerender(page(2));
  expect(screen.getByText('the datapath')).toBeDefined();
});
