import { phrase, type Phrase, type PhraseIdBelow } from '../../../lib/phrase';
import {
  type Reason,
  type Sentences,
  type ReasonSubject,
  type Values,
  COMMON_REASONS,
  FIELD,
  REASON_VALUES,
  FromPort as PartOfPort,
} from '../shared/reasons';
import type { NftPortPlan, PlannedNftEndpoint, NftablesContext } from './context';
import type {
  GeneratedElement,
  GeneratedRule,
  Origin,
  GeneratedNftChain,
  GeneratedNftSet,
  ServicePortRef,
} from '../mode';
import * as names from './context';

/** A chain while its rules are being written. */
export interface DraftChain extends GeneratedNftChain {
  readonly rules: GeneratedRule[];
}

/** A set or map without its elements. */
export type SetHead = Omit<GeneratedNftSet, 'elements'>;

/** An element with the set or map it belongs to. */
export interface PlacedElement {
  readonly set: SetHead;
  readonly element: GeneratedElement;
}

type Noun = 'chain' | 'set' | 'map' | 'counter';

/**
 * One step of a transaction: one line of the text for `nft -f -`, or two (`chain`: made if missing, then emptied), or
 * one for each rule of a chain that writes its own (`rules`).
 */
export type NftCommand =
  | { readonly kind: 'table'; readonly comment: boolean }
  | { readonly kind: 'chain'; readonly chain: GeneratedNftChain }
  | { readonly kind: 'rules'; readonly chain: GeneratedNftChain }
  | { readonly kind: 'rule'; readonly chain: GeneratedNftChain; readonly rule: GeneratedRule }
  | { readonly kind: 'set'; readonly set: SetHead }
  | ({ readonly kind: 'element' } & PlacedElement)
  | { readonly kind: 'forget'; readonly set: SetHead; readonly key: string }
  | {
      readonly kind: 'plain';
      readonly verb: 'add' | 'flush' | 'delete';
      readonly noun: Noun;
      readonly name: string;
    };

/** Commands in the order kube-proxy gathers them, and the table that will stand afterwards. */
export class Transaction {
  readonly commands: NftCommand[] = [];
  readonly chains: GeneratedNftChain[] = [];
  readonly sets: SetHead[] = [];
  readonly elements: PlacedElement[] = [];
  readonly counters: string[] = [];
  readonly #servicePort: ServicePortRef | undefined;

  /** @param servicePort Whose chains are made. Absent: all share them. */
  constructor(servicePort?: ServicePortRef) {
    this.#servicePort = servicePort;
  }

