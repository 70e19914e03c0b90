import { complement, formatFraction, multiply, ONE, type Fraction } from '../lib/fraction';
import { hash16 } from '../lib/sha256';
import type { XtRule } from '../linux/xtables/types';
import { formatIp } from '../net/ip';
import { formatEndpoint } from '../net/tuple';
import { hashedText, readKubeComment, servicePortText, type KubeComment } from './kube-comment';
import type { PastedChain, PastedRuleset } from './layers';
import type { Evidence } from './pasted-types';
import {
  commentsOf,
  dnatOf,
  dportOf,
  hostOfTest,
  isAffinity,
  jumpOf,
  oddsOf,
  protocolOfRule,
  type PortProtocol,
} from './rule-facts';

/** One endpoint a Service's chain can choose. */
export interface KubeEndpoint {
  /** `KUBE-SEP-…` */
  readonly chain: string;
  /** `10.244.1.5:8080`; undefined: its chain is not in the text and nothing else tells. */
  readonly place?: string;
  /** The exact odds for a new client. */
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
  readonly nodePort?: number;
  readonly external: readonly string[];
  /** `KUBE-SVC-…`, or `KUBE-SVL-…` where only local endpoints are used. */
  readonly chain?: string;
  readonly endpoints: readonly KubeEndpoint[];
  readonly refused?: 'REJECT' | 'DROP';
  readonly evidence: readonly Evidence[];
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
  evidence: Evidence[];
}

interface Search {
  readonly nat: ReadonlyMap<string, PastedChain>;
  readonly filter: ReadonlyMap<string, PastedChain>;
  /** By hash of the chain name, or by name and protocol for Services without chains. */
  readonly drafts: Map<string, Draft>;
}

const SERVICE_CHAIN = /^KUBE-(SVC|SVL|XLB|EXT|FW)-([A-Z2-7]{16}|\S+)$/;

/**
 * The Services of kube-proxy's iptables mode, of any release: from the dispatch in KUBE-SERVICES,
 * KUBE-NODEPORTS and KUBE-EXTERNAL-SERVICES, and from KUBE-SVC chains alone where a text has only
 * these. Odds are exact: the ladder of `statistic` rules is multiplied out.
 */
export function kubeServices(ruleset: PastedRuleset): KubeServicePort[] {
  const none: ReadonlyMap<string, PastedChain> = new Map();
  const search: Search = {
    nat: ruleset.tables.get('nat')?.chains ?? none,
    filter: ruleset.tables.get('filter')?.chains ?? none,
    drafts: new Map(),
  };
  eachRule(search.nat.get('KUBE-SERVICES'), (rule, evidence) => dispatch(search, rule, evidence));
  eachRule(search.nat.get('KUBE-NODEPORTS'), (rule, evidence) => nodePort(search, rule, evidence));
  for (const chain of search.nat.values()) serviceChain(search, chain);
  for (const name of ['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES']) {
    eachRule(search.filter.get(name), (rule, evidence) => refusal(search, rule, evidence));
    // Before 1.20 nat and filter share the chain's name: a grep may have mixed them.
    eachRule(search.nat.get(name), (rule, evidence) => refusal(search, rule, evidence));
  }
  return withSharedAddresses([...search.drafts.entries()].map(([key, draft]) => finish(search, key, draft)));
}

function eachRule(chain: PastedChain | undefined, visit: (rule: XtRule, evidence: Evidence) => void): void {
  for (let index = 0; index < (chain?.length ?? 0); index++) {
    if (!chain) return;
    const line = chain.line(index) ?? 0;
    const text = `-A ${chain.name} ${chain.text?.(index) ?? ''}`.trim();
    const source = chain.source === undefined ? {} : { source: chain.source };
    visit(chain.rule(index), { line, text, ...source });
  }
}

function draftOf(search: Search, key: string): Draft {
  const known = search.drafts.get(key);
  if (known) return known;
  const made: Draft = { external: [], evidence: [] };
  search.drafts.set(key, made);
  return made;
}

function kubeCommentOf(rule: XtRule): KubeComment | undefined {
  for (const text of commentsOf(rule)) {
    const read = readKubeComment(text);
    if (read) return read;
  }
  return undefined;
}

function learn(draft: Draft, rule: XtRule, comment: KubeComment | undefined, evidence: Evidence): void {
  draft.comment ??= comment;
  draft.protocol ??= protocolOfRule(rule);
  if (draft.evidence.length < 6 && evidence.line > 0) draft.evidence.push(evidence);
}

/** `-d 10.96.0.10/32 -p udp --dport 53 -j KUBE-SVC-…`: cluster, external or load balancer address. */
function dispatch(search: Search, rule: XtRule, evidence: Evidence): void {
  const target = SERVICE_CHAIN.exec(jumpOf(rule) ?? '');
  const address = hostOfTest(rule.dst);
  const port = dportOf(rule);
  const [, kind = '', hash] = target ?? [];
  if (hash === undefined || !address || port === undefined) return;
  const comment = kubeCommentOf(rule);
  const draft = draftOf(search, hash);
  learn(draft, rule, comment, evidence);
  if (kind === 'SVC' || kind === 'SVL') draft.chain ??= jumpOf(rule) ?? '';
  const outside = /^(?:external|loadbalancer) IP/.test(comment?.note ?? '') || kind === 'FW' || kind === 'EXT';
  if (outside) {
    if (!draft.external.includes(formatIp(address))) draft.external.push(formatIp(address));
    draft.port ??= port;
  } else {
    draft.clusterIP = formatIp(address);
    draft.port = port;
  }
}

