import { completeCluster } from '../kubernetes/complete';
import { listClusterDNS } from '../kubernetes/dns/cluster-dns';
import { resolvConfOf, searchNames, type ResolvConf } from '../kubernetes/dns/resolver';
import { askZone, zoneOf, type DnsAnswer, type DnsRecord, type DnsType, type DnsZone } from '../kubernetes/dns/zone';
import { runsDnsCache } from '../kubernetes/network/dns-cache';
import { namespacedName, type PodObject } from '../kubernetes/types';
import { LOCAL_DNS } from '../kubernetes/writers/nodelocaldns';
import { getMemo, type Memo } from '../lib/memo';
import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import type { Netns } from '../linux/netns';
import { parseIp, type IpAddress } from '../net/ip';
import type { NamedPlaces } from '../sim/lookup';
import type { SimFlow } from '../sim/simulate';
import type { Document, Flow } from './document';
import { nodeProgram } from './node-program';
import { hasFamilyAddress } from './family-address';

/** A name that was asked for, and what the DNS server of the cluster says to it. */
export interface ResolvedName extends DnsAnswer {
  readonly name: string;
  readonly type: DnsType;
}

/** All that a Pod's resolver does for a name. */
export interface Lookup {
  readonly conf: ResolvConf;
  /** In the order they are asked, up to the one that is found. */
  readonly asked: readonly ResolvedName[];
}

/** A flow to a name. */
type NamedFlow = Flow & { readonly name: string };

/** `_http._tcp.web`: the name of a port. */
const PORT_NAME = /^_[^.]+\._(?:tcp|udp|sctp)\./i;
const DNS_PORT = 53;
/** What a server says in a datagram to a resolver that names no other size (RFC 1035; glibc without `edns0`). */
const MOST_BYTES = 512;
/** The ports of a question; each has its own. */
const QUERY_PORT = 40_053;

/**
 * Asks the cluster's DNS server for a name as a Pod's resolver does, search list and all; an error says why nothing can be
 * asked.
 */
export function lookupName(document: Document, pod: PodObject, { name, memo }: AskedFor): Result<Lookup, Phrase> {
  const conf = resolvConfOf(pod, clusterDNS({ document, pod }), document.settings.clusterDomain);
  const refused = whyUnasked({ document, pod }, conf);
  if (refused) return err(refused);
  return ok({ conf, asked: askAll(zoneFor(document, memo), conf, name) });
}

interface AskedFor {
  readonly name: string;
  readonly memo: Memo;
}

function zoneFor({ cluster, settings }: Document, memo: Memo): DnsZone {
  return zoneOf(completeCluster(cluster, memo), settings.clusterDomain, memo);
}

/** kubelet's `--cluster-dns` on the Pod's node: kube-dns, or the cache of the node where that cannot have its address. */
function clusterDNS({ document, pod }: Asking): readonly string[] {
  const cache = cacheOf(document, pod);
  return cache && !cache.sharesAddress ? [LOCAL_DNS] : listClusterDNS(document.cluster);
}

interface Asking {
  readonly document: Document;
  readonly pod: PodObject;
}

/** The DNS cache of a Pod's node, if one runs there. */
function cacheOf(document: Document, pod: PodObject): { readonly sharesAddress: boolean } | undefined {
  const node = document.cluster.nodes.find(({ metadata }) => metadata.name === pod.spec.nodeName);
  const mode = node && nodeProgram(document, node).mode;
  return node && mode && runsDnsCache(node, mode) ? { sharesAddress: mode !== 'ipvs' } : undefined;
}

/** Why no question reaches the DNS server of the cluster, as far as the objects tell. */
function whyUnasked({ document, pod }: Asking, { isOfNode, nameservers }: ResolvConf): Phrase | undefined {
  const { clusterDomain: domain } = document.settings;
  const from = namespacedName(pod);
  if (isOfNode) return phrase('document.name.of-node', { from, domain });
  const [server] = nameservers;
  const known = [...listClusterDNS(document.cluster), ...(cacheOf(document, pod) ? [LOCAL_DNS] : [])];
  if (server === undefined)
    return phrase(known.length > 0 ? 'document.name.no-server' : 'document.name.no-dns', { from });
  return known.includes(server) ? undefined : phrase('document.name.stranger', { from, server });
}

/** The search path is gone through until a name has an address; a name outside ends it, since nobody here knows it. */
function askAll(zone: DnsZone, conf: ResolvConf, name: string): readonly ResolvedName[] {
  const types: readonly DnsType[] = PORT_NAME.test(name) ? ['SRV'] : ['A', 'AAAA'];
  const asked: ResolvedName[] = [];
  for (const each of searchNames(name, conf)) {
    const answers = types.map((type) => ({ name: each, type, ...askZone(zone, each, type) }));
    asked.push(...answers);
    if (answers.some(({ rcode, records }) => rcode === 'forwarded' || records.length > 0)) return asked;
  }
  return asked;
}

