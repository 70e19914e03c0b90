// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { I18nProvider } from './i18n/I18nProvider';
import { lazy, Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from './feedback';
import { lazyPart } from './late';

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

/** As a file gives it that was replaced while it was loaded: it is there, and what is asked of it is not. */
const nothing = (): Promise<ComponentType> => Promise.resolve(undefined as unknown as ComponentType);

it.each([
  ['a part of the page', lazyPart(nothing)],
  ['a part by React.lazy', lazy(async () => ({ default: await nothing() }))],
])('says of %s whose file is of another version that it is missing, and how to go on', async (_, Part) => {
  const page = (
    <I18nProvider locale="en">
      <ErrorBoundary resetKey={1}>
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </ErrorBoundary>
    </I18nProvider>
  );
  await act(async () => {
    render(page);
    await nothing();
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('could not be loaded');
  expect(screen.getByRole('button', { name: 'Load the page anew' })).toBeDefined();
});
