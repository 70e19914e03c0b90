import type { IpAddress } from '../net/ip';
import type { Hook } from '../linux/hooks';
import type { Become } from './become';

/** What conntrack of a host gives back to an answer: the ends that the request had before it was translated there. */
export interface GivenBack {
  /** The destination that the answer comes with, where it gets another. */
  readonly dst?: IpAddress;
  /** Nobody knows the port it comes with. */
  readonly dport?: 'any';
  /** Gives back the source as well: by nat as it leaves, or by the director of IPVS, which does so earlier. */
  readonly src?: 'nat' | 'director';
}

/** What conntrack makes of the packets that a host is asked about: they begin a connection, answer one, or belong to none. */
export type Tracking =
  | { readonly state: 'NEW' | 'INVALID' }
  | { readonly state: 'ESTABLISHED'; readonly gives: GivenBack };

/** Packets that begin connections. */
export const NEW_CONNECTIONS: Tracking = { state: 'NEW' };

/** Answers as they come in, before the host that translated their request gives back what it took. */
export function becomeAnswer(tracking: Tracking, become: Become): Become {
  if (tracking.state !== 'ESTABLISHED') return become;
  const { dst, dport } = tracking.gives;
  return { ...become, ...(dst ? { dst } : {}), ...(dport ? { dport } : {}) };
}

/** Answers behind the place of nat at a hook (`nf_nat_manip_pkt`): as they come a destination, as they leave a source. */
export function giveBack({ gives }: Extract<Tracking, { gives: GivenBack }>, hook: Hook, become: Become): Become {
  if (hook !== 'PREROUTING' && hook !== 'OUTPUT') return gives.src === undefined ? become : hideSource(become);
  const { dst: _dst, dport: _dport, ...rest } = become;
  return rest;
}

/** Packets with a source that is not the header's any more. */
export function hideSource(become: Become): Become {
  return { ...become, hidden: 'src', sport: 'any' };
}
