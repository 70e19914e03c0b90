import { getMemo, once, type Memo } from '../../../lib/memo';
import type { Phrase } from '../../../lib/phrase';
import type { TableName } from '../../../linux/hooks';
import { finding, INVALID, PENDING, type ObjectFinding } from '../../finding';
import type { ServicePortInfo } from '../../service-port';
import type { EndpointSliceObject } from '../../types';
import type {
  GeneratedChain,
  GeneratedRule,
  GeneratedXtables,
  KernelState,
  SyncInput,
  GeneratedClaim,
  GeneratedProxyPort,
} from '../mode';
import { ServiceBlocks, type PortBlock } from '../shared/service-blocks';
import { LazyChain } from '../shared/lazy-chain';
import { ChainTable } from '../shared/chain-table';
import { makeUserspaceContext, type UserspaceContext, listeningOf, FromOpenPort } from './context';
import { JUMPS, userspaceJumpsFrom, portRules } from './port-rules';
import { openPorts, type OpenedPorts, type ListeningPort, findPortal, type Portal, type Claim } from './claims';
import { createRng } from '../../../lib/random';

/** A list in an order drawn from a seed (kube-proxy: at random). */
function shuffled(list: readonly string[], seed: number): string[] {
  const rng = createRng(seed);
  const order = [...list];
  for (let last = order.length - 1; last > 0; last--) {
    const other = rng.below(last + 1);
    [order[last], order[other]] = [order[other] as string, order[last] as string];
  }
  return order;
}

/** The listening socket of a service port; its endpoints are put in order when somebody looks. */
class ProxyPort extends FromOpenPort implements GeneratedProxyPort {
  readonly protocol: GeneratedProxyPort['protocol'];
  readonly address: string;
  readonly port: number;
  readonly affinitySeconds?: number;
  readonly #open: ListeningPort;

  constructor(open: ListeningPort, address: string) {
    super('proxy-port', open, 0, undefined);
    this.protocol = open.port.protocol;
    this.address = address;
    this.port = open.proxyPort;
    if (open.port.affinityTimeout > 0) this.affinitySeconds = open.port.affinityTimeout;
    this.#open = open;
  }

  get endpoints(): readonly string[] {
    const { endpoints, start } = this.#open.portal;
    return shuffled(
      endpoints.map(({ endpoint }) => endpoint),
      start,
    );
  }
}

class ClaimedPort extends FromOpenPort implements GeneratedClaim {
  readonly protocol: GeneratedClaim['protocol'];
  readonly address: string;
  readonly port: number;

  constructor({ kind, index, number }: Claim, open: ListeningPort, address: string) {
    super(`claim-${kind}`, open, index, undefined);
    this.protocol = open.port.protocol;
    this.address = address;
    this.port = number;
  }
}

/** The sockets connections are taken from. */
function proxyPorts(ports: readonly ListeningPort[], { listening }: UserspaceContext): GeneratedProxyPort[] {
  return ports.map((open) => new ProxyPort(open, listening.address));
}

/** The sockets that only keep others away; nodePorts on any address. */
function claimedPorts(
  claims: readonly Claim[],
  ports: readonly ListeningPort[],
  { family }: UserspaceContext,
): GeneratedClaim[] {
  const open = new Map(ports.map((port) => [port.portal, port]));
  const anywhere = family === 'ipv4' ? '0.0.0.0' : '::';
  return claims.flatMap((claim) => {
    const owner = open.get(claim.portal);
    return owner ? [new ClaimedPort(claim, owner, claim.address || anywhere)] : [];
  });
}

/** A service port as read. */
interface Block extends PortBlock {
  /** Absent: this proxy does not serve it. */
  readonly portal: Portal | undefined;
  /** Finding on it. */
  readonly finding: ObjectFinding | undefined;
}

/** Context and portals of a sync, before ports are opened. */
interface Portals {
  readonly context: UserspaceContext;
  /** By name, then protocol: the order kube-proxy's would be in if it did not walk a map. */
  readonly portals: readonly Portal[];
  readonly findings: readonly ObjectFinding[];
}

const blocksOf = once(
  (context: UserspaceContext) => new ServiceBlocks(context, (port, slices) => makeBlock(port, slices, context)),
);

/** Reads all service ports of a node and family; or why no kube-proxy runs there. */
export function readPortals(input: SyncInput, memo: Memo): Portals | { readonly problem: Phrase } {
  const listening = listeningOf(input.config, input.family);
  if ('id' in listening) return { problem: listening };
  const context = makeUserspaceContext(input, memo, listening);
  const portals: Portal[] = [];
  const findings: ObjectFinding[] = [];
  for (const { portal, finding: found } of blocksOf(context, memo).of(input, memo)) {
    if (portal) portals.push(portal);
    if (found) findings.push(found);
  }
  return { context, portals, findings };
}

