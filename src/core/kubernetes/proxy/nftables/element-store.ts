import { elementText } from '../shared/element-text';
import type { SyncPlan } from './sync-proxy-rules';
import type { Command, PlacedElement } from './transaction';

interface Remembered {
  readonly placed: PlacedElement;
  wanted: boolean;
}

/**
 * What stands in shared sets and maps, as kube-proxy remembers it from 1.31 on
 * (pkg/proxy/nftables/proxier.go nftElementStorage): what is there already is not added again, what
 * stands there with another verdict is deleted first, and what nobody asked for goes at the end. So two
 * Services may claim one address and port; the later one has it.
 */
export class ElementStore {
  readonly #elements = new Map<string, Remembered>();

  /** @param before What the last sync left. Absent: nothing is known to be there. */
  constructor(before?: SyncPlan) {
    for (const { transaction } of before?.ports ?? []) {
      for (const placed of transaction.elements) this.#elements.set(keyOf(placed), { placed, wanted: false });
    }
  }

  /** What has to be done so that an element stands as it is wanted. */
  ensure(placed: PlacedElement): Command[] {
    const key = keyOf(placed);
    const known = this.#elements.get(key);
    this.#elements.set(key, { placed, wanted: true });
    if (known && elementText(known.placed.element) === elementText(placed.element)) return [];
    const add: Command = { kind: 'element', ...placed };
    return known ? [{ kind: 'forget', set: placed.set, key: placed.element.key }, add] : [add];
  }

  /** Takes away what nobody wanted, set after set; the order inside a set is that in which it was put there. */
  leftovers({ sets }: SyncPlan): Command[] {
    const { clusterIPs, serviceIPs, firewallIPs, noEndpointServices, noEndpointNodePorts } = sets;
    const order = [clusterIPs, serviceIPs, firewallIPs, noEndpointServices, noEndpointNodePorts];
    const names = [...order, sets.serviceNodePorts, sets.hairpinConnections].map(({ name }) => name);
    const unwanted = [...this.#elements.values()].filter(({ wanted }) => !wanted).map(({ placed }) => placed);
    return unwanted
      .toSorted((a, b) => names.indexOf(a.set.name) - names.indexOf(b.set.name))
      .map(({ set, element }) => ({ kind: 'forget', set, key: element.key }));
  }
}

function keyOf({ set, element }: PlacedElement): string {
  return `${set.name} ${element.key}`;
}
