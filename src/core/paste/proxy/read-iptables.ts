import {
  contains,
  parseCidr,
  type Cidr,
  addToIp,
  formatIp,
  parseIp,
  type IpAddress,
  type IpFamily,
} from '../../net/ip';
import type { ReadProxy, ReadDetector, ReadPort, ReleaseClue, Witness } from './types';
import { PortEvidence, type ReadRule, type XtReader, readIptablesPorts, PortDraft } from './iptables-ports';
import { iptablesClues } from './iptables-clues';
import { clue } from './sights';
import { readKubeComment } from '../kube-services';

interface Reading {
  readonly from: XtReader;
  readonly drafts: Map<string, PortDraft>;
}

/**
 * kube-proxy's userspace mode as one family's rules show it (pkg/proxy/userspace/proxier.go openPortal):
 * its rules lead to the process, and only the process knows the endpoints. Undefined: there are none of
 * its rules.
 */
export function readUserspace(from: XtReader): ReadProxy | undefined {
  const reading: Reading = { from, drafts: new Map() };
  for (const rule of eachRule(from, /^KUBE-PORTALS-/)) portal(reading, rule);
  for (const rule of eachRule(from, /^KUBE-NODEPORT-(?:CONTAINER|HOST)$/)) nodePort(reading, rule);
  const evidence = new PortEvidence();
  const hosts = listHosts(from, evidence);
  const bind = findBind(from, evidence);
  const ports = [...reading.drafts.values()].map((draft) => draft.done());
  if (ports.length === 0 && !from.chains('nat').has('KUBE-PORTALS-HOST')) return undefined;
  return {
    family: from.family,
    ports,
    nodeInside: [],
    nodeAddresses: hosts,
    ...(bind === undefined ? {} : { bindAddress: bind }),
    evidence: evidence.places,
    clues: listClues(from, ports),
  };
}

function* eachRule(from: XtReader, names: RegExp): Generator<ReadRule> {
  for (const name of from.chains('nat').keys()) if (names.test(name)) yield* from.rules('nat', name);
}

/** One draft a name and protocol; rules without a name tell of nothing that could be asked for again. */
function findDraft({ from, drafts }: Reading, rule: ReadRule): PortDraft | undefined {
  const comment = rule.comment === undefined ? undefined : readKubeComment(rule.comment);
  if (!comment || !rule.protocol) return undefined;
  const key = `${comment.namespace}/${comment.name}:${comment.port ?? ''} ${rule.protocol}`;
  let draft = drafts.get(key);
  if (!draft) drafts.set(key, (draft = new PortDraft(from.family, { service: comment.name, proto: rule.protocol })));
  draft.name(comment.namespace, comment.name, comment.port ?? '', rule.witness);
  // Whether anybody answers is not in the rules: they are there all the same.
  draft.values.hasEndpoints = true;
  return draft;
}

const EXTERNAL = /--physdev-is-in|--dst-type LOCAL/;

/** The clusterIP comes first, external IPs have matches of their own, the others are a load balancer's. */
function portal(reading: Reading, rule: ReadRule): void {
  const { dst, dport, witness } = rule;
  const draft = dst === undefined || dport === undefined ? undefined : findDraft(reading, rule);
  if (!draft || dst === undefined || dport === undefined) return;
  draft.tell('port', dport, witness);
  if (EXTERNAL.test(rule.text())) draft.add('externalIPs', dst, witness);
  else if (draft.values.clusterIP === undefined || draft.values.clusterIP === dst)
    draft.tell('clusterIP', dst, witness);
  else draft.add('loadBalancerIPs', dst, witness);
}

function nodePort(reading: Reading, rule: ReadRule): void {
  if (rule.dst !== undefined || rule.dport === undefined) return;
  findDraft(reading, rule)?.tell('nodePort', rule.dport, rule.witness);
}

/** The node's own packets are sent to its own address. */
function listHosts(from: XtReader, evidence: PortEvidence): string[] {
  const found = new Set<string>();
  for (const rule of eachRule(from, /^KUBE-(?:PORTALS|NODEPORT)-HOST$/)) {
    const host = findHost(rule.dnat);
    if (host === undefined || found.has(host)) continue;
    found.add(host);
    evidence.note('nodeAddresses', rule.witness);
  }
  return [...found];
}

