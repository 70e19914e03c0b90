import {
  LABEL_SERVICE_NAME,
  getNamespace,
  namespacedName,
  type Endpoint,
  type ServiceObject,
} from '../../kubernetes/types';
import { formatIp, isLoopback, sameIp, type IpAddress } from '../../net/ip';
import { hasPorts } from '../../net/packet';
import { type Netns } from '../../linux/netns';
import { plainName } from '../service-at';
import { ruleTextAt } from '../ruleset-lines';
import { type Moment } from '../moment';
import { type WalkStep } from '../walk';
import { type OneWalk } from './walks';

/** A sentence with what it is about: the walk, the moment and its steps, read anew for each. */
export interface Reading {
  readonly walk: OneWalk;
  readonly story: readonly Moment[];
  readonly moment: Moment;
  readonly steps: readonly WalkStep[];
  /** The step that decides. */
  readonly step: WalkStep;
}

/** One form of words that can be false: how it is written in English, and what is wrong with it, if anything. */
export interface SentenceForm {
  readonly written: RegExp;
  readonly fault: (found: RegExpExecArray, reading: Reading) => string | undefined;
}

export const numberOf = (word = ''): number => (/^one$/i.test(word) ? 1 : Number(word));
export const unless = (holds: boolean, fault: string): string | undefined => (holds ? undefined : fault);

/* What the document has: read off its slices and Pods, not by what tells the story. */

export interface Counted {
  readonly ready: readonly Endpoint[];
  readonly waiting: readonly Endpoint[];
  /** Endpoints that are being deleted and still serve. */
  readonly leaving: readonly Endpoint[];
}

export function serviceNamed({ walk }: Reading, name: string): ServiceObject | undefined {
  return walk.walked.derived.settled?.services.find((each) => plainName(namespacedName(each)) === name);
}

/** The destination the packet was sent with: that of the first request of this connection that is still the Service's. */
export function askedPort({ steps, step, moment }: Reading): number | undefined {
  const l4 = (moment.before === undefined ? step.data.packet : undefined)?.l4;
  if (l4 && hasPorts(l4) && moment.role === 'request' && !moment.pod) return l4.dport;
  const first = steps.find(({ leg }) => leg === step.leg)?.data.packet.l4;
  return first && hasPorts(first) ? first.dport : undefined;
}

export function countEndpoints(reading: Reading, name: string): Counted | undefined {
  const { derived } = reading.walk.walked;
  const service = serviceNamed(reading, name);
  if (!service || !derived.settled) return undefined;
  const port = askedPort(reading);
  const { packet } = reading.step.data;
  const proto = hasPorts(packet.l4) ? packet.l4.proto.toUpperCase() : '';
  const asked = (service.spec.ports ?? []).filter(
    (each) => (each.port === port || each.nodePort === port) && (each.protocol ?? 'TCP') === proto,
  );
  const names = new Set((asked.length > 0 ? asked : (service.spec.ports ?? [])).map((each) => each.name ?? ''));
  const seen = new Map<string, Endpoint>();
  for (const slice of derived.settled.endpointSlices) {
    if (slice.metadata.labels?.[LABEL_SERVICE_NAME] !== service.metadata.name) continue;
    if (getNamespace(slice) !== getNamespace(service)) continue;
    if ((slice.addressType === 'IPv6') !== (packet.family === 'ipv6')) continue;
    for (const own of slice.ports ?? []) {
      if (!names.has(own.name ?? '') || !own.port) continue;
      for (const each of slice.endpoints ?? []) seen.set(`${each.addresses?.[0]} ${own.port}`, each);
    }
  }
  const all = [...seen.values()];
  const isLeaving = ({ conditions }: Endpoint): boolean => conditions?.terminating === true;
  return {
    ready: all.filter(({ conditions }) => conditions?.ready !== false),
    waiting: all.filter((each) => each.conditions?.ready === false && !isLeaving(each)),
    leaving: all.filter((each) => each.conditions?.ready === false && isLeaving(each)),
  };
}

/** The node a step happens on, by its name. */
export function nodeOf({ walk, step }: Reading): string {
  const { network } = walk.walked.derived;
  return network.netns.get(step.netns)?.node ?? step.netns;
}

export const on = (list: readonly Endpoint[], node: string): number =>
  list.filter(({ nodeName }) => nodeName === node).length;

