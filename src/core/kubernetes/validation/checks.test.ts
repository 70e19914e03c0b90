import { describe, expect, it } from 'vitest';
import { buildCluster, endpoints, node, service } from '../build';
import { completeCluster } from '../complete';
import { PROXY_MODES } from '../proxy';
import type { SyncInput } from '../proxy/mode';
import type { ProxyModeId } from '../mode-ids';
import type { KubeProxyConfig } from '../types';
import { Memo } from '../../lib/memo';
import { conntrackSysctls } from '../proxy/shared/conntrack-sysctls';
import { PROXY_FIELDS } from '../config-table';
import { configRefusal, validateConfig } from './config';
import { printRestore } from '../proxy/print';

const CLUSTER = completeCluster(
  buildCluster(
    node('n1', { addresses: ['172.18.0.3'], podCIDRs: ['10.244.1.0/24'] }),
    node('n2', { addresses: ['172.18.0.4'], podCIDRs: ['10.244.2.0/24'] }),
    service('web', {
      type: 'LoadBalancer',
      clusterIP: '10.96.0.11',
      clusterIPs: ['10.96.0.11'],
      externalIPs: ['192.0.2.50'],
      externalTrafficPolicy: 'Local',
      loadBalancerSourceRanges: ['203.0.113.0/24'],
      ports: [{ port: 80, targetPort: 8080, nodePort: 30_080 }],
    }),
    endpoints('web', 8080, [
      ['10.244.1.5', 'n1'],
      ['10.244.2.7', 'n2'],
    ]),
    service('sctp', {
      type: 'NodePort',
      clusterIP: '10.96.0.12',
      clusterIPs: ['10.96.0.12'],
      ports: [{ port: 80, targetPort: 8080, nodePort: 30_081 }],
    }),
    endpoints('sctp', 8080, [['10.244.2.7', 'n2']]),
  ),
);

/** A field with a value that is not its default, where its effect shows: a mode and a release; `syncs`: only from one sync to the next. */
type Case = readonly [path: string, value: unknown, mode?: ProxyModeId, release?: string, beside?: KubeProxyConfig];
const RULES: readonly Case[] = [
  ['featureGates', { ExternalPolicyForExternalIP: true }, 'iptables', '1.18'],
  ['clusterCIDR', '10.244.0.0/16'],
  ['detectLocalMode', 'NodeCIDR', 'iptables', '1.30', { clusterCIDR: '10.244.0.0/16' }],
  ['detectLocal.bridgeInterface', 'cni0', 'iptables', '1.30', { detectLocalMode: 'BridgeInterface' }],
  ['detectLocal.interfaceNamePrefix', 'veth', 'iptables', '1.30', { detectLocalMode: 'InterfaceNamePrefix' }],
  ['nodePortAddresses', ['172.18.0.0/16']],
  ['bindAddress', '192.0.2.9', 'nftables', '1.33'],
  ['hostnameOverride', 'n2'],
  ['portRange', '40001-40009', 'userspace', '1.20'],
  ['iptables.masqueradeBit', 15],
  ['iptables.masqueradeAll', true],
  ['iptables.localhostNodePorts', false],
  ['nftables.masqueradeBit', 15, 'nftables'],
  ['nftables.masqueradeAll', true, 'nftables'],
  ['ipvs.scheduler', 'lc', 'ipvs'],
  ['ipvs.strictARP', true, 'ipvs'],
  ['ipvs.tcpTimeout', '5m', 'ipvs'],
  ['ipvs.tcpFinTimeout', '5m', 'ipvs'],
  ['ipvs.udpTimeout', '5m', 'ipvs'],
  ['conntrack.tcpBeLiberal', true],
  ['winkernel.enableDSR', true, 'kernelspace', '1.33'],
];
/** No rule, but sysctls of the node (proxy/shared/conntrack-sysctls.ts). */
const KERNEL: readonly Case[] = [
  ...['maxPerCore', 'min'].map((name): Case => [`conntrack.${name}`, 7]),
  ...['tcpEstablishedTimeout', 'tcpCloseWaitTimeout', 'udpTimeout', 'udpStreamTimeout'].map((name): Case => [
    `conntrack.${name}`,
    '7s',
  ]),
];
/**
 * Fields that decide which tool writes, what one sync leaves to the next (partial-sync.ts, ipvs/run-sync.ts), or that
 * count on Windows (kernelspace/agent.test.ts).
 */
