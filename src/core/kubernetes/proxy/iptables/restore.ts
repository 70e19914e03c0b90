import {
  KUBE_SERVICES,
  KUBE_POSTROUTING,
  KUBE_MARK_MASQ,
  KUBE_FORWARD,
  KUBE_PROXY_FIREWALL,
  KUBE_FIREWALL,
} from '../shared/node';
import { shellRule } from '../../../lib/shell';
import type { SyncInput, GeneratedChain, GeneratedRule } from '../mode';
import { passingRules } from '../shared/lazy-chain';
import { changedSince, nodeChanged } from '../shared/partial-sync';
import * as names from './context';
import { type IptablesContext, OWNED_PREFIXES, type IptablesFeatures } from './context';
import {
  forwardRules,
  localnetRules,
  markMasqRules,
  postroutingRules,
  listJumps,
  jumpText,
  type PlacedIptablesRule,
} from './rules';
import type { PortRules } from './port-rules';
import { planIptablesSync, type IptablesSyncPlan } from './sync-proxy-rules';
import { compareText } from '../../types';
import { FULL_SYNC_PERIOD, goMilliseconds } from '../shared/durations';
import { staleConntrackCommands } from '../shared/conntrack-cleanup';

/** Part of a plan that is written: everything (full sync), or only the changed (partial sync). */
interface RestoreScope {
  /** Are this service port's own chains rewritten? Its dispatch and filter rules always are. */
  readonly writes: (port: PortRules) => boolean;
  /** Chains in the kernel that nothing needs any more. */
  readonly stale: readonly string[];
}

const EVERYTHING: RestoreScope = { writes: () => true, stale: [] };

/**
 * The text of a full sync, as fed to `iptables-restore --noflush --counters`: exact from 1.16 on, up to what kube-proxy
 * walks Go maps for (the order of service ports, of addresses of the node, of endpoints merged out of two lists).
 */
export function printIptablesRestore(input: SyncInput): string {
  return restoreText(planIptablesSync(input), EVERYTHING);
}

/** The text of a sync of the given scope. */
export function restoreText(plan: IptablesSyncPlan, scope: RestoreScope): string {
  const out: string[] = [];
  writeFilter(plan, out);
  writeNat(plan, scope, out);
  return out.join('');
}

function declaredLines(names: readonly string[]): string {
  const out: string[] = [];
  for (const name of names) out.push(':', name, ' - [0:0]\n');
  return out.join('');
}

function writeFilter(plan: IptablesSyncPlan, out: string[]): void {
  const { context } = plan;
  out.push('*filter\n', declaredLines(filterChainNames(context)));
  appendRules(KUBE_FIREWALL, localnetRules(context), out);
  for (const port of plan.ports) appendPlaced(port.dispatch.filter, out);
  appendRules(KUBE_FORWARD, forwardRules(context), out);
  out.push('COMMIT\n');
}

function filterChainNames({ features, localhostNodePorts }: IptablesContext): string[] {
  return [
    KUBE_SERVICES,
    ...(features.externalServices ? [names.KUBE_EXTERNAL_SERVICES] : []),
    ...(features.forwardChain ? [KUBE_FORWARD] : []),
    ...(features.healthChecks ? [names.KUBE_NODEPORTS] : []),
    ...(features.dropsInFilter ? [KUBE_PROXY_FIREWALL] : []),
    ...(features.ownFirewall && localhostNodePorts ? [KUBE_FIREWALL] : []),
  ];
}

const FIXED = [KUBE_SERVICES, names.KUBE_NODEPORTS, KUBE_POSTROUTING, KUBE_MARK_MASQ];

function writeNat(plan: IptablesSyncPlan, scope: RestoreScope, out: string[]): void {
  const order = findRestoreOrder(plan.context.features);
  const written = new Set(plan.ports.filter(scope.writes));
  out.push('*nat\n', declaredLines(FIXED));
  for (const port of written) out.push(declaredLines(orderChains(port, order)));
  out.push(declaredLines(scope.stale));
  appendRules(KUBE_POSTROUTING, postroutingRules(plan.context), out);
  appendRules(KUBE_MARK_MASQ, markMasqRules(plan.context), out);
  for (const port of plan.ports) out.push(portLines(port, order, written.has(port)));
  for (const name of scope.stale) out.push(`-X ${name}\n`);
  appendRules(KUBE_SERVICES, plan.tail, out);
  out.push('COMMIT\n');
}

/** Memory of a running kube-proxy between two syncs. */
export interface IptablesProxierState {
  readonly input: SyncInput;
  /** Chains of service ports and endpoints that are in the kernel's nat table. */
  readonly chains: ReadonlySet<string>;
  /** When stale chains were last removed, in milliseconds. */
  readonly lastCleanup: number;
  /** When everything was written anew, in milliseconds. */
  readonly lastFull: number;
}

