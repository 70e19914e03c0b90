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
  shim6: 139,
  wesp: 140,
  rohc: 141,
  ethernet: 143,
};

const BY_NUMBER: ReadonlyMap<number, string> = new Map(
  Object.entries(BY_NAME)
    .reverse()
    .map(([name, number]) => [number, name]),
);

/** `tcp`, `TCP` or `6` -> 6; undefined if it is neither a known name nor 0..255. */
export function protocolOf(text: string): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text) <= 255 ? Number(text) : undefined;
  return BY_NAME[text.toLowerCase()];
}

/** 6 -> `tcp`; a number without a name is its own text. */
export function protocolName(protocol: number): string {
  return BY_NUMBER.get(protocol) ?? String(protocol);
}
