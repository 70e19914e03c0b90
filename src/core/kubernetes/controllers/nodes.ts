import { getBits, type IpFamily } from '../../net/ip';
import { EXHAUSTED, finding, type ObjectFinding } from '../finding';
import { listPodCIDRs, cidrFamily } from '../proxy/shared/local-traffic';
import { familyOfText } from '../service-port';
import { type ClusterSettings, type NodeObject } from '../types';
import { firstFree, listPools, subnetAt, type AddressPool } from './address-pool';

/** `--node-cidr-mask-size` of each family. */
const NODE_MASK = { ipv4: 24, ipv6: 64 } as const;
/** Offset 1 is left to a gateway of the physical network. */
const FIRST_NODE = 2;

/**
 * Gives every Node an InternalIP and a podCIDR of each family the cluster has (the cloud's or
 * kubelet's part, and pkg/controller/nodeipam). What a Node has, it keeps.
 */
export function completeNodes(
  nodes: readonly NodeObject[],
  settings: ClusterSettings,
  findings: ObjectFinding[],
): readonly NodeObject[] {
  const addressed = withInternalIPs(nodes, listPools(settings.physicalNetwork), findings);
  return withPodCIDRs(addressed, listPools(settings.clusterCIDR), findings);
}

/** A Node's InternalIP of a family. */
export function findInternalIP(node: NodeObject, family: IpFamily): string | undefined {
  return node.status.addresses?.find((entry) => entry.type === 'InternalIP' && familyOfText(entry.address) === family)
    ?.address;
}

function withInternalIPs(
  nodes: readonly NodeObject[],
  pools: readonly AddressPool[],
  findings: ObjectFinding[],
): readonly NodeObject[] {
  const used = new Set(nodes.flatMap((node) => (node.status.addresses ?? []).map((entry) => entry.address)));
  return nodes.map((node) => {
    const missing = pools.filter((pool) => findInternalIP(node, pool.family) === undefined);
    const added: { type: string; address: string }[] = [];
    for (const pool of missing) {
      // The top of the network is left to the client and the gateway.
      const address = firstFree(pool, used, FIRST_NODE, Math.max(FIRST_NODE, lastNode(pool)));
      if (address === undefined) {
        findings.push(finding(node, EXHAUSTED, 'status.addresses', 'physical-network-full'));
        continue;
      }
      used.add(address);
      added.push({ type: 'InternalIP', address });
    }
    if (added.length === 0) return node;
    return { ...node, status: { ...node.status, addresses: [...added, ...(node.status.addresses ?? [])] } };
  });
}

function lastNode(pool: AddressPool): number {
  const prefix = getBits(pool.family) - pool.cidr.prefix;
  return prefix <= 8 ? pool.size - 6 : pool.size - 1;
}

function withPodCIDRs(
  nodes: readonly NodeObject[],
  pools: readonly AddressPool[],
  findings: ObjectFinding[],
): readonly NodeObject[] {
  const used = new Set(nodes.flatMap((node) => listPodCIDRs(node)));
  return nodes.map((node) => {
    const own = listPodCIDRs(node);
    const added: string[] = [];
    for (const pool of pools) {
      if (own.some((cidr) => cidrFamily(cidr) === pool.family)) continue;
      const cidr = nextSubnet(pool, used);
      if (cidr === undefined) findings.push(finding(node, EXHAUSTED, 'spec.podCIDR', 'cluster-cidr-full'));
      else {
        used.add(cidr);
        added.push(cidr);
      }
    }
    if (added.length === 0) return node;
    const podCIDRs = [...own, ...added];
    return { ...node, spec: { ...node.spec, podCIDR: podCIDRs[0], podCIDRs } };
  });
}

function nextSubnet(pool: AddressPool, used: ReadonlySet<string>): string | undefined {
  const prefix = Math.max(NODE_MASK[pool.family], pool.cidr.prefix);
  for (let index = 0; ; index++) {
    const cidr = subnetAt(pool.cidr, prefix, index);
    if (cidr === undefined || !used.has(cidr)) return cidr;
  }
}
