// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { afterEach, describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import { createDerive } from '../../core/document/derive';
import type { Document } from '../../core/document/document';
import { changeKubeProxy } from '../../core/document/edits/cluster';
import { changeProxy } from '../../core/document/edits/proxy';
import { changeNodeSettings } from '../../core/document/edits/nodes';
import { nodePrograms, type NodeProgram } from '../../core/document/node-program';
import { buildCluster, node, service } from '../../core/kubernetes/build';
import { setAt, valueAt } from '../../core/kubernetes/config-fields';
import { runIpvsSync, startedOn } from '../../core/kubernetes/proxy/ipvs/run-sync';
import type { SyncInput } from '../../core/kubernetes/proxy/mode';
import type { KubeProxyConfig, ProxyModeId, ServiceObject } from '../../core/kubernetes/types';
import { Memo } from '../../core/lib/memo';
import { thinned } from '../../core/lib/testing/soaking';
import { findScheduler } from '../../core/linux/ipvs/schedulers';
import { printRuleset } from '../../core/linux/xtables/ruleset-text';
import { periodsOf } from '../../core/timeline/delays';
import { inlineClient } from '../../engine/testing/engine';
import { BenchContext } from '../../store/hooks';
import { createBench } from '../../store/store';
import { MESSAGES } from '../common/i18n/testing/messages';
import { SettingsForm } from './ProxyForm';
import { applyYaml, formatYaml, readYaml } from './yaml.model';

/** A field, what it is set to, and what of the node is there with it and not without. */
interface Row {
  readonly path: string;
  readonly value: unknown;
  readonly mode: ProxyModeId;
  readonly sign: RegExp;
  /** Told in both cases. */
  readonly beside?: KubeProxyConfig;
  /** Told where the field is not. */
  readonly than?: KubeProxyConfig;
}

const rows = (mode: ProxyModeId, fields: readonly (readonly [string, unknown, RegExp, Partial<Row>?])[]): Row[] =>
  fields.map(([path, value, sign, more]) => ({ path, value, mode, sign, ...more }));

const SCHEDULERS = ['rr', 'wrr', 'lc', 'wlc', 'sh', 'dh', 'sed', 'nq', 'mh', 'lblc'];
const ROWS: readonly Row[] = [
  ...SCHEDULERS.map((value): Row => {
    const than = { ipvs: { scheduler: value === 'lc' ? 'rr' : 'lc' } };
    return { path: 'ipvs.scheduler', value, mode: 'ipvs', sign: new RegExp(`^server 80 ${value}$`, 'm'), than };
  }),
  ...rows('ipvs', [
    ['ipvs.strictARP', true, /^net\.ipv4\.conf\.all\.arp_ignore=1\nnet\.ipv4\.conf\.all\.arp_announce=2$/m],
    ['ipvs.excludeCIDRs', ['192.0.2.0/24'], /^other server stays$/m],
    ['ipvs.tcpTimeout', '7m', /^--set tcp 420$/m],
    ['ipvs.tcpFinTimeout', '7s', /^--set tcpFin 7$/m],
    ['ipvs.udpTimeout', '8s', /^--set udp 8$/m],
    ['ipvs.minSyncPeriod', '1500ms', /^minSync 1500$/m],
    ['ipvs.syncPeriod', '1m30s', /^syncPeriod 90000$/m],
  ]),
  ...rows('iptables', [
    ['iptables.masqueradeAll', true, /^-A KUBE-SVC-\w+ -d .* -j KUBE-MARK-MASQ$/m],
    ['iptables.masqueradeBit', 9, /^-A KUBE-MARK-MASQ -j MARK --set-xmark 0x200\/0x200$/m],
    ['iptables.localhostNodePorts', false, /^route_localnet unset$/m],
    ['nodePortAddresses', ['172.18.0.0/16'], /^-A KUBE-SERVICES -d 172\.18\.\S+ .*-j KUBE-NODEPORTS$/m],
    ['clusterCIDR', '10.99.0.0/16', / ! -s 10\.99\.0\.0\/16 .*-j KUBE-MARK-MASQ$/m],
    ['detectLocalMode', 'NodeCIDR', / ! -s 10\.244\.\d+\.0\/24 .*-j KUBE-MARK-MASQ$/m],
    [
      'detectLocal.bridgeInterface',
      'cni0',
      / ! -i cni0 .*-j KUBE-MARK-MASQ$/m,
      { beside: { detectLocalMode: 'BridgeInterface' } },
    ],
    [
      'detectLocal.interfaceNamePrefix',
      'veth',
      / ! -i veth\+ .*-j KUBE-MARK-MASQ$/m,
      { beside: { detectLocalMode: 'InterfaceNamePrefix' } },
    ],
    ['conntrack.maxPerCore', 200_000, /nf_conntrack_max=200000$/m],
    ['conntrack.min', 300_000, /nf_conntrack_max=300000$/m],
    ['conntrack.tcpEstablishedTimeout', '7h', /nf_conntrack_tcp_timeout_established=25200$/m],
    ['conntrack.tcpCloseWaitTimeout', '7m', /nf_conntrack_tcp_timeout_close_wait=420$/m],
    ['conntrack.udpTimeout', '7s', /nf_conntrack_udp_timeout=7$/m],
    ['conntrack.udpStreamTimeout', '9s', /nf_conntrack_udp_timeout_stream=9$/m],
    ['conntrack.tcpBeLiberal', true, /nf_conntrack_tcp_be_liberal=1$/m],
    ['iptables.minSyncPeriod', '7s', /^minSync 7000$/m],
    ['iptables.syncPeriod', '7s', /^syncPeriod 7000$/m],
  ]),
  ...rows('nftables', [
    ['nftables.masqueradeBit', 9, /mark set mark or 0x0*200$/m],
    ['nftables.masqueradeAll', true, /daddr \S+ tcp dport 80 jump mark-for-masquerade$/m],
    ['nftables.minSyncPeriod', '7s', /^minSync 7000$/m],
    ['nftables.syncPeriod', '7s', /^syncPeriod 7000$/m],
  ]),
];

