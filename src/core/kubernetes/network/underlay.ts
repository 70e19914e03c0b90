import {
  cidrOf,
  parseCidr,
  type Cidr,
  addToIp,
  bitsOf,
  formatIp,
  parseIp,
  type IpAddress,
  type IpFamily,
} from '../../net/ip';
import { internalIPOf } from '../controllers/nodes';
import type { ClusterSettings, NodeObject } from '../types';
import type { NetworkOptions } from './options';

/** The physical network of one family: what joins nodes, the client and the default gateway. */
export interface Underlay {
  readonly family: IpFamily;
  readonly cidr: Cidr;
  readonly gateway: IpAddress;
  readonly client: IpAddress;
}

const FAMILIES = ['ipv4', 'ipv6'] as const;
const LONGEST = { ipv4: 24, ipv6: 64 } as const;

/** The physical network of each family the Nodes have; without Nodes, as the settings plan it. */
export function underlaysOf(
  objects: readonly NodeObject[],
  settings: ClusterSettings,
  options: NetworkOptions,
): readonly Underlay[] {
  return FAMILIES.flatMap((family) => {
    const nodes = objects.flatMap((node) => addressOf(internalIPOf(node, family)) ?? []);
    const planned = objects.length === 0 ? cidrIn(settings.physicalNetwork, family) : undefined;
    const cidr = cidrIn(options.underlay, family) ?? holding(nodes, family) ?? planned;
    if (!cidr) return [];
    const taken = new Set(nodes.map(formatIp));
    const client = options.clientAddresses?.map(addressOf).find((address) => address?.family === family);
    return [
      {
        family,
        cidr,
        gateway: fromTop(cidr, 2, taken),
        client: client ?? fromTop(cidr, 6, taken),
      },
    ];
  });
}

function addressOf(text: string | undefined): IpAddress | undefined {
  const parsed = parseIp(text ?? '');
  return parsed.ok ? parsed.value : undefined;
}

function cidrIn(texts: readonly string[] | undefined, family: IpFamily): Cidr | undefined {
  for (const text of texts ?? []) {
    const parsed = parseCidr(text);
    if (parsed.ok && parsed.value.address.family === family) return parsed.value;
  }
  return undefined;
}

/** The smallest prefix with all addresses, at most a /24 or /64. */
function holding(addresses: readonly IpAddress[], family: IpFamily): Cidr | undefined {
  const [first] = addresses;
  if (!first) return undefined;
  for (let prefix: number = LONGEST[family]; prefix > 0; prefix--) {
    const cidr = cidrOf(first, prefix);
    const isSame = (address: IpAddress): boolean =>
      cidrOf(address, prefix).address.words.every((word, i) => word === cidr.address.words[i]);
    if (addresses.every(isSame)) return cidr;
  }
  return cidrOf(first, 0);
}

/** An address near the top of the network (of its first 256 addresses in IPv6) that no node has. */
function fromTop(cidr: Cidr, distance: number, taken: ReadonlySet<string>): IpAddress {
  const { family } = cidr.address;
  const bits = family === 'ipv6' ? 8 : bitsOf(family) - cidr.prefix;
  for (let offset = 2 ** bits - distance; offset > 0; offset--) {
    const address = addToIp(cidr.address, offset);
    if (!taken.has(formatIp(address))) return address;
  }
  return addToIp(cidr.address, 2 ** bits - distance);
}