/** The places a name has for whoever asks, and the questions that are sent for it. */
export function resolveName(document: Document, netns: Netns, flow: NamedFlow): Result<NamedPlaces, Phrase> {
  const pod = askingPod(document, flow);
  if (!pod) return err(whoAsks(document, flow));
  const memo = getMemo(netns);
  const lookup = lookupName(document, pod, { name: flow.name, memo });
  if (!lookup.ok) return lookup;
  const { conf, asked } = lookup.value;
  const server = conf.nameservers
    .map((text) => parseIp(text))
    .find((each) => each.ok && hasFamilyAddress(netns, each.value.family));
  if (!server?.ok) return err(phrase('document.flow.other-family', { from: netns.title }));
  const places = listPlaces({ zone: zoneFor(document, memo), netns, port: flow.port }, asked);
  const found = asked.findLast(({ records }) => records.length > 0);
  if (places.length === 0 || !found) return err(whyNowhere(flow.name, asked));
  const queries = queriesFor(found, { netns: netns.id, dst: server.value });
  const said = { name: found.name, answer: listTexts(found.records) };
  const cut = queries.length > 1 ? { cut: phrase('sim.lookup.cut', said) } : {};
  const answer = phrase('sim.lookup.answer', said);
  return ok({ name: flow.name, found: found.name, queries, answer, ...cut, places });
}

function askingPod({ cluster }: Document, { from }: Flow): PodObject | undefined {
  return from.kind === 'pod'
    ? cluster.pods.find((pod) => namespacedName(pod) === `${from.namespace}/${from.name}`)
    : undefined;
}

function whoAsks({ settings: { clusterDomain: domain } }: Document, { from }: Flow): Phrase {
  return from.kind === 'node'
    ? phrase('document.name.node-asks', { from: from.name, domain })
    : phrase('document.name.outside-asks', { domain });
}

/** `0 100 80 web.default.svc.cluster.local.`: the machine and the port that are found there. */
function placeOf(value: string): string {
  const [, , port = '', target = ''] = value.split(' ');
  return `${target.replace(/\.$/, '')}:${port}`;
}

const SHOWN = 3;

/** `10.244.1.5, 10.244.1.6, 10.244.2.5, … (12)` */
function listTexts(records: readonly DnsRecord[]): string {
  const texts = records.map(({ type, value }) => (type === 'SRV' ? placeOf(value) : value.replace(/\.$/, '')));
  return [...texts.slice(0, SHOWN), ...(texts.length > SHOWN ? [`… (${texts.length})`] : [])].join(', ');
}

/** Nothing was found, or nothing that is in the picture. */
function whyNowhere(name: string, asked: readonly ResolvedName[]): Phrase {
  const outside = asked.find(({ rcode }) => rcode === 'forwarded');
  const alias = asked.flatMap(({ records }) => records).find(({ type }) => type === 'CNAME');
  const names = [...new Set(asked.map((each) => each.name))];
  const missing = names.filter((each) => each !== outside?.name);
  if (outside && !alias && missing.length > 0)
    return phrase('document.name.not-inside', { name: outside.name, names: missing.join(', ') });
  if (outside)
    return phrase('document.name.outside', { name, target: alias?.value.replace(/\.$/, '') ?? outside.name });
  return phrase('document.name.nowhere', { name, names: names.join(', '), count: names.length });
}

interface Placing {
  readonly zone: DnsZone;
  readonly netns: Netns;
  readonly port: number;
}

function listPlaces(placing: Placing, asked: readonly ResolvedName[]): NamedPlaces['places'] {
  const records = asked.flatMap((each) => each.records);
  const plain = records.flatMap((each) => place(placing, each.value, placing.port));
  const ports = records.filter(({ type }) => type === 'SRV').flatMap((each) => portPlaces(placing, each));
  const all = [...plain, ...ports];
  const best = Math.max(...all.map(({ dst }) => precedence(dst)));
  return all.filter(({ dst }) => precedence(dst) === best);
}

/** An SRV record: what the name has that it leads to, at the port it says. */
function portPlaces(placing: Placing, { value }: DnsRecord): NamedPlaces['places'] {
  const [, , port = '', target = ''] = value.split(' ');
  const types = ['A', 'AAAA'] as const;
  const records = types.flatMap((type) => askZone(placing.zone, target, type).records);
  return records.flatMap((each) => place(placing, each.value, Number(port)));
}

function place({ netns }: Placing, text: string, dport: number): NamedPlaces['places'] {
  const address = parseIp(text);
  return address.ok && hasFamilyAddress(netns, address.value.family) ? [{ dst: address.value, dport }] : [];
}

/** Which family is tried first: the table of RFC 6724, 2.1. */
function precedence({ family, words }: IpAddress): number {
  if (family === 'ipv4') return 35;
  const isUniqueLocal = (words[0] ?? 0) >>> 25 === 0x7e;
  return isUniqueLocal ? 3 : 40;
}

/** The question in a datagram; once more by TCP where the answer does not fit one. */
function queriesFor(found: ResolvedName, to: Pick<SimFlow, 'netns' | 'dst'>): readonly SimFlow[] {
  const query = { ...to, asks: found.name, proto: 'udp', sport: QUERY_PORT, dport: DNS_PORT } as const;
  return answerBytes(found) > MOST_BYTES ? [query, { ...query, proto: 'tcp', sport: QUERY_PORT + 1 }] : [query];
}

/** Bytes of an answer with names compressed; records beyond {@link MOST_BYTES} are left out, which the answer says (`Truncate` of miekg/dns). */
function answerBytes({ name, records }: ResolvedName): number {
  const question = 12 + name.length + 2 + 4;
  return records.reduce((sum, { type, value }) => sum + countBytes(type, value), question);
}

const HEAD = 12;

function countBytes(type: DnsType, value: string): number {
  if (type === 'A') return HEAD + 4;
  if (type === 'AAAA') return HEAD + 16;
  const target = value.split(' ').at(-1) ?? '';
  // An SRV record names its target in full, and the address of it comes along.
  return type === 'SRV' ? HEAD + 6 + target.length + 1 + HEAD + 4 : HEAD + target.length + 1;
}
