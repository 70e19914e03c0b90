import {
  type Cidr,
  contains,
  makeCidr,
  parseCidr,
  addToIp,
  getBits,
  formatIp,
  type IpAddress,
  parseIp,
  sameIp,
  type IpFamily,
} from '../net/ip';
import { parseEndpoint } from '../net/packet';
import { phrase, type Phrase } from '../lib/phrase';
import { tellsOfCluster } from '../formats/kubectl-table/objects';
import { sumShares } from './account';
import { ruleOddsText, type KubeServicePort } from './kube-services';
import { rulesIn } from './layers';
import { endpointsIn, type ListedEndpoints } from './machine/services';
import type { FamilyView, PastedNodePlan } from './node/plan';
import { sendersBehind } from './node/behind';
import { speaksWith } from './node/uplink';
import { freePodAddress, ownPods } from './node/pod-network';
import type { FoundService, TextSummary, PastedNode, TextMachine } from './pasted-types';
import { isNftExcerpt, nftFlows } from './nft-flows';
import { mapFlows } from './nft-maps';
import { ruleFlows } from './rule-flows';
import { flowsOfPackets } from './seen-flows';
import { askedOffers } from './asked-offers';
import { connectedFirst, findConnectedClient } from './connected-clients';
import { capped, listRemarks } from './said';
import type { MachineTexts } from './understand';
import type { Machine } from './machine/types';
import { machineShortName } from './machine/sections';
import type { ReadPart } from './read-parts';

type Protocol = SuggestedFlow['protocol'];

/** What an element asks of a packet; a set does not say of which end. */
interface ElementTuple {
  readonly address: IpAddress;
  readonly protocol: Protocol;
  readonly port: number;
}

/** Where an element asks no port. */
const SET_FLOWS_SOME_PORT = 80;
const PROTOCOLS = ['tcp', 'udp', 'sctp', 'icmp'] as const;
/** So many elements of a set are looked at for one that names an address. */
const MOST_ELEMENTS = 64;

/** A packet to what the first element of each set names, for texts that hold no rules: nothing tells who asks a set. */
function setFlows(
  { sets, partial, nft }: Machine,
  family: IpFamily,
  sender: Pick<SuggestedFlow, 'from' | 'device'> | undefined,
): SuggestedFlow[] {
  if (!sender) return [];
  const ipsets = [...sets.values(), ...partial.map(({ value }) => value.set)].map(({ name, members }) => ({
    name,
    elements: members.slice(0, MOST_ELEMENTS).flatMap(({ element, nomatch }) => (nomatch ? [] : [element.split(',')])),
  }));
  const ofNft = [...(nft?.tables.values() ?? [])].flatMap((table) =>
    [...table.sets.values()].map(({ name = '', elements }) => ({
      name,
      elements: Array.from({ length: Math.min(elements.length, MOST_ELEMENTS) }, (_, at) =>
        (elements.text(at).split(' : ')[0] ?? '').split(' . '),
      ),
    })),
  );
  return [...ipsets, ...ofNft].flatMap(({ name, elements }): SuggestedFlow[] => {
    const asked = elements.map(askedBy).find((each) => each?.address.family === family);
    if (!asked || formatIp(asked.address) === sender.from) return [];
    const { address, protocol, port } = asked;
    const reason = phrase('analysis.offer.element', { name });
    return [{ title: name, ...sender, to: formatIp(address), protocol, port, reason }];
  });
}

/** `10.96.0.1`, `tcp:443`; `192.0.2.0/24`; `10.0.0.1-10.0.0.9`, `udp`, `53`. Undefined: no address. */
function askedBy(parts: readonly string[]): ElementTuple | undefined {
  let [address, protocol, port]: [IpAddress?, Protocol?, number?] = [];
  for (const part of parts.map((each) => each.trim())) {
    const [word = '', number = word] = part.split(/:(?=\d+(?:-\d+)?$)/);
    const found = PROTOCOLS.find((each) => each === word);
    protocol ??= found;
    if (/^\d+(?:-\d+)?$/.test(number)) port ??= Number.parseInt(number, 10);
    else if (!found) address ??= readFirst(part);
  }
  return (
    address && { address, protocol: protocol ?? 'tcp', port: protocol === 'icmp' ? 0 : (port ?? SET_FLOWS_SOME_PORT) }
  );
}

