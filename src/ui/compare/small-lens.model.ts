import type { Moment, StoryEnd } from '../../core/story/moment';
import type { Of } from '../story/cards.model';

/** Letters of a name and an address that have room beside each other in half a page, with what is said of them. */
const MOST_LETTERS = 34;

/** An address is whole or absent: shown where all have room, those of IPv6 rarely. */
export function showsAddresses(ends: readonly StoryEnd[]): boolean {
  return ends.every(({ name, text }) => name !== text && name.length + text.length <= MOST_LETTERS);
}

/** What tells the servers apart for the scheduler; undefined: nothing does but their place. */
export function weighs({ servers, turns }: Of<'servers'>): 'active' | 'weight' | undefined {
  if (!turns && servers.some(({ active }) => active > 0)) return 'active';
  const [first] = servers;
  return servers.some(({ weight }) => weight !== first?.weight) ? 'weight' : undefined;
}

/** Does a process give each endpoint its turn (pkg/proxy/userspace/roundrobin.go)? One that remembers its client does not. */
export function takesTurns({ cause }: Moment): boolean {
  return cause?.id === 'userspace.dial' || cause?.id === 'userspace.dial-drawn';
}
