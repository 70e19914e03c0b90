import type { Memo } from '../lib/memo';
import { phrase } from '../lib/phrase';
import { servicePort } from '../linux/xtables/syntax/service-names';
import type { Steps } from '../lib/scan';
import type { KubeServicePort } from './kube-services';
import type { Machine } from './machine/types';
import type { Assumption, Evidence, NodeFacts, PastedText } from './pasted-types';
import { readPartsInSteps, type ReadPart } from './read-parts';
import type { TableLayer } from './layers';

/** What a person says of ports, by their names. */
export type PortFacts = NonNullable<NodeFacts['ports']>;

const SETTLED_BY = 'iptables-save';

/** Names that Services give to ports and /etc/services has not, as the Service kube-dns has them (cluster/addons/dns). */
const OF_SERVICES: Readonly<Record<string, number>> = {
  dns: 53,
  'dns-tcp': 53,
  'kube-system/kube-dns:metrics': 9153,
};

/** `dns-tcp` -> 53, `https` -> 443: the port that is usual for a name; undefined: nothing is. */
function usualPort(name: string): number | undefined {
  const known = Object.hasOwn(OF_SERVICES, name) ? OF_SERVICES[name] : undefined;
  return known ?? servicePort(name);
}

/** Are the same ports said? */
export function samePorts(a: PortFacts, b: PortFacts): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** A text; where its listings call ports by names that a person gave a number it is read with these. In slices. */
export function* readWithPorts(text: PastedText, ports: PortFacts, memo: Memo): Steps<readonly ReadPart[]> {
  const parts = yield* readPartsInSteps(text, memo);
  const isMeant = (name: string): boolean => Object.hasOwn(ports, name);
  const isNamed = parts.some(({ portNames }) => [...(portNames?.keys() ?? [])].some(isMeant));
  return isNamed ? yield* readPartsInSteps({ ...text, ports }, memo) : parts;
}

/**
 * The ports that listings call by a name, one assumption a name: `iptables -L` without `-n` prints what getservbyport(3) says on that
 * machine (extensions/libxt_tcp.c). `unused`: layers that another text's were taken for.
 */
export function namedPorts(
  texts: readonly ReadPart[],
  isUsed: (layer: TableLayer) => boolean,
  ports: PortFacts,
): Assumption[] {
  return texts.flatMap((text) => {
    if (!text.layers.some((layer) => layer.format === 'iptables-list' && isUsed(layer))) return [];
    return [...(text.portNames ?? [])].flatMap(([name, lines]): Assumption[] => {
      if (Object.hasOwn(ports, name)) return [];
      const port = usualPort(name);
      const evidence = lines.map((line): Evidence => ({ line, text: name, source: text.pasted.id }));
      const reason =
        port === undefined
          ? phrase('analysis.port.name-unknown', { name })
          : phrase('analysis.port.name', { name, port });
      return [portAssumption({ name, port, evidence, reason })];
    });
  });
}

interface Assumed extends Pick<Assumption, 'evidence' | 'reason'> {
  readonly name: string;
  readonly port: number | undefined;
}

function portAssumption({ name, port, evidence, reason }: Assumed): Assumption {
  const value = port === undefined ? name : `${name} ${port}`;
  return { id: `port:${name}`, about: 'port', value, evidence, reason, settledBy: SETTLED_BY };
}

/** Service ports with the numbers that other texts or a person tell, else those their names usually have. */
export interface PortsOfServices {
  readonly services: readonly KubeServicePort[];
  readonly assumptions: readonly Assumption[];
}

/**
 * Numbers for the Service ports whose rules the text does not show: as kubectl shows them, as a person says (by the port's name, or the
 * Service's and the port's), else as usual for the name. One assumption a name; where no name tells, the port stays unknown.
 */
export function withPorts(machine: Machine, services: readonly KubeServicePort[], ports: PortFacts): PortsOfServices {
  if (services.every(({ port }) => port !== undefined)) return { services, assumptions: [] };
  const taken = new Set(services.flatMap((each) => (each.port === undefined ? [] : [getPlace(each, each.port)])));
  const assumptions = new Map<string, Assumption>();
  const made = services.map((service): KubeServicePort => {
    if (service.port !== undefined) return service;
    const told = toldPort(machine, service, taken) ?? saidPort(service, ports);
    if (told !== undefined) return { ...service, port: told };
    const names = [service.name.split(':')[1] ?? '', service.name];
    const name = names.find((each) => usualPort(each) !== undefined);
    const usual = name === undefined ? undefined : usualPort(name);
    if (name === undefined || usual === undefined || taken.has(getPlace(service, usual))) return service;
    const reason = phrase('analysis.port.service', { name, port: usual });
    const known = assumptions.get(name)?.evidence ?? [];
    const evidence = [...known, ...service.endpoints.slice(0, 1).flatMap((each) => each.evidence ?? [])].slice(0, 2);
    assumptions.set(name, portAssumption({ name, port: usual, evidence, reason }));
    return { ...service, port: usual, portAssumed: true };
  });
  return { services: made, assumptions: [...assumptions.values()] };
}

function getPlace({ name, protocol }: KubeServicePort, port: number): string {
  return `${name.split(':')[0] ?? name} ${protocol} ${port}`;
}

function saidPort({ name }: KubeServicePort, ports: PortFacts): number | undefined {
  const [, own = ''] = name.split(':');
  return [name, own].flatMap((key) => (Object.hasOwn(ports, key) ? (ports[key] ?? []) : []))[0];
}

/** Objects name ports; a table does not: there it is the one of its protocol that the rules of no other port show. */
function toldPort(machine: Machine, service: KubeServicePort, taken: ReadonlySet<string>): number | undefined {
  const [owner, portName] = service.name.split(':');
  const ports = machine.named.services.findLast(({ name }) => name === owner)?.ports ?? [];
  const exact = ports.find(({ name }) => name !== undefined && name === portName)?.port;
  const left = ports.filter(
    ({ name, protocol, port }) =>
      name === undefined &&
      protocol.toLowerCase() === service.protocol &&
      port !== undefined &&
      !taken.has(getPlace(service, port)),
  );
  return exact ?? (left.length === 1 ? left[0]?.port : undefined);
}
