import { namespacedName, type ClusterObjects, type PodObject, type ServiceObject } from '../../core/kubernetes/types';
import { findWorkload, listPodIPs } from '../../core/kubernetes/pods';
import type { Document, Flow, FlowSource } from '../../core/document/document';
import type { Netns } from '../../core/linux/netns';
import { isOwnAddress, lookupRoute } from '../../core/linux/routing/fib';
import { contains, formatIp, parseCidr, parseIp, sameIp, type IpAddress } from '../../core/net/ip';
import { lineOfWords } from '../../core/questions/evidence/evidence-line';
import { isMadeAlone, listOffered } from '../../core/questions/evidence/offered-flow';
import { refuseOffer } from './no-offer';
import { objectsBeside } from '../../core/questions/evidence/list-evidence';
import { isMachine, NODE_ID } from '../../core/paste/sender';
import type { FoundService } from '../../core/paste/pasted-types';
import { CommandRefusal, type CommandCall, type CommandOption } from './command';
import type { OpenedTexts } from '../../core/public/open-texts';

/** How every verb is told which flow is meant. */
export const FLOW_OPTIONS: readonly CommandOption[] = [
  {
    name: 'from',
    value: 'END',
    about:
      'who sends: an address, with the device it comes in by where that is not clear (10.0.0.7@eth0), a Pod or whoever made it (shop/web), a Node, or outside. Else the packet that the page offers',
  },
  {
    name: 'to',
    value: 'END',
    about:
      'what is asked: 10.96.0.10:53/udp, [fd00::1]:80, a Service by its name and port (kube-system/kube-dns:dns), a Pod, a Node and its nodePort, a DNS name, or an address alone with /icmp',
  },
  { name: 'flow', value: '"FROM -> TO"', many: true, about: 'the same in one word' },
];

/** A flow as it is typed. */
export interface TypedFlow {
  readonly from?: string;
  readonly to?: string;
}

/** The flows that a call asks for; none: what is offered is meant. */
export function typedFlows({ options, word }: CommandCall): readonly TypedFlow[] {
  const [from, to] = [options.get('from'), options.get('to')];
  const whole = options.all('flow').map((text) => {
    const [sender, target, more] = text.split('->').map((part) => part.trim());
    if (!sender || !target || more !== undefined) throw new CommandRefusal(64, word('badFlow', { text }));
    return { from: sender, to: target };
  });
  if (from === undefined && to === undefined) return whole;
  return [{ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }, ...whole];
}

type Protocol = Flow['protocol'];

/** The words of a target: who, at which port, by which protocol. */
interface TargetWords {
  readonly who: string;
  /** A number, or what a Service calls it. */
  readonly port?: string;
  readonly protocol?: Protocol;
}

const PROTOCOLS: ReadonlySet<string> = new Set<Protocol>(['tcp', 'udp', 'sctp', 'icmp']);
const isProtocol = (word: string): word is Protocol => PROTOCOLS.has(word);

/** Takes `[fd00::1]:80/udp`, `10.0.0.1:80`, `shop/web:http` apart. */
export function readTargetWords(text: string): TargetWords {
  const slash = text.lastIndexOf('/');
  const last = text.slice(slash + 1).toLowerCase();
  const named = slash > 0 && isProtocol(last) ? { protocol: last } : {};
  const rest = 'protocol' in named ? text.slice(0, slash) : text;
  const bracket = rest.startsWith('[') ? rest.indexOf(']') : -1;
  if (bracket > 0) {
    const port = rest.slice(bracket + 1).replace(/^:/, '');
    return { who: rest.slice(1, bracket), ...(port === '' ? {} : { port }), ...named };
  }
  const colon = rest.lastIndexOf(':');
  if (colon < 0 || parseIp(rest).ok) return { who: rest, ...named };
  return { who: rest.slice(0, colon), port: rest.slice(colon + 1), ...named };
}

const readAddress = (text: string): IpAddress | undefined => {
  const read = parseIp(text);
  return read.ok ? read.value : undefined;
};

/** Nobody is called so that has an address; where the texts have the name, it is said where. */
function refuseNobody(name: string, opened: OpenedTexts, call: CommandCall): CommandRefusal {
  const bare = name.split('/').at(-1) ?? name;
  const place = lineOfWords([bare], opened.texts);
  const at = place && `${place.file}:${place.line}`;
  return new CommandRefusal(64, at ? call.word('namedOnly', { name, at }) : call.word('nobody', { name }));
}

