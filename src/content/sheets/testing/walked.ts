import { measureCost } from '../../../core/questions/cost/cost';
import { formatIp } from '../../../core/net/ip';
import type { SheetWalk } from '../../../core/sheet/walks';

/** Devices that have an address: `node1 kube-ipvs0`. */
export function devicesWith({ derived }: SheetWalk, address: string): readonly { kind: string; device: string }[] {
  return [...derived.network.netns.values()].flatMap(({ kind, devices }) =>
    devices.flatMap((device) =>
      device.addresses.some((each) => formatIp(each.address) === address) ? [{ kind, device: device.kind }] : [],
    ),
  );
}

/** Pods of web in a walk's document, and how many of them are ready. */
export function podsOfWeb({ document: { cluster } }: SheetWalk) {
  return cluster.pods.filter(({ metadata }) => metadata.labels?.['app'] === 'web');
}

/** Kinds of a walk's moments, in their order. */
export const listKinds = ({ moments }: SheetWalk): readonly string[] => moments.map(({ kind }) => kind);

/** The release of the benches: what is counted and what is drawn are of one. */
export const COUNTED = '1.30';

/** What one packet costs at most and at least, rules and lookups, among 1,000 Services. */
const counted = new Map<string, ReturnType<typeof measureCost>>();
export function costOf(mode: 'iptables' | 'nftables' | 'ipvs', services = 1000): ReturnType<typeof measureCost> {
  const key = `${mode} ${services}`;
  const known = counted.get(key) ?? measureCost({ mode, release: COUNTED, services, endpoints: 3 });
  counted.set(key, known);
  return known;
}

/** The InternalIP of a node. */
export function addressOf({ document }: SheetWalk, node = ''): string {
  const found = document.cluster.nodes.find(({ metadata }) => metadata.name === node);
  return found?.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '';
}
