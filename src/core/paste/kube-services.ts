import { complement, formatFraction, multiply, ONE, type Fraction } from '../lib/fraction';
import { hash16 } from '../lib/sha';
import { finished, mapInSteps, SLICE_OF_LINES, within, type Steps } from '../lib/scan';
import { readRuleFacts, type RuleFacts, type PortProtocol, type PastedChain, type PastedRuleset } from './layers';
import type { Evidence } from './pasted-types';

/** What kube-proxy says in a rule's comment. */
export interface KubeComment {
  /** Empty: whoever shows the text took it away; kube-proxy always writes one. */
  readonly namespace: string;
  readonly name: string;
  /** Absent for a port without a name. */
  readonly port?: string;
  /** Written with a trailing colon, as before 1.20: the hash has it too. */
  readonly trailingColon: boolean;
  /** `cluster IP`, `external IP`, `loadbalancer IP`, `has no endpoints`, ... */
  readonly note: string;
  /** After `->`, since 1.22: the endpoint. */
  readonly endpoint?: string;
}

const LABEL = '[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?';
const COMMENT = new RegExp(`^(${LABEL})/(${LABEL})(?:(:)([-a-z0-9]*))?(?: -> (\\S+)|(?: (.*))?)$`);

/** Phrases that stand around a service port's name (pkg/proxy/iptables/proxier.go). */
const AROUND =
  /^(?:masquerade (?:LOCAL )?traffic for|pod traffic for|route LOCAL traffic for|Redirect pods trying to reach external loadbalancer VIP to clusterIP|other traffic to) (\S+)(.*)$/;

/** A service port whose namespace was taken away: told from other remarks by kube-proxy's own words behind it. */
const CUT = new RegExp(
  `^(${LABEL})(?:(:)([-a-z0-9]*))? ((?:cluster|external|loadbalancer) IP|has no (?:local )?endpoints|health check node port)$`,
);
/** ... or by the chain of a Service that its rule leads to. */
const CUT_ALONE = new RegExp(`^(${LABEL})(:)([-a-z0-9]*)$`);

/** {@link readKubeComment} of a rule that leads to a chain of a Service: the name alone will do. */
export function readCommentOf({ comment, target = '' }: Partial<RuleFacts>): KubeComment | undefined {
  if (comment === undefined) return undefined;
  const found = SERVICE_CHAIN.test(target) ? CUT_ALONE.exec(comment) : null;
  return readKubeComment(comment) ?? (found ? makeComment(['', '', ...found.slice(1)]) : undefined);
}

/** Reads `default/web:http cluster IP`, `default/web:http -> 10.0.0.1:80`, `default/kuard:`; undefined for other remarks. */
export function readKubeComment(comment: string): KubeComment | undefined {
  if (comment.length > 512) return undefined;
  const around = AROUND.exec(comment);
  const found = COMMENT.exec(around ? `${around[1] ?? ''}${around[2] ?? ''}` : comment);
  if (found) return makeComment(found);
  const [, name, colon, port, note] = CUT.exec(comment) ?? [];
  return name === undefined ? undefined : makeComment(['', '', name, colon, port, undefined, note]);
}

function makeComment(found: readonly (string | undefined)[]): KubeComment {
  const [, namespace = '', name = '', colon, port, endpoint, note = ''] = found;
  return {
    namespace,
    name,
    ...(port ? { port } : {}),
    trailingColon: colon !== undefined && !port,
    note,
    ...(endpoint ? { endpoint } : {}),
  };
}

/** `default/web:http` or `default/kuard`: the service port as people write it. */
export function servicePortText({ namespace, name, port }: KubeComment): string {
  const service = namespace === '' ? name : `${namespace}/${name}`;
  return port === undefined ? service : `${service}:${port}`;
}

/** The service port as kube-proxy hashes it: before 1.20 the colon was always there. */
export function hashedText(comment: KubeComment): string {
  return `${servicePortText(comment)}${comment.trailingColon ? ':' : ''}`;
}

/** One endpoint a Service's chain can choose. */
export interface KubeEndpoint {
  /** `KUBE-SEP-…` */
  readonly chain: string;
  /** `10.244.1.5:8080`; undefined: its chain is not in the text and nothing else tells. */
  readonly place?: string;
  /** The odds as meant for a new client. */
  readonly odds?: Fraction;
  /** The chain is in the text. */
  readonly shown: boolean;
  /** How {@link place} is known where the chain is not in the text. */
  readonly proof?: 'comment' | 'hash';
  /** The rule that leads to it. */
  readonly evidence?: Evidence;
}