/** `web` is `default/web`. */
const qualified = (name: string): string => (name.includes('/') ? name : `default/${name}`);

function splitName(name: string): { readonly namespace: string; readonly name: string } {
  const [namespace = '', rest = ''] = qualified(name).split('/');
  return { namespace, name: rest };
}

function portNumber({ port = '', protocol }: TargetWords, call: CommandCall, text: string): number {
  if (protocol === 'icmp') return 0;
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
  if (number < 1 || number > 65_535) throw new CommandRefusal(64, call.word('needsPort', { text }));
  return number;
}

type Aim = Pick<Flow, 'to' | 'protocol' | 'port'>;

/** The port of a Service that is meant by number or name; without one its first. One without ports, or asked by ICMP, has none to choose. */
function aimAtService(service: ServiceObject, words: TargetWords, call: CommandCall): Aim {
  const { namespace = 'default', name } = service.metadata;
  const to = { kind: 'service', namespace, name, via: 'clusterIP' } as const;
  const { protocol: asked, port: wanted } = words;
  if (asked === 'icmp') return { to, protocol: asked, port: 0 };
  const all = service.spec.ports ?? [];
  if (all.length === 0) return { to, protocol: asked ?? 'tcp', port: Number(wanted ?? 0) || 0 };
  const ports = all.filter(({ protocol = 'TCP' }) => asked === undefined || asked === protocol.toLowerCase());
  const found =
    wanted === undefined ? ports[0] : ports.find((each) => each.name === wanted || String(each.port) === wanted);
  if (found) return { to, protocol: PROTOCOL_OF[found.protocol ?? 'TCP'], port: found.port };
  const listed = all.map(({ port, protocol = 'TCP' }) => `${port}/${protocol.toLowerCase()}`).join(', ');
  throw new CommandRefusal(
    64,
    call.word('noServicePort', { name: namespacedName(service), port: wanted ?? '?', ports: listed }),
  );
}

const PROTOCOL_OF = { TCP: 'tcp', UDP: 'udp', SCTP: 'sctp' } as const;

/** The Pod that is called so, or the first that a workload of that name made. */
function findPod({ pods }: ClusterObjects, name: string): PodObject | undefined {
  const named = qualified(name);
  return pods.find((each) => namespacedName(each) === named) ?? pods.find((each) => findWorkload(each) === named);
}

function targetInCluster(text: string, opened: OpenedTexts, call: CommandCall): Aim {
  const { document, derived } = opened;
  const cluster = derived.settled ?? document.cluster;
  const words = readTargetWords(text);
  const named = qualified(words.who);
  const service = cluster.services.find((each) => namespacedName(each) === named);
  const asNumber = (): Pick<Aim, 'protocol' | 'port'> => ({
    protocol: words.protocol ?? 'tcp',
    port: portNumber(words, call, text),
  });
  if (service) return aimAtService(service, words, call);
  if (parseIp(words.who).ok) return { to: { kind: 'address', address: words.who }, ...asNumber() };
  const pod = findPod(cluster, named);
  if (pod) return { to: { kind: 'pod', ...splitName(namespacedName(pod)) }, ...asNumber() };
  const node = cluster.nodes.find(({ metadata }) => metadata.name === words.who);
  const internal = node?.status.addresses?.find(({ type }) => type === 'InternalIP');
  if (internal) return { to: { kind: 'address', address: internal.address }, ...asNumber() };
  if (words.who.includes('/')) throw refuseNobody(words.who, opened, call);
  return { to: { kind: 'name', name: words.who }, ...asNumber() };
}

