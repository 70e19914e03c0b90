import { GATES, isGateOn } from './changes';
import { ANNOTATION_TOPOLOGY_HINTS, ANNOTATION_TOPOLOGY_MODE, type KubeProxyConfig, type ServiceObject } from './types';

/** Wish of a Service for endpoints nearby, and the gate of kube-proxy without which it is not used. */
export interface NearbyWish {
  /** `trafficDistribution: PreferClose`: the field or the annotation, as it is written. */
  readonly what: string;
  readonly gate: 'TopologyAwareHints' | 'ServiceTrafficDistribution' | 'PreferSameTrafficDistribution';
}

/**
 * Wish of a Service for endpoints nearby: `spec.trafficDistribution`, else an annotation that says Auto; undefined:
 * none.
 */
export function findNearbyWish({ spec, metadata }: ServiceObject): NearbyWish | undefined {
  const { trafficDistribution = '' } = spec;
  const gate = trafficDistribution.startsWith('PreferSame')
    ? 'PreferSameTrafficDistribution'
    : 'ServiceTrafficDistribution';
  if (trafficDistribution !== '') return { what: `trafficDistribution: ${trafficDistribution}`, gate };
  const name = [ANNOTATION_TOPOLOGY_HINTS, ANNOTATION_TOPOLOGY_MODE].find((each) => metadata.annotations?.[each]);
  const value = name === undefined ? '' : (metadata.annotations?.[name] ?? '');
  return name !== undefined && /^auto$/i.test(value)
    ? { what: `${name}: ${value}`, gate: 'TopologyAwareHints' }
    : undefined;
}

/** The release that has a wish's gate on by default (`1.31`), where kube-proxy of this one has it off; undefined: it is on. */
export function waitsForRelease(
  { gate }: NearbyWish,
  release: string,
  { featureGates = {} }: Pick<KubeProxyConfig, 'featureGates'>,
): string | undefined {
  return isGateOn(gate, release, featureGates) ? undefined : `1.${GATES[gate].on}`;
}
