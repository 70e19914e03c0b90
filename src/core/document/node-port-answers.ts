import { nodePortAddresses, nodePortIPs } from '../kubernetes/proxy/shared/local-traffic';
import type { SyncInput } from '../kubernetes/proxy/mode';
import { expandNodePortAddresses, proxierNodeIP } from '../kubernetes/proxy/shared/node';
import { since } from '../kubernetes/release';
import type { ProxyModeId } from '../kubernetes/types';
import type { Network } from '../linux/netns';
import { formatIp, type IpAddress } from '../net/ip';
import type { Document } from './document';
import { nodeProgram } from './node-program';

/** nftables mode: from here on a kube-proxy without `nodePortAddresses` answers at the node IP only, and then as if `primary` was said. */
const NODE_IP_DEFAULT = 30;
const PRIMARY_DEFAULT = 31;

/** The ranges of `nodePortAddresses` in the place of keywords and of an unset field; none: every address of the node. */
function listRanges(mode: ProxyModeId, input: SyncInput): readonly string[] {
  const { nodePortAddresses: texts = [] } = input.config;
  const isDefault = texts.length === 0 && mode === 'nftables' && since(input.release, NODE_IP_DEFAULT);
  if (isDefault && !since(input.release, PRIMARY_DEFAULT)) return [proxierNodeIP(input)];
  return expandNodePortAddresses(isDefault ? ['primary'] : texts, input);
}

/**
 * Is an address of a node one that nodePorts are answered on, as the configuration of its kube-proxy says with keywords, or
 * as its mode has it where nothing is said?
 */
export function answersNodePorts(document: Document, dst: IpAddress, { netns }: Network): boolean {
  const { kubeProxy, mode, cluster } = document;
  const { family } = dst;
  const address = formatIp(dst);
  const own = [...netns.values()].find(
    ({ kind, devices }) =>
      kind === 'node' && devices.some(({ addresses }) => addresses.some((each) => formatIp(each.address) === address)),
  );
  const node = cluster.nodes.find(({ metadata }) => metadata.name === own?.id);
  const program = node ? nodeProgram(document, node) : { mode, release: document.release, config: kubeProxy };
  const { config, release } = program;
  const ranges = listRanges(program.mode, { cluster, node: own?.id ?? '', family, config, release });
  return nodePortIPs(nodePortAddresses(ranges, family), [address]).length > 0;
}
