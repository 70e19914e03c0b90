import { type IpFamily, maskWords, parseIp } from '../../net/ip';
import type { Bounds } from '../skb';

/** One line of `ipset save`: `add NAME 10.0.0.1,tcp:80 nomatch`. */
export interface IpSetMember {
  /** As written, the parts still joined by commas. */
  readonly element: string;
  /** An exception inside a set of networks. */
  readonly nomatch: boolean;
  /** The other words behind the element: `timeout 30 packets 5 bytes 300 comment "web"`. */
  readonly options?: string;
}

/** A set as `ipset save` lists it. */
export interface IpSet {
  readonly name: string;
  /** `hash:ip,port`, `bitmap:port`, `list:set`. */
  readonly type: string;
  /** Sets of ports, of link-layer addresses and of sets have none. */
  readonly family?: IpFamily;
  /** The words behind the type: `range 0-65535`, `timeout 300`. */
  readonly options: string;
  readonly members: readonly IpSetMember[];
}

/** Part of an element; the names are those in a set type. */
export type Dimension = 'ip' | 'net' | 'port' | 'mac' | 'iface' | 'mark';

/** One type of set. One file each in kinds/, listed once in kinds/index.ts. */
export interface SetKind {
  /** As `ipset create` takes it: `hash:ip,port`. */
  readonly type: string;
  /** The kernel file imitated. */
  readonly reference: string;
  /** Empty for a list of sets. */
  readonly parts: readonly Dimension[];
  /** Ports are bare numbers, of TCP or UDP alike; otherwise `protocol:port`. */
  readonly barePorts?: true;
  /** The last part of an element may be missing: then any will do, and the first packet fills it in. */
  readonly lastOptional?: true;
  /** Only the most specific network that is listed, with whatever interface, is looked at. */
  readonly firstNetworkOnly?: true;
}

/** Settings of `ipset create` behind the type. */
export interface SetSettings {
  /** Seconds a member stays if nothing else is said (0: for ever); undefined: members do not time out. */
  readonly timeout: number | undefined;
  readonly counters: boolean;
  readonly skbinfo: boolean;
  /** A full set makes room by throwing some member out. */
  readonly forceadd: boolean;
  /** Members a hash takes. */
  readonly maxElements: number;
  /** `range 0-1023`, `range 10.0.0.0/24`, as written: what a bitmap has room for. */
  readonly range: string | undefined;
  /** Addresses are kept under this mask (`netmask`, `bitmask`). */
  readonly mask: readonly number[] | undefined;
  readonly markMask: number;
}

const DEFAULT_MAX_ELEMENTS = 65_536;

function findValue(options: string, name: string): string | undefined {
  return new RegExp(String.raw`(?:^|\s)${name}\s+(\S+)`).exec(options)?.[1];
}

function has(options: string, flag: string): boolean {
  return new RegExp(String.raw`(?:^|\s)${flag}(?:\s|$)`).test(options);
}

function findNumber(options: string, name: string): number | undefined {
  const value = Number(findValue(options, name) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

function findMask({ options, family = 'ipv4' }: IpSet): readonly number[] | undefined {
  const prefix = findNumber(options, 'netmask');
  if (prefix !== undefined) return maskWords(family, prefix);
  const bits = parseIp(findValue(options, 'bitmask') ?? '');
  return bits.ok ? bits.value.words : undefined;
}

/** Reads the words behind the type (net/netfilter/ipset/ip_set_hash_gen.h `mtype_create`). */
export function makeSettings(set: IpSet): SetSettings {
  const { options, type } = set;
  return {
    timeout: findNumber(options, 'timeout'),
    counters: has(options, 'counters'),
    skbinfo: has(options, 'skbinfo'),
    forceadd: has(options, 'forceadd'),
    maxElements: type.startsWith('hash:') ? (findNumber(options, 'maxelem') ?? DEFAULT_MAX_ELEMENTS) : Infinity,
    range: findValue(options, 'range'),
    mask: findMask(set),
    markMask: findNumber(options, 'markmask') ?? 0xffffffff,
  };
}

/** A member while packets pass. Immutable: a change makes another. */
export interface Member {
  readonly nomatch: boolean;
  /** Milliseconds on the run's clock behind which it is gone; absent: it stays. */
  readonly expires?: number;
  readonly packets: number;
  /** Packets here have no length, so a count of bytes is known between bounds. */
  readonly bytes: Bounds;
  /** Mark that --map-mark puts into the packet's. */
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
function listWords(options: string): string[] {
  return options.replaceAll(/comment\s+"(?:[^"\\]|\\.)*"/g, '').split(/\s+/);
}

function findSkbmark(text: string | undefined): Member['skbmark'] {
  if (text === undefined) return undefined;
  const [value, mask = 0xffffffff] = text.split('/').map(Number);
  return value === undefined || Number.isNaN(value) ? undefined : { value: value >>> 0, mask: mask >>> 0 };
}

/** A line of `ipset save` as a live member; the clock stood at 0 when it was written. */
export function makeMember({ nomatch, options = '' }: IpSetMember, defaultTimeout: number | undefined): Member {
  if (options === '' && !defaultTimeout) return nomatch ? EXCEPTION : PLAIN;
  const words = listWords(options);
  const value = (name: string): string | undefined => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words[at + 1];
  };
  const bytes = Number(value('bytes') ?? 0);
  const timeout = defaultTimeout === undefined ? 0 : Number(value('timeout') ?? defaultTimeout);
  const skbmark = findSkbmark(value('skbmark'));
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

/**
 * Changes of one set by packets, over what was saved of it: the saved members are shared by all runs and never copied.
 */
export interface LiveSet {
  /** By the joined parts of the element; `gone`: a saved member was taken out. */
  readonly changes: Map<string, Member | 'gone'>;
  /** Prefix lengths packets brought into a set of networks that had none, by part. */
  prefixes: readonly (readonly number[])[];
  /** How many members there are, those past their time included. */
  size: number;
  /** A member nobody here can name was added: what is not found may be in it. */
  mayHave: boolean;
  /** A member nobody here can name was thrown out: what is found may not be in it. */
  mayLack: boolean;
}

/** Sets that changed, by name. */
export type LiveSets = Map<string, LiveSet>;

/** An independent copy. */
export function cloneLiveSets(sets: LiveSets): LiveSets {
  return new Map([...sets].map(([name, live]) => [name, { ...live, changes: new Map(live.changes) }] as const));
}
