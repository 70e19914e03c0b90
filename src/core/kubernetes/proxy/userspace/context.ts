import { featuresSince } from '../../changes';
import { phrase, type Phrase, type PhraseIdBelow } from '../../../lib/phrase';
import { isLoopback, parseIp, type IpAddress, type IpFamily } from '../../../net/ip';
import { ownNode, type KubeProxyConfig } from '../../types';
import type { Memo } from '../../../lib/memo';
import type { SyncInput } from '../mode';
import { parsePortRange, type ProxyPortRange } from '../../validation/port-range';
import { listInterfaceAddresses, getNodeIP, knownContexts } from '../shared/node';
import {
  FromPort,
  type Reason,
  type Sentences,
  type ReasonSubject,
  type Values,
  FIELD,
  REASON_VALUES,
} from '../shared/reasons';
import type { ListeningPort } from './claims';

/** The chains of this mode (pkg/proxy/userspace/proxier.go); CONTAINER: what comes in by a device, HOST: what the node sends. */
export const KUBE_PORTALS_CONTAINER = 'KUBE-PORTALS-CONTAINER';
export const KUBE_PORTALS_HOST = 'KUBE-PORTALS-HOST';
export const KUBE_NODEPORT_CONTAINER = 'KUBE-NODEPORT-CONTAINER';
export const KUBE_NODEPORT_HOST = 'KUBE-NODEPORT-HOST';
export const KUBE_NODEPORT_NON_LOCAL = 'KUBE-NODEPORT-NON-LOCAL';

const { clusterIP, externalIP, balancer, nodePort, port } = FIELD;
const { atClusterIP, atExternalIP, atBalancer, atNodePort } = REASON_VALUES;

type Of = ReasonSubject<ListeningPort>;

/** The values of a sentence and the proxy port. */
const via =
  (values: (subject: ReasonSubject) => Values) =>
  (subject: Of): Values => ({ ...values(subject), proxyPort: subject.plan.proxyPort });
const atPort = via(({ plan }) => ({ service: plan.port.name }));

/** Why each rule and socket of a service port is there: `kubernetes.userspace.<id>` is the sentence. */
const REASONS = {
  'cluster-ip-container': { field: clusterIP, values: via(atClusterIP) },
  'cluster-ip-host': { field: clusterIP, values: via(atClusterIP) },
  'external-ip-outside': { field: externalIP, values: via(atExternalIP) },
  'external-ip-of-node': { field: externalIP, values: via(atExternalIP) },
  'external-ip-host': { field: externalIP, values: via(atExternalIP) },
  'load-balancer-container': { field: balancer, values: via(atBalancer) },
  'load-balancer-host': { field: balancer, values: via(atBalancer) },
  'node-port-container': { field: nodePort, values: via(atNodePort) },
  'node-port-host': { field: nodePort, values: via(atNodePort) },
  'node-port-accept': { field: nodePort, values: via(atNodePort) },
  'proxy-port': { field: port, values: atPort },
  'claim-cluster-ip': { field: clusterIP, values: via(atClusterIP) },
  'claim-external-ip': { field: externalIP, values: via(atExternalIP) },
  'claim-load-balancer': { field: balancer, values: via(atBalancer) },
  'claim-node-port': { field: nodePort, values: via(atNodePort) },
} as const satisfies Record<string, Reason<ListeningPort>>;

export type UserspaceReasonId = keyof typeof REASONS;

const SENTENCES: Sentences<UserspaceReasonId, ListeningPort> = { why: whyRule, reasons: REASONS };

/** Something this mode made for a service port. */
export abstract class FromOpenPort extends FromPort<UserspaceReasonId, ListeningPort> {
  protected get sentences(): Sentences<UserspaceReasonId, ListeningPort> {
    return SENTENCES;
  }
}

/** The sentences of this mode. */
export type UserspaceRuleWhy = PhraseIdBelow<'kubernetes.userspace'>;

/** A sentence of this mode. */
export function whyRule(id: UserspaceRuleWhy, values?: Phrase['values']): Phrase {
  return phrase(`kubernetes.userspace.${id}`, values);
}

/** Where a proxy listens. */
interface Listening {
  /** `0.0.0.0`, `::`, or one address of the node. */
  readonly address: string;
  readonly any: boolean;
  readonly ports: ProxyPortRange;
}

/** `--bind-address` and `--proxy-port-range`, or why a kube-proxy of this family does not start with them. */
export function listeningOf(config: KubeProxyConfig, family: IpFamily): Listening | Phrase {
  const ports = parsePortRange(config.portRange ?? '');
  if (!ports) return phrase('kubernetes.userspace.bad-port-range', { range: config.portRange ?? '' });
  const anywhere = family === 'ipv4' ? '0.0.0.0' : '::';
  const text = config.bindAddress ?? anywhere;
  const parsed = parseIp(text);
  if (!parsed.ok) return phrase('kubernetes.userspace.bad-bind-address', { address: text });
  if (parsed.value.family !== family) return phrase('kubernetes.userspace.other-family', { address: text });
  if (isLoopback(parsed.value)) return phrase('kubernetes.userspace.loopback', { address: text });
  return { address: text, any: isUnspecified(parsed.value), ports };
}

function isUnspecified({ words }: IpAddress): boolean {
  return words.every((word) => word === 0);
}

/** From when on each change of what this mode writes. */
export const USERSPACE_CHANGES = {
  /** Unnamed ports without a trailing colon in comments. */
  noTrailingColon: 20,
} as const;

type Feature = keyof typeof USERSPACE_CHANGES;
type Features = Readonly<Record<Feature, boolean>>;

/** All that one proxier knows besides Services and endpoints (pkg/proxy/userspace/proxier.go NewProxier). */
export interface UserspaceContext {
  readonly node: string;
  readonly family: IpFamily;
  /** The node's own address, where its own packets are sent to. */
  readonly hostIP: string;
  readonly listening: Listening;
  /** A Service's address among these is claimed, as a nodePort is. */
  readonly localAddresses: readonly string[];
  readonly features: Features;
  /** `ipMode` came with 1.29, after this mode was gone. */
  readonly ipMode: false;
}

const known = knownContexts<UserspaceContext>();

/** The context of an input; equal ones are the same object. */
export function makeUserspaceContext(input: SyncInput, memo: Memo, listening: Listening): UserspaceContext {
  const { family, node, release } = input;
  const context: UserspaceContext = {
    node,
    family,
    hostIP: getNodeIP(ownNode(input.cluster, node), family),
    listening,
    localAddresses: listInterfaceAddresses(input),
    features: featuresSince(USERSPACE_CHANGES, { release }),
    ipMode: false,
  };
  return known(context, memo);
}
