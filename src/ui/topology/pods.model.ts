import type { PodObject } from '../../core/kubernetes/types';
import type { IpFamily } from '../../core/net/ip';
import type { NetnsView } from '../../engine/protocol';
import { addressOf } from './devices.model';
import { splitName } from '../common/object-names.model';
import type { PodBox, PodCounts, Readiness } from './stage-types';

/** Pods of the document by `namespace/name`. */
export type PodObjects = ReadonlyMap<string, PodObject>;

/** The box of a Pod's namespace; `host` is the namespace of its node. */
export function podBox(
  netns: NetnsView,
  host: NetnsView,
  context: { readonly pods: PodObjects; readonly family: IpFamily; readonly guessed: boolean },
): PodBox {
  const device = netns.devices.find(({ kind }) => kind !== 'loopback');
  const peer = device?.peer;
  const bridge = host.devices.find(({ name }) => name === peer?.device)?.master;
  const address = device ? addressOf(device, context.family) : '';
  // A stand-in's title ends with its address, which stands beside the name anyway.
  const title = netns.title.endsWith(` ${address}`) ? netns.title.slice(0, -address.length - 1) : netns.title;
  return {
    id: netns.id,
    ...splitName(context.pods.has(netns.id) ? netns.id : title),
    address,
    guessed: context.guessed,
    readiness: readinessOf(context.pods.get(netns.id)),
    device: device?.name ?? '',
    ...(peer ? { veth: { name: peer.device, ...(bridge === undefined ? {} : { bridge }) } } : {}),
  };
}

/** As the API server reports it: a Pod is ready when its Ready condition says so. */
export function readinessOf(pod: PodObject | undefined): Readiness {
  if (!pod) return 'ready';
  if (pod.metadata.deletionTimestamp !== undefined) return 'terminating';
  if (pod.status?.phase === 'Pending') return 'pending';
  const ready = pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  return ready ? 'ready' : 'notReady';
}

/** How many there are, by readiness. */
export function countPods(netns: readonly NetnsView[], pods: PodObjects): PodCounts {
  const counts = { total: netns.length, ready: 0, notReady: 0, terminating: 0 };
  for (const { id } of netns) {
    const readiness = readinessOf(pods.get(id));
    counts[readiness === 'pending' ? 'notReady' : readiness]++;
  }
  return counts;
}

/** The host ends of a Pod's veth pairs. */
export function peersOf(pod: NetnsView): readonly string[] {
  return pod.devices.flatMap(({ peer }) => (peer ? [peer.device] : []));
}
