import { formatIp } from '../../core/net/ip';
import { Memo, once } from '../../core/lib/memo';
import type { Bench } from '../../engine/protocol';
import { withoutDefault } from '../common/texts.model';

/** What people call an address: `web-6c5f`, `node1`, `client`; by its text. */
export type AddressNames = ReadonlyMap<string, string>;

/** Who has which address in the shown network. Bridges and loopback are everywhere and name nobody. */
export function addressNames(bench: Bench | undefined, memo = new Memo()): AddressNames {
  return namesIn(bench?.netns ?? NONE, memo);
}

const NONE: Bench['netns'] = [];

const namesIn = once((all: Bench['netns']): AddressNames => {
  const names = new Map<string, string>();
  for (const netns of all) {
    for (const device of netns.devices) {
      if (device.kind === 'loopback' || device.kind === 'bridge' || device.kind === 'dummy') continue;
      for (const { address } of device.addresses) names.set(formatIp(address), withoutDefault(netns.title));
    }
  }
  return names;
});
