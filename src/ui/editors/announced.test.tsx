// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { afterEach, describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import type { Document } from '../../core/document/document';
import { changeProxy } from '../../core/document/edits/proxy';
import { changeNodeSettings } from '../../core/document/edits/nodes';
import { changeServiceSpec } from '../../core/document/edits/services';
import type { ProxyModeId } from '../../core/kubernetes/types';
import { inlineClient } from '../../engine/testing/engine';
import { BenchContext } from '../../store/hooks';
import { createBench } from '../../store/store';
import { MESSAGES } from '../common/i18n/testing/messages';
import { NodeProgramFields } from './NodeFields';
import { SettingsForm } from './ProxyForm';
import { ServiceForm } from './ServiceForm';

afterEach(cleanup);

const bench = (mode: ProxyModeId, release: string): Document =>
  changeProxy(WEB_TWO_NODES.document(), { mode, release });

async function shown(document: Document, form: ReactNode): Promise<string> {
  const store = createBench({ engine: inlineClient() });
  store.getState().actions.openDocument(document);
  await act(async () =>
    render(
      <BenchContext value={store}>
        <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
          <div data-testid="form">{form}</div>
        </IntlProvider>
      </BenchContext>,
    ),
  );
  return (await screen.findByTestId('form')).textContent ?? '';
}

describe('the dates upstream states stand where it is chosen', () => {
  it.each([
    ['ipvs', '1.34', false, 'KEP-5495'],
    ['ipvs', '1.37', true, 'KEP-5495'],
    ['iptables', '1.37', true, 'KEP-5343'],
    ['nftables', '1.37', true, 'KEP-6032'],
  ] as const)('the mode %s in %s: %s', async (mode, release, isSaid, kep) => {
    expect((await shown(bench(mode, release), <SettingsForm />)).includes(kep)).toBe(isSaid);
  });

  it.each([
    ['1.34', false],
    ['1.37', true],
  ] as const)('the mode of one node in %s: %s', async (release, isSaid) => {
    const [first] = WEB_TWO_NODES.document().cluster.nodes;
    const document = changeNodeSettings(
      bench('nftables', release),
      { kubeProxy: { mode: 'ipvs' } },
      first?.metadata.name ?? '',
    );
    const [node] = document.cluster.nodes;
    const text = node ? await shown(document, <NodeProgramFields node={node} />) : '';
    expect(text.includes('KEP-5495')).toBe(isSaid);
  });

  it.each([
    ['1.35', false],
    ['1.37', true],
  ] as const)('externalIPs in %s: %s', async (release, isSaid) => {
    const start = bench('iptables', release);
    const { name, namespace = 'default' } = start.cluster.services[0]?.metadata ?? { name: '' };
    const changed = changeServiceSpec(start, { namespace, name }, { externalIPs: ['198.51.100.7'] });
    const service = changed.cluster.services.find(({ metadata }) => metadata.name === name);
    const text = service ? await shown(changed, <ServiceForm service={service} />) : '';
    expect(text.includes('KEP-5707')).toBe(isSaid);
  });
});

describe('a wish for endpoints nearby that the release does not use', () => {
  it.each([
    ['iptables', '1.29', 'PreferClose', {}, '1.31'],
    ['nftables', '1.30', 'PreferClose', {}, '1.31'],
    ['ipvs', '1.30', 'PreferClose', { ServiceTrafficDistribution: true }, undefined],
    ['iptables', '1.31', 'PreferClose', {}, undefined],
    ['iptables', '1.31', 'PreferClose', { ServiceTrafficDistribution: false }, '1.31'],
    ['iptables', '1.33', 'PreferSameNode', {}, '1.34'],
    ['nftables', '1.34', 'PreferSameNode', {}, undefined],
    ['iptables', '1.29', undefined, {}, undefined],
  ] as const)('%s of %s, %s', async (mode, release, trafficDistribution, featureGates, on) => {
    const which = { namespace: 'default', name: 'web' };
    const before = bench(mode, release);
    const document = changeServiceSpec({ ...before, kubeProxy: { ...before.kubeProxy, featureGates } }, which, {
      trafficDistribution,
    });
    const service = document.cluster.services.find(({ metadata }) => metadata.name === 'web');
    const text = service ? await shown(document, <ServiceForm service={service} />) : '';
    expect(text).toContain('trafficDistribution');
    expect(/it is on by default since (1\.\d+)/.exec(text)?.[1]).toBe(on);
  });
});
