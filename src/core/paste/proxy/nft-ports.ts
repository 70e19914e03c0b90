import type { ProtocolName } from '../../kubernetes/service-port';
import { nftFamily } from '../../kubernetes/proxy/nftables/context';
import type { NftTable } from '../../linux/nftables/types';
import type { IpFamily } from '../../net/ip';
import { readKubeComment, servicePortText } from '../kube-services';
import { PortDraft } from './iptables-ports';
import type { ReadPort, Witness } from './types';

/** What the name of a chain of nftables mode says: `service-6L66ZOSV-default/src/tcp/`. */
interface NftChainName {
  readonly kind: 'service' | 'local' | 'external' | 'firewall' | 'endpoint';
  /** The part after the kind: what the chains of one service port share. */
  readonly base: string;
  readonly namespace: string;
  readonly service: string;
  readonly proto: ProtocolName;
  readonly portName: string;
}

const NAME =
  /^(service|local|external|firewall|endpoint)-([A-Z2-7]{8}-([^/]+)\/([^/]+)\/(tcp|udp|sctp)\/([^/_]*))(?:__\S+)?$/;

/** Reads a chain's name; undefined for chains that are no service port's, and for names that were cut. */
export function readNftChainName(name: string): NftChainName | undefined {
  const [, kind, base = '', namespace = '', service = '', proto, portName = ''] = NAME.exec(name) ?? [];
  if (kind === undefined || proto === undefined) return undefined;
  // The expression lists exactly these words.
  return { kind: kind as NftChainName['kind'], base, namespace, service, proto: proto as ProtocolName, portName };
}

/** An element of a set or map: key, verdict, comment. */
interface ElementText {
  readonly key: readonly string[];
  readonly verdict: string | undefined;
  readonly comment: string | undefined;
  readonly text: string;
}

/** `10.96.0.11 . tcp . 80 comment "default/src" : goto firewall-…`. */
function readElement(text: string): ElementText {
  const comment = / comment "([^"]*)"/.exec(text)?.[1];
  const plain = text.replace(/ comment "[^"]*"/, '');
  const at = plain.indexOf(' : ');
  const left = at < 0 ? plain : plain.slice(0, at);
  const key = left
    .replaceAll(/ (?:expires|timeout) \S+/g, '')
    .trim()
    .split(' . ');
  return { key, verdict: at < 0 ? undefined : plain.slice(at + 3).trim(), comment, text };
}

interface Reading {
  readonly family: IpFamily;
  readonly table: NftTable;
  /** By `namespace/name:port proto`. */
  readonly drafts: Map<string, PortDraft>;
  readonly clusterIPs: ReadonlySet<string>;
}

/** Texts of a chain's rules. */
export function rulesOfChain({ chains }: NftTable, name: string): string[] {
  const chain = chains.get(name);
  return Array.from({ length: chain?.length ?? 0 }, (_, index) => chain?.text(index) ?? '');
}

/** The elements of a set or map; none if there is no such set. */
export function elementsOfSet({ sets }: NftTable, name: string): ElementText[] {
  const elements = sets.get(name)?.elements;
  return Array.from({ length: elements?.length ?? 0 }, (_, index) => readElement(elements?.text(index) ?? ''));
}

/** The service ports of kube-proxy's nftables mode (pkg/proxy/nftables/proxier.go), of every generation. */
export function readNftPorts(family: IpFamily, table: NftTable): ReadPort[] {
  const clusterIPs = new Set(elementsOfSet(table, 'cluster-ips').map(({ key }) => key[0] ?? ''));
  const reading: Reading = { family, table, drafts: new Map(), clusterIPs };
  for (const name of table.chains.keys()) chain(reading, name);
  for (const element of elementsOfSet(table, 'firewall-ips')) loadBalancer(reading, element);
  for (const element of elementsOfSet(table, 'service-ips')) dispatch(reading, element);
  for (const element of elementsOfSet(table, 'service-nodeports')) nodePort(reading, element);
  for (const element of elementsOfSet(table, 'no-endpoint-services')) refusal(reading, element);
  for (const element of elementsOfSet(table, 'no-endpoint-nodeports')) refusedNodePort(reading, element);
  firewallSets(reading);
  return [...reading.drafts.values()].filter(isDispatched).map((draft) => withKinds(draft).done());
}