const ELSEWHERE = [
  'apiVersion',
  'kind',
  'mode',
  'iptables.syncPeriod',
  'ipvs.excludeCIDRs',
  'winkernel.sourceVip',
  'winkernel.rootHnsEndpointName',
  'winkernel.forwardHealthCheckVip',
];
/** The rest of the struct (staging/src/k8s.io/kube-proxy/config/v1alpha1/types.go), 1.16 to 1.36. */
const NONE: readonly Case[] = [
  ...['kubeconfig', 'acceptContentTypes', 'contentType'].map((name): Case => [`clientConnection.${name}`, 'x']),
  ...['qps', 'burst'].map((name): Case => [`clientConnection.${name}`, 9]),
  ...['healthzBindAddress', 'metricsBindAddress'].map((name): Case => [name, '127.0.0.1:1']),
  ['showHiddenMetricsForVersion', '1.29'],
  ...['enableProfiling', 'bindAddressHardFail'].map((name): Case => [name, true]),
  ['windowsRunAsService', true, undefined, '1.31'],
  ['logging.format', 'json'],
  ['logging.flushFrequency', 'x'],
  ['oomScoreAdj', -5],
  ['configSyncPeriod', '1m'],
  ['iptables.minSyncPeriod', '7s'],
  ...['ipvs', 'nftables'].flatMap((mode): Case[] => [
    [`${mode}.syncPeriod`, '7s'],
    [`${mode}.minSyncPeriod`, '7s'],
  ]),
  ['winkernel.networkName', 'x'],
  ['udpIdleTimeout', '1s', 'iptables', '1.20'],
];

function configOf(path: string, value: unknown, beside: KubeProxyConfig = {}): KubeProxyConfig {
  const [first = '', second] = path.split('.');
  const inner = second === undefined ? value : { [second]: value };
  return { ...beside, [first]: inner };
}

function written(id: ProxyModeId, release: string, config: KubeProxyConfig): string {
  const mode = PROXY_MODES.find((each) => each.id === id);
  if (!mode) throw new Error(id);
  const input: SyncInput = { cluster: CLUSTER, node: 'n1', family: 'ipv4', config, release };
  const state = mode.syncProxyRules(input);
  const schedulers = state.ipvs?.virtualServers.map(({ scheduler }) => scheduler);
  const rest = { sysctls: state.sysctls, timeouts: state.ipvs?.timeouts, schedulers, ports: state.proxyPorts };
  return `${printRestore(mode.id, state, input)}${JSON.stringify(rest)}`;
}

const said = (config: KubeProxyConfig, release: string, path: string): readonly string[] =>
  validateConfig(config, release)
    .filter((found) => found.path === path || found.path.startsWith(`${path}.`))
    .map(({ message }) => message.id.replace('kubernetes.', ''));

