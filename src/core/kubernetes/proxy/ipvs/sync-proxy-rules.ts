import { claimsOf } from '../shared/held-ports';
import { getMemo, once } from '../../../lib/memo';
import type { TableName } from '../../../linux/hooks';
import type {
  GeneratedChain,
  GeneratedIpset,
  GeneratedIpvs,
  GeneratedRule,
  GeneratedVirtualServer,
  GeneratedXtables,
  IpvsTimeouts,
  KernelState,
  SyncInput,
} from '../mode';
import { ServiceBlocks } from '../shared/service-blocks';
import { LazyChain } from '../shared/lazy-chain';
import { ChainTable } from '../shared/chain-table';
import { kubeletChains, NO_KUBELET, KUBE_FORWARD, KUBE_POSTROUTING } from '../shared/node';
import { ipvsJumpsFrom, ipvsOwnChains } from './chains';
import { makeIpvsContext, type IpvsContext, makeSysctls, findTimeouts, type IpvsFeatures } from './context';
import { generatedIpset, setIds, type SetEntry, type SetId } from './ipsets';
import { portBlock, type BoundAddress, type IpvsPort } from './port-block';
import { filterRules, natRules, type PlacedIpvsRule } from './rules';

/** Everything one sync wants, before it is made into text or tables. */
export interface IpvsSyncPlan {
  readonly context: IpvsContext;
  readonly ports: readonly IpvsPort[];
  readonly nat: readonly PlacedIpvsRule[];
  readonly filter: readonly PlacedIpvsRule[];
}

const blocksOf = once(
  (context: IpvsContext) => new ServiceBlocks(context, (port, slices) => portBlock(port, slices, context)),
);

/** Decides everything of a node and family. */
export function planIpvsSync(input: SyncInput): IpvsSyncPlan {
  return planned(input, getMemo(input));
}

const planned = once((input: SyncInput, memo): IpvsSyncPlan => {
  const context = makeIpvsContext(input, memo);
  return new SyncPlan(context, blocksOf(context, memo).of(input, memo));
});

/** A plan whose rules are written when somebody looks at them. */
class SyncPlan implements IpvsSyncPlan {
  readonly context: IpvsContext;
  readonly ports: readonly IpvsPort[];
  #rules: Pick<IpvsSyncPlan, 'nat' | 'filter'> | undefined;

  constructor(context: IpvsContext, ports: readonly IpvsPort[]) {
    this.context = context;
    this.ports = ports;
  }