function sourceInCluster(text: string, opened: OpenedTexts, call: CommandCall): FlowSource {
  const { document, derived } = opened;
  const cluster = derived.settled ?? document.cluster;
  const address = readAddress(text);
  if (/^outside$/i.test(text)) return { kind: 'external' };
  const isIt = (own: string): boolean => {
    const read = readAddress(own);
    return address !== undefined && read !== undefined && sameIp(read, address);
  };
  const pod = address
    ? cluster.pods.find((each) => !each.spec.hostNetwork && listPodIPs(each).some(isIt))
    : findPod(cluster, text);
  if (pod) return { kind: 'pod', ...splitName(namespacedName(pod)) };
  const node = cluster.nodes.find(({ metadata, status }) =>
    address ? (status.addresses ?? []).some((each) => isIt(each.address)) : metadata.name === text,
  );
  if (node) return { kind: 'node', name: node.metadata.name };
  if (address) return { kind: 'external', address: text };
  throw refuseNobody(text, opened, call);
}

/** The machines whose texts were given. */
function listMachineNetns({ derived: { network } }: OpenedTexts): readonly Netns[] {
  return [...network.netns.values()].filter(({ id, kind }) => kind === 'node' && isMachine(id));
}

/** What a machine is called where several are told apart. */
const machineName = ({ id, title }: Netns): string => (id === NODE_ID ? title : id.slice(NODE_ID.length + 1));

/** The service that rules or kubectl call so: `kube-system/kube-dns:dns`, or by the number of its port. */
function findService(found: readonly FoundService[], { who, port, protocol }: TargetWords): FoundService | undefined {
  const named = qualified(who);
  const own = found.filter(
    (each) => each.name.split(':')[0] === named && (protocol === undefined || each.protocol === protocol),
  );
  if (port === undefined) return own[0];
  return own.find((each) => String(each.port) === port || each.name === `${named}:${port}`);
}

/** Somebody who is called so, by address; a Service is asked at its ports. */
interface NamedEnd {
  readonly address: string;
  readonly service?: ServiceObject;
}

/** Searches objects beside the rules for a name: a Service, a Pod or whoever made it, or a Node; undefined: nobody with an address. */
function findAmongObjects(opened: OpenedTexts, name: string): NamedEnd | undefined {
  const objects = objectsBeside(opened);
  if (!objects) return undefined;
  const service = objects.services.find((each) => namespacedName(each) === qualified(name));
  if (service?.spec.clusterIP !== undefined) return { address: service.spec.clusterIP, service };
  const pod = findPod(objects, name);
  const node = objects.nodes.find(({ metadata }) => metadata.name === name);
  const internal = node?.status.addresses?.find(({ type }) => type === 'InternalIP');
  const address = (pod && listPodIPs(pod)[0]) ?? internal?.address;
  return address === undefined ? undefined : { address };
}

/** Searches the texts for a name: a machine, or what objects beside its rules tell. */
function findNamed(opened: OpenedTexts, name: string): NamedEnd | undefined {
  const { network } = opened.derived;
  const own = [...network.netns.values()].find(({ title }) => title === name || title === qualified(name));
  const device = own?.devices.find(({ kind, addresses }) => kind !== 'loopback' && addresses.length > 0);
  const [first] = device?.addresses ?? [];
  return first ? { address: formatIp(first.address) } : findAmongObjects(opened, name);
}

function targetInNode(text: string, opened: OpenedTexts, call: CommandCall): Aim {
  const words = readTargetWords(text);
  const service = findService(opened.derived.found, words);
  if (service && service.address !== '' && service.port > 0) {
    return { to: { kind: 'address', address: service.address }, protocol: service.protocol, port: service.port };
  }
  const named: NamedEnd | undefined = parseIp(words.who).ok ? { address: words.who } : findNamed(opened, words.who);
  if (!named) throw refuseNobody(words.who, opened, call);
  const { address, service: object } = named;
  if (object) return { ...aimAtService(object, words, call), to: { kind: 'address', address } };
  return {
    to: { kind: 'address', address },
    protocol: words.protocol ?? 'tcp',
    port: portNumber(words, call, text),
  };
}

/** The device by which packets of an address come in: the one that the way back to it leads out of (`ip route get`). */
function deviceTowards(machine: Netns, address: IpAddress): string | undefined {
  const route = lookupRoute(machine, { dst: address });
  return route?.dev ?? route?.nexthops?.[0]?.dev;
}

/**
 * The device of this machine's own Pods, for an address of the Pod network where nothing tells which part of that is
 * here: whoever names a Pod in a dump of rules alone means one that asks this machine.
 */