/** Chains nothing leads to are left over from a Service that is gone. */
function isDispatched({ values, lists }: PortDraft): boolean {
  return values.clusterIP !== undefined || values.nodePort !== undefined || lists.externalIPs.length > 0;
}

/** An address outside with a nodePort beside it is likelier a load balancer's than an external IP. */
function withKinds(draft: PortDraft): PortDraft {
  const { lists, values, evidence } = draft;
  const guarded = lists.sourceRanges.length > 0;
  if (values.nodePort === undefined || guarded || lists.externalIPs.length === 0) return draft;
  for (const address of lists.externalIPs.splice(0)) {
    const [witness] = evidence.places.get('externalIPs') ?? [];
    if (witness) draft.add('loadBalancerIPs', address, witness);
  }
  return draft;
}

function getDraft({ drafts, family }: Reading, key: string, made: { service: string; proto: ProtocolName }): PortDraft {
  let draft = drafts.get(key);
  if (!draft) drafts.set(key, (draft = new PortDraft(family, made)));
  return draft;
}

function draftOfChain(reading: Reading, name: NftChainName, witness: Witness): PortDraft {
  const { namespace, service, portName, proto } = name;
  const text = servicePortText({
    namespace,
    name: service,
    ...(portName === '' ? {} : { port: portName }),
    trailingColon: false,
    note: '',
  });
  const draft = getDraft(reading, `${text} ${proto}`, { service, proto });
  draft.name(namespace, service, portName, witness);
  return draft;
}

function makeWitness({ family, table }: Reading, chainName: string, index: number): Witness {
  const name = `${nftFamily(family)} ${table.name}` as const;
  return { kind: 'rule', family, ref: { table: name, chain: chainName, index } };
}

function makeMember(set: string, { text }: ElementText): Witness {
  return { kind: 'member', set, element: text };
}

function chain(reading: Reading, chainName: string): void {
  const name = readNftChainName(chainName);
  if (!name || name.kind === 'endpoint') return;
  const draft = draftOfChain(reading, name, makeWitness(reading, chainName, 0));
  for (const [index, rule] of rulesOfChain(reading.table, chainName).entries()) {
    const witness = makeWitness(reading, chainName, index);
    if (name.kind === 'external') externalRule(draft, rule, witness);
    else if (name.kind === 'firewall') firewallRule(draft, rule, witness);
    else balancing(reading, draft, name.kind === 'service' ? 'cluster' : 'local', { rule, witness });
  }
}

/** Short circuits for what comes from here are written with policy Local only. */
function externalRule(draft: PortDraft, rule: string, witness: Witness): void {
  if (/fib saddr type local|short-circuit/.test(rule)) draft.tell('externalLocal', true, witness);
  else if (/^(?:jump mark-for-masquerade|(?:meta )?mark set )/.test(rule)) draft.tell('externalLocal', false, witness);
}

/** `ip saddr != { 192.0.2.7, 198.51.100.0/24 } drop`. */
function firewallRule(draft: PortDraft, rule: string, witness: Witness): void {
  const listed = /saddr != (?:\{ (.*) \}|(\S+)) drop/.exec(rule);
  const ranges = listed?.[1]?.split(/\s*,\s*/) ?? (listed?.[2] === undefined ? [] : [listed[2]]);
  for (const range of ranges) draft.add('sourceRanges', asCidr(range), witness);
}

function asCidr(range: string): string {
  if (range.includes('/')) return range;
  return `${range}/${range.includes(':') ? 128 : 32}`;
}