/** A service port as the rules show it. */
export interface KubeServicePort {
  readonly name: string;
  /** What kube-proxy hashed: the name with the colon of old. */
  readonly hashed?: string;
  readonly protocol: PortProtocol;
  readonly clusterIP?: string;
  readonly port?: number;
  /** {@link port} is in no text: it is assumed by its name. */
  readonly portAssumed?: true;
  readonly nodePort?: number;
  readonly external: readonly string[];
  /** `KUBE-SVC-…`, or `KUBE-SVL-…` where only local endpoints are used. */
  readonly chain?: string;
  readonly endpoints: readonly KubeEndpoint[];
  readonly refused?: 'REJECT' | 'DROP';
  /** userspace mode: the port of the process that rules lead to. */
  readonly proxyPort?: number;
}

interface Draft {
  name?: string;
  comment?: KubeComment;
  protocol?: PortProtocol;
  clusterIP?: string;
  port?: number;
  nodePort?: number;
  external: string[];
  chain?: string;
  refused?: 'REJECT' | 'DROP';
}

interface Search {
  readonly nat: ReadonlyMap<string, PastedChain>;
  readonly filter: ReadonlyMap<string, PastedChain>;
  /** By hash of the chain name, or by name and protocol for Services without chains. */
  readonly drafts: Map<string, Draft>;
  /** By `name:port protocol`: those whose namespace was taken away. */
  readonly cut: Map<string, Draft>;
  /** Service ports kubectl named, by the hash in their chains' names. */
  readonly named: Hashes;
}

const SERVICE_CHAIN = /^KUBE-(SVC|SVL|XLB|EXT|FW)-([A-Z2-7]{16}|\S+)$/;

/**
 * The Services of kube-proxy's iptables mode, of any release: from the dispatch in KUBE-SERVICES,
 * KUBE-NODEPORTS and KUBE-EXTERNAL-SERVICES, and from KUBE-SVC chains alone where a text has only
 * these. Odds are exact: the ladder of `statistic` rules is multiplied out.
 */
export function kubeServices(ruleset: PastedRuleset, named: readonly HashedPort[] = []): KubeServicePort[] {
  return finished(kubeServicesInSteps(ruleset, named));
}

/** As {@link kubeServices}, in slices. */
export function* kubeServicesInSteps(
  ruleset: PastedRuleset,
  named: readonly HashedPort[] = [],
): Steps<KubeServicePort[]> {
  const none: ReadonlyMap<string, PastedChain> = new Map();
  const search: Search = {
    nat: ruleset.tables.get('nat')?.chains ?? none,
    filter: ruleset.tables.get('filter')?.chains ?? none,
    drafts: new Map(),
    cut: new Map(),
    named: makeHashes(named),
  };
  const { nat, filter } = search;
  yield* within(
    rulesInSteps(nat.get('KUBE-SERVICES'), (rule) => dispatch(search, rule)),
    0,
    0.2,
  );
  yield* within(
    rulesInSteps(nat.get('KUBE-NODEPORTS'), (rule) => nodePort(search, rule)),
    0.2,
    0.25,
  );
  yield* within(
    mapInSteps([...nat.values()], (chain) => serviceChain(search, chain)),
    0.25,
    0.5,
  );
  for (const name of ['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES']) {
    yield* within(
      rulesInSteps(filter.get(name), (rule) => refusal(search, rule)),
      0.5,
      0.5,
    );
    // Before 1.20 nat and filter share the chain's name: a grep may have mixed them.
    yield* within(
      rulesInSteps(nat.get(name), (rule) => refusal(search, rule)),
      0.5,
      0.5,
    );
  }
  const ports = mapInSteps([...search.drafts.entries()], ([key, draft]) => finish(search, key, draft));
  return withSharedAddresses(yield* within(ports, 0.5, 1));
}

function* rulesInSteps(chain: PastedChain | undefined, visit: (rule: RuleFacts) => void): Steps<void> {
  const length = chain?.length ?? 0;
  for (let index = 0; index < length; index++) {
    if (chain) visit(readRuleFacts(chain, index));
    if ((index + 1) % SLICE_OF_LINES === 0) yield index / length;
  }
}

function eachRule(chain: PastedChain | undefined, visit: (rule: RuleFacts, index: number) => void): void {
  for (let index = 0; index < (chain?.length ?? 0); index++) if (chain) visit(readRuleFacts(chain, index), index);
}

