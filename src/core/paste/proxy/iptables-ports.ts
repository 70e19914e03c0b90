import { hash16 } from '../../lib/sha';
import type { ProtocolName } from '../../kubernetes/service-port';
import { hashedText, readCommentOf, servicePortText, type KubeComment } from '../kube-services';
import type { ReadPort, Witness } from './types';
import { printLine } from '../../linux/xtables/ruleset-text';
import type { TableName } from '../../linux/hooks';
import type { XtChain, XtRuleset } from '../../linux/xtables/types';
import { addToIp, formatIp, parseIp, type IpFamily } from '../../net/ip';
import { readRuleFacts, type RuleFacts } from '../layers';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Values = Writable<Omit<ReadPort, 'family' | 'externalIPs' | 'loadBalancerIPs' | 'sourceRanges' | 'evidence'>>;

/** Field -> where it is told; a handful of places is enough. */
export class PortEvidence {
  readonly places = new Map<string, Witness[]>();
  static readonly most = 6;

  note(field: string, witness: Witness): void {
    const known = this.places.get(field);
    if (!known) this.places.set(field, [witness]);
    else if (known.length < PortEvidence.most) known.push(witness);
  }
}

/** Stands for a namespace that was taken out of the comments; which it is not, its chain's hash may tell. */
const UNKNOWN_NAMESPACE = 'unknown';

/** A service port while its rules are read. */
export class PortDraft {
  readonly family: IpFamily;
  readonly values: Values;
  readonly lists = { externalIPs: [] as string[], loadBalancerIPs: [] as string[], sourceRanges: [] as string[] };
  readonly evidence = new PortEvidence();
  /** A rule refuses it for want of endpoints. */
  refused = false;

  constructor(family: IpFamily, made: { readonly service: string; readonly proto: ProtocolName }) {
    this.family = family;
    const { service, proto } = made;
    this.values = { namespace: 'default', service, portName: '', named: false, proto, hasEndpoints: false };
  }

  /** Sets a field the first time it is told (a switch: on if ever told so); every time counts as evidence. */
  tell<Field extends keyof Values>(field: Field, value: Values[Field], witness: Witness): void {
    if (this.values[field] === undefined || value === true) this.values[field] = value;
    this.evidence.note(field, witness);
  }

  /** Takes the name a rule's comment has. */
  name(namespace: string, service: string, portName: string, witness: Witness): void {
    this.evidence.note('name', witness);
    if (this.values.named) return;
    const cut = namespace === '' ? { namespaceCut: true } : {};
    Object.assign(this.values, { namespace: namespace || UNKNOWN_NAMESPACE, service, portName, named: true, ...cut });
  }

  /** Adds to a list what is not yet in it; the order of the rules stays. */
  add(list: keyof PortDraft['lists'], value: string, witness: Witness): void {
    if (!this.lists[list].includes(value)) this.lists[list].push(value);
    this.evidence.note(list, witness);
  }

  done(): ReadPort {
    return { family: this.family, ...this.values, ...this.lists, evidence: this.evidence.places };
  }
}

/** A rule that is being read. */
export interface ReadRule extends RuleFacts {
  readonly witness: Witness;
  /** What follows `-A CHAIN `, as the kernel prints it; made when it is asked for. */
  readonly text: () => string;
}

const NO_CHAINS: ReadonlyMap<string, XtChain> = new Map();

/** The chains of one family's tables, rule by rule. */
export class XtReader {
  readonly family: IpFamily;
  /** Where KUBE-SEP chains lead that are not in the text, proven by their names. */
  readonly recovered: ReadonlyMap<string, string>;
  readonly #ruleset: XtRuleset;

  constructor(family: IpFamily, ruleset: XtRuleset, recovered: ReadonlyMap<string, string> = new Map()) {
    this.family = family;
    this.recovered = recovered;
    this.#ruleset = ruleset;
  }

  chains(table: TableName): ReadonlyMap<string, XtChain> {
    return this.#ruleset.tables.get(table)?.chains ?? NO_CHAINS;
  }

