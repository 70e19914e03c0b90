import { nodePortAddresses, nodePortIPs } from '../kubernetes/proxy/shared/local-traffic';
import { expandNodePortAddresses } from '../kubernetes/proxy/shared/node';
import type { Network } from '../linux/netns';
import { formatIp, type IpAddress } from '../net/ip';
import type { Document } from './document';

/** Is an address of a node one that nodePorts are answered on, as `nodePortAddresses` says with its keywords? */
export function answersNodePorts(
  { kubeProxy, release, cluster }: Document,
  dst: IpAddress,
  { netns }: Network,
): boolean {
  const { family } = dst;
  const address = formatIp(dst);
  const own = [...netns.values()].find(
    ({ kind, devices }) =>
      kind === 'node' && devices.some(({ addresses }) => addresses.some((each) => formatIp(each.address) === address)),
  );
  const input = { cluster, node: own?.id ?? '', family, config: kubeProxy, release };
  const texts = expandNodePortAddresses(kubeProxy.nodePortAddresses ?? [], input);
  return nodePortIPs(nodePortAddresses(texts, family), [address]).length > 0;
}