function evidenceAt(chain: PastedChain, index: number): Evidence {
  const text = `-A ${chain.name} ${chain.text?.(index) ?? ''}`.trim();
  return { line: chain.line(index) ?? 0, text, ...(chain.source === undefined ? {} : { source: chain.source }) };
}

function getDraft(search: Search, key: string): Draft {
  const known = search.drafts.get(key);
  if (known) return known;
  const made: Draft = { external: [] };
  search.drafts.set(key, made);
  return made;
}

function learn(draft: Draft, rule: RuleFacts, comment: KubeComment | undefined): void {
  draft.comment ??= comment;
  draft.protocol ??= rule.protocol;
}

/** `-d 10.96.0.10/32 -p udp --dport 53 -j KUBE-SVC-…`: cluster, external or load balancer address. */
function dispatch(search: Search, rule: RuleFacts): void {
  const { target = '', dst, dport } = rule;
  const [, kind = '', hash] = SERVICE_CHAIN.exec(target) ?? [];
  if (hash === undefined || dst === undefined || dport === undefined) return;
  const comment = readCommentOf(rule);
  const draft = getDraft(search, hash);
  learn(draft, rule, comment);
  if (comment?.namespace === '') search.cut.set(`${servicePortText(comment)} ${rule.protocol ?? 'tcp'}`, draft);
  if (kind === 'SVC' || kind === 'SVL') draft.chain ??= target;
  const outside = /^(?:external|loadbalancer) IP/.test(comment?.note ?? '') || kind === 'FW' || kind === 'EXT';
  if (outside) {
    if (!draft.external.includes(dst)) draft.external.push(dst);
    draft.port ??= dport;
  } else {
    draft.clusterIP = dst;
    draft.port = dport;
  }
}

function nodePort(search: Search, rule: RuleFacts): void {
  const hash = SERVICE_CHAIN.exec(rule.target ?? '')?.[2];
  if (hash === undefined || rule.dport === undefined) return;
  const draft = getDraft(search, hash);
  const comment = readCommentOf(rule);
  learn(draft, rule, comment);
  if (comment?.namespace === '') search.cut.set(`${servicePortText(comment)} ${rule.protocol ?? 'tcp'}`, draft);
  draft.nodePort ??= rule.dport;
}

/** A KUBE-SVC or KUBE-SVL chain by itself: its comments name the Service, its first rule may have the address. */
function serviceChain(search: Search, chain: PastedChain): void {
  const [, kind = '', hash] = SERVICE_CHAIN.exec(chain.name) ?? [];
  if (hash === undefined) return;
  const draft = getDraft(search, hash);
  if (kind === 'SVC' || (kind === 'SVL' && !draft.chain)) draft.chain = chain.name;
  eachRule(chain, (rule) => {
    const comment = readCommentOf(rule);
    learn(draft, rule, comment);
    if (rule.dst === undefined || rule.dport === undefined || comment?.note !== 'cluster IP') return;
    draft.clusterIP ??= rule.dst;
    draft.port ??= rule.dport;
  });
}

/** `... has no endpoints -j REJECT` in filter: a Service without chains. */
function refusal(search: Search, rule: RuleFacts): void {
  const { target, dst, dport } = rule;
  if (target !== 'REJECT' && target !== 'DROP') return;
  const comment = readCommentOf(rule);
  if (!comment?.note.startsWith('has no')) return;
  const draft = refusedDraft(search, rule, comment);
  learn(draft, rule, comment);
  draft.refused ??= target;
  if (dst !== undefined) {
    draft.clusterIP ??= dst;
    if (dport !== undefined) draft.port ??= dport;
  } else if (dport !== undefined) draft.nodePort ??= dport;
}

/** By what the comment hashes to; without its namespace, by the name that another rule has. */
function refusedDraft(search: Search, { protocol = 'tcp' }: RuleFacts, comment: KubeComment): Draft {
  const same = search.cut.get(`${servicePortText(comment)} ${protocol}`);
  return same ?? getDraft(search, hash16(`${hashedText(comment)}${protocol}`));
}