  /** The rules of a chain, in order; none if there is no such chain. */
  *rules(table: TableName, name: string): Generator<ReadRule> {
    const chain = this.chains(table).get(name);
    for (let index = 0; index < (chain?.length ?? 0); index++) if (chain) yield this.#seen(table, chain, index);
  }

  #seen(table: TableName, chain: XtChain, index: number): ReadRule {
    const witness: Witness = { kind: 'rule', family: this.family, ref: { table, chain: chain.name, index } };
    const prefix = `-A ${chain.name} `.length;
    return { ...readRuleFacts(chain, index), witness, text: () => printLine(chain, index, this.family).slice(prefix) };
  }
}

const SERVICE_CHAIN = /^KUBE-(SVC|SVL|XLB|EXT|FW)-(\S+)$/;

/** The service ports of kube-proxy's iptables mode, by the hash their chains share. */
interface IptablesPorts {
  readonly ports: readonly ReadPort[];
  /** Chains that are named and that the text does not have: of endpoints, and of Services with endpoints. */
  readonly missing: readonly string[];
}

interface Reading {
  readonly from: XtReader;
  readonly drafts: Map<string, PortDraft>;
  /** By `name:port protocol`: without its namespace a name hashes to nothing. */
  readonly cut: Map<string, PortDraft>;
  readonly missing: Set<string>;
}

/** Reads the service ports of one family, of any release (pkg/proxy/iptables/proxier.go syncProxyRules). */
export function readIptablesPorts(from: XtReader): IptablesPorts {
  const reading: Reading = { from, drafts: new Map(), cut: new Map(), missing: new Set() };
  for (const rule of from.rules('nat', 'KUBE-SERVICES')) dispatch(reading, rule);
  for (const rule of from.rules('nat', 'KUBE-NODEPORTS')) nodePort(reading, rule);
  for (const name of from.chains('nat').keys()) {
    const [, kind = '', hash = ''] = SERVICE_CHAIN.exec(name) ?? [];
    if (kind !== '' && isReferred(reading, kind, hash)) serviceChain(reading, name, kind, getDraft(reading, hash));
  }
  for (const chain of ['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES']) {
    for (const rule of from.rules('filter', chain)) refusal(reading, rule, chain);
  }
  for (const rule of from.rules('filter', 'KUBE-NODEPORTS')) healthCheck(reading, rule);
  for (const [hash, draft] of reading.drafts) withCutChain(reading, draft, hash);
  const missing = [...reading.missing];
  const places = new Map(missing.map((chain, index) => [chain, unseenAddress(from.family, index)] as const));
  const ports = [...reading.drafts.values()].map((draft) => withUnseen(draft.done(), places));
  return { ports: joined(ports), missing };
}

/** A port whose endpoints' chain is not in the text: one endpoint at least is assumed. */
function withCutChain({ missing }: Reading, { values, refused }: PortDraft, hash: string): void {
  if (!values.hasEndpoints || refused || values.cluster || values.local) return;
  const chain = `KUBE-SVC-${hash}`;
  missing.add(chain);
  values.cluster = [chain];
}

/** Nobody's addresses: RFC 5737 and RFC 3849, further ones of the block that is reserved. */
function unseenAddress(family: IpFamily, index: number): string {
  const few = 250;
  const first = family === 'ipv6' ? '2001:db8:ffff::100' : index < few ? '203.0.113.1' : '240.0.0.0';
  const parsed = parseIp(first);
  const step = family === 'ipv4' && index < few ? few + 3 - index : index;
  return parsed.ok ? formatIp(addToIp(parsed.value, step)) : first;
}

