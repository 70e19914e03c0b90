import { SLICE_OF_LINES, type Steps } from '../lib/scan';
import {
  cidr,
  contains,
  formatCidr,
  type Cidr,
  formatIp,
  isLoopback,
  sameIp,
  type IpAddress,
  type IpFamily,
} from '../net/ip';
import { isLinkLocal } from '../linux/routing/derived-routes';
import { printRule } from '../linux/xtables/rule-text';
import type { InterfaceTest, XtRule } from '../linux/xtables/types';
import {
  type PastedChain,
  type PastedRuleset,
  cidrOfTest,
  findDnat,
  hostOfTest,
  findJump,
  protocolOfRule,
  findSnat,
  listComments,
  type TargetPlace,
  type PortProtocol,
} from './layers';
import type { Evidence } from './pasted-types';

/** A thing the rules name, and where. */
export interface Clue<T> {
  readonly value: T;
  readonly evidence: Evidence[];
}

/** What the rules of one family say of the machine they run on. */
export interface Clues {
  readonly family: IpFamily;
  /** `-i`, `-o`: exact names, and prefixes with their `+`. */
  readonly interfaces: Map<string, Clue<string>>;
  /** A prefix that rules tie to a device. */
  readonly deviceNetworks: Map<string, Clue<{ readonly device: string; readonly cidr: Cidr }>>;
  /** What kube-proxy and CNIs call the Pod network, by text. */
  readonly podNetworks: Map<string, Clue<Cidr>>;
  /** The part of it that is this node's. */
  readonly nodePodNetworks: Map<string, Clue<Cidr>>;
  /** Networks whose sources are translated where they leave, by text: they are behind the machine. */
  readonly inner: Map<string, Clue<Cidr>>;
  /** Addresses that can only be this machine's. */
  readonly ownAddresses: Map<string, Clue<IpAddress>>;
  /** Pods of this machine that a writer names beside their address, by that address; the name may be missing. */
  readonly pods: Map<string, Clue<{ readonly address: IpAddress; readonly name?: string }>>;
  /** Where DNAT rules lead, KUBE-SEP chains left out. */
  readonly destinations: { readonly place: TargetPlace; readonly protocol: PortProtocol }[];
  /** Where REDIRECT rules lead on this machine. */
  readonly redirects: { readonly port: number; readonly protocol: PortProtocol }[];
  /** Every prefix and host in `-s` and `-d`: what a guess must not collide with. */
  readonly prefixes: Map<string, Cidr>;
  /** Sets that rules ask. */
  readonly sets: Map<string, Clue<string>>;
  /** Devices and addresses that only packets show which were seen, and no rule names. */
  readonly seen: Set<string>;
  readonly owners: Set<string>;
  /** The rule that only makes sense with route_localnet. */
  readonly localnet: Evidence[];
}

const MOST_EVIDENCE = 4;
const MOST_PREFIXES = 2000;
/** Only rules with one of these can hold a clue; the others are not even read. */
const WORTH_READING =
  / -[io] |! -s |SNAT|DNAT|REDIRECT|127\.0\.0\.0\/8|-j (?:MASQUERADE|RETURN|ACCEPT)|KUBE-NODEPORTS|POD name:|HOSTPORT-SETMARK/;
const PROXY_CHAIN = /^KUBE-(?:PORTALS|NODEPORT)-HOST$/;
const ENDPOINT_CHAIN = /^KUBE-(?:SEP|SVL)-/;
/** Chains of one host port each (portmap; pkg/kubelet/network/hostport, CRI-O): they lead to Pods of this machine alone. */
const HOST_PORT_CHAIN = /^(?:CNI-DN|KUBE-HP)-/;

