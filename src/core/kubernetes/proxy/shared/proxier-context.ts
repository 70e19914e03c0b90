import type { IpFamily } from '../../../net/ip';
import { featuresSince } from '../../changes';
import { isGateOn } from '../../gates';
import { since } from '../../release';
import { SERVICE_CHANGES, type ServiceReading } from '../../service-port';
import type { Topology } from '../../topology';
import type { SyncInput } from '../mode';
import { localTrafficDetector, type LocalTrafficDetector } from './local-traffic';
import { ownNode, proxierNodeIP, zoneOf } from './node';

/** What the proxiers of all modes that write rules know besides Services and EndpointSlices. */
export interface ProxierContextBase extends Omit<Topology, 'features'>, ServiceReading {
  readonly release: string;
  readonly family: IpFamily;
  readonly nodeIP: string;
  /** `0x00004000`: the masquerade mark as rules spell it. */
  readonly mark: string;
  readonly masqueradeAll: boolean;
  readonly detector: LocalTrafficDetector | undefined;
}

/** `settings`: `iptables` (IPVS mode reads it, too) or `nftables` of kube-proxy's config. */
export function contextBase(
  input: SyncInput,
  settings: { readonly masqueradeBit?: number; readonly masqueradeAll?: boolean } | undefined,
): ProxierContextBase {
  const { config, family, release } = input;
  const node = ownNode(input.cluster, input.node);
  return {
    node: input.node,
    zone: zoneOf(node),
    release,
    family,
    nodeIP: proxierNodeIP(input),
    mark: markText(settings?.masqueradeBit ?? 14),
    masqueradeAll: settings?.masqueradeAll ?? false,
    detector: localTrafficDetector(config, node, family),
    ...serviceReading(input),
  };
}

function serviceReading({ release, config: { featureGates = {} } }: SyncInput): ServiceReading {
  const ignoresExternalIPs = since(release, 36) && !isGateOn('AllowServiceExternalIPs', release, featureGates);
  return { ...featuresSince(SERVICE_CHANGES, release, featureGates), ignoresExternalIPs };
}

const MAX_CONTEXTS = 64;

/**
 * Gives equal contexts as the same object, so that caches can hang on it; the last 64 are known.
 * `T`: plain data, whose JSON tells two apart.
 */
export function internedContext<T extends object>(): (context: T) => T {
  const known = new Map<string, T>();
  return (context) => {
    const key = JSON.stringify(context);
    const same = known.get(key);
    if (same) return same;
    const oldest = known.size >= MAX_CONTEXTS ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.set(key, context);
    return context;
  };
}

/** Go's `%#08x` of 1 << bit, as rules spell a mark: `0x` and at least eight digits. */
function markText(bit: number): string {
  return `0x${(2 ** bit).toString(16).padStart(8, '0')}`;
}