  /** Makes a chain, or empties one that is there. */
  chain(name: string, more: Pick<GeneratedNftChain, 'base' | 'comment'> = {}): DraftChain {
    const chain: DraftChain = { name, ...more, rules: [], servicePort: this.#servicePort };
    return this.declare(chain);
  }

  /** The same of a chain that is there; where it writes its own rules is a command of its own. */
  declare<Chain extends GeneratedNftChain>(chain: Chain): Chain {
    this.chains.push(chain);
    this.commands.push({ kind: 'chain', chain });
    return chain;
  }

  /** Appends a rule to a chain of this or an earlier transaction. */
  rule(chain: DraftChain, rule: GeneratedRule): void {
    chain.rules.push(rule);
    this.commands.push({ kind: 'rule', chain, rule });
  }

  /** Makes a set or map; one that is there stays with its elements. */
  set(set: SetHead): SetHead {
    this.sets.push(set);
    this.commands.push({ kind: 'set', set });
    return set;
  }

  /** Puts an element into a set or map. */
  element(set: SetHead, element: GeneratedElement): void {
    const command = { kind: 'element', set, element } as const;
    this.elements.push(command);
    this.commands.push(command);
  }

  /** A command that leaves nothing behind. */
  plain(verb: 'add' | 'flush' | 'delete', noun: Noun, name: string): void {
    this.commands.push({ kind: 'plain', verb, noun, name });
  }

  /** Something that is not wanted: it may stand there from before, and one that was just made can always be deleted. */
  remove(noun: Noun, name: string): void {
    this.plain('add', noun, name);
    this.plain('delete', noun, name);
  }

  /** Makes a counter, or keeps one that is there. */
  counter(name: string): void {
    this.counters.push(name);
    this.plain('add', 'counter', name);
  }

  /** Takes a set away again: it was made only so that this cannot fail. */
  deleteSet(set: SetHead): void {
    this.sets.splice(this.sets.indexOf(set), 1);
    this.plain('delete', set.kind, set.name);
  }
}

const { affinity, clusterIP, nodePort, port, range, ranges, slice } = FIELD;
const { atBalancer, atClusterIP, atNodePort, ofAffinity, ofEndpoint } = REASON_VALUES;

const among = ({ plan, index }: ReasonSubject): Values => ({ service: plan.port.name, count: index });
const ofRanges = ({ plan }: ReasonSubject): Values => ({
  service: plan.port.name,
  sources: plan.port.sourceRanges.join(', '),
});

/** Why each rule and element of a service port is there: `kubernetes.nftables.<id>` is the sentence. */
const REASONS = {
  ...COMMON_REASONS,
  'active-cluster-ip': { field: clusterIP, values: atClusterIP },
  'source-ranges': { field: ranges, values: ofRanges },
  'allowed-source': {
    field: range,
    values: ({ plan, index }) => ({ service: plan.port.name, source: plan.port.sourceRanges[index] ?? '' }),
  },
  'allowed-node': { field: ranges, values: atBalancer },
  'affinity-set': { field: affinity, values: ofAffinity },
  affinity: { field: affinity, values: ofAffinity },
  remember: { field: affinity, values: ofAffinity },
  balance: { field: port, values: among },
  'balance-only': { field: port, values: among },
  'hairpin-connection': { field: slice, values: ofEndpoint },
  'node-port-localhost': { field: nodePort, values: atNodePort },
  'localhost-socket': { field: nodePort, values: atNodePort },
} as const satisfies Record<string, Reason<NftPortPlan>>;

export type NftablesReasonId = keyof typeof REASONS;

export const SENTENCES: Sentences<NftablesReasonId, NftPortPlan> = { why: whyRule, reasons: REASONS };

/** The sentences of this mode. */
export type NftablesRuleWhy = PhraseIdBelow<'kubernetes.nftables'>;

/** A sentence of this mode. */
function whyRule(id: NftablesRuleWhy, values?: Phrase['values']): Phrase {
  return phrase(`kubernetes.nftables.${id}`, values);
}

/** Something that a service port made. */
export abstract class FromNftPort extends PartOfPort<NftablesReasonId, NftPortPlan> {
  protected get sentences(): Sentences<NftablesReasonId, NftPortPlan> {
    return SENTENCES;
  }
}

/** A rule of a service port. */
export class NftPortRule extends FromNftPort implements GeneratedRule {
  readonly text: string;

  constructor(text: string, reason: NftablesReasonId, plan: NftPortPlan, index = 0, endpoint?: PlannedNftEndpoint) {
    super(reason, plan, index, endpoint);
    this.text = text;
  }
}

/** Texts of an element: its key, in a map its verdict, and whose it is. */
export type ElementText = Pick<GeneratedElement, 'key' | 'value' | 'comment'>;

/** An element of a service port. */
export class PortElement extends FromNftPort implements GeneratedElement {
  readonly key: string;
  readonly value: string | undefined;
  readonly comment: string | undefined;

