import { UNNAMED_ENDPOINTS } from '../../kubernetes/unnamed-endpoints';
import { parseIp } from '../../net/ip';

/** On a Node that is called by an address where no text tells one: it is taken to be its own. */
export const ADDRESS_OF_NAME = 'rulewalk/address-of-name';

/** A port of a Service or of its endpoints, as far as a table tells it. */
export interface TabledPort {
  readonly name?: string;
  readonly port: number;
  readonly nodePort?: number;
  readonly protocol: string;
}

/** An endpoint of a table: `10.244.1.5:8080`, `[fd00::5]:8080`; of slices only the address. */
export interface TabledPlace {
  readonly ip: string;
  readonly port?: number;
}

/** Words between commas; none of an absent cell. */
export const listWords = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').filter((word) => word !== '');

/** Endpoints of a cell; how many more there are than it shows is no part of them. */
export function readPlaces(text: string | undefined): readonly TabledPlace[] {
  return listWords(text?.replace(/ ?\+ \d+ more\.\.\.$/, '')).flatMap((word) => {
    const [, wide = '', port] = /^\[?([\da-f.:]+?)\]?(?::(\d+))?$/i.exec(word) ?? [];
    if (parseIp(word).ok) return [{ ip: word }];
    return parseIp(wide).ok ? [{ ip: wide, ...(port === undefined ? {} : { port: Number(port) }) }] : [];
  });
}

/** Numbers of a slice's ports, in the order of the Service's (staging/src/k8s.io/endpointslice/utils.go getEndpointPorts). */
export function readNumbers(text: string | undefined): readonly number[] {
  return listWords(text)
    .map(Number)
    .filter((port) => port > 0);
}

/** The annotation of a cell that was cut short: `+ 2 more...`. Of several ports each address is counted with each: one is left at the least. */
export function noteUnnamed(text: string | undefined, ports: number): Readonly<Record<string, unknown>> {
  const left = Number(/\+ (\d+) more\.\.\.$/.exec(text ?? '')?.[1] ?? 0);
  if (left === 0) return {};
  return { annotations: { [UNNAMED_ENDPOINTS]: String(ports > 1 ? 1 : left) } };
}

/** Ports of `80:31218/TCP,443/TCP`; no column has the names that the API asks of several. */
export function readServicePorts(text: string | undefined): readonly TabledPort[] {
  const found = [...(text ?? '').matchAll(/(\d+)(?::(\d+))?\/(TCP|UDP|SCTP)/g)];
  return found.map(([, port, nodePort, protocol = 'TCP']) => ({
    ...(found.length > 1 ? { name: makeName(protocol, Number(port)) } : {}),
    port: Number(port),
    ...(nodePort === undefined ? {} : { nodePort: Number(nodePort) }),
    protocol,
  }));
}

const makeName = (protocol: string, port: number): string => `${protocol.toLowerCase()}-${port}`;

/** The endpoints' port behind a Service's port: the same number, else of as many that no other port has the one in its place. */
export function pairTarget(
  port: TabledPort,
  ports: readonly TabledPort[],
  places: readonly TabledPlace[],
): number | undefined {
  const told = new Set(places.flatMap((place) => place.port ?? []));
  if (told.has(port.port)) return port.port;
  const free = ports.filter((each) => !told.has(each.port));
  const targets = [...told].filter((number) => !ports.some((each) => each.port === number));
  return free.length === targets.length ? targets[free.findIndex((each) => isSamePort(each, port))] : undefined;
}

const isSamePort = (one: TabledPort, other: TabledPort): boolean =>
  one.port === other.port && one.protocol === other.protocol;

/** The Service of some endpoints' ports, with its own ports where a table tells them. */
export interface PortsOwner {
  /** `kube-system/kube-dns`. */
  readonly key: string;
  readonly own: readonly TabledPort[];
}

/** Services that every cluster has alike (pkg/controlplane/controller/kubernetesservice; kubeadm's CoreDNS). */
const USUAL: Readonly<Record<string, readonly TabledPort[]>> = {
  'default/kubernetes': [{ name: 'https', port: 6443, protocol: 'TCP' }],
  'kube-system/kube-dns': [
    { name: 'dns', port: 53, protocol: 'UDP' },
    { name: 'dns-tcp', port: 53, protocol: 'TCP' },
    { name: 'metrics', port: 9153, protocol: 'TCP' },
  ],
};

/**
 * Numbers of endpoints' ports with the names and protocols that no table of endpoints has: of the Service's own ports, of a Service
 * that every cluster has alike, else of TCP. A number that is there twice is of DNS where it is 53, and else one port that two of the
 * Service lead to: nothing more is told of it.
 */
export function nameEndpointPorts(numbers: readonly number[], { key, own }: PortsOwner): readonly TabledPort[] {
  const left = [...(own.length > 0 ? own : (USUAL[key] ?? []))];
  // As many of both: what no number tells is in the order of the Service.
  const isEven = left.length === numbers.length;
  const same = numbers.map((number) => {
    const at = left.findIndex((each) => each.port === number);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  const taken = new Set<string>();
  return numbers.flatMap((port, at): readonly TabledPort[] => {
    const of = same[at] ?? (isEven ? left.shift() : undefined);
    const isDns = port === 53 && !taken.has('udp-53') && numbers.lastIndexOf(53) > at;
    const protocol = of?.protocol ?? (isDns ? 'UDP' : 'TCP');
    const made = makeName(protocol, port);
    if (!of && taken.has(made)) return [];
    taken.add(made);
    const name = of ? of.name : numbers.length > 1 ? made : undefined;
    return [{ ...(name === undefined ? {} : { name }), port, protocol }];
  });
}
