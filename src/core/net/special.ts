import { contains, parseCidr, type Cidr, type IpAddress } from './ip';

/** IPv4 networks that no host of the internet has (RFC 1918, 6598, 1122, 3927, 5737, 2544, 1112). */
const NOT_PUBLIC: readonly Cidr[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '198.18.0.0/15',
  '0.0.0.0/8',
  '224.0.0.0/3',
].flatMap((text) => {
  const cidr = parseCidr(text);
  return cidr.ok ? [cidr.value] : [];
});

/** Is it an address that a host of the internet can have? Of IPv6 none is said to be. */
export function isPublic(address: IpAddress): boolean {
  return address.family === 'ipv4' && !NOT_PUBLIC.some((cidr) => contains(cidr, address));
}
