import { spawnSync } from 'node:child_process';
import { Memo } from '../../src/core/lib/memo';
import { IPTABLES_MODE } from '../../src/core/kubernetes/proxy/iptables';
import { IPVS_MODE } from '../../src/core/kubernetes/proxy/ipvs';
import type { ProxyMode, SyncInput } from '../../src/core/kubernetes/proxy/mode';
import { NFTABLES_MODE } from '../../src/core/kubernetes/proxy/nftables';
import { USERSPACE_MODE } from '../../src/core/kubernetes/proxy/userspace';
import type { ClusterObjects, ProxyModeId } from '../../src/core/kubernetes/types';
import { ipvsReport } from '../../src/headless/verbs/ipvs-report';
import type { BenchOptions } from './main';
import { generatedCluster, median, type Figure } from './walk';
import { printRestore } from '../../src/core/kubernetes/proxy/print';

const SHAPES = [
  { services: 10_000, endpoints: 2 },
  { services: 1000, endpoints: 100 },
] as const;

/** The tools that load what a mode writes; each only reads it here. */
const LOADERS: Readonly<Partial<Record<ProxyModeId, readonly [tool: string, ...options: string[]]>>> = {
  iptables: ['iptables-restore', '--test'],
  nftables: ['nft', '--check', '--file', '-'],
};

/** How long this machine's own tool reads the same text, measured in this run; nothing where it is not at hand, or may not. */
function loaderNote(mode: ProxyModeId, text: string): Pick<Figure, 'note'> {
  const [tool, ...options] = LOADERS[mode] ?? [];
  if (tool === undefined) return {};
  const began = performance.now();
  const { status } = spawnSync(tool, options, { input: text, stdio: ['pipe', 'ignore', 'ignore'] });
  return status === 0 ? { note: `${tool} reads it in ${Math.round(performance.now() - began)} ms, here and now` } : {};
}

function inputOf(cluster: ClusterObjects, { until }: Pick<ProxyMode<ProxyModeId>, 'until'>, memo: Memo): SyncInput {
  const config = { clusterCIDR: '10.128.0.0/9' };
  return { cluster, node: 'node1', family: 'ipv4', config, release: until ?? '1.30', memo };
}

/** Objects nobody has seen: nothing can be remembered about them. */
function copied(cluster: ClusterObjects): ClusterObjects {
  return {
    ...cluster,
    services: cluster.services.map((service) => ({ ...service })),
    endpointSlices: cluster.endpointSlices.map((slice) => ({ ...slice })),
  };
}

/** The cluster with another port on its first Service: what a person's edit leaves. */
function edited(cluster: ClusterObjects, port: number): ClusterObjects {
  const [first, ...rest] = cluster.services;
  if (!first) return cluster;
  return { ...cluster, services: [{ ...first, spec: { ...first.spec, ports: [{ port, protocol: 'TCP' }] } }, ...rest] };
}

/** Full compile with its text, beside the tool that loads it; and the recompile after an edit of one Service. */
export function compileFigures({ peers }: BenchOptions): Figure[] {
  return [IPTABLES_MODE, IPVS_MODE, NFTABLES_MODE, USERSPACE_MODE].flatMap((mode) =>
    SHAPES.flatMap((shape) => figuresOf(mode, { ...shape, peers })),
  );
}

function figuresOf(
  mode: ProxyMode<ProxyModeId>,
  { services, endpoints, peers }: (typeof SHAPES)[number] & BenchOptions,
): Figure[] {
  const cluster = generatedCluster(services, endpoints);
  const shape = `${mode.title}, ${services.toLocaleString('en')} Services x ${endpoints}`;
  let written = '';
  const full = median(() => {
    const input = inputOf(copied(cluster), mode, new Memo());
    const state = mode.syncProxyRules(input);
    const text = printRestore(mode.id, state, input);
    written = text ?? '';
    return state.ipvs ? JSON.stringify(ipvsReport(state, text)) : text;
  }, 3);
  const memo = new Memo();
  mode.syncProxyRules(inputOf(cluster, mode, memo));
  let port = 81;
  const edit = median(() => mode.syncProxyRules(inputOf(edited(cluster, port++), mode, memo)));
  return [
    {
      name: `${shape}: full compile with text`,
      value: full,
      unit: 'ms',
      ...(peers ? loaderNote(mode.id, written) : {}),
    },
    { name: `${shape}: recompile after an edit of one Service`, value: edit, unit: 'ms' },
  ];
}
