import { parseIp, type IpAddress, type IpFamily } from '../../../net/ip';
import { formatEndpoint } from '../../../net/packet';
import type { LbKey, LbProtocol } from '../../../linux/ebpf/lb-maps';

/** An address of a text; undefined if it is none. */
export function addressOfText(text: string): IpAddress | undefined {
  const parsed = parseIp(text.trim());
  return parsed.ok ? parsed.value : undefined;
}

/** All zeros: any address of the node. */
export function wildcardOf(family: IpFamily): IpAddress {
  return { family, words: family === 'ipv4' ? [0] : [0, 0, 0, 0] };
}

/** `10.0.0.1:80/TCP`, `[fd00::1]:80/TCP/i`: how Cilium prints an address with its port (pkg/loadbalancer L3n4Addr). */
export function printL3n4(key: Pick<LbKey, 'address' | 'port' | 'protocol'> & { readonly scope?: 0 | 1 }): string {
  return `${formatEndpoint(key.address, key.port)}/${key.protocol}${key.scope === 1 ? '/i' : ''}`;
}

/** Sixteen bytes as four words: IPv4 addresses as ::ffff:a.b.c.d. */
function mappedWords({ family, words }: IpAddress): readonly number[] {
  return family === 'ipv6' ? words : [0, 0, 0xffff, words[0] ?? 0];
}

const PROTOCOLS: Readonly<Record<LbProtocol, number>> = { ANY: 0, TCP: 6, UDP: 17, SCTP: 132 };

/** The order frontends are reconciled in: by address, port, protocol, scope. */
export function compareKeys(a: LbKey, b: LbKey): number {
  return compareAddresses(a.address, b.address) || a.port - b.port || comparePlaces(a, b);
}

function comparePlaces(a: LbKey, b: LbKey): number {
  return PROTOCOLS[a.protocol] - PROTOCOLS[b.protocol] || a.scope - b.scope;
}

/** The order of addresses of both families, byte by byte. */
export function compareAddresses(a: IpAddress, b: IpAddress): number {
  const [left, right] = [mappedWords(a), mappedWords(b)];
  for (let i = 0; i < 4; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