/** Somebody a part of an element names: of a network the second address, which is nobody's gateway mostly. */
function readFirst(part: string): IpAddress | undefined {
  const [first = ''] = part.split('-');
  const address = parseIp(first);
  if (address.ok) return address.value;
  const cidr = parseCidr(first);
  if (!cidr.ok) return undefined;
  return getBits(cidr.value.address.family) - cidr.value.prefix > 1
    ? addToIp(cidr.value.address, 2)
    : cidr.value.address;
}

/** A flow worth sending first: from a Pod (or the node) to something the rules know. */
export interface SuggestedFlow {
  readonly title: string;
  readonly device?: string;
  readonly from: string;
  readonly to: string;
  readonly protocol: 'tcp' | 'udp' | 'sctp' | 'icmp';
  readonly port: number;
  /** The port it is sent from, where the texts show it. */
  readonly sourcePort?: number;
  /** A chain that nothing in the texts leads to, as `nat KUBE-SEP-…`: the packet is put into it. */
  readonly enters?: string;
  /** Of several machines: the one it begins at. */
  readonly node?: string;
  /** What it is offered for. */
  readonly reason: Phrase;
  /** The rule of the texts that it is made for, where it is for one. */
  readonly meant?: { readonly table: string; readonly chain: string; readonly index: number };
  /** A line of the texts shows this very packet. */
  readonly isShown?: true;
}

/** A Service port as it is listed; `listed`: the endpoints kubectl shows, by Service. */
export function foundService(port: KubeServicePort, listed: ReadonlyMap<string, ListedEndpoints>): FoundService {
  const shown = listed.get(port.name.split(':')[0] ?? port.name);
  return {
    name: port.name,
    address: port.clusterIP ?? '',
    port: port.port ?? 0,
    ...(port.portAssumed ? { portAssumed: true } : {}),
    protocol: port.protocol,
    ...(port.nodePort === undefined ? {} : { nodePort: port.nodePort }),
    endpoints: port.endpoints.map(({ place, chain }) => place ?? chain),
    odds: port.endpoints.map(ruleOddsText),
    ...(port.external.length > 0 ? { external: port.external } : {}),
    ...(port.chain === undefined ? {} : { chain: port.chain }),
    ...(port.refused === undefined ? {} : { refused: port.refused }),
    ...(shown && !shown.partial ? { listed: [...shown.places] } : {}),
    ...unreadyOf(port, shown),
  };
}

/** Endpoints kube-proxy may use though they are not ready: those told, or, where none that terminates is told, those of the rules. */
function unreadyOf({ endpoints }: KubeServicePort, shown: ListedEndpoints | undefined): Pick<FoundService, 'unready'> {
  const places = shown?.hidesTerminating ? endpoints.flatMap(({ place }) => place ?? []) : [...(shown?.unready ?? [])];
  return places.length > 0 ? { unready: places } : {};
}

/** More than this many are not worth reading. */
const MOST_SUGGESTED = 200;

/** Sender of a flow: a free Pod of the node, else the node itself. */
interface Sender {
  readonly from: string;
  readonly device?: string;
}

/** Flows from a Pod, or the node itself, to what the rules know; of several machines each says which one. */
export function listSuggestions(
  plan: PastedNodePlan,
  understood: Pick<MachineTexts, 'rulesets' | 'texts'>,
  name?: string,
): SuggestedFlow[] {
  return suggestionsAt(plan, understood).map((flow) => (name === undefined ? flow : { ...flow, node: name }));
}

