import { asLast, type Memo } from '../../../lib/memo';
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

/**
 * Gives a context that says what an earlier one of the node and family said as that one, so that what was made for it
 * is found again. A node has some of them: panes of different settings.
 */
export function knownContexts<T extends Pick<ProxierContextBase, 'node' | 'family'>>(): (context: T, memo: Memo) => T {
  const known = asLast<T>({ values: 8 });
  return (context, memo) => known(context, memo, `${context.node} ${context.family}`);
}

/** Go's `%#08x` of 1 << bit, as rules spell a mark: `0x` and at least eight digits. */
function markText(bit: number): string {
  return `0x${(2 ** bit).toString(16).padStart(8, '0')}`;
}
