import type { Bounds } from '../packet-length';
import type { IpSetMember } from './types';

/** A member while packets pass. Immutable: a change makes another. */
export interface Member {
  readonly nomatch: boolean;
  /** Milliseconds on the run's clock behind which it is gone; absent: it stays. */
  readonly expires?: number;
  readonly packets: number;
  /** Packets here have no length, so a count of bytes is known between bounds. */
  readonly bytes: Bounds;
  /** What --map-mark puts into the packet's mark. */
  readonly skbmark?: { readonly value: number; readonly mask: number };
  /** bitmap:ip,mac: the link-layer address, once it is known. */
  readonly mac?: string;
  /** hash:net,iface: the interface is a prefix of names. */
  readonly wildcard?: true;
}

/** A link-layer address that was in the frame and is not in this picture. */
export const SOME_MAC = '?';

const NO_BYTES: Bounds = { min: 0, max: 0 };
/** Most members are like one of these two; a set of 100,000 shares them. */
export const PLAIN: Member = { nomatch: false, packets: 0, bytes: NO_BYTES };
const EXCEPTION: Member = { ...PLAIN, nomatch: true };

/** Words of a member with comments taken out, so that no comment looks like an option. */
function wordsOf(options: string): string[] {
  return options.replaceAll(/comment\s+"(?:[^"\\]|\\.)*"/g, '').split(/\s+/);
}

function skbmarkOf(text: string | undefined): Member['skbmark'] {
  if (text === undefined) return undefined;
  const [value, mask = 0xffffffff] = text.split('/').map(Number);
  return value === undefined || Number.isNaN(value) ? undefined : { value: value >>> 0, mask: mask >>> 0 };
}

/** A line of `ipset save` as a live member; the clock stood at 0 when it was written. */
export function memberOf({ nomatch, options = '' }: IpSetMember, defaultTimeout: number | undefined): Member {
  if (options === '' && !defaultTimeout) return nomatch ? EXCEPTION : PLAIN;
  const words = wordsOf(options);
  const value = (name: string): string | undefined => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words[at + 1];
  };
  const bytes = Number(value('bytes') ?? 0);
  const timeout = defaultTimeout === undefined ? 0 : Number(value('timeout') ?? defaultTimeout);
  const skbmark = skbmarkOf(value('skbmark'));
  return {
    nomatch,
    packets: Number(value('packets') ?? 0),
    bytes: { min: bytes, max: bytes },
    ...(timeout > 0 ? { expires: timeout * 1000 } : {}),
    ...(skbmark ? { skbmark } : {}),
    ...(words.includes('wildcard') ? { wildcard: true } : {}),
  };
}

/** Is it past its time (`ip_set_timeout_expired`)? */
export function isExpired({ expires }: Member, now: number): boolean {
  return expires !== undefined && expires < now;
}