function nodePort(search: Search, rule: XtRule, evidence: Evidence): void {
  const hash = SERVICE_CHAIN.exec(jumpOf(rule) ?? '')?.[2];
  const port = dportOf(rule);
  if (hash === undefined || port === undefined) return;
  const draft = draftOf(search, hash);
  learn(draft, rule, kubeCommentOf(rule), evidence);
  draft.nodePort ??= port;
}

/** A KUBE-SVC or KUBE-SVL chain by itself: its comments name the Service, its first rule may have the address. */
function serviceChain(search: Search, chain: PastedChain): void {
  const [, kind = '', hash] = SERVICE_CHAIN.exec(chain.name) ?? [];
  if (hash === undefined) return;
  const draft = draftOf(search, hash);
  if (kind === 'SVC' || (kind === 'SVL' && !draft.chain)) draft.chain = chain.name;
  eachRule(chain, (rule, evidence) => {
    const comment = kubeCommentOf(rule);
    learn(draft, rule, comment, evidence);
    const address = hostOfTest(rule.dst);
    const port = dportOf(rule);
    if (address && port !== undefined && comment?.note === 'cluster IP') {
      draft.clusterIP ??= formatIp(address);
      draft.port ??= port;
    }
  });
}

/** `... has no endpoints -j REJECT` in filter: a Service without chains. */
function refusal(search: Search, rule: XtRule, evidence: Evidence): void {
  const target = rule.target?.target;
  const comment = kubeCommentOf(rule);
  if ((target !== 'REJECT' && target !== 'DROP') || !comment?.note.startsWith('has no')) return;
  const protocol = protocolOfRule(rule) ?? 'tcp';
  const hash = hash16(`${hashedText(comment)}${protocol}`);
  const draft = draftOf(search, hash);
  learn(draft, rule, comment, evidence);
  draft.refused ??= target;
  const address = hostOfTest(rule.dst);
  const port = dportOf(rule);
  if (address) draft.clusterIP ??= formatIp(address);
  if (address) draft.port ??= port;
  else draft.nodePort ??= port;
}

function finish(search: Search, key: string, draft: Draft): KubeServicePort {
  const chain = draft.chain === undefined ? undefined : search.nat.get(draft.chain);
  const known = draft.comment ? undefined : wellKnown(key);
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
    endpoints: chain ? endpointsOf(search, chain) : [],
    ...(draft.refused === undefined ? {} : { refused: draft.refused }),
    evidence: draft.evidence,
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

let byHash: ReadonlyMap<string, { readonly name: string; readonly protocol: PortProtocol }> | undefined;

function wellKnown(hash: string): { readonly name: string; readonly protocol: PortProtocol } | undefined {
  byHash ??= new Map(
    COMMON.map((text) => {
      const [name = '', protocol = ''] = text.split(' ');
      return [hash16(name + protocol), { name, protocol: protocol === 'udp' ? 'udp' : 'tcp' }];
    }),
  );
  return byHash.get(hash);
}

function protocolOfEndpoints(search: Search, chain: PastedChain | undefined): PortProtocol | undefined {
  for (let index = 0; index < (chain?.length ?? 0); index++) {
    const endpoint = search.nat.get(jumpOf(chain?.rule(index) ?? { matches: [] }) ?? '');
    for (let i = 0; i < (endpoint?.length ?? 0); i++) {
      const protocol = endpoint && protocolOfRule(endpoint.rule(i));
      if (protocol) return protocol;
    }
  }
  return undefined;
}

/** Walks the ladder: each rung takes its odds of what the rungs above left over. */
function endpointsOf(search: Search, chain: PastedChain): KubeEndpoint[] {
  const endpoints: KubeEndpoint[] = [];
  let left = ONE;
  eachRule(chain, (rule, evidence) => {
    const name = jumpOf(rule) ?? '';
    if (!name.startsWith('KUBE-SEP-') || isAffinity(rule)) return;
    const odds = oddsOf(rule) ?? ONE;
    const shown = search.nat.get(name);
    const place = (shown && placeOf(shown)) ?? kubeCommentOf(rule)?.endpoint;
    const known = place === undefined ? {} : shown ? { place } : ({ place, proof: 'comment', evidence } as const);
    endpoints.push({ chain: name, odds: multiply(left, odds), shown: shown !== undefined, evidence, ...known });
    left = multiply(left, complement(odds));
  });
  return endpoints;
}

function placeOf(chain: PastedChain): string | undefined {
  for (let index = 0; index < chain.length; index++) {
    const place = dnatOf(chain.rule(index));
    if (place) return place.port === undefined ? formatIp(place.address) : formatEndpoint(place.address, place.port);
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
export function oddsText(endpoint: KubeEndpoint): string {
  return endpoint.odds ? formatFraction(endpoint.odds) : '';
}