/** One sync: what is run, and what is remembered. */
export interface IptablesSyncStep {
  readonly full: boolean;
  /** `iptables` commands before the restore: only a full sync has them. */
  readonly commands: readonly string[];
  readonly sysctls: Readonly<Record<string, number>>;
  readonly restore: string;
  /** `conntrack` commands afterwards. */
  readonly conntrack: readonly string[];
  readonly state: IptablesProxierState;
}

/** Circumstances of a sync besides its input. */
interface SyncOptions {
  /** Milliseconds since the proxy began. */
  readonly now?: number;
  /** The last sync failed, or the canary is gone. */
  readonly force?: boolean;
  /** The input's plan, with its service ports in another order. */
  readonly plan?: IptablesSyncPlan;
}

/**
 * One run of syncProxyRules: full the first time, when forced, or when the node's labels changed;
 * else only the chains of Services that changed are written. Chains nobody needs any more are
 * removed; large clusters do that once a syncPeriod.
 */
export function runIptablesSync(
  before: IptablesProxierState | undefined,
  input: SyncInput,
  { now = 0, force = false, plan = planIptablesSync(input) }: SyncOptions = {},
): IptablesSyncStep {
  const full = before === undefined || force || nodeChanged(before.input, input) || isDue(before, plan, now);
  const active = new Set(plan.ports.flatMap((port) => port.chains.map((chain) => chain.name)));
  const existing = before?.chains ?? new Set<string>();
  const syncPeriod = goMilliseconds(input.config.iptables?.syncPeriod) || 30_000;
  const cleans = !plan.context.largeCluster || now - (before?.lastCleanup ?? 0) > syncPeriod;
  const stale = cleans ? [...existing].filter((name) => isOwned(name) && !active.has(name)).sort(compareText) : [];
  const restore = restoreText(plan, {
    writes: full ? () => true : changedSince(planIptablesSync(before.input).ports, plan.ports),
    stale,
  });
  const kept = [...existing].filter((name) => !stale.includes(name));
  return {
    full,
    commands: full ? ensureCommands(input, plan.context.features) : [],
    sysctls: full && plan.context.localhostNodePorts ? { 'net.ipv4.conf.all.route_localnet': 1 } : {},
    restore,
    conntrack: staleConntrackCommands(before?.input, input),
    state: {
      input,
      chains: new Set([...kept, ...active]),
      lastCleanup: cleans ? now : (before?.lastCleanup ?? 0),
      lastFull: full ? now : before.lastFull,
    },
  };
}

/** Is a sync full by itself: always up to 1.25, and once an hour from 1.33 on, in large clusters not in every patch. */
function isDue({ lastFull }: IptablesProxierState, { context }: IptablesSyncPlan, now: number): boolean {
  const { partialSync, hourlyFullSync, keepsLargePartial } = context.features;
  if (!partialSync) return true;
  return hourlyFullSync && !(keepsLargePartial && context.largeCluster) && now - lastFull > FULL_SYNC_PERIOD;
}

function isOwned(chain: string): boolean {
  return OWNED_PREFIXES.some((prefix) => chain.startsWith(prefix));
}

/** `-N` and `-I` of every jump on a node that has none, as a full sync runs them. */
function ensureCommands(input: SyncInput, features: IptablesFeatures): string[] {
  const tool = `${input.family === 'ipv4' ? 'iptables' : 'ip6tables'} -w 5 -W 100000`;
  return listJumps(features).flatMap((jump) => [
    `${tool} -N ${jump.to} -t ${jump.table}`,
    `${tool} -I ${jump.from} -t ${jump.table} ${shellRule(jumpText(jump, features))}`,
  ]);
}

/**
 * In which order a release writes what belongs to one service port. `dispatch`: what it appends to the shared chains;
 * `head`: the first rule of the chain that the clusterIP leads to; all else are its own chains by the beginning of
 * their names. A chain that `rules` leaves out stands behind the rule that leads to it.
 */
