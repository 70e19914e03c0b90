import { contains, parseCidr } from '../../../net/cidr';
import { parseIp, type IpFamily } from '../../../net/ip';

/** The family of a CIDR text (`10.0.0.0/8`); undefined if it is none. A bare address is none. */
export function cidrFamily(text: string): IpFamily | undefined {
  if (!text.includes('/')) return undefined;
  const parsed = parseCidr(text);
  return parsed.ok ? parsed.value.address.family : undefined;
}

/** Is the address inside the CIDR? Both are texts; broken ones are not. */
export function rangeHolds(range: string, address: string): boolean {
  const cidr = parseCidr(range);
  const ip = parseIp(address);
  return cidr.ok && ip.ok && contains(cidr.value, ip.value);
}
