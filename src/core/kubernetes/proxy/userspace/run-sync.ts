import { memoOf } from '../../../lib/memo';
import type { Finding } from '../../finding';
import type { KernelState, SyncInput } from '../mode';
import { portCommands, startCommands } from './commands';
import { keyOf, openPorts, type OpenPort, type Portal } from './claims';
import { readPortals, syncFindings, syncProxyRules, UserspaceState, type SyncPlan } from './sync-proxy-rules';

/** What a running kube-proxy remembers between two syncs. */
export interface ProxierState {
  /** What is open, in the order it was opened: that of the rules. Absent: it did not start. */
  readonly plan?: SyncPlan;
}

/** One sync: what is run, and what stands afterwards. */
export interface SyncStep {
  /** `iptables` commands, in order. */
  readonly commands: readonly string[];
  readonly kernel: KernelState;
  readonly findings: readonly Finding[];
  readonly state: ProxierState;
}

/**
 * One run of syncProxyRules. What has not changed keeps its proxy port and its place in the chains; a
 * service port that changed is closed and opened with a new one, behind all others. Of a change of the
 * affinity's time alone nothing is noticed, and endpoints are none of the rules' business.
 */
export function runSync(before: ProxierState | undefined, input: SyncInput): SyncStep {
  const memo = memoOf(input);
  const read = readPortals(input, memo);
  if ('problem' in read) {
    return { commands: [], kernel: syncProxyRules(input), findings: syncFindings(input), state: {} };
  }
  const { context } = read;
  const old = before?.plan?.ports ?? [];
  const wanted = new Map(read.portals.map((portal) => [keyOf(portal), portal]));
  const stays = ({ portal }: OpenPort): boolean => {
    const portalNow = wanted.get(keyOf(portal));
    return portalNow !== undefined && signature(portal) === signature(portalNow);
  };
  const kept = old.filter(stays);
  const gone = old.filter((open) => !stays(open));
  const keptKeys = new Set(kept.map(({ portal }) => keyOf(portal)));
  const portals = [
    ...kept.flatMap(({ portal }) => wanted.get(keyOf(portal)) ?? []),
    ...read.portals.filter((portal) => !keptKeys.has(keyOf(portal))),
  ];
  const numbers = new Map(kept.map(({ portal, proxyPort }) => [keyOf(portal), proxyPort]));
  const leaving = gone.map(({ proxyPort }) => proxyPort);
  const opened = openPorts(portals, context, memo, { kept: numbers, leaving });
  const plan: SyncPlan = { ...opened, context, findings: [...read.findings, ...opened.findings], memo };
  const commands = [
    ...(before?.plan ? [] : startCommands(input.family)),
    ...gone.flatMap((open) => portCommands('-D', open, before?.plan ?? plan)),
    ...plan.ports.flatMap((open) => (keptKeys.has(keyOf(open)) ? [] : portCommands('-A', open, plan))),
  ];
  return { commands, kernel: new UserspaceState(plan), findings: plan.findings, state: { plan } };
}

/** What closes a portal when it changes. */
function signature({ port }: Portal): string {
  const { protocol, clusterIP, externalIPs, loadBalancerVIPs, nodePort, affinityTimeout } = port;
  const affinity = affinityTimeout > 0;
  return JSON.stringify([protocol, port.port, clusterIP, externalIPs, loadBalancerVIPs, nodePort, affinity]);
}
