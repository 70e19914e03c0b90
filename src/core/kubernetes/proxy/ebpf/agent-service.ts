import { parseCidr, type Cidr } from '../../../net/ip';
import { LABEL_HEADLESS, LABEL_PROXY_NAME, type ServiceObject, type ServiceType } from '../../types';
import type { CiliumContext } from './context';

/** Annotations the agent reads. */
const ANNOTATION = {
  type: 'service.cilium.io/type',
  node: 'service.cilium.io/node',
  nodeSelector: 'service.cilium.io/node-selector',
  sourceRangesPolicy: 'service.cilium.io/src-ranges-policy',
  forwardingMode: 'service.cilium.io/forwarding-mode',
  algorithm: 'service.cilium.io/lb-algorithm',
  delegation: 'service.cilium.io/proxy-delegation',
} as const;

/** A Service as the agent keeps it, besides its addresses (pkg/loadbalancer Service). */
export interface AgentService {
  readonly extLocal: boolean;
  readonly intLocal: boolean;
  /** Seconds; 0: no affinity. */
  readonly affinityTimeout: number;
  readonly sourceRanges: readonly Cidr[];
  /** The ranges are kept out instead of let in. */
  readonly denies: boolean;
  /** Absent: what the agent does for all. */
  readonly forwardingMode?: 'dsr' | 'snat';
  readonly algorithm?: 'random' | 'maglev';
  readonly delegates: boolean;
  /** A hostPort of a loopback address. */
  readonly loopback: boolean;
}

/** A service that asks for nothing. */
export const PLAIN_SERVICE: AgentService = {
  extLocal: false,
  intLocal: false,
  affinityTimeout: 0,
  sourceRanges: [],
  denies: false,
  delegates: false,
  loopback: false,
};

function oneOf<const V extends string>(value: string | undefined, values: readonly V[]): V | undefined {
  return values.find((each) => each === value?.toLowerCase());
}

function getAffinityTimeout({ spec }: ServiceObject): number {
  return spec.sessionAffinity === 'ClientIP' ? (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 10_800) : 0;
}

function listSourceRanges({ spec }: ServiceObject): Cidr[] {
  return (spec.loadBalancerSourceRanges ?? []).flatMap((text) => {
    const parsed = parseCidr(text.trim());
    return parsed.ok ? [parsed.value] : [];
  });
}

/** Reads a Service as the agent keeps it (pkg/loadbalancer/reflectors/k8s.go). */
export function readAgentService(service: ServiceObject, { features, settings }: CiliumContext): AgentService {
  const annotations = service.metadata.annotations ?? {};
  const mode = oneOf(annotations[ANNOTATION.forwardingMode], ['dsr', 'snat']);
  const algorithm = oneOf(annotations[ANNOTATION.algorithm], ['random', 'maglev']);
  const obeysAlgorithm = features.algorithmAnnotation && settings['bpf-lb-algorithm-annotation'];
  return {
    extLocal: service.spec.externalTrafficPolicy === 'Local',
    intLocal: features.internalPolicy && service.spec.internalTrafficPolicy === 'Local',
    affinityTimeout: getAffinityTimeout(service),
    sourceRanges: listSourceRanges(service),
    denies: features.deniedRanges && annotations[ANNOTATION.sourceRangesPolicy] === 'deny',
    ...(mode && settings['bpf-lb-mode-annotation'] ? { forwardingMode: mode } : {}),
    ...(algorithm && obeysAlgorithm ? { algorithm } : {}),
    delegates: annotations[ANNOTATION.delegation] === 'delegate-if-local',
    loopback: false,
  };
}

/** Does the agent write anything for the Service: not headless, no other proxy's, and meant for this node? */
export function isHandled(service: ServiceObject, { settings, labels }: CiliumContext): boolean {
  const { spec, metadata } = service;
  if (spec.type === 'ExternalName' || spec.clusterIP === 'None' || LABEL_HEADLESS in (metadata.labels ?? {}))
    return false;
  if ((metadata.labels?.[LABEL_PROXY_NAME] ?? '') !== settings['k8s-service-proxy-name']) return false;
  const { [ANNOTATION.nodeSelector]: selector, [ANNOTATION.node]: node } = metadata.annotations ?? {};
  if (selector !== undefined) return matchesSelector(selector, labels);
  return node === undefined || labels[ANNOTATION.node] === node;
}

/** `zone=a,disk!=slow,gpu,!spot`: all of the terms hold (equality terms of a label selector). */
function matchesSelector(selector: string, labels: Readonly<Record<string, string>>): boolean {
  const terms = selector.split(',').map((term) => term.trim());
  return terms.every((term) => {
    const [, name = '', operator = '', value = ''] = /^([^=!\s]+)\s*(==|=|!=)\s*(\S*)$/.exec(term) ?? [];
    if (name === '') return term.startsWith('!') ? !(term.slice(1).trim() in labels) : term === '' || term in labels;
    return operator === '!=' ? labels[name] !== value : labels[name] === value;
  });
}

/** Is an address of this type written? The annotation `type` leaves only one of three. */
export function isExposed(service: ServiceObject, type: ServiceType): boolean {
  const wanted = service.metadata.annotations?.[ANNOTATION.type];
  const known = ['ClusterIP', 'NodePort', 'LoadBalancer'].includes(wanted ?? '');
  return !known || wanted === type;
}
