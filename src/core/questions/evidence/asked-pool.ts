import { isFields } from '../../kubernetes/policy/selector';
import type { ClusterObjects, OtherObject } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import { compareIp, contains, parseCidr, parseIp, type IpAddress } from '../../net/ip';
import type { AskedPlace } from '../../paste/asked-places';
import type { EvidenceFinding } from './evidence-finding';

/** `--service-node-port-range` as it is by itself. */
const NODE_PORTS = [30_000, 32_767] as const;

/** Ranges of a MetalLB pool: `192.0.2.70-192.0.2.79`, `192.0.2.64/28`. */
function listRanges(object: OtherObject): readonly string[] {
  const spec = isFields(object) ? object['spec'] : undefined;
  const addresses = isFields(spec) ? spec['addresses'] : undefined;
  return Array.isArray(addresses) ? addresses.map(String) : [];
}

function isWithin(address: IpAddress, range: string): boolean {
  const cidr = parseCidr(range.trim());
  if (cidr.ok) return contains(cidr.value, address);
  const [from, to] = range.split('-').map((text) => parseIp(text.trim()));
  if (!from?.ok || !to?.ok || from.value.family !== address.family || to.value.family !== address.family) return false;
  return compareIp(from.value, address) <= 0 && compareIp(address, to.value) <= 0;
}

/**
 * Finds an address of a load balancer's pool that was asked in vain at a number of node ports: kube-proxy answers these at addresses of Nodes
 * alone (pkg/proxy/util/nodeport_addresses.go), and at a Service's own address its ports.
 */
export function findPoolPort(
  told: ClusterObjects,
  { host, port, isFailed, line }: AskedPlace,
): readonly EvidenceFinding[] {
  const address = parseIp(host);
  const isNodePort = port >= NODE_PORTS[0] && port <= NODE_PORTS[1];
  const isOfNode = told.nodes.some(({ status }) => (status.addresses ?? []).some((each) => each.address === host));
  if (!isFailed || !address.ok || !isNodePort || isOfNode) return [];
  const pool = (told.others ?? []).find(
    (each) => each.kind === 'IPAddressPool' && listRanges(each).some((range) => isWithin(address.value, range)),
  );
  if (!pool) return [];
  const values = { asked: `${host}:${port}`, host, port: String(port), pool: pool.metadata?.name ?? '?' };
  const says = phrase('evidence.asked-pool-port', values);
  return [
    {
      id: 'asked-pool-port',
      severity: 'error',
      says,
      next: phrase('evidence.next.asked-pool-port', values),
      words: [line.trim()],
    },
  ];
}
