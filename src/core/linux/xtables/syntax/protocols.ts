import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { parseNumber, parseMasked, type Masked } from './numbers';
import type { Codec } from './option-table';

const byte = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`;

/** RFC 2474, 2597, 3246. */
const CLASSES: Readonly<Record<string, number>> = {
  CS0: 0x00,
  CS1: 0x08,
  CS2: 0x10,
  CS3: 0x18,
  CS4: 0x20,
  CS5: 0x28,
  CS6: 0x30,
  CS7: 0x38,
  BE: 0x00,
  AF11: 0x0a,
  AF12: 0x0c,
  AF13: 0x0e,
  AF21: 0x12,
  AF22: 0x14,
  AF23: 0x16,
  AF31: 0x1a,
  AF32: 0x1c,
  AF33: 0x1e,
  AF41: 0x22,
  AF42: 0x24,
  AF43: 0x26,
  EF: 0x2e,
};

/** A differentiated-services code point. */
export const DSCP_CODEC: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const value = parseNumber(text, 0, 63);
    return value === undefined ? err(phrase('xtables.value-number', { value: text, min: 0, max: 63 })) : ok(value);
  },
  print: (value) => [byte(value)],
};

/** A code point by its class's name. */
export const DSCP_CLASS: Codec<number> = {
  ...DSCP_CODEC,
  parse: ([text = '']) => {
    const value = CLASSES[text.toUpperCase()];
    return value === undefined
      ? err(phrase('xtables.value-choice', { value: text, choices: Object.keys(CLASSES).join(', ') }))
      : ok(value);
  },
};

/** RFC 1349; a name means these six bits. */
const TOS_NAMES: Readonly<Record<string, number>> = {
  'minimize-delay': 0x10,
  'maximize-throughput': 0x08,
  'maximize-reliability': 0x04,
  'minimize-cost': 0x02,
  'normal-service': 0x00,
};
const NAMED_BITS = 0x3f;

/** `0x10/0x3f`, `Minimize-Delay`. */
export const TOS_CODEC: Codec<Masked> = {
  takes: 1,
  parse: ([text = '']) => {
    const named = TOS_NAMES[text.toLowerCase()];
    return named === undefined ? parseMasked(text, 0xff) : ok({ value: named, mask: NAMED_BITS });
  },
  print: ({ value, mask }) => [`${byte(value)}/${byte(mask)}`],
};

/** A bare byte, for --and-tos, --or-tos, --xor-tos. */
export const TOS_BITS: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const value = parseNumber(text, 0, 255);
    return value === undefined ? err(phrase('xtables.value-number', { value: text, min: 0, max: 255 })) : ok(value);
  },
  print: (value) => [byte(value)],
};

/**
 * Protocol names as iptables writes them: its own list first (xtables_chain_protos in
 * libxtables/xtables.c), then /etc/protocols.
 */
const BY_NAME: Readonly<Record<string, number>> = {
  tcp: 6,
  sctp: 132,
  udp: 17,
  udplite: 136,
  icmp: 1,
  'ipv6-icmp': 58,
  icmpv6: 58,
  esp: 50,
  ah: 51,
  'mobility-header': 135,
  mh: 135,
  'ipv6-mh': 135,
  all: 0,
  igmp: 2,
  ggp: 3,
  ipencap: 4,
  ipip: 94,
  st: 5,
  egp: 8,
  igp: 9,
  pup: 12,
  hmp: 20,
  'xns-idp': 22,
  rdp: 27,
  'iso-tp4': 29,
  dccp: 33,
  xtp: 36,
  ddp: 37,
  'idpr-cmtp': 38,
  ipv6: 41,
  'ipv6-route': 43,
  'ipv6-frag': 44,
  idrp: 45,
  rsvp: 46,
  gre: 47,
  skip: 57,
  'ipv6-nonxt': 59,
  'ipv6-opts': 60,
  rspf: 73,
  vmtp: 81,
  eigrp: 88,
  ospf: 89,
  'ax.25': 93,
  etherip: 97,
  encap: 98,
  pim: 103,
  ipcomp: 108,
  vrrp: 112,
  l2tp: 115,
  isis: 124,
  fc: 133,
  'mpls-in-ip': 137,
  manet: 138,
  hip: 139,
  shim6: 140,
  wesp: 141,
  rohc: 142,
  ethernet: 143,
};

const BY_NUMBER: ReadonlyMap<number, string> = new Map(
  Object.entries(BY_NAME)
    .reverse()
    .map(([name, number]) => [number, name]),
);

/** `tcp`, `TCP` or `6` -> 6; undefined if it is neither a known name nor 0..255. */
export function findProtocol(text: string): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text) <= 255 ? Number(text) : undefined;
  return BY_NAME[text.toLowerCase()];
}

/** 6 -> `tcp`; a number without a name is its own text. */
export function protocolName(protocol: number): string {
  return BY_NUMBER.get(protocol) ?? String(protocol);
}
