import type { Document } from '../document/document';
import type { NodeProgram } from '../document/node-program';
import { DELAY_NAMES, DELAY_RANGES, type Script, type ScriptDelays } from '../document/script';
import { findPeriodsPart, goMilliseconds, minSyncUnsaid, syncsHourly } from '../kubernetes/proxy/shared/durations';
import { getMinor } from '../kubernetes/release';
import { type ProxyModeId, type EndpointSliceObject, type ServiceObject, namespacedName } from '../kubernetes/types';
import type { SyncPeriods, SyncRunnerKind } from '../kubernetes/proxy/sync-runner';
import { isIgnoredService } from '../kubernetes/service-port';
import { ownerOf, type ProxyView } from './api-server';

const HOUR = 3_600_000;

type Proxied = Pick<NodeProgram, 'mode' | 'release'>;
type Configured = Pick<NodeProgram, 'mode' | 'release' | 'config'>;
type Periods = Pick<ScriptDelays, 'minSync' | 'syncPeriod'>;

/** Microseconds a rule: iptables 80,005 in 1.2 s (kube-proxy and iptables-restore), measured on two cores. */
const PER_RULE: Readonly<Record<ProxyModeId, number>> = {
  iptables: 15,
  nftables: 15,
  ipvs: 5,
  userspace: 15,
  ebpf: 5,
  kernelspace: 5,
};

/**
 * The periods of a kube-proxy by its configuration. One of 0 in a file is as one that is not said (SetDefaults_KubeProxyConfiguration);
 * one that is shorter than a timeline counts is as short as it counts.
 */
function configuredPeriods(program: Configured): Periods {
  const part = findPeriodsPart(program.mode);
  const { minSyncPeriod, syncPeriod } = (part && program.config[part]) ?? {};
  const every = goMilliseconds(syncPeriod) || 30_000;
  return {
    minSync: Math.round(goMilliseconds(minSyncPeriod)) || minSyncUnsaid(part ?? 'iptables', program.release),
    syncPeriod: Math.max(DELAY_RANGES.syncPeriod[0], Math.round(every)),
  };
}

/** The periods of one node's kube-proxy: what the script says is so on all nodes, else each has its own configuration's. */
export function periodsOf(program: Configured, { delays = {} }: Pick<Script, 'delays'> = {}): Periods {
  const own = configuredPeriods(program);
  return { minSync: delays.minSync ?? own.minSync, syncPeriod: delays.syncPeriod ?? own.syncPeriod };
}

/** The delays of a document where its script says nothing else; those of releases from 1.16 to 1.37. */
export function defaultDelays(document: Pick<Document, 'mode' | 'release' | 'kubeProxy'>): ScriptDelays {
  const proxied = { mode: document.mode, release: document.release, config: document.kubeProxy };
  return {
    watch: 10,
    controller: 10,
    sliceBatch: 0,
    start: 1500,
    readinessDelay: 0,
    readinessPeriod: 10_000,
    readinessFailures: 3,
    relist: 1000,
    preStop: 0,
    shutdown: 0,
    grace: 30_000,
    teardown: 500,
    minReady: 0,
    maxSurge: 25,
    maxUnavailable: 25,
    ...configuredPeriods(proxied),
    syncBase: 30,
    syncPerRule: PER_RULE[proxied.mode],
    proxyStart: 1500,
    nodeGrace: getMinor(proxied.release) >= 32 ? 50_000 : 40_000,
    toleration: 300_000,
    probe: 5000,
    probeFailures: 2,
    clientTimeout: 5000,
    conntrackMax: 0,
  };
}

/** Delays of a document: the usual ones, with what its script says. */
export function delaysOf(document: Document): ScriptDelays {
  const given = document.script?.delays ?? {};
  const said = DELAY_NAMES.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { ...defaultDelays(document), ...Object.fromEntries(said) };
}

/** Which generation of the runner a release has. */
export function runnerKind(release: string): SyncRunnerKind {
  return getMinor(release) >= 34 ? 'interval' : 'burst';
}

/** How often kube-proxy syncs: asked, and by itself. */
export function syncPeriods({ mode, release }: Proxied, { minSync, syncPeriod }: Periods): SyncPeriods {
  return { minSyncPeriodMs: minSync, maxIntervalMs: syncsHourly({ mode, release }) ? HOUR : syncPeriod };
}

/** Rules that stand whatever Services there are. */
const BASE = 30;
/** What a service port has by itself, and for each endpoint: its chain's two rules and the one that leads there. */
export const PER_PORT = 4;
export const PER_ENDPOINT = 3;

/** About how many rules a Service makes: what a sync that writes it takes follows that, not what it says. */
export function rulesOf(view: ProxyView, id: string): number {
  const service = view.services.find((each) => namespacedName(each) === id);
  return service
    ? count(
        service,
        view.endpointSlices.filter((slice) => ownerOf(slice) === id),
      )
    : 0;
}

/** How many endpoints the ports of Services have together, ready or not. */
export function countEndpoints({ endpointSlices }: ProxyView): number {
  return endpointSlices.reduce((sum, { endpoints = [], ports = [] }) => sum + endpoints.length * ports.length, 0);
}

/** About how many rules all of them make. */
export function countSyncRules(view: ProxyView): number {
  const slices = new Map<string, EndpointSliceObject[]>();
  for (const slice of view.endpointSlices) {
    const owner = ownerOf(slice);
    const known = slices.get(owner);
    if (known) known.push(slice);
    else slices.set(owner, [slice]);
  }
  return view.services.reduce((sum, each) => sum + count(each, slices.get(namespacedName(each)) ?? []), BASE);
}

function count(service: ServiceObject, slices: readonly EndpointSliceObject[]): number {
  if (isIgnoredService(service)) return 0;
  const endpoints = slices.reduce((sum, slice) => sum + (slice.endpoints ?? []).filter(isUsed).length, 0);
  return (service.spec.ports?.length ?? 0) * (PER_PORT + PER_ENDPOINT * endpoints);
}

function isUsed({ conditions }: NonNullable<EndpointSliceObject['endpoints']>[number]): boolean {
  return conditions?.ready ?? true;
}