/** Looks through the rules of one family for what they tell of interfaces, addresses and networks. */
export function* getClues(
  ruleset: PastedRuleset,
  family: IpFamily,
  ownerOf: (chain: string) => string | undefined,
): Steps<Clues> {
  const clues: Clues = {
    family,
    interfaces: new Map(),
    deviceNetworks: new Map(),
    podNetworks: new Map(),
    nodePodNetworks: new Map(),
    inner: new Map(),
    ownAddresses: new Map(),
    pods: new Map(),
    destinations: [],
    redirects: [],
    prefixes: new Map(),
    sets: new Map(),
    seen: new Set(),
    owners: new Set(),
    localnet: [],
  };
  let done = 0;
  for (const { chains } of ruleset.tables.values()) {
    for (const chain of chains.values()) {
      const owner = ownerOf(chain.name);
      if (owner !== undefined) clues.owners.add(owner);
      if (!ENDPOINT_CHAIN.test(chain.name)) yield* readChain(clues, chain);
      if (++done % SLICE_OF_LINES === 0) yield 0;
    }
  }
  return clues;
}

function* readChain(clues: Clues, chain: PastedChain): Steps<void> {
  for (let index = 0; index < chain.length; index++) {
    if ((index + 1) % SLICE_OF_LINES === 0) yield 0;
    const text = chain.text?.(index);
    readSet(clues, chain, index, text);
    if (text !== undefined && (isStated(clues, text) || !WORTH_READING.test(` ${text}`))) continue;
    const rule = chain.rule(index);
    readRule(clues, chain.name, rule, findEvidence(clues, chain, index));
  }
}

const MATCH_SET = /match-set (\S+)/;
const MOST_SETS = 200;

/** Each set is noted where it is asked first: a rule for that alone is not parsed. */
function readSet(clues: Clues, chain: PastedChain, index: number, text: string | undefined): void {
  const set = text === undefined ? undefined : MATCH_SET.exec(text)?.[1];
  if (set === undefined || clues.sets.has(set) || clues.sets.size >= MOST_SETS) return;
  noteClue(clues.sets, set, set, findEvidence(clues, chain, index));
}

function findEvidence({ family }: Clues, chain: PastedChain, index: number): Evidence | undefined {
  const line = chain.line(index);
  if (line === undefined) return undefined;
  const text = chain.text?.(index) ?? printRule(chain.rule(index), family);
  return {
    line,
    text: `-A ${chain.name} ${text}`.trim(),
    ...(chain.source === undefined ? {} : { source: chain.source }),
  };
}

/** Every Service repeats what the Pod network is; a few times is enough. */
function isStated({ podNetworks }: Clues, text: string): boolean {
  if (!text.endsWith('-j KUBE-MARK-MASQ')) return false;
  for (const { evidence } of podNetworks.values()) if (evidence.length >= MOST_EVIDENCE) return true;
  return false;
}

/** Adds a thing, or a further line that tells of it. */
export function noteClue<T>(map: Map<string, Clue<T>>, key: string, value: T, evidence: Evidence | undefined): void {
  const known = map.get(key) ?? { value, evidence: [] };
  const isNew =
    evidence && !known.evidence.some(({ line, source }) => line === evidence.line && source === evidence.source);
  if (evidence && isNew && known.evidence.length < MOST_EVIDENCE) known.evidence.push(evidence);
  map.set(key, known);
}

function readRule(clues: Clues, chain: string, rule: XtRule, evidence: Evidence | undefined): void {
  for (const test of [rule.indev, rule.outdev]) {
    if (test) noteClue(clues.interfaces, getName(test), getName(test), evidence);
  }
  for (const match of rule.matches) {
    if (match.match === 'set') {
      const set = match.spec.set?.value.name;
      if (set !== undefined) noteClue(clues.sets, set, set, evidence);
    }
    if (match.match !== 'physdev') continue;
    for (const given of [match.spec.in, match.spec.out]) {
      if (given)
        noteClue(
          clues.interfaces,
          getName({ ...given.value, negated: false }),
          getName({ ...given.value, negated: false }),
          evidence,
        );
    }
  }
  const src = cidrOfTest(rule.src);
  const dst = cidrOfTest(rule.dst);
  for (const cidr of [src, dst]) {
    if (cidr && clues.prefixes.size < MOST_PREFIXES) clues.prefixes.set(formatCidr(cidr), cidr);
  }
  readNetworks(clues, chain, { rule, src, dst, evidence });
  readAddresses(clues, chain, rule, evidence);
}

