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

/** `10.96.0.1:443`, `[fd00::1]:443`. */
export function placeText({ address, port }: IpvsPlace): string {
  return formatEndpoint(address, port);
}