/** Rules are those of a time before where kube-proxy is stopped: then the objects say nothing of them. */
export const isStale = ({ walk, step }: Reading): boolean => walk.walked.document.stopped?.[step.netns] !== undefined;

/** Holds a count of endpoints against the document; where nodes were pasted, or rules are stale, nothing is known. */
export function counted(
  reading: Reading,
  service: string,
  fault: (found: Counted, node: string) => string | undefined,
): string | undefined {
  const found = isStale(reading) ? undefined : countEndpoints(reading, service);
  return found && fault(found, nodeOf(reading));
}

/* What the trace has. */

/** The texts of the rules of a chain that were asked before the deciding one in its hop, and did not match. */
export function missedBefore({ walk, steps, step }: Reading): readonly string[] {
  if (step.data.kind !== 'rule') return [];
  const { ref } = step.data;
  const site = { netns: step.netns, family: step.data.packet.family };
  return steps.flatMap(({ index, leg, hop, data }) => {
    if (index >= step.index || leg !== step.leg || hop !== step.hop || data.kind !== 'skip') return [];
    if (data.table !== ref.table || data.chain !== ref.chain) return [];
    return Array.from({ length: data.to - data.from + 1 }, (_, nth) =>
      ruleTextAt(walk.walked.derived, site, { ...ref, index: data.from + nth }),
    ).filter((text) => text !== undefined);
  });
}

export const draws = (reading: Reading): number =>
  missedBefore(reading).filter((text) => /--probability/.test(text)).length;

/** How many rules of its hook were asked before the deciding one. */
export function missedOfHook({ steps, step }: Reading): number {
  const here = steps.filter(({ leg, hop, index }) => leg === step.leg && hop === step.hop && index < step.index);
  const from = here.findLastIndex(({ data }) => data.kind === 'hook');
  return here.slice(from + 1).reduce((sum, { data }) => sum + (data.kind === 'skip' ? data.to + 1 - data.from : 0), 0);
}

export const ownHop = ({ steps, step }: Reading): readonly WalkStep[] =>
  steps.filter(({ leg, hop }) => leg === step.leg && hop === step.hop);

export function nodesOf({ walk }: Reading): readonly Netns[] {
  return [...walk.walked.derived.network.netns.values()].filter(({ kind }) => kind === 'node');
}

export const hasAddress = ({ devices }: Netns, address: IpAddress): string | undefined =>
  devices.find(({ addresses }) => addresses.some((each) => sameIp(each.address, address)))?.name;

/** Names of the objects whose devices have an address; a dummy's is a Service's where one has it. */
export function namesOf({ walk, step }: Reading, address: IpAddress): readonly string[] {
  const { derived } = walk.walked;
  const text = JSON.stringify(formatIp(address));
  const isService = JSON.stringify([derived.settled?.services ?? [], derived.found]).includes(text);
  const owners = [...derived.network.netns.values()].filter(({ devices, id }) =>
    devices.some(
      ({ kind, addresses }) =>
        (kind !== 'dummy' || !isService) &&
        (kind !== 'loopback' || id === step.netns || !isLoopback(address)) &&
        addresses.some((each) => sameIp(each.address, address)),
    ),
  );
  return owners.flatMap(({ title, sockets }) => [plainName(title), ...sockets.map(({ owner }) => plainName(owner))]);
}

/** Whether a name may be said of an address: an owner's, its Service's, or, of nobody's, the address itself. */
export function isCalled(reading: Reading, name: string, address: IpAddress): boolean {
  const owners = namesOf(reading, address);
  if (owners.includes(name)) return true;
  const text = formatIp(address);
  if (owners.length === 0 && name === text) return true;
  const { derived } = reading.walk.walked;
  const service = serviceNamed(reading, name);
  return (
    (service !== undefined && JSON.stringify(service).includes(`"${text}"`)) ||
    derived.found.some((each) => JSON.stringify(each).includes(text)) ||
    (derived.settled === undefined && owners.length > 0)
  );
}

export const first = (reading: Reading): WalkStep | undefined =>
  reading.steps.find(
    ({ role, second, lookup }) =>
      role === 'request' && second === reading.step.second && lookup === reading.step.lookup,
  );

export const mask = (bits: number): boolean => (bits & 0x4000) !== 0;

export function zoneOf({ walk }: Reading, node: string): string | undefined {
  const found = walk.walked.derived.settled?.nodes.find(({ metadata }) => metadata.name === node);
  return found?.metadata.labels?.['topology.kubernetes.io/zone'];
}
