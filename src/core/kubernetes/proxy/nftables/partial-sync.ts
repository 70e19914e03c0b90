import { elementText } from '../shared/element-text';
import { changedSince } from '../shared/sync-changes';
import { cleanupText, commandsText, ownerOf, type TransactionScope } from './restore';
import type { SyncPlan } from './sync-proxy-rules';
import type { Command, PlacedElement } from './transaction';

/**
 * The text of a sync from 1.32 on that does not write everything: chains and affinity sets of Services
 * that changed are written anew; of shared sets and maps only the elements that differ from what was
 * put there last, one that changed being deleted first. What of the order is kube-proxy's own is not
 * known: here it is Service after Service as in a full sync, then the elements nobody wants any more,
 * then what a full sync ends with.
 */
export function partialText(
  before: SyncPlan,
  after: SyncPlan,
  stale: Pick<TransactionScope, 'staleChains' | 'staleSets'>,
): string {
  const owner = ownerOf(after);
  const elements = new ElementChanges(before, after);
  const isChanged = changedSince(before.ports, after.ports);
  const commands: Command[] = [];
  for (const { transaction } of after.ports.filter(isChanged)) {
    for (const command of transaction.commands) {
      if (command.kind === 'element') commands.push(...elements.take(command));
      else commands.push(command);
    }
  }
  commands.push(...elements.rest());
  return commandsText(commands, owner) + cleanupText(owner, stale);
}

type Contents = ReadonlyMap<string, PlacedElement>;

/** What shared sets and maps hold of all service ports, by set and key; who comes first has the key. */
function contentsOf({ ports }: SyncPlan): Map<string, PlacedElement> {
  const contents = new Map<string, PlacedElement>();
  for (const { transaction } of ports) {
    for (const placed of transaction.elements) {
      const key = keyOf(placed);
      if (!contents.has(key)) contents.set(key, placed);
    }
  }
  return contents;
}

function keyOf({ set, element }: PlacedElement): string {
  return `${set.name} ${element.key}`;
}

/** How elements differ between two syncs; each difference is handed out once. */
class ElementChanges {
  readonly #old: Contents;
  readonly #now: Contents;
  readonly #taken = new Set<string>();

  constructor(before: SyncPlan, after: SyncPlan) {
    this.#old = contentsOf(before);
    this.#now = contentsOf(after);
  }

  /** What has to be done so that an element stands as it is wanted. */
  take({ set, element: { key } }: PlacedElement): Command[] {
    const name = `${set.name} ${key}`;
    const wanted = this.#now.get(name);
    if (!wanted || this.#taken.has(name)) return [];
    this.#taken.add(name);
    const old = this.#old.get(name);
    if (old && elementText(old.element) === elementText(wanted.element)) return [];
    const add: Command = { kind: 'element', ...wanted };
    return old ? [{ kind: 'forget', set, key }, add] : [add];
  }

  /** What changed without its Service having changed, and what nobody wants any more. */
  rest(): Command[] {
    const commands = [...this.#now.values()].flatMap((placed) => this.take(placed));
    for (const [name, { set, element }] of this.#old) {
      if (!this.#now.has(name)) commands.push({ kind: 'forget', set, key: element.key });
    }
    return commands;
  }
}