/** `--bind-address`: where it listens on one address, REDIRECT would lead to another. */
function findBind(from: XtReader, evidence: PortEvidence): string | undefined {
  for (const rule of eachRule(from, /^KUBE-(?:PORTALS|NODEPORT)-CONTAINER$/)) {
    const host = findHost(rule.dnat);
    if (host === undefined) return undefined;
    evidence.note('bindAddress', rule.witness);
    return host;
  }
  return undefined;
}

function findHost(place: string | undefined): string | undefined {
  return place?.replace(/:\d+$/, '').replaceAll(/[[\]]/g, '');
}

/** Up to 1.19 the name of an unnamed port ends in a colon. */
function listClues(from: XtReader, ports: readonly ReadPort[]): ReleaseClue[] {
  if (ports.every(({ portName }) => portName !== '')) return [];
  for (const rule of eachRule(from, /^KUBE-(?:PORTALS|NODEPORT)-/)) {
    const comment = rule.comment === undefined ? undefined : readKubeComment(rule.comment);
    if (!comment || comment.port !== undefined) continue;
    return [clue(`"${rule.comment ?? ''}"`, comment.trailingColon ? { to: 19 } : { from: 20 }, rule.witness)];
  }
  return [];
}

/** An address for the node, and whether it was made up. */
export interface NodeAddress {
  readonly address: string;
  readonly madeUp: boolean;
}

/** Documentation ranges (RFC 5737, RFC 3849). */
const MADE_UP: Readonly<Record<IpFamily, readonly string[]>> = {
  ipv4: ['192.0.2.10', '198.51.100.10', '203.0.113.10', '240.0.0.10'],
  ipv6: ['2001:db8::10', '2001:db8:1::10'],
};
const TRIES = 64;

/**
 * The node's own address of a family: given, told by the rules, or made up so that it lies in those
 * source ranges KUBE-FW opens for the node itself, and in no other.
 */
export function makeNodeAddress(proxy: ReadProxy, given: readonly string[]): NodeAddress {
  const own = [...given, ...proxy.nodeAddresses].find((text) => isOwnAddress(text, proxy.family));
  if (own !== undefined) return { address: own, madeUp: false };
  const rules = proxy.nodeInside.map(({ ranges, inside }) => ({ ranges: listCidrs(ranges), inside }));
  const fits = (address: IpAddress): boolean =>
    rules.every(({ ranges, inside }) => ranges.some((range) => contains(range, address)) === inside);
  const found = [...candidates(proxy.family, rules)].find(fits);
  return { address: found ? formatIp(found) : (MADE_UP[proxy.family][0] ?? ''), madeUp: true };
}

/** Whether a text is an address of the family that a node can be reached at from elsewhere. */
function isOwnAddress(text: string, family: IpFamily): boolean {
  const parsed = parseIp(text);
  return parsed.ok && parsed.value.family === family && !/^127\.|^::1$|^fe80:/.test(text);
}

function listCidrs(texts: readonly string[]): Cidr[] {
  return texts.flatMap((text) => {
    const parsed = parseCidr(text);
    return parsed.ok ? [parsed.value] : [];
  });
}

function* candidates(
  family: IpFamily,
  rules: readonly { readonly ranges: readonly Cidr[]; readonly inside: boolean }[],
): Generator<IpAddress> {
  for (const text of MADE_UP[family]) {
    const parsed = parseIp(text);
    if (parsed.ok) yield parsed.value;
  }
  for (const { ranges, inside } of rules) {
    if (!inside) continue;
    for (const { address } of ranges) for (let i = 0; i < TRIES; i++) yield addToIp(address, i);
  }
}

/** How many rules are read in full for something they all say alike. */
const ENOUGH = 4;

type ReadFields<T> = { value: T; witness: Witness } | undefined;