function makeBlock(info: ServicePortInfo, slices: readonly EndpointSliceObject[], context: UserspaceContext): Block {
  const port = asReleaseNames(info, context);
  if (!isOwnFamily(info, context)) return { port, portal: undefined, finding: undefined };
  const portal = findPortal(port, slices, context);
  return { port, portal, finding: portal ? undefined : unknownProtocol(port) };
}

/** Up to 1.19 an unnamed port is written with a colon behind the Service's name. */
function asReleaseNames(port: ServicePortInfo, { features }: UserspaceContext): ServicePortInfo {
  return features.noTrailingColon || port.portName !== '' ? port : { ...port, name: `${port.name}:` };
}

/** Userspace mode knows only `spec.clusterIP`: a Service of two families is served in one. */
function isOwnFamily({ service }: ServicePortInfo, { family }: UserspaceContext): boolean {
  return (service.spec.clusterIP ?? '').includes(':') === (family === 'ipv6');
}

function unknownProtocol(port: ServicePortInfo): ObjectFinding {
  return finding(port.service, PENDING, `spec.ports[${port.index}].protocol`, 'userspace.sctp', { service: port.name });
}

/** Everything the first sync opens. */
export interface UserspaceSyncPlan extends OpenedPorts {
  readonly context: UserspaceContext;
  readonly memo: Memo;
}

/** Opens all ports of a node and family. */
export function planUserspaceSync(input: SyncInput): UserspaceSyncPlan | { readonly problem: Phrase } {
  return planned(input, getMemo(input));
}

const planned = once((input: SyncInput, memo): UserspaceSyncPlan | { readonly problem: Phrase } => {
  const read = readPortals(input, memo);
  return 'problem' in read ? read : new FirstSync(read, memo);
});

/** A plan whose ports are opened when somebody looks: after an edit of one Service among ten thousand, nobody does. */
class FirstSync implements UserspaceSyncPlan {
  readonly memo: Memo;
  readonly #read: Portals;
  #ports: OpenedPorts | undefined;

  constructor(read: Portals, memo: Memo) {
    this.memo = memo;
    this.#read = read;
  }

  get context(): UserspaceContext {
    return this.#read.context;
  }

  get #opened(): OpenedPorts {
    return (this.#ports ??= openPorts(this.#read.portals, this.context, this.memo));
  }

  get ports(): OpenedPorts['ports'] {
    return this.#opened.ports;
  }

  get claims(): OpenedPorts['claims'] {
    return this.#opened.claims;
  }

  get findings(): OpenedPorts['findings'] {
    return [...this.#read.findings, ...this.#opened.findings];
  }
}

/**
 * State of a node after kube-proxy's first sync (pkg/proxy/userspace/proxier.go syncProxyRules): its rules, and the
 * sockets of its process. Kubelet's chains are not in it.
 */
export function syncUserspaceRules(input: SyncInput): KernelState {
  const plan = planUserspaceSync(input);
  return 'problem' in plan ? { xtables: builtIn(), sysctls: {} } : userspaceState(plan);
}

/** Findings that kube-proxy logs: the one that keeps it from starting, or those on what it leaves out. */
export function syncFindings(input: SyncInput): readonly ObjectFinding[] {
  const plan = planUserspaceSync(input);
  return 'problem' in plan ? [{ ...INVALID, message: plan.problem, path: '' }] : plan.findings;
}

/** The rules and sockets of a plan; sockets are listed when somebody looks. */
export function userspaceState(plan: UserspaceSyncPlan): KernelState {
  return {
    xtables: makeTables(plan),
    sysctls: {},
    get proxyPorts() {
      return proxyPorts(plan.ports, plan.context);
    },
    get claims() {
      return claimedPorts(plan.claims.made, plan.ports, plan.context);
    },
  };
}

const BUILT_IN = {
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
} as const;

/** The tables of a node without kube-proxy. */
function builtIn(): GeneratedXtables {
  return { tables: tablesWith(() => ({ jumps: [], own: [] })) };
}

function makeTables(plan: UserspaceSyncPlan): GeneratedXtables {
  const own = JUMPS.map(({ table, to }) => ({
    table,
    chain: new LazyChain(to, to, { write: (name) => listRules(plan, name) }),
  }));
  return {
    tables: tablesWith((table, chain) => ({
      jumps: userspaceJumpsFrom(table, chain),
      own: own.filter((each) => each.table === table).map((each) => each.chain),
    })),
  };
}

/** The rules of all service ports in one of the shared chains. */
function listRules({ ports, context, memo }: UserspaceSyncPlan, chain: string): GeneratedRule[] {
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