/** The virtual server of somebody else: what becomes of it when this kube-proxy starts. */
function otherServer({ config, release, mode }: NodeProgram): string {
  if (mode !== 'ipvs') return '';
  const machine = node('node1', { addresses: ['172.18.0.2'] });
  const input = (...objects: readonly ServiceObject[]): SyncInput => {
    return { cluster: buildCluster(machine, ...objects), node: 'node1', family: 'ipv4', config, release };
  };
  const other = service('other', { clusterIP: '192.0.2.9', ports: [80] });
  const { kernel } = runIpvsSync(undefined, input(other)).state;
  const left = runIpvsSync(startedOn(kernel), input()).state.kernel.virtualServers;
  return `other server ${left.length > 0 ? 'stays' : 'goes'}`;
}

const derive = createDerive();

/** What kube-proxy left on a node, and when it writes: a line each. */
function linesOf(document: Document, name: string): string {
  const { network } = derive(document);
  const netns = network.netns.get(name);
  const program = nodePrograms(document, document.cluster, new Memo()).get(name);
  if (!netns || !program) throw new Error(name);
  const { ipv4 } = netns.xtables;
  const { minSync, syncPeriod } = periodsOf(program);
  const { services = [] } = netns.ipvs ?? {};
  const timeouts: Readonly<Record<string, number>> = { ...netns.ipvs?.timeouts };
  const tables = [...(netns.nftables?.tables.values() ?? [])];
  return [
    ipv4 ? printRuleset(ipv4, 'ipv4') : '',
    ...tables.flatMap(({ chains }) =>
      [...chains.values()].flatMap(({ length, text }) => Array.from({ length }, (_, i) => text(i))),
    ),
    ...Object.entries(netns.sysctls).map(([key, value]) => `${key}=${value}`),
    `route_localnet ${netns.sysctls['net.ipv4.conf.all.route_localnet'] ?? 'unset'}`,
    ...services.map((server) => `server ${server.port} ${server.scheduler}`),
    ...Object.entries(timeouts).map(([which, seconds]) => `--set ${which} ${seconds}`),
    otherServer(program),
    `minSync ${minSync}`,
    `syncPeriod ${syncPeriod}`,
  ].join('\n');
}

function typed(document: Document, text: string): Document {
  const { manifest } = readYaml(text);
  if (!manifest) throw new Error('the text has an error');
  return applyYaml(document, manifest);
}

const bench = (mode: ProxyModeId): Document => changeProxy(WEB_TWO_NODES.document(), { mode, release: '1.33' });

function configOf({ path, value, beside = {} }: Row): KubeProxyConfig {
  const config: Record<string, unknown> = { ...beside };
  setAt(config, path, value);
  return config;
}

afterEach(cleanup);

describe.each(thinned(ROWS, 1))('$path: $value', (row) => {
  const { path, value, mode, sign } = row;
  const own = configOf(row);
  const base = changeKubeProxy(bench(mode), row.beside ?? {});
  const told = changeKubeProxy(base, own);

  it('is written as YAML and read from there the same', () => {
    const text = formatYaml(told);
    const read = typed(base, text);
    expect(valueAt(read.kubeProxy, path)).toEqual(value);
    expect(read.kubeProxy).toEqual(told.kubeProxy);
    expect(formatYaml(read)).toBe(text);
  });

  it('changes what kube-proxy leaves, or when', () => {
    expect(linesOf(told, 'node1')).toMatch(sign);
    expect(linesOf(changeKubeProxy(base, row.than ?? {}), 'node1')).not.toMatch(sign);
  });

  it('on one node alone, where only its Node says so; that stands in the YAML too', () => {
    const here = changeNodeSettings(changeKubeProxy(base, row.than ?? {}), { kubeProxy: own }, 'node1');
    for (const document of [here, typed(base, formatYaml(here))]) {
      expect(linesOf(document, 'node1')).toMatch(sign);
      expect(linesOf(document, 'node2')).not.toMatch(sign);
    }
  });
});

describe('the form', () => {
  it.each(['iptables', 'ipvs', 'nftables'] as const)('in %s mode has a control for each of them', async (mode) => {
    const store = createBench({ engine: inlineClient() });
    store.getState().actions.openDocument(bench(mode));
    // What the choice of a release needs is loaded late.
    await act(async () =>
      render(
        <BenchContext value={store}>
          <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
            <SettingsForm />
          </IntlProvider>
        </BenchContext>,
      ),
    );
    await screen.findByLabelText('clusterCIDR', {}, { timeout: 4000 });
    for (const { path, mode: only } of ROWS) {
      if (only !== mode && path.startsWith(`${only}.`)) continue;
      const [control] = [path, path.replace(/^.*\./, '')].flatMap((label) => screen.queryAllByLabelText(label));
      expect(control, path).toBeTruthy();
    }
  });

  it('every scheduler of the rows is one the kernel simulates', () => {
    expect(SCHEDULERS.map((name) => findScheduler(name)?.name)).toEqual(SCHEDULERS);
  });
});