function getName({ name, prefix }: InterfaceTest): string {
  return prefix ? `${name}+` : name;
}

interface Read {
  readonly rule: XtRule;
  readonly src: Cidr | undefined;
  readonly dst: Cidr | undefined;
  readonly evidence: Evidence | undefined;
}

function isNetwork(family: IpFamily, cidr: Cidr | undefined): cidr is Cidr {
  return cidr !== undefined && cidr.prefix >= 8 && cidr.prefix < (family === 'ipv4' ? 31 : 127);
}

/** A network is behind a device, as a rule says; what is no network, or one of many receivers, is behind none. */
export function tieNetwork(clues: Clues, device: string, cidr: Cidr | undefined, evidence: Evidence | undefined): void {
  if (!isNetwork(clues.family, cidr) || isMulticastNet(cidr)) return;
  noteClue(clues.deviceNetworks, `${device} ${formatCidr(cidr)}`, { device, cidr }, evidence);
}

function readNetworks(clues: Clues, chain: string, read: Read): void {
  const { rule, src, dst, evidence } = read;
  const isNet = (cidr: Cidr | undefined): cidr is Cidr => isNetwork(clues.family, cidr);
  const tie = (test: InterfaceTest | undefined, cidr: Cidr | undefined): void => {
    if (test && !test.prefix) tieNetwork(clues, test.name, cidr, evidence);
  };
  const refuses = rule.target?.target === 'DROP' || rule.target?.target === 'REJECT';
  // `-s 172.17.0.0/16 ! -o docker0`: what leaves from that network by another device.
  if (rule.src && !rule.src.negated && rule.outdev?.negated) tie(rule.outdev, src);
  else if (refuses) return;
  if (rule.src && !rule.src.negated && rule.indev && !rule.indev.negated) tie(rule.indev, src);
  if (rule.dst && !rule.dst.negated && rule.outdev && !rule.outdev.negated) tie(rule.outdev, dst);
  const jump = findJump(rule);
  if (rule.src?.negated && jump === 'KUBE-MARK-MASQ' && isNet(src))
    noteClue(clues.podNetworks, formatCidr(src), src, evidence);
  // portmap masquerades what comes from the Pods' own network: the container's, as its address has it (plugins/meta/portmap).
  if (jump === 'CNI-HOSTPORT-SETMARK' && rule.src && !rule.src.negated && isNet(src) && !isLoopback(src.address))
    noteClue(clues.nodePodNetworks, formatCidr(src), src, evidence);
  if (chain === 'KUBE-FORWARD' && rule.src && !rule.src.negated && isNet(src)) {
    noteClue(clues.podNetworks, formatCidr(src), src, evidence);
  }
  const translates = rule.target?.target === 'MASQUERADE' || rule.target?.target === 'SNAT';
  if (translates && rule.src && !rule.src.negated && isNet(src)) noteClue(clues.inner, formatCidr(src), src, evidence);
  if (chain === 'POSTROUTING' || chain.startsWith('FLANNEL')) readFlannel(clues, read, isNet);
}

