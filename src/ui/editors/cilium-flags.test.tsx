// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyDocument, type Document } from '../../core/document/document';
import { changeCilium } from '../../core/document/edits/programs';
import { proxyMode } from '../../core/kubernetes/proxy';
import { releaseProblem } from '../../core/kubernetes/release-problem';
import { CILIUM_FLAGS, ciliumSettings, type CiliumFlag } from '../../core/kubernetes/proxy/ebpf/cilium-config';
import { inlineClient } from '../../engine/testing/engine';
import { BenchContext } from '../../store/hooks';
import { createBench } from '../../store/store';
import { MESSAGES } from '../common/i18n/testing/messages';
import { CiliumForm } from './ProxyForm';
import { applyYaml, formatYaml, readYaml } from './yaml.model';

/** The flags the description of the mode lists (its section 1), each with its default and another value. */
const LISTED: readonly (readonly [flag: CiliumFlag, otherwise: string, other: string])[] = [
  ['bpf-lb-sock-hostns-only', 'false', 'true'],
  ['bpf-lb-algorithm', 'random', 'maglev'],
  ['bpf-lb-algorithm-annotation', 'false', 'true'],
  ['bpf-lb-mode-annotation', 'false', 'true'],
  ['bpf-lb-mode', 'snat', 'hybrid'],
  ['bpf-lb-dsr-dispatch', 'opt', 'geneve'],
  ['bpf-lb-acceleration', 'disabled', 'native'],
  ['bpf-lb-external-clusterip', 'false', 'true'],
  ['bpf-lb-source-range-all-types', 'false', 'true'],
  ['service-no-backend-response', 'reject', 'drop'],
  ['enable-service-topology', 'false', 'true'],
  ['node-port-range', '30000,32767', '31000,31999'],
  ['nodeport-addresses', '', '172.18.0.0/16'],
  ['routing-mode', 'tunnel', 'native'],
  ['tunnel-protocol', 'vxlan', 'geneve'],
  ['enable-host-legacy-routing', 'false', 'true'],
  ['enable-bpf-masquerade', 'false', 'true'],
  ['disable-external-ip-mitigation', 'false', 'true'],
  ['bpf-lb-sock-terminate-pod-connections', 'true', 'false'],
  ['bpf-lb-maglev-table-size', '16381', '1021'],
  ['bpf-lb-maglev-hash-seed', 'JLfvgnHc2kaSUFaI', 'AAAAAAAAAAAAAAAA'],
  ['ipv4-service-loopback-address', '169.254.42.1', '169.254.42.9'],
  ['k8s-service-proxy-name', '', 'other'],
];

const CILIUM: Document = { ...emptyDocument(), mode: 'ebpf', release: '1.19' };

/** As the form gives it: a switch as one, everything else as text. */
const valueOf = (flag: CiliumFlag, text: string): string | boolean =>
  CILIUM_FLAGS[flag].kind === 'boolean' ? text === 'true' : text;

function typed(document: Document, text: string): Document {
  const { manifest } = readYaml(text);
  return manifest ? applyYaml(document, manifest) : document;
}

afterEach(cleanup);

describe('every listed flag of Cilium', () => {
  it.each(LISTED)('%s is %j unless told, and set to %j by document and YAML alike', (flag, otherwise, other) => {
    expect(String(ciliumSettings({})[flag])).toBe(otherwise);
    const set = changeCilium(CILIUM, flag, valueOf(flag, other));
    expect(ciliumSettings(set.cilium ?? {})[flag]).toBe(valueOf(flag, other));
    const text = formatYaml(set);
    expect(text).toContain(flag);
    expect(typed(CILIUM, text).cilium).toEqual(set.cilium);
    expect(typed(set, formatYaml(CILIUM)).cilium ?? {}).toEqual({});
  });

  it('has a field in the form; the one that is the mode itself has none', () => {
    const store = createBench({ engine: inlineClient() });
    store.getState().actions.openDocument(CILIUM);
    render(
      <BenchContext value={store}>
        <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
          <CiliumForm proxy={null} />
        </IntlProvider>
      </BenchContext>,
    );
    for (const [flag] of LISTED) expect(screen.getByLabelText(flag), flag).toBeTruthy();
    expect(screen.queryByLabelText('kube-proxy-replacement')).toBeNull();
  });
});

describe('the releases of Cilium', () => {
  const problem = (release: string): string | undefined => releaseProblem(proxyMode('ebpf'), release)?.id;

  it('are its own, 1.12 to 1.20', () => {
    const known = Array.from({ length: 9 }, (_, index) => `1.${12 + index}`);
    expect(known.map(problem)).toEqual(known.map(() => undefined));
  });

  it.each(['1.11', '1.21', '1.30', '1.2'])('%s is refused with what there is', (release) => {
    expect(releaseProblem(proxyMode('ebpf'), release)).toEqual({
      id: 'kubernetes.release.other-axis',
      values: { release, axis: 'Cilium', since: '1.12', until: '1.20' },
    });
  });

  it('what is no release is refused, too', () => expect(problem('newest')).toBe('kubernetes.release.unreadable'));
});