/** kube-proxy's iptables mode, of any release, as one family's rules show it. */
export function readIptables(from: XtReader): ReadProxy {
  const { ports, missing } = readIptablesPorts(from);
  const evidence = new PortEvidence();
  const keep = <T>(field: string, told: ReadFields<T>): T | undefined => {
    if (told) evidence.note(field, told.witness);
    return told?.value;
  };
  const masquerading = masqueradingOf(from, ports);
  const tail = tailOf(from, evidence);
  const split = ports.map((port) => withoutOwnAddresses(port));
  const bit = keep('masqueradeBit', findBit(from));
  const detector = keep('detectLocal', masquerading.detector);
  const all = keep('masqueradeAll', masquerading.all);
  const liberal = keep('tcpBeLiberal', liberalOf(from));
  return {
    family: from.family,
    ports: split.map(({ port }) => port),
    nodeInside: split.flatMap(({ ranges, inside }) => (ranges.length > 0 ? [{ ranges, inside }] : [])),
    nodeAddresses: tail.hosts ?? [],
    ...(bit === undefined ? {} : { masqueradeBit: bit }),
    ...(all === undefined ? {} : { masqueradeAll: all }),
    ...(detector === undefined ? {} : { detector }),
    ...(tail.hosts === undefined ? {} : { nodePortHosts: tail.hosts }),
    ...(tail.localhost === undefined ? {} : { localhostNodePorts: tail.localhost }),
    ...(liberal === undefined ? {} : { tcpBeLiberal: liberal }),
    evidence: evidence.places,
    clues: [...iptablesClues(from, ports), ...ownAddressClues(split, tail.hosts ?? [])],
    ...(missing.length === 0 ? {} : { missingEndpoints: missing }),
  };
}

/** `-j MARK --set-xmark 0x4000/0x4000`: bit 14. */
function findBit(from: XtReader): ReadFields<number> {
  for (const rule of from.rules('nat', 'KUBE-MARK-MASQ')) {
    const mark = /--set-xmark (0x[0-9a-f]+)\//.exec(rule.text())?.[1];
    const bit = mark === undefined ? Number.NaN : Math.log2(Number(mark));
    if (Number.isInteger(bit)) return { value: bit, witness: rule.witness };
  }
  return undefined;
}

/** Without the rule that drops INVALID packets kube-proxy found nf_conntrack_tcp_be_liberal on (1.29 and later). */
function liberalOf(from: XtReader): ReadFields<boolean> {
  let value: ReadFields<boolean>;
  for (const { target, witness } of from.rules('filter', 'KUBE-FORWARD')) {
    if (target === 'DROP') return { value: false, witness };
    value ??= { value: true, witness };
  }
  return value;
}

const LOCAL_SOURCE = /(?:^|! )-([si]) (\S+)/;

function detectorIn(text: string): ReadDetector | undefined {
  const [, option, value = ''] = LOCAL_SOURCE.exec(text) ?? [];
  if (option === 's') return { kind: 'cidr', value };
  if (option === 'i')
    return value.endsWith('+') ? { kind: 'prefix', value: value.slice(0, -1) } : { kind: 'bridge', value };
  return undefined;
}

interface Masquerading {
  readonly detector: ReadFields<ReadDetector | 'none'>;
  readonly all: ReadFields<boolean>;
}

/** Which clusterIP traffic is masqueraded: all, what is not local, or nothing. */
function masqueradingOf(from: XtReader, ports: readonly ReadPort[]): Masquerading {
  const marking = firstRules(masqueradeRules(from, ' cluster IP'));
  const [first] = marking;
  const redirect = firstRules(redirectRules(from))[0];
  const pods = redirect && detectorIn(redirect.text());
  const fallback: ReadFields<ReadDetector> = redirect && pods ? { value: pods, witness: redirect.witness } : undefined;
  if (!first) return { detector: fallback ?? absentMasquerade(from, ports), all: undefined };
  const own = detectorIn(first.text());
  if (own) return { detector: { value: own, witness: first.witness }, all: { value: false, witness: first.witness } };
  return { detector: fallback, all: { value: true, witness: first.witness } };
}

function firstRules(rules: Iterable<ReadRule>): ReadRule[] {
  const found: ReadRule[] = [];
  for (const rule of rules) if (found.push(rule) >= ENOUGH) break;
  return found;
}

/** `"… cluster IP" … -j KUBE-MARK-MASQ`, in the Service's chain, or up to 1.21 in KUBE-SERVICES. */
function* masqueradeRules(from: XtReader, of: string): Generator<ReadRule> {
  const places = ['KUBE-SERVICES', ...[...from.chains('nat').keys()].filter((name) => /^KUBE-SV[CL]-/.test(name))];
  for (const place of places) {
    for (const rule of from.rules('nat', place)) {
      if (rule.target !== 'KUBE-MARK-MASQ') continue;
      // nft does not list comments of iptables: in the Service's own chain only its clusterIP is asked.
      const isOwn = rule.comment === undefined && place !== 'KUBE-SERVICES' && rule.dst !== undefined;
      if (isOwn ? of === ' cluster IP' : rule.comment?.endsWith(of)) yield rule;
    }
  }
}