  constructor(
    text: ElementText,
    reason: NftablesReasonId,
    plan: NftPortPlan,
    index = 0,
    endpoint?: PlannedNftEndpoint,
  ) {
    super(reason, plan, index, endpoint);
    this.key = text.key;
    this.value = text.value;
    this.comment = text.comment;
  }
}

/** The origin of what is there whatever Services there are; `field` is the kube-proxy setting it depends on. */
export function proxyOrigin(field: string, id: NftablesRuleWhy, values?: Record<string, string>): Origin {
  return { kind: 'KubeProxyConfig', field, why: whyRule(id, values) };
}

/** A rule that is there whatever Services there are. */
export function makeNftablesRule(
  field: string,
  text: string,
  id: NftablesRuleWhy,
  values?: Record<string, string>,
): GeneratedRule {
  return { text, origin: proxyOrigin(field, id, values) };
}

/** The sets and maps of a table, without elements: what kube-proxy declares at every sync. */
export type SharedSets = Readonly<Record<keyof typeof SHARED, SetHead>>;

type Key = 'address' | 'destination' | 'port' | 'hairpin' | 'source';

/** Sets whose sentence is written. */
type SetName<Why = NftablesRuleWhy> = string extends Why ? string : Why extends `set-${infer Name}` ? Name : never;

interface Declared {
  readonly name: SetName;
  readonly kind: 'set' | 'map';
  readonly key: Key;
  readonly comment: string;
  readonly flags?: readonly string[];
}

const SHARED = {
  clusterIPs: { name: names.CLUSTER_IPS, kind: 'set', key: 'address', comment: 'Active ClusterIPs' },
  nodePortIPs: {
    name: names.NODEPORT_IPS,
    kind: 'set',
    key: 'address',
    comment: 'IPs that accept NodePort traffic',
  },
  noEndpointServices: {
    name: names.NO_ENDPOINT_SERVICES,
    kind: 'map',
    key: 'destination',
    comment: 'vmap to drop or reject packets to services with no endpoints',
  },
  noEndpointNodePorts: {
    name: names.NO_ENDPOINT_NODEPORTS,
    kind: 'map',
    key: 'port',
    comment: 'vmap to drop or reject packets to service nodeports with no endpoints',
  },
  localhostNodePorts: {
    name: names.LOCALHOST_NODEPORT_REJECT_PORTS,
    kind: 'map',
    key: 'port',
    comment: 'localhost NodePorts rejected by kube-proxy',
  },
  firewallIPs: {
    name: names.FIREWALL_IPS,
    kind: 'map',
    key: 'destination',
    comment: 'destinations that are subject to LoadBalancerSourceRanges',
  },
  firewall: {
    name: names.FIREWALL,
    kind: 'set',
    key: 'destination',
    comment: 'destinations that are subject to LoadBalancerSourceRanges',
  },
  firewallAllow: {
    name: names.FIREWALL_ALLOW,
    kind: 'set',
    key: 'source',
    flags: ['interval'],
    comment: 'destinations+sources that are allowed by LoadBalancerSourceRanges',
  },
  serviceIPs: {
    name: names.SERVICE_IPS,
    kind: 'map',
    key: 'destination',
    comment: 'ClusterIP, ExternalIP and LoadBalancer IP traffic',
  },
  serviceNodePorts: { name: names.SERVICE_NODEPORTS, kind: 'map', key: 'port', comment: 'NodePort traffic' },
  hairpinConnections: {
    name: names.HAIRPIN_CONNECTIONS,
    kind: 'set',
    key: 'hairpin',
    comment: 'service hairpin connections',
  },
} as const satisfies Record<string, Declared>;

/** The shared sets and maps of a family. */
export function sharedSets({ family, features }: Pick<NftablesContext, 'family' | 'features'>): SharedSets {
  const address = nftAddressType(family);
  const types: Readonly<Record<Key, string>> = {
    address,
    destination: `${address} . inet_proto . inet_service`,
    port: 'inet_proto . inet_service',
    source: `${address} . inet_proto . inet_service . ${address}`,
    hairpin: `${address} . ${address} . inet_proto . inet_service`,
  };
  const head = ({ name, kind, key, comment, flags }: Declared): SetHead => ({
    kind,
    name,
    type: kind === 'map' ? `${types[key]} : verdict` : types[key],
    flags,
    ...(features.objectComments ? { comment } : {}),
    origin: proxyOrigin('mode', `set-${name}`),
  });
  const entries = Object.entries(SHARED).map(([id, declared]) => [id, head(declared)] as const);
  // The keys are those of SHARED, one by one.
  return Object.fromEntries(entries) as Record<keyof typeof SHARED, SetHead>;
}

/** The type of an address in sets. */
export function nftAddressType(family: NftablesContext['family']): 'ipv4_addr' | 'ipv6_addr' {
  return family === 'ipv4' ? 'ipv4_addr' : 'ipv6_addr';
}
