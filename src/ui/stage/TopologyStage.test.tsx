// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { BenchContext } from '../../store/hooks';
import { createBench, type BenchStore } from '../../store/store';
import { I18nProvider, StageWords } from '../common/i18n/I18nProvider';
import { benchOf, TWO_NODES } from './topology/testing/bench-of';
import { TopologyStage } from './TopologyStage';
import { inlineClient } from '../../engine/testing/engine';

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeAll(() => {
  vi.stubGlobal('ResizeObserver', NoObserver);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  HTMLCanvasElement.prototype.getContext = () => null;
});
afterEach(cleanup);

async function openStage(): Promise<BenchStore> {
  const store = createBench({ engine: inlineClient() });
  const { cluster } = benchOf(TWO_NODES).document;
  store.getState().actions.edit((document) => ({ ...document, cluster }));
  await store.settled();
  render(
    <BenchContext value={store}>
      <I18nProvider locale="en">
        <StageWords>
          <TopologyStage />
        </StageWords>
      </I18nProvider>
    </BenchContext>,
  );
  return store;
}

it('names every box and says the picture in words', async () => {
  await openStage();
  const names = screen.getAllByRole('group').map((box) => box.getAttribute('aria-label'));
  expect(names).toEqual(
    expect.arrayContaining(['Service web, 10.96.98.173:80', 'Node node1, 172.18.0.2', 'Pod client, 10.244.1.9, ready']),
  );
  expect(screen.getByText(/^2 nodes, 4 Pods \(4 ready\)/)).toBeDefined();
});

it('says what is missing when there is nothing to draw', () => {
  render(
    <BenchContext value={createBench()}>
      <I18nProvider locale="en">
        <StageWords>
          <TopologyStage />
        </StageWords>
      </I18nProvider>
    </BenchContext>,
  );
  expect(screen.getByText('Nothing to draw yet')).toBeDefined();
});