describe('every field of KubeProxyConfiguration', () => {
  it('is known', () => {
    const all = [...RULES, ...KERNEL, ...NONE].map(([path]) => path);
    const missing = [...all, ...ELSEWHERE].filter(
      (path) => !PROXY_FIELDS.has(path) && !PROXY_FIELDS.has(path.split('.')[0] ?? ''),
    );
    expect(missing).toEqual([]);
    const asked = new Set([...all, ...all.map((path) => path.split('.')[0]), ...ELSEWHERE]);
    expect([...PROXY_FIELDS.keys()].filter((path) => !asked.has(path))).toEqual([]);
  });

  it.each(RULES.map((each) => ({ path: each[0], each })))(
    '$path changes what is written, and nothing is said against it',
    ({ each: [path, value, mode = 'iptables', release = '1.30', beside = {}] }) => {
      const config = configOf(path, value, beside);
      expect(written(mode, release, config)).not.toBe(written(mode, release, beside));
      if (path !== 'featureGates') expect(said(config, release, path)).toEqual([]);
    },
  );

  it.each(KERNEL.map((each) => ({ path: each[0], each })))(
    '$path changes no rule, but a sysctl of its node, which is said',
    ({ each: [path, value] }) => {
      const config = configOf(path, value);
      const set = (release: string, told: KubeProxyConfig) => conntrackSysctls(told, new Memo(), release, 4);
      for (const mode of ['iptables', 'ipvs', 'nftables'] as const)
        expect(written(mode, '1.30', config)).toBe(written(mode, '1.30', {}));
      expect(said(config, '1.30', path)).toEqual(['config.kernel-field']);
      const floor = path === 'conntrack.min' ? { maxPerCore: 1 } : path === 'conntrack.maxPerCore' ? { min: 1 } : {};
      const beside = { conntrack: { ...config.conntrack, ...floor } };
      expect(set('1.30', beside)).not.toEqual(set('1.30', { conntrack: floor }));
    },
  );

  it.each(NONE.map((each) => ({ path: each[0], each })))(
    '$path changes nothing of what is written, which is said',
    ({ each: [path, value, only, release = '1.30'] }) => {
      const config = configOf(path, value);
      const modes = only === undefined ? (['iptables', 'ipvs', 'nftables'] as const) : [only];
      for (const mode of modes) expect(written(mode, release, config)).toBe(written(mode, release, {}));
      const [part, field] = path.split('.');
      const period = part === 'iptables' ? 'config.syncs-hourly' : 'config.period-of-other-mode';
      expect(said(config, release, path)).toEqual([field === 'syncPeriod' ? period : 'config.silent-field']);
    },
  );

  it.each([
    ['iptables', '1.16', false],
    ['iptables', '1.17', true],
    ['iptables', '1.37', true],
    ['nftables', '1.33', false],
    ['nftables', '1.34', true],
    ['ipvs', '1.36', false],
  ] as const)('syncPeriod of %s in %s: it syncs once an hour: %s', (mode, release, expected) => {
    const found = validateConfig({ mode, [mode]: { syncPeriod: '5s' } }, release, mode);
    const own = found.filter(({ path }) => path === `${mode}.syncPeriod`);
    expect(own.some(({ message }) => message.id === 'kubernetes.config.syncs-hourly')).toBe(expected);
  });

  const BEFORE = [...RULES, ...KERNEL, ...NONE].flatMap(([path, value, mode = 'iptables', , beside]) => {
    const [section = ''] = path.split('.');
    const { since: first = 0, until = 99 } = PROXY_FIELDS.get(path) ?? PROXY_FIELDS.get(section) ?? {};
    const releases = [...(first > 16 ? [first - 1] : []), ...(until < 99 ? [until] : [])];
    return releases.map((minor) => [path, `1.${minor}`, value, mode, beside] as const);
  });
  it.each(BEFORE)(
    '%s is left aside by %s, which has no such field, and that is said',
    (path, release, value, mode, beside = {}) => {
      const config = configOf(path, value, beside);
      expect(said(config, release, path)).toEqual(['config.unknown-field']);
      const isCompiled = mode !== 'nftables' && configRefusal(config, release) === undefined;
      if (isCompiled) expect(written(mode, release, config)).toBe(written(mode, release, beside));
    },
  );

  it('that is misspelt, or that no release has, is said', () => {
    expect(said(configOf('iptables.masquerade', true), '1.30', 'iptables.masquerade')).toEqual([
      'config.unknown-field',
    ]);
    const drafted = configOf('iptables.snatNodeInternalIP', true);
    expect(said(drafted, '1.37', 'iptables.snatNodeInternalIP')).toEqual(['config.unknown-field']);
  });
});
