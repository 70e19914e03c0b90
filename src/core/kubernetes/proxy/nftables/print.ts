import { nftString } from '../../../linux/nftables/text/quoted';
import type { SyncInput } from '../mode';
import { nftFamily, TABLE, TABLE_COMMENT } from './context';
import { passingRules } from '../shared/lazy-chain';
import { generatedElementText } from '../shared/service-blocks';
import { type NftablesSyncPlan, planNftablesSync, type NftPort } from './sync-proxy-rules';
import type { NftCommand, PlacedElement, SetHead } from './transaction';
import { staticPart } from './static-rules';

interface Remembered {
  readonly placed: PlacedElement;
  wanted: boolean;
}

/**
 * Elements of shared sets and maps, as kube-proxy remembers them from 1.31 on (pkg/proxy/nftables/proxier.go
 * nftElementStorage): one that is there is not added again, one with another verdict is deleted first, and those
 * nobody asked for go at the end. So two Services may claim one address and port; the later one has it.
 */
export class ElementStore {
  readonly #elements = new Map<string, Remembered>();

  /** @param before What the last sync left. Absent: nothing is known to be there. */
  constructor(before?: NftablesSyncPlan) {
    for (const { transaction } of before?.ports ?? []) {
      for (const placed of transaction.elements) this.#elements.set(makeKey(placed), { placed, wanted: false });
    }
  }

  /** Commands after which an element stands as it is wanted. */
  ensure(placed: PlacedElement): NftCommand[] {
    const key = makeKey(placed);
    const known = this.#elements.get(key);
    this.#elements.set(key, { placed, wanted: true });
    if (known && generatedElementText(known.placed.element) === generatedElementText(placed.element)) return [];
    const add: NftCommand = { kind: 'element', ...placed };
    return known ? [{ kind: 'forget', set: placed.set, key: placed.element.key }, add] : [add];
  }