interface RestoreOrder {
  readonly chains: readonly string[];
  readonly rules: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');

/**
 * By what a release has; the first that it has counts. From recordings of 1.16 to 1.36, each compared line by line;
 * older releases as syncProxyRules of 1.2 has it (pkg/proxy/iptables/proxier.go), which was never recorded.
 */
const NEWEST: RestoreOrder = {
  chains: words('EXT FW- SVC SVL SEP'),
  rules: words('dispatch head EXT FW- SVC SVL SEP'),
};
const ORDERS: readonly (readonly [keyof IptablesFeatures, RestoreOrder])[] = [
  ['dropsInFilter', NEWEST],
  ['externalChains', { chains: words('SEP SVC SVL EXT FW-'), rules: words('SEP EXT head dispatch SVC SVL') }],
  ['bareAddresses', { chains: words('SEP SVC XLB FW-'), rules: words('SEP dispatch SVC XLB') }],
  ['masqueradeInChain', { chains: words('SVC XLB FW- SEP'), rules: words('dispatch SVC SEP XLB') }],
];
const OLDEST: RestoreOrder = { chains: words('SVC XLB FW- SEP'), rules: words('dispatch SVC XLB') };

/** The order of a release. */
function findRestoreOrder(features: IptablesFeatures): RestoreOrder {
  return ORDERS.find(([feature]) => features[feature])?.[1] ?? OLDEST;
}

/** Name of a chain in the order: `SVC` of `KUBE-SVC-XPGD46QRK7WJZT7O`. */
function shortName(chain: string): string {
  return chain.slice(5, 8);
}

/** The chains that a service port declares, in the order of a release; they stand in that of the newest. */
function orderChains({ declared }: PortRules, order: RestoreOrder): readonly string[] {
  if (order === NEWEST) return declared;
  return order.chains.flatMap((short) => declared.filter((chain) => shortName(chain) === short));
}

const NONE: readonly GeneratedRule[] = [];

/** The `-A` lines of one service port in nat; those of its own chains only where they are rewritten. */
function portLines(port: PortRules, order: RestoreOrder, isRewritten: boolean): string {
  if (order === NEWEST) return newestLines(port, isRewritten);
  const lines = new PortLines(port, order.rules, isRewritten);
  for (const part of order.rules) lines.add(part);
  return lines.text;
}

/** Nearly all that is ever printed: a chain is written and forgotten before the next one is. */
function newestLines({ dispatch, chains, masqueraded }: PortRules, isRewritten: boolean): string {
  const out: string[] = [];
  appendPlaced(dispatch.nat, out);
  if (!isRewritten) return out.join('');
  const [head, ...rest] = masqueraded ? passingRules(masqueraded) : NONE;
  if (masqueraded && head) appendRules(masqueraded.name, [head], out);
  for (const chain of chains) appendRules(chain.name, chain === masqueraded ? rest : passingRules(chain), out);
  return out.join('');
}

/** Appends lines in pieces: one join at the end is far cheaper than ten million small additions. */
function appendRules(chain: string, rules: readonly { readonly text: string }[], out: string[]): void {
  for (const rule of rules) out.push('-A ', chain, ' ', rule.text, '\n');
}

/** The same of rules that name their chains. */
function appendPlaced(placed: readonly PlacedIptablesRule[], out: string[]): void {
  for (const { chain, rule } of placed) out.push('-A ', chain, ' ', rule.text, '\n');
}

interface Unwritten {
  readonly name: string;
  rules: readonly GeneratedRule[];
  /** How many of them a jump to the chain brings along: KUBE-FW has a share for each address. */
  readonly share: number;
}

class PortLines {
  readonly #port: PortRules;
  readonly #order: readonly string[];
  readonly #unwritten = new Map<string, Unwritten>();
  /** The same by the beginning of their names. */
  readonly #named = new Map<string, Unwritten[]>();
  readonly #out: string[] = [];

  constructor(port: PortRules, order: readonly string[], isRewritten: boolean) {
    this.#port = port;
    this.#order = order;
    if (isRewritten) for (const chain of port.chains) this.#keep(chain);
  }

  get text(): string {
    return this.#out.join('');
  }

  add(part: string): void {
    if (part === 'head') this.#take(this.#unwritten.get(this.#port.masqueraded?.name ?? ''), 1);
    else if (part === 'dispatch') this.#dispatch();
    else for (const chain of this.#named.get(part) ?? []) this.#take(chain);
  }

  #keep(chain: GeneratedChain): void {
    const { name } = chain;
    const short = shortName(name);
    const rules = passingRules(chain);
    const shares = short === 'FW-' ? this.#port.port.loadBalancerVIPs.length : 1;
    const unwritten = { name, rules, share: rules.length / shares };
    this.#unwritten.set(name, unwritten);
    const named = this.#named.get(short);
    if (named) named.push(unwritten);
    else this.#named.set(short, [unwritten]);
  }

  /** In 1.22 and 1.23 some of these are the first rules of the Service's own chain. */
  #dispatch(): void {
    for (const { chain, rule } of this.#port.dispatch.nat) {
      const own = this.#unwritten.get(chain);
      if (own) this.#take(own, 1);
      else this.#write(chain, [rule]);
    }
  }

  #take(unwritten: Unwritten | undefined, count?: number): void {
    if (!unwritten) return;
    const { name, rules } = unwritten;
    unwritten.rules = count === undefined ? NONE : rules.slice(count);
    this.#write(name, count === undefined ? rules : rules.slice(0, count));
  }

  #write(chain: string, rules: readonly GeneratedRule[]): void {
    for (const rule of rules) {
      appendRules(chain, [rule], this.#out);
      this.#follow(rule.text);
    }
  }

  /**
   * Writes the chain that a rule leads to behind it; not behind a rule of affinity (`--rcheck`), which stands before the
   * rules that lead there by chance.
   */
  #follow(text: string): void {
    const target = text.slice(text.lastIndexOf(' ') + 1);
    if (this.#order.includes(shortName(target)) || text.includes(' --rcheck ')) return;
    const unwritten = this.#unwritten.get(target);
    this.#take(unwritten, unwritten?.share);
  }
}
