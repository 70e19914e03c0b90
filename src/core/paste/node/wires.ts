import { networkOf, formatIp, type IpAddress } from '../../net/ip';
import type { PlannedDevice } from './plan';

type Addresses = PlannedDevice['addresses'];

/** The wires machines stand on, by the networks of what is plugged in; found without asking every device. */
export class Wires {
  /** `ipv4 24 10.0.0.0` and the wire that was first there. */
  private readonly byNetwork = new Map<string, { readonly segment: string; readonly order: number }>();
  private readonly lengths = new Map<string, { readonly family: IpAddress['family']; readonly prefix: number }>();
  private readonly orders = new Map<string, number>();

  /** The wire one of these addresses is on: addresses in one network share it. */
  find(addresses: Addresses): string | undefined {
    let first: { readonly segment: string; readonly order: number } | undefined;
    for (const { address } of addresses) {
      for (const { family, prefix } of this.lengths.values()) {
        if (family !== address.family) continue;
        const found = this.byNetwork.get(keyOf(address, prefix));
        if (found && (!first || found.order < first.order)) first = found;
      }
    }
    return first?.segment;
  }

  /** A device with these addresses was plugged into the wire. */
  add(segment: string, addresses: Addresses): void {
    const order = this.orders.get(segment) ?? this.orders.size;
    this.orders.set(segment, order);
    for (const { address, prefix } of addresses) {
      const { family } = address;
      this.lengths.set(`${family} ${prefix}`, { family, prefix });
      const key = keyOf(address, prefix);
      const known = this.byNetwork.get(key);
      if (!known || order < known.order) this.byNetwork.set(key, { segment, order });
    }
  }
}

function keyOf(address: IpAddress, prefix: number): string {
  return `${address.family} ${prefix} ${formatIp(networkOf(address, prefix))}`;
}
