// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18nProvider } from './i18n/I18nProvider';
import { ErrorBoundary } from './feedback';
import { lazyPart, lateParts, useLoadedView } from './late';
import { when } from './when';

afterEach(cleanup);

const Story = () => <p>the story</p>;
const Comparison = () => <p>the comparison</p>;

/** A page of two views, the second of which is loaded when somebody asks for it. */
function openPage() {
  let arrive: (part: ComponentType) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const file = new Promise<ComponentType>((...settle) => ([arrive, fail] = settle));
  const Compare = lazyPart(() => file);
  const code = { story: [], compare: [Compare.code] };
  function Page({ asked }: { readonly asked: 'story' | 'compare' }) {
    const view = useLoadedView(asked, code[asked]);
    return (
      <I18nProvider locale="en">
        <ErrorBoundary resetKey={view}>
          <Suspense fallback={<p>nothing</p>}>{view === 'story' ? <Story /> : <Compare />}</Suspense>
        </ErrorBoundary>
      </I18nProvider>
    );
  }
  const { rerender } = render(<Page asked="story" />);
  const ask = (asked: 'story' | 'compare'): void => rerender(<Page asked={asked} />);
  const settle = (answer: () => void) =>
    act(
      async () => (
        answer(),
        file.then(
          () => undefined,
          () => undefined,
        )
      ),
    );
  return { ask, arrive: () => settle(() => arrive(Comparison)), fail: () => settle(() => fail(new Error('gone'))) };
}

const shown = (): string => document.body.textContent;

it('keeps the view before while the one asked for is loaded', async () => {
  const { ask, arrive } = openPage();
  ask('compare');
  expect(shown()).toBe('the story');
  await arrive();
  expect(await screen.findByText('the comparison')).toBeDefined();
  ask('story');
  expect(shown()).toBe('the story');
  ask('compare');
  expect(shown()).toBe('the comparison');
});

it('stays where somebody went back to before it came', async () => {
  const { ask, arrive } = openPage();
  ask('compare');
  ask('story');
  await arrive();
  expect(shown()).toBe('the story');
});

it('goes on to what cannot be loaded, where that is said', async () => {
  // React reports every caught error there; that is not what is tested.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { ask, fail } = openPage();
  ask('compare');
  await fail();
  expect((await screen.findByRole('alert')).textContent).toContain('gone');
  vi.restoreAllMocks();
});

/** As Safari is, and jsdom: nothing tells of a free moment. */
describe('where the browser tells of no free moment', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Everything that is for later, by its name, as it is begun. */
  function beginLater(): string[] {
    const begun: string[] = [];
    const load = (name: string) => () => {
      begun.push(name);
      return Promise.resolve(Story);
    };
    when('free', () => void load('free')());
    when('rested', () => void load('settled')());
    lateParts(load('parts'));
    lazyPart(load('idle'), 'free');
    lazyPart(load('touched'), 'touched');
    return begun;
  }

  it('nothing that is for later begins in the same turn, nor before a packet can have moved', () => {
    expect(typeof requestIdleCallback).toBe('undefined');
    vi.useFakeTimers();
    const begun = beginLater();
    expect(begun).toEqual([]);
    vi.advanceTimersByTime(2000);
    expect(begun).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(begun).toEqual(['free', 'parts', 'idle']);
    vi.advanceTimersByTime(6000);
    expect(begun).toEqual(['free', 'parts', 'idle']);
    vi.advanceTimersByTime(2000);
    expect(begun).toEqual(['free', 'parts', 'idle', 'settled']);
  });

  /** After how many seconds what takes long has begun, while something is done every second for so many of them. */
  function secondsUntilSettled(busy: number): number {
    vi.useFakeTimers();
    let second = 0;
    let begun = Infinity;
    when('rested', () => (begun = second));
    for (second = 1; second < 120; second++) {
      if (second <= busy) dispatchEvent(new Event('keydown'));
      vi.advanceTimersByTime(1000);
    }
    return begun;
  }

  it.each([
    ['nobody does anything', 0, 11],
    ['somebody works for twenty seconds', 20, 22],
    ['somebody never rests', 100, 69],
  ])('what takes long begins when the person rests: %s', (_, busy, seconds) => {
    expect(secondsUntilSettled(busy)).toBe(seconds);
  });

  it('what somebody may want begins when they do something', () => {
    vi.useFakeTimers();
    const begun = beginLater();
    dispatchEvent(new Event('pointermove'));
    expect(begun).toEqual(['free', 'parts', 'idle']);
    vi.advanceTimersByTime(50);
    expect(begun).toEqual(['free', 'parts', 'idle', 'touched']);
  });
});
