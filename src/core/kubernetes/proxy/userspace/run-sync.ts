import { getMemo } from '../../../lib/memo';
import { shellRule } from '../../../lib/shell';
import type { ObjectFinding } from '../../finding';
import type { KernelState, SyncInput } from '../mode';
import { claimKey, openPorts, type ListeningPort, type Portal } from './claims';
import {
  readPortals,
  syncFindings,
  syncUserspaceRules,
  userspaceState,
  type UserspaceSyncPlan,
  planUserspaceSync,
} from './sync-proxy-rules';
import type { IpFamily } from '../../../net/ip';
import { JUMPS, portRules } from './port-rules';

/**
 * The commands of a kube-proxy that starts on a node without its rules, one a line: this mode restores
 * nothing, it runs `iptables` again and again. Left out are the `-C` that asks before each `-A`, `-I`
 * and `-D` whether the rule is there, and the options for waiting (`-w`), which differ by release.
 */
export function printCommands(input: SyncInput): string {
  const plan = planUserspaceSync(input);
  if ('problem' in plan) return '';
  const out = startCommands(input.family);
  for (const open of plan.ports) out.push(...portCommands('-A', open, plan));
  return out.map((command) => `${command}\n`).join('');
}

/** The five chains with their jumps; then what an earlier run left in them is thrown away: its ports are no more. */
function startCommands(family: IpFamily): string[] {
  const tool = getTool(family);
  return [
    ...JUMPS.flatMap(({ table, from, to, place, text }) => [
      `${tool} -N ${to} -t ${table}`,
      `${tool} ${place === 'first' ? '-I' : '-A'} ${from} -t ${table} ${shellRule(text)}`,
    ]),
    ...JUMPS.map(({ table, to }) => `${tool} -F ${to} -t ${table}`),
  ];
}

/** One command a rule of a service port: `-A` when it is opened, `-D` when it is closed. */
function portCommands(
  what: '-A' | '-D',
  open: ListeningPort,
  { context, memo }: Pick<UserspaceSyncPlan, 'context' | 'memo'>,
): string[] {
  const tool = getTool(context.family);
  return portRules(open, memo, context).map(
    ({ table, chain, rule }) => `${tool} ${what} ${chain} -t ${table} ${shellRule(rule.text)}`,
  );
}

function getTool(family: IpFamily): string {
  return family === 'ipv4' ? 'iptables' : 'ip6tables';
}

/** Memory of a running kube-proxy between two syncs. */
interface ProxierState {
  /** Open ports in the order they were opened: that of the rules. Absent: it did not start. */
  readonly plan?: UserspaceSyncPlan;
}

/** One sync: what is run, and what stands afterwards. */
export interface UserspaceSyncStep {
  /** `iptables` commands, in order. */
  readonly commands: readonly string[];
  readonly kernel: KernelState;
  readonly findings: readonly ObjectFinding[];
  readonly state: ProxierState;
}

/**
 * One run of syncProxyRules. What has not changed keeps its proxy port and its place in the chains; a
 * service port that changed is closed and opened with a new one, behind all others. Of a change of the
 * affinity's time alone nothing is noticed, and endpoints are none of the rules' business.
 */
export function runUserspaceSync(before: ProxierState | undefined, input: SyncInput): UserspaceSyncStep {
  const memo = getMemo(input);
  const read = readPortals(input, memo);
  if ('problem' in read) {
    return { commands: [], kernel: syncUserspaceRules(input), findings: syncFindings(input), state: {} };
  }
  const { context } = read;
  const old = before?.plan?.ports ?? [];
  const wanted = new Map(read.portals.map((portal) => [claimKey(portal), portal]));
  const stays = ({ portal }: ListeningPort): boolean => {
    const portalNow = wanted.get(claimKey(portal));
    return portalNow !== undefined && signature(portal) === signature(portalNow);
  };
  const kept = old.filter(stays);
  const gone = old.filter((open) => !stays(open));
  const keptKeys = new Set(kept.map(({ portal }) => claimKey(portal)));
  const portals = [
    ...kept.flatMap(({ portal }) => wanted.get(claimKey(portal)) ?? []),
    ...read.portals.filter((portal) => !keptKeys.has(claimKey(portal))),
  ];
  const numbers = new Map(kept.map(({ portal, proxyPort }) => [claimKey(portal), proxyPort]));
  const leaving = gone.map(({ proxyPort }) => proxyPort);
  const opened = openPorts(portals, context, memo, { kept: numbers, leaving });
  const plan: UserspaceSyncPlan = { ...opened, context, findings: [...read.findings, ...opened.findings], memo };
  const commands = [
    ...(before?.plan ? [] : startCommands(input.family)),
    ...gone.flatMap((open) => portCommands('-D', open, before?.plan ?? plan)),
    ...plan.ports.flatMap((open) => (keptKeys.has(claimKey(open)) ? [] : portCommands('-A', open, plan))),
  ];
  return { commands, kernel: userspaceState(plan), findings: plan.findings, state: { plan } };
}

/** Text that changes where a portal is closed and opened anew. */
function signature({ port }: Portal): string {
  const { protocol, clusterIP, externalIPs, loadBalancerVIPs, nodePort, affinityTimeout } = port;
  const affinity = affinityTimeout > 0;
  return JSON.stringify([protocol, port.port, clusterIP, externalIPs, loadBalancerVIPs, nodePort, affinity]);
}
