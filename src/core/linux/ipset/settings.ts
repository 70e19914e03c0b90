import { oncePerObject } from '../../lib/once-per-object';
import { maskWords } from '../../net/cidr';
import { parseIp } from '../../net/ip';
import type { IpSet } from './types';

/** What `ipset create` was told behind the type. */
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

function valueOf(options: string, name: string): string | undefined {
  return new RegExp(String.raw`(?:^|\s)${name}\s+(\S+)`).exec(options)?.[1];
}

function has(options: string, flag: string): boolean {
  return new RegExp(String.raw`(?:^|\s)${flag}(?:\s|$)`).test(options);
}

function numberOf(options: string, name: string): number | undefined {
  const value = Number(valueOf(options, name) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

function maskOf({ options, family = 'ipv4' }: IpSet): readonly number[] | undefined {
  const prefix = numberOf(options, 'netmask');
  if (prefix !== undefined) return maskWords(family, prefix);
  const bits = parseIp(valueOf(options, 'bitmask') ?? '');
  return bits.ok ? bits.value.words : undefined;
}

/** Reads the words behind the type (net/netfilter/ipset/ip_set_hash_gen.h `mtype_create`). */
export const settingsOf = oncePerObject((set: IpSet): SetSettings => {
  const { options, type } = set;
  return {
    timeout: numberOf(options, 'timeout'),
    counters: has(options, 'counters'),
    skbinfo: has(options, 'skbinfo'),
    forceadd: has(options, 'forceadd'),
    maxElements: type.startsWith('hash:') ? (numberOf(options, 'maxelem') ?? DEFAULT_MAX_ELEMENTS) : Infinity,
    range: valueOf(options, 'range'),
    mask: maskOf(set),
    markMask: numberOf(options, 'markmask') ?? 0xffffffff,
  };
});