/** Names of chains give way to places that stand for the endpoints behind them. */
function withUnseen(port: ReadPort, places: ReadonlyMap<string, string>): ReadPort {
  const { cluster, local } = port;
  const listed = [...(cluster ?? []), ...(local ?? [])];
  if (!listed.some((place) => places.has(place))) return port;
  const known = listed.find((place) => !places.has(place));
  const number = known?.slice(known.lastIndexOf(':') + 1) ?? String(port.port ?? 1);
  const unseen = new Set<string>();
  const standIn = (place: string): string => {
    const address = places.get(place);
    if (address === undefined) return place;
    const text = port.family === 'ipv6' ? `[${address}]:${number}` : `${address}:${number}`;
    unseen.add(text);
    return text;
  };
  return {
    ...port,
    ...(cluster ? { cluster: cluster.map(standIn) } : {}),
    ...(local ? { local: local.map(standIn) } : {}),
    unseen,
  };
}

/** No two Services have one clusterIP: ports that no comment names and that share it are one Service's, named by their number. */
function joined(ports: readonly ReadPort[]): ReadPort[] {
  const first = new Map<string, ReadPort>();
  const shared = new Set<string>();
  for (const port of ports) {
    if (port.named || port.clusterIP === undefined) continue;
    if (first.has(port.clusterIP)) shared.add(port.clusterIP);
    else first.set(port.clusterIP, port);
  }
  return ports.map((port) => {
    if (port.named || port.clusterIP === undefined || !shared.has(port.clusterIP)) return port;
    const service = first.get(port.clusterIP)?.service ?? port.service;
    return { ...port, service, portName: `${port.proto}-${port.port ?? 0}` };
  });
}

/** A chain nothing leads to is stale; without any dispatch (a text that is only a part) all count. */
function isReferred({ drafts, from }: Reading, kind: string, hash: string): boolean {
  if (drafts.has(hash)) return true;
  return kind !== 'FW' && !from.chains('nat').has('KUBE-SERVICES');
}

function getDraft({ drafts, from }: Reading, hash: string, proto: ProtocolName = 'tcp'): PortDraft {
  let draft = drafts.get(hash);
  if (!draft) drafts.set(hash, (draft = new PortDraft(from.family, { service: `svc-${hash.toLowerCase()}`, proto })));
  return draft;
}

/** The draft a rule speaks of: by the hash of the chain it leads to, else by what its comment hashes to. */
function draftOfRule(reading: Reading, rule: ReadRule, comment: KubeComment | undefined): PortDraft | undefined {
  const hash = SERVICE_CHAIN.exec(rule.target ?? '')?.[2];
  const proto = rule.protocol ?? 'tcp';
  if (hash === undefined && !comment) return undefined;
  const cut = comment?.namespace === '' ? `${servicePortText(comment)} ${proto}` : undefined;
  const same = hash === undefined && cut !== undefined ? reading.cut.get(cut) : undefined;
  const draft = same ?? getDraft(reading, hash ?? hash16(`${comment ? hashedText(comment) : ''}${proto}`), proto);
  if (cut !== undefined) reading.cut.set(cut, draft);
  if (rule.protocol) draft.values.proto = rule.protocol;
  if (comment) draft.name(comment.namespace, comment.name, comment.port ?? '', rule.witness);
  return draft;
}

/** nat KUBE-SERVICES: `-d 10.96.0.10/32 … --comment "ns/name cluster IP" … -j KUBE-SVC-…`. */
function dispatch(reading: Reading, rule: ReadRule): void {
  const { dst, dport, witness, target = '' } = rule;
  const kind = SERVICE_CHAIN.exec(target)?.[1];
  if (kind === undefined || dst === undefined || dport === undefined) return;
  const comment = readCommentOf(rule);
  const draft = draftOfRule(reading, rule, comment);
  if (!draft) return;
  draft.tell('hasEndpoints', true, witness);
  draft.tell('port', dport, witness);
  const note = comment?.note ?? '';
  if (note === 'external IP') draft.add('externalIPs', dst, witness);
  else if (note === 'loadbalancer IP' || kind === 'FW') draft.add('loadBalancerIPs', dst, witness);
  else if (note === 'cluster IP' || kind === 'SVC' || kind === 'SVL') {
    draft.tell('clusterIP', dst, witness);
    if (kind === 'SVL') draft.tell('internalLocal', true, witness);
  } else draft.add('externalIPs', dst, witness);
  if (kind === 'XLB') draft.tell('externalLocal', true, witness);
}

