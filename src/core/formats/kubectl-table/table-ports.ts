import { UNNAMED_ENDPOINTS } from '../../kubernetes/unnamed-endpoints';
import { parseIp } from '../../net/ip';

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

/** The endpoints' port behind a Service's port: the same number, else the one that no other port has. */
export function pairTarget(
  port: TabledPort,
  ports: readonly TabledPort[],
  places: readonly TabledPlace[],
): number | undefined {
  const told = new Set(places.flatMap((place) => place.port ?? []));
  if (told.has(port.port)) return port.port;
  const free = ports.filter((each) => !told.has(each.port));
  const targets = [...told].filter((number) => !ports.some((each) => each.port === number));
  return free.length === 1 && targets.length === 1 ? targets[0] : undefined;
}

/** The Service of some endpoints' ports, with its own ports where a table tells them. */
export interface PortsOwner {
  /** `kube-system/kube-dns`. */
  readonly key: string;
  readonly own: readonly TabledPort[];
}

const DNS: readonly TabledPort[] = [
  { name: 'dns', port: 53, protocol: 'UDP' },
  { name: 'dns-tcp', port: 53, protocol: 'TCP' },
  { name: 'metrics', port: 9153, protocol: 'TCP' },
];

/** Services that every cluster has alike (pkg/controlplane/controller/kubernetesservice; kubeadm's CoreDNS). */
const USUAL: Readonly<Record<string, readonly TabledPort[]>> = {
  'default/kubernetes': [{ name: 'https', port: 6443, protocol: 'TCP' }],
  'kube-system/kube-dns': DNS,
};

/**
 * Numbers of endpoints' ports with the names and protocols that no table of endpoints has: of the Service's own ports, of a Service
 * that every cluster has alike, else of TCP. A number that is there twice is of DNS where it is 53, and else one port that two of the
 * Service lead to: nothing more is told of it.
 */
export function nameEndpointPorts(numbers: readonly number[], { key, own }: PortsOwner): readonly TabledPort[] {
  const left = own.length > 0 ? [...own] : [...(USUAL[key] ?? [])];
  const take = (number: number): TabledPort | undefined => {
    const at = left.findIndex((each) => each.port === number);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const same = numbers.map(take);
  // As many are left of both: in the order of the Service.
  const isEven = numbers.length === own.length || (USUAL[key]?.length === 1 && numbers.length === 1);
  const rest = isEven ? [...left] : [];
  const ports = numbers.map((port, at): TabledPort | undefined => {
    const of = same[at] ?? rest.shift();
    return of ? { ...(of.name === undefined ? {} : { name: of.name }), port, protocol: of.protocol } : undefined;
  });
  return nameOthers(numbers, ports);
}

/** The ports of which nothing tells the name. */
function nameOthers(numbers: readonly number[], known: readonly (TabledPort | undefined)[]): readonly TabledPort[] {
  const taken = new Set(known.flatMap((each) => (each ? [`${each.protocol} ${each.port}`] : [])));
  return numbers.flatMap((port, at): readonly TabledPort[] => {
    const of = known[at];
    if (of) return [of];
    const isSecond = numbers.filter((each) => each === port).length > 1;
    const free = (port === 53 && isSecond ? ['UDP', 'TCP'] : ['TCP']).find((each) => !taken.has(`${each} ${port}`));
    if (free === undefined) return [];
    taken.add(`${free} ${port}`);
    return [{ ...(numbers.length > 1 ? { name: makeName(free, port) } : {}), port, protocol: free }];
  });
}