  /** Takes away what nobody wanted, set after set; the order inside a set is that in which it was put there. */
  leftovers({ sets }: NftablesSyncPlan): NftCommand[] {
    const { clusterIPs, serviceIPs, firewallIPs, noEndpointServices, noEndpointNodePorts } = sets;
    const order = [clusterIPs, serviceIPs, firewallIPs, noEndpointServices, noEndpointNodePorts];
    const last = [sets.serviceNodePorts, sets.hairpinConnections, sets.localhostNodePorts];
    const names = [...order, ...last].map(({ name }) => name);
    const unwanted = [...this.#elements.values()].filter(({ wanted }) => !wanted).map(({ placed }) => placed);
    return unwanted
      .toSorted((a, b) => names.indexOf(a.set.name) - names.indexOf(b.set.name))
      .map(({ set, element }) => ({ kind: 'forget', set, key: element.key }));
  }
}

function makeKey({ set, element }: PlacedElement): string {
  return `${set.name} ${element.key}`;
}

/** Facts of a sync that its input alone does not decide. */
export interface TransactionScope {
  /** The first sync of a running kube-proxy: base chains are made anew. */
  readonly first: boolean;
  /** Plan whose elements shared sets and maps hold, from 1.33 on, where no sync empties them. Absent: none. */
  readonly before?: NftablesSyncPlan | undefined;
  /** Chains of service ports and endpoints that nothing needs any more: they are emptied. */
  readonly staleChains: readonly string[];
  /** Affinity sets nothing needs any more: they are deleted. */
  readonly staleSets: readonly string[];
}

/** Nothing was there before. */
export const FIRST_SYNC: TransactionScope = { first: true, staleChains: [], staleSets: [] };

/** The exact text of the first sync, as fed to `nft -f -`. */
export function printNftablesRestore(input: SyncInput): string {
  return transactionText(planNftablesSync(input), FIRST_SYNC);
}

/** The text of a sync: what stands always, service port after service port, and what is cleaned up. */
export function transactionText(
  plan: NftablesSyncPlan,
  { first, before, staleChains, staleSets }: TransactionScope,
): string {
  const owner = formatTableOwner(plan);
  const store = new ElementStore(before);
  const ports = plan.context.features.storesElements
    ? plan.ports.map((port) => storedText(port, store, owner))
    : plan.ports.map((port) => commandsText(port.transaction.commands, owner));
  // Every join reads its pieces once: a million of them in one list would be far slower than a list for each port.
  return [
    commandsText(staticPart(plan.context, plan.sets, first).commands, owner),
    ...ports,
    cleanupText(owner, { staleChains, staleSets }),
    commandsText(store.leftovers(plan), owner),
  ].join('');
}

/** The commands of a service port, each element once: few of them have one that stands there already. */
function storedText({ transaction }: NftPort, store: ElementStore, owner: string): string {
  const { commands, elements } = transaction;
  const placed = new Map(elements.map((element) => [element, store.ensure(element)]));
  const isPlain = [...placed.values()].every((steps) => steps.length === 1);
  if (isPlain) return commandsText(commands, owner);
  const stored = commands.flatMap((one) => (one.kind === 'element' ? (placed.get(one) ?? []) : [one]));
  return commandsText(stored, owner);
}

/** Commands at the end of every sync: chains nothing needs are emptied, affinity sets nothing needs are deleted. */
export function cleanupText(
  owner: string,
  { staleChains, staleSets }: Pick<TransactionScope, 'staleChains' | 'staleSets'>,
): string {
  const flushes = staleChains.map((name) => `flush chain ${owner} ${name}\n`);
  return [...flushes, ...staleSets.map((name) => `delete set ${owner} ${name}\n`)].join('');
}

/** The text of the transaction that takes away chains which were emptied by an earlier sync. */
export function deletionText(plan: NftablesSyncPlan, chains: readonly string[]): string {
  return chains.map((name) => `delete chain ${formatTableOwner(plan)} ${name}\n`).join('');
}

/** `ip kube-proxy`: what every command names. */
export function formatTableOwner({ context }: NftablesSyncPlan): string {
  return `${nftFamily(context.family)} ${TABLE}`;
}

/** The lines of commands. */
export function commandsText(commands: readonly NftCommand[], owner: string): string {
  const [addRule, addElement] = [`add rule ${owner} `, `add element ${owner} `];
  const out: string[] = [];
  for (const command of commands) {
    if (command.kind === 'rules') {
      for (const rule of passingRules(command.chain)) out.push(addRule, command.chain.name, ' ', rule.text, '\n');
    } else if (command.kind === 'rule') {
      out.push(addRule, command.chain.name, ' ', command.rule.text, '\n');
    } else if (command.kind === 'element') {
      out.push(addElement, command.set.name, ' { ', generatedElementText(command.element), ' }\n');
    } else {
      out.push(declarationText(command, owner));
    }
  }
  return out.join('');
}

function declarationText(command: Exclude<NftCommand, { kind: 'rule' | 'rules' | 'element' }>, owner: string): string {
  switch (command.kind) {
    case 'table':
      return command.comment ? `add table ${owner} { comment "${TABLE_COMMENT}" ; }\n` : `add table ${owner}\n`;
    case 'chain':
      return `add chain ${owner} ${chainText(command.chain)}\nflush chain ${owner} ${command.chain.name}\n`;
    case 'set':
      return `add ${command.set.kind} ${owner} ${command.set.name} { ${setText(command.set)} }\n`;
    case 'forget':
      return `delete element ${owner} ${command.set.name} { ${command.key} }\n`;
    case 'plain':
      return `${command.verb} ${command.noun} ${owner} ${command.name}\n`;
  }
}

function chainText({ name, base, comment }: Extract<NftCommand, { kind: 'chain' }>['chain']): string {
  if (base) return `${name} { type ${base.type} hook ${base.hook} priority ${base.priority} ; }`;
  return comment === undefined ? name : `${name} { comment ${nftString(comment)} ; }`;
}

function setText({ type, flags, timeout, comment }: SetHead): string {
  const parts = [`type ${type} ;`];
  if (flags) parts.push(`flags ${flags.join(',')} ;`);
  if (timeout !== undefined) parts.push(`timeout ${timeout}s ;`);
  if (comment !== undefined) parts.push(`comment ${nftString(comment)} ;`);
  return parts.join(' ');
}
