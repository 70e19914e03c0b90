import { changedSince } from '../shared/sync-changes';
import { ElementStore } from './element-store';
import { cleanupText, commandsText, ownerOf, type TransactionScope } from './restore';
import type { SyncPlan } from './sync-proxy-rules';
import type { Command } from './transaction';

/**
 * The text of a sync from 1.31 on that does not write everything: chains and affinity sets of Services
 * that changed are written anew; of shared sets and maps only the elements that differ from what was put
 * there last; then what a full sync ends with, and the elements nobody wants any more.
 */
export function partialText(
  before: SyncPlan,
  after: SyncPlan,
  stale: Pick<TransactionScope, 'staleChains' | 'staleSets'>,
): string {
  const owner = ownerOf(after);
  const store = new ElementStore(before);
  const isChanged = changedSince(before.ports, after.ports);
  const commands: Command[] = [];
  for (const port of after.ports) {
    const { transaction } = port;
    for (const command of isChanged(port) ? transaction.commands : transaction.elements) {
      if ('element' in command) commands.push(...store.ensure(command));
      else commands.push(command);
    }
  }
  return commandsText(commands, owner) + cleanupText(owner, stale) + commandsText(store.leftovers(after), owner);
}
