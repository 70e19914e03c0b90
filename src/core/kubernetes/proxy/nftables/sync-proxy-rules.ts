import { getMemo, once } from '../../../lib/memo';
import type { Phrase } from '../../../lib/phrase';
import type {
  GeneratedElement,
  GeneratedNftables,
  GeneratedNftChain,
  GeneratedNftSet,
  GeneratedProxyPort,
  KernelState,
  SyncInput,
} from '../mode';
import { ServiceBlocks, type SlicedBlock } from '../shared/service-blocks';
import { ChainTable } from '../shared/chain-table';
import { makeNftablesContext, type NftablesContext, TABLE, TABLE_COMMENT, planNftPort } from './context';
import { localhostSocket } from './localhost-socket';
import { portTransaction, conflictRefusal, portRefusal } from './port-transaction';
import { sharedSets, type SharedSets, type PlacedElement, type SetHead, type Transaction } from './transaction';
import { staticPart } from './static-rules';

/** Part of the table that one service port adds. */
export interface NftPort extends SlicedBlock {
  readonly transaction: Transaction;
  /** Why nft would take no transaction with this in it. */
  readonly refusal: Phrase | undefined;
  /** Socket on loopback for its nodePort. */
  readonly socket: GeneratedProxyPort | undefined;
}

/** Everything one sync writes, before it is made into text or tables. */
export interface NftablesSyncPlan {
  readonly context: NftablesContext;
  readonly sets: SharedSets;
  readonly ports: readonly NftPort[];
}

interface Proxier {
  readonly sets: SharedSets;
  readonly blocks: ServiceBlocks<NftPort>;
}

/** Decides all rules of a node and family. */
export function planNftablesSync(input: SyncInput): NftablesSyncPlan {
  return planned(input, getMemo(input));
}

const planned = once((input: SyncInput, memo): NftablesSyncPlan => {
  const context = makeNftablesContext(input, memo);
  const { sets, blocks } = proxierOf(context, memo);
  return { context, sets, ports: blocks.of(input, memo) };
});

const proxierOf = once((context: NftablesContext): Proxier => {
  const sets = sharedSets(context);
  const blocks = new ServiceBlocks(context, (port, slices): NftPort => {
    const plan = planNftPort(port, slices, context);
    const transaction = portTransaction(plan, context, sets);
    const refusal = portRefusal(port, transaction, context);
    return { port, slices, transaction, refusal, socket: localhostSocket(plan, context) };
  });
  return { sets, blocks };
});

/**
 * State of a node's kernel after kube-proxy's first sync (pkg/proxy/nftables/proxier.go syncProxyRules): the table
 * `kube-proxy` of one family. No other table is touched.
 */
export function syncNftablesRules(input: SyncInput): KernelState {
  const plan = planNftablesSync(input);
  const sockets = listSockets(plan);
  const proxyPorts = sockets.length > 0 ? { proxyPorts: sockets } : {};
  return { xtables: { tables: new Map() }, sysctls: {}, nftables: makeNftTable(plan), ...proxyPorts };
}

/** The sockets on loopback; most clusters have none. */
function listSockets({ context, ports }: NftablesSyncPlan): readonly GeneratedProxyPort[] {
  return context.localhost.listens ? ports.flatMap(({ socket }) => socket ?? []) : [];
}

/** The table a plan's transaction leaves behind; chains that were emptied are still in it. */
export function makeNftTable(plan: NftablesSyncPlan, emptied: readonly string[] = []): GeneratedNftables {
  return new NftTable(plan, emptied);
}

/** A table that is put together when somebody looks: after an edit of one Service among ten thousand, nobody does. */
class NftTable implements GeneratedNftables {
  readonly family: GeneratedNftables['family'];
  readonly table = TABLE;
  readonly comment: string | undefined;
  readonly #plan: NftablesSyncPlan;
  readonly #emptied: readonly string[];
  #transactions: readonly Transaction[] | undefined;
  #chains: ChainTable<GeneratedNftChain> | undefined;
  #filled: Filled | undefined;
  #counters: readonly string[] | undefined;

  constructor(plan: NftablesSyncPlan, emptied: readonly string[]) {
    this.#plan = plan;
    this.#emptied = emptied;
    this.family = plan.context.family;
    this.comment = plan.context.features.objectComments ? TABLE_COMMENT : undefined;
  }

  get chains(): ChainTable<GeneratedNftChain> {
    const emptied = { chains: this.#emptied.map((name) => ({ name, rules: [] })) };
    return (this.#chains ??= new ChainTable<GeneratedNftChain>([...this.#written(), emptied]));
  }

  get counters(): readonly string[] {
    return (this.#counters ??= this.#written().flatMap(({ counters }) => counters));
  }

  get sets(): ReadonlyMap<string, GeneratedNftSet> {
    return this.#fill().sets;
  }

  get refusal(): Phrase | undefined {
    const refused = this.#plan.ports.find((port) => port.refusal)?.refusal;
    if (refused) return refused;
    // From 1.31 on what stands there is deleted first.
    if (this.#plan.context.features.storesElements) return undefined;
    const { conflict } = this.#fill();
    return conflict && conflictRefusal(conflict);
  }

  #written(): readonly Transaction[] {
    const { context, sets, ports } = this.#plan;
    return (this.#transactions ??= [staticPart(context, sets, true), ...ports.map((port) => port.transaction)]);
  }

  #fill(): Filled {
    return (this.#filled ??= fillSets(this.#written(), this.#plan.context.features.storesElements));
  }
}

interface Filled {
  readonly sets: ReadonlyMap<string, GeneratedNftSet>;
  /** The first element whose key has another verdict already. */
  readonly conflict: PlacedElement | undefined;
}

/** Sets and maps in the order they are made, each with its elements once. */
function fillSets(transactions: readonly Transaction[], lastWins: boolean): Filled {
  const contents = new Map<string, Map<string, GeneratedElement>>();
  const heads = transactions.flatMap(({ sets }) => sets);
  for (const { name } of heads) contents.set(name, new Map());
  let conflict: PlacedElement | undefined;
  for (const { elements } of transactions) {
    for (const placed of elements) {
      const { set, element } = placed;
      const content = contents.get(set.name);
      const before = content?.get(element.key);
      if (!before || lastWins) content?.set(element.key, element);
      else if (before.value !== element.value) conflict ??= placed;
    }
  }
  return { sets: new Map(heads.map((head) => [head.name, new NftSet(head, contents.get(head.name))])), conflict };
}

/** A set with its elements; the head's origin is asked only when wanted. */
class NftSet implements GeneratedNftSet {
  readonly kind: GeneratedNftSet['kind'];
  readonly name: string;
  readonly type: string;
  readonly flags: GeneratedNftSet['flags'];
  readonly timeout: number | undefined;
  readonly comment: string | undefined;
  readonly elements: readonly GeneratedElement[];
  readonly #head: SetHead;

  constructor(head: SetHead, content: ReadonlyMap<string, GeneratedElement> = new Map()) {
    this.kind = head.kind;
    this.name = head.name;
    this.type = head.type;
    this.flags = head.flags;
    this.timeout = head.timeout;
    this.comment = head.comment;
    this.elements = [...content.values()];
    this.#head = head;
  }

  get origin(): GeneratedNftSet['origin'] {
    return this.#head.origin;
  }
}