/** nat KUBE-NODEPORTS. */
function nodePort(reading: Reading, rule: ReadRule): void {
  const kind = SERVICE_CHAIN.exec(rule.target ?? '')?.[1];
  if (kind === undefined || rule.dport === undefined) return;
  const draft = draftOfRule(reading, rule, readCommentOf(rule));
  draft?.tell('hasEndpoints', true, rule.witness);
  draft?.tell('nodePort', rule.dport, rule.witness);
  if (kind === 'XLB') draft?.tell('externalLocal', true, rule.witness);
}

/** KUBE-SVC, KUBE-SVL, KUBE-XLB, KUBE-EXT, KUBE-FW: each says another thing. */
function serviceChain(reading: Reading, name: string, kind: string, draft: PortDraft): void {
  for (const rule of reading.from.rules('nat', name)) {
    const comment = readCommentOf(rule);
    if (comment) draft.name(comment.namespace, comment.name, comment.port ?? '', rule.witness);
    switch (kind) {
      case 'EXT':
      case 'XLB':
        externalRule(draft, kind, rule);
        break;
      case 'FW':
        firewallRule(draft, rule);
        break;
      default:
        masqueradeRule(draft, comment, rule);
    }
    if (kind !== 'FW' && kind !== 'EXT') balancing(reading, draft, kind, rule);
  }
  if (kind === 'SVC') draft.values.cluster ??= [];
  if (kind === 'SVL' || kind === 'XLB') draft.values.local ??= [];
}

/** The chain's first rule repeats the clusterIP (1.22 and later): all a fragment may have. */
function masqueradeRule(draft: PortDraft, comment: KubeComment | undefined, rule: ReadRule): void {
  if (comment?.note !== 'cluster IP' || rule.dst === undefined || rule.dport === undefined) return;
  draft.tell('clusterIP', rule.dst, rule.witness);
  draft.tell('port', rule.dport, rule.witness);
  if (rule.protocol) draft.values.proto = rule.protocol;
}

const FROM_HERE = /--src-type LOCAL/;

/** KUBE-EXT, KUBE-XLB: who may pass to every endpoint shows the policy. */
function externalRule(draft: PortDraft, kind: string, rule: ReadRule): void {
  if (kind === 'XLB') return draft.tell('externalLocal', true, rule.witness);
  const isShortCircuit = /^(?:pod|masquerade LOCAL|route LOCAL) traffic for /.test(rule.comment ?? '');
  if (isShortCircuit || FROM_HERE.test(rule.text())) draft.tell('externalLocal', true, rule.witness);
  else if (rule.target === 'KUBE-MARK-MASQ') draft.tell('externalLocal', false, rule.witness);
}

/** KUBE-FW: a rule a source range; ranges that are the address itself are for the node. */
function firewallRule(draft: PortDraft, rule: ReadRule): void {
  const source = /^-s (\S+)/.exec(rule.text())?.[1];
  if (source === undefined) return;
  draft.add('sourceRanges', source, rule.witness);
  if (rule.target?.startsWith('KUBE-XLB-')) draft.tell('externalLocal', true, rule.witness);
}

/** `-j KUBE-SEP-…`, with what came before for a client that stays. */
function balancing(reading: Reading, draft: PortDraft, kind: string, rule: ReadRule): void {
  const { target = '', witness } = rule;
  if (!target.startsWith('KUBE-SEP-')) return;
  if (rule.affinity) {
    const seconds = Number(/--seconds (\d+)/.exec(rule.text())?.[1]);
    if (seconds > 0) draft.tell('affinitySeconds', seconds, witness);
    return;
  }
  const field = kind === 'SVC' ? 'cluster' : 'local';
  const place = findPlace(reading, draft, target) ?? readCommentOf(rule)?.endpoint;
  draft.evidence.note(field, witness);
  draft.values.hasEndpoints = true;
  if (place === undefined) reading.missing.add(target);
  draft.values[field] = [...(draft.values[field] ?? []), place ?? target];
}