/** Flannel: `-s NET -d NET -j RETURN` names the Pod network, `! -s NET -d SUBNET -j RETURN` this node's part. */
function readFlannel(
  clues: Clues,
  { rule, src, dst, evidence }: Read,
  isNet: (cidr: Cidr | undefined) => cidr is Cidr,
): void {
  // What leaves the Pod network but for many receivers: nobody else writes it so.
  if (isNet(src) && !rule.src?.negated && rule.dst?.negated && formatDst(rule) === '224.0.0.0/4')
    clues.owners.add('Flannel');
  const returns = rule.target?.target === 'RETURN' || rule.target?.target === 'ACCEPT';
  if (!returns || !isNet(src) || !isNet(dst) || rule.dst?.negated) return;
  if (rule.src?.negated && dst.prefix > src.prefix) noteClue(clues.nodePodNetworks, formatCidr(dst), dst, evidence);
  if (!rule.src?.negated && formatCidr(src) === formatCidr(dst))
    noteClue(clues.podNetworks, formatCidr(src), src, evidence);
}

function formatDst({ dst }: XtRule): string | undefined {
  const cidr = cidrOfTest(dst);
  return cidr && formatCidr(cidr);
}

function isMulticastNet({ address }: Cidr): boolean {
  const first = address.words[0] ?? 0;
  return address.family === 'ipv4' ? first >>> 28 >= 14 || first >>> 24 === 127 : first >>> 24 >= 0xfe;
}

/** kube-router has chains for Pods of its own node alone, and says whose they are (pkg/controllers/netpol/pod.go). */
const POD_COMMENT = /\bPOD name:(\S+) namespace: ?(\S+)/;

function readPod({ pods }: Clues, rule: XtRule, evidence: Evidence | undefined): void {
  const [, name, namespace] = POD_COMMENT.exec(listComments(rule)[0] ?? '') ?? [];
  const address = hostOfTest(rule.dst) ?? hostOfTest(rule.src);
  if (name === undefined || namespace === undefined || !address) return;
  noteClue(pods, formatIp(address), { address, name: `${namespace}/${name}` }, evidence);
}

/** Programs take one of these to speak to their own processes with (Istio's ambient mode): no network has it. */
const LINK_LOCAL = cidr('169.254.0.0/16');

/** What asks itself by a floating address gets that address (Calico's cali-fip-snat): it is a Pod's. */
function isFloating({ src, dst }: XtRule): boolean {
  const [from, to] = [hostOfTest(src), hostOfTest(dst)];
  return from !== undefined && to !== undefined && sameIp(from, to);
}

function readAddresses(clues: Clues, chain: string, rule: XtRule, evidence: Evidence | undefined): void {
  readPod(clues, rule, evidence);
  const own = findSnat(rule);
  if (own && !isLinkLocal(own) && !contains(LINK_LOCAL, own) && !isFloating(rule))
    noteClue(clues.ownAddresses, formatIp(own), own, evidence);
  const nodePortAt = findJump(rule) === 'KUBE-NODEPORTS' ? hostOfTest(rule.dst) : undefined;
  if (nodePortAt) noteClue(clues.ownAddresses, formatIp(nodePortAt), nodePortAt, evidence);
  const place = findDnat(rule);
  if (place && HOST_PORT_CHAIN.test(chain))
    noteClue(clues.pods, formatIp(place.address), { address: place.address }, evidence);
  // The userspace proxy listens on the node: what the node itself sends is led to the node's own address.
  if (place && PROXY_CHAIN.test(chain) && !isLoopback(place.address)) {
    noteClue(clues.ownAddresses, formatIp(place.address), place.address, evidence);
  }
  if (place && clues.destinations.length < MOST_PREFIXES) {
    clues.destinations.push({ place, protocol: protocolOfRule(rule) ?? 'tcp' });
  }
  const redirect = rule.target?.target === 'REDIRECT' ? rule.target.spec.ports?.value.minPort : undefined;
  if (redirect !== undefined && clues.redirects.length < MOST_PREFIXES) {
    clues.redirects.push({ port: redirect, protocol: protocolOfRule(rule) ?? 'tcp' });
  }
  const loopback = rule.dst && !rule.dst.negated && (rule.dst.address.words[0] ?? 0) >>> 24 === 127;
  if (loopback && rule.src?.negated && rule.target?.target === 'DROP' && evidence) clues.localnet.push(evidence);
}
