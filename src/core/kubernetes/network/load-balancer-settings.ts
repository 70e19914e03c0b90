import type { ServiceObject } from '../types';

/**
 * What stands in front of a Service of type LoadBalancer. `passthrough`: a machine that hands packets to nodes as they
 * are, so that their source stays. `nat`: a machine that puts a node port or a Pod in the place of the destination; the
 * way back leads through it. `proxy`: it takes the connection and opens one of its own to a node port or a Pod.
 * `announce`: no machine; one node answers ARP for the address, as MetalLB's L2 mode has it.
 */
export const BALANCER_KINDS = ['passthrough', 'nat', 'proxy', 'announce'] as const;
export const BALANCER_TARGETS = ['nodes', 'pods'] as const;
export const BALANCER_SPREADS = ['hash', 'round-robin'] as const;

export interface BalancerSettings {
  readonly kind: (typeof BALANCER_KINDS)[number];
  /** Of a proxy or NAT: node ports (instance mode), or Pods themselves (IP mode). */
  readonly targets: (typeof BALANCER_TARGETS)[number];
  readonly spread: (typeof BALANCER_SPREADS)[number];
  /** A proxy says who the client is in front of the data (PROXY protocol). */
  readonly proxyProtocol: boolean;
  /** NAT puts its own address in the place of the source, too. */
  readonly masquerades: boolean;
}

const ANNOTATION = 'rulewalk/load-balancer';
/** Where an object says it. */
export const BALANCER_FIELD = `metadata.annotations["${ANNOTATION}"]`;
const PROXY_PROTOCOL = 'proxy-protocol';
const MASQUERADE = 'masquerade';

/** `proxy, pods, round-robin, proxy-protocol`; undefined: a word of it means nothing, or the kind is missing. */
function readBalancer(text: string): BalancerSettings | undefined {
  const words = text.split(/[,\s]+/).filter((word) => word !== '');
  const known = new Set<string>([
    ...BALANCER_KINDS,
    ...BALANCER_TARGETS,
    ...BALANCER_SPREADS,
    PROXY_PROTOCOL,
    MASQUERADE,
  ]);
  const kind = BALANCER_KINDS.find((each) => words.includes(each));
  if (!kind || words.some((word) => !known.has(word))) return undefined;
  return {
    kind,
    targets: BALANCER_TARGETS.find((each) => words.includes(each)) ?? 'nodes',
    spread: BALANCER_SPREADS.find((each) => words.includes(each)) ?? 'hash',
    proxyProtocol: words.includes(PROXY_PROTOCOL),
    masquerades: words.includes(MASQUERADE),
  };
}

/**
 * The load balancer of a Service, by its object: our annotation, else `ipMode: Proxy` or a name without an address, as clouds
 * give it whose balancers open connections of their own, else MetalLB's class or annotations. Undefined: nothing; then whoever
 * routes the address hands it to one node.
 *
 * Packets for an address that kube-proxy writes no rules for, of a name or of `ipMode: Proxy` (KEP-1860), cannot be passed on
 * as they are: no node would take them. What keeps the source there rewrites the destination (NLB of AWS).
 */
export function balancerOf({ metadata, spec, status }: ServiceObject): BalancerSettings | undefined {
  if (spec.type !== 'LoadBalancer') return undefined;
  const { annotations = {} } = metadata;
  const said = annotations[ANNOTATION];
  const { ingress = [] } = status?.loadBalancer ?? {};
  const isUntaken = ingress.length > 0 && ingress.every(({ ip, ipMode }) => !ip || ipMode === 'Proxy');
  if (said !== undefined) {
    const settings = readBalancer(said);
    return settings?.kind === 'passthrough' && isUntaken ? { ...settings, kind: 'nat' } : settings;
  }
  const usual = { targets: 'nodes', spread: 'hash', proxyProtocol: false, masquerades: false } as const;
  const isProxy = ingress.some(({ ip, hostname, ipMode }) => ipMode === 'Proxy' || (hostname && !ip));
  if (isProxy) return { kind: 'proxy', ...usual };
  const isMetal = Object.keys(annotations).some((key) => /(?:^|\.)metallb\.(?:io|universe\.tf)\//.test(key));
  return isMetal || spec.loadBalancerClass?.includes('metallb') ? { kind: 'announce', ...usual } : undefined;
}

/** The Service with another load balancer; undefined: with nothing said of it. */
export function withBalancer(service: ServiceObject, settings: BalancerSettings | undefined): ServiceObject {
  const { [ANNOTATION]: _before, ...others } = service.metadata.annotations ?? {};
  const { kind, targets, spread, proxyProtocol, masquerades } = settings ?? {};
  const words = kind === 'announce' ? [kind] : kind === 'passthrough' ? [kind, spread] : [kind, targets, spread];
  const said = [
    ...(proxyProtocol && kind === 'proxy' ? [PROXY_PROTOCOL] : []),
    ...(masquerades && kind === 'nat' ? [MASQUERADE] : []),
  ];
  const text = [...words, ...said].join(', ');
  const annotations = kind === undefined ? others : { ...others, [ANNOTATION]: text };
  const { annotations: _none, ...metadata } = service.metadata;
  return { ...service, metadata: Object.keys(annotations).length > 0 ? { ...metadata, annotations } : metadata };
}