function podDeviceFor(address: IpAddress, { derived, examined }: OpenedTexts): string | undefined {
  const isOfPods = (derived.podNetworks ?? []).some((text) => {
    const network = parseCidr(text);
    return network.ok && network.value.address.family === address.family && contains(network.value, address);
  });
  const offer = examined?.suggested.find((each) => each.device !== undefined && each.enters === undefined);
  const isGuessed = derived.assumptions.some(
    ({ about, value }) => (about === 'interface' || about === 'address') && value.split(' ')[0] === offer?.device,
  );
  return isOfPods && isGuessed ? offer?.device : undefined;
}

type InterfaceSource = Extract<FlowSource, { kind: 'interface' }>;

function sourceInNode(text: string, opened: OpenedTexts, call: CommandCall): InterfaceSource {
  const machines = listMachineNetns(opened);
  const several = machines.length > 1;
  const [who = '', device] = text.split('@');
  const own = machines.find((machine) => machineName(machine) === who || machine.title === who);
  if (own && device === undefined) return { kind: 'interface', address: '', ...ofMachine(own, several) };
  const isOutside = /^outside$/i.test(who);
  const address = readAddress(isOutside ? OUTSIDE : who) ?? readAddress(findNamed(opened, who)?.address ?? '');
  if (!address) throw refuseNobody(who, opened, call);
  const written = formatIp(address);
  const maker = machines.find((machine) => isOwnAddress(machine, address));
  if (maker && device === undefined) return { kind: 'interface', address: written, ...ofMachine(maker, several) };
  const named = device ?? podDeviceFor(address, opened);
  const ways = machines.map((machine) => ({ machine, by: named ?? deviceTowards(machine, address) }));
  const way = ways.find(({ machine, by }) => machine.devices.some(({ name }) => name === by));
  if (!way?.by) {
    const devices = machines.flatMap((machine) =>
      machine.devices.flatMap(({ name, kind }) => (kind === 'loopback' ? [] : [name])),
    );
    if (devices.length === 0) throw new CommandRefusal(2, call.word('untoldDevices', { address: written }));
    throw new CommandRefusal(
      64,
      call.word('noDevice', { address: written, devices: [...new Set(devices)].join(', ') }),
    );
  }
  return { kind: 'interface', device: way.by, address: written, ...ofMachine(way.machine, several) };
}

/** Nobody's (RFC 5737), so that a client has one. */
const OUTSIDE = '192.0.2.10';

const ofMachine = (machine: Netns, several: boolean): { readonly node?: string } =>
  several ? { node: machineName(machine) } : {};

/** The flow that is meant by what was typed: what is left out is taken from the one that is offered. */
export function readFlow(typed: TypedFlow, opened: OpenedTexts, call: CommandCall): Omit<Flow, 'id'> {
  const [offered] = offeredFlow(opened);
  const isNode = opened.document.subject === 'pasted';
  const aim = typed.to === undefined ? offered : (isNode ? targetInNode : targetInCluster)(typed.to, opened, call);
  const from =
    typed.from === undefined ? offered?.from : (isNode ? sourceInNode : sourceInCluster)(typed.from, opened, call);
  if (!aim || !from) throw new CommandRefusal(64, call.word('giveFlow', {}));
  return { from, to: aim.to, protocol: aim.protocol, port: aim.port };
}

/** The packet that the page would send first. */
const offeredFlow = (opened: OpenedTexts): readonly Omit<Flow, 'id'>[] => listOffered(toOffering(opened));

/** Adds the packets that texts suggest to what was opened of them. */
export const toOffering = (opened: OpenedTexts) => ({ ...opened, suggested: opened.examined?.suggested ?? [] });

/** The flows of a call, as the document they are sent in has them. */
export function flowsOfCall(
  opened: OpenedTexts,
  call: CommandCall,
): { readonly document: Document; readonly flows: readonly Flow[] } {
  const typed = typedFlows(call);
  const meant = typed.length > 0 ? typed.map((each) => readFlow(each, opened, call)) : offeredFlow(opened).slice(0, 1);
  if (meant.length === 0 || (typed.length === 0 && isMadeAlone(toOffering(opened)))) throw refuseOffer(opened, call);
  const flows = meant.map((flow, at): Flow => ({ ...flow, id: `asked-${at + 1}` }));
  return { document: { ...opened.document, flows }, flows };
}
