import { ANNOTATION_TOPOLOGY_HINTS, ANNOTATION_TOPOLOGY_MODE, LABEL_ZONE } from '../meta';
import type { Endpoint, EndpointSliceObject, NodeObject, ServiceObject } from '../types';
import { isNodeReady } from './pods';

/** How far above its share a zone may be loaded (staging/src/k8s.io/endpointslice/topologycache). */
const OVERLOAD_THRESHOLD = 0.2;

/**
 * Hints the controller writes into a Service's slices: from `trafficDistribution`, or by the
 * proportional algorithm of `topology-mode: Auto`, which wins. The slices as they are if neither
 * asks for hints.
 */
export function withHints(
  service: ServiceObject,
  slices: readonly EndpointSliceObject[],
  nodes: readonly NodeObject[],
): readonly EndpointSliceObject[] {
  if (isAuto(service)) return proportionalHints(slices, nodes);
  switch (service.spec.trafficDistribution ?? '') {
    case 'PreferClose':
    case 'PreferSameZone':
      return hintEach(slices, (endpoint) => zoneHint(endpoint.zone));
    case 'PreferSameNode':
      return hintEach(slices, sameNodeHint);
    default:
      return slices;
  }
}

function isAuto(service: ServiceObject): boolean {
  const annotations = service.metadata.annotations ?? {};
  const value = annotations[ANNOTATION_TOPOLOGY_HINTS] ?? annotations[ANNOTATION_TOPOLOGY_MODE];
  return value === 'Auto' || value === 'auto';
}

type Hints = NonNullable<Endpoint['hints']>;

function zoneHint(zone: string | undefined): Hints | undefined {
  return zone === undefined ? undefined : { forZones: [{ name: zone }] };
}

function sameNodeHint(endpoint: Endpoint): Hints | undefined {
  const zone = zoneHint(endpoint.zone);
  return endpoint.nodeName === undefined ? zone : { ...zone, forNodes: [{ name: endpoint.nodeName }] };
}

/** Hints for ready endpoints only. */
function hintEach(
  slices: readonly EndpointSliceObject[],
  hintsOf: (endpoint: Endpoint) => Hints | undefined,
): readonly EndpointSliceObject[] {
  return slices.map((slice) => {
    const endpoints = slice.endpoints?.map((endpoint) => {
      const hints = endpoint.conditions?.ready ? hintsOf(endpoint) : undefined;
      return hints ? { ...endpoint, hints } : endpoint;
    });
    return { ...slice, endpoints };
  });
}

/** CPU of each zone; undefined when the Nodes do not say enough. */
function zoneRatios(nodes: readonly NodeObject[]): ReadonlyMap<string, number> | undefined {
  const cpus = new Map<string, number>();
  for (const node of nodes) {
    const labels = node.metadata.labels ?? {};
    const isControlPlane =
      'node-role.kubernetes.io/control-plane' in labels || 'node-role.kubernetes.io/master' in labels;
    if (isControlPlane || !isNodeReady(node)) continue;
    const zone = labels[LABEL_ZONE];
    if (zone === undefined) return undefined;
    cpus.set(zone, (cpus.get(zone) ?? 0) + cpuOf(node));
  }
  const total = [...cpus.values()].reduce((sum, cpu) => sum + cpu, 0);
  if (cpus.size < 2 || total === 0) return undefined;
  return new Map([...cpus].map(([zone, cpu]) => [zone, cpu / total]));
}

/**
 * `4`, `3920m`: allocatable CPU in cores. Every kubelet reports it, so a Node without it is one
 * somebody wrote down in short: such Nodes count alike.
 */
function cpuOf(node: NodeObject): number {
  const found = /^(\d+(?:\.\d+)?)(m?)$/.exec(node.status.allocatable?.['cpu'] ?? '1');
  return found ? Number(found[1]) / (found[2] === 'm' ? 1000 : 1) : 1;
}

/** How many endpoints each zone should have; undefined if there are too few. */
function sharesOf(ratios: ReadonlyMap<string, number>, ready: number): ReadonlyMap<string, number> | undefined {
  if (ready < ratios.size) return undefined;
  const minimum = [...ratios.values()].map((ratio) => Math.ceil((ratio * ready) / (1 + OVERLOAD_THRESHOLD)));
  if (minimum.reduce((sum, count) => sum + count, 0) > ready) return undefined;
  return new Map([...ratios].map(([zone, ratio]) => [zone, ratio * ready]));
}

function proportionalHints(
  slices: readonly EndpointSliceObject[],
  nodes: readonly NodeObject[],
): readonly EndpointSliceObject[] {
  const ready = slices.flatMap((slice) => (slice.endpoints ?? []).filter((endpoint) => endpoint.conditions?.ready));
  const ratios = zoneRatios(nodes);
  const shares = ratios && sharesOf(ratios, ready.length);
  if (!shares || ready.some((endpoint) => endpoint.zone === undefined)) return slices;
  const zones = assignZones(ready, shares);
  return hintEach(slices, (endpoint) => zoneHint(zones.get(endpoint)));
}

/** Every endpoint starts in its own zone; then zones with more than their share give to those with less. */
function assignZones(ready: readonly Endpoint[], shares: ReadonlyMap<string, number>): Map<Endpoint, string> {
  const zones = new Map<Endpoint, string>();
  const counts = new Map([...shares.keys()].map((zone) => [zone, 0]));
  for (const endpoint of ready) moveTo(endpoint, endpoint.zone ?? '', zones, counts);
  redistribute(ready, shares, zones, counts);
  return zones;
}

function moveTo(endpoint: Endpoint, zone: string, zones: Map<Endpoint, string>, counts: Map<string, number>): void {
  zones.set(endpoint, zone);
  counts.set(zone, (counts.get(zone) ?? 0) + 1);
}

function redistribute(
  ready: readonly Endpoint[],
  shares: ReadonlyMap<string, number>,
  zones: Map<Endpoint, string>,
  counts: Map<string, number>,
): void {
  for (;;) {
    const from = mostGiving(counts, shares);
    const to = mostReceiving(counts, shares);
    const gives = (counts.get(from) ?? 0) - (shares.get(from) ?? 0);
    const takes = (shares.get(to) ?? 0) - (counts.get(to) ?? 0);
    if ((gives < 1 && takes < 1) || gives < 0.5 || takes < 0.5) return;
    const moved = ready.find((endpoint) => zones.get(endpoint) === from);
    if (!moved) return;
    counts.set(from, (counts.get(from) ?? 0) - 1);
    moveTo(moved, to, zones, counts);
  }
}

function mostGiving(counts: ReadonlyMap<string, number>, shares: ReadonlyMap<string, number>): string {
  return extreme(counts, (zone) => (counts.get(zone) ?? 0) - (shares.get(zone) ?? 0));
}

function mostReceiving(counts: ReadonlyMap<string, number>, shares: ReadonlyMap<string, number>): string {
  return extreme(counts, (zone) => (shares.get(zone) ?? 0) - (counts.get(zone) ?? 0));
}

function extreme(counts: ReadonlyMap<string, number>, valueOf: (zone: string) => number): string {
  let best = '';
  let bestValue = -Infinity;
  for (const zone of counts.keys()) {
    const value = valueOf(zone);
    if (value > bestValue) [best, bestValue] = [zone, value];
  }
  return best;
}
