import { makeCidr, type Cidr } from '../net/ip';

const NIBBLE = Array.from({ length: 16 }, (_, value) => value);

/** The multicast groups of IPv6 of some scopes (all: 0 to 15), with any flags: networks of 16 bits (RFC 4291, 2.7). */
export function multicastGroups(scopes: readonly number[] = NIBBLE): readonly Cidr[] {
  return NIBBLE.flatMap((flags) =>
    scopes.map((scope) => {
      const word = (0xff00_0000 | (flags << 20) | (scope << 16)) >>> 0;
      return makeCidr({ family: 'ipv6', words: [word, 0, 0, 0] }, 16);
    }),
  );
}