function finish(search: Search, key: string, draft: Draft): KubeServicePort {
  const chain = draft.chain === undefined ? undefined : search.nat.get(draft.chain);
  const known = draft.comment ? undefined : (search.named.get(key) ?? WELL_KNOWN.get(key));
  const protocol = draft.protocol ?? known?.protocol ?? protocolOfEndpoints(search, chain) ?? 'tcp';
  const hashed = draft.comment ? hashedText(draft.comment) : known?.name;
  return {
    name: draft.comment ? servicePortText(draft.comment) : (known?.name ?? draft.chain ?? `KUBE-SVC-${key}`),
    ...(hashed === undefined ? {} : { hashed }),
    protocol,
    ...(draft.clusterIP === undefined ? {} : { clusterIP: draft.clusterIP }),
    ...(draft.port === undefined ? {} : { port: draft.port }),
    ...(draft.nodePort === undefined ? {} : { nodePort: draft.nodePort }),
    external: draft.external,
    ...(draft.chain === undefined ? {} : { chain: draft.chain }),
    endpoints: chain ? listEndpoints(search, chain) : [],
    ...(draft.refused === undefined ? {} : { refused: draft.refused }),
  };
}

/** Services every cluster has: their hash gives them away when comments were cut off. */
const COMMON = [
  'default/kubernetes:https tcp',
  'kube-system/kube-dns:dns udp',
  'kube-system/kube-dns:dns-tcp tcp',
  'kube-system/kube-dns:metrics tcp',
  'kube-system/metrics-server:https tcp',
  'kube-system/metrics-server: tcp',
  'kube-system/metrics-server tcp',
  'kube-system/kubernetes-dashboard: tcp',
  'kubernetes-dashboard/kubernetes-dashboard tcp',
] as const;

/** A service port by the text that is hashed: `default/web:http`. */
export interface HashedPort {
  readonly name: string;
  readonly protocol: PortProtocol;
}

type Hashes = ReadonlyMap<string, HashedPort>;

function makeHashes(ports: readonly HashedPort[]): Hashes {
  return new Map(ports.map((port) => [hash16(port.name + port.protocol), port]));
}

const WELL_KNOWN: Hashes = makeHashes(
  COMMON.map((text) => {
    const [name = '', protocol = ''] = text.split(' ');
    return { name, protocol: protocol === 'udp' ? 'udp' : 'tcp' };
  }),
);

function protocolOfEndpoints(search: Search, chain: PastedChain | undefined): PortProtocol | undefined {
  let protocol: PortProtocol | undefined;
  eachRule(chain, ({ target = '' }) => {
    if (protocol === undefined) eachRule(search.nat.get(target), (rule) => (protocol ??= rule.protocol));
  });
  return protocol;
}

/** Walks the ladder: each rung takes its odds of what the rungs above left over. */
function listEndpoints(search: Search, chain: PastedChain): KubeEndpoint[] {
  const endpoints: KubeEndpoint[] = [];
  let left = ONE;
  eachRule(chain, (rule, index) => {
    const { target: name = '', odds = ONE, affinity } = rule;
    if (!name.startsWith('KUBE-SEP-') || affinity) return;
    const shown = search.nat.get(name);
    const place = (shown && findPlace(shown)) ?? readCommentOf(rule)?.endpoint;
    const evidence = shown ? {} : { evidence: evidenceAt(chain, index) };
    const proof = !shown && place !== undefined ? ({ proof: 'comment' } as const) : {};
    endpoints.push({
      chain: name,
      odds: multiply(left, odds),
      shown: shown !== undefined,
      ...(place === undefined ? {} : { place }),
      ...evidence,
      ...proof,
    });
    left = multiply(left, complement(odds));
  });
  return endpoints;
}

function findPlace(chain: PastedChain): string | undefined {
  for (let index = chain.length - 1; index >= 0; index--) {
    const { dnat } = readRuleFacts(chain, index);
    if (dnat !== undefined) return dnat;
  }
  return undefined;
}

/** All ports of a Service share its clusterIP: what one port's rules tell holds for the others. */
function withSharedAddresses(ports: readonly KubeServicePort[]): KubeServicePort[] {
  const addresses = new Map<string, string>();
  const service = (name: string): string => name.split(':')[0] ?? name;
  for (const { name, clusterIP } of ports) if (clusterIP !== undefined) addresses.set(service(name), clusterIP);
  return ports.map((port) => {
    const clusterIP = port.clusterIP ?? addresses.get(service(port.name));
    return clusterIP === undefined ? port : { ...port, clusterIP };
  });
}

/** `1/10`. */
export function ruleOddsText(endpoint: KubeEndpoint): string {
  return endpoint.odds ? formatFraction(endpoint.odds) : '';
}
