import { parseCidr } from '../../../net/cidr';
import type { IpFamily } from '../../../net/ip';

/** The family of a CIDR text (`10.0.0.0/8`); undefined if it is none. A bare address is none. */
export function cidrFamily(text: string): IpFamily | undefined {
  if (!text.includes('/')) return undefined;
  const parsed = parseCidr(text);
  return parsed.ok ? parsed.value.address.family : undefined;
}