function suggestionsAt(
  plan: PastedNodePlan,
  { rulesets, texts }: Pick<MachineTexts, 'rulesets' | 'texts'>,
): SuggestedFlow[] {
  const words = [...new Set(texts.map(({ pasted }) => pasted.text))];
  return plan.views.flatMap((view) => {
    const ruleset = rulesets[view.family];
    const asker = senderIn(plan, view);
    const isWhole = ruleset?.tables.get('nat')?.whole === true;
    const asked = askedOffers(plan, view, { texts: words, sender: asker, isWhole });
    const seen = [...flowsOfPackets(plan, view, asker), ...asked];
    const known = knownIn(plan, view);
    // Whole tables with Services need no more; an excerpt may show chains that no packet to a Service passes.
    const tables = [...(ruleset?.tables.values() ?? [])].filter(({ whole }) => !whole || known.length === 0);
    const ofNft = [...(plan.machine.nft?.tables.values() ?? [])].filter(
      (table) => known.length === 0 || isNftExcerpt(table),
    );
    const byRules = [...ruleFlows(plan, tables, view.family), ...nftFlows(plan, ofNft, view.family)];
    const ofMaps = ofNft.flatMap((table) => mapFlows(plan, table, view.family));
    if (ofMaps.length > 0) return [...seen, ...ofMaps, ...known, ...byRules];
    if (known.length > 0) return [...seen, ...known, ...byRules];
    if (seen.length + byRules.length > 0) return [...seen, ...byRules];
    const sender = senderIn(plan, view);
    const toOthers = toPods(plan, view, sender);
    return toOthers.length > 0 ? toOthers : setFlows(plan.machine, view.family, sender);
  });
}

function senderIn(plan: PastedNodePlan, view: FamilyView): Sender | undefined {
  const [told] = sendersBehind(plan, view.family);
  if (told) return { from: formatIp(told.address), device: told.device };
  const device = plan.podDevice?.name;
  const pod = device === undefined ? undefined : (findConnectedClient(plan, view) ?? freePodAddress(plan, view));
  const from = pod ?? speaksWith(plan, view.family);
  return from && { from: formatIp(from), ...(pod ? { device } : {}) };
}

/** To Services, else to their node ports, else from one endpoint that is told to another. */
function knownIn(plan: PastedNodePlan, view: FamilyView): SuggestedFlow[] {
  const sender = plan.machine.ipvs && !plan.proxy ? chooseClient(plan, view) : senderIn(plan, view);
  if (!sender) return [];
  const services = toServices(connectedFirst(bestFirst(view.services), plan.machine), sender);
  if (services.length > 0) return services;
  const own = plan.devices.get(plan.uplink)?.addresses.find(({ address }) => address.family === view.family);
  return own ? toNodePorts(plan, view, own.address) : [];
}

function toServices(services: readonly KubeServicePort[], sender: Sender): SuggestedFlow[] {
  return services
    .filter(({ clusterIP, port }) => clusterIP !== undefined && port !== undefined)
    .slice(0, MOST_SUGGESTED)
    .map(({ name, clusterIP = '', port = 0, protocol, endpoints, refused }): SuggestedFlow => ({
      title: name,
      ...sender,
      to: clusterIP,
      protocol,
      port,
      reason: phrase('analysis.offer.service', {
        name,
        count: endpoints.length,
        known: endpoints.length > 0 ? 'some' : refused === 'DROP' ? 'elsewhere' : refused ? 'none' : 'untold',
      }),
    }));
}

/** Documentation addresses: nobody's, so that a client has one (RFC 5737, RFC 3849). */
const CLIENT = { ipv4: '192.0.2.10', ipv6: '2001:db8::10' } as const;

/** Nobody's, too, for a machine that has addresses of the first (RFC 5737, RFC 3849). */
const OTHER_CLIENT = { ipv4: '203.0.113.10', ipv6: '2001:db8:2::10' } as const;

/** The sender offered for a director: a client outside. */
function chooseClient({ devices, uplink }: PastedNodePlan, { family }: FamilyView): Sender {
  const own = devices.get(uplink)?.addresses ?? [];
  const client = parseIp(CLIENT[family]);
  const isOwn = own.some(({ address, prefix }) => client.ok && contains(makeCidr(address, prefix), client.value));
  return { from: isOwn ? OTHER_CLIENT[family] : CLIENT[family], device: uplink };
}

