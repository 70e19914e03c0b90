import { maskWords, parseCidr } from '../../../net/cidr';
import { formatIp, parseIp, type IpAddress } from '../../../net/ip';
import type { NftDatum } from '../values';
import type { NftDatatype } from './datatype';

/** An address as a register holds it. */
export function addressDatum({ family, words }: IpAddress): NftDatum {
  if (family === 'ipv4') return words[0] ?? 0;
  return words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
}

/** The address a register holds. */
export function datumAddress(value: NftDatum): IpAddress {
  if (typeof value !== 'bigint') return { family: 'ipv4', words: [Number(value) >>> 0] };
  const words = [96n, 64n, 32n, 0n].map((shift) => Number((value >> shift) & 0xffffffffn));
  return { family: 'ipv6', words };
}

function prefixOf(word: string): { from: NftDatum; to: NftDatum; prefix: number } | undefined {
  const parsed = parseCidr(word);
  if (!parsed.ok) return undefined;
  const { address, prefix } = parsed.value;
  const mask = maskWords(address.family, prefix);
  const last = address.words.map((each, i) => (each | ~(mask[i] ?? 0)) >>> 0);
  return { from: addressDatum(address), to: addressDatum({ family: address.family, words: last }), prefix };
}

function addressType(name: string, family: 'ipv4' | 'ipv6', bits: number): NftDatatype {
  return {
    name,
    bits,
    perLine: family === 'ipv4' ? 2 : 1,
    parse: (word) => {
      const parsed = parseIp(word);
      return parsed.ok && parsed.value.family === family ? addressDatum(parsed.value) : undefined;
    },
    print: (value) => formatIp(datumAddress(value)),
    prefix: (word) => (word.includes(':') === (family === 'ipv6') ? prefixOf(word) : undefined),
  };
}

export const IPV4_ADDR = addressType('ipv4_addr', 'ipv4', 32);
export const IPV6_ADDR = addressType('ipv6_addr', 'ipv6', 128);

/** `00:11:22:33:44:55`. */
export const ETHER_ADDR: NftDatatype = {
  name: 'ether_addr',
  bits: 48,
  perLine: 2,
  parse: (word) => {
    if (!/^([0-9a-f]{1,2}:){5}[0-9a-f]{1,2}$/i.test(word)) return undefined;
    return word.split(':').reduce((sum, part) => sum * 256 + Number.parseInt(part, 16), 0);
  },
  print: (value) =>
    Number(value)
      .toString(16)
      .padStart(12, '0')
      .replaceAll(/..(?=.)/g, '$&:'),
};