interface SeenRule {
  readonly rule: string;
  readonly witness: Witness;
}

const DIRECT = /dnat (?:ip6? )?(?:addr \. port )?to (?!numgen)(\S+)/;

/** `numgen random mod 2 vmap { 0 : goto endpoint-…, … }`, `dnat … to numgen … map { 0 : 10.0.0.1 . 80, … }`, `dnat to …`. */
function balancing(reading: Reading, draft: PortDraft, field: 'cluster' | 'local', { rule, witness }: SeenRule): void {
  const sticky = /saddr @(affinity-\S+) goto /.exec(rule)?.[1];
  if (sticky !== undefined) {
    const timeout = reading.table.sets.get(sticky)?.timeout;
    if (timeout !== undefined) draft.tell('affinitySeconds', Math.round(timeout / 1000), witness);
    return;
  }
  const places = listPlaces(reading, rule);
  if (places.length === 0) return;
  draft.evidence.note(field, witness);
  draft.values.hasEndpoints = true;
  draft.values[field] = [...(draft.values[field] ?? []), ...places];
}

function listPlaces({ table, family }: Reading, rule: string): string[] {
  const map = / map \{ (.*) \}/.exec(rule)?.[1];
  if (map !== undefined) {
    return map.split(/\s*,\s*/).flatMap((entry) => {
      const [, ip, port] = /: (\S+) \. (\S+)/.exec(entry) ?? [];
      return ip === undefined || port === undefined ? [] : [placeText(ip, port, family)];
    });
  }
  const direct = DIRECT.exec(rule)?.[1];
  if (direct !== undefined) return [direct];
  return [...rule.matchAll(/goto (endpoint-[^\s,}]+)/g)].flatMap(([, name = '']) => {
    const found = rulesOfChain(table, name).map((text) => DIRECT.exec(text)?.[1]);
    return found.filter((place) => place !== undefined);
  });
}

function placeText(ip: string, port: string, family: IpFamily): string {
  return family === 'ipv6' ? `[${ip.replaceAll(/[[\]]/g, '')}]:${port}` : `${ip}:${port}`;
}

/** `203.0.113.30 . tcp . 80 : goto firewall-…`: only addresses of load balancers are guarded. */
function loadBalancer(reading: Reading, element: ElementText): void {
  const name = readNftChainName(element.verdict?.replace(/^goto /, '') ?? '');
  const [address = ''] = element.key;
  if (!name) return;
  const witness = makeMember('firewall-ips', element);
  const draft = draftOfChain(reading, name, witness);
  draft.add('loadBalancerIPs', address, witness);
  draft.tell('port', Number(element.key[2]), witness);
}

function dispatch(reading: Reading, element: ElementText): void {
  const name = readNftChainName(element.verdict?.replace(/^goto /, '') ?? '');
  const [address = '', , port] = element.key;
  if (!name) return;
  const witness = makeMember('service-ips', element);
  const draft = draftOfChain(reading, name, witness);
  draft.tell('hasEndpoints', true, witness);
  draft.tell('port', Number(port), witness);
  if (name.kind === 'service' || name.kind === 'local') {
    draft.tell('clusterIP', address, witness);
    draft.tell('internalLocal', name.kind === 'local', witness);
  } else if (!draft.lists.loadBalancerIPs.includes(address)) draft.add('externalIPs', address, witness);
}

function nodePort(reading: Reading, element: ElementText): void {
  const name = readNftChainName(element.verdict?.replace(/^goto /, '') ?? '');
  if (!name) return;
  const witness = makeMember('service-nodeports', element);
  const draft = draftOfChain(reading, name, witness);
  draft.tell('hasEndpoints', true, witness);
  draft.tell('nodePort', Number(element.key[1]), witness);
}

const PROTOCOL_NAMES: readonly ProtocolName[] = ['tcp', 'udp', 'sctp'];