function findPlace({ from }: Reading, draft: PortDraft, chain: string): string | undefined {
  for (const rule of from.rules('nat', chain)) {
    if (rule.dnat === undefined) continue;
    if (rule.protocol) draft.values.proto = rule.protocol;
    return rule.dnat;
  }
  return from.recovered.get(chain);
}

/** filter: `"ns/name has no endpoints" … -j REJECT`, `"ns/name has no local endpoints" … -j DROP`. */
function refusal(reading: Reading, rule: ReadRule, chain: string): void {
  const { target, dst, dport, witness } = rule;
  const comment = readCommentOf(rule);
  if (target !== 'REJECT' && target !== 'DROP') return;
  if (!comment) return uncommentedRefusal(reading, rule, chain);
  if (!comment.note.startsWith('has no')) return;
  const draft = draftOfRule(reading, rule, comment);
  if (!draft) return;
  // Up to 1.23 a Service of policy Local keeps its chain without endpoints, and nothing leads there.
  const own = hash16(`${hashedText(comment)}${rule.protocol ?? 'tcp'}`);
  if (reading.from.chains('nat').has(`KUBE-XLB-${own}`)) draft.tell('externalLocal', true, witness);
  const isLocal = comment.note === 'has no local endpoints';
  if (!isLocal) draft.refused = true;
  if (isLocal) {
    draft.tell('hasEndpoints', true, witness);
    draft.tell(chain === 'KUBE-SERVICES' ? 'internalLocal' : 'externalLocal', true, witness);
    draft.values.local ??= [];
  }
  if (dst === undefined) {
    if (dport !== undefined) draft.tell('nodePort', dport, witness);
    return;
  }
  if (dport !== undefined) draft.tell('port', dport, witness);
  const isClusterIP = chain === 'KUBE-SERVICES' && draft.values.clusterIP === undefined;
  if (isClusterIP || draft.values.clusterIP === dst) draft.tell('clusterIP', dst, witness);
  // Up to 1.19 only the balancer's addresses follow the clusterIP here.
  else if (chain === 'KUBE-SERVICES') draft.add('loadBalancerIPs', dst, witness);
  else if (draft.lists.loadBalancerIPs.includes(dst)) draft.evidence.note('loadBalancerIPs', witness);
  // Both kinds read the same once nobody takes the traffic.
  else draft.add('externalIPs', dst, witness);
}

/** nft lists no comments: what kube-proxy rejects by address in KUBE-SERVICES is a clusterIP and port without endpoints. */
function uncommentedRefusal(
  reading: Reading,
  { target, dst, dport, protocol, witness }: ReadRule,
  chain: string,
): void {
  if (target !== 'REJECT' || chain !== 'KUBE-SERVICES' || dst === undefined || dport === undefined) return;
  const proto = protocol ?? 'tcp';
  const draft = getDraft(reading, hash16(`${dst} ${proto} ${dport}`), proto);
  draft.tell('clusterIP', dst, witness);
  draft.tell('port', dport, witness);
}

/** filter KUBE-NODEPORTS: the balancer asks the node at this port. */
function healthCheck(reading: Reading, rule: ReadRule): void {
  const comment = readCommentOf(rule);
  if (comment?.note !== 'health check node port' || rule.dport === undefined) return;
  const tcp = draftNamed(reading, comment);
  tcp?.name(comment.namespace, comment.name, comment.port ?? '', rule.witness);
  tcp?.tell('healthCheckNodePort', rule.dport, rule.witness);
  tcp?.tell('externalLocal', true, rule.witness);
}

/** The rule is `-p tcp` whatever the port's protocol is: the name decides. */
function draftNamed(reading: Reading, comment: KubeComment): PortDraft {
  const hashes = (['tcp', 'udp', 'sctp'] as const).map((proto) => hash16(`${hashedText(comment)}${proto}`));
  const known = hashes.map((hash) => reading.drafts.get(hash)).find((draft) => draft !== undefined);
  return known ?? getDraft(reading, hashes[0] ?? '');
}