  get nat(): readonly PlacedIpvsRule[] {
    return (this.#rules ??= writeRules(this)).nat;
  }

  get filter(): readonly PlacedIpvsRule[] {
    return (this.#rules ??= writeRules(this)).filter;
  }
}

function writeRules({ context, ports }: SyncPlan): Pick<IpvsSyncPlan, 'nat' | 'filter'> {
  const filled = filledSets(ports);
  const outFilter = ports.flatMap((port) => port.outFilter);
  const rules = { context, isFilled: (set: SetId) => filled.has(set), outFilter };
  return { nat: natRules(rules), filter: filterRules(rules) };
}

function filledSets(ports: readonly IpvsPort[]): ReadonlySet<SetId> {
  const filled = new Set<SetId>();
  for (const { entries } of ports) for (const { set } of entries) filled.add(set);
  return filled;
}

/**
 * State of a node's kernel after kube-proxy's first sync (pkg/proxy/ipvs/proxier.go syncProxyRules) of one family:
 * virtual servers, addresses of kube-ipvs0, ipsets, the iptables part, and sysctls. Where kube-proxy walks Go maps and
 * sets, the order is that of the service ports' names, then of addresses as the Service lists them, then of endpoints.
 */
export function syncIpvsRules(input: SyncInput): KernelState {
  const plan = planIpvsSync(input);
  const ipvs = new Ipvs(plan, findTimeouts(input));
  return { xtables: makeTables(plan), ipvs, sysctls: makeSysctls(input), ...claimsOf(input) };
}

/**
 * IPVS of a node, put together as it is looked at: after an edit of one Service among ten thousand, nobody looks at
 * all of it.
 */
class Ipvs implements GeneratedIpvs {
  readonly timeouts?: IpvsTimeouts;
  readonly serversAdded?: 'sorted';
  readonly #plan: IpvsSyncPlan;
  #virtualServers: readonly GeneratedVirtualServer[] | undefined;
  #addresses: readonly BoundAddress[] | undefined;
  #ipsets: readonly GeneratedIpset[] | undefined;

  constructor(plan: IpvsSyncPlan, timeouts: IpvsTimeouts | undefined) {
    this.#plan = plan;
    if (timeouts) this.timeouts = timeouts;
    if (!plan.context.features.addsInAnyOrder) this.serversAdded = 'sorted';
  }

  get virtualServers(): readonly GeneratedVirtualServer[] {
    return (this.#virtualServers ??= [...wantedServers(this.#plan).values()]);
  }

  get addresses(): readonly BoundAddress[] {
    return (this.#addresses ??= wantedAddresses(this.#plan).map((bound) => new Listed(bound)));
  }

  get ipsets(): readonly GeneratedIpset[] {
    return (this.#ipsets ??= listIpsets(this.#plan));
  }
}

/** An address with the length it is bound with. */
class Listed implements BoundAddress {
  readonly address: string;
  readonly #bound: BoundAddress;

  constructor(bound: BoundAddress) {
    this.address = `${bound.address}/${bound.address.includes(':') ? 128 : 32}`;
    this.#bound = bound;
  }

  get origin(): BoundAddress['origin'] {
    return this.#bound.origin;
  }
}

/** The wanted virtual servers by their key. Where two service ports claim one, the later changes it to its own. */
export function wantedServers({ ports }: IpvsSyncPlan): ReadonlyMap<string, GeneratedVirtualServer> {
  const wanted = new Map<string, GeneratedVirtualServer>();
  for (const { virtualServers, keys } of ports) {
    for (const [at, server] of virtualServers.entries()) wanted.set(keys[at] ?? '', server);
  }
  return wanted;
}

/** The addresses wanted on kube-ipvs0, each once. */
export function wantedAddresses({ ports }: IpvsSyncPlan): readonly BoundAddress[] {
  const wanted = new Map<string, BoundAddress>();
  for (const { bound } of ports) {
    for (const one of bound) if (one && !wanted.has(one.address)) wanted.set(one.address, one);
  }
  return [...wanted.values()];
}

/** An address of kube-ipvs0 as an entry of KUBE-IPVS-IPS. */
class AddressEntry implements SetEntry {
  readonly set = 'ipvsIPs';
  readonly key: string;
  readonly #bound: BoundAddress;

  constructor(bound: BoundAddress) {
    this.key = bound.address;
    this.#bound = bound;
  }

  get added(): string {
    return this.key;
  }

  get origin(): BoundAddress['origin'] {
    return this.#bound.origin;
  }
}

/** The entries of each set of the release. */
export function wantedEntries(plan: IpvsSyncPlan): ReadonlyMap<SetId, readonly SetEntry[]> {
  const wanted = new Map(setIds(plan.context.features).map((id) => [id, [] as SetEntry[]]));
  for (const { entries } of plan.ports) for (const entry of entries) wanted.get(entry.set)?.push(entry);
  wanted.get('ipvsIPs')?.push(...wantedAddresses(plan).map((bound) => new AddressEntry(bound)));
  return wanted;
}

function listIpsets(plan: IpvsSyncPlan): readonly GeneratedIpset[] {
  return [...wantedEntries(plan)].map(([id, entries]) => generatedIpset(id, plan.context.family, entries));
}

const BUILT_IN = {
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
} as const;

function makeTables(plan: IpvsSyncPlan): GeneratedXtables {
  const { context } = plan;
  const kubelet = context.features.ownFirewall ? NO_KUBELET : kubeletChains(context);
  const table = (name: 'filter' | 'nat'): ChainTable => {
    const builtIn = BUILT_IN[name].map((chain): GeneratedChain => {
      const rules = [...ipvsJumpsFrom(name, chain, context.features), ...kubelet.jumps(name, chain)];
      return { name: chain, policy: 'ACCEPT', rules };
    });
    const rulesIn = rulesByChain(() => plan[name]);
    const own = ipvsOwnChains(name, context.features)
      .filter((chain) => !(chain in kubelet[name]))
      .map((chain) => new LazyChain(chain, chain, { write: rulesIn }));
    const kubelets = Object.entries(kubelet[name]).map(([chain, rules]): GeneratedChain => ({ name: chain, rules }));
    return new ChainTable([{ chains: [...builtIn, ...own, ...kubelets] }]);
  };
  const tables = new Map<TableName, ChainTable>([
    ['filter', table('filter')],
    ['nat', table('nat')],
  ]);
  return { tables };
}

/** The rules of a chain; the first chain that is looked at sorts those of all. */
function rulesByChain(write: () => readonly PlacedIpvsRule[]): (chain: string) => readonly GeneratedRule[] {
  let lists: Map<string, GeneratedRule[]> | undefined;
  const sort = (): Map<string, GeneratedRule[]> => {
    const sorted = new Map<string, GeneratedRule[]>();
    for (const { chain, rule } of write()) {
      const list = sorted.get(chain);
      if (list) list.push(rule);
      else sorted.set(chain, [rule]);
    }
    return sorted;
  };
  return (chain) => (lists ??= sort()).get(chain) ?? [];
}

/** The exact text of a sync, as fed to `iptables-restore --noflush --counters`: every sync writes everything. */
export function printIpvsRestore(input: SyncInput): string {
  const plan = planIpvsSync(input);
  return tableText('nat', plan) + tableText('filter', plan);
}

/** The names of the `:CHAIN` lines: up to 1.20 one name for every chain that was not there before the first sync. */
function declaredChains(table: 'nat' | 'filter', features: IpvsFeatures): readonly string[] {
  const own = ipvsOwnChains(table, features);
  if (features.namesChains) return own;
  return own.map(() => (table === 'nat' ? KUBE_POSTROUTING : KUBE_FORWARD));
}

function tableText(table: 'nat' | 'filter', plan: IpvsSyncPlan): string {
  const chains = declaredChains(table, plan.context.features).map((name) => `:${name} - [0:0]\n`);
  const rules = plan[table].map(({ chain, rule }) => `-A ${chain} ${rule.text}\n`);
  return [`*${table}\n`, ...chains, ...rules, 'COMMIT\n'].join('');
}
