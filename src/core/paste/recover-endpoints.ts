import { hash16 } from '../lib/sha';
import { addToIp, bitsOf, formatIp, parseIp, type IpAddress, cidrOf, type Cidr } from '../net/ip';
import { formatEndpoint } from '../net/packet';
import type { KubeServicePort } from './kube-services';

/** How many names one search may hash: a /16 with a few ports. */
const MOST_HASHES = 250_000;

export interface RecoverInput {
  readonly ports: readonly KubeServicePort[];
  /** Pod networks to search, the likeliest first. */
  readonly networks: readonly Cidr[];
}

interface Wanted {
  readonly prefix: string;
  readonly names: Set<string>;
  readonly backendPorts: readonly number[];
}

/**
 * Endpoint chains that are not in the text, by name: a KUBE-SEP name is a hash of Service port,
 * protocol and endpoint, so an address is tried until the name comes out. What is found is proven:
 * 80 bits agree. Known addresses first, then their neighbours, then the Pod networks, within a bound.
 */
export function recoverEndpoints({ ports, networks }: RecoverInput): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const wanted = ports.flatMap((port) => wantedOf(port, ports));
  if (wanted.length === 0) return found;
  let budget = MOST_HASHES;
  for (const address of candidates(ports, networks)) {
    for (const want of wanted) {
      for (const backendPort of want.backendPorts) {
        if (want.names.size === 0) break;
        if (budget-- <= 0) return found;
        const place = formatEndpoint(address, backendPort);
        const name = `KUBE-SEP-${hash16(want.prefix + place)}`;
        if (want.names.delete(name)) found.set(name, place);
      }
    }
    if (wanted.every(({ names }) => names.size === 0)) break;
  }
  return found;
}

function wantedOf(port: KubeServicePort, all: readonly KubeServicePort[]): Wanted[] {
  const names = port.endpoints.filter(({ place }) => place === undefined).map(({ chain }) => chain);
  if (names.length === 0 || port.hashed === undefined) return [];
  const service = port.name.split(':')[0] ?? '';
  const own = backendPortsOf([port]);
  const related = own.length > 0 ? own : backendPortsOf(all.filter(({ name }) => name.split(':')[0] === service));
  const backendPorts = related.length > 0 ? related : port.port === undefined ? [] : [port.port];
  return [{ prefix: `${port.hashed}${port.protocol}`, names: new Set(names), backendPorts }];
}

function placesOf(ports: readonly KubeServicePort[]): { readonly address: IpAddress; readonly port: number }[] {
  return ports.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ place = '' }) => {
      const colon = place.lastIndexOf(':');
      const address = parseIp(place.slice(0, colon).replaceAll(/[[\]]/g, ''));
      return address.ok ? [{ address: address.value, port: Number(place.slice(colon + 1)) }] : [];
    }),
  );
}

function backendPortsOf(ports: readonly KubeServicePort[]): number[] {
  return [...new Set(placesOf(ports).map(({ port }) => port))].slice(0, 4);
}

/** Every address worth trying, each once. */
function* candidates(ports: readonly KubeServicePort[], networks: readonly Cidr[]): Generator<IpAddress> {
  const tried = new Set<string>();
  const known = placesOf(ports).map(({ address }) => address);
  const near = known.filter(({ family }) => family === 'ipv4').map((address) => cidrOf(address, 24));
  for (const address of known) {
    if (!tried.has(formatIp(address))) yield address;
    tried.add(formatIp(address));
  }
  for (const network of [...near, ...networks]) {
    const bits = bitsOf(network.address.family) - network.prefix;
    for (let offset = 0; offset < 2 ** Math.min(bits, 18); offset++) {
      const address = addToIp(network.address, offset);
      const text = formatIp(address);
      if (tried.has(text)) continue;
      tried.add(text);
      yield address;
    }
  }
}
