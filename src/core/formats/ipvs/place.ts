import { servicePort } from '../../linux/xtables/syntax/services';
import { formatEndpoint } from '../../net/tuple';
import { parseIp, type IpAddress } from '../../net/ip';

export interface IpvsPlace {
  readonly address: IpAddress;
  readonly port: number;
}

/** Reads `10.96.0.1:443`, `[fd00::1]:443`, `10.96.0.1:https`; undefined: a name stands for the address. */
export function placeOf(text: string): IpvsPlace | undefined {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::([\w-]+))?$/.exec(text) ?? [];
  const address = parseIp(bracketed ?? plain ?? '');
  const number = port === undefined ? 0 : /^\d+$/.test(port) ? Number(port) : servicePort(port);
  if (!address.ok || number === undefined || number > 65_535) return undefined;
  return { address: address.value, port: number };
}

const HEX_V4 = /^([0-9A-F]{8}):([0-9A-F]{4})$/;
const HEX_V6 = /^\[((?:[0-9a-f]{4}:){7}[0-9a-f]{4})\]:([0-9A-F]{4})$/;

/** Reads `0A600001:01BB`, `[fd00:0000:…:0001]:01BB`: how /proc/net/ip_vs spells a place (`ip_vs_info_seq_show`). */
export function placeOfHex(text: string): IpvsPlace | undefined {
  const [, word, port4] = HEX_V4.exec(text) ?? [];
  if (word !== undefined && port4 !== undefined) {
    return { address: { family: 'ipv4', words: [Number.parseInt(word, 16)] }, port: Number.parseInt(port4, 16) };
  }
  const [, long = '', port6 = ''] = HEX_V6.exec(text) ?? [];
  const address = parseIp(long);
  return address.ok ? { address: address.value, port: Number.parseInt(port6, 16) } : undefined;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** The same as /proc/net/ip_vs prints it. */
export function placeHex({ address, port }: IpvsPlace): string {
  const at = hex(port, 4).toUpperCase();
  if (address.family === 'ipv4') return `${hex(address.words[0] ?? 0, 8).toUpperCase()}:${at}`;
  const groups = address.words.flatMap((word) => [hex(word >>> 16, 4), hex(word & 0xffff, 4)]);
  return `[${groups.join(':')}]:${at}`;
}

/** `10.96.0.1:443`, `[fd00::1]:443`. */
export function placeText({ address, port }: IpvsPlace): string {
  return formatEndpoint(address, port);
}