/** Where only node ports are told: a client outside asks the node. */
function toNodePorts(plan: PastedNodePlan, { services, family }: FamilyView, own: IpAddress): SuggestedFlow[] {
  return bestFirst(services)
    .filter(({ nodePort }) => nodePort !== undefined)
    .slice(0, MOST_SUGGESTED)
    .map(({ name, nodePort = 0, protocol }): SuggestedFlow => ({
      title: name,
      device: plan.uplink,
      from: CLIENT[family],
      to: formatIp(own),
      protocol,
      port: nodePort,
      reason: phrase('analysis.offer.node-port', { name, port: nodePort }),
    }));
}

/** A port rules of nobody name: what listens on it is assumed and said. */
const SOME_PORT = 80;

/** Where no Service is told but Pods are: one Pod asks another. */
function toPods(plan: PastedNodePlan, view: FamilyView, sender: Sender | undefined): SuggestedFlow[] {
  if (!sender) return [];
  const network = plan.podNetworks.find(({ address }) => address.family === view.family);
  // What is known is asked by what is known, too; the device is this node's.
  const here = new Set(ownPods(plan, view.family).map(({ address }) => formatIp(address)));
  const askers = view.endpoints.filter((address) => here.has(formatIp(address)));
  const own = askers.find((address) => !listedAt(plan.machine, address)) ?? askers[0];
  const isOther = (address: IpAddress): boolean => formatIp(address) !== sender.from && address !== own;
  const known =
    view.endpoints.find((address) => isOther(address) && !here.has(formatIp(address))) ?? view.endpoints.find(isOther);
  const to = known ?? (network && otherIn(network, sender.from));
  if (!to) return [];
  const { device } = sender;
  const asker = own ?? view.endpoints.find((address) => address !== to && plan.otherNodes.size === 0);
  const from = known && asker ? { from: formatIp(asker), ...(device === undefined ? {} : { device }) } : sender;
  const listed = known && listedAt(plan.machine, known);
  const ends = { ...from, to: formatIp(to), protocol: 'tcp', port: listed?.port ?? SOME_PORT } as const;
  const reason = listed
    ? phrase('analysis.offer.listed', { service: listed.service })
    : phrase('analysis.offer.pods', { known: known ? 'yes' : 'no' });
  return [{ title: `${from.from} → ${ends.to}`, ...ends, reason }];
}

/** The Service that kubectl lists an address as an endpoint of, and its port there. */
function listedAt(
  machine: Machine,
  address: IpAddress,
): { readonly service: string; readonly port: number } | undefined {
  for (const { service, places } of endpointsIn(machine).values()) {
    const place = [...places].map(parseEndpoint).find((each) => each && sameIp(each.address, address));
    if (place) return { service, port: place.port };
  }
  return undefined;
}

/** Another address of a network, in its upper half. */
function otherIn({ address, prefix }: Cidr, not: string): IpAddress | undefined {
  const free = getBits(address.family) - prefix;
  if (free < 3) return undefined;
  const other = addToIp(address, 2 ** Math.min(30, free - 1) + 2);
  return formatIp(other) === not ? undefined : other;
}

/** Services with endpoints first, and among them those people made themselves. */
function interest({ name, endpoints, refused }: KubeServicePort): number {
  const led = endpoints.some(({ place }) => place !== undefined) ? 4 : refused ? 1 : 0;
  return led + (/^(?:kube-|default\/kubernetes)/.test(name) ? 0 : 2);
}

/** The Services somebody most likely wants to send a packet to come first; equals keep their order. */
export function bestFirst(services: readonly KubeServicePort[]): readonly KubeServicePort[] {
  return services.toSorted((a, b) => interest(b) - interest(a));
}

/** Runs of other lines that are listed. */
const MOST_OTHERS = 2000;