/** `pod traffic for …` and older forms: what counts as a Pod's address. */
function* redirectRules(from: XtReader): Generator<ReadRule> {
  for (const rule of from.rules('filter', 'KUBE-FORWARD')) {
    if (rule.comment?.endsWith('pod source rule') && rule.text().startsWith('-s ')) yield rule;
  }
  for (const name of from.chains('nat').keys()) {
    if (!/^KUBE-(?:EXT|XLB)-/.test(name)) continue;
    for (const rule of from.rules('nat', name)) {
      if (/^(?:pod traffic for|Redirect pods)/.test(rule.comment ?? '')) yield rule;
    }
  }
  yield* masqueradeRules(from, ' external IP');
}

/** Services are dispatched and none is masqueraded: there is no detector. Says so only where there are any. */
function absentMasquerade(from: XtReader, ports: readonly ReadPort[]): ReadFields<'none'> {
  const shown = ports.find(({ clusterIP, hasEndpoints, cluster = [], local = [], internalLocal }) => {
    const list = internalLocal ? local : cluster;
    return clusterIP !== undefined && hasEndpoints && list.length > 0;
  });
  const witness = shown?.evidence.get('clusterIP')?.[0];
  return witness && from.chains('nat').has('KUBE-MARK-MASQ') ? { value: 'none', witness } : undefined;
}

/** Which addresses answer nodePorts, and whether 127.0.0.1 does, by the last rules of KUBE-SERVICES. */
export function getNodePorts(from: XtReader): Tail {
  return tailOf(from, new PortEvidence());
}

interface Tail {
  readonly hosts?: readonly string[];
  readonly localhost?: boolean;
}

/** The last rules of KUBE-SERVICES: which addresses answer nodePorts. */
function tailOf(from: XtReader, evidence: PortEvidence): Tail {
  const hosts: string[] = [];
  let all = false;
  let localhost: boolean | undefined;
  for (const rule of from.rules('nat', 'KUBE-SERVICES')) {
    if (rule.target !== 'KUBE-NODEPORTS') continue;
    evidence.note('nodePortAddresses', rule.witness);
    if (rule.dst === undefined) all = true;
    else hosts.push(rule.dst);
    if (from.family === 'ipv4' && rule.text().includes('! -d 127.0.0.0/8')) {
      localhost = false;
      evidence.note('localhostNodePorts', rule.witness);
    }
  }
  if (all || hosts.length === 0) return localhost === undefined ? {} : { localhost };
  return { hosts };
}

interface SplitPort {
  readonly port: ReadPort;
  readonly ranges: readonly string[];
  /** KUBE-FW lets the node itself through. */
  readonly inside: boolean;
}

/**
 * A node that lies in a source range and is not let through: 1.21 to 1.27 took 0.0.0.0, the default
 * bindAddress, for the node's address (detectNodeIP, cmd/kube-proxy/app/server_others.go).
 */
function ownAddressClues(split: readonly SplitPort[], hosts: readonly string[]): ReleaseClue[] {
  for (const { port, ranges, inside } of split) {
    const own = hosts.filter((host) => isOwnAddress(host, port.family));
    if (inside || own.length === 0 || !own.every((host) => isInside(host, ranges))) continue;
    return [clue(`KUBE-FW ${ranges.join(',')}`, { from: 21, to: 27 }, ...(port.evidence.get('sourceRanges') ?? []))];
  }
  return [];
}

function isInside(host: string, ranges: readonly string[]): boolean {
  const address = parseIp(host);
  return ranges.some((text) => {
    const range = parseCidr(text);
    return address.ok && range.ok && contains(range.value, address.value);
  });
}

/** KUBE-FW ends with one rule for each of its own addresses if the node lies in a range. */
function withoutOwnAddresses(port: ReadPort): SplitPort {
  const { sourceRanges: ranges, loadBalancerIPs: addresses } = port;
  const suffix = port.family === 'ipv4' ? '/32' : '/128';
  const tail = addresses.map((address) => address + suffix);
  const inside = ranges.length > tail.length && tail.every((text, i) => ranges.at(i - tail.length) === text);
  if (ranges.length === 0 || tail.length === 0 || !inside) return { port, ranges, inside: false };
  const own = ranges.slice(0, -tail.length);
  return { port: { ...port, sourceRanges: own }, ranges: own, inside: true };
}
