// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_EXAMPLE } from '../../content/examples';
import type { Locale } from '../../content/phrases';
import { BenchContext } from '../../store/hooks';
import { shownSteps } from '../../store/selectors';
import { createBench, type BenchStore } from '../../store/store';
import type { InspectorTab } from '../../store/view-state';
import { MESSAGES } from '../common/i18n/testing/messages';
import { Datapath } from '../rules/Datapath';
import { Inspector } from './Inspector';
import { inlineClient } from '../../engine/testing/engine';

// What is loaded late comes when the machine has time for it.
configure({ asyncUtilTimeout: 15_000 });

beforeAll(() => {
  // What jsdom does not have; nothing here depends on sizes.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
    if (typeof to === 'object') this.scrollTop = to.top ?? this.scrollTop;
    this.dispatchEvent(new Event('scroll'));
  };
});
afterEach(cleanup);

async function open(
  options: { flow?: number; tab?: InspectorTab; locale?: Locale; at?: number } = {},
): Promise<BenchStore> {
  const { flow = 0, tab = 'trace', locale = 'en', at = 0 } = options;
  const store = createBench({ engine: inlineClient() });
  const document = DEFAULT_EXAMPLE.document();
  store.getState().actions.openDocument(document);
  store.getState().actions.selectFlow(document.flows[flow]!.id);
  store.getState().actions.showInspector(tab);
  await store.settled();
  store.getState().actions.setPlayhead(at);
  await act(async () => {
    render(
      <BenchContext value={store}>
        <IntlProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
          <Suspense>
            <Datapath />
            <Inspector />
          </Suspense>
        </IntlProvider>
      </BenchContext>,
    );
  });
  await screen.findByRole('tablist');
  return store;
}

/** The step of the trace list that is current. */
function currentText(): string {
  return within(screen.getByRole('tabpanel')).getByRole('button', { current: 'step' }).textContent;
}

describe('the trace as a list', () => {
  it('has one item a step, and says which is current', async () => {
    const store = await open({ at: 5 });
    const panel = within(screen.getByRole('tabpanel'));
    const steps = shownSteps(store.getState()).length;
    fireEvent.click(panel.getByRole('button', { name: `All ${steps} steps` }));
    await waitFor(() => expect(panel.queryByRole('button', { name: /decide nothing/ })).toBeNull());
    expect(panel.getAllByRole('button')).toHaveLength(steps + 1);
    expect(currentText()).toContain('conntrack: NEW');
    store.getState().actions.step(1);
    await waitFor(() => expect(currentText()).toContain('by policy'));
  });

  it('moves the focus with the arrows and the playhead with Enter', async () => {
    const store = await open({ at: 3 });
    const panel = within(screen.getByRole('tabpanel'));
    panel.getByRole('button', { current: 'step' }).focus();
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toContain('conntrack');
    expect(store.getState().view.playhead).toBe(3);
    fireEvent.click(document.activeElement!);
    expect(store.getState().view.playhead).toBe(5);
    fireEvent.keyDown(document.activeElement!, { key: 'End' });
    expect(document.activeElement?.textContent).toContain('Delivered to client');
  });
});

describe('one selection', () => {
  it('goes from a rule of the datapath to the dump, with its origin', async () => {
    const store = await open({ tab: 'rules', at: 9 });
    const row = await screen.findByRole('button', { name: /10\.\d+\.\d+\.\d+\/32.*--dport 80/, current: 'step' });
    fireEvent.click(row);
    expect(store.getState().view.ruleSelection?.ref).toMatchObject({ chain: 'KUBE-SERVICES' });
    const selected = await screen.findByRole('option', { selected: true, name: /-A / });
    expect(selected.textContent).toContain('-A KUBE-SERVICES');
    expect((await screen.findAllByText('Service default/web')).length).toBe(2);
  });

  it('goes from the dump to the datapath, and the playhead to the step', async () => {
    const store = await open({ tab: 'rules', at: 3 });
    const options = await screen.findAllByRole('option', { name: /-j KUBE-SERVICES/ });
    const jump = options.find((option) => option.textContent?.includes('-A PREROUTING'))!;
    fireEvent.click(jump);
    expect(shownSteps(store.getState())[store.getState().view.playhead]?.data).toMatchObject({ kind: 'rule' });
    await waitFor(() => expect(screen.getByRole('button', { expanded: true, current: 'step' })).toBeTruthy());
  });
});

describe('every tab', () => {
  it.each(['packet', 'trace', 'rules', 'conntrack', 'routes', 'why'] as const)(
    '%s speaks Korean and complains of nothing',
    async (tab) => {
      const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      await open({ tab, locale: 'ko', flow: 1, at: 20 });
      await waitFor(() => expect(screen.getByRole('tabpanel').textContent.length).toBeGreaterThan(20));
      expect(complaints.mock.calls.map(([first]) => String(first).slice(0, 200))).toEqual([]);
      expect(screen.getByRole('tabpanel').textContent).not.toMatch(/\b(inspector|tables|rules)\.[a-z]/);
      complaints.mockRestore();
    },
  );

  it('says what to do when there is no packet', async () => {
    const store = createBench({ engine: inlineClient() });
    await act(async () => {
      render(
        <BenchContext value={store}>
          <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
            <Suspense>
              <Datapath />
            </Suspense>
          </IntlProvider>
        </BenchContext>,
      );
    });
    expect(await screen.findByText(/^Add nodes, Pods and Services/)).toBeTruthy();
  });
});