/** One summary a text: parts, other lines, what is to be said. */
function makeSummary(text: ReadPart, understood: MachineTexts): TextSummary {
  const { unused } = understood;
  const { pasted, lines, layers, pieces, others, account, diagnostics } = text;
  const parts = layers.map((layer) => ({
    format: layer.format,
    family: layer.family,
    table: layer.table,
    chains: layer.chains.size,
    rules: rulesIn(layer.chains),
    whole: layer.whole,
    unused: unused.has(layer),
  }));
  return {
    id: pasted.id,
    title: pasted.title,
    lines,
    parts,
    ...(pieces.length > 0 ? { pieces } : {}),
    others: others.slice(0, MOST_OTHERS),
    account: sumShares(account),
    diagnostics: capped(listRemarks(text, diagnostics, understood)),
    ...(tellsOfCluster(text.machine.tables.map(({ value }) => value)) ? { listsCluster: true } : {}),
  };
}

interface Understanding {
  readonly name: string;
  readonly understood: MachineTexts;
}

/** A text or a part of one, and the machines it is of. */
interface Part {
  readonly read: ReadPart;
  readonly of: readonly Understanding[];
  readonly summary: TextSummary;
}

/** In the order they were pasted; texts of the cluster are of no machine. */
export function summarisedTexts({ texts }: PastedNode, nodes: readonly Understanding[]): TextSummary[] {
  const parts = new Map<string, Map<ReadPart, Understanding[]>>(texts.map(({ id }) => [id, new Map()]));
  for (const node of nodes) {
    for (const read of node.understood.texts) {
      const of = parts.get(read.pasted.id);
      of?.set(read, [...(of.get(read) ?? []), node]);
    }
  }
  return [...parts.values()].flatMap((of) =>
    of.size === 0 ? [] : [together([...of].map(makePart), nodes.length > 1)],
  );
}

function makePart([read, of]: readonly [ReadPart, Understanding[]]): Part {
  const [first] = of;
  if (!first) throw new RangeError('a text of no machine');
  return { read, of, summary: makeSummary(read, first.understood) };
}

/** What is said of a text: of one with parts what is said of all of them, each with its machine. */
function together(parts: readonly Part[], isOfSeveral: boolean): TextSummary {
  const [first] = parts;
  if (!first) throw new RangeError('a text without a part');
  const machines = parts.flatMap(collectMachine).toSorted((a, b) => a.sign.line - b.sign.line);
  const told = machines.length > 0 ? { machines } : {};
  if (parts.length === 1) return { ...withNode(first.summary, isOfSeveral ? findNode(first) : undefined), ...told };
  const all = parts.map((part) => ({ ...part.summary, node: isOfSeveral ? findNode(part) : undefined }));
  const pieces = all.flatMap(({ pieces: own = [], node }) => own.map((piece) => withNode(piece, node)));
  return {
    ...first.summary,
    parts: all.flatMap(({ parts: own, node }) => own.map((part) => withNode(part, node))),
    ...(pieces.length > 0 ? { pieces } : {}),
    others: all.flatMap(({ others }) => others).toSorted((a, b) => a.from - b.from),
    account: sumShares(parts.flatMap(({ read }) => read.account)),
    diagnostics: all.flatMap(({ diagnostics }) => diagnostics),
    ...told,
  };
}

function withNode<T extends object>(value: T, node: string | undefined): T & { readonly node?: string } {
  return node === undefined ? value : { ...value, node };
}

/** Of the cluster: of none. */
function findNode({ of }: Part): string | undefined {
  return of.length === 1 ? of[0]?.name : undefined;
}

/** Prompts of machines that nothing else is told of, as a laptop's, name none of the bench. */
function collectMachine({ read: { toldBy, pasted }, of }: Part): TextMachine[] {
  const name = of[0]?.name;
  if (!toldBy || name === undefined || name !== (pasted.node ?? machineShortName(toldBy.told))) return [];
  return [{ ...toldBy, name }];
}