/** The draft a refusal speaks of: its comment has the name. */
function refusedDraft(
  reading: Reading,
  set: string,
  element: ElementText,
  proto: string | undefined,
): PortDraft | undefined {
  const comment = element.comment === undefined ? undefined : readKubeComment(element.comment);
  const known = PROTOCOL_NAMES.find((name) => name === proto);
  if (!known) return undefined;
  const made = {
    service: comment?.name ?? `svc-${element.key.join('-').replaceAll(/[^a-z0-9]+/g, '-')}`,
    proto: known,
  };
  const draft = getDraft(reading, `${comment ? servicePortText(comment) : made.service} ${known}`, made);
  if (comment) draft.name(comment.namespace, comment.name, comment.port ?? '', makeMember(set, element));
  return draft;
}

/** Dropped: there are endpoints elsewhere, and a Local policy keeps packets from them. */
function readByVerdict(
  draft: PortDraft,
  policy: 'internalLocal' | 'externalLocal',
  verdict: string,
  witness: Witness,
): void {
  if (verdict !== 'drop') return;
  draft.tell('hasEndpoints', true, witness);
  draft.tell(policy, true, witness);
  draft.values.local ??= [];
}

function refusal(reading: Reading, element: ElementText): void {
  const [address = '', proto, port] = element.key;
  const draft = refusedDraft(reading, 'no-endpoint-services', element, proto);
  if (!draft) return;
  const witness = makeMember('no-endpoint-services', element);
  draft.tell('port', Number(port), witness);
  const { loadBalancerIPs, externalIPs } = draft.lists;
  const isKnown = loadBalancerIPs.includes(address) || externalIPs.includes(address);
  // 1.29 has no set of clusterIPs: the first address that is not known to be outside is taken.
  const isInside = reading.clusterIPs.size > 0 ? reading.clusterIPs.has(address) : draft.values.clusterIP === undefined;
  if (!isKnown && isInside) {
    draft.tell('clusterIP', address, witness);
    readByVerdict(draft, 'internalLocal', element.verdict ?? '', witness);
    return;
  }
  if (!isKnown) draft.add('externalIPs', address, witness);
  readByVerdict(draft, 'externalLocal', element.verdict ?? '', witness);
}

function refusedNodePort(reading: Reading, element: ElementText): void {
  const draft = refusedDraft(reading, 'no-endpoint-nodeports', element, element.key[0]);
  if (!draft) return;
  const witness = makeMember('no-endpoint-nodeports', element);
  draft.tell('nodePort', Number(element.key[1]), witness);
  readByVerdict(draft, 'externalLocal', element.verdict ?? '', witness);
}

/** 1.29: `firewall` holds guarded destinations, `firewall-allow` who may go there. */
function firewallSets(reading: Reading): void {
  const { table, drafts } = reading;
  for (const element of [...elementsOfSet(table, 'firewall'), ...elementsOfSet(table, 'firewall-allow')]) {
    const [address = '', proto, port, source] = element.key;
    const set = source === undefined ? 'firewall' : 'firewall-allow';
    const comment = element.comment === undefined ? undefined : readKubeComment(element.comment);
    const draft = [...drafts.values()].find(({ values, lists }) => {
      const isNamed = comment && values.service === comment.name && values.namespace === comment.namespace;
      const answers = lists.externalIPs.includes(address) || lists.loadBalancerIPs.includes(address);
      return (isNamed ?? answers) && values.proto === proto && values.port === Number(port) && answers;
    });
    if (!draft) continue;
    draft.lists.externalIPs.splice(
      0,
      Number.POSITIVE_INFINITY,
      ...draft.lists.externalIPs.filter((text) => text !== address),
    );
    draft.add('loadBalancerIPs', address, makeMember(set, element));
    if (source !== undefined) draft.add('sourceRanges', asCidr(source), makeMember(set, element));
  }
}
