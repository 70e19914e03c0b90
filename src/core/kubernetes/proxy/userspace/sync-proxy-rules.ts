import { memoOf, once, type Memo } from '../../../lib/memo';
import type { Phrase } from '../../../lib/phrase';
import type { TableName } from '../../../linux/hooks';
import { finding, INVALID, PENDING, type Finding } from '../../finding';
import type { ServicePortInfo } from '../../service-port';
import type { EndpointSliceObject } from '../../types';
import type { GeneratedChain, GeneratedRule, GeneratedXtables, KernelState, SyncInput } from '../mode';
import { ChainTable } from '../shared/chain-table';
import { LazyChain } from '../shared/lazy-chain';
import { ServiceBlocks, type PortBlock } from '../shared/service-blocks';
import { proxierContext, type ProxierContext } from './context';
import { JUMPS, jumpsFrom } from './jumps';
import { openPorts, type Opened } from './open-ports';
import { portalOf, type Portal } from './portal';
import { portRules } from './port-rules';
import { listeningOf } from './settings';
import { claimedPorts, proxyPorts } from './sockets';

/** A service port as read. */
interface Block extends PortBlock {
  /** Absent: this proxy does not serve it. */
  readonly portal: Portal | undefined;
  /** What is to be said of that. */
  readonly finding: Finding | undefined;
}

/** What a sync works with, before ports are opened. */
export interface Portals {
  readonly context: ProxierContext;
  /** By name, then protocol: the order kube-proxy's would be in if it did not walk a map. */
  readonly portals: readonly Portal[];
  readonly findings: readonly Finding[];
}

const blocksOf = once(
  (context: ProxierContext) => new ServiceBlocks(context, (port, slices) => blockOf(port, slices, context)),
);

/** Reads all service ports of a node and family; or why no kube-proxy runs there. */
export function readPortals(input: SyncInput, memo: Memo): Portals | { readonly problem: Phrase } {
  const listening = listeningOf(input.config, input.family);
  if ('id' in listening) return { problem: listening };
  const context = proxierContext(input, memo, listening);
  const portals: Portal[] = [];
  const findings: Finding[] = [];
  for (const { portal, finding: found } of blocksOf(context, memo).of(input, memo)) {
    if (portal) portals.push(portal);
    if (found) findings.push(found);
  }
  return { context, portals, findings };
}

function blockOf(info: ServicePortInfo, slices: readonly EndpointSliceObject[], context: ProxierContext): Block {
  const port = asReleaseNames(info, context);
  if (!isOwnFamily(info, context)) return { port, portal: undefined, finding: undefined };
  const portal = portalOf(port, slices, context);
  return { port, portal, finding: portal ? undefined : unknownProtocol(port) };
}

/** Up to 1.19 an unnamed port is written with a colon behind the Service's name. */
function asReleaseNames(port: ServicePortInfo, { features }: ProxierContext): ServicePortInfo {
  return features.noTrailingColon || port.portName !== '' ? port : { ...port, name: `${port.name}:` };
}

/** This mode knows only `spec.clusterIP`: a Service of two families is served in one. */
function isOwnFamily({ service }: ServicePortInfo, { family }: ProxierContext): boolean {
  return (service.spec.clusterIP ?? '').includes(':') === (family === 'ipv6');
}

function unknownProtocol(port: ServicePortInfo): Finding {
  return finding(port.service, PENDING, `spec.ports[${port.index}].protocol`, 'userspace.sctp', { service: port.name });
}

/** Everything the first sync opens. */
export interface SyncPlan extends Opened {
  readonly context: ProxierContext;
  readonly memo: Memo;
}

/** Opens all ports of a node and family. */
export function planSync(input: SyncInput): SyncPlan | { readonly problem: Phrase } {
  return planned(input, memoOf(input));
}

const planned = once((input: SyncInput, memo): SyncPlan | { readonly problem: Phrase } => {
  const read = readPortals(input, memo);
  if ('problem' in read) return read;
  const opened = openPorts(read.portals, read.context, memo);
  return { ...opened, context: read.context, findings: [...read.findings, ...opened.findings], memo };
});

/**
 * What a node has after kube-proxy's first sync (pkg/proxy/userspace/proxier.go syncProxyRules): its
 * rules, and the sockets of its process. What kubelet adds is not in it.
 */
export function syncProxyRules(input: SyncInput): KernelState {
  const plan = planSync(input);
  return 'problem' in plan ? { xtables: builtIn(), sysctls: {} } : new UserspaceState(plan);
}

/** What kube-proxy logs: what keeps it from starting, and what it leaves out. */
export function syncFindings(input: SyncInput): readonly Finding[] {
  const plan = planSync(input);
  return 'problem' in plan ? [{ ...INVALID, message: plan.problem, path: '' }] : plan.findings;
}

/** The rules and sockets of a plan; sockets are listed when somebody looks. */
export class UserspaceState implements KernelState {
  readonly xtables: GeneratedXtables;
  readonly sysctls: KernelState['sysctls'] = {};
  readonly #plan: SyncPlan;

  constructor(plan: SyncPlan) {
    this.#plan = plan;
    this.xtables = tablesOf(plan);
  }

  get proxyPorts(): KernelState['proxyPorts'] {
    return proxyPorts(this.#plan.ports, this.#plan.context);
  }

  get claims(): KernelState['claims'] {
    return claimedPorts(this.#plan.claims.made, this.#plan.ports, this.#plan.context);
  }
}

const BUILT_IN = {
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
} as const;

/** The tables of a node without kube-proxy. */
function builtIn(): GeneratedXtables {
  return { tables: tablesWith(() => ({ jumps: [], own: [] })) };
}

function tablesOf(plan: SyncPlan): GeneratedXtables {
  const own = JUMPS.map(({ table, to }) => ({ table, chain: new LazyChain(to, () => rulesOf(plan, to)) }));
  return {
    tables: tablesWith((table, chain) => ({
      jumps: jumpsFrom(table, chain),
      own: own.filter((each) => each.table === table).map((each) => each.chain),
    })),
  };
}

/** The rules of all service ports in one of the shared chains. */
function rulesOf({ ports, context, memo }: SyncPlan, chain: string): GeneratedRule[] {
  const rules: GeneratedRule[] = [];
  for (const open of ports) {
    for (const placed of portRules(open, memo, context)) if (placed.chain === chain) rules.push(placed.rule);
  }
  return rules;
}

type Contents = (table: string, chain: string) => { jumps: readonly GeneratedRule[]; own: readonly GeneratedChain[] };

function tablesWith(contents: Contents): ReadonlyMap<TableName, ReadonlyMap<string, GeneratedChain>> {
  const table = (name: keyof typeof BUILT_IN): ChainTable => {
    const chains = BUILT_IN[name].map((chain): GeneratedChain => {
      return { name: chain, policy: 'ACCEPT', rules: contents(name, chain).jumps };
    });
    return new ChainTable([{ chains }, { chains: contents(name, '').own }]);
  };
  return new Map([
    ['filter', table('filter')],
    ['nat', table('nat')],
  ]);
}
