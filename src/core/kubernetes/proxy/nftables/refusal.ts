import { phrase, type Phrase } from '../../../lib/phrase';
import { LONGEST_COMMENT } from './port-transaction';
import type { SyncPlan } from './sync-proxy-rules';
import type { PlacedElement } from './transaction';

/**
 * Why nft takes none of a plan's transaction (it is all or nothing); undefined if it does. Known
 * reasons: `iif` with a name pattern, a comment beyond 128 bytes, two verdicts for one key of a map.
 * That an interface named by `iif` is missing on the node cannot be seen from here.
 */
export function refusalOf({ context, ports }: SyncPlan): Phrase | undefined {
  const { detector, features } = context;
  if (ports.length > 0 && detector?.kind === 'interface' && detector.prefix && !features.interfaceByName) {
    return phrase('kubernetes.nftables.refused-interface', { name: `${detector.name}*`, release: context.release });
  }
  const verdicts = new Map<string, PlacedElement>();
  for (const { port, transaction } of ports) {
    for (const placed of transaction.elements) {
      const { set, element } = placed;
      if ((element.comment?.length ?? 0) > LONGEST_COMMENT) {
        return phrase('kubernetes.nftables.refused-comment', { service: port.name, limit: LONGEST_COMMENT });
      }
      if (element.value === undefined) continue;
      const id = `${set.name} ${element.key}`;
      const before = verdicts.get(id);
      if (!before) verdicts.set(id, placed);
      else if (before.element.value !== element.value) {
        return phrase('kubernetes.nftables.refused-conflict', { service: port.name, key: element.key, map: set.name });
      }
    }
  }
  return undefined;
}
