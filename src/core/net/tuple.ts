import { formatIp, parseIp, type IpAddress } from './ip';

/**
 * One direction of a connection as conntrack keys it (struct nf_conntrack_tuple).
 * For ICMP, `sport` is the echo id and `dport` is type * 256 + code, as the kernel packs them.
 */
export interface Tuple {
  readonly protocol: number;
  readonly src: IpAddress;
  readonly sport: number;
  readonly dst: IpAddress;
  readonly dport: number;
}

/** A key for maps: equal tuples give equal keys. */
export function tupleKey(tuple: Tuple): string {
  return `${tuple.protocol} ${tuple.src.words.join('.')}:${tuple.sport}>${tuple.dst.words.join('.')}:${tuple.dport}`;
}

/** `10.0.0.1:80`, `[fd00::1]:80`. */
export function formatEndpoint(address: IpAddress, port: number): string {
  const text = formatIp(address);
  return address.family === 'ipv6' ? `[${text}]:${port}` : `${text}:${port}`;
}

/** Reads what {@link formatEndpoint} prints; undefined: it is no address with a port. */
export function parseEndpoint(text: string): { readonly address: IpAddress; readonly port: number } | undefined {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const parsed = parseIp(six ?? four ?? '');
  return parsed.ok && Number(port) <= 0xffff ? { address: parsed.value, port: Number(port) } : undefined;
}
